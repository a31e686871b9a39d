"""The power phases of planner and expert: which power comes next, and where, by trying the best few on copies."""

from __future__ import annotations

import numpy as np

from sim.core.codes import Phase, Speed, TargetKind
from sim.core.jit import kernel
from sim.kernels.decide import prefer
from sim.kernels.finish import over
from sim.kernels.powers import levels_reached, packed_elements
from sim.kernels.ritual import RITUAL
from sim.kernels.teamwork import SEAT_STEP, freshen
from sim.kernels.uses import begin_powers, offer_ready, use_one
from sim.planning.race import POWER, add_plan, by_rung, code_of, power_plan, race, target_of, worth_of
from sim.policies.choice import best_target

PLANNER_USES = 3
"""Powers tried, each on its best target; the best one on its second target besides."""
PLANNER_NEAR = 0.5
"""Share of the best gain from which on a power is tried."""
EXPERT_USES = 4
EXPERT_NEAR = 0.2
SURE = 1.0
"""How much better, in explorers, another power has to turn out than the one greedy would use."""


@kernel
def next_best(S, base, taken):
    """The best offer from ``base`` on that is not among those taken (bits), -1 for none worth anything."""
    best = -1
    for i in range(base, S.cand_top):
        if taken >> (i - base) & 1 == 0 and S.score[i] > 0.0 and (best < 0 or S.score[i] > S.score[best]):
            best = i
    return best


@kernel
def add_second_target(S, T, code, top, n):
    """Add the plan to use a power on the target that is second best. Returns how many plans there are then."""
    power = np.int64(code % SEAT_STEP)
    seat = np.int64(code // SEAT_STEP)
    if T.power_target[power] != TargetKind.LAND:
        return n
    reached = levels_reached(T, power, packed_elements(S, seat))
    gain, target = best_target(S, T, power, seat, reached, 1 << np.int64(S.gain_target[power]))
    if gain < by_rung(T, PLANNER_NEAR, EXPERT_NEAR) * top:
        return n
    return add_plan(S, n, power_plan(code, target))


@kernel
def add_uses(S, T, base):
    """Make plans of the best powers on offer. Returns how many; the first is what greedy would do."""
    n = 0
    taken = 0
    top = 0.0
    least = by_rung(T, PLANNER_NEAR, EXPERT_NEAR)
    while n < by_rung(T, PLANNER_USES, EXPERT_USES):
        best = next_best(S, base, taken)
        if best < 0:
            break
        code = np.int64(S.cand[best])
        if code % SEAT_STEP == RITUAL:
            return 0
        taken |= 1 << (best - base)
        freshen(S, T, best)
        if n == 0:
            top = np.float64(S.score[best])
        if S.score[best] >= least * top and S.gain_target[code % SEAT_STEP] >= 0:
            n = add_plan(S, n, power_plan(code, np.int64(S.gain_target[code % SEAT_STEP])))
    if n > 0:
        n = add_second_target(S, T, code_of(S.plan[0]), top, n)
    return n


@kernel
def choose_use(S, X, tables, base, speed):
    """Let the power that turns out best on copies be the best offer, on the target where it does."""
    T = tables[S.table]
    n = add_uses(S, T, base)
    if n < 2:
        return
    best = race(S, X, tables, POWER, -1, speed, (1 << n) - 1)
    if best == 0 or worth_of(S, best) < worth_of(S, 0) + SURE:
        return
    code = code_of(S.plan[best])
    power = code % SEAT_STEP
    target = target_of(S.plan[best])
    S.preparing = -1
    if T.power_target[power] == TargetKind.LAND and target != S.gain_target[power]:
        S.gain_value[power] = S.land_gain[power, target]
        S.gain_levels[power] = levels_reached(T, power, packed_elements(S, code // SEAT_STEP))
    S.gain_target[power] = target
    prefer(S, base, code, worth_of(S, best) - worth_of(S, 0))


@kernel
def plan_powers(S, X, tables, phase):
    """Use powers in the fast or slow phase until the players stop or the game ends."""
    T = tables[S.table]
    speed = Speed.FAST.value
    if phase == Phase.SLOW:
        speed = Speed.SLOW.value
    begin_powers(S, T, speed)
    while not over(S):
        base = np.int64(S.cand_top)
        if not offer_ready(S, T, base, speed):
            return
        choose_use(S, X, tables, base, speed)
        if not use_one(S, T, base, speed):
            return
