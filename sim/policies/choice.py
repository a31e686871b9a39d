"""What greedy thinks a power is worth now: its best target and levels, by trying each."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Cards, Counter, PowerTrait, TargetKind
from sim.core.jit import kernel
from sim.kernels.powers import legal_targets, levels_reached, use_power, useful_lands
from sim.kernels.trial import open_trial, take_back
from sim.policies.value import trial_gain

NOTHING = -1e9
"""Gain of a power that has no target."""


@kernel
def try_power(S, T, power, seat, target, levels):  # type: ignore[no-untyped-def]
    """Gain of using a power on one target with these levels; the state is left as it was."""
    open_trial(S, T)
    use_power(S, T, power, seat, target, levels)
    repeat = S.counter[Counter.REPEAT]
    gain = trial_gain(S, T)
    take_back(S, T)
    if repeat == 1 and gain > 0.0:
        gain *= 1.6
    return gain


@kernel
def worth_trying(T, power, levels, reached):  # type: ignore[no-untyped-def]
    """Whether a set of levels is tried: all reached, or fewer where more may be worse; it must be one that can be had."""
    if levels & ~reached != 0 or T.level_closed[power, levels] == 0:
        return False
    return levels == reached or T.power_traits[power] & (PowerTrait.REPLACES | PowerTrait.DRAWBACK) != 0


@kernel
def best_use(S, T, power, seat, reached):  # type: ignore[no-untyped-def]
    """Best target and levels of a power with these levels reached.

    Changes ``S.gain_value``, ``S.gain_target`` and ``S.gain_levels`` of the power.

    Returns
    -------
    float
        Its gain, ``NOTHING`` if it cannot be used.
    """
    best = NOTHING
    S.gain_target[power] = -1
    S.gain_levels[power] = reached
    if T.power_deck[power] == Cards.INNATE and reached == 0:
        S.gain_value[power] = best
        return best
    targets = legal_targets(S, T, power, seat, reached)
    if T.power_target[power] == TargetKind.LAND:
        targets = useful_lands(S, T, power, targets)
    for levels in range(reached + 1):
        if not worth_trying(T, power, levels, reached):
            continue
        left = targets
        if levels != reached:
            left &= legal_targets(S, T, power, seat, levels)
        while left != 0:
            target = lowest(left)
            left &= left - 1
            gain = try_power(S, T, power, seat, target, levels)
            if gain > best:
                best = gain
                S.gain_target[power] = target
                S.gain_levels[power] = levels
    S.gain_value[power] = best
    return best


@kernel
def best_use_with(S, T, power, seat, elements):  # type: ignore[no-untyped-def]
    """Best gain of a power if the seat had these packed elements."""
    return best_use(S, T, power, seat, levels_reached(T, power, elements))
