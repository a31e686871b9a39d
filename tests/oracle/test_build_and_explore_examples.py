"""The worked examples of Build and Explore, by their numbers in the rules digest."""

from __future__ import annotations

import pytest

from sim.core.codes import Action, Piece, Terrain
from tests.oracle.build import build
from tests.oracle.choices import Choices
from tests.oracle.escalation import stage_two_action
from tests.oracle.explore import explore
from tests.oracle.island import Island
from tests.oracle.positions import empty_island, index, pieces, put


@pytest.mark.parametrize(
    ("number", "before", "after"),
    [
        (25, "2E", "2E 1T"),
        (26, "1T", "1T 1C"),
        (27, "1T 1C", "2T 1C"),
        (28, "2T 1C", "2T 2C"),
        (29, "1C", "1T 1C"),
        (30, "2D", "2D"),
    ],
)
def test_example(number: int, before: str, after: str) -> None:
    island = empty_island()
    build(island, put(island, "A5", before), Choices())
    assert pieces(island, "A5") == after, f"example {number}"


def test_example_31_cleared_in_time() -> None:
    island = empty_island()
    land = put(island, "A5", "1E")
    island.lands[land].pieces[Piece.EXPLORER].clear()
    assert build(island, land, Choices()) is None
    assert pieces(island, "A5") == ""


@pytest.mark.parametrize(("before", "after"), [("1E", "2E"), ("1T", "1E 1T")])
def test_mud_adds_an_explorer_in_its_sacred_site(before: str, after: str) -> None:
    island = empty_island()
    island.mud_seat = 0
    build(island, put(island, "A5", before, presence=[2]), Choices())
    assert pieces(island, "A5") == after


def test_mud_builds_as_usual_with_one_presence() -> None:
    island = empty_island()
    island.mud_seat = 0
    build(island, put(island, "A5", "1E", presence=[1]), Choices())
    assert pieces(island, "A5") == "1E 1T"


@pytest.mark.parametrize(("before", "after"), [("1E", "1E 1T"), ("1T", "1T")])
def test_a_skip_of_cities_leaves_towns(before: str, after: str) -> None:
    island = empty_island()
    land = put(island, "A5", before)
    island.standing = frozenset({Action.BUILD_CITY})
    build(island, land, Choices())
    assert pieces(island, "A5") == after


def explored(island: Island, *terrains: Terrain) -> set[int]:
    return explore(island, [land for land, here in enumerate(island.lands) if here.terrain in terrains], Choices())


def at_start() -> Island:
    """Board A with its printed buildings."""
    island = empty_island()
    put(island, "A2", "1C")
    put(island, "A8", "1T")
    return island


def names(*lands: str) -> set[int]:
    return {index(name) for name in lands}


def test_example_32_set_up_explore() -> None:
    assert explored(at_start(), Terrain.JUNGLE) == names("A3", "A8")


def test_example_33_adjacent_source() -> None:
    assert explored(at_start(), Terrain.SAND) == names("A4", "A7")


def test_example_34_isolated_inland_land() -> None:
    island = empty_island()
    put(island, "A2", "1C")
    assert explored(island, Terrain.SAND) == names("A4")


def test_example_35_explorers_are_no_source() -> None:
    island = empty_island()
    put(island, "A8", "2E")
    assert explored(island, Terrain.JUNGLE) == names("A3")
    assert pieces(island, "A8") == "2E"


def test_example_36_several_sources_one_explorer() -> None:
    island = empty_island()
    put(island, "A1", "1T")
    put(island, "A2", "1C")
    explored(island, Terrain.MOUNTAIN)
    assert pieces(island, "A1") == "1E 1T"


def test_example_37_no_chain() -> None:
    island = empty_island()
    put(island, "A8", "1T")
    assert explored(island, Terrain.MOUNTAIN, Terrain.WETLAND) == names("A1", "A2", "A5", "A6")


def test_example_38_cross_board_source() -> None:
    island = empty_island("AB", seats=2)
    put(island, "B3", "1T")
    assert explored(island, Terrain.SAND) == names("A4", "A7", "B3")


def test_example_39_coastal_card() -> None:
    island = empty_island()
    coast = [land for land, here in enumerate(island.lands) if here.coastal]
    assert explore(island, coast, Choices()) == names("A1", "A2", "A3")


def test_example_40_stage_two_action_comes_first() -> None:
    island = empty_island()
    assert stage_two_action(island, Choices(land=[index("A5")])) == [index("A5")]
    assert explored(island, Terrain.SAND) == names("A4", "A7")


def test_example_41_no_land_without_town() -> None:
    island = empty_island("AB", seats=2)
    for number in range(1, 9):
        put(island, f"A{number}", "1T")
    assert stage_two_action(island, Choices(land=[index("B1")])) == [index("B1")]


def test_a_skipped_explore_adds_nothing() -> None:
    island = at_start()
    island.lands[index("A8")].skips = frozenset({Action.EXPLORE, Action.RAVAGE})
    assert explored(island, Terrain.JUNGLE) == names("A3")
