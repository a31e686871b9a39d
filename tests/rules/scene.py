"""A game to try rules on: an island filled as a test says, whose steps are those of the engine.

Lands go by their names (``"G5"``), powers and cards by their ids, pieces are written as text: ``"1E 1T/1 2D"`` is an
explorer, a town with 1 damage and two dahan.
"""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from typing import Any

from sim.content.load import load_content
from sim.content.names import fear_names, invader_names, power_names
from sim.content.setup import setup_from_dict, setup_island
from sim.content.tables import build_tables
from sim.core.codes import (
    N_VARIANTS,
    Answer,
    Counter,
    Decision,
    Deck,
    Element,
    Event,
    Phase,
    Place,
    Row,
    Spirit,
)
from sim.core.state import new_states
from sim.game import play, steps

TEETH, EYES, MUD, HEAT, WIND, LIGHTNING, RIVER, SHADOWS, EARTH, GREEN, THUNDER, BRINGER, OCEAN = load_content().spirits
FIRST = {"E": Row.EXPLORER, "T": Row.TOWN_0, "C": Row.CITY_0, "D": Row.DAHAN_0}
SLOTS = (Counter.RAVAGE_CARD, Counter.BUILD_CARD, Counter.EXPLORE_CARD)


def power(name: str) -> int:
    """Index of a power card or innate power."""
    return power_names().index[name]


def fear_card(name: str) -> int:
    """Index of a fear card."""
    return fear_names().index[name]


def invader_card(name: str) -> int:
    """Index of an invader card, e.g. of ``stage1_jungle``."""
    return invader_names().index[name]


@functools.cache
def _tables(setup: str) -> tuple[Any, tuple[str, ...]]:
    """Tables of a set-up given as JSON, and the names of its lands."""
    read = setup_from_dict(json.loads(setup))
    return build_tables(read), tuple(setup_island(read).names)


@dataclass(frozen=True)
class Asked:
    """A decision with more than one legal answer."""

    kind: Decision
    seat: int
    """who decides, -1 for all players together"""
    offers: list[int]
    answer: int


class Scene:
    """One game of some spirits on the printed map.

    Parameters
    ----------
    spirits : str
        Spirit ids in seat order.
    empty : bool
        Take everything off the island after the set-up, and the invader cards off their slots.
    game : int
        Which game of the seed.
    keys : object
        Further keys of the set-up.
    """

    def __init__(self, *spirits: str, empty: bool = True, game: int = 0, **keys: Any) -> None:
        self.tables, self.names = _tables(json.dumps({"spirits": spirits, **keys}))
        self.states = new_states(1)
        self.begin(game)
        if empty:
            self.state["land"][:] = 0
            for slot in SLOTS:
                self.counter[slot] = -1
            self.refresh()

    def begin(self, game: int) -> None:
        """Set up another game of the same seed, with the trace on."""
        self.states["trace_on"] = 1
        play.begin_game(self.states, self.tables, 0, 1, game)

    @property
    def state(self) -> Any:
        """The record of the game."""
        return self.states[0]

    @property
    def table(self) -> Any:
        """The record of the tables."""
        return self.tables[0]

    @property
    def counter(self) -> Any:
        """Numbers of the island, by ``Counter``."""
        return self.state["counter"]

    def spirit(self, seat: int = 0) -> Any:
        """Numbers of a seat, by ``Spirit``."""
        return self.state["spirit"][seat]

    # ------------------------------------------------------------------------------------------------- the island
    def land(self, name: str) -> int:
        """Index of a land."""
        return self.names.index(name)

    def row(self, name: str) -> Any:
        """Row of a land."""
        return self.state["land"][self.land(name)]

    def lands(self, bits: int) -> set[str]:
        """Names of a set of lands given as bits."""
        return {name for land, name in enumerate(self.names) if int(bits) >> land & 1}

    def bits(self, *names: str) -> int:
        """A set of lands as bits."""
        return sum(1 << self.land(name) for name in names)

    def put(self, name: str, text: str = "", presence: tuple[int, ...] = (), blight: int = 0, defend: int = 0) -> None:
        """Fill a land with exactly this."""
        row = self.row(name)
        row[:] = 0
        for count, letter, wound in re.findall(r"(\d+)([ETCD])(?:/(\d))?", text):
            row[FIRST[letter] + int(wound or 0)] += int(count)
        for seat, discs in enumerate(presence):
            row[Row.PRESENCE + seat] = discs
        row[Row.BLIGHT] = blight
        row[Row.DEFEND] = defend
        self.refresh()

    def refresh(self) -> None:
        """Bring totals and sets of lands up to date after rows were written."""
        steps.refresh(self.states, self.tables)

    def pieces(self, name: str) -> str:
        """What is in a land, as ``put`` takes it."""
        row = self.row(name)
        words = []
        for variant in range(N_VARIANTS):
            if row[variant]:
                letter = [letter for letter, first in FIRST.items() if first <= variant][-1]
                wound = variant - FIRST[letter]
                words.append(f"{row[variant]}{letter}" + (f"/{wound}" if wound else ""))
        return " ".join(words)

    def presence(self, name: str, seat: int = 0) -> int:
        """Discs of a seat in a land."""
        return int(self.row(name)[Row.PRESENCE + seat])

    def blight(self, name: str) -> int:
        """Blight in a land."""
        return int(self.row(name)[Row.BLIGHT])

    def everywhere(self) -> dict[str, str]:
        """What every land holds that holds something."""
        return {name: self.pieces(name) for name in self.names if self.pieces(name)}

    # ------------------------------------------------------------------------------------------------- the spirits
    def has(self, seat: int = 0, **elements: int) -> None:
        """Give a spirit elements for this turn."""
        for name, number in elements.items():
            self.spirit(seat)[Spirit.ELEMENT + Element[name.upper()]] += number

    def element(self, name: str, seat: int = 0) -> int:
        """How much of an element a spirit has this turn."""
        return int(self.spirit(seat)[Spirit.ELEMENT + Element[name.upper()]])

    def place(self, card: str, place: Place | None = None, seat: int = 0) -> int:
        """Where a card is, after it was put into a place of a seat if one is given."""
        if place is not None:
            self.state["card_place"][power(card)] = place + 4 * seat
        return int(self.state["card_place"][power(card)])

    def cards(self, place: Place, seat: int = 0) -> set[str]:
        """Ids of the cards in a place of a seat."""
        owned = self.state["owned"][seat, : self.spirit(seat)[Spirit.OWNED]]
        found = [card for card in owned if self.state["card_place"][card] == place + 4 * seat]
        return {power_names().ids[card] for card in found}

    def own(self, card: str, place: Place, seat: int = 0) -> None:
        """Give a spirit a card that it has not."""
        self.state["owned"][seat, self.spirit(seat)[Spirit.OWNED]] = power(card)
        self.spirit(seat)[Spirit.OWNED] += 1
        self.place(card, place, seat)

    # ------------------------------------------------------------------------------------------------- play
    def answer(self, kind: Answer, *values: int | str) -> None:
        """Give answers to coming decisions of a kind; a land or a power goes by its name."""
        for value in values:
            if isinstance(value, str):
                value = self.land(value) if value in self.names else power(value)
            self.states["script"][0, self.states["script_top"][0]] = (kind, value, 0)
            self.states["script_top"] += 1

    def use(self, name: str, target: str | int = 0, seat: int = 0) -> None:
        """Use a power on a land or a seat."""
        number = self.land(target) if isinstance(target, str) else target
        steps.use(self.states, self.tables, power(name), seat, number)
        assert self.state["script_fault"] == 0, "an answer of the test is not legal"

    def targets(self, name: str, seat: int = 0) -> set[str]:
        """Lands that a power may be aimed at."""
        return self.lands(steps.targets(self.states, self.tables, power(name), seat))

    def phase(self, phase: Phase | None = None) -> int:
        """Play a phase, the next one if none is named; the outcome."""
        if phase is not None:
            self.counter[Counter.PHASE] = phase
        return play.next_phase(self.states, self.tables, 0)

    def slots(self, **cards: str) -> None:
        """Put invader cards into the slots ``ravage``, ``build`` and ``explore``."""
        for slot, card in cards.items():
            self.counter[Counter[f"{slot.upper()}_CARD"]] = invader_card(card)
        self.refresh()

    def next_card(self, card: str) -> None:
        """Make a card the next of the invader deck."""
        self.state["deck"][Deck.INVADER, self.counter[Counter.INVADER_NEXT]] = invader_card(card)

    # ------------------------------------------------------------------------------------------------- the trace
    def forget_trace(self) -> None:
        """Empty the trace."""
        self.states["trace_top"] = 0

    @property
    def trace(self) -> list[tuple[int, ...]]:
        """All rows of the trace so far."""
        return [tuple(int(number) for number in row) for row in self.state["trace"][: self.state["trace_top"]]]

    def told(self, *events: Event) -> list[tuple[int, ...]]:
        """Rows of the trace of some kinds of event."""
        return [row for row in self.trace if row[0] in events]

    def asked(self, kind: Decision) -> list[Asked]:
        """Decisions of a kind met so far."""
        rows = self.trace
        found = []
        for place, (event, what, seat, answer, number) in enumerate(rows):
            if event == Event.DECISION and what == kind:
                offers = [row[1] for row in rows[place + 1 : place + 1 + number]]
                found.append(Asked(kind, seat, offers, answer))
        return found
