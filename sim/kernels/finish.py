"""The end of the game: victory and defeat, checked whenever no action is half done (RULES 9)."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Counter, DefeatCause, Event, Mask, Outcome, Piece, Row, Rule, Spirit
from sim.core.jit import kernel
from sim.kernels.damage import deal_damage
from sim.kernels.follow_ups import follow_up
from sim.kernels.ravage import INVADER_KINDS
from sim.kernels.trace import tell
from sim.policies.value import victory_holds

FEAR_VICTORY = 4
"""The terror level of the fear victory."""


@kernel
def over(S):
    """Whether the game has ended."""
    return S.counter[Counter.OUTCOME] != Outcome.NONE


@kernel
def last_stand(S, T):
    """Dahan Insurrection at terror victory: dahan fight in every land; without victory then, the game is lost."""
    lands = S.mask[Mask.DAHAN] & S.mask[Mask.INVADERS] & T.all_lands
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        deal_damage(S, T, land, T.damage[Piece.DAHAN] * S.land[land, Row.DAHAN], INVADER_KINDS)
    follow_up(S, T)
    if not victory_holds(S, T):
        S.counter[Counter.DEFEAT] |= DefeatCause.SCENARIO


@kernel
def check_rules(S, T):
    """Note the defeats that adversaries and scenarios bring. Changes ``Counter.DEFEAT``."""
    if T.rule[Rule.BUILDING_LIMIT] > 0:
        lands = S.mask[Mask.BUILDINGS]
        while lands != 0:
            land = lowest(lands)
            lands &= lands - 1
            if S.land[land, Row.TOWN] + S.land[land, Row.CITY] >= T.rule[Rule.BUILDING_LIMIT]:
                S.counter[Counter.DEFEAT] |= DefeatCause.ADVERSARY
    if S.mask[Mask.BUILDINGS] & T.inner != 0 and S.counter[Counter.ROUND] > 1:
        S.counter[Counter.DEFEAT] |= DefeatCause.SCENARIO
    if S.counter[Counter.DAHAN] < T.rule[Rule.DAHAN_LEAST] * T.n_spirits:
        S.counter[Counter.DEFEAT] |= DefeatCause.SCENARIO


@kernel
def outcome_of(S, T):
    """The outcome of the game as it stands between two actions; both at once are a sacrifice victory."""
    defeat = S.counter[Counter.DEFEAT]
    if victory_holds(S, T):
        if defeat != 0:
            return Outcome.SACRIFICE.value
        return np.int64(S.counter[Counter.TERROR])
    if defeat & DefeatCause.BLIGHT != 0:
        return Outcome.DEFEAT_BLIGHT.value
    if defeat & DefeatCause.PRESENCE != 0:
        return Outcome.DEFEAT_PRESENCE.value
    if defeat & DefeatCause.ADVERSARY != 0:
        return Outcome.DEFEAT_ADVERSARY.value
    if defeat & DefeatCause.SCENARIO != 0:
        return Outcome.DEFEAT_SCENARIO.value
    if defeat != 0:
        return Outcome.DEFEAT_TIME.value
    return Outcome.NONE.value


@kernel
def finish_action(S, T):
    """End an action: its follow-ups, then victory and defeat. Changes ``Counter.OUTCOME`` and ``Counter.DEFEAT``."""
    follow_up(S, T)
    if over(S):
        return
    for seat in range(T.n_spirits):
        if S.spirit[seat, Spirit.ON_ISLAND] == 0:
            S.counter[Counter.DEFEAT] |= DefeatCause.PRESENCE
    check_rules(S, T)
    if T.rule[Rule.OUTNUMBER] != 0 and S.counter[Counter.TERROR] >= FEAR_VICTORY:
        last_stand(S, T)
        check_rules(S, T)
    S.counter[Counter.OUTCOME] = outcome_of(S, T)
    if over(S):
        tell(S, Event.OUTCOME, S.counter[Counter.OUTCOME], 0, 0, 0)
