"""Damage done by a power: lines of one power are one pool in a land; bonuses join it once.

The pool waits while further lines may add to it and is dealt before anything else changes the land.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, Hook, Mask, Piece, Row, Spirit, Weight
from sim.core.jit import kernel
from sim.kernels.damage import deal_damage, score_hits
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.dreams import awake, end_dream
from sim.kernels.harm import VENGEANCE, hit_piece
from sim.kernels.moves import push_afraid
from sim.kernels.pieces import first_variant, health, kind_of, neighbours, touch
from sim.kernels.ravage import INVADER_KINDS

WIDE = 1
"""Bit of ``Row.DREAD_WIDE``: the damage may also go to adjacent lands."""
DREAMER = 1
"""Shift of ``Row.DREAD_WIDE``: above it stands one more than the seat whose power only dreams, 0 for none."""


@kernel
def has_kinds(S, land, kinds):
    """Whether a land holds an invader of these kinds."""
    return (
        (kinds & 1 != 0 and S.land[land, Row.EXPLORER] > 0)
        or (kinds & 2 != 0 and S.land[land, Row.TOWN] > 0)
        or (kinds & 4 != 0 and S.land[land, Row.CITY] > 0)
    )


@kernel
def ask_bonus(S, T, land, pool, kinds, bonus, hold):
    """Whether a damage bonus joins the damage now dealt in a land, or is kept for another land or power."""
    base = S.cand_top
    score = 1.0
    if scores_wanted(S, T):
        score = score_hits(S, T, land, pool + bonus, kinds) - score_hits(S, T, land, pool, kinds) - hold
    offer(S, 1, score)
    offer(S, 0, 0.0)
    return decide(S, T, Decision.BONUS, S.counter[Counter.ACTOR], base) == 1


@kernel
def bonus_damage(S, T, land, pool, kinds):
    """Damage that bonuses add to a pool about to be dealt.

    Territorial Aggression adds 1 once for each use of a power, Gift of Furious Might once this turn; each may wait
    for a later land of the same power, the gift also for a later power.
    """
    seat = S.counter[Counter.ACTOR]
    if seat < 0:
        return 0
    bonus = 0
    own = S.counter[Counter.BONUS]
    if own > 0 and ask_bonus(S, T, land, pool, kinds, own, -0.001):
        bonus += own
        S.counter[Counter.BONUS] = 0
    gift = S.spirit[seat, Spirit.DAMAGE_BONUS]
    if gift > 0 and ask_bonus(S, T, land, pool + bonus, kinds, gift, T.weight[Weight.BONUS_DAMAGE] * gift):
        bonus += gift
        S.spirit[seat, Spirit.DAMAGE_BONUS] = 0
    return bonus


@kernel
def power_damage(S, T, land, n, kinds):
    """Deal damage of the power in use in a land at once, bonuses included."""
    if n <= 0 or not has_kinds(S, land, kinds):
        return
    S.mask[Mask.DAMAGED] |= 1 << land
    S.counter[Counter.BONUS_KINDS] = kinds
    deal_damage(S, T, land, n + bonus_damage(S, T, land, n, kinds), kinds)


@kernel
def flush_pool(S, T):
    """Deal the damage that waits, if any. Changes ``Counter.POOL``."""
    pool = S.counter[Counter.POOL]
    if pool > 0:
        S.counter[Counter.POOL] = 0
        S.counter[Counter.KILLS] = 0
        power_damage(S, T, np.int64(S.counter[Counter.POOL_LAND]), pool, INVADER_KINDS)
        if S.mask[Mask.AFRAID] != 0:
            push_afraid(S, T)


@kernel
def pool_damage(S, T, land, n):
    """Add damage to the pool of a land; a pool in another land is dealt first."""
    if S.counter[Counter.POOL] > 0 and S.counter[Counter.POOL_LAND] != land:
        flush_pool(S, T)
    S.counter[Counter.POOL_LAND] = land
    S.counter[Counter.POOL] += n


@kernel
def extra_damage(S, T, land, kinds, hit):
    """Bonus damage after a line that hit ``hit`` pieces in fixed portions (each, or different ones)."""
    if hit == 0:
        return
    S.mask[Mask.DAMAGED] |= 1 << land
    S.counter[Counter.BONUS_KINDS] = kinds
    if has_kinds(S, land, kinds):
        deal_damage(S, T, land, bonus_damage(S, T, land, 0, kinds), kinds)


@kernel
def deal_left_bonus(S, T):
    """Territorial Aggression is not optional: what was kept is dealt where the power has dealt damage."""
    bonus = S.counter[Counter.BONUS]
    lands = S.mask[Mask.DAMAGED]
    S.counter[Counter.BONUS] = 0
    if bonus == 0 or lands == 0:
        return
    kinds = S.counter[Counter.BONUS_KINDS]
    base = S.cand_top
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if has_kinds(S, land, kinds):
            score = 0.0
            if scores_wanted(S, T):
                score = score_hits(S, T, land, bonus, kinds) - score_hits(S, T, land, 0, kinds)
            offer(S, land, score)
    if S.cand_top > base:
        land = decide(S, T, Decision.LAND, S.counter[Counter.ACTOR], base)
        deal_damage(S, T, land, bonus, kinds)


@kernel
def start_bonus(S, T, seat):
    """Damage bonus that a use of a power starts with. Changes ``Counter.BONUS``."""
    S.counter[Counter.BONUS] = 0
    if seat >= 0 and T.hooks[seat] >> Hook.POWER_DAMAGE_BONUS & 1 == 1:
        S.counter[Counter.BONUS] = 1


@kernel
def offer_dread(S, T, land, pool):
    """Offer the invaders of a land to damage that may be split over several lands."""
    for kind in range(Piece.DAHAN):
        first = first_variant(kind)
        limit = health(S, T, land, kind)
        for variant in range(first + limit - 1, first - 1, -1):
            if awake(S, land, variant) > 0:
                need = limit - (variant - first)
                score = 0.0
                if scores_wanted(S, T) and need <= pool:
                    score = (S.worth[2 + kind] + kind * S.worth[5]) / need
                offer(S, variant * 64 + land, score)


@kernel
def return_damage(S, T):
    """Vengeance of the Dead: once an action is done, each piece it destroyed in the land returns damage.

    The damage goes to invaders in the land, or in it and the lands next to it, split freely; it never sets itself
    off again. It is only dreamed if the power was that of a spirit that dreams.
    """
    while S.mask[Mask.TRIGGERED] != 0:
        land = lowest(S.mask[Mask.TRIGGERED])
        S.mask[Mask.TRIGGERED] &= ~(1 << land)
        S.counter[Counter.FOLLOW_UP] |= VENGEANCE
        pool = S.land[land, Row.DREAD] * S.land[land, Row.DREAD_KILLS]
        touch(S, land)
        S.land[land, Row.DREAD_KILLS] = 0
        lands = 1 << land
        if S.land[land, Row.DREAD_WIDE] & WIDE != 0:
            lands |= neighbours(S, T, land)
        actor = np.int64(S.counter[Counter.ACTOR])
        if S.land[land, Row.DREAD_WIDE] >> DREAMER != 0:
            S.counter[Counter.DREAM] = 1
            S.counter[Counter.ACTOR] = (S.land[land, Row.DREAD_WIDE] >> DREAMER) - 1
        while pool > 0:
            base = S.cand_top
            left = lands & S.mask[Mask.INVADERS]
            while left != 0:
                other = lowest(left)
                left &= left - 1
                offer_dread(S, T, other, pool)
            if S.cand_top == base:
                break
            code = decide(S, T, Decision.DREAD, -1, base)
            variant = code // 64
            where = code % 64
            kind = kind_of(variant)
            hit = min(pool, health(S, T, where, kind) - (variant - first_variant(kind)))
            hit_piece(S, T, where, variant, hit)
            pool -= hit
        if S.counter[Counter.DREAM] == 1:
            push_afraid(S, T)
            end_dream(S)
            S.counter[Counter.ACTOR] = actor
        S.counter[Counter.FOLLOW_UP] &= ~VENGEANCE
