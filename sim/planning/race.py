"""Plans tried on copies of the game, and the race between them.

A plan is a number: of a growth option with the source and the land of its first presence, or of a set of cards.  A
sample of a plan is one copy on which it is carried out and the round played to its end, everybody else acting as
greedy does; its worth is the outlook there.  Sample ``k`` of every plan meets the same chance.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import Counter, Phase, Policy, Spirit
from sim.core.jit import kernel
from sim.core.state import MAX_PLANS
from sim.game.turn import do_phase
from sim.kernels.cards import play_card
from sim.kernels.energy import change_energy
from sim.kernels.finish import finish_action, over
from sim.kernels.growth import grow, grow_by, score_places
from sim.kernels.powers import levels_reached, packed_elements
from sim.kernels.teamwork import SEAT_STEP
from sim.kernels.uses import use_offer, use_powers
from sim.planning.copies import copy_game_anew
from sim.planning.outlook import outlook
from sim.policies.plays import choose_any, play_cards

LAND_STEP = 64
"""A growth plan is the option, plus this for each land (0: greedy's, else the land plus one), ..."""
TRACK_STEP = 4096
"""... plus this for each track (0: greedy's, else the track plus one), ..."""
DECK_STEP = 16384
"""... plus this for each deck that a power is gained from (likewise)."""
PLANNER_FIRST = 2
"""Samples of each of the planner's plans, ..."""
PLANNER_MOST = 4
"""... and of those that stay in its race to the end."""
EXPERT_FIRST = 4
EXPERT_MOST = 32
GROWTH = 0
"""Kind of a plan that is a growth option."""
CARDS = 1
"""Kind of a plan that is a set of cards."""
POWER = 2
"""Kind of a plan that is the use of a power on a target."""
TARGET_STEP = 4 * SEAT_STEP
"""The use of a power is its code, plus this for its target plus one."""
PLANNER_MOST_OF_POWERS = 2
"""Samples of the uses of powers that stay in the planner's race to the end: more were not worth their time."""
EXPERT_MOST_OF_POWERS = 16
TIE = 1e-6
"""How much less than the winner a plan counts that has left the race with luck."""


@kernel
def by_rung(T, planner, expert):
    """The planner's number or the expert's, whoever plays."""
    if T.policy == Policy.EXPERT:
        return expert
    return planner


@kernel
def growth_plan(option, track, land, deck):
    """Number of a growth plan; ``track``, ``land`` and ``deck`` -1 for greedy's choice."""
    return option + LAND_STEP * (land + 1) + TRACK_STEP * (track + 1) + DECK_STEP * (deck + 1)


@kernel
def power_plan(code, target):
    """Number of the plan to use a power, by the code of its offer, on a target."""
    return code + TARGET_STEP * (target + 1)


@kernel
def code_of(plan):
    """Code of the offer that a plan to use a power takes."""
    return np.int64(plan % TARGET_STEP)


@kernel
def target_of(plan):
    """Target of a plan to use a power."""
    return np.int64(plan // TARGET_STEP - 1)


@kernel
def grow_by_plan(S, T, seat, plan, score):
    """Grow as a plan says, better by ``score`` than what greedy would do; what it leaves open is greedy's choice."""
    S.hint_deck = plan // DECK_STEP - 1
    S.hint_track = plan % DECK_STEP // TRACK_STEP - 1
    S.hint_land = plan % TRACK_STEP // LAND_STEP - 1
    S.hint_bonus = score
    grow_by(S, T, seat, plan % LAND_STEP)
    S.hint_track = -1
    S.hint_land = -1
    S.hint_deck = -1
    finish_action(S, T)


@kernel
def finish_round(X, T, phase):
    """Play a copy on from a phase to the start of the next round, or to the end of the game."""
    X.counter[Counter.PHASE] = phase
    while not over(X) and X.counter[Counter.PHASE] != Phase.SPIRIT:
        do_phase(X, T)


@kernel
def try_growth(X, T, seat, plan):
    """Carry out a growth plan of a seat on a copy; later seats grow, and all play cards, as greedy does."""
    score_places(X, T, seat)
    grow_by_plan(X, T, seat, plan, 1.0)
    for other in range(seat + 1, T.n_spirits):
        if not over(X):
            grow(X, T, other)
            finish_action(X, T)
    if over(X):
        return
    for other in range(T.n_spirits):
        change_energy(X, T, other, np.int64(X.spirit[other, Spirit.INCOME]))
    for other in range(T.n_spirits):
        play_cards(X, T, other)
        choose_any(X, T, other)


@kernel
def try_cards(S, X, T, seat, base, plan):
    """Play a set of cards, those that ``S`` offers from ``base`` on, on a copy; later seats play as greedy does."""
    while plan != 0:
        play_card(X, T, seat, np.int64(S.cand[base + lowest(plan)]))
        plan &= plan - 1
    choose_any(X, T, seat)
    for other in range(seat + 1, T.n_spirits):
        play_cards(X, T, other)
        choose_any(X, T, other)


@kernel
def try_use(S, X, T, plan, speed):
    """Use a power on a target on a copy, then the others of the phase as greedy does."""
    code = code_of(plan)
    power = code % SEAT_STEP
    X.gain_target[power] = target_of(plan)
    X.gain_levels[power] = levels_reached(T, power, packed_elements(X, code // SEAT_STEP))
    if X.gain_target[power] == S.gain_target[power]:
        X.gain_levels[power] = S.gain_levels[power]
        if S.preparing == power:
            X.preparing = power
    use_offer(X, T, code, speed)
    use_powers(X, T, speed)


@kernel
def sample_plan(S, X, tables, kind, seat, base, entry):
    """Take one more sample of a plan. Changes ``S.plan_total`` and ``S.plan_samples``, and the copy ``X``."""
    T = tables[copy_game_anew(S, X, tables, S.plan_samples[entry])]
    phase = Phase.FAST.value
    if kind == POWER:
        phase = np.int64(S.counter[Counter.PHASE]) + 1
        try_use(S, X, T, S.plan[entry], base)
    elif kind == CARDS:
        try_cards(S, X, T, seat, base, S.plan[entry])
    else:
        try_growth(X, T, seat, S.plan[entry])
    if not over(X):
        finish_round(X, T, phase)
    S.plan_total[entry] += outlook(X, T)
    S.plan_samples[entry] += 1
    if kind == POWER:
        return
    # what the copy has found out of innate powers serves the next one
    for i in range(T.n_innates[seat]):
        for levels in range(16):
            S.innate_gain[seat, i, levels] = X.innate_gain[seat, i, levels]


@kernel
def worth_of(S, entry):
    """Mean outlook over the samples of a plan."""
    return S.plan_total[entry] / max(1, S.plan_samples[entry])


@kernel
def worth_beside(S, entry, winner):
    """Mean outlook of a plan, at most just less than the winner's if it left the race early."""
    if S.plan_samples[entry] < S.plan_samples[winner]:
        return min(worth_of(S, entry), worth_of(S, winner) - TIE)
    return worth_of(S, entry)


@kernel
def add_plan(S, n, plan):
    """Put a plan behind the ``n`` there are, unless it is one of them. Returns how many there are then."""
    for entry in range(n):
        if S.plan[entry] == plan:
            return n
    if n == MAX_PLANS:
        return n
    S.plan[n] = plan
    S.plan_total[n] = 0.0
    S.plan_samples[n] = 0
    return n + 1


@kernel
def best_of(S, plans):
    """The plan of a set of entries (bits) with the best mean, the first among equals."""
    best = lowest(plans)
    while plans != 0:
        entry = lowest(plans)
        plans &= plans - 1
        if worth_of(S, entry) > worth_of(S, best):
            best = entry
    return best


@kernel
def best_half(S, plans):
    """The better half of a set of plans, at least two of them."""
    kept = 0
    for _ in range(max(2, size(plans) // 2)):
        best = best_of(S, plans & ~kept)
        kept |= 1 << best
    return kept


@kernel
def most_samples(T, kind):
    """Samples of the last plans left."""
    if kind == POWER:
        return by_rung(T, PLANNER_MOST_OF_POWERS, EXPERT_MOST_OF_POWERS)
    return by_rung(T, PLANNER_MOST, EXPERT_MOST)


@kernel
def race(S, X, tables, kind, seat, base, plans):
    """Compare plans: all get a few samples, then the better half twice as many, until the last two have had enough.

    Parameters
    ----------
    kind : int
        ``GROWTH``, ``CARDS`` or ``POWER``.
    base : int
        First offer of ``S`` that card sets speak of; of uses of powers, their speed.
    plans : int
        Entries of ``S.plan``, as bits, at least one.

    Returns
    -------
    int
        Entry of the best plan.
    """
    T = tables[S.table]
    goal = by_rung(T, PLANNER_FIRST, EXPERT_FIRST)
    while True:
        left = plans
        while left != 0:
            entry = lowest(left)
            left &= left - 1
            while S.plan_samples[entry] < goal:
                sample_plan(S, X, tables, kind, seat, base, entry)
        if goal >= most_samples(T, kind) or size(plans) < 2:
            return best_of(S, plans)
        plans = best_half(S, plans)
        goal = min(2 * goal, most_samples(T, kind))
