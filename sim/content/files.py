"""The fact files by name, and what each of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.content.fields import BASE, HORIZONS

if TYPE_CHECKING:
    from sim.content.schema import Power, SpiritFacts

MINORS, MAJORS = "powers_minor.toml", "powers_major.toml"
UNIQUES, UNIQUES_BASE = "powers_unique_horizons.toml", "powers_unique_base.toml"
SPIRITS, SPIRITS_BASE = "spirits_horizons.toml", "spirits_base.toml"
BOARDS, INVADERS, FEAR = "boards.toml", "invader_deck.toml", "fear_cards.toml"
BLIGHT_CARDS, ADVERSARIES, SCENARIOS = "blight_cards.toml", "adversaries.toml", "scenarios.toml"

BOX_OF_SPIRITS = {SPIRITS: HORIZONS, SPIRITS_BASE: BASE}
DECKS = {
    MINORS: ("minor", (HORIZONS, BASE)),
    MAJORS: ("major", (HORIZONS, BASE)),
    UNIQUES: ("unique", (HORIZONS,)),
    UNIQUES_BASE: ("unique", (BASE,)),
}
"""What the power cards of a file are, and the boxes that all of them are in."""
COUNTS = {
    MINORS: 36,
    MAJORS: 22,
    UNIQUES: 20,
    UNIQUES_BASE: 32,
    FEAR: 15,
    INVADERS: 15,
    SPIRITS: 5,
    SPIRITS_BASE: 8,
    BLIGHT_CARDS: 2,
    ADVERSARIES: 3,
    SCENARIOS: 4,
}
"""Cards and panels in the boxes."""
DAHAN_PER_BOARD = 6
LEVELS = range(7)
"""Levels of an adversary."""

Entries = Sequence[tuple[str, str, Sequence[Any]]]
"""File, the key in it, and what is listed there."""


def spirits_file(spirit: SpiritFacts) -> str:
    """The fact file of a spirit."""
    return SPIRITS_BASE if spirit.set == BASE else SPIRITS


def uniques_file(power: Power) -> str:
    """The fact file of a unique power."""
    return UNIQUES_BASE if BASE in power.sets else UNIQUES
