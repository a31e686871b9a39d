"""Blight: added with all it does, cascading; removed (RULES 7)."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, DefeatCause, Event, LandEffect, Row
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.pieces import mark_land, touch
from sim.kernels.presence import lose_presence
from sim.kernels.trace import tell
from sim.policies.value import blight_price


@kernel
def choose_cascade(S, T, land):
    """The adjacent land a cascade goes to: any, on any board, chosen by the players."""
    base = S.cand_top
    lands = T.adjacent[land]
    while lands != 0:
        other = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = -blight_price(S, T, other)
        offer(S, other, score)
    return decide(S, T, Decision.CASCADE, -1, base)


@kernel
def add_blight(S, T, land):
    """Add a blight to a land: from the pool, one presence of each spirit there is lost, it cascades if one was there.

    A land where blight is prevented takes none.  The empty pool is noted in ``Counter.DEFEAT`` at once.
    """
    cascaded = 0
    while S.counter[Counter.BLIGHT_POOL] > 0 and S.land[land, Row.EFFECT] & LandEffect.PREVENT_BLIGHT == 0:
        S.counter[Counter.BLIGHT_POOL] -= 1
        if S.counter[Counter.BLIGHT_POOL] == 0:
            S.counter[Counter.DEFEAT] |= DefeatCause.BLIGHT
        touch(S, land)
        S.land[land, Row.BLIGHT] += 1
        mark_land(S, land)
        tell(S, Event.BLIGHT, land, cascaded, 0, 0)
        for seat in range(T.n_spirits):
            if S.land[land, Row.PRESENCE + seat] > 0:
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
