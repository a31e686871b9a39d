"""The trace: what happened, row by row, while ``S.trace_on``; trials leave no trace."""

from __future__ import annotations

from sim.core.codes import Counter
from sim.core.jit import kernel
from sim.core.state import MAX_TRACE


@kernel
def tell(S, event, a, b, c, d):
    """Append an event to the trace. Changes ``S.trace``."""
    if S.trace_on != 0 and S.counter[Counter.TRIAL] == 0 and S.trace_top < MAX_TRACE:
        top = S.trace_top
        S["trace"][top, 0] = event
        S["trace"][top, 1] = a
        S["trace"][top, 2] = b
        S["trace"][top, 3] = c
        S["trace"][top, 4] = d
        S.trace_value[top] = 0.0
        S.trace_top = top + 1
