"""Damage to invaders: dealt piece by piece, each hit a decision of the players (RULES 5)."""

from __future__ import annotations

import numpy as np

from sim.core.codes import Counter, Decision, Piece, Row
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.dreams import awake
from sim.kernels.harm import destroy_pieces, hit_piece
from sim.kernels.pieces import first_variant, health, kind_of, last_variant
from sim.policies.value import price_land

NO_KILL = -1e6
"""Score of a kind that the damage cannot destroy."""


@kernel
def kills_within(S, T, land, kind, pool):
    """How many pieces of a kind a pool of damage destroys, the most wounded first."""
    limit = health(S, T, land, kind)
    killed = 0
    for carried in range(limit - 1, -1, -1):
        n = min(awake(S, land, first_variant(kind) + carried), pool // (limit - carried))
        killed += n
        pool -= n * (limit - carried)
    return killed


@kernel
def cost_of_kills(S, T, land, kind, kills):
    """Damage that destroying so many pieces of a kind takes, the most wounded first."""
    limit = health(S, T, land, kind)
    cost = 0
    for carried in range(limit - 1, -1, -1):
        n = min(awake(S, land, first_variant(kind) + carried), kills)
        kills -= n
        cost += n * (limit - carried)
    return cost


@kernel
def split_value(S, T, land, c, t, e):
    """Value of a land after damage has destroyed ``c`` cities, ``t`` towns and ``e`` explorers, their fear included.

    If the power only dreams, cities stay, towns and explorers are elsewhere, and the fear is that of dreams.
    """
    dreams = S.counter[Counter.DREAM] == 1
    if not dreams:
        S.land[land, Row.CITY] -= c
    S.land[land, Row.TOWN] -= t
    S.land[land, Row.EXPLORER] -= e
    value = price_land(S, T, land)
    S.land[land, Row.TOWN] += t
    S.land[land, Row.EXPLORER] += e
    if dreams:
        return value + (2 * t + 5 * c) * S.worth[5] - e * S.worth[2] - t * S.worth[3]
    S.land[land, Row.CITY] += c
    return value + (t + 2 * c) * S.worth[5]


@kernel
def score_hits(S, T, land, pool, kinds):
    """Value a pool of damage can reach in a land, for each kind of invader that is among those destroyed.

    Tries every split over cities and towns, the rest on explorers. Changes ``S.hit_score``, by kind; a kind that
    cannot be destroyed gets ``NO_KILL``.

    Returns
    -------
    float
        The best value over all splits, to destroy nothing included.
    """
    cities = np.int64(S.land[land, Row.CITY])
    towns = np.int64(S.land[land, Row.TOWN])
    explorers = np.int64(S.land[land, Row.EXPLORER])
    best = NO_KILL
    most_cities = 0
    if kinds >> Piece.CITY & 1 == 1 and cities > 0:
        most_cities = kills_within(S, T, land, Piece.CITY, pool)
    for kind in range(Piece.DAHAN):
        S.hit_score[kind] = NO_KILL
    for c in range(most_cities + 1):
        left = pool
        if c > 0:
            left -= cost_of_kills(S, T, land, Piece.CITY, c)
        most_towns = 0
        if kinds >> Piece.TOWN & 1 == 1 and towns > 0:
            most_towns = kills_within(S, T, land, Piece.TOWN, left)
        for t in range(most_towns + 1):
            e = 0
            if kinds >> Piece.EXPLORER & 1 == 1 and explorers > 0:
                e = left
                if t > 0:
                    e -= cost_of_kills(S, T, land, Piece.TOWN, t)
                e = min(awake(S, land, Row.EXPLORER), e)
            value = split_value(S, T, land, c, t, e)
            best = max(best, value)
            if e > 0:
                S.hit_score[Piece.EXPLORER] = max(S.hit_score[Piece.EXPLORER], value)
            if t > 0:
                S.hit_score[Piece.TOWN] = max(S.hit_score[Piece.TOWN], value)
            if c > 0:
                S.hit_score[Piece.CITY] = max(S.hit_score[Piece.CITY], value)
    return best


@kernel
def choose_hit(S, T, land, pool, kinds):
    """Offer the invaders that damage may hit next, the most wounded of a kind first, and choose.

    Returns
    -------
    int
        The variant to hit, -1 if there is none.
    """
    base = S.cand_top
    several = 0
    for kind in range(Piece.DAHAN):
        if kinds >> kind & 1 == 1:
            first = first_variant(kind)
            for variant in range(last_variant(kind), first - 1, -1):
                if awake(S, land, variant) > 0:
                    several += 1
                    offer(S, variant, 0.0)
    if several == 0:
        return -1
    if several > 1 and scores_wanted(S, T):
        score_hits(S, T, land, pool, kinds)
        seen = -1
        for i in range(base, S.cand_top):
            kind = kind_of(S.cand[i])
            S.score[i] = S.hit_score[kind]
            if kind == seen:
                S.score[i] = S.score[i - 1] - 0.01
            elif S.score[i] == NO_KILL:
                S.score[i] -= health(S, T, land, kind)
            seen = kind
    return decide(S, T, Decision.DAMAGE, S.counter[Counter.ACTOR], base)


@kernel
def deal_damage(S, T, land, pool, kinds):
    """Deal a pool of damage to invaders of these kinds, divided as the players choose.

    A chosen piece takes as much as destroys it; what is left goes on to the next.

    Returns
    -------
    int
        Damage dealt.
    """
    dealt = 0
    while pool > 0:
        variant = choose_hit(S, T, land, pool, kinds)
        if variant < 0:
            break
        kind = kind_of(variant)
        hit = min(pool, health(S, T, land, kind) - (variant - first_variant(kind)))
        hit_piece(S, T, land, variant, hit)
        pool -= hit
        dealt += hit
    return dealt


@kernel
def damage_each(S, T, land, n, kinds):
    """Deal ``n`` damage to every invader of these kinds in a land at one time.

    Returns
    -------
    int
        Pieces hit.
    """
    pieces = 0
    for kind in range(Piece.DAHAN):
        if kinds >> kind & 1 == 0:
            continue
        limit = health(S, T, land, kind)
        first = first_variant(kind)
        for carried in range(limit - 1, -1, -1):
            count = awake(S, land, first + carried)
            if count == 0:
                continue
            pieces += count
            if carried + n >= limit:
                destroy_pieces(S, T, land, first + carried, count)
            else:
                for _ in range(count):
                    hit_piece(S, T, land, first + carried, n)
    return pieces


@kernel
def choose_different(S, T, land, chosen):
    """Offer the invaders not yet among those chosen for a hit, and choose one.

    Parameters
    ----------
    chosen : int
        Pieces chosen so far of each invader variant, five bits each.

    Returns
    -------
    int
        The variant, -1 if all are chosen.
    """
    base = S.cand_top
    for kind in range(Piece.DAHAN):
        first = first_variant(kind)
        limit = health(S, T, land, kind)
        for variant in range(first + limit - 1, first - 1, -1):
            if awake(S, land, variant) > (chosen >> (5 * variant) & 31):
                score = 0.0
                if scores_wanted(S, T) and variant - first + 1 >= limit:
                    score = 1.0 + kind
                offer(S, variant, score)
    if S.cand_top == base:
        return -1
    return decide(S, T, Decision.DAMAGE, S.counter[Counter.ACTOR], base)


@kernel
def damage_different(S, T, land, n):
    """Deal 1 damage to each of up to ``n`` different invaders, chosen first and hit at one time.

    Returns
    -------
    int
        Pieces hit.
    """
    chosen = 0
    hits = 0
    while hits < n:
        variant = choose_different(S, T, land, chosen)
        if variant < 0:
            break
        chosen += 1 << (5 * variant)
        hits += 1
    for variant in range(Row.DAHAN_0 - 1, -1, -1):
        for _ in range(chosen >> (5 * variant) & 31):
            hit_piece(S, T, land, variant, 1)
    return hits
