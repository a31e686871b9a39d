"""Power cards: where each is, drawing, gaining, forgetting, reclaiming, playing (RULES 4)."""

from __future__ import annotations

import numpy as np

from sim.core.codes import Cards, Counter, Decision, Deck, Event, Place, Spirit, Stream, Weight
from sim.core.jit import kernel
from sim.core.rng import shuffle_deck
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.trace import tell

MOST_NOW = 30.0
"""Gain on today's board that counts at most towards owning a card."""


@kernel(inline=True)
def place_of(seat, place):
    """Code of a seat's place, e.g. its hand."""
    return place + 4 * seat


@kernel
def count_cards(S, T, seat, place):
    """Cards of a seat in its hand, in play or in its discard."""
    n = 0
    for i in range(S.spirit[seat, Spirit.OWNED]):
        if S.card_place[S.owned[seat, i]] == place + 4 * seat:
            n += 1
    return n


@kernel
def own_card(S, seat, card, place):
    """Give a card to a seat. Changes ``S.owned`` and ``S.card_place``."""
    S.owned[seat, S.spirit[seat, Spirit.OWNED]] = card
    S.spirit[seat, Spirit.OWNED] += 1
    S.card_place[card] = place_of(seat, place)


@kernel
def disown_card(S, seat, card):
    """Take a card off a seat's list; its new place is the caller's to set."""
    kept = 0
    for i in range(S.spirit[seat, Spirit.OWNED]):
        other = S.owned[seat, i]
        if other != card:
            S.owned[seat, kept] = other
            kept += 1
    S.spirit[seat, Spirit.OWNED] = kept


@kernel
def discard_to_pile(S, T, card):
    """Put a minor or major power on its deck's discard pile."""
    deck = T.power_deck[card]
    size = Counter.MINOR_DISCARDS + 3 * deck
    S.pile[deck, S.counter[size]] = card
    S.counter[size] += 1
    S.card_place[card] = Place.MINOR_DISCARD + deck


@kernel
def draw_card(S, T, deck):
    """Draw the top card of the minor or major deck; if it is empty the discards are shuffled into a new one.

    Returns
    -------
    int
        The card, -1 if there is none at all.
    """
    top = Counter.MINOR_TOP + 3 * deck
    size = Counter.MINOR_SIZE + 3 * deck
    discards = Counter.MINOR_DISCARDS + 3 * deck
    if S.counter[top] >= S.counter[size]:
        n = S.counter[discards]
        if n == 0:
            return -1
        for i in range(n):
            S.deck[deck, i] = S.pile[deck, i]
            S.card_place[S.pile[deck, i]] = Place.MINOR_DECK + deck
        S.counter[discards] = 0
        S.counter[top] = 0
        S.counter[size] = n
        shuffle_deck(S, deck, Stream.MINOR + deck, 0, n)
        tell(S, Event.RESHUFFLE, deck, 0, 0, 0)
    card = S.deck[deck, S.counter[top]]
    S.counter[top] += 1
    S.card_place[card] = Place.REVEALED
    return card


@kernel
def card_fit(S, T, seat, card):
    """Worth of owning a card apart from today's board: its elements for the innate powers, its cost, its kind."""
    value = T.own_weight[seat, Weight.CARD_HAND] - T.own_weight[seat, Weight.CARD_COST] * T.power_cost[card]
    for element in range(8):
        value += (
            T.own_weight[seat, Weight.CARD_ELEMENT] * T.element_need[seat, element] * T.power_element[card, element]
        )
    if T.power_deck[card] == Cards.UNIQUE:
        value += T.own_weight[seat, Weight.CARD_UNIQUE]
    elif T.power_deck[card] == Cards.MAJOR:
        value += T.own_weight[seat, Weight.CARD_MAJOR]
    return value


@kernel
def keep_worth(S, T, seat, card):
    """Worth of keeping a card: its fit, and a share of what it was last found to do on the board."""
    now = min(MOST_NOW, max(0.0, S.card_gain[card]))
    return card_fit(S, T, seat, card) + T.own_weight[seat, Weight.GAIN_NOW] * now


@kernel
def forget_card(S, T, seat, card):
    """Forget a card: minor and major to their discard pile, a unique out of the game; its elements go at once."""
    if S.card_place[card] == place_of(seat, Place.PLAY):
        for element in range(8):
            S.spirit[seat, Spirit.ELEMENT + element] -= T.power_element[card, element]
    disown_card(S, seat, card)
    if T.power_deck[card] == Cards.UNIQUE:
        S.card_place[card] = Place.FORGOTTEN
    else:
        discard_to_pile(S, T, card)
    tell(S, Event.FORGET, card, seat, 0, 0)


@kernel
def choose_forget(S, T, seat):
    """Choose and forget one card from hand, discard or in play: for a major power gained, or on a blighted island."""
    base = S.cand_top
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = S.owned[seat, i]
        score = 0.0
        if scores_wanted(S, T):
            score = -keep_worth(S, T, seat, card)
            if S.card_place[card] == place_of(seat, Place.PLAY) and S.used[card] == 0:
                score -= 2.0
            if i == S.spirit[seat, Spirit.OWNED] - 1:
                score -= 4.0
        offer(S, card, score)
    forget_card(S, T, seat, decide(S, T, Decision.CARD, seat, base))


@kernel
def price_forget(S, T, seat):
    """What forgetting the worst card of a seat costs; more if there are few for the card plays."""
    worst = MOST_NOW
    owned = np.int64(S.spirit[seat, Spirit.OWNED])
    for i in range(owned):
        worst = min(worst, keep_worth(S, T, seat, np.int64(S.owned[seat, i])))
    price = max(1.0, worst)
    if owned <= 2 * S.spirit[seat, Spirit.PLAYS]:
        price += 0.5 * T.own_weight[seat, Weight.CARD_PLAY_EMPTY]
    return price


@kernel
def forget_any(S, T, seat):
    """Memory Fades to Dust: the spirit forgets one power card, if it has any."""
    if S.spirit[seat, Spirit.OWNED] == 0:
        return
    if S.counter[Counter.TRIAL] > 0:
        S.worth[0] -= price_forget(S, T, seat)
        return
    choose_forget(S, T, seat)


@kernel
def reclaim_card(S, seat, card):
    """Take one card from the personal discard back to hand."""
    S.card_place[card] = place_of(seat, Place.HAND)
    tell(S, Event.RECLAIM, card, seat, 0, 0)


@kernel
def reclaim_all(S, T, seat):
    """Take the whole personal discard back to hand."""
    S.spirit[seat, Spirit.RECLAIMS] += 1
    for i in range(S.spirit[seat, Spirit.OWNED]):
        if S.card_place[S.owned[seat, i]] == place_of(seat, Place.DISCARD):
            reclaim_card(S, seat, S.owned[seat, i])


@kernel
def reclaim_one(S, T, seat):
    """Take one card of the player's choice from the personal discard back to hand, if there is any."""
    base = S.cand_top
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = S.owned[seat, i]
        if S.card_place[card] == place_of(seat, Place.DISCARD):
            score = 0.0
            if scores_wanted(S, T):
                score = keep_worth(S, T, seat, card)
            offer(S, card, score)
    if S.cand_top > base:
        reclaim_card(S, seat, decide(S, T, Decision.CARD, seat, base))


@kernel
def play_card(S, T, seat, card):
    """Play a card from hand: pay it, gain its elements for the turn."""
    S.card_place[card] = place_of(seat, Place.PLAY)
    S.spirit[seat, Spirit.ENERGY] -= T.power_price[card]
    S.spirit[seat, Spirit.PLAYED] += 1
    for element in range(8):
        S.spirit[seat, Spirit.ELEMENT + element] += T.power_element[card, element]
    tell(S, Event.PLAY, card, seat, T.power_price[card], 0)


@kernel
def play_gained(S, T, seat):
    """The card just gained may be played at once for its cost, without using a card play (Call on Midnight's Dream)."""
    card = S.counter[Counter.GAINED]
    if card < 0 or S.card_place[card] != place_of(seat, Place.HAND):
        return
    if T.power_price[card] > S.spirit[seat, Spirit.ENERGY]:
        return
    base = S.cand_top
    offer(S, 0, 1.0)
    offer(S, 1, 0.0)
    if decide(S, T, Decision.DECLINE, seat, base) == 0:
        play_card(S, T, seat, np.int64(card))
        S.spirit[seat, Spirit.EXTRA_PLAYS] += 1


@kernel
def keep_cards(S, T, seat):
    """Gift of Constancy at the end of the turn: cards in play that return to the hand instead."""
    for _ in range(S.spirit[seat, Spirit.KEEP]):
        base = S.cand_top
        for i in range(S.spirit[seat, Spirit.OWNED]):
            card = S.owned[seat, i]
            if S.card_place[card] == place_of(seat, Place.PLAY):
                score = 0.0
                if scores_wanted(S, T):
                    score = card_fit(S, T, seat, card)
                offer(S, card, score)
        offer(S, -1, 0.0)
        card = decide(S, T, Decision.CARD, seat, base)
        if card < 0:
            break
        reclaim_card(S, seat, card)
    S.spirit[seat, Spirit.KEEP] = 0


@kernel
def gift_card(S, T, giver, receiver):
    """The giver may hand one card of its hand to another spirit (Entwined Power)."""
    if giver == receiver:
        return
    base = S.cand_top
    offer(S, -1, 0.0)
    for i in range(S.spirit[giver, Spirit.OWNED]):
        card = S.owned[giver, i]
        if S.card_place[card] == place_of(giver, Place.HAND):
            score = 0.0
            if scores_wanted(S, T):
                score = card_fit(S, T, receiver, card) - card_fit(S, T, giver, card) - 0.5
            offer(S, card, score)
    card = decide(S, T, Decision.CARD, giver, base)
    if card >= 0:
        disown_card(S, giver, card)
        own_card(S, receiver, card, Place.HAND)
        tell(S, Event.GAIN_CARD, card, receiver, giver, 0)


@kernel
def discard_played(S, T, seat):
    """Time passes: cards in play go to the personal discard."""
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = S.owned[seat, i]
        if S.card_place[card] == place_of(seat, Place.PLAY):
            S.card_place[card] = place_of(seat, Place.DISCARD)


@kernel
def set_up_decks(S, T):
    """Shuffle the minor and major decks and deal the unique powers to their spirits' hands."""
    for card in range(T.n_powers):
        S.card_place[card] = Place.BOX
    for i in range(T.minor_size):
        S.deck[Deck.MINOR, i] = T.minor_card[i]
        S.card_place[T.minor_card[i]] = Place.MINOR_DECK
    for i in range(T.major_size):
        S.deck[Deck.MAJOR, i] = T.major_card[i]
        S.card_place[T.major_card[i]] = Place.MAJOR_DECK
    S.counter[Counter.MINOR_SIZE] = T.minor_size
    S.counter[Counter.MAJOR_SIZE] = T.major_size
    shuffle_deck(S, Deck.MINOR, Stream.MINOR, 0, T.minor_size)
    shuffle_deck(S, Deck.MAJOR, Stream.MAJOR, 0, T.major_size)
    for seat in range(T.n_spirits):
        for i in range(T.n_unique[seat]):
            own_card(S, seat, T.unique[seat, i], Place.HAND)
