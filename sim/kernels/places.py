"""Choosing the land of a set that gets, or loses, one piece or one presence."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.moves import price_presence
from sim.policies.value import price_with


@kernel
def choose_land_for(S, T, decision, seat, lands, kind):
    """Choose the land, of a set with at least one, that gets one more piece of a kind.

    Parameters
    ----------
    decision : Decision
        What the choice is called.
    seat : int
        Who chooses, -1 for the players together.
    """
    base = S.cand_top
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = price_with(S, T, land, kind, 1)
        offer(S, land, score)
    return decide(S, T, decision, seat, base)


@kernel
def choose_presence_land(S, T, decision, seat, lands, n):
    """Choose the land, of a set with at least one, where a seat gets one presence (``n`` = 1) or loses one (-1)."""
    base = S.cand_top
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = price_presence(S, T, land, seat, n)
        offer(S, land, score)
    return decide(S, T, decision, seat, base)
