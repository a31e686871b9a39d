"""Between the two worlds: an oracle's island into state arrays and back, and a kernel's choices out of its trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.codes import Action, Counter, Decision, Event, LandEffect, Piece, Row, Spirit, Terrain
from sim.core.state import new_states
from tests.oracle.choices import Choices, Wounded
from tests.oracle.fear import terror_level
from tests.oracle.island import Island, Land

FIRST_VARIANT = {Piece.EXPLORER: Row.EXPLORER, Piece.TOWN: Row.TOWN_0, Piece.CITY: Row.CITY_0, Piece.DAHAN: Row.DAHAN_0}
AFTER_LAST = {Piece.EXPLORER: Row.TOWN_0, Piece.TOWN: Row.CITY_0, Piece.CITY: Row.DAHAN_0, Piece.DAHAN: Row.TOWN}
SLOTS = (Counter.RAVAGE_CARD, Counter.BUILD_CARD, Counter.EXPLORE_CARD)


def members(bits: int) -> list[int]:
    """The lands of a set given as bits."""
    return [land for land in range(64) if int(bits) >> land & 1]


def bits(lands: Any) -> int:
    """The set of these lands as bits."""
    return sum(1 << land for land in lands)


def actions(bits: int) -> frozenset[Action]:
    """The invader actions of a set given as bits."""
    return frozenset(action for action in Action if int(bits) & action)


def seat_or_none(seat: int) -> int | None:
    """A seat as tables write it."""
    return int(seat) if seat >= 0 else None


def empty_island(tables: Any, mud_seat: int | None = None) -> Island:
    """The island of some tables without pieces, presence or blight."""
    table = tables[0]
    lands = []
    for land in range(table["n_lands"]):
        coastal = bool(int(table["coastal"]) >> land & 1)
        adjacent = frozenset(members(table["adjacent"][land]))
        lands.append(Land(Terrain(table["terrain"][land]), coastal, adjacent, int(table["board"][land])))
    first, second, third = (int(cards) for cards in table["terror_after"])
    return Island(
        lands,
        seats=int(table["n_spirits"]),
        blight_pool=int(table["blight_pool"]),
        fear_pool=int(table["fear_pool"]),
        terror_after=(first, second, third),
        heat_seat=seat_or_none(table["heat_seat"]),
        mud_seat=mud_seat,
    )


def _write_land(land: Land, row: Any) -> None:
    for kind, first in FIRST_VARIANT.items():
        for wound in land.pieces[kind]:
            row[first + wound] += 1
    row[Row.TOWN] = len(land.pieces[Piece.TOWN])
    row[Row.CITY] = len(land.pieces[Piece.CITY])
    row[Row.DAHAN] = len(land.pieces[Piece.DAHAN])
    row[Row.BLIGHT] = land.blight
    row[Row.DEFEND] = land.defend
    row[Row.SKIP] = sum(land.skips)
    row[Row.SKIP_ONE] = land.skip_one
    row[Row.VITALITY] = land.dahan_health - 2
    row[Row.EFFECT] = LandEffect.PREVENT_BLIGHT * land.prevents_blight + LandEffect.PROTECT_DAHAN * land.protects_dahan
    for seat, discs in enumerate(land.presence):
        row[Row.PRESENCE + seat] = discs


def to_state(island: Island, seed: int) -> Any:
    """A state with this island, no card anywhere, and its trace on; sets and totals are for ``refresh`` to make.

    Parameters
    ----------
    seed : int
        Keys the stream of the random policy.

    Returns
    -------
    numpy.ndarray of STATE, shape (1,)
    """
    states = new_states(1)
    state = states[0]
    for land, here in enumerate(island.lands):
        _write_land(here, state["land"][land])
    counter = state["counter"]
    counter[Counter.TERROR] = terror_level(island)
    counter[Counter.FEAR_GENERATED] = island.fear_generated
    counter[Counter.FEAR_EARNED] = island.fear_earned
    counter[Counter.FEAR_RESOLVED] = island.fear_earned
    counter[Counter.BLIGHT_POOL] = island.blight_pool
    counter[Counter.ACTOR] = -1
    for slot in SLOTS:
        counter[slot] = -1
    for seat in range(island.seats):
        state["spirit"][seat, Spirit.ON_ISLAND] = island.presence(seat)
        state["spirit"][seat, Spirit.DESTROYED] = island.destroyed[seat]
        state["spirit"][seat, Spirit.WARD] = island.ward[seat]
    state["rng"][:] = np.arange(1, len(state["rng"]) + 1, dtype=np.uint64) * np.uint64(seed + 1)
    counter[Counter.STANDING] = len(island.standing)
    for entry, action in enumerate(sorted(island.standing)):
        state["standing"][entry] = (action, -1)
    states["trace_on"] = 1
    return states


def _read_land(row: Any, land: Land, seats: int) -> None:
    for kind, first in FIRST_VARIANT.items():
        for column in range(first, AFTER_LAST[kind]):
            assert row[column] >= 0, f"{Row(column).name} is negative"
            land.pieces[kind] += [column - first] * int(row[column])
    land.blight = int(row[Row.BLIGHT])
    land.defend = int(row[Row.DEFEND])
    land.skips = actions(row[Row.SKIP])
    land.skip_one = int(row[Row.SKIP_ONE])
    land.dahan_health = 2 + int(row[Row.VITALITY])
    land.prevents_blight = bool(row[Row.EFFECT] & LandEffect.PREVENT_BLIGHT)
    land.protects_dahan = bool(row[Row.EFFECT] & LandEffect.PROTECT_DAHAN)
    land.presence = [int(row[Row.PRESENCE + seat]) for seat in range(seats)]


def from_state(states: Any, tables: Any, mud_seat: int | None = None, slot: int = 0) -> Island:
    """The island that a state holds."""
    state = states[slot]
    island = empty_island(tables, mud_seat)
    for land, here in enumerate(island.lands):
        _read_land(state["land"][land], here, island.seats)
    counter = state["counter"]
    island.blight_pool = int(counter[Counter.BLIGHT_POOL])
    island.fear_generated = int(counter[Counter.FEAR_GENERATED])
    island.fear_earned = int(counter[Counter.FEAR_EARNED])
    island.destroyed = [int(state["spirit"][seat, Spirit.DESTROYED]) for seat in range(island.seats)]
    island.ward = [int(state["spirit"][seat, Spirit.WARD]) for seat in range(island.seats)]
    for entry in range(counter[Counter.STANDING]):
        island.standing |= actions(state["standing"][entry, 0])
    return island.tidy()


def wounded(variant: int) -> Wounded:
    """Kind and wound of a variant."""
    kind = max(kind for kind, first in FIRST_VARIANT.items() if first <= variant)
    return kind, variant - FIRST_VARIANT[kind]


READERS: dict[Decision, tuple[str, Any]] = {
    Decision.CASCADE: ("cascade", int),
    Decision.DAMAGE: ("hit", wounded),
    Decision.SKIP: ("skip", bool),
    Decision.LAND: ("land", int),
    Decision.ORDER: ("order", int),
}
"""Decisions of the invader phase: their name in ``Choices`` and how their codes read."""


def recorded(states: Any) -> list[tuple[str, list[object], object]]:
    """The decisions a kernel has traced: kind, answers on offer in order, answer."""
    state = states[0]
    rows = [tuple(int(code) for code in row) for row in state["trace"][: state["trace_top"]]]
    found = []
    for index, (event, kind, _, answer, offers) in enumerate(rows):
        if event == Event.DECISION:
            name, read = READERS[Decision(kind)]
            options = sorted(read(row[1]) for row in rows[index + 1 : index + 1 + offers])
            found.append((name, options, read(answer)))
    return found


def replay(decisions: list[tuple[str, list[object], object]]) -> Choices:
    """The answers a kernel gave, for the oracle to give again."""
    choices = Choices()
    for name, _, answer in decisions:
        getattr(choices, name).append(answer)
    return choices


def differences(expected: Island, actual: Island) -> list[str]:
    """What differs between two islands, land by land.

    Fear beyond the last card is not compared: the game is won, and no rule says where those markers go.
    """
    expected.tidy()
    if expected.fear_earned == expected.terror_after[2]:
        expected.fear_generated = actual.fear_generated
    found = []
    for land, (right, got) in enumerate(zip(expected.lands, actual.lands, strict=True)):
        for name in vars(right):
            if getattr(right, name) != getattr(got, name):
                found.append(f"land {land} {name}: expected {getattr(right, name)}, got {getattr(got, name)}")
    for name in vars(expected):
        if name != "lands" and getattr(expected, name) != getattr(actual, name):
            found.append(f"{name}: expected {getattr(expected, name)}, got {getattr(actual, name)}")
    return found
