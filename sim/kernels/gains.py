"""Gaining power cards: which deck, four cards shown, one kept, a card forgotten for a major (RULES 4)."""

from __future__ import annotations

import numpy as np

from sim.core.codes import (
    Cards,
    Col,
    Counter,
    Decision,
    Deck,
    Event,
    Gain,
    Option,
    Place,
    Speed,
    Spirit,
    Weight,
)
from sim.core.jit import kernel
from sim.kernels.cards import MOST_NOW, card_fit, choose_forget, discard_to_pile, draw_card, own_card
from sim.kernels.decide import decide, offer, prefer, scores_wanted
from sim.kernels.powers import packed_elements
from sim.kernels.program import run
from sim.kernels.trace import tell
from sim.policies.choice import best_use_with

CARDS_SHOWN = 4


@kernel
def score_card(S, T, seat, card):
    """What greedy thinks a card on offer is worth: its fit, and a share of what it would do on today's board."""
    now = best_use_with(S, T, card, seat, packed_elements(S, seat) + T.power_packed[card])
    share = T.own_weight[seat, Weight.GAIN_NOW]
    funds = S.spirit[seat, Spirit.ENERGY] + 2.0 * S.spirit[seat, Spirit.INCOME]
    if T.power_price[card] > funds:
        share *= funds / T.power_price[card]
    if T.power_speed[card] == Speed.SLOW:
        share *= T.own_weight[seat, Weight.SLOW]
    return card_fit(S, T, seat, card) + share * min(MOST_NOW, max(0.0, now))


@kernel
def score_deck(S, T, seat, deck):
    """Worth of gaining from a deck: a major counts by what two rounds' income and the bank can pay."""
    if deck == Deck.MINOR:
        return T.own_weight[seat, Weight.GAIN_MINOR]
    funds = S.spirit[seat, Spirit.ENERGY] + 2 * S.spirit[seat, Spirit.INCOME] - 4.0
    return T.own_weight[seat, Weight.GAIN_MAJOR] + T.own_weight[seat, Weight.MAJOR_PAYABLE] * max(0.0, min(4.0, funds))


@kernel
def choose_deck(S, T, seat):
    """Minor or major."""
    base = S.cand_top
    for deck in range(2):
        score = 0.0
        if scores_wanted(S, T):
            score = score_deck(S, T, seat, deck)
        offer(S, deck, score)
    if S.hint_deck >= 0:
        prefer(S, base, S.hint_deck, S.hint_bonus)
        S.hint_deck = -1
    return decide(S, T, Decision.DECK, seat, base)


@kernel
def choose_shown(S, T, seat):
    """Choose one of the cards shown (``S.shown``, ``Counter.REJECTED`` of them)."""
    base = S.cand_top
    for i in range(S.counter[Counter.REJECTED]):
        score = 0.0
        if scores_wanted(S, T):
            score = score_card(S, T, seat, S.shown[i])
        offer(S, S.shown[i], score)
    return decide(S, T, Decision.CARD, seat, base)


@kernel
def drop_shown(S, card):
    """Take a card off the list of those shown."""
    kept = 0
    for i in range(S.counter[Counter.REJECTED]):
        other = S.shown[i]
        if other != card:
            S.shown[kept] = other
            kept += 1
    S.counter[Counter.REJECTED] = kept


@kernel
def take_gained(S, T, seat, card):
    """Take a gained card to hand; for a major one card is forgotten at once."""
    own_card(S, seat, card, Place.HAND)
    S.counter[Counter.GAINED] = card
    tell(S, Event.GAIN_CARD, card, seat, -1, 0)
    if T.power_deck[card] == Cards.MAJOR:
        S.spirit[seat, Spirit.GAINED_MAJOR] += 1
        choose_forget(S, T, seat)
    else:
        S.spirit[seat, Spirit.GAINED_MINOR] += 1


@kernel
def take_from_pile(S, deck, card):
    """Take a card out of the discard pile of a deck."""
    size = Counter.MINOR_DISCARDS + 3 * deck
    kept = 0
    for i in range(S.counter[size]):
        other = S.pile[deck, i]
        if other != card:
            S.pile[deck, kept] = other
            kept += 1
    S.counter[size] = kept


@kernel
def take_from_deck(S, deck, card):
    """Take a card out of what is left of a deck, the others keeping their order."""
    size = Counter.MINOR_SIZE + 3 * deck
    kept = S.counter[Counter.MINOR_TOP + 3 * deck]
    for i in range(kept, S.counter[size]):
        other = S.deck[deck, i]
        if other != card:
            S.deck[deck, kept] = other
            kept += 1
    S.counter[size] = kept


@kernel
def gain_from(S, T, seat, deck):
    """Show four cards of a deck, keep one, discard the others."""
    n = 0
    for _ in range(CARDS_SHOWN):
        card = draw_card(S, T, deck)
        if card >= 0:
            S.shown[n] = card
            n += 1
    S.counter[Counter.REJECTED] = n
    if n == 0:
        return
    card = choose_shown(S, T, seat)
    drop_shown(S, card)
    for i in range(S.counter[Counter.REJECTED]):
        discard_to_pile(S, T, S.shown[i])
    take_gained(S, T, seat, card)


@kernel
def gain_rejected(S, T, seat):
    """Take one of the cards the last gain showed and did not keep (Entwined Power)."""
    n = 0
    for i in range(S.counter[Counter.REJECTED]):
        card = S.shown[i]
        if S.card_place[card] == Place.MINOR_DISCARD + T.power_deck[card]:
            S.shown[n] = card
            n += 1
    S.counter[Counter.REJECTED] = n
    if n == 0:
        return
    card = choose_shown(S, T, seat)
    drop_shown(S, card)
    take_from_pile(S, T.power_deck[card], card)
    take_gained(S, T, seat, card)


@kernel
def gain_power(S, T, seat, gain):
    """Gain a power card: ``gain`` says from which deck, or that it is one of those just shown."""
    if gain == Gain.REJECTED:
        gain_rejected(S, T, seat)
        return
    deck = gain - 1
    if gain == Gain.ANY:
        deck = choose_deck(S, T, seat)
    gain_from(S, T, seat, deck)


@kernel
def gain_next(S, T, seat):
    """The gain of a growth option: the next card of the printed progression if the set-up says so.

    A card of the progression that another spirit has is passed over; after the last one gains are as usual.
    """
    while T.option[Option.POWER_PROGRESSION] == 1 and S.spirit[seat, Spirit.PROGRESS] < T.progression_size[seat]:
        card = T.progression[seat, S.spirit[seat, Spirit.PROGRESS]]
        S.spirit[seat, Spirit.PROGRESS] += 1
        deck = T.power_deck[card]
        place = S.card_place[card]
        if place == Place.MINOR_DECK + deck:
            take_from_deck(S, deck, card)
        elif place == Place.MINOR_DISCARD + deck:
            take_from_pile(S, deck, card)
        else:
            continue
        take_gained(S, T, seat, card)
        return
    gain_power(S, T, seat, Gain.ANY)


@kernel
def settle_gains(S, T):
    """Carry out the gains that the power in use has ordered, in order, and then what waits for them."""
    n = S.counter[Counter.PENDING_GAINS]
    S.counter[Counter.PENDING_GAINS] = 0
    for i in range(n):
        gain_power(S, T, S.pending[i, 0], S.pending[i, 1])
    pc = np.int64(S.counter[Counter.AFTER_GAIN])
    S.counter[Counter.AFTER_GAIN] = -1
    if n > 0 and pc >= 0:
        seat = np.int64(S.pending[0, 0])
        run(S, T, pc + 1, np.int64(T.code[pc, Col.END]), np.int64(S.counter[Counter.AFTER_LAND]), seat, seat)
