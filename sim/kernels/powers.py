"""Using powers: who may be targeted, which levels are reached, the use itself and what follows it (RULES 5)."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import (
    PAID_REPEAT,
    Cards,
    Counter,
    Element,
    Event,
    Flag,
    Hook,
    Level,
    Mask,
    Piece,
    Place,
    Row,
    Rule,
    Speed,
    Spirit,
    TargetKind,
    Useful,
    Where,
    Who,
)
from sim.core.jit import kernel
from sim.kernels.cards import place_of
from sim.kernels.dreams import end_dream
from sim.kernels.energy import change_energy
from sim.kernels.follow_ups import follow_up
from sim.kernels.moves import forget_pushes, gather
from sim.kernels.power_damage import deal_left_bonus, flush_pool, start_bonus
from sim.kernels.program import run
from sim.kernels.reach import lands_in_reach
from sim.kernels.trace import tell

BYTE_TOPS = 0x4040404040404040
"""The guard bit of each byte in ``covers``: elements never reach 64."""


@kernel
def packed_elements(S, seat):
    """Elements of a seat this turn, one byte for each."""
    packed = 0
    for element in range(8):
        packed |= np.int64(min(63, S.spirit[seat, Spirit.ELEMENT + element])) << (8 * element)
    return packed


@kernel(inline=True)
def covers(have, need):
    """Whether packed elements cover a packed need, byte by byte."""
    return ((have | BYTE_TOPS) - need) & BYTE_TOPS == BYTE_TOPS


@kernel
def levels_reached(T, power, elements):
    """Levels of a power whose own need packed elements cover, as bits."""
    reached = 0
    for level in range(T.n_levels[power]):
        if covers(elements, T.level_packed[power, level]):
            reached |= 1 << level
    return reached


@kernel
def power_range(S, T, power, seat, levels):
    """Range of a power with these levels, the bonus of the turn included."""
    steps = T.power_range[power]
    for level in range(T.n_levels[power]):
        if levels >> level & 1 == 1 and T.level_range[power, level] >= 0:
            steps = T.level_range[power, level]
    return steps + S.spirit[seat, Spirit.RANGE]


@kernel
def origins(S, T, power, seat):
    """Lands a power's range may be counted from; shared presence (Entwined Power) counts for this only."""
    sacred = T.power_sacred[power] == 1
    if S.spirit[seat, Spirit.SHARE] == 0:
        if sacred:
            lands = S.mask[Mask.SACRED + seat]
        else:
            lands = S.mask[Mask.PRESENCE + seat]
    else:
        lands = 0
        for land in range(T.n_lands):
            n = 0
            for other in range(T.n_spirits):
                if other == seat or S.spirit[seat, Spirit.SHARE] >> other & 1 == 1:
                    n += S.land[land, Row.PRESENCE + other]
            if n > 0 and (not sacred or n >= T.sacred_need[seat, land]):
                lands |= 1 << land
    source = T.power_source[power]
    if source != 0:
        lands &= T.terrain_lands[source]
    return lands & S.mask[Mask.LANDS]


@kernel
def fitting_lands(S, T, power, seat):
    """Lands that fulfil a power's target condition."""
    lands = T.power_where[power]
    needs = T.power_needs[power]
    if needs != 0:
        if needs & Where.DAHAN != 0:
            lands &= S.mask[Mask.DAHAN]
        if needs & Where.INVADERS != 0:
            lands &= S.mask[Mask.INVADERS]
        if needs & Where.NO_INVADERS != 0:
            lands &= ~S.mask[Mask.INVADERS]
        if needs & Where.BLIGHT != 0:
            lands &= S.mask[Mask.BLIGHT]
        if needs & Where.NO_BLIGHT != 0:
            lands &= ~S.mask[Mask.BLIGHT]
        if needs & Where.OWN_PRESENCE != 0:
            lands &= S.mask[Mask.PRESENCE + seat]
        if needs & Where.BUILDINGS != 0:
            lands &= S.mask[Mask.BUILDINGS]
    return lands & S.mask[Mask.LANDS]


@kernel
def lands_in_range(S, T, power, seat, levels):
    """Lands within the range of a power with these levels, whatever its target condition."""
    return lands_in_reach(T, origins(S, T, power, seat), power_range(S, T, power, seat, levels))


@kernel
def may_reach_dahan(S, T, power, seat):
    """Shadows of the Dahan: whether the spirit can pay for a power to reach any land with dahan.

    Only the range is lifted: there must be a land that the range could be counted from.
    """
    if T.hooks[seat] >> Hook.TARGET_OVERRIDE_PAID & 1 == 0 or S.spirit[seat, Spirit.ENERGY] < 1:
        return False
    return origins(S, T, power, seat) != 0


@kernel
def pay_for_reach(S, T, power, seat, target, levels):
    """Pay the energy for a target that is out of range, if it is. Changes the spirit's energy."""
    if T.hooks[seat] >> Hook.TARGET_OVERRIDE_PAID & 1 == 1 and T.power_target[power] == TargetKind.LAND:
        if lands_in_range(S, T, power, seat, levels) >> target & 1 == 0:
            change_energy(S, T, seat, -1)


@kernel
def legal_targets(S, T, power, seat, levels):
    """Targets a power may have now, as bits: lands, or seats for a power that targets a spirit; 1 for no target."""
    kind = T.power_target[power]
    if kind == TargetKind.LAND:
        reach = lands_in_range(S, T, power, seat, levels)
        if may_reach_dahan(S, T, power, seat):
            reach |= S.mask[Mask.DAHAN]
        return reach & fitting_lands(S, T, power, seat)
    if kind == TargetKind.SPIRIT:
        if T.power_who[power] == Who.SELF or T.n_spirits == 1:
            return 1 << seat
        everyone = (1 << T.n_spirits) - 1
        if T.power_who[power] == Who.ANOTHER:
            return everyone & ~(1 << seat)
        return everyone
    return 1


@kernel
def repeats_free(S, T, power, seat):
    """Whether a card may be used once more for nothing (Gift of Strength)."""
    return S.spirit[seat, Spirit.FREE_REPEATS] > 0 and T.power_cost[power] <= S.spirit[seat, Spirit.FREE_COST]


@kernel
def may_pay_repeat(S, T, power, seat):
    """Whether a card may be used once more for its cost (Powerstorm), each card only once."""
    if S.used[power] == 0 or S.used[power] & PAID_REPEAT != 0:
        return False
    return S.spirit[seat, Spirit.REPEATS] > 0 and S.spirit[seat, Spirit.ENERGY] >= T.power_price[power]


@kernel
def price_of_repeat(S, T, power, seat):
    """Energy that using a card once more takes, 0 for a first use or a free one."""
    if S.used[power] == 0 or repeats_free(S, T, power, seat):
        return 0
    return np.int64(T.power_price[power])


@kernel
def payable_targets(S, T, power, seat, levels):
    """Targets a power may have once what a repeat of it costs is paid; that energy cannot pay for range too."""
    price = price_of_repeat(S, T, power, seat)
    S.spirit[seat, Spirit.ENERGY] -= price
    targets = legal_targets(S, T, power, seat, levels)
    S.spirit[seat, Spirit.ENERGY] += price
    return targets


@kernel
def useful_lands(S, T, power, lands):
    """Those of the lands where a power can do any good; what a policy tries is limited to them."""
    useful = T.power_useful[power]
    if useful & Useful.ANYWHERE != 0:
        return lands
    found = 0
    if useful & Useful.INVADERS != 0:
        found |= S.mask[Mask.INVADERS]
    if useful & Useful.RAVAGE != 0:
        found |= (S.mask[Mask.RAVAGE_DUE] | S.mask[Mask.BUILD_DUE]) & S.mask[Mask.INVADERS]
    if useful & Useful.DAHAN != 0:
        found |= S.mask[Mask.DAHAN]
    if useful & Useful.BLIGHT != 0:
        found |= S.mask[Mask.BLIGHT]
    near = 0
    if useful & Useful.NEAR_INVADERS != 0:
        near |= S.mask[Mask.INVADERS]
    if useful & Useful.NEAR_DAHAN != 0:
        near |= S.mask[Mask.DAHAN]
    if useful & Useful.NEAR_PRESENCE != 0:
        for seat in range(T.n_spirits):
            near |= S.mask[Mask.PRESENCE + seat]
    if near != 0:
        found |= lands_in_reach(T, near, 1)
    found &= lands
    if found == 0 and useful & Useful.ONE != 0:
        found = lands & -lands
    return found


@kernel
def uses_left(S, T, power, seat):
    """Whether a power may still be used this turn: once, or again where a repeat was given and can be paid."""
    if S.used[power] == 0:
        return True
    if T.power_deck[power] == Cards.INNATE:
        return False
    if repeats_free(S, T, power, seat):
        return True
    return may_pay_repeat(S, T, power, seat)


@kernel
def may_speed(S, T, seat):
    """Whether a spirit may use one more of its slow powers as a fast one: by a gift, or for each air (Lightning)."""
    allowed = S.spirit[seat, Spirit.MAY_SPEED]
    if T.hooks[seat] >> Hook.SPEED_OVERRIDE & 1 == 1:
        allowed += S.spirit[seat, Spirit.ELEMENT + Element.AIR]
    return allowed > S.spirit[seat, Spirit.SPED]


@kernel
def is_quickened(S, T, power, seat):
    """Whether a slow power is fast this turn without taking any of what the spirit may speed up."""
    if S.made_fast[power] == 1:
        return True
    need = T.power_fast_need[power]
    return need >= 0 and covers(packed_elements(S, seat), need)


@kernel
def fits_phase(S, T, power, seat, speed):
    """Whether a power can be used in the phase of this speed."""
    if T.power_speed[power] == Speed.FAST or T.rule[Rule.ALL_FAST] != 0 or S.made_fast[power] == 1:
        return speed == Speed.FAST
    if speed == Speed.SLOW:
        return True
    return may_speed(S, T, seat) or is_quickened(S, T, power, seat)


@kernel
def is_usable(S, T, power, seat, speed):
    """Whether a seat may use a power in the phase of this speed: in play or innate, of that speed, not used up."""
    if T.power_deck[power] != Cards.INNATE and S.card_place[power] != place_of(seat, Place.PLAY):
        return False
    return fits_phase(S, T, power, seat, speed) and uses_left(S, T, power, seat)


@kernel
def clear_registers(S, T, seat):
    """Reset what a use of a power remembers along the way."""
    S.counter[Counter.ACTOR] = seat
    S.counter[Counter.ADDED] = 0
    S.counter[Counter.MOVED] = 0
    S.counter[Counter.POOL] = 0
    S.counter[Counter.THAT_LAND] = -1
    S.counter[Counter.REPEAT] = 0
    S.counter[Counter.REPEATS] = 0
    S.counter[Counter.RESCUE] = 0
    S.counter[Counter.KILLS] = 0
    S.counter[Counter.POWER] = -1
    S.counter[Counter.GAINED] = -1
    S.counter[Counter.AFTER_GAIN] = -1
    S.counter[Counter.FEAR_PER_KILL] = 0
    S.counter[Counter.PUSHED_DAHAN] = 0
    S.mask[Mask.DAMAGED] = 0
    S.mask[Mask.DEFENDED] = 0
    S.mask[Mask.TAKEN] = 0
    start_bonus(S, T, seat)
    if S.mask[Mask.PUSHED_TO] != 0:
        forget_pushes(S)


@kernel
def trust_the_watchers(S, T, seat):
    """Eyes: after a power that added Defend to one single land, up to 1 dahan may be gathered there."""
    if T.hooks[seat] >> Hook.AFTER_POWER_DEFEND & 1 == 1 and size(S.mask[Mask.DEFENDED]) == 1:
        gather(S, T, lowest(S.mask[Mask.DEFENDED]), 1, 1 << Piece.DAHAN, Flag.UPTO, seat)


@kernel
def run_levels(S, T, power, seat, target, levels):
    """Do a power's own lines and those of the levels used, in order; a level that replaces stands for all before it."""
    land = -1
    spirit = seat
    if T.power_target[power] == TargetKind.LAND:
        land = target
    elif T.power_target[power] == TargetKind.SPIRIT:
        spirit = target
    first = -1
    for level in range(T.n_levels[power]):
        if levels >> level & 1 == 1 and T.level_mode[power, level] == Level.INSTEAD:
            first = level
    if first < 0:
        run(S, T, T.power_start[power], T.power_end[power], land, seat, spirit)
        first = 0
    for level in range(first, T.n_levels[power]):
        if levels >> level & 1 == 1:
            run(S, T, T.level_start[power, level], T.level_end[power, level], land, seat, spirit)
    flush_pool(S, T)


@kernel
def use_power(S, T, power, seat, target, levels):
    """Use a power once on a target with these levels, with all that follows from it."""
    clear_registers(S, T, seat)
    S.counter[Counter.POWER] = power
    S.counter[Counter.DREAM] = T.hooks[seat] >> Hook.POWER_DAMAGE_FILTER & 1
    tell(S, Event.USE, power, seat, target, levels)
    run_levels(S, T, power, seat, target, levels)
    deal_left_bonus(S, T)
    S.counter[Counter.FEAR_PER_KILL] = 0
    if S.counter[Counter.DREAM] == 1:
        end_dream(S)
    trust_the_watchers(S, T, seat)
    follow_up(S, T)
    S.counter[Counter.RESCUE] = 0
    S.counter[Counter.ACTOR] = -1
