"""Ravage: damage to land and dahan, blight, and the dahan striking back (RULES 6)."""

from __future__ import annotations

from sim.core.codes import Action, Counter, Decision, Event, Hook, LandEffect, Mask, Piece, Row, Rule
from sim.core.jit import kernel
from sim.kernels.blight import add_blight, mine_heavily
from sim.kernels.build import uses_skip
from sim.kernels.damage import deal_damage
from sim.kernels.harm import hurt_dahan
from sim.kernels.pieces import add_pieces, invaders, neighbours
from sim.kernels.places import choose_land_for, choose_presence_land
from sim.kernels.presence import defend_in, lose_presence
from sim.kernels.trace import tell

INVADER_KINDS = 0b111
"""Explorer, town and city, as bits of ``1 << Piece``."""
BLIGHT_DAMAGE = 2
"""Damage to the land in one Ravage that adds a blight."""


@kernel
def choose_loss(S, T, lands, seat):
    """Choose the land of a set in which a seat loses a presence; at least one of them has some."""
    return choose_presence_land(S, T, Decision.LOSE, seat, lands & S.mask[Mask.PRESENCE + seat], -1)


@kernel
def pay_toll(S, T, land, killed):
    """Sworn to Victory: for each dahan a ravage has destroyed the spirit loses a presence there or next to it."""
    for seat in range(T.n_spirits):
        if T.hooks[seat] >> Hook.AFTER_RAVAGE & 1 == 0:
            continue
        near = neighbours(S, T, land) | (1 << land)
        for _ in range(killed):
            if S.mask[Mask.PRESENCE + seat] & near == 0:
                break
            lose_presence(S, T, choose_loss(S, T, near, seat), seat)


@kernel
def rush_to_mine(S, T, land):
    """Mining Rush (Sweden 5): a ravage that has added blight brings a town to a land next to it without buildings."""
    lands = T.adjacent[land] & T.all_lands & ~S.mask[Mask.BUILDINGS]
    if lands == 0:
        return
    other = choose_land_for(S, T, Decision.LAND, -1, lands, Piece.TOWN)
    add_pieces(S, other, Row.TOWN_0, 1)
    tell(S, Event.ADDED, Piece.TOWN, other, 1, 0)


@kernel
def hurt_land(S, T, land, damage):
    """Damage of a ravage to the land: a blight if there is enough of it, and what adversaries make of that."""
    if damage < BLIGHT_DAMAGE:
        return
    prevented = S.land[land, Row.EFFECT] & LandEffect.PREVENT_BLIGHT != 0
    if T.rule[Rule.MINING_RUSH] != 0 and not prevented and S.counter[Counter.BLIGHT_POOL] > 0:
        rush_to_mine(S, T, land)
    add_blight(S, T, land)
    mine_heavily(S, T, land, damage)


@kernel
def ravage(S, T, land):
    """Ravage in one land: the land suffers first, then the dahan, then those that are left strike back.

    A skipped ravage does nothing at all. Nothing happens without invaders.

    Returns
    -------
    bool
        Whether the land ravaged.
    """
    if invaders(S, land) == 0:
        return False
    if uses_skip(S, T, land, Action.RAVAGE):
        tell(S, Event.RAVAGE_SKIPPED, land, 0, 0, 0)
        return False
    raw = T.damage[Piece.EXPLORER] * S.land[land, Row.EXPLORER]
    raw += T.damage[Piece.TOWN] * S.land[land, Row.TOWN] + T.damage[Piece.CITY] * S.land[land, Row.CITY]
    damage = max(0, raw - defend_in(S, T, land))
    tell(S, Event.RAVAGE, land, damage, raw, 0)
    hurt_land(S, T, land, damage)
    fighters = S.land[land, Row.DAHAN]
    killed = 0
    if S.land[land, Row.EFFECT] & LandEffect.PROTECT_FROM_RAVAGE == 0:
        killed = hurt_dahan(S, T, land, damage)
    if S.land[land, Row.EFFECT] & LandEffect.SIMULTANEOUS == 0:
        fighters = S.land[land, Row.DAHAN]
    S.counter[Counter.ACTOR] = -1
    deal_damage(S, T, land, T.damage[Piece.DAHAN] * fighters, INVADER_KINDS)
    if killed > 0:
        pay_toll(S, T, land, killed)
    return True
