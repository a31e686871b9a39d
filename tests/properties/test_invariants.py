"""The invariants notice: each of them fails on a state in which one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim.core.codes import Counter, Deck, Mask, Place, Row, Spirit
from sim.core.state import new_states
from sim.game import play
from tests.properties.boards import HEAT, OCEAN, RIVER, WIND, Game, horizons, tables_of
from tests.properties.invariants import check_invariants

pytestmark = pytest.mark.usefixtures("kernels")
Fault = Callable[[Any], None]


HORIZONS = horizons((HEAT, WIND))
CORE = Game((OCEAN, RIVER), ("A", "B"), adversary=("england", 3), blight_card="downward_spiral")


def started(game: Game) -> tuple[Any, Any]:
    """A game just set up, and its tables."""
    tables = tables_of(game)
    states = new_states(1)
    play.begin_game(states, tables, 0, 1, 0)
    return states[:1], tables


def change(field: str, index: tuple[int, ...], by: int) -> Fault:
    """A fault that changes one number."""

    def fault(state: Any) -> None:
        if index:
            state[field][index] += by
        else:
            state[field] += by

    return fault


def first_land(state: Any, row: Row, least: int = 1) -> int:
    """The first land that holds so many of something."""
    return int(np.flatnonzero(state["land"][:, row] >= least)[0])


def add_town(state: Any) -> None:
    """A town that only its own column knows of."""
    state["land"][0, Row.TOWN_0] += 1


def add_blight(state: Any) -> None:
    """A token that did not come from the pool."""
    state["land"][first_land(state, Row.BLIGHT), Row.BLIGHT] += 1


def wound_beyond_health(state: Any) -> None:
    """A town that heat should have destroyed."""
    land = first_land(state, Row.PRESENCE, 2)
    state["land"][land, [Row.TOWN_1, Row.TOWN]] += 1
    state["counter"][Counter.TOWNS] += 1
    state["mask"][[Mask.INVADERS, Mask.BUILDINGS]] |= 1 << land


def wound_dahan(state: Any) -> None:
    """A dahan still wounded in a new round."""
    land = first_land(state, Row.DAHAN)
    state["land"][land, Row.DAHAN_0] -= 1
    state["land"][land, Row.DAHAN_1] += 1


def place(card: int, where: int) -> Fault:
    """A fault that puts the next card of the minor deck, or one further down, somewhere else."""

    def fault(state: Any) -> None:
        top = state["counter"][Counter.MINOR_TOP]
        state["card_place"][state["deck"][Deck.MINOR, top + card]] = where

    return fault


def double_card(state: Any) -> None:
    """A minor power twice in the deck."""
    state["deck"][Deck.MINOR, 1] = state["deck"][Deck.MINOR, 0]


def double_invader_card(state: Any) -> None:
    """An invader card twice in the deck."""
    state["deck"][Deck.INVADER, 5] = state["deck"][Deck.INVADER, 4]


def swap_invader_cards(state: Any) -> None:
    """A card of stage I below those of stage III."""
    deck = state["deck"][Deck.INVADER]
    deck[[0, 11]] = deck[[11, 0]]


def copy_build_card(state: Any) -> None:
    """The card that builds ravages as well."""
    state["counter"][Counter.RAVAGE_CARD] = state["counter"][Counter.BUILD_CARD]


def put_extra_card(state: Any) -> None:
    """A card in the slot of an adversary."""
    state["counter"][Counter.EXTRA_CARD] = state["counter"][Counter.BUILD_CARD]


def lose_ocean(state: Any) -> None:
    """The first ocean is no longer in play."""
    state["mask"][Mask.LANDS] ^= 1 << 16


def settle_inland(state: Any) -> None:
    """Ocean in a land that does not touch it."""
    state["land"][7, Row.PRESENCE] += 1
    state["spirit"][0, Spirit.ON_ISLAND] += 1
    state["mask"][Mask.PRESENCE] |= 1 << 7


def swim(state: Any) -> None:
    """A dahan that does not drown."""
    state["land"][16, [Row.DAHAN_0, Row.DAHAN]] += 1
    state["counter"][Counter.DAHAN] += 1
    state["mask"][Mask.DAHAN] |= 1 << 16


def flip_for_nothing(state: Any) -> None:
    """A blight card turned over without the blight of its back."""
    state["counter"][Counter.BLIGHT_FLIPPED] = 1


FAULTS: dict[str, tuple[Fault, str]] = {
    "negative": (change("land", (0, Row.DEFEND), -1), "counts of a land"),
    "town": (add_town, "Row.TOWN against its wounds"),
    "beyond the map": (change("land", (20, Row.DAHAN_0), 1), "beyond the last land"),
    "seat not taken": (change("land", (0, Row.PRESENCE + 2), 1), "seats not taken"),
    "heat": (wound_beyond_health, "damage of town below its health"),
    "vitality": (change("land", (0, Row.DAHAN_3), 1), "Row.DAHAN"),
    "explorers": (change("counter", (Counter.EXPLORERS,), 1), "Counter.EXPLORERS"),
    "cities": (change("counter", (Counter.CITIES,), -1), "Counter.CITIES"),
    "on the island": (change("spirit", (0, Spirit.ON_ISLAND), 1), "Spirit.ON_ISLAND"),
    "invaders": (change("mask", (Mask.INVADERS,), 1), "Mask.INVADERS"),
    "sacred sites": (change("mask", (Mask.SACRED,), 1), "Mask.SACRED"),
    "blight": (add_blight, "blight of island and pool"),
    "pool": (change("counter", (Counter.BLIGHT_POOL,), -1), "blight of island and pool"),
    "terror": (change("counter", (Counter.TERROR,), 1), "terror level"),
    "fear": (change("counter", (Counter.FEAR_GENERATED,), 8), "fear generated"),
    "destroyed": (change("spirit", (1, Spirit.DESTROYED), 1), "presence of seat 1"),
    "track": (change("spirit", (0, Spirit.ENERGY_TAKEN), 1), "presence of seat 0"),
    "income": (change("spirit", (0, Spirit.INCOME), 1), "Spirit.INCOME"),
    "energy": (change("spirit", (1, Spirit.ENERGY), -1), "energy of seat 1"),
    "elements": (change("spirit", (0, Spirit.ELEMENT), -1), "elements of seat 0"),
    "track element": (change("spirit", (0, Spirit.TRACK_ELEMENT), 1), "track elements"),
    "card lost": (place(0, Place.BOX), "cards of deck MINOR"),
    "card in two places": (place(0, Place.HAND), "cards of deck MINOR"),
    "card still shown": (place(0, Place.REVEALED), "cards of deck MINOR"),
    "card twice": (double_card, "cards of deck MINOR"),
    "hand": (change("spirit", (1, Spirit.OWNED), -1), "cards of seat 1"),
    "invader card twice": (double_invader_card, "invader card is there once"),
    "stages": (swap_invader_cards, "stages of the invader deck"),
    "slots": (change("counter", (Counter.RAVAGE_CARD,), 99), "cards in the slots have been turned"),
    "one card in two slots": (copy_build_card, "a card is in one slot only"),
    "no extra slot": (put_extra_card, "an extra slot that is not there"),
    "dream": (change("counter", (Counter.DREAM,), 1), "dreams of a power that is over"),
    "dreamed": (change("land", (0, Row.DREAMED), 1), "has left on lands"),
    "raiders": (change("land", (0, Row.RAIDERS), 1), "has left on lands"),
    "ruins": (change("land", (0, Row.RUINED_CITIES), 1), "has left on lands"),
    "frightened": (change("mask", (Mask.AFRAID,), 1), "Mask.AFRAID"),
    "near builds": (change("mask", (Mask.NEAR_BUILDS,), 1), "Mask.NEAR_BUILDS"),
    "flipped without a card": (change("counter", (Counter.BLIGHT_FLIPPED,), 1), "blight card flipped"),
    "drowned": (change("spirit", (0, Spirit.DROWNED), 1), "drowned health of seat 0"),
    "any element": (change("spirit", (0, Spirit.ANY_SPACES), 1), "spaces for any element"),
    "reclaim": (change("spirit", (0, Spirit.RECLAIM_SPACES), 1), "spaces that reclaim"),
    "apparition": (change("land", (0, Row.APPARITION), 1), "effects on lands in a new round"),
    "sped": (change("spirit", (0, Spirit.SPED), 1), "effects on seat 0"),
    "trial": (change("counter", (Counter.TRIAL,), 1), "open trials"),
    "answers": (change("cand_top", (), 1), "answers on offer"),
    "wound": (wound_dahan, "wounds in a new round"),
    "defend": (change("land", (0, Row.DEFEND), 1), "effects on lands in a new round"),
    "extra element": (change("spirit", (0, Spirit.ELEMENT), 1), "elements in a new round"),
    "ward": (change("spirit", (0, Spirit.WARD), 2), "effects on seat 0"),
}


CORE_FAULTS: dict[str, tuple[Fault, str]] = {
    "ocean": (lose_ocean, "oceans in play"),
    "inland": (settle_inland, "presence of Ocean inland"),
    "swimmer": (swim, "invaders and dahan in oceans"),
    "flipped": (flip_for_nothing, "blight of island and pool"),
    "slot gone": (change("counter", (Counter.EXTRA_CARD,), -2), "the extra slot"),
    "drowned": (change("spirit", (0, Spirit.DROWNED), 2), "drowned health of seat 0"),
    "sacred site": (change("mask", (Mask.SACRED + 1,), 1 << 8), "Mask.SACRED of seat 1"),
}


@pytest.mark.parametrize("game", [HORIZONS, CORE], ids=str)
def test_a_game_just_set_up_is_in_order(game: Game) -> None:
    check_invariants(*started(game))


@pytest.mark.parametrize("name", list(FAULTS))
def test_one_fault_is_noticed(name: str) -> None:
    fault, message = FAULTS[name]
    states, tables = started(HORIZONS)
    fault(states[0])
    with pytest.raises(AssertionError, match=message):
        check_invariants(states, tables)


@pytest.mark.parametrize("name", list(CORE_FAULTS))
def test_one_fault_of_the_core_box_is_noticed(name: str) -> None:
    fault, message = CORE_FAULTS[name]
    states, tables = started(CORE)
    fault(states[0])
    with pytest.raises(AssertionError, match=message):
        check_invariants(states, tables)
