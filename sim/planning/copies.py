"""Copies of a game on which the future is tried: what players cannot see is dealt anew."""

from __future__ import annotations

import numpy as np

from sim.core.blocks import copy_game
from sim.core.codes import Counter, Deck, Place, Spirit, Stream
from sim.core.jit import kernel
from sim.core.rng import draw, mix, shuffle_deck
from sim.core.state import N_STREAMS
from sim.game.setting import clear_scratch, stage_card
from sim.policies.value import price_pieces


@kernel
def seed_copy(S, X, sample):
    """Key the chance of a copy by the game, the round and the number of the sample, and by nothing hidden."""
    key = S.rng[Stream.POLICY] + np.uint64(S.counter[Counter.ROUND] * 4096 + sample)
    for stream in range(N_STREAMS):
        key = mix(key + np.uint64(0x9E3779B97F4A7C15))
        X.rng[stream] = key


@kernel
def redeal_power_deck(X, T, deck):
    """Shuffle what is left of the minor or major deck from an order of its own."""
    first = np.int64(X.counter[Counter.MINOR_TOP + 3 * deck])
    place = first
    for card in range(T.n_cards):
        if X.card_place[card] == Place.MINOR_DECK + deck:
            X.deck[deck, place] = card
            place += 1
    shuffle_deck(X, deck, Stream.MINOR + deck, first, place)


@kernel
def redeal_fear(X, T):
    """Shuffle the fear cards not yet read."""
    read = 0
    first = np.int64(X.counter[Counter.FEAR_RESOLVED])
    for i in range(first):
        read |= 1 << np.int64(X.deck[Deck.FEAR, i])
    place = first
    for card in range(T.n_fear_cards):
        if read >> card & 1 == 0:
            X.deck[Deck.FEAR, place] = card
            place += 1
    shuffle_deck(X, Deck.FEAR, Stream.FEAR, first, place)


@kernel
def cards_turned(S):
    """Invader cards turned so far, as bits."""
    turned = 0
    for i in range(S.counter[Counter.INVADER_NEXT]):
        turned |= 1 << np.int64(S.deck[Deck.INVADER, i])
    return turned


@kernel
def redeal_invaders(X, T):
    """Stack what is left of the invader deck from the cards of each stage not yet seen."""
    used = cards_turned(X)
    for i in range(X.counter[Counter.INVADER_NEXT], T.deck_size):
        card = stage_card(X, T, T.deck_stage[i], used)
        used |= 1 << card
        X.deck[Deck.INVADER, i] = card


@kernel
def turn_blight_card(X, T):
    """Which table a copy is played by: those that differ in the back of the blight card are equally likely.

    A card already flipped is known.
    """
    if X.counter[Counter.BLIGHT_FLIPPED] == 1:
        return np.int64(X.table)
    first = X.table - X.table % T.n_backs
    return np.int64(first + draw(X, Stream.ISLAND, T.n_backs))


@kernel
def copy_land_gains(S, X, power):
    """Let a copy know what a power was found to gain in each land."""
    X.land_gain_known[power] = S.land_gain_known[power]
    X.land_gain_levels[power] = S.land_gain_levels[power]
    for land in range(X.land_gain.shape[1]):
        X.land_gain[power, land] = S.land_gain[power, land]


@kernel
def copy_all_land_gains(S, X, T):
    """Let a copy know what the powers of all spirits were found to gain."""
    for seat in range(T.n_spirits):
        for i in range(S.spirit[seat, Spirit.OWNED]):
            copy_land_gains(S, X, np.int64(S.owned[seat, i]))
        for i in range(T.n_innates[seat]):
            copy_land_gains(S, X, np.int64(T.innate[seat, i]))


@kernel
def copy_game_anew(S, X, tables, sample):
    """Make ``X`` a copy of the game ``S`` with all that is hidden dealt anew.

    Copies with the same ``sample`` of the same round meet the same chance, whatever has been chosen in between.

    Returns
    -------
    int
        The table that the copy is played by.
    """
    T = tables[S.table]
    copy_game(S, X)
    seed_copy(S, X, sample)
    X.table = turn_blight_card(X, T)
    redeal_invaders(X, T)
    redeal_fear(X, T)
    redeal_power_deck(X, T, 0)
    redeal_power_deck(X, T, 1)
    clear_scratch(X)
    copy_all_land_gains(S, X, T)
    X.trace_on = 0
    X.sure = 1
    price_pieces(X, T)
    return np.int64(X.table)
