"""Follow-up actions: what comes after a whole action that set it off; none sets itself off again (RULES 5)."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, Event, Hook, Mask, Piece, Row, Rule, Spirit
from sim.core.jit import kernel
from sim.kernels.damage import deal_damage
from sim.kernels.decide import decide, offer
from sim.kernels.energy import change_energy
from sim.kernels.harm import RAID, RESPONSE, destroy_pieces, move_piece
from sim.kernels.moves import move_along
from sim.kernels.pieces import add_pieces, kind_of, touch
from sim.kernels.places import choose_land_for
from sim.kernels.power_damage import return_damage
from sim.kernels.ravage import INVADER_KINDS
from sim.kernels.removal import spares_dahan
from sim.kernels.trace import tell


@kernel
def drown_pieces(S, T, land, variant, n):
    """Drown ``n`` pieces of a variant: destroy them; the health of invaders turns into energy of Ocean.

    Base health counts (explorer 1, town 2, city 3), one energy for as much of it as there are players; the rest waits.
    A power that only dreams drowns nothing.
    """
    destroy_pieces(S, T, land, variant, n)
    if S.counter[Counter.DREAM] == 1:
        return
    tell(S, Event.DROWNED, variant, land, n, 0)
    seat = T.ocean_seat
    kind = kind_of(variant)
    if seat < 0 or T.hooks[seat] >> Hook.DROWNED_POOL & 1 == 0 or kind == Piece.DAHAN:
        return
    S.spirit[seat, Spirit.DROWNED] += n * (1 + kind)
    energy = S.spirit[seat, Spirit.DROWNED] // T.n_spirits
    if energy > 0:
        S.spirit[seat, Spirit.DROWNED] -= energy * T.n_spirits
        change_energy(S, T, seat, energy)


@kernel
def rescue_dahan(S, T, ocean):
    """Tidal Boon: each dahan about to drown may go to any coastal land of any board instead."""
    for variant in range(Row.DAHAN_0, Row.DAHAN_9 + 1):
        while S.land[ocean, variant] > 0 and drowning(S, ocean) > 0:
            base = S.cand_top
            offer(S, 0, 1.0)
            offer(S, 1, 0.0)
            if decide(S, T, Decision.DECLINE, T.ocean_seat, base) == 1:
                break
            coast = choose_land_for(S, T, Decision.TO, T.ocean_seat, T.coastal & T.all_lands, Piece.DAHAN)
            move_piece(S, T, ocean, coast, variant)
            move_along(S, T, ocean, coast)


@kernel
def drowning(S, ocean):
    """Dahan in an ocean that were moved there, not added. Keeps ``Row.AFLOAT`` within the dahan there are."""
    S.land[ocean, Row.AFLOAT] = min(S.land[ocean, Row.AFLOAT], S.land[ocean, Row.DAHAN])
    return S.land[ocean, Row.DAHAN] - S.land[ocean, Row.AFLOAT]


@kernel
def empty_ocean(S, T, ocean):
    """Drown invaders and dahan moved into an ocean in play; what cannot drown there goes back to the coast."""
    touch(S, ocean)
    if S.mask[Mask.LANDS] >> ocean & 1 == 1 and T.hooks[T.ocean_seat] >> Hook.AFTER_MOVE & 1 == 1:
        if S.counter[Counter.RESCUE] == 1:
            rescue_dahan(S, T, ocean)
        for variant in range(Row.DAHAN_0):
            if S.land[ocean, variant] > 0:
                drown_pieces(S, T, ocean, variant, np.int64(S.land[ocean, variant]))
        for variant in range(Row.DAHAN_9, Row.DAHAN_0 - 1, -1):
            n = min(S.land[ocean, variant], drowning(S, ocean))
            if n > 0 and not spares_dahan(S, ocean):
                drown_pieces(S, T, ocean, variant, n)
    else:
        S.land[ocean, Row.AFLOAT] = 0
    for variant in range(Row.DAHAN_9, -1, -1):
        while S.land[ocean, variant] > 0 and (variant < Row.DAHAN_0 or drowning(S, ocean) > 0):
            kind = kind_of(variant)
            land = choose_land_for(S, T, Decision.TO, T.ocean_seat, T.adjacent[ocean], kind)
            move_piece(S, T, ocean, land, variant)


@kernel
def raid(S, T):
    """Constant raiding: each dahan that the action has moved does 1 damage where it ended up (Dahan Insurrection)."""
    S.counter[Counter.FOLLOW_UP] |= RAID
    lands = S.mask[Mask.STIRRED]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        raiders = min(S.land[land, Row.RAIDERS], S.land[land, Row.DAHAN])
        S.land[land, Row.RAIDERS] = 0
        deal_damage(S, T, land, raiders, INVADER_KINDS)
    S.counter[Counter.FOLLOW_UP] &= ~RAID


@kernel
def nearest_dahan(S, T, land):
    """Lands with dahan nearest to a land, itself included, as bits."""
    for steps in range(T.reach.shape[0]):
        lands = T.reach[steps, land] & S.mask[Mask.DAHAN] & T.all_lands
        if lands != 0:
            return lands
    return 0


@kernel
def respond_with(S, T, land, kind, n):
    """Military response: ``n`` pieces of a kind, each to a land with dahan nearest to a land."""
    for _ in range(n):
        lands = nearest_dahan(S, T, land)
        if lands == 0:
            return
        other = choose_land_for(S, T, Decision.LAND, -1, lands, kind)
        # an unhurt explorer or town stands in the column of its own number
        add_pieces(S, other, kind, 1)
        tell(S, Event.ADDED, kind, other, 1, 0)


@kernel
def respond(S, T):
    """A town for each city and an explorer for each town that the action has destroyed (Dahan Insurrection)."""
    S.counter[Counter.FOLLOW_UP] |= RESPONSE
    lands = S.mask[Mask.STIRRED]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        cities = S.land[land, Row.RUINED_CITIES]
        towns = S.land[land, Row.RUINED_TOWNS]
        S.land[land, Row.RUINED_CITIES] = 0
        S.land[land, Row.RUINED_TOWNS] = 0
        respond_with(S, T, land, Piece.TOWN, cities)
        respond_with(S, T, land, Piece.EXPLORER, towns)
    S.counter[Counter.FOLLOW_UP] &= ~RESPONSE


@kernel
def follow_up(S, T):
    """Do what the action just finished has set off: drowning, raids, Vengeance of the Dead, military response."""
    oceans = T.oceans & (S.mask[Mask.INVADERS] | S.mask[Mask.DAHAN])
    while oceans != 0:
        empty_ocean(S, T, lowest(oceans))
        oceans &= oceans - 1
    if S.mask[Mask.STIRRED] != 0 and T.rule[Rule.RAIDING] != 0:
        raid(S, T)
    if S.mask[Mask.TRIGGERED] != 0:
        return_damage(S, T)
    if S.mask[Mask.STIRRED] != 0:
        if T.rule[Rule.RESPONSE] != 0:
            respond(S, T)
        S.mask[Mask.STIRRED] = 0
