"""Which cards to play together: energy, card plays and elements for the innate powers weighed as sets."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import Decision, Element, Event, Hook, Place, Policy, Rule, Speed, Spirit, Weight
from sim.core.jit import kernel
from sim.kernels.cards import place_of, play_card
from sim.kernels.decide import alone_decides, decide, offer, scores_wanted
from sim.kernels.powers import covers, levels_reached, packed_elements
from sim.kernels.trace import tell
from sim.policies.choice import best_use, best_use_with, forget_disturbed

MOST_CARDS = 6
"""Cards weighed as sets; a larger hand drops those of least use."""
PREFERENCE = 1e-6
"""Settles ties in favour of the set the search found."""
UNKNOWN = -2e9


@kernel
def may_play(S, T, seat, card):
    """Whether a card in hand can be played: a play left and the energy to pay it."""
    if S.card_place[card] != place_of(seat, Place.HAND):
        return False
    plays = S.spirit[seat, Spirit.PLAYS] + S.spirit[seat, Spirit.EXTRA_PLAYS]
    return S.spirit[seat, Spirit.PLAYED] < plays and T.power_price[card] <= S.spirit[seat, Spirit.ENERGY]


@kernel
def speed_share(S, T, power, seat, elements):
    """Share of a power's value on today's board that is left when it is used: all of it if it is used before the
    invaders act.
    """
    if T.power_speed[power] == Speed.FAST or T.rule[Rule.ALL_FAST] != 0:
        return 1.0
    if T.power_fast_need[power] >= 0 and covers(elements, T.power_fast_need[power]):
        return 1.0
    if T.hooks[seat] >> Hook.SPEED_OVERRIDE & 1 == 1 and elements >> (8 * Element.AIR) & 63 > 0:
        return 1.0
    return T.own_weight[seat, Weight.SLOW]


@kernel
def play_by_one(S, T, seat):
    """Play cards one at a time, each a decision without scores, until none can be played or the player stops."""
    while True:
        base = S.cand_top
        for i in range(S.spirit[seat, Spirit.OWNED]):
            card = S.owned[seat, i]
            if may_play(S, T, seat, card):
                offer(S, card, 0.0)
        if S.cand_top == base:
            return
        offer(S, -1, 0.0)
        card = decide(S, T, Decision.PLAY, seat, base)
        if card < 0:
            return
        play_card(S, T, seat, card)


@kernel
def forget_innate_gains(S, T, seat):
    """Clear what is remembered of the innate powers of a seat. Changes ``S.innate_gain``."""
    for i in range(T.n_innates[seat]):
        for levels in range(16):
            S.innate_gain[seat, i, levels] = UNKNOWN


@kernel
def forget_gains(S, T, seat):
    """Clear what is remembered of all powers of a seat. Changes ``S.card_gain`` and ``S.innate_gain``."""
    for i in range(S.spirit[seat, Spirit.OWNED]):
        S.card_gain[S.owned[seat, i]] = UNKNOWN
    forget_innate_gains(S, T, seat)


@kernel
def innate_gain(S, T, seat, elements):
    """Best gain of the innate powers with these packed elements, slow ones by their share; remembered by level set."""
    total = 0.0
    for i in range(T.n_innates[seat]):
        power = T.innate[seat, i]
        reached = levels_reached(T, power, elements)
        if reached == 0:
            continue
        if S.innate_gain[seat, i, reached] <= UNKNOWN:
            S.innate_gain[seat, i, reached] = max(0.0, best_use(S, T, power, seat, reached))
        total += S.innate_gain[seat, i, reached] * speed_share(S, T, power, seat, elements)
    return total


@kernel
def card_gain(S, T, seat, card):
    """Gain of a card this round, a slow one's by its share. Remembered in ``S.card_gain``."""
    if S.card_gain[card] <= UNKNOWN:
        with_card = packed_elements(S, seat) + T.power_packed[card]
        gain = max(0.0, best_use_with(S, T, card, seat, with_card))
        S.card_gain[card] = gain * speed_share(S, T, card, seat, with_card)
    return S.card_gain[card]


@kernel
def weigh_cards(S, T, seat):
    """Put the best playable cards of the hand on offer with their gain this round.

    Returns
    -------
    int
        How many, at most ``MOST_CARDS``; they are the last offers of ``S.cand`` and ``S.score``.
    """
    base = S.cand_top
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = np.int64(S.owned[seat, i])
        if not may_play(S, T, seat, card):
            continue
        gain = card_gain(S, T, seat, card)
        if S.cand_top - base < MOST_CARDS:
            offer(S, card, gain)
        else:
            worst = base
            for j in range(base + 1, S.cand_top):
                if S.score[j] < S.score[worst]:
                    worst = j
            if gain > S.score[worst]:
                S.cand[worst] = card
                S.score[worst] = gain
    return S.cand_top - base


@kernel
def clashing(S, base, n, i):
    """Cards before ``i`` aimed at the same target, as bits."""
    clash = 0
    target = S.gain_target[S.cand[base + i]]
    for j in range(i + 1, n):
        if S.gain_target[S.cand[base + j]] == target and target >= 0:
            clash |= 1 << j
    return clash


@kernel
def weigh_sets(S, T, seat, base, n):
    """Value of every set of the ``n`` cards offered from ``base`` on, in ``S.set_gain``; sets that cannot be paid or
    have too many cards get ``UNKNOWN``.
    """
    plays = S.spirit[seat, Spirit.PLAYS] + S.spirit[seat, Spirit.EXTRA_PLAYS] - S.spirit[seat, Spirit.PLAYED]
    energy = S.spirit[seat, Spirit.ENERGY]
    S.set_elements[0] = packed_elements(S, seat)
    S.set_cost[0] = 0
    S.set_gain[0] = 0.0
    for chosen in range(1, 1 << n):
        first = lowest(chosen)
        rest = chosen & (chosen - 1)
        card = S.cand[base + first]
        S.set_elements[chosen] = S.set_elements[rest] + T.power_packed[card]
        S.set_cost[chosen] = S.set_cost[rest] + T.power_price[card]
        gain = S.score[base + first]
        if rest & clashing(S, base, n, first) != 0:
            gain *= T.own_weight[seat, Weight.SAME_LAND]
        S.set_gain[chosen] = S.set_gain[rest] + gain
    for chosen in range(1 << n):
        if size(chosen) > plays or S.set_cost[chosen] > energy:
            S.set_gain[chosen] = UNKNOWN
        else:
            S.set_gain[chosen] += innate_gain(S, T, seat, S.set_elements[chosen])
            S.set_gain[chosen] -= T.own_weight[seat, Weight.ENERGY_SPARE] * S.set_cost[chosen] + 0.1 * size(chosen)


@kernel
def best_with(S, n, chosen):
    """The set of cards of the best value that contains those chosen, the smallest number among equals."""
    best = chosen
    for other in range(1 << n):
        if other & chosen == chosen and S.set_gain[other] > S.set_gain[best]:
            best = other
    return best


@kernel
def offer_sets(S, base, n, played, best):
    """Offer each card not yet played with the best set it belongs to, and to stop; the best set settles ties."""
    for i in range(n):
        if played >> i & 1 == 0:
            score = S.set_gain[best_with(S, n, played | (1 << i))]
            if score > UNKNOWN:
                if best >> i & 1 == 1:
                    score += PREFERENCE
                offer(S, S.cand[base + i], score)
    score = S.set_gain[played]
    if best == played:
        score += PREFERENCE
    offer(S, -1, score)


@kernel
def play_by_sets(S, T, seat, base, n):
    """Play one of the ``n`` cards offered from ``base`` on after the other, each a decision between the sets left."""
    best = best_with(S, n, 0)
    played = 0
    for i in range(n):
        if alone_decides(S, T):
            if best >> i & 1 == 1:
                play_card(S, T, seat, S.cand[base + i])
            continue
        start = S.cand_top
        offer_sets(S, base, n, played, best_with(S, n, played))
        card = decide(S, T, Decision.PLAY, seat, start)
        if card < 0:
            break
        for j in range(n):
            if S.cand[base + j] == card:
                played |= 1 << j
        play_card(S, T, seat, card)


@kernel
def play_best_set(S, T, seat):
    """Weigh the sets of cards by what greedy thinks of each card, and play the best."""
    if S.sure == 0:
        # a copy goes by what was remembered of the game it was made from
        forget_gains(S, T, seat)
        forget_disturbed(S, T)
    base = S.cand_top
    n = weigh_cards(S, T, seat)
    weigh_sets(S, T, seat, base, n)
    play_by_sets(S, T, seat, base, n)
    S.cand_top = base


@kernel
def play_cards(S, T, seat):
    """Play and pay cards (RULES 4); at most the card plays, unused ones are lost."""
    if T.policy == Policy.RANDOM:
        play_by_one(S, T, seat)
    else:
        play_best_set(S, T, seat)


@kernel
def choose_any(S, T, seat):
    """Choose an element for each space of a track that gives any, fixed for the turn. Changes ``S.spirit``."""
    if S.spirit[seat, Spirit.ANY_CHOSEN] >= S.spirit[seat, Spirit.ANY_SPACES]:
        return
    scored = scores_wanted(S, T)
    if scored:
        forget_innate_gains(S, T, seat)
    while S.spirit[seat, Spirit.ANY_CHOSEN] < S.spirit[seat, Spirit.ANY_SPACES]:
        elements = packed_elements(S, seat)
        base = S.cand_top
        for element in range(8):
            score = 0.0
            if scored:
                score = T.element_need[seat, element] + innate_gain(S, T, seat, elements + (1 << (8 * element)))
            offer(S, element, score)
        element = decide(S, T, Decision.ELEMENT, seat, base)
        S.spirit[seat, Spirit.ELEMENT + element] += 1
        S.spirit[seat, Spirit.ANY_CHOSEN] += 1
        tell(S, Event.ELEMENT, seat, element, 1, 0)
