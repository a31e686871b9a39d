"""The fast and the slow phase: which power comes next, on what target, with which levels."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Cards, Counter, Decision, Event, Policy, Spirit
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.finish import finish_action, over
from sim.kernels.gains import settle_gains
from sim.kernels.powers import is_usable, legal_targets, levels_reached, packed_elements, use_power
from sim.kernels.trace import tell
from sim.policies.choice import NOTHING, best_use, try_power

SEAT_STEP = 256
"""A ``Decision.POWER`` code is the power plus this for each seat."""


@kernel
def best_levels(S, T, power, seat, target, reached):  # type: ignore[no-untyped-def]
    """Choose which of the levels reached are used on a target; any set that holding back elements can give."""
    base = S.cand_top
    for levels in range(reached, -1, -1):
        if levels & ~reached != 0 or T.level_closed[power, levels] == 0:
            continue
        if legal_targets(S, T, power, seat, levels) >> target & 1 == 0:
            continue
        score = 0.0
        if scores_wanted(S, T):
            score = try_power(S, T, power, seat, target, levels)
        offer(S, levels, score)
    return decide(S, T, Decision.LEVELS, seat, base)


@kernel
def score_target(S, T, power, seat, target, reached):  # type: ignore[no-untyped-def]
    """Best gain of a power on one target over the levels that may be used."""
    best = NOTHING
    for levels in range(reached + 1):
        if levels & ~reached == 0 and T.level_closed[power, levels] == 1:
            if legal_targets(S, T, power, seat, levels) >> target & 1 == 1:
                best = max(best, try_power(S, T, power, seat, target, levels))
    return best


@kernel
def choose_target(S, T, power, seat, targets, reached):  # type: ignore[no-untyped-def]
    """Choose a target among the legal ones (bits)."""
    base = S.cand_top
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        score = 0.0
        if scores_wanted(S, T):
            score = score_target(S, T, power, seat, target, reached)
        offer(S, target, score)
    return decide(S, T, Decision.TARGET, seat, base)


@kernel
def pay_repeat(S, T, power, seat):  # type: ignore[no-untyped-def]
    """Pay for using a card a second time (Powerstorm); a first use is paid already. Marks the use."""
    if S.used[power] > 0:
        S.spirit[seat, Spirit.ENERGY] -= T.power_cost[power]
        S.spirit[seat, Spirit.REPEATS] -= 1
        tell(S, Event.ENERGY, seat, -T.power_cost[power], 0, 0)
    S.used[power] += 1


@kernel
def count_levels(S, T, power, seat, levels):  # type: ignore[no-untyped-def]
    """Count the levels of an innate power used, for the result row."""
    if T.power_deck[power] == Cards.INNATE:
        for level in range(T.n_levels[power]):
            if levels >> level & 1 == 1:
                S.spirit[seat, Spirit.LEVEL_USED + level] += 1


@kernel
def use_for_real(S, T, power, seat, target, levels):  # type: ignore[no-untyped-def]
    """Use a power, its gains and its repeats, and check the end of the game.

    A repeat may have a new target, within the range or next to the first one, and starts no further repeat. A card
    whose use repeats cards does not do so when it is itself repeated.
    """
    repeats = S.spirit[seat, Spirit.REPEATS]
    again = S.used[power] > 1
    use_power(S, T, power, seat, target, levels)
    if again and S.spirit[seat, Spirit.REPEATS] > repeats:
        S.spirit[seat, Spirit.REPEATS] = repeats
    repeat = S.counter[Counter.REPEAT]
    settle_gains(S, T)
    finish_action(S, T)
    if repeat == 0 or over(S):
        return
    targets = legal_targets(S, T, power, seat, levels)
    if repeat == 2:
        targets = T.adjacent[target]
    if targets == 0:
        return
    target = choose_target(S, T, power, seat, targets, levels)
    use_power(S, T, power, seat, target, levels)
    settle_gains(S, T)
    finish_action(S, T)


@kernel
def remembered_use(S, T, power):  # type: ignore[no-untyped-def]
    """Whether greedy may take target and levels as found when the power was scored: nobody else has a say."""
    return T.policy == Policy.GREEDY and T.temperature == 0.0 and S.script_top == 0 and S.trace_on == 0


@kernel
def use_chosen(S, T, power, seat):  # type: ignore[no-untyped-def]
    """Choose target and levels of a power and use it."""
    reached = levels_reached(T, power, packed_elements(S, seat))
    if remembered_use(S, T, power):
        target = np.int64(S.gain_target[power])
        levels = S.gain_levels[power]
    else:
        target = choose_target(S, T, power, seat, legal_targets(S, T, power, seat, reached), reached)
        levels = best_levels(S, T, power, seat, target, reached)
    pay_repeat(S, T, power, seat)
    count_levels(S, T, power, seat, levels)
    use_for_real(S, T, power, seat, target, levels)


@kernel
def offer_power(S, T, power, seat, speed):  # type: ignore[no-untyped-def]
    """Put a power on offer if it can be used in the phase of this speed and has a target."""
    if not is_usable(S, T, power, seat, speed):
        return
    reached = levels_reached(T, power, packed_elements(S, seat))
    if T.power_deck[power] == Cards.INNATE and reached == 0:
        return
    if legal_targets(S, T, power, seat, reached) == 0:
        return
    score = 0.0
    if scores_wanted(S, T):
        score = best_use(S, T, power, seat, reached)
        if S.used[power] > 0:
            score -= T.power_cost[power] * 0.7
    offer(S, power + SEAT_STEP * seat, score)


@kernel
def power_phase(S, T, speed):  # type: ignore[no-untyped-def]
    """Use powers of a speed, those of all spirits in any order, until the players stop or the game ends."""
    while not over(S):
        base = S.cand_top
        for seat in range(T.n_spirits):
            for i in range(S.spirit[seat, Spirit.OWNED]):
                offer_power(S, T, S.owned[seat, i], seat, speed)
            for i in range(T.n_innates[seat]):
                offer_power(S, T, T.innate[seat, i], seat, speed)
        if S.cand_top == base:
            return
        offer(S, -1, 1e-9)
        code = decide(S, T, Decision.POWER, -1, base)
        if code < 0:
            return
        use_chosen(S, T, code % SEAT_STEP, code // SEAT_STEP)
