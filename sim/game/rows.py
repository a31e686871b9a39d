"""The result row: what is kept of one game."""

from __future__ import annotations

import numpy as np

from sim.core.codes import MAX_LEVELS, MAX_SPIRITS

RESULT = np.dtype(
    [
        ("game", "i8"),  # index of the game; with the seed it is the game
        ("outcome", "i1"),  # codes.Outcome
        ("rounds", "i1"),  # round the game ended in
        ("phase", "i1"),  # codes.Phase the game ended in
        ("terror", "i1"),
        ("fear_cards", "i1"),  # fear cards earned
        ("fear_generated", "i1"),  # markers towards the next one
        ("invader_cards", "i1"),  # cards left in the invader deck
        ("blight_pool", "i1"),  # blight left in the pool
        ("blight_flipped", "i1"),  # 1 if the blight card shows its back
        ("blight", "i1"),  # blight on the island
        ("cascades", "i1"),
        ("explorers", "i1"),
        ("towns", "i1"),
        ("cities", "i1"),
        ("dahan", "i1"),
        ("score", "i2"),  # official score
        ("presence", "i1", (MAX_SPIRITS,)),  # on the island, by seat, as for the fields below
        ("destroyed", "i1", (MAX_SPIRITS,)),  # presence destroyed
        ("energy", "i2", (MAX_SPIRITS,)),  # left at the end
        ("cards", "i1", (MAX_SPIRITS,)),  # power cards owned
        ("majors", "i1", (MAX_SPIRITS,)),  # major powers gained
        ("levels", "i1", (MAX_SPIRITS, MAX_LEVELS)),  # rounds in which each innate level was used
    ]
)
"""Fixed-width result of one game; packed, so equal games have equal bytes (the digest hashes them)."""
