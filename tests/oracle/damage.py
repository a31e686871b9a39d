"""Damage to dahan and to invaders (rules 5 and 6)."""

from __future__ import annotations

from sim.core.codes import Piece
from tests.oracle.choices import Choices
from tests.oracle.fear import make_fear
from tests.oracle.island import FEAR, INVADERS, Island


def hurt_dahan(island: Island, land: int, damage: int) -> int:
    """Deal damage to the dahan so that as many as possible are destroyed; the rest stays on one.

    Returns
    -------
    int
        Dahan destroyed.
    """
    here = island.lands[land]
    if here.protects_dahan:
        return 0
    health = island.health(land, Piece.DAHAN)
    # those that need least come first: no other order destroys more
    wounds = sorted(here.pieces[Piece.DAHAN], reverse=True)
    destroyed = 0
    while destroyed < len(wounds) and damage >= health - wounds[destroyed]:
        damage -= health - wounds[destroyed]
        destroyed += 1
    left = wounds[destroyed:]
    if left:
        left[0] += damage
    here.pieces[Piece.DAHAN] = left
    return destroyed


def damage_invaders(island: Island, land: int, damage: int, choices: Choices) -> int:
    """Deal damage to invaders of the players' choice; each chosen one takes what destroys it, the last one the rest.

    Returns
    -------
    int
        Fear made by the destruction of towns and cities.
    """
    here = island.lands[land]
    fear = 0
    while damage > 0 and here.count(INVADERS):
        standing = sorted({(kind, carried) for kind in INVADERS for carried in here.pieces[kind]})
        kind, carried = choices.next_hit(standing)
        dealt = min(damage, island.health(land, kind) - carried)
        damage -= dealt
        here.pieces[kind].remove(carried)
        if carried + dealt < island.health(land, kind):
            here.pieces[kind].append(carried + dealt)
        else:
            fear += FEAR[kind]
    make_fear(island, fear)
    return fear
