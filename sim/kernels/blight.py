"""Blight: added with all it does, cascading; removed (RULES 7)."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, DefeatCause, Event, LandEffect, Mask, Row, Rule
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.pieces import mark_land, neighbours, touch
from sim.kernels.presence import lose_presence
from sim.kernels.trace import tell
from sim.policies.value import blight_price, price_cascades

SOON = 0.5
"""Share of a token that a cascade costs beside into a land that is to ravage."""


@kernel
def choose_cascade(S, T, land):
    """The adjacent land a cascade goes to: any, on any board, chosen by the players."""
    base = S.cand_top
    lands = neighbours(S, T, land)
    if scores_wanted(S, T) and S.counter[Counter.TRIAL] == 0:
        price_cascades(S, T)
    soon = (S.mask[Mask.RAVAGE_DUE] | S.mask[Mask.NEXT_RAVAGE]) & S.mask[Mask.INVADERS]
    while lands != 0:
        other = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = -blight_price(S, T, other)
            if soon >> other & 1 == 1:
                # it may blight of itself soon
                score -= SOON * S.worth[1]
        offer(S, other, score)
    return decide(S, T, Decision.CASCADE, -1, base)


@kernel
def take_blight(S, T):
    """Take a blight from the card or pool; the last one flips a healthy card at once, else it is defeat.

    Changes ``Counter.BLIGHT_POOL``, ``BLIGHT_FLIPPED`` and ``DEFEAT``.
    """
    S.counter[Counter.BLIGHT_POOL] -= 1
    if S.counter[Counter.BLIGHT_POOL] > 0:
        return
    if T.blight_flip > 0 and S.counter[Counter.BLIGHT_FLIPPED] == 0:
        S.counter[Counter.BLIGHT_FLIPPED] = 1
        S.counter[Counter.BLIGHT_POOL] = T.blight_flip
        if S.counter[Counter.TRIAL] > 0:
            # nobody knows the back of the card yet
            S.counter[Counter.BLIGHT_POOL] = T.blight_back
        tell(S, Event.FLIP, T.blight_flip, 0, 0, 0)
    else:
        S.counter[Counter.DEFEAT] |= DefeatCause.BLIGHT


@kernel
def mine_heavily(S, T, land, damage):
    """Heavy Mining (Sweden 1): a ravage of enough damage adds one more blight, which does nothing else."""
    heavy = T.rule[Rule.HEAVY_MINING]
    prevented = S.land[land, Row.EFFECT] & LandEffect.PREVENT_BLIGHT != 0
    if heavy > 0 and damage >= heavy and not prevented and S.counter[Counter.BLIGHT_POOL] > 0:
        take_blight(S, T)
        touch(S, land)
        S.land[land, Row.BLIGHT] += 1
        mark_land(S, land)
        tell(S, Event.BLIGHT, land, 0, 0, 0)


@kernel
def add_blight(S, T, land):
    """Add a blight to a land: from the pool, one presence of each spirit there is lost, it cascades if one was there.

    A land where blight is prevented takes none.  The empty pool is noted in ``Counter.DEFEAT`` at once.  Blight of a
    power that only dreams costs no presence but that of its own spirit.
    """
    cascaded = 0
    while S.counter[Counter.BLIGHT_POOL] > 0 and S.land[land, Row.EFFECT] & LandEffect.PREVENT_BLIGHT == 0:
        take_blight(S, T)
        touch(S, land)
        S.land[land, Row.BLIGHT] += 1
        mark_land(S, land)
        tell(S, Event.BLIGHT, land, cascaded, 0, 0)
        for seat in range(T.n_spirits):
            spared = S.counter[Counter.DREAM] == 1 and seat != S.counter[Counter.ACTOR]
            if S.land[land, Row.PRESENCE + seat] > 0 and not spared:
                lose_presence(S, T, land, seat)
        if S.land[land, Row.BLIGHT] < 2 or S.counter[Counter.BLIGHT_POOL] == 0:
            return
        S.counter[Counter.CASCADES] += 1
        cascaded = 1
        land = choose_cascade(S, T, land)


@kernel
def remove_blight(S, T, land, n):
    """Take up to ``n`` blight from a land back to the pool.

    Returns
    -------
    int
        Blight taken.
    """
    n = min(n, S.land[land, Row.BLIGHT])
    if n > 0:
        touch(S, land)
        S.land[land, Row.BLIGHT] -= n
        S.counter[Counter.BLIGHT_POOL] += n
        mark_land(S, land)
        tell(S, Event.BLIGHT_REMOVED, land, n, 0, 0)
    return n
