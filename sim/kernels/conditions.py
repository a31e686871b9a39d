"""Conditions of effect lines, read from ``T.cond`` when a line is reached."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import Cond, Counter, Decision, Mask, Piece, Place, Relation, Row, Spirit, Who
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer
from sim.kernels.energy import change_energy
from sim.kernels.presence import any_presence, any_sacred


@kernel
def count_pieces(S, T, land, kinds, seat):
    """Pieces of the kinds (bits of ``1 << Piece``) in a land; ``seat`` owns OWN_PRESENCE."""
    total = 0
    if kinds >> Piece.EXPLORER & 1 == 1:
        total += S.land[land, Row.EXPLORER]
    for kind in range(Piece.TOWN, Piece.BLIGHT + 1):
        if kinds >> kind & 1 == 1:
            total += S.land[land, Row.TOWN + kind - 1]
    if kinds >> Piece.PRESENCE & 1 == 1:
        total += any_presence(S, T, land)
    if kinds >> Piece.OWN_PRESENCE & 1 == 1 and seat >= 0:
        total += S.land[land, Row.PRESENCE + seat]
    return total


@kernel
def compare(left, relation, right):
    """Whether a comparison of two numbers holds."""
    if relation == Relation.AT_LEAST:
        return left >= right
    if relation == Relation.AT_MOST:
        return left <= right
    if relation == Relation.EQUAL:
        return left == right
    return left > right


@kernel
def pays(S, T, seat, energy):
    """Ask a spirit whether it pays; it must have the energy. Changes its energy if it does."""
    if S.spirit[seat, Spirit.ENERGY] < energy:
        return False
    base = S.cand_top
    offer(S, 0, 0.0)
    offer(S, 1, -1.0)
    if decide(S, T, Decision.DECLINE, seat, base) == 1:
        return False
    change_energy(S, T, seat, -energy)
    return True


@kernel
def pushed_into(S, T, kinds):
    """Whether the power in use has pushed a piece into a land that holds pieces of these kinds."""
    lands = S.mask[Mask.PUSHED_TO]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if count_pieces(S, T, land, kinds, -1) > 0:
            return True
    return False


@kernel
def is_forgotten(S, power):
    """Whether a power card that was in use belongs to no spirit any more."""
    return power >= 0 and S.card_place[power] < Place.HAND


@kernel
def one_holds(S, T, row, land, actor, target):
    """Whether one condition holds in a land for an acting spirit and a targeted one."""
    kind = T.cond[row, 0]
    left = T.cond[row, 1]
    relation = T.cond[row, 2]
    right = T.cond[row, 3]
    if kind == Cond.COUNT:
        return compare(count_pieces(S, T, land, left, actor), relation, right)
    if kind == Cond.COUNT_AGAINST:
        here = count_pieces(S, T, land, left, actor)
        return compare(here, relation, count_pieces(S, T, land, right, actor))
    if kind == Cond.TERRAIN:
        return T.terrain_lands[left] >> land & 1 == 1
    if kind == Cond.COASTAL:
        return T.coastal >> land & 1 == 1
    if kind == Cond.SACRED_SITE:
        return any_sacred(S, T) >> land & 1 == 1
    if kind == Cond.OWN_SACRED_SITES:
        return compare(size(S.mask[Mask.SACRED + actor]), relation, right)
    if kind == Cond.TARGET_ANOTHER:
        return target != actor
    if kind == Cond.ADDED:
        return S.counter[Counter.ADDED] > 0
    if kind == Cond.MOVED:
        return S.counter[Counter.MOVED] > 0
    if kind == Cond.PUSHED_INTO:
        return pushed_into(S, T, left)
    if kind == Cond.OWN_CARDS:
        return S.spirit[actor, Spirit.OWNED] > 0
    if kind == Cond.FORGOT_THIS:
        return is_forgotten(S, np.int64(S.counter[Counter.POWER]))
    payer = actor
    if left == Who.TARGET:
        payer = target
    return pays(S, T, payer, right)


@kernel
def holds(S, T, condition, land, actor, target):
    """Whether every part of a condition holds; -1 is no condition."""
    if condition < 0:
        return True
    for row in range(T.cond_start[condition], T.cond_end[condition]):
        if one_holds(S, T, row, land, actor, target) == (T.cond[row, 4] != 0):
            return False
    return True


@kernel
def lands_where(S, T, lands, condition, actor, target):
    """Those of the lands where a condition holds."""
    if condition < 0:
        return lands
    found = 0
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if holds(S, T, condition, land, actor, target):
            found |= 1 << land
    return found
