"""The worked examples of fear, victory and defeat, by their numbers in the rules digest."""

from __future__ import annotations

import pytest

from sim.core.codes import Outcome, Piece
from tests.oracle.choices import Choices
from tests.oracle.damage import damage_invaders
from tests.oracle.fear import make_fear, outcome, terror_level
from tests.oracle.positions import empty_island, index, pieces, put


def test_example_42_deck_empty() -> None:
    island = empty_island(earned=3)
    put(island, "A5", "1T", presence=[1])
    assert outcome(island, deck_empty=True) == {Outcome.DEFEAT_TIME}


def test_example_43_fear_carried_over() -> None:
    island = empty_island(seats=2, generated=7)
    make_fear(island, 3)
    assert (island.fear_earned, island.fear_generated) == (1, 2)


def test_example_44_several_cards_at_once() -> None:
    island = empty_island(generated=3)
    make_fear(island, 9)
    assert (island.fear_earned, island.fear_generated) == (3, 0)


def test_example_45_terror_level_rises_at_once() -> None:
    island = empty_island(earned=2, generated=3)
    land = put(island, "A5", "1T 1E")
    assert terror_level(island) == 1
    assert damage_invaders(island, land, 2, Choices(hit=[(Piece.TOWN, 0)])) == 1
    assert terror_level(island) == 2


@pytest.mark.parametrize(
    ("number", "earned", "left", "expected"),
    [
        (51, 0, "", Outcome.VICTORY_TERROR_1),
        (51, 0, "1E", Outcome.NONE),
        (52, 3, "5E", Outcome.VICTORY_TERROR_2),
        (52, 3, "1T", Outcome.NONE),
        (53, 6, "5T", Outcome.VICTORY_TERROR_3),
        (53, 6, "1C", Outcome.NONE),
    ],
)
def test_examples_51_to_53_victory_by_terror_level(number: int, earned: int, left: str, expected: Outcome) -> None:
    island = empty_island(earned=earned)
    put(island, "A5", left, presence=[1])
    assert outcome(island) == {expected}, f"example {number}"


def test_example_54_the_level_rise_wins() -> None:
    island = empty_island(earned=2, generated=3)
    put(island, "A5", "3E", presence=[1])
    make_fear(island, 1)
    assert outcome(island) == {Outcome.VICTORY_TERROR_2}


def test_example_55_the_ninth_card_wins_at_once() -> None:
    island = empty_island(earned=8, generated=3)
    put(island, "A5", "1C", presence=[1])
    make_fear(island, 5)
    assert (island.fear_earned, outcome(island)) == (9, {Outcome.VICTORY_FEAR})


def test_damage_left_over_stays_on_the_last_invader() -> None:
    island = empty_island()
    land = put(island, "A5", "1E 1T 1C/1")
    assert damage_invaders(island, land, 3, Choices(hit=[(Piece.CITY, 1), (Piece.TOWN, 0)])) == 2
    assert pieces(island, "A5") == "1E 1T/1"


def test_damage_beyond_all_invaders_is_lost() -> None:
    island = empty_island()
    land = put(island, "A5", "1E 1T 1D")
    damage_invaders(island, land, 9, Choices(hit=[(Piece.EXPLORER, 0)]))
    assert pieces(island, "A5") == "1D"
    assert island.lands[index("A6")].pieces[Piece.TOWN] == []
