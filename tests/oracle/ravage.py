"""The Ravage of one land (rule 6)."""

from __future__ import annotations

from sim.core.codes import Action, Piece
from tests.oracle.cascade import add_blight
from tests.oracle.choices import Choices
from tests.oracle.damage import damage_invaders, hurt_dahan
from tests.oracle.island import INVADERS, STRENGTH, Island

BLIGHT_THRESHOLD = 2
"""Damage in one Ravage that blights the land."""
STRIKE = 2
"""Damage of a dahan, wounded or not."""


def skipped(island: Island, land: int, action: Action, choices: Choices) -> bool:
    """Whether the Ravage or Build about to happen is skipped; uses up a skip kept for one of them."""
    here = island.lands[land]
    if action in here.skips | island.standing:
        return True
    if here.skip_one and choices.next_skip():
        here.skip_one -= 1
        return True
    return False


def ravage(island: Island, land: int, choices: Choices) -> int:
    """Resolve the Ravage of one land.

    Returns
    -------
    int
        Damage after Defend, -1 if the land did not ravage.
    """
    here = island.lands[land]
    if here.count(INVADERS) == 0 or skipped(island, land, Action.RAVAGE, choices):
        return -1
    strength = sum(STRENGTH[kind] * len(here.pieces[kind]) for kind in INVADERS)
    damage = max(0, strength - island.defend(land))
    if damage >= BLIGHT_THRESHOLD:
        add_blight(island, land, choices)
    hurt_dahan(island, land, damage)
    damage_invaders(island, land, STRIKE * here.count((Piece.DAHAN,)), choices)
    return damage
