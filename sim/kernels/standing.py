"""Standing effects of fear cards: invader actions skipped wherever a condition holds when they would happen."""

from __future__ import annotations

from sim.core.codes import Counter
from sim.core.jit import kernel
from sim.kernels.conditions import holds


@kernel
def standing_skip(S, T, action, land):
    """Whether a standing effect skips an action (a bit of ``Action``) in a land."""
    for i in range(S.counter[Counter.STANDING]):
        if S.standing[i, 0] & action != 0 and holds(S, T, S.standing[i, 1], land, -1, -1):
            return True
    return False
