"""The worked examples of Ravage, by their numbers in the rules digest."""

from __future__ import annotations

import pytest

from sim.core.codes import Action, Outcome, Piece
from tests.oracle.choices import Choices, Wounded
from tests.oracle.fear import outcome
from tests.oracle.island import Island
from tests.oracle.positions import empty_island, index, pieces, put
from tests.oracle.ravage import ravage

TOWN = (Piece.TOWN, 0)
CITY = (Piece.CITY, 0)


def ravaged(text: str, hit: list[Wounded], defend: int = 0, presence: tuple[int, ...] = (1,)) -> Island:
    """Board A after the Ravage of A5, which held these pieces and no blight."""
    island = empty_island()
    put(island, "A5", text, presence=presence, defend=defend)
    put(island, "A6", presence=[1])
    choices = Choices(hit=hit)
    ravage(island, index("A5"), choices)
    assert not choices.left()
    return island


@pytest.mark.parametrize(
    ("number", "before", "defend", "hit", "after", "blight", "fear"),
    [
        (1, "1E 1T 2D", 0, [TOWN], "1E 1D/1", 1, 1),
        (2, "1E 1D", 0, [], "1D/1", 0, 0),
        (3, "1T", 0, [], "1T", 1, 0),
        (4, "1E 1T 1D", 3, [TOWN], "1E 1D", 0, 1),
        (5, "1E 1T 1D", 2, [TOWN], "1E 1D/1", 0, 1),
        (6, "1E 1T 1D", 1, [], "1E 1T", 1, 0),
        (7, "1T", 5, [], "1T", 0, 0),
        (8, "1T 1D 1D/1", 0, [], "1D/1", 1, 1),
        (9, "1E 1T 1D 1D/1", 0, [], "1E 1T", 1, 0),
        (10, "1T 2D", 0, [], "1D", 1, 1),
        (11, "3C", 0, [], "3C", 1, 0),
        (12, "1E 1T 1C 5D", 4, [CITY, TOWN], "4D", 1, 3),
        (14, "3D", 0, [], "3D", 0, 0),
        (17, "1T/1", 0, [], "1T/1", 1, 0),
    ],
)
def test_example(number: int, before: str, defend: int, hit: list[Wounded], after: str, blight: int, fear: int) -> None:
    island = ravaged(before, hit, defend)
    land = island.lands[index("A5")]
    assert (pieces(island, "A5"), land.blight, island.fear_generated) == (after, blight, fear), f"example {number}"
    assert (land.presence, island.blight_pool) == ([1 - blight], 6 - blight), f"example {number}"


def test_example_13_skipped() -> None:
    island = empty_island()
    put(island, "A5", "1C 2D")
    island.lands[index("A5")].skips = frozenset({Action.RAVAGE})
    assert ravage(island, index("A5"), Choices()) == -1
    assert (pieces(island, "A5"), island.blight_pool) == ("1C 2D", 6)


@pytest.mark.parametrize(("number", "before", "defend"), [(15, "1E", 0), (16, "1T 1E", 2)])
def test_examples_15_and_16_twice_in_a_turn(number: int, before: str, defend: int) -> None:
    island = empty_island()
    put(island, "A5", before, defend=defend)
    assert [ravage(island, index("A5"), Choices()) for _ in range(2)] == [1, 1]
    assert island.lands[index("A5")].blight == 0, f"example {number}"


def last_city(wounds: str) -> Island:
    """Examples 62 and 63: terror level 3, one blight left, the last city in A5."""
    island = empty_island(pool=1, earned=6)
    put(island, "A5", f"{wounds} 2T 3D", defend=3)
    put(island, "A6", presence=[1])
    return island


def test_example_62_defeat_when_the_city_survives() -> None:
    island = last_city("1C")
    ravage(island, index("A5"), Choices(hit=[CITY]))
    assert pieces(island, "A5") == "2T 1C/2 1D"
    assert outcome(island) == {Outcome.DEFEAT_BLIGHT}


def test_example_63_sacrifice_victory() -> None:
    island = last_city("1C/1")
    ravage(island, index("A5"), Choices(hit=[(Piece.CITY, 1)]))
    assert pieces(island, "A5") == "2T 1D"
    assert outcome(island) == {Outcome.SACRIFICE}


def test_example_64_the_order_of_lands_saves() -> None:
    island = empty_island(pool=1, earned=6)
    put(island, "A4", "1C 4D", defend=9)
    put(island, "A7", "1T")
    put(island, "A6", presence=[1])
    ravage(island, index("A4"), Choices())
    assert outcome(island) == {Outcome.VICTORY_TERROR_3}


def test_a_skip_is_chosen_when_the_ravage_comes_and_used_up() -> None:
    island = empty_island()
    land = put(island, "A5", "1T")
    island.lands[land].skip_one = 1
    assert ravage(island, land, Choices(skip=[False])) == 2
    assert ravage(island, land, Choices(skip=[True])) == -1
    assert ravage(island, land, Choices(cascade=[index("A6")])) == 2


def test_heat_is_gone_before_the_dahan_strike_when_the_sacred_site_is_lost() -> None:
    island = empty_island()
    island.heat_seat = 0
    land = put(island, "A5", "1C 3D", presence=[2], defend=1)
    ravage(island, land, Choices())
    assert pieces(island, "A5") == "2D", "4 damage destroy the city of 3 health"
    island = empty_island()
    island.heat_seat = 0
    land = put(island, "A5", "1C 2D", presence=[2], defend=1)
    ravage(island, land, Choices())
    assert pieces(island, "A5") == "1C/2 1D", "2 damage would have destroyed a city of 2 health"


def test_heat_lowers_health_while_the_sacred_site_stands() -> None:
    island = empty_island()
    island.heat_seat = 0
    land = put(island, "A5", "1T 1C 1D", presence=[2], defend=9)
    ravage(island, land, Choices(hit=[TOWN, CITY]))
    assert (pieces(island, "A5"), island.fear_generated) == ("1C/1 1D", 1)


def test_vitality_and_protection_of_dahan() -> None:
    island = empty_island()
    land = put(island, "A5", "1C 1T 1D 1D/2")
    island.lands[land].dahan_health = 6
    island.lands[land].prevents_blight = True
    ravage(island, land, Choices(hit=[CITY]))
    assert (pieces(island, "A5"), island.blight_pool) == ("1T 1C/2 1D/1", 6)
    island.lands[land].protects_dahan = True
    ravage(island, land, Choices(hit=[TOWN]))
    assert pieces(island, "A5") == "1C/2 1D/1"
