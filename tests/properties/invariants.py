"""What holds in every state between two phases, whatever was played: checked for a whole batch of states at once.

The expected value is worked out from the land rows and the card lists by array arithmetic, not by a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.core.codes import (
    MAX_POWERS,
    N_VARIANTS,
    Cards,
    Counter,
    Deck,
    LandEffect,
    Mask,
    Outcome,
    Phase,
    Place,
    Row,
    Spirit,
)
from tests.properties.bridge import SLOTS

Check = Callable[[Any, Any], None]
SEVERAL_WOUNDS = {
    Row.TOWN: (Row.TOWN_0, Row.CITY_0),
    Row.CITY: (Row.CITY_0, Row.DAHAN_0),
    Row.DAHAN: (Row.DAHAN_0, Row.TOWN),
}
TOTALS = {Counter.EXPLORERS: Row.EXPLORER, Counter.TOWNS: Row.TOWN, Counter.CITIES: Row.CITY, Counter.DAHAN: Row.DAHAN}
DECKS = (
    (Deck.MINOR, Cards.MINOR, Place.MINOR_DECK, Place.MINOR_DISCARD, Counter.MINOR_TOP),
    (Deck.MAJOR, Cards.MAJOR, Place.MAJOR_DECK, Place.MAJOR_DISCARD, Counter.MAJOR_TOP),
)
ONE_TURN_ROWS = (*range(Row.DEFEND, Row.PUSHED_HERE + 1), Row.DREAD, Row.DREAD_WIDE, Row.DREAD_KILLS)
ONE_TURN_SPIRIT = (Spirit.RANGE, Spirit.WARD, Spirit.DAMAGE_BONUS, Spirit.SHARE, Spirit.EXTRA_PLAYS, Spirit.PLAYED)


def hold(truth: Any, what: str) -> None:
    """Assert that a condition holds everywhere; the first axis is the state."""
    truth = np.asarray(truth)
    if not truth.all():
        slot, *place = (int(index) for index in np.argwhere(~truth)[0])
        raise AssertionError(f"{what}: not in state {slot}" + (f", entry {place}" if place else ""))


def equal(left: Any, right: Any, what: str) -> None:
    """Assert that two arrays agree everywhere; the first axis is the state."""
    left, right = np.broadcast_arrays(left, right)
    if not np.array_equal(left, right):
        place = tuple(int(index) for index in np.argwhere(left != right)[0])
        raise AssertionError(f"{what}: {left[place]} is not {right[place]} at {place}")


def rows(states: Any, table: Any) -> Any:
    """The rows of the lands in play, wide enough to add up."""
    return states["land"][:, : table["n_lands"]].astype(np.int64)


def as_bits(truth: Any) -> Any:
    """Sets of lands, as bits, from one truth value for each land."""
    return (truth.astype(np.int64) << np.arange(truth.shape[-1], dtype=np.int64)).sum(axis=-1)


def check_rows(states: Any, table: Any) -> None:
    """No count is negative, totals of a row agree with its parts, and nothing lies outside the island."""
    land = rows(states, table)
    hold(land >= 0, "counts of a land")
    for total, (first, after) in SEVERAL_WOUNDS.items():
        equal(land[:, :, total], land[:, :, first:after].sum(axis=2), f"Row.{total.name} against its wounds")
    hold(states["land"][:, table["n_lands"] :] == 0, "rows beyond the last land are empty")
    hold(land[:, :, Row.PRESENCE + table["n_spirits"] : Row.DREAD] == 0, "presence of seats not taken")


def check_health(states: Any, table: Any) -> None:
    """No piece carries as much damage as its health."""
    land = rows(states, table)
    hold(land[:, :, [Row.TOWN_2, Row.CITY_3]] == 0, "damage below health")
    if table["heat_seat"] >= 0:
        hot = land[:, :, Row.PRESENCE + table["heat_seat"]] >= 2
        hold(~hot | (land[:, :, Row.TOWN_1] + land[:, :, Row.CITY_2] == 0), "damage below the health heat leaves")
    wounds = np.arange(Row.TOWN - Row.DAHAN_0)
    dead = wounds >= 2 + land[:, :, Row.VITALITY, None]
    hold(~dead | (land[:, :, Row.DAHAN_0 : Row.TOWN] == 0), "damage of dahan below their health")


def check_totals(states: Any, table: Any) -> None:
    """The totals of the island are the sums over its lands."""
    land = rows(states, table)
    for total, row in TOTALS.items():
        equal(states["counter"][:, total], land[:, :, row].sum(axis=1), f"Counter.{total.name}")
    for seat in range(table["n_spirits"]):
        discs = land[:, :, Row.PRESENCE + seat].sum(axis=1)
        equal(states["spirit"][:, seat, Spirit.ON_ISLAND], discs, f"Spirit.ON_ISLAND of seat {seat}")


def check_sets(states: Any, table: Any) -> None:
    """The sets of lands agree with the rows."""
    land = rows(states, table)
    buildings = land[:, :, Row.TOWN] + land[:, :, Row.CITY]
    expected = {
        Mask.INVADERS: buildings + land[:, :, Row.EXPLORER] > 0,
        Mask.BUILDINGS: buildings > 0,
        Mask.DAHAN: land[:, :, Row.DAHAN] > 0,
        Mask.BLIGHT: land[:, :, Row.BLIGHT] > 0,
    }
    for mask, truth in expected.items():
        equal(states["mask"][:, mask], as_bits(truth), f"Mask.{mask.name}")
    for seat in range(table["n_spirits"]):
        discs = land[:, :, Row.PRESENCE + seat]
        equal(states["mask"][:, Mask.PRESENCE + seat], as_bits(discs > 0), f"Mask.PRESENCE of seat {seat}")
        equal(states["mask"][:, Mask.SACRED + seat], as_bits(discs > 1), f"Mask.SACRED of seat {seat}")


def check_blight(states: Any, table: Any) -> None:
    """Blight only moves between island and pool."""
    on_island = rows(states, table)[:, :, Row.BLIGHT].sum(axis=1)
    printed = table["setup_land"][:, Row.BLIGHT].astype(np.int64).sum()
    pool = states["counter"][:, Counter.BLIGHT_POOL]
    hold(pool >= 0, "blight pool")
    equal(on_island + pool, printed + table["blight_pool"], "blight of island and pool")


def check_fear(states: Any, table: Any) -> None:
    """Markers below a full pool, cards within the deck, and the terror level the cards bring."""
    counter = states["counter"].astype(np.int64)
    earned = counter[:, Counter.FEAR_EARNED]
    last = table["terror_after"][2]
    hold((earned >= 0) & (earned <= last), "fear cards earned")
    hold(counter[:, Counter.FEAR_RESOLVED] <= earned, "fear cards resolved")
    generated = counter[:, Counter.FEAR_GENERATED]
    hold((generated >= 0) & ((generated < table["fear_pool"]) | (earned == last)), "fear generated")
    level = 1 + (earned[:, None] >= table["terror_after"]).sum(axis=1)
    equal(counter[:, Counter.TERROR], level, "terror level")


def check_presence(states: Any, table: Any) -> None:
    """Every disc is on the island, destroyed, or still on a track."""
    spirit = states["spirit"].astype(np.int64)
    for seat in range(table["n_spirits"]):
        covered = table["track_length"][seat].astype(np.int64) - 1
        taken = spirit[:, seat, [Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN]]
        hold((taken >= 0) & (taken <= covered), f"discs taken from the tracks of seat {seat}")
        placed = table["setup_land"][:, Row.PRESENCE + seat].astype(np.int64).sum()
        on_tracks = (covered - taken).sum(axis=1)
        kept = spirit[:, seat, Spirit.ON_ISLAND] + spirit[:, seat, Spirit.DESTROYED] + on_tracks
        equal(kept, placed + covered.sum(), f"presence of seat {seat}")
        hold(spirit[:, seat, Spirit.DESTROYED] >= 0, f"destroyed presence of seat {seat}")


def check_tracks(states: Any, table: Any) -> None:
    """Income, plays and track elements are what the discs taken so far uncover."""
    spirit = states["spirit"].astype(np.int64)
    for seat in range(table["n_spirits"]):
        elements = np.zeros((len(states), 8), dtype=np.int64)
        for track, number in ((0, Spirit.INCOME), (1, Spirit.PLAYS)):
            spaces = np.arange(table["track_number"].shape[2])
            open_spaces = spaces <= spirit[:, seat, Spirit.ENERGY_TAKEN + track, None]
            highest = np.where(open_spaces, table["track_number"][seat, track], 0).max(axis=1)
            equal(spirit[:, seat, number], highest, f"Spirit.{number.name} of seat {seat}")
            shown = table["track_element"][seat, track][:, None] == np.arange(8)
            in_play = spaces < table["track_length"][seat, track]
            elements += (open_spaces & in_play).astype(np.int64) @ shown.astype(np.int64)
        of_tracks = spirit[:, seat, Spirit.TRACK_ELEMENT : Spirit.TRACK_ELEMENT + 8]
        equal(of_tracks, elements, f"track elements of seat {seat}")
        hold(spirit[:, seat, Spirit.ENERGY] >= 0, f"energy of seat {seat}")
        in_play = states["card_place"] == Place.PLAY + 4 * seat
        needed = of_tracks + in_play.astype(np.int64) @ table["power_element"].astype(np.int64)
        hold(spirit[:, seat, Spirit.ELEMENT : Spirit.ELEMENT + 8] >= needed, f"elements of seat {seat}")


def listed(cards: Any, first: Any, after: Any) -> Any:
    """How often each card stands in a list between two positions, one list for each state.

    Returns
    -------
    numpy.ndarray of int, shape (states, MAX_POWERS)
    """
    position = np.arange(cards.shape[1])
    inside = (position >= np.asarray(first)[:, None]) & (position < np.asarray(after)[:, None])
    slot = np.broadcast_to(np.arange(len(cards))[:, None], cards.shape)
    flat = slot[inside] * MAX_POWERS + cards[inside]
    return np.bincount(flat, minlength=len(cards) * MAX_POWERS).reshape(len(cards), MAX_POWERS)


def check_decks(states: Any, table: Any) -> None:
    """Minor and major cards: the deck and its discards list exactly the cards that are there."""
    counter = states["counter"].astype(np.int64)
    place = states["card_place"]
    zero = np.zeros(len(states), dtype=np.int64)
    for deck, cards, in_deck, in_pile, top in DECKS:
        drawn, size, discards = (counter[:, top + offset] for offset in range(3))
        hold((drawn >= 0) & (drawn <= size), f"next card of deck {deck.name}")
        equal(listed(states["deck"][:, deck], drawn, size), place == in_deck, f"cards of deck {deck.name}")
        equal(listed(states["pile"][:, deck], zero, discards), place == in_pile, f"discards of deck {deck.name}")
        kind = table["power_deck"] == cards
        kind[table["n_cards"] :] = False
        in_game = listed(
            np.repeat(card_list(table, deck)[None], len(states), axis=0), zero, zero + deck_size(table, deck)
        )
        equal((place != Place.BOX) & kind, in_game, f"cards of kind {cards.name} in the game")


def card_list(table: Any, deck: Deck) -> Any:
    """All cards a deck starts with."""
    return table["minor_card"] if deck == Deck.MINOR else table["major_card"]


def deck_size(table: Any, deck: Deck) -> int:
    """How many cards a deck starts with."""
    return int(table["minor_size"] if deck == Deck.MINOR else table["major_size"])


def check_hands(states: Any, table: Any) -> None:
    """Each seat lists exactly the cards in its hand, in play and in its discard; none is half gained."""
    place = states["card_place"]
    zero = np.zeros(len(states), dtype=np.int64)
    hold(place != Place.REVEALED, "no card is still on offer")
    for seat in range(table["n_spirits"]):
        own = np.isin(place, [kind + 4 * seat for kind in (Place.HAND, Place.PLAY, Place.DISCARD)])
        size = states["spirit"][:, seat, Spirit.OWNED].astype(np.int64)
        equal(listed(states["owned"][:, seat], zero, size), own, f"cards of seat {seat}")
    known = [Place.BOX, Place.MINOR_DECK, Place.MAJOR_DECK, Place.MINOR_DISCARD, Place.MAJOR_DISCARD, Place.FORGOTTEN]
    seats = [kind + 4 * seat for seat in range(table["n_spirits"]) for kind in (Place.HAND, Place.PLAY, Place.DISCARD)]
    hold(np.isin(place, known + seats), "places of cards")
    forgotten = (place == Place.FORGOTTEN) & (table["power_deck"] != Cards.UNIQUE)
    hold(~forgotten, "only unique powers leave the game")


def check_uniques(states: Any, table: Any) -> None:
    """The unique powers of the spirits in the game are in it, owned or forgotten."""
    place = states["card_place"]
    for seat in range(table["n_spirits"]):
        cards = table["unique"][seat, : table["n_unique"][seat]]
        hold((place[:, cards] == Place.FORGOTTEN) | (place[:, cards] >= Place.HAND), f"unique powers of seat {seat}")


def check_invader_cards(states: Any, table: Any) -> None:
    """Slots hold different cards, and the deck a plausible number of turned ones."""
    counter = states["counter"].astype(np.int64)
    turned = counter[:, Counter.INVADER_NEXT]
    hold((turned >= 0) & (turned <= table["deck_size"]), "invader cards turned")
    slots = counter[:, SLOTS]
    hold((slots >= -1) & (slots < table["n_invader_cards"]), "invader cards in the slots")
    for left, right in ((0, 1), (0, 2), (1, 2)):
        hold((slots[:, left] < 0) | (slots[:, left] != slots[:, right]), "a card is in one slot only")
    deck = np.sort(states["deck"][:, Deck.INVADER, : table["deck_size"]], axis=1)
    hold(deck[:, 1:] != deck[:, :-1], "every invader card is there once")


def check_idle(states: Any, table: Any) -> None:
    """No trial is open, no decision pending, no power in use."""
    counter = states["counter"]
    equal(counter[:, Counter.TRIAL], 0, "open trials")
    equal(counter[:, Counter.POOL], 0, "damage a power has still to deal")
    equal(counter[:, Counter.FOLLOW_UP], 0, "follow-ups at work")
    equal(counter[:, Counter.FEAR_PER_KILL], 0, "extra fear of a power that is over")
    equal(counter[:, Counter.SET_UP], 0, "set-up at work")
    on = counter[:, Counter.OUTCOME] == Outcome.NONE
    equal(counter[on, Counter.DEFEAT], 0, "defeats of a game that goes on")
    equal(states["mask"][on, Mask.TRIGGERED], 0, "lands where a follow-up waits")
    equal(states["journal_top"], 0, "rows saved by trials")
    equal(states["cand_top"], 0, "answers on offer")
    hold(rows(states, table)[:, :, Row.EFFECT] <= sum(LandEffect), "effects on lands")


def check_new_round(states: Any, table: Any) -> None:
    """Before the spirit phase: all wounds healed, all effects of the turn before over, no card in play."""
    counter = states["counter"]
    new = (counter[:, Counter.PHASE] == Phase.SPIRIT) & (counter[:, Counter.OUTCOME] == Outcome.NONE)
    states = states[new]
    land = rows(states, table)
    wounded = [variant for variant in range(N_VARIANTS) if Row(variant).name[-1] in "123456789"]
    hold(land[:, :, wounded] == 0, "wounds in a new round")
    hold(land[:, :, ONE_TURN_ROWS] == 0, "effects on lands in a new round")
    equal(states["counter"][:, Counter.STANDING], 0, "standing fear effects in a new round")
    hold((states["used"] == 0) & (states["made_fast"] == 0), "powers used in a new round")
    for seat in range(table["n_spirits"]):
        spirit = states["spirit"][:, seat]
        hold(states["card_place"] != Place.PLAY + 4 * seat, "cards in play in a new round")
        hold(spirit[:, ONE_TURN_SPIRIT] == 0, f"effects on seat {seat} in a new round")
        elements = spirit[:, Spirit.ELEMENT : Spirit.ELEMENT + 8]
        equal(elements, spirit[:, Spirit.TRACK_ELEMENT : Spirit.ELEMENT], "elements in a new round")


CHECKS: tuple[Check, ...] = (
    check_rows,
    check_health,
    check_totals,
    check_sets,
    check_blight,
    check_fear,
    check_presence,
    check_tracks,
    check_decks,
    check_hands,
    check_uniques,
    check_invader_cards,
    check_idle,
    check_new_round,
)


def check_invariants(states: Any, tables: Any) -> None:
    """Assert that every state of a batch is in order; to be called between phases.

    Parameters
    ----------
    states : numpy.ndarray of STATE, shape (n,)
        Games of one set-up.
    tables : numpy.ndarray of TABLES, shape (1,)

    Raises
    ------
    AssertionError
        Naming the first thing that is not in order, the state and where in it.
    """
    for check in CHECKS:
        check(states, tables[0])
