"""The end of the game: victory and defeat, checked whenever no action is half done (RULES 9)."""

from __future__ import annotations

from sim.core.codes import Counter, DefeatCause, Event, Outcome, Spirit
from sim.core.jit import kernel
from sim.kernels.power_damage import follow_up
from sim.kernels.trace import tell
from sim.policies.value import victory_holds


@kernel
def over(S):
    """Whether the game has ended."""
    return S.counter[Counter.OUTCOME] != Outcome.NONE


@kernel
def finish_action(S, T):
    """End an action: its follow-ups, then victory and defeat; both at once are a sacrifice victory.

    Changes ``Counter.OUTCOME`` and ``Counter.DEFEAT``.
    """
    follow_up(S, T)
    if over(S):
        return
    for seat in range(T.n_spirits):
        if S.spirit[seat, Spirit.ON_ISLAND] == 0:
            S.counter[Counter.DEFEAT] |= DefeatCause.PRESENCE
    defeat = S.counter[Counter.DEFEAT]
    if victory_holds(S, T):
        if defeat != 0:
            S.counter[Counter.OUTCOME] = Outcome.SACRIFICE
        else:
            S.counter[Counter.OUTCOME] = S.counter[Counter.TERROR]
    elif defeat & DefeatCause.BLIGHT != 0:
        S.counter[Counter.OUTCOME] = Outcome.DEFEAT_BLIGHT
    elif defeat & DefeatCause.PRESENCE != 0:
        S.counter[Counter.OUTCOME] = Outcome.DEFEAT_PRESENCE
    elif defeat != 0:
        S.counter[Counter.OUTCOME] = Outcome.DEFEAT_TIME
    if over(S):
        tell(S, Event.OUTCOME, S.counter[Counter.OUTCOME], 0, 0, 0)
