"""Powers together: one that prepares another, and which of two takes the land that both want most."""

from __future__ import annotations

import numpy as np

from sim.core.codes import PowerTrait, TargetKind, Weight
from sim.core.jit import kernel
from sim.kernels.decide import best_offer
from sim.kernels.powers import levels_reached, packed_elements, payable_targets, price_of_repeat, use_power
from sim.kernels.ritual import RITUAL
from sim.kernels.trial import open_trial, take_back
from sim.policies.choice import NOTHING, best_target, best_use, score_target
from sim.policies.value import trial_gain

SEAT_STEP = 256
"""A ``Decision.POWER`` code is the power plus this for each seat."""
PREPARED = 0.5
"""Gain from which on it counts that one power makes another one better."""
RIVAL = 0.3
"""Share of the best gain from which on another power is thought of for the same land."""


@kernel
def freshen(S, T, i):
    """Score an offer on the board as it stands."""
    power = np.int64(S.cand[i] % SEAT_STEP)
    if S.gain_fresh[power] == 1:
        return
    seat = np.int64(S.cand[i] // SEAT_STEP)
    old = S.gain_value[power]
    reached = levels_reached(T, power, packed_elements(S, seat))
    S.score[i] += best_use(S, T, power, seat, reached) - old
    S.gain_fresh[power] = 1


@kernel
def gain_elsewhere(S, T, power, seat, barred):
    """Gain of a power on its best target but one land, at least nothing."""
    reached = levels_reached(T, power, packed_elements(S, seat))
    gain, _ = best_target(S, T, power, seat, reached, 1 << barred)
    return max(0.0, gain)


@kernel
def share_out(S, T, base):
    """Let another power go first where it has the same best land as the best one, and less to gain elsewhere."""
    best = best_offer(S, base)
    power = np.int64(S.cand[best] % SEAT_STEP)
    if power == RITUAL or T.power_target[power] != TargetKind.LAND or S.score[best] <= 0.0:
        return
    land = np.int64(S.gain_target[power])
    top = np.float64(S.score[best])
    elsewhere = -1.0
    chosen = best
    most = PREPARED
    for i in range(base, S.cand_top):
        other = np.int64(S.cand[i] % SEAT_STEP)
        if i == best or other == RITUAL or S.score[i] < RIVAL * top or T.power_target[other] != TargetKind.LAND:
            continue
        seat = np.int64(S.cand[i] // SEAT_STEP)
        freshen(S, T, i)
        if S.gain_target[other] != land or S.score[i] < RIVAL * top:
            continue
        if elsewhere < 0.0:
            elsewhere = gain_elsewhere(S, T, power, np.int64(S.cand[best] // SEAT_STEP), land)
        better = S.score[i] + elsewhere - top - gain_elsewhere(S, T, other, seat, land)
        if better > most:
            most = better
            chosen = i
    if most > PREPARED:
        S.score[chosen] = top + most


@kernel
def try_before(S, T, power, seat, other, owner):
    """Gain of a power on the target of another one, and of that other one after it, together.

    ``NOTHING`` if the power cannot be aimed there.
    """
    target = np.int64(S.gain_target[other])
    reached = levels_reached(T, power, packed_elements(S, seat))
    if payable_targets(S, T, power, seat, reached) >> target & 1 == 0:
        return NOTHING
    chosen = S.preparing
    S.preparing = power
    open_trial(S, T)
    use_power(S, T, power, seat, target, reached)
    S.preparing = chosen
    gain = trial_gain(S, T)
    after = levels_reached(T, other, packed_elements(S, owner))
    gain += max(0.0, score_target(S, T, other, owner, target, after))
    take_back(S, T)
    if S.used[other] > 0:
        gain -= price_of_repeat(S, T, other, owner) * T.own_weight[owner, Weight.ENERGY]
    return gain


@kernel
def prepare(S, T, base):
    """Let a power that moves pieces come first where it makes the best of the others better than both are apart."""
    best = best_offer(S, base)
    other = np.int64(S.cand[best] % SEAT_STEP)
    owner = np.int64(S.cand[best] // SEAT_STEP)
    if other == RITUAL or T.power_target[other] != TargetKind.LAND or S.gain_target[other] < 0:
        return
    S.preparing = -1
    top = np.float64(S.score[best])
    for i in range(base, S.cand_top):
        power = np.int64(S.cand[i] % SEAT_STEP)
        if i == best or power == RITUAL or T.power_target[power] != TargetKind.LAND:
            continue
        if T.power_traits[power] & PowerTrait.PUSH_OR_GATHER == 0 or S.used[power] > 0:
            continue
        seat = np.int64(S.cand[i] // SEAT_STEP)
        together = try_before(S, T, power, seat, other, owner)
        if together > max(0.0, S.score[i]) + top + PREPARED:
            S.score[i] = together
            S.gain_value[power] = together
            S.gain_target[power] = S.gain_target[other]
            S.gain_levels[power] = levels_reached(T, power, packed_elements(S, seat))
            S.gain_fresh[power] = 1
            S.preparing = power
            top = together
