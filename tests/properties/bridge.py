"""Between the two worlds: an oracle's island into state arrays and back, and a kernel's choices out of its trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.codes import Action, Counter, Decision, Event, Hook, LandEffect, Piece, Row, Rule, Spirit, Terrain
from sim.core.state import new_states
from tests.oracle.choices import Choices, Wounded
from tests.oracle.fear import terror_level
from tests.oracle.island import Changes, Island, Land

FIRST_VARIANT = {Piece.EXPLORER: Row.EXPLORER, Piece.TOWN: Row.TOWN_0, Piece.CITY: Row.CITY_0, Piece.DAHAN: Row.DAHAN_0}
AFTER_LAST = {Piece.EXPLORER: Row.TOWN_0, Piece.TOWN: Row.CITY_0, Piece.CITY: Row.DAHAN_0, Piece.DAHAN: Row.TOWN}
EFFECTS = {
    "prevents_blight": LandEffect.PREVENT_BLIGHT,
    "protects_dahan": LandEffect.PROTECT_DAHAN,
    "protects_from_ravage": LandEffect.PROTECT_FROM_RAVAGE,
    "simultaneous": LandEffect.SIMULTANEOUS,
}
SLOTS = (Counter.RAVAGE_CARD, Counter.BUILD_CARD, Counter.EXPLORE_CARD)


def members(bits: int) -> list[int]:
    """The lands of a set given as bits."""
    found, left = [], int(bits)
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return found


def bits(lands: Any) -> int:
    """The set of these lands as bits."""
    return sum(1 << land for land in lands)


def actions(bits: int) -> frozenset[Action]:
    """The invader actions of a set given as bits."""
    return frozenset(action for action in Action if int(bits) & action)


SEATS = {
    "heat_seat": Hook.INVADER_HEALTH_MODIFIER,
    "mud_seat": Hook.BUILD_UNIT_FILTER,
    "earth_seat": Hook.PASSIVE_DEFEND,
    "green_seat": Hook.INVADER_ACTION_VETO,
    "thunder_seat": Hook.AFTER_RAVAGE,
    "ocean_seat": Hook.OCEAN_LAND,
}
"""Spirits that an island knows by their special rules."""


def seats(table: Any) -> dict[str, int | None]:
    """The seat of each of those spirits, None for one that is not in the game."""
    hooks = [int(bits) for bits in table["hooks"][: table["n_spirits"]]]
    found = {name: [seat for seat, bits in enumerate(hooks) if bits >> hook & 1] for name, hook in SEATS.items()}
    return {name: (own[0] if own else None) for name, own in found.items()}


def changes(table: Any) -> Changes:
    """What adversary, scenario and blight card of some tables make different."""
    rule = {entry: int(table["rule"][entry]) for entry in Rule}
    pieces = (Piece.EXPLORER, Piece.TOWN, Piece.CITY, Piece.DAHAN)
    return Changes(
        health={kind: int(table["health"][kind]) for kind in pieces},
        strength={kind: int(table["damage"][kind]) for kind in pieces},
        blight_flip=int(table["blight_flip"]),
        heavy_mining=rule[Rule.HEAVY_MINING],
        mining_rush=bool(rule[Rule.MINING_RUSH]),
        build_near=rule[Rule.BUILD_NEAR],
        building_limit=rule[Rule.BUILDING_LIMIT],
        explore_more=rule[Rule.EXPLORE_MORE],
        inner=frozenset(members(table["inner"])),
        rituals=bool(rule[Rule.RITUALS]),
        outnumber=bool(rule[Rule.OUTNUMBER]),
        dahan_least=rule[Rule.DAHAN_LEAST],
    )


def empty_island(tables: Any, played: int = 0) -> Island:
    """The island of some tables without pieces, presence or blight.

    Parameters
    ----------
    played : int
        Which of the tables, where boards are drawn.
    """
    table = tables[played]
    lands = []
    for land in range(table["n_lands"]):
        coastal = bool(int(table["coastal"]) >> land & 1)
        adjacent = frozenset(members(table["adjacent"][land]))
        lands.append(Land(Terrain(table["terrain"][land]), coastal, adjacent, int(table["board"][land])))
    first, second, third = (int(cards) for cards in table["terror_after"])
    island = Island(
        lands,
        seats=int(table["n_spirits"]),
        blight_pool=int(table["blight_pool"]),
        fear_pool=int(table["fear_pool"]),
        terror_after=(first, second, third),
        fear_cards=int(table["fear_deck_size"]),
        changes=changes(table),
    )
    for name, seat in seats(table).items():
        setattr(island, name, seat)
    return island


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
    row[Row.EFFECT] = sum(effect for name, effect in EFFECTS.items() if getattr(land, name))
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
    counter[Counter.BLIGHT_FLIPPED] = island.flipped
    counter[Counter.ROUND] = island.round
    counter[Counter.ACTOR] = -1
    for slot in (*SLOTS, Counter.EXTRA_CARD):
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
    held = row.tolist()
    for kind, first in FIRST_VARIANT.items():
        carried: list[int] = []
        for wound, pieces in enumerate(held[first : AFTER_LAST[kind]]):
            assert pieces >= 0, f"{Row(first + wound).name} is negative"
            carried += [wound] * pieces
        land.pieces[kind] = carried
    land.blight = held[Row.BLIGHT]
    land.defend = held[Row.DEFEND]
    land.skips = actions(held[Row.SKIP])
    land.skip_one = held[Row.SKIP_ONE]
    land.dahan_health = 2 + held[Row.VITALITY]
    for name, effect in EFFECTS.items():
        setattr(land, name, bool(held[Row.EFFECT] & effect))
    land.presence = held[Row.PRESENCE : Row.PRESENCE + seats]


def from_state(states: Any, tables: Any, slot: int = 0) -> Island:
    """The island that a state holds."""
    state = states[slot]
    island = empty_island(tables, int(state["table"]))
    for land, here in enumerate(island.lands):
        _read_land(state["land"][land], here, island.seats)
    counter = state["counter"]
    island.blight_pool = int(counter[Counter.BLIGHT_POOL])
    island.flipped = bool(counter[Counter.BLIGHT_FLIPPED])
    island.round = int(counter[Counter.ROUND])
    if island.changes.rituals:
        island.terror = int(counter[Counter.TERROR])
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
    Decision.DECLINE: ("veto", lambda declined: declined == 0),
    Decision.LAND: ("land", int),
    Decision.LOSE: ("loss", int),
    Decision.PIECES: ("piece", wounded),
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
    """What differs between two islands, land by land."""
    expected.tidy()
    found = []
    for land, (right, got) in enumerate(zip(expected.lands, actual.lands, strict=True)):
        for name in vars(right):
            if getattr(right, name) != getattr(got, name):
                found.append(f"land {land} {name}: expected {getattr(right, name)}, got {getattr(got, name)}")
    for name in vars(expected):
        if name != "lands" and getattr(expected, name) != getattr(actual, name):
            found.append(f"{name}: expected {getattr(expected, name)}, got {getattr(actual, name)}")
    return found
