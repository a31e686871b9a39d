"""Lines of an effect program that change a spirit: its energy, elements, cards, presence, speed of powers."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import (
    Col,
    Counter,
    Decision,
    ElementChoice,
    Event,
    Mask,
    Op,
    Place,
    Spirit,
    Weight,
)
from sim.core.jit import kernel
from sim.kernels.cards import forget_any, gift_card, place_of, play_gained
from sim.kernels.decide import decide, offer
from sim.kernels.energy import change_energy
from sim.kernels.pieces import touch
from sim.kernels.places import choose_presence_land
from sim.kernels.presence import lose_presence
from sim.kernels.ravage import choose_loss
from sim.kernels.reach import lands_in_reach, lands_to_hold
from sim.kernels.trace import tell
from sim.kernels.tracks import add_presence, choose_source, put_from

ALL_ELEMENTS = 0b11111111


@kernel
def choose_element(S, T, seat, barred):
    """Choose an element to gain, none of those barred (bits).

    Returns
    -------
    int
        The element, -1 if all are barred.
    """
    base = S.cand_top
    if barred == ALL_ELEMENTS:
        return -1
    for element in range(8):
        if barred >> element & 1 == 0:
            offer(S, element, T.element_need[seat, element])
    return decide(S, T, Decision.ELEMENT, seat, base)


@kernel
def gain_element(S, T, seat, element, n):
    """A spirit gains an element for this turn."""
    S.spirit[seat, Spirit.ELEMENT + element] += n
    S.worth[0] += n * T.own_weight[seat, Weight.CARD_ELEMENT] * T.element_need[seat, element]
    tell(S, Event.ELEMENT, seat, element, n, 0)


@kernel
def do_element(S, T, pc, seat, n):
    """Elements gained for the turn: named, freely chosen, one had already, or the same another spirit chose."""
    choice = T.code[pc, Col.A]
    if choice < ElementChoice.ANY:
        gain_element(S, T, seat, choice, n)
    elif choice == ElementChoice.SAME_AS_TARGET:
        for element in range(8):
            if S.counter[Counter.CHOSEN_ELEMENTS] >> element & 1 == 1:
                gain_element(S, T, seat, element, 1)
    else:
        chosen = 0
        barred = 0
        if choice == ElementChoice.OWNED:
            for element in range(8):
                if S.spirit[seat, Spirit.ELEMENT + element] == 0:
                    barred |= 1 << element
        for _ in range(n):
            element = choose_element(S, T, seat, barred)
            if element < 0:
                break
            chosen |= 1 << element
            if choice == ElementChoice.ANY_DIFFERENT:
                barred = chosen
            gain_element(S, T, seat, element, 1)
        S.counter[Counter.CHOSEN_ELEMENTS] = chosen


@kernel
def offer_slow(S, T, power, traits):
    """Offer a slow power not yet used to be made fast, if it has the traits asked for."""
    if T.power_speed[power] == 1 and S.used[power] == 0 and S.made_fast[power] == 0:
        if traits == 0 or T.power_traits[power] & traits != 0:
            offer(S, power, 1.0)


@kernel
def make_fast(S, T, seat, n, traits):
    """A spirit chooses slow powers that are fast this turn. Changes ``S.made_fast``; a trial counts it in worth."""
    if S.counter[Counter.TRIAL] > 0:
        S.worth[0] += n * T.own_weight[seat, Weight.FAST]
        return
    for _ in range(n):
        base = S.cand_top
        for i in range(S.spirit[seat, Spirit.OWNED]):
            card = S.owned[seat, i]
            if S.card_place[card] == place_of(seat, Place.PLAY):
                offer_slow(S, T, card, traits)
        for i in range(T.n_innates[seat]):
            offer_slow(S, T, T.innate[seat, i], traits)
        offer(S, -1, 0.0)
        power = decide(S, T, Decision.CARD, seat, base)
        if power < 0:
            break
        S.made_fast[power] = 1


@kernel
def order_gain(S, T, seat, gain):
    """A gain of a power card, which comes once the lines at hand are done; a trial counts it in worth."""
    if S.counter[Counter.TRIAL] > 0:
        S.worth[0] += T.own_weight[seat, Weight.GAIN_MINOR]
    else:
        n = S.counter[Counter.PENDING_GAINS]
        S.pending[n, 0] = seat
        S.pending[n, 1] = gain
        S.counter[Counter.PENDING_GAINS] = n + 1


@kernel
def add_presence_near(S, T, seat, steps):
    """A spirit adds a presence from its tracks, or one on the island, within so many lands of its presence."""
    lands = lands_to_hold(S, T, seat, lands_in_reach(T, S.mask[Mask.PRESENCE + seat] & S.mask[Mask.LANDS], steps))
    if lands == 0:
        return
    source = 0
    if S.counter[Counter.TRIAL] == 0:
        source = choose_source(S, T, seat, 0)
    land = choose_presence_land(S, T, Decision.LAND, seat, lands, 1)
    if S.counter[Counter.TRIAL] == 0:
        put_from(S, T, seat, land, source)
    else:
        add_presence(S, T, seat, land)


@kernel
def lose_presences(S, T, seat, n):
    """A spirit destroys ``n`` of its presence anywhere on the island."""
    for _ in range(n):
        if S.spirit[seat, Spirit.ON_ISLAND] > 0:
            lose_presence(S, T, choose_loss(S, T, S.mask[Mask.PRESENCE + seat], seat), seat)


@kernel
def do_spirit(S, T, pc, op, seat, other, n):
    """Lines that change a spirit; ``other`` is the spirit on the other side of a gift."""
    if op == Op.ENERGY:
        change_energy(S, T, seat, n)
    elif op == Op.GAIN:
        order_gain(S, T, seat, T.code[pc, Col.A])
    elif op == Op.LOSE_PRESENCE:
        lose_presences(S, T, seat, n)
    elif op == Op.FORGET:
        for _ in range(n):
            forget_any(S, T, seat)
    elif op == Op.ADD_PRESENCE_NEAR:
        for _ in range(n):
            add_presence_near(S, T, seat, np.int64(T.code[pc, Col.A]))
    elif op == Op.PLAY_GAINED:
        if S.counter[Counter.TRIAL] == 0:
            play_gained(S, T, seat)
    elif op == Op.MAY_SPEED:
        S.spirit[seat, Spirit.MAY_SPEED] += n
        S.worth[0] += n * T.own_weight[seat, Weight.FAST]
    elif op == Op.FREE_REPEAT:
        S.spirit[seat, Spirit.FREE_REPEATS] += n
        S.spirit[seat, Spirit.FREE_COST] = max(S.spirit[seat, Spirit.FREE_COST], T.code[pc, Col.A])
        S.worth[0] += 2.0 * n * T.own_weight[seat, Weight.FAST]
    elif op == Op.KEEP:
        S.spirit[seat, Spirit.KEEP] += n
        S.worth[0] += 0.5 * n * T.own_weight[seat, Weight.CARD_HAND]
    elif op == Op.REPEAT_CARD:
        S.spirit[seat, Spirit.REPEATS] += n
        S.worth[0] += n * T.own_weight[seat, Weight.FAST]
    elif op == Op.GIFT_CARD:
        if S.counter[Counter.TRIAL] == 0:
            gift_card(S, T, seat, other)
    elif op == Op.SHARE_PRESENCE:
        S.spirit[seat, Spirit.SHARE] |= 1 << other
        S.spirit[other, Spirit.SHARE] |= 1 << seat
    elif op == Op.ELEMENT:
        do_element(S, T, pc, seat, n)
    elif op == Op.RANGE:
        S.spirit[seat, Spirit.RANGE] += n
        S.worth[0] += n * T.own_weight[seat, Weight.RANGE]
    elif op == Op.MAKE_FAST:
        make_fast(S, T, seat, n, T.code[pc, Col.A])
    elif op == Op.DAMAGE_BONUS:
        S.spirit[seat, Spirit.DAMAGE_BONUS] += n
        S.worth[0] += n * T.own_weight[seat, Weight.BONUS_DAMAGE]
    else:
        S.spirit[seat, Spirit.WARD] += n
        S.mask[Mask.DEFENDED] |= S.mask[Mask.PRESENCE + seat]
        lands = S.mask[Mask.PRESENCE + seat]
        while lands != 0:
            touch(S, lowest(lands))
            lands &= lands - 1
