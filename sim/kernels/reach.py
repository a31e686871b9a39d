"""Distances: which lands are within so many steps of others, and which of them may hold presence."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.jit import kernel
from sim.kernels.presence import may_hold


@kernel
def lands_in_reach(T, lands, steps):
    """Lands within so many steps of any of a set of lands, oceans included whether they are in play or not.

    An ocean touches the first three lands of its board only, which are as near to each other without it: it never is a
    short cut, and distances do not depend on which oceans are in play.
    """
    steps = min(steps, T.reach.shape[0] - 1)
    found = 0
    while lands != 0:
        found |= T.reach[steps, lowest(lands)]
        lands &= lands - 1
    return found


@kernel
def lands_to_hold(S, T, seat, lands):
    """Those of the lands that presence of a seat may be put into."""
    found = 0
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if may_hold(S, T, seat, land):
            found |= 1 << land
    return found
