"""The fast and the slow phase: which power comes next, on what target, with which levels."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import (
    PAID_REPEAT,
    Cards,
    Counter,
    Decision,
    Mask,
    Policy,
    Rule,
    Speed,
    Spirit,
    TargetKind,
    Weight,
)
from sim.core.jit import kernel
from sim.kernels.decide import alone_decides, best_offer, decide, offer, prefer, scores_wanted
from sim.kernels.energy import change_energy
from sim.kernels.finish import finish_action, over
from sim.kernels.gains import settle_gains
from sim.kernels.pieces import neighbours
from sim.kernels.powers import (
    is_quickened,
    is_usable,
    legal_targets,
    levels_reached,
    may_pay_repeat,
    may_speed,
    packed_elements,
    pay_for_reach,
    payable_targets,
    price_of_repeat,
    repeats_free,
    use_power,
    useful_lands,
)
from sim.kernels.ritual import RITUAL, perform_ritual, ritual_lands
from sim.kernels.teamwork import SEAT_STEP, freshen, prepare, share_out
from sim.policies.choice import (
    NOTHING,
    best_use,
    forget_disturbed,
    forget_land_gains,
    score_target,
    try_power,
    worth_trying,
)
from sim.policies.plays import choose_any
from sim.policies.value import price_pieces

PREFERENCE = 1e-6
"""Settles ties between targets in favour of the one the search found."""
RITUAL_VALUE = 1e7
"""Gain a Ritual is thought to bring: more than any power not yet tried."""
UNTRIED = 1e6
"""Gain a power is given until it is first tried in a phase."""


@kernel
def choose_levels(S, T, power, seat, target, reached):
    """Choose which of the levels reached are used on a target; any set that holding back elements can give."""
    base = S.cand_top
    for levels in range(reached, -1, -1):
        if levels & ~reached != 0 or T.level_closed[power, levels] == 0:
            continue
        if legal_targets(S, T, power, seat, levels) >> target & 1 == 0:
            continue
        score = NOTHING
        if scores_wanted(S, T) and worth_trying(T, power, levels, reached):
            score = try_power(S, T, power, seat, target, levels)
        offer(S, levels, score)
    if scores_wanted(S, T) and S.gain_fresh[power] == 1 and target == S.gain_target[power]:
        prefer(S, base, np.int64(S.gain_levels[power]), PREFERENCE)
    return decide(S, T, Decision.LEVELS, seat, base)


@kernel
def choose_target(S, T, power, seat, targets, reached):
    """Choose a target among the legal ones (bits); greedy scores those where the power can do any good.

    Its choice is the target its search prefers, which does not try every land: no other scores more.
    """
    base = S.cand_top
    preferred = -1
    useful = targets
    if scores_wanted(S, T):
        if T.power_target[power] == TargetKind.LAND:
            useful = useful_lands(S, T, power, targets)
        if S.gain_fresh[power] == 0:
            best_use(S, T, power, seat, reached)
        preferred = np.int64(S.gain_target[power])
    most = S.gain_value[power]
    if preferred < 0 or targets >> preferred & 1 == 0:
        most = -NOTHING
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        score = NOTHING
        if scores_wanted(S, T) and useful >> target & 1 == 1:
            score = min(score_target(S, T, power, seat, target, reached), most)
            if target == preferred:
                score = most + PREFERENCE
        offer(S, target, score)
    return decide(S, T, Decision.TARGET, seat, base)


@kernel
def reaches_paid(S, T, power, seat, target, levels):
    """Whether a power may still have a target once its price is paid."""
    S.spirit[seat, Spirit.ENERGY] -= T.power_price[power]
    targets = legal_targets(S, T, power, seat, levels)
    S.spirit[seat, Spirit.ENERGY] += T.power_price[power]
    return targets >> target & 1 == 1


@kernel
def pay_repeat(S, T, power, seat, target, levels):
    """Pay for using a card once more, unless a gift makes it free; a first use is paid already. Marks the use.

    Where both are possible the player may pay and keep the gift for another card, if what paying leaves still reaches
    the target.
    """
    if S.used[power] > 0:
        free = repeats_free(S, T, power, seat)
        if free and may_pay_repeat(S, T, power, seat) and reaches_paid(S, T, power, seat, target, levels):
            base = S.cand_top
            offer(S, 0, T.power_price[power] * T.own_weight[seat, Weight.ENERGY])
            offer(S, 1, 1e-6)
            free = decide(S, T, Decision.DECLINE, seat, base) == 0
        if free:
            S.spirit[seat, Spirit.FREE_REPEATS] -= 1
        else:
            change_energy(S, T, seat, -T.power_price[power])
            S.spirit[seat, Spirit.REPEATS] -= 1
            S.used[power] += PAID_REPEAT
    S.used[power] += 1


@kernel
def pay_speed(S, T, power, seat, speed):
    """What using a power in a phase takes of the slow powers a spirit may speed up.

    If every power is fast (Blitz), one that was fast anyway gives 1 energy instead: an innate power when it is used,
    a slow one that something else makes fast; a fast card was cheaper when it was played.
    """
    slow = T.power_speed[power] == Speed.SLOW
    if speed == Speed.SLOW:
        return
    blitz = T.rule[Rule.ALL_FAST] != 0
    if not slow:
        if blitz and T.power_deck[power] == Cards.INNATE:
            change_energy(S, T, seat, 1)
        return
    quick = is_quickened(S, T, power, seat)
    if not quick and may_speed(S, T, seat):
        S.spirit[seat, Spirit.SPED] += 1
        quick = True
    if blitz and quick:
        change_energy(S, T, seat, 1)


@kernel
def count_levels(S, T, power, seat, levels):
    """Count the levels of an innate power used, for the result row."""
    if T.power_deck[power] == Cards.INNATE:
        for level in range(T.n_levels[power]):
            if levels >> level & 1 == 1:
                S.spirit[seat, Spirit.LEVEL_USED + level] += 1


@kernel
def repeats_given(S, T):
    """Repeats that each spirit may pay for, one byte for each seat."""
    given = 0
    for seat in range(T.n_spirits):
        given |= np.int64(S.spirit[seat, Spirit.REPEATS]) << (8 * seat)
    return given


@kernel
def take_repeats_back(S, T, given):
    """Leave spirits no more repeats than ``repeats_given`` told before."""
    for seat in range(T.n_spirits):
        S.spirit[seat, Spirit.REPEATS] = min(S.spirit[seat, Spirit.REPEATS], given >> (8 * seat) & 255)


@kernel
def use_for_real(S, T, power, seat, target, levels):
    """Use a power, its gains and its repeats, and check the end of the game.

    A repeat may have a new target, within the range or next to the first one, and starts no further repeat. A card
    whose use repeats cards does not do so when it is itself repeated.
    """
    again = S.used[power] > 1
    given = repeats_given(S, T)
    pay_for_reach(S, T, power, seat, target, levels)
    use_power(S, T, power, seat, target, levels)
    if again:
        take_repeats_back(S, T, given)
    repeat = S.counter[Counter.REPEAT]
    times = S.counter[Counter.REPEATS]
    settle_gains(S, T)
    finish_action(S, T)
    for _ in range(times):
        if over(S):
            return
        targets = legal_targets(S, T, power, seat, levels)
        if repeat == 2:
            targets = neighbours(S, T, target)
        if targets == 0:
            return
        target = choose_target(S, T, power, seat, targets, levels)
        if repeat != 2:
            pay_for_reach(S, T, power, seat, target, levels)
        use_power(S, T, power, seat, target, levels)
        settle_gains(S, T)
        finish_action(S, T)


@kernel
def use_chosen(S, T, power, seat, speed):
    """Choose target and levels of a power and use it."""
    reached = levels_reached(T, power, packed_elements(S, seat))
    targets = payable_targets(S, T, power, seat, reached)
    target = np.int64(S.gain_target[power])
    if alone_decides(S, T) and target >= 0 and targets >> target & 1 == 1:
        levels = np.int64(S.gain_levels[power])
    else:
        target = choose_target(S, T, power, seat, targets, reached)
        levels = choose_levels(S, T, power, seat, target, reached)
    S.gain_fresh[power] = 0
    pay_repeat(S, T, power, seat, target, levels)
    pay_speed(S, T, power, seat, speed)
    count_levels(S, T, power, seat, levels)
    use_for_real(S, T, power, seat, target, levels)
    S.preparing = -1
    for each in range(T.n_spirits):
        choose_any(S, T, each)


@kernel
def is_ready(S, T, power, seat, speed):
    """Whether a power can be used in the phase of this speed: usable, a level reached if it needs one, a target."""
    if not is_usable(S, T, power, seat, speed):
        return False
    reached = levels_reached(T, power, packed_elements(S, seat))
    if T.power_deck[power] == Cards.INNATE and reached == 0:
        return False
    return payable_targets(S, T, power, seat, reached) != 0


@kernel
def offer_power(S, T, power, seat, speed):
    """Put a power on offer if it is ready, with the gain last found for it."""
    if is_ready(S, T, power, seat, speed):
        score = S.gain_value[power]
        if S.used[power] > 0:
            score -= price_of_repeat(S, T, power, seat) * T.own_weight[seat, Weight.ENERGY]
        offer(S, power + SEAT_STEP * seat, score)


@kernel
def offer_rituals(S, T):
    """Put a Ritual in every land where one can be performed on offer; nothing brings the end nearer."""
    lands = ritual_lands(S, T)
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        offer(S, RITUAL + SEAT_STEP * land, RITUAL_VALUE)


@kernel
def offer_powers(S, T, speed):
    """Put every ready power of every spirit on offer, and the Rituals."""
    offer_rituals(S, T)
    for seat in range(T.n_spirits):
        for i in range(S.spirit[seat, Spirit.OWNED]):
            offer_power(S, T, np.int64(S.owned[seat, i]), seat, speed)
        for i in range(T.n_innates[seat]):
            offer_power(S, T, np.int64(T.innate[seat, i]), seat, speed)


@kernel
def freshen_best(S, T, base):
    """Score the offers again, best first, until the best is one whose gain holds on the board as it stands.

    Uses of other powers seldom raise a gain, so an old gain serves as a bound and most powers are not tried again.
    """
    while True:
        best = best_offer(S, base)
        power = S.cand[best] % SEAT_STEP
        if power == RITUAL or S.gain_fresh[power] == 1 or S.score[best] <= 0.0:
            return
        freshen(S, T, best)


@kernel
def forget_gain(S, T, power, changed, everything):
    """Note that the gain of a power no longer holds, if it is aimed at or next to the lands changed (bits)."""
    target = np.int64(S.gain_target[power])
    apart = T.power_target[power] == TargetKind.LAND and target >= 0
    if everything or not apart or (T.adjacent[target] | (1 << target)) & changed != 0:
        S.gain_fresh[power] = 0
    if everything:
        S.land_gain_known[power] = 0


@kernel
def forget_freshness(S, T, used):
    """Note which gains no longer hold on the board as it stands, once a power has been used.

    What is aimed at a land holds if nothing has changed there and next to it; what a power does to spirits may
    change any.
    """
    changed = np.int64(S.mask[Mask.DISTURBED])
    forget_disturbed(S, T)
    everything = used == RITUAL or T.power_target[used] != TargetKind.LAND
    for seat in range(T.n_spirits):
        for i in range(S.spirit[seat, Spirit.OWNED]):
            forget_gain(S, T, np.int64(S.owned[seat, i]), changed, everything)
        for i in range(T.n_innates[seat]):
            forget_gain(S, T, np.int64(T.innate[seat, i]), changed, everything)


@kernel
def begin_powers(S, T, speed):
    """Begin a power phase: what is known of the gains of powers is forgotten as far as it may not hold any more."""
    price_pieces(S, T)
    for power in range(T.n_powers):
        if speed == Speed.SLOW or power >= T.n_cards:
            S.gain_value[power] = UNTRIED
        S.gain_fresh[power] = 0
    if speed == Speed.SLOW:
        forget_land_gains(S)
    else:
        forget_disturbed(S, T)


@kernel
def offer_ready(S, T, base, speed):
    """Put the powers that can be used on offer, and score them. Returns whether there are any."""
    offer_powers(S, T, speed)
    if S.cand_top == base:
        return False
    if scores_wanted(S, T):
        freshen_best(S, T, base)
        share_out(S, T, base)
        if T.policy >= Policy.PLANNER and S.sure == 0:
            prepare(S, T, base)
    return True


@kernel
def use_offer(S, T, code, speed):
    """Use the power, or perform the Ritual, of an offer."""
    if code % SEAT_STEP == RITUAL:
        perform_ritual(S, T, code // SEAT_STEP)
    else:
        use_chosen(S, T, code % SEAT_STEP, code // SEAT_STEP, speed)
    forget_freshness(S, T, code % SEAT_STEP)


@kernel
def use_one(S, T, base, speed):
    """Choose one of the powers on offer, or to stop, and use it. Returns whether the phase goes on."""
    offer(S, -1, 1e-9)
    code = decide(S, T, Decision.POWER, -1, base)
    if code < 0:
        return False
    use_offer(S, T, code, speed)
    return True


@kernel
def use_powers(S, T, speed):
    """Use powers of a speed, those of all spirits in any order, until the players stop or the game ends."""
    while not over(S):
        base = np.int64(S.cand_top)
        if not (offer_ready(S, T, base, speed) and use_one(S, T, base, speed)):
            return


@kernel
def power_phase(S, T, speed):
    """The fast or the slow phase."""
    begin_powers(S, T, speed)
    use_powers(S, T, speed)
