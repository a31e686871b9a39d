"""What greedy thinks a power is worth now: its best target and levels, by trying each."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Cards, Counter, Mask, PowerTrait, TargetKind, Useful
from sim.core.jit import kernel
from sim.kernels.powers import legal_targets, levels_reached, pay_for_reach, use_power, useful_lands
from sim.kernels.trial import open_trial, take_back
from sim.policies.value import refresh_values, trial_gain

FEAR_SLACK = 2.0
"""Fear a power is thought to print when a land's potential is taken for the most it can gain there."""
REWEIGHED = PowerTrait.REPLACES | PowerTrait.DRAWBACK
"""Traits of powers for which fewer levels than those reached may be better."""
NOTHING = -1e9
"""Gain of a power that has no target."""


@kernel
def try_power(S, T, power, seat, target, levels):
    """Gain of using a power on one target with these levels; the state is left as it was."""
    open_trial(S, T)
    pay_for_reach(S, T, power, seat, target, levels)
    use_power(S, T, power, seat, target, levels)
    repeats = S.counter[Counter.REPEATS]
    if S.counter[Counter.REPEAT] != 1:
        repeats = 0
    gain = trial_gain(S, T)
    take_back(S, T)
    if repeats > 0 and gain > 0.0:
        gain *= 1.0 + 0.6 * repeats
    return gain


@kernel
def worth_trying(T, power, levels, reached):
    """Whether a set of levels is tried: one that can be had, all reached or fewer where more may be worse."""
    if levels & ~reached != 0 or T.level_closed[power, levels] == 0:
        return False
    return levels == reached or T.power_traits[power] & REWEIGHED != 0


@kernel
def score_target(S, T, power, seat, target, reached):
    """Gain of a power on one target with all levels reached; with fewer too if the card is another one then."""
    best = try_power(S, T, power, seat, target, reached)
    if T.power_deck[power] != Cards.INNATE and T.power_traits[power] & PowerTrait.REPLACES != 0:
        for levels in range(reached):
            if worth_trying(T, power, levels, reached):
                if legal_targets(S, T, power, seat, levels) >> target & 1 == 1:
                    best = max(best, try_power(S, T, power, seat, target, levels))
    return best


@kernel
def best_levels(S, T, power, seat, target, reached):
    """Best set of levels of a power on a target, the largest among equals. Changes ``S.gain_levels``.

    Returns
    -------
    float
        Its gain.
    """
    best = NOTHING
    for levels in range(reached, -1, -1):
        if worth_trying(T, power, levels, reached):
            if levels != reached and legal_targets(S, T, power, seat, levels) >> target & 1 == 0:
                continue
            gain = try_power(S, T, power, seat, target, levels)
            if gain > best:
                best = gain
                S.gain_levels[power] = levels
    return best


@kernel
def most_promising(S, lands):
    """The land of a set that has the most to gain from a power confined to it, the first among equals."""
    best = lowest(lands)
    lands &= lands - 1
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if S.potential[land] > S.potential[best]:
            best = land
    return best


@kernel
def forget_land_gains(S):
    """Forget what every power was found to gain in every land. Changes ``S.land_gain_known``."""
    for power in range(S.land_gain_known.shape[0]):
        S.land_gain_known[power] = 0


@kernel
def forget_disturbed(S, T):
    """Forget what powers were found to gain in and next to the lands changed since the last time."""
    changed = S.mask[Mask.DISTURBED]
    near = changed
    while changed != 0:
        near |= T.adjacent[lowest(changed)]
        changed &= changed - 1
    S.mask[Mask.DISTURBED] = 0
    if near != 0:
        for power in range(T.n_powers):
            S.land_gain_known[power] &= ~near


@kernel
def land_gain(S, T, power, seat, target, reached):
    """Gain of a power on one target; remembered, outside trials, while nothing changes there or next to it."""
    if S.counter[Counter.TRIAL] > 0:
        return score_target(S, T, power, seat, target, reached)
    if S.land_gain_levels[power] != reached:
        S.land_gain_levels[power] = reached
        S.land_gain_known[power] = 0
    if S.land_gain_known[power] >> target & 1 == 0:
        S.land_gain[power, target] = score_target(S, T, power, seat, target, reached)
        S.land_gain_known[power] |= 1 << target
    return S.land_gain[power, target]


@kernel
def best_target(S, T, power, seat, reached, barred):
    """Best target of a power with these levels reached, but for those barred (bits).

    A power confined to its target land tries the most promising lands first, and no more of them once none can gain
    more than the best did.

    Returns
    -------
    float
        The gain there, ``NOTHING`` if there is no target.
    int
        The target, -1 for none.
    """
    best = NOTHING
    found = -1
    targets = legal_targets(S, T, power, seat, reached) & ~barred
    confined = False
    if T.power_target[power] == TargetKind.LAND:
        targets = useful_lands(S, T, power, targets)
        confined = T.power_useful[power] & (Useful.ANYWHERE | Useful.NEAR_INVADERS) == 0
        refresh_values(S, T)
    slack = FEAR_SLACK * S.worth[5]
    while targets != 0:
        target = lowest(targets)
        if confined:
            target = most_promising(S, targets)
            if S.potential[target] + slack <= best:
                break
        targets &= ~(1 << target)
        gain = land_gain(S, T, power, seat, target, reached)
        if gain > best:
            best = gain
            found = target
    return best, found


@kernel
def best_use(S, T, power, seat, reached):
    """Best target and levels of a power with these levels reached.

    Changes ``S.gain_value``, ``S.gain_target`` and ``S.gain_levels`` of the power.

    Returns
    -------
    float
        Its gain, ``NOTHING`` if it cannot be used.
    """
    S.gain_target[power] = -1
    S.gain_levels[power] = reached
    if T.power_deck[power] == Cards.INNATE and reached == 0:
        S.gain_value[power] = NOTHING
        return NOTHING
    best, found = best_target(S, T, power, seat, reached, 0)
    S.gain_target[power] = found
    if reached != 0 and S.gain_target[power] >= 0 and T.power_traits[power] & REWEIGHED != 0:
        best = best_levels(S, T, power, seat, np.int64(S.gain_target[power]), reached)
    S.gain_value[power] = best
    return best


@kernel
def best_use_with(S, T, power, seat, elements):
    """Best gain of a power if the seat had these packed elements."""
    return best_use(S, T, power, seat, levels_reached(T, power, elements))
