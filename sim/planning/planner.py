"""The spirit phase of planner and expert: growth and cards chosen by trying them on copies of the game.

What remains open in a plan is done on the copy as greedy would do it.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Col, Counter, Decision, Deck, Mask, Op, Option, Outcome, Phase, Place, Policy, Spirit
from sim.core.jit import kernel
from sim.game.turn import do_phase
from sim.kernels.cards import place_of
from sim.kernels.decide import decide, offer
from sim.kernels.energy import change_energy
from sim.kernels.finish import over
from sim.kernels.gains import score_deck
from sim.kernels.growth import growth_lands, puts_presence, score_places
from sim.kernels.tracks import covered, track_value
from sim.kernels.uses import UNTRIED
from sim.planning.race import CARDS, GROWTH, add_plan, grow_by_plan, growth_plan, race, worth_beside, worth_of
from sim.planning.tactics import plan_powers
from sim.policies.choice import forget_disturbed, forget_land_gains, most_promising
from sim.policies.plays import (
    UNKNOWN,
    card_gain,
    choose_any,
    forget_innate_gains,
    play_by_sets,
    weigh_cards,
    weigh_sets,
)
from sim.policies.value import price_pieces, refresh_values

LANDS = 5
"""Lands tried for the first presence of the growth option chosen."""
SETS = 8
"""Sets of cards tried."""


@kernel
def remember_gains(S, T):
    """Weigh every card that may come to be played this round, once for all plans. Changes ``S.card_gain``."""
    for card in range(T.n_cards):
        # cards that plans may gain are weighed on the copies
        S.card_gain[card] = UNKNOWN
    forget_disturbed(S, T)
    for seat in range(T.n_spirits):
        forget_innate_gains(S, T, seat)
        for i in range(S.spirit[seat, Spirit.OWNED]):
            card = np.int64(S.owned[seat, i])
            if S.card_place[card] != place_of(seat, Place.PLAY):
                card_gain(S, T, seat, card)


@kernel
def first_presence(T, seat, option):
    """Code row of the first action of a growth option that adds presence, -1 for none."""
    for pc in range(T.growth_start[seat, option], T.growth_end[seat, option]):
        if puts_presence(T, pc):
            return np.int64(pc)
    return -1


@kernel
def best_land(S, lands):
    """The land of a set where presence is worth most (``S.place_value``), -1 for none."""
    best = -1
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if best < 0 or S.place_value[land] > S.place_value[best]:
            best = land
    return best


@kernel
def gains_freely(S, T, seat, option):
    """Whether a growth option gains a power from a deck of the player's choice."""
    if T.option[Option.POWER_PROGRESSION] == 1 and S.spirit[seat, Spirit.PROGRESS] < T.progression_size[seat]:
        return False
    for pc in range(T.growth_start[seat, option], T.growth_end[seat, option]):
        if T.code[pc, Col.OP] == Op.GAIN:
            return True
    return False


@kernel
def add_decks(S, T, seat, option, n):
    """Add the plan of an option that gains a power from the other deck. Returns how many plans there are then."""
    if not gains_freely(S, T, seat, option):
        return n
    other = Deck.MINOR.value
    if score_deck(S, T, seat, Deck.MINOR) >= score_deck(S, T, seat, Deck.MAJOR):
        other = Deck.MAJOR.value
    return add_plan(S, n, growth_plan(option, -1, -1, other))


@kernel
def add_threatened(S, T, option, lands, n):
    """Add the plan of an option that puts its first presence where the coming ravage costs most.

    Returns how many plans there are then.
    """
    lands &= S.mask[Mask.RAVAGE_DUE] & S.mask[Mask.INVADERS]
    if lands == 0:
        return n
    refresh_values(S, T)
    return add_plan(S, n, growth_plan(option, -1, most_promising(S, lands), -1))


@kernel
def add_placements(S, T, seat, option, n):
    """Add the plans of an option that put its first presence elsewhere, or take it from the other track.

    Returns how many plans there are then.
    """
    pc = first_presence(T, seat, option)
    if pc < 0:
        return n
    if covered(S, T, seat, 0) > 0 and covered(S, T, seat, 1) > 0:
        other = 0
        if track_value(S, T, seat, 0) >= track_value(S, T, seat, 1):
            other = 1
        n = add_plan(S, n, growth_plan(option, other, -1, -1))
    lands = growth_lands(S, T, pc, seat)
    n = add_threatened(S, T, option, lands, n)
    for place in range(LANDS):
        land = best_land(S, lands)
        if land < 0:
            break
        lands &= ~(1 << land)
        if place > 0:
            n = add_plan(S, n, growth_plan(option, -1, land, -1))
    return n


@kernel
def plan_growth(S, X, tables, seat):
    """Choose how a seat grows, and do it: first the option, then where its first presence comes from and goes to."""
    T = tables[S.table]
    price_pieces(S, T)
    score_places(S, T, seat)
    options = np.int64(T.n_growth[seat])
    n = 0
    for option in range(options):
        n = add_plan(S, n, growth_plan(option, -1, -1, -1))
    best = race(S, X, tables, GROWTH, seat, 0, (1 << n) - 1)
    base = S.cand_top
    for option in range(options):
        offer(S, option, worth_beside(S, option, best))
    option = decide(S, T, Decision.GROWTH, seat, base)
    more = add_decks(S, T, seat, option, add_placements(S, T, seat, option, n))
    best = race(S, X, tables, GROWTH, seat, 0, (1 << option) | ((1 << more) - (1 << n)))
    grow_by_plan(S, T, seat, S.plan[best], max(0.0, worth_of(S, best) - worth_of(S, option)))


@kernel
def take_best_set(S, sets):
    """The set of cards thought best of those not yet taken, -1 for none; its gain is forgotten."""
    best = -1
    for chosen in range(sets):
        if S.set_gain[chosen] > UNKNOWN and (best < 0 or S.set_gain[chosen] > S.set_gain[best]):
            best = chosen
    if best >= 0:
        S.set_gain[best] = UNKNOWN
    return best


@kernel
def plan_cards(S, X, tables, seat):
    """Choose which cards a seat plays, and play them: those sets are tried that greedy thinks best."""
    T = tables[S.table]
    base = S.cand_top
    cards = weigh_cards(S, T, seat)
    weigh_sets(S, T, seat, base, cards)
    n = 0
    for _ in range(SETS):
        chosen = take_best_set(S, 1 << cards)
        if chosen >= 0:
            n = add_plan(S, n, chosen)
    for chosen in range(1 << cards):
        S.set_gain[chosen] = UNKNOWN
    best = 0
    if n > 1:
        best = race(S, X, tables, CARDS, seat, base, (1 << n) - 1)
    for entry in range(n):
        S.set_gain[S.plan[entry]] = worth_beside(S, entry, best)
    play_by_sets(S, T, seat, base, cards)
    S.cand_top = base


@kernel
def plan_spirits(S, X, tables):
    """The spirit phase: all spirits grow, take their energy, play cards, each with the plans of those before it."""
    T = tables[S.table]
    price_pieces(S, T)
    forget_land_gains(S)
    remember_gains(S, T)
    for seat in range(T.n_spirits):
        plan_growth(S, X, tables, seat)
        if over(S):
            return
    for seat in range(T.n_spirits):
        change_energy(S, T, seat, S.spirit[seat, Spirit.INCOME])
    price_pieces(S, T)
    remember_gains(S, T)
    for seat in range(T.n_spirits):
        plan_cards(S, X, tables, seat)
        choose_any(S, T, seat)
    for power in range(T.n_powers):
        # weighed before the cards played together gave their elements: no bound for what each does with them
        S.gain_value[power] = UNTRIED


@kernel
def next_phase(S, X, tables):
    """Do the phase the game stands in and move on to the next; ``X`` is a state to try the future on.

    Returns
    -------
    int
        The outcome, ``Outcome.NONE`` while the game goes on.
    """
    T = tables[S.table]
    phase = np.int64(S.counter[Counter.PHASE])
    if T.policy >= Policy.PLANNER and phase == Phase.SPIRIT:
        plan_spirits(S, X, tables)
    elif T.policy >= Policy.PLANNER and (phase == Phase.FAST or phase == Phase.SLOW):
        plan_powers(S, X, tables, phase)
    else:
        return do_phase(S, T)
    if not over(S):
        S.counter[Counter.PHASE] = phase + 1
    return np.int64(S.counter[Counter.OUTCOME])


@kernel
def play_out(S, X, tables):
    """Play a set-up game to its end."""
    outcome = 0
    while outcome == Outcome.NONE:
        outcome = next_phase(S, X, tables)
    return outcome
