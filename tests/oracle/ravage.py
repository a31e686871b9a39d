"""The Ravage of one land (rule 6)."""

from __future__ import annotations

from sim.core.codes import Action, Piece
from tests.oracle.cascade import add_blight, take_blight
from tests.oracle.choices import Choices
from tests.oracle.damage import damage_invaders, hurt_dahan
from tests.oracle.island import INVADERS, Island

BLIGHT_THRESHOLD = 2
"""Damage in one Ravage that blights the land."""


def stopped(island: Island, land: int, action: Action, choices: Choices) -> bool:
    """Whether the Ravage or Build about to happen does not: skipped, or Green gives a presence to stop it.

    Uses up a skip kept for one of them.
    """
    here = island.lands[land]
    if action in here.skips | island.standing:
        return True
    if here.skip_one and choices.next_skip():
        here.skip_one -= 1
        return True
    green = island.green_seat
    if green is not None and island.sacred(land, green) and choices.next_veto():
        island.lose_presence(land, green)
        return True
    return False


def hurt_land(island: Island, land: int, damage: int, choices: Choices) -> None:
    """Damage to the land: one blight if there is enough of it, and what Sweden makes of that."""
    here, changes = island.lands[land], island.changes
    if damage < BLIGHT_THRESHOLD or here.prevents_blight:
        return
    if changes.mining_rush and island.blight_pool:
        free = [other for other in sorted(here.adjacent) if not island.lands[other].ocean]
        free = [other for other in free if not island.has_building(other)]
        if free:
            island.lands[choices.next_land(free)].pieces[Piece.TOWN].append(0)
    add_blight(island, land, choices)
    if changes.heavy_mining and damage >= changes.heavy_mining and island.blight_pool:
        take_blight(island)
        here.blight += 1


def pay_toll(island: Island, land: int, destroyed: int, choices: Choices) -> None:
    """Thunderspeaker loses a presence in the land or next to it for each dahan that the Ravage has destroyed."""
    seat = island.thunder_seat
    if seat is None:
        return
    for _ in range(destroyed):
        held = [near for near in sorted({land, *island.neighbours(land)}) if island.lands[near].presence[seat]]
        if held:
            island.lose_presence(choices.next_loss(held), seat)


def ravage(island: Island, land: int, choices: Choices) -> int:
    """Resolve the Ravage of one land.

    Returns
    -------
    int
        Damage after Defend, -1 if the land did not ravage.
    """
    here, strength = island.lands[land], island.changes.strength
    if here.count(INVADERS) == 0 or stopped(island, land, Action.RAVAGE, choices):
        return -1
    attack = sum(strength[kind] * len(here.pieces[kind]) for kind in INVADERS)
    damage = max(0, attack - island.defend(land))
    hurt_land(island, land, damage, choices)
    before = here.count((Piece.DAHAN,))
    destroyed = 0 if here.protects_from_ravage else hurt_dahan(island, land, damage)
    fighting = before if here.simultaneous else before - destroyed
    damage_invaders(island, land, strength[Piece.DAHAN] * fighting, choices)
    pay_toll(island, land, destroyed, choices)
    return damage
