"""The worked examples of blight, by their numbers in the rules digest."""

from __future__ import annotations

from sim.core.codes import Outcome
from tests.oracle.cascade import add_blight
from tests.oracle.choices import Choices
from tests.oracle.fear import outcome
from tests.oracle.island import Island
from tests.oracle.positions import empty_island, index, put
from tests.oracle.ravage import ravage


def blight(island: Island, names: str) -> list[int]:
    return [island.lands[index(name)].blight for name in names.split()]


def test_example_18_every_spirit_loses_presence() -> None:
    island = empty_island(seats=2)
    land = put(island, "A5", presence=[3, 1])
    add_blight(island, land, Choices())
    assert island.lands[land].presence == [2, 0]
    assert island.destroyed == [1, 1]


def test_example_19_sacred_site_lost() -> None:
    island = empty_island()
    land = put(island, "A5", presence=[2])
    assert island.sacred(land, 0)
    add_blight(island, land, Choices())
    assert not island.sacred(land, 0)


def test_example_20_cascade() -> None:
    island = empty_island(pool=5)
    land = put(island, "A4", "1T", blight=1)
    put(island, "A5", presence=[1])
    ravage(island, land, Choices(cascade=[index("A5")]))
    assert blight(island, "A4 A5") == [2, 1]
    assert (island.presence(0), island.blight_pool) == (0, 3)


def test_example_21_cascade_into_a_blighted_land() -> None:
    island = empty_island(pool=9)
    for name, tokens in (("A4", 1), ("A5", 1), ("A8", 0)):
        put(island, name, presence=[1], blight=tokens)
    assert add_blight(island, index("A4"), Choices(cascade=[index("A5"), index("A8")])) == 3
    assert blight(island, "A4 A5 A8") == [2, 2, 1]
    assert (island.presence(0), island.blight_pool) == (0, 6)


def test_example_22_cascade_may_avoid_blight() -> None:
    island = empty_island()
    put(island, "A4", blight=1)
    put(island, "A5", blight=1)
    add_blight(island, index("A4"), Choices(cascade=[index("A3")]))
    assert blight(island, "A4 A5 A3") == [2, 1, 1]


def test_example_23_cascade_across_boards() -> None:
    island = empty_island("AB", seats=2)
    put(island, "A3", blight=1)
    add_blight(island, index("A3"), Choices(cascade=[index("B7")]))
    assert blight(island, "A3 B7") == [2, 1]


def test_example_56_last_blight() -> None:
    island = empty_island(pool=1)
    put(island, "A6", presence=[1])
    ravage(island, put(island, "A5", "1T"), Choices())
    assert outcome(island) == {Outcome.DEFEAT_BLIGHT}


def test_example_60_spirit_destroyed() -> None:
    island = empty_island()
    land = put(island, "A4", "1E", presence=[1])
    add_blight(island, land, Choices())
    assert outcome(island) == {Outcome.DEFEAT_PRESENCE}


def test_a_cascade_that_finds_the_pool_empty_adds_nothing() -> None:
    island = empty_island(pool=1)
    put(island, "A4", blight=1)
    assert add_blight(island, index("A4"), Choices()) == 1
    assert blight(island, "A4 A5") == [2, 0]


def test_prevented_blight_stays_in_the_pool_and_ends_the_cascade() -> None:
    island = empty_island()
    put(island, "A4", blight=1)
    land = put(island, "A5", presence=[1], blight=1)
    island.lands[land].prevents_blight = True
    assert add_blight(island, index("A4"), Choices(cascade=[land])) == 1
    assert (blight(island, "A4 A5"), island.presence(0), island.blight_pool) == ([2, 1], 1, 5)
