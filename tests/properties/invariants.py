"""What holds in every state between two phases, whatever was played: checked for a whole batch of states at once.

The expected value is worked out from the land rows and the card lists by array arithmetic, not by a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.core.codes import (
    MAX_POWERS,
    N_ROW,
    N_VARIANTS,
    Cards,
    Counter,
    Deck,
    LandEffect,
    Mask,
    Outcome,
    Phase,
    Piece,
    Place,
    Row,
    Rule,
    Spirit,
)
from tests.properties.bridge import SLOTS, members

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
ONE_ACTION_ROWS = (Row.RAIDERS, *range(Row.DREAMED, N_ROW))
"""Columns that only an action at work fills: raids, dreams, ruins."""
ONE_TURN_ROWS = (*range(Row.DEFEND, Row.PUSHED_HERE + 1), *range(Row.DREAD, Row.RAIDERS), Row.APPARITION)
ONE_TURN_SPIRIT = (*range(Spirit.RANGE, Spirit.PLAYED + 1), *range(Spirit.MAY_SPEED, Spirit.ANY_CHOSEN + 1))
IDLE_COUNTERS = {
    Counter.TRIAL: "open trials",
    Counter.POOL: "damage a power has still to deal",
    Counter.FOLLOW_UP: "follow-ups at work",
    Counter.FEAR_PER_KILL: "extra fear of a power that is over",
    Counter.DREAM: "dreams of a power that is over",
    Counter.PENDING_GAINS: "gains of a power that is over",
}
"""Numbers that are 0 while nothing is done."""
NO_CARD, NO_SLOT = -1, -2
"""Values of the extra Build slot without a card, and once it is gone."""


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
    if table["heat_seat"] >= 0:
        cooled = (land[:, :, Row.PRESENCE + table["heat_seat"]] >= 2).astype(np.int64)
    else:
        cooled = np.zeros(land.shape[:2], dtype=np.int64)
    limits = {
        Piece.TOWN: table["health"][Piece.TOWN] - cooled,
        Piece.CITY: table["health"][Piece.CITY] - cooled,
        Piece.DAHAN: table["health"][Piece.DAHAN] + land[:, :, Row.VITALITY],
    }
    for (first, after), (kind, limit) in zip(SEVERAL_WOUNDS.values(), limits.items(), strict=True):
        dead = np.arange(after - first) >= limit[:, :, None]
        hold(~dead | (land[:, :, first:after] == 0), f"damage of {kind.name.lower()} below its health")


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
        sacred = discs >= np.maximum(table["sacred_need"][seat, : table["n_lands"]], 1)
        equal(states["mask"][:, Mask.PRESENCE + seat], as_bits(discs > 0), f"Mask.PRESENCE of seat {seat}")
        equal(states["mask"][:, Mask.SACRED + seat], as_bits(sacred), f"Mask.SACRED of seat {seat}")


def check_oceans(states: Any, table: Any) -> None:
    """An ocean is in play exactly on boards with presence of Ocean, which never is inland; all else drowns there."""
    land = rows(states, table)
    lands = np.full(len(states), table["all_lands"])
    seat = int(table["ocean_seat"])
    if seat >= 0:
        held = land[:, :, Row.PRESENCE + seat] > 0
        hold(~held[:, members(~table["coastal"] & table["all_lands"])], "presence of Ocean inland")
        for board in range(table["n_boards"]):
            at_home = held[:, members(table["board_lands"][board])].any(axis=1)
            lands = lands | np.where(at_home, 1 << int(table["ocean_of"][board]), 0)
    equal(states["mask"][:, Mask.LANDS], lands, "oceans in play")
    pieces = [Row.EXPLORER, Row.TOWN, Row.CITY, Row.DAHAN]
    hold(land[:, members(table["oceans"])][:, :, pieces] == 0, "invaders and dahan in oceans")


def check_blight(states: Any, table: Any) -> None:
    """Blight only moves between island and pool, and what is on the back of a card comes when it flips."""
    counter = states["counter"].astype(np.int64)
    on_island = rows(states, table)[:, :, Row.BLIGHT].sum(axis=1)
    printed = table["setup_land"][:, Row.BLIGHT].astype(np.int64).sum()
    pool, flipped = counter[:, Counter.BLIGHT_POOL], counter[:, Counter.BLIGHT_FLIPPED]
    hold(pool >= 0, "blight pool")
    hold((flipped == 0) | (flipped == 1) & (table["blight_flip"] > 0), "blight card flipped")
    in_game = printed + table["blight_pool"] + flipped * table["blight_flip"]
    equal(on_island + pool, in_game, "blight of island and pool")


def check_fear(states: Any, table: Any) -> None:
    """Markers below a full pool, cards within the deck, and the terror level that cards or rituals bring."""
    counter = states["counter"].astype(np.int64)
    earned = counter[:, Counter.FEAR_EARNED]
    last = table["fear_deck_size"]
    hold((earned >= 0) & (earned <= last), "fear cards earned")
    hold(counter[:, Counter.FEAR_RESOLVED] <= earned, "fear cards resolved")
    generated = counter[:, Counter.FEAR_GENERATED]
    hold((generated >= 0) & (generated < table["fear_pool"]), "fear generated")
    terror = counter[:, Counter.TERROR]
    if table["rule"][Rule.RITUALS]:
        hold((terror >= 1) & (terror <= 4), "terror level")
    else:
        equal(terror, 1 + (earned[:, None] >= table["terror_after"]).sum(axis=1), "terror level")


def check_presence(states: Any, table: Any) -> None:
    """Every disc is on the island, destroyed, or still on a track."""
    spirit = states["spirit"].astype(np.int64)
    for seat in range(table["n_spirits"]):
        covered = table["track_length"][seat].astype(np.int64) - 1
        taken = spirit[:, seat, [Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN]]
        hold((taken >= 0) & (taken <= covered), f"discs taken from the tracks of seat {seat}")
        placed = table["setup_land"][:, Row.PRESENCE + seat].astype(np.int64).sum() + (table["setup_choice"][seat] != 0)
        on_tracks = (covered - taken).sum(axis=1)
        kept = spirit[:, seat, Spirit.ON_ISLAND] + spirit[:, seat, Spirit.DESTROYED] + on_tracks
        equal(kept, placed + covered.sum(), f"presence of seat {seat}")
        hold(spirit[:, seat, Spirit.DESTROYED] >= 0, f"destroyed presence of seat {seat}")
        most = table["n_spirits"] if seat == table["ocean_seat"] else 1
        drowned = spirit[:, seat, Spirit.DROWNED]
        hold((drowned >= 0) & (drowned < most), f"drowned health of seat {seat} not yet energy")


def check_tracks(states: Any, table: Any) -> None:
    """Income, plays, elements and reclaims of the tracks are what the discs taken so far uncover."""
    spirit = states["spirit"].astype(np.int64)
    for seat in range(table["n_spirits"]):
        # the ninth is any element
        elements = np.zeros((len(states), 9), dtype=np.int64)
        reclaims = np.zeros(len(states), dtype=np.int64)
        for track, number in ((0, Spirit.INCOME), (1, Spirit.PLAYS)):
            spaces = np.arange(table["track_number"].shape[2])
            open_spaces = spaces <= spirit[:, seat, Spirit.ENERGY_TAKEN + track, None]
            highest = np.where(open_spaces, table["track_number"][seat, track], 0).max(axis=1)
            equal(spirit[:, seat, number], highest, f"Spirit.{number.name} of seat {seat}")
            shown = table["track_element"][seat, track][:, None] == np.arange(9)
            uncovered = (open_spaces & (spaces < table["track_length"][seat, track])).astype(np.int64)
            elements += uncovered @ shown.astype(np.int64)
            reclaims += uncovered @ table["track_reclaim"][seat, track].astype(np.int64)
        of_tracks = spirit[:, seat, Spirit.TRACK_ELEMENT : Spirit.TRACK_ELEMENT + 8]
        equal(of_tracks, elements[:, :8], f"track elements of seat {seat}")
        equal(spirit[:, seat, Spirit.ANY_SPACES], elements[:, 8], f"spaces for any element of seat {seat}")
        equal(spirit[:, seat, Spirit.RECLAIM_SPACES], reclaims, f"spaces that reclaim of seat {seat}")
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
    """Every invader card is in one place: in the deck in the order of its stages, in one slot, or gone."""
    counter = states["counter"].astype(np.int64)
    size, turned = int(table["deck_size"]), counter[:, Counter.INVADER_NEXT]
    hold((turned >= 0) & (turned <= size), "invader cards turned")
    deck = states["deck"][:, Deck.INVADER, :size].astype(np.int64)
    equal(table["invader_stage"][deck], table["deck_stage"][:size], "stages of the invader deck")
    in_order = np.sort(deck, axis=1)
    hold(in_order[:, 1:] != in_order[:, :-1], "every invader card is there once")
    extra = counter[:, Counter.EXTRA_CARD]
    gone_with = {0: (), 1: (NO_SLOT,), 2: ()}[int(table["rule"][Rule.EXTRA_BUILD])]
    hold((extra >= NO_CARD) | np.isin(extra, gone_with), "the extra slot")
    hold((extra < 0) | (table["rule"][Rule.EXTRA_BUILD] > 0), "a card in an extra slot that is not there")
    slots = counter[:, [*SLOTS, Counter.EXTRA_CARD]]
    seen = np.arange(size) < turned[:, None]
    for slot in range(len(SLOTS) + 1):
        known = ((deck == slots[:, slot, None]) & seen).any(axis=1)
        hold((slots[:, slot] < 0) | known, "cards in the slots have been turned")
        for other in range(slot):
            hold((slots[:, slot] < 0) | (slots[:, slot] != slots[:, other]), "a card is in one slot only")


def check_idle(states: Any, table: Any) -> None:
    """No trial is open, no decision pending, no power in use."""
    counter = states["counter"]
    for number, what in IDLE_COUNTERS.items():
        equal(counter[:, number], 0, what)
    equal(counter[:, Counter.AFTER_GAIN], -1, "what a power does after its gains")
    going = counter[:, Counter.OUTCOME] == Outcome.NONE
    equal(counter[going, Counter.DEFEAT], 0, "defeats of a game that goes on")
    equal(states["mask"][going, Mask.TRIGGERED], 0, "lands where a follow-up waits")
    for mask in (Mask.NEAR_BUILDS, Mask.DREAMING, Mask.AFRAID, Mask.STIRRED):
        equal(states["mask"][:, mask], 0, f"Mask.{mask.name} of an action that is over")
    hold(rows(states, table)[:, :, ONE_ACTION_ROWS] == 0, "what an action that is over has left on lands")
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
    check_oceans,
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
    tables : numpy.ndarray of TABLES, shape (m,)
        One for each island that the set-up may be played on.

    Raises
    ------
    AssertionError
        Naming the first thing that is not in order, the state and where in it.
    """
    for index in np.unique(states["table"]):
        # a selection is a copy, which states are too large for if it can be helped
        played_on_it = states if len(tables) == 1 else states[states["table"] == index]
        for check in CHECKS:
            check(played_on_it, tables[index])
