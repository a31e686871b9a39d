"""``play --difficulty``: the levels a set-up is measured against, and what is told, about games drawn at random."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np
import pytest

from sim.cli.play_difficulty import difficulty_json, difficulty_words, print_difficulty
from sim.content.load import load_content
from sim.content.setup import difficulty, load_setup, setup_faults
from sim.content.weights import load_weights
from sim.core.codes import Outcome
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.difficulty import (
    FEWEST_GAMES,
    Difficulty,
    noted_point,
    place,
    reference_cells,
    references,
    share_of,
)
from sim.run.skill import Point
from tests.unit.run_rows import random_rows

PRUSSIA = load_setup("prussia_3")


def played(cell: Cell, wins: int, games: int = 100) -> Point:
    """A cell of which the first games were won."""
    point = noted_point(cell, Amount(games))
    rows = random_rows(games)
    rows["outcome"] = np.where(np.arange(games) < wins, Outcome.VICTORY_FEAR, Outcome.DEFEAT_TIME)
    point.run.add(rows)
    return point


@functools.cache
def cells_of(name: str) -> list[Cell]:
    """The levels for a shipped set-up; putting the tables together takes a while."""
    return reference_cells(load_setup(name), load_weights())


def levels_played(name: str = "prussia_3", top: int = 90, fall: int = 9) -> list[Point]:
    """A hundred games of every level, won less often the harder it is."""
    return [played(cell, max(top - fall * difficulty(cell.setup, load_content()), 0)) for cell in cells_of(name)]


def found_for(wins: int, name: str = "prussia_3", **how: int) -> tuple[Point, list[Point], Difficulty]:
    """A set-up of which so many of a hundred games were won, the levels, and where it stands."""
    asked, levels = played(Cell(load_setup(name)), wins), levels_played(name, **how)
    return asked, levels, place(asked, levels)


def test_every_level_of_every_adversary_and_none_are_played_once_by_rising_difficulty() -> None:
    found = references(PRUSSIA)
    assert len(found) == 22
    opponents = {(setup.adversary.id, setup.adversary.level) for setup in found}
    assert opponents == {("none", 0)} | {
        (adversary.id, level.level) for adversary in load_content().adversaries.values() for level in adversary.levels
    }
    official = [difficulty(setup, load_content()) for setup in found]
    assert official == sorted(official)
    assert (official[0], official[-1]) == (0, 11)
    cells = cells_of("prussia_3")
    assert cells[0].name == "none"
    assert len({cell.name for cell in cells} | {Cell(PRUSSIA).name}) == 23


def test_levels_are_played_by_the_same_spirits_and_policy_by_the_rules_of_the_core_box() -> None:
    names = ["prussia_3", "blitz", "pair_mud_heat_sweden_3", "pair_lightning_river_extra_board", "solo_ocean"]
    names += ["trio_teeth_mud_heat_other_map", "quartet_lightning_river_shadows_earth", "pair_eyes_teeth_first_game"]
    for name in names:
        like = load_setup(name).model_copy(update={"policy": "planner", "temperature": 0.3, "seed": 8})
        for setup in references(like):
            assert setup_faults(setup, load_content(), name) == []
            assert (setup.box, setup.scenario) == ("base", "none")
            assert setup.options == load_setup("prussia_3").options
            same = ("spirits", "policy", "temperature", "seed")
            assert [getattr(setup, key) for key in same] == [getattr(like, key) for key in same]
            if like.box == "base":
                assert setup.boards == like.boards[: max(like.players, 1)]
                assert setup.blight_card == like.blight_card
            else:
                assert (setup.draws_boards, setup.blight_card) == (True, "random")


def test_a_level_has_a_quarter_of_the_games_but_at_least_a_hundred() -> None:
    assert [share_of(games) for games in (1, 400, 404, 4000)] == [FEWEST_GAMES, 100, 101, 1000]


def test_a_set_up_is_placed_where_levels_are_won_as_often() -> None:
    _, _, found = found_for(45)
    assert found.official == 6
    assert found.equivalent is not None and found.equivalent.value == pytest.approx(5.0, abs=0.4)
    assert found.easier is not None and found.easier.cell.name == "sweden_3"
    assert found.harder is not None and found.harder.cell.setup.adversary.level in (3, 4)


def test_a_level_is_no_measure_of_itself() -> None:
    levels = levels_played()
    own = next(point for point in levels if point.cell.name == "brandenburg_prussia_3")
    found = place(played(Cell(PRUSSIA), own.run.tally.wins), levels)
    assert found.easier is not None and found.easier.cell.name in ("england_3", "sweden_4")


def test_beyond_all_levels_only_one_side_is_told() -> None:
    asked, _, found = found_for(97)
    assert (found.easier, found.harder.cell.name if found.harder else "") == (None, "none")
    assert "No level is won more often; next comes no adversary (90.0%)." in difficulty_words(asked, found)
    asked, _, found = found_for(0, top=90, fall=7)
    assert found.harder is None
    assert any(
        words.startswith("No level is won less often; next comes England 6") for words in difficulty_words(asked, found)
    )
    assert "difficulty above 11" in difficulty_words(asked, found)[0]


def test_too_few_levels_are_told_and_nothing_is_made_up() -> None:
    asked = played(Cell(PRUSSIA), 45)
    found = place(asked, levels_played()[:4])
    assert (found.curve, found.equivalent) == (None, None)
    assert "too few levels" in difficulty_words(asked, found)[0]
    told = json.loads(difficulty_json("mine", asked, levels_played()[:4], found, 1))["difficulty"]
    assert (told["equivalent"], told["interval"], len(told["curve"])) == (None, [None, None], 4)
    assert json.loads(difficulty_json("mine", noted_point(Cell(PRUSSIA), Amount(1)), [], None, 1))["difficulty"] is None


def test_json_is_that_of_play_with_the_difficulty() -> None:
    asked, levels, found = found_for(45)
    told = json.loads(difficulty_json("mine", asked, levels, found, 2))
    assert list(told)[-1] == "difficulty"
    assert (told["games"], told["wins"], told["setup"]["name"]) == (100, 45, "mine")
    place_ = told["difficulty"]
    assert place_["interval"][0] < place_["equivalent"] < place_["interval"][1]
    assert place_["official"] == 6
    assert [row["official"] for row in place_["curve"]] == sorted(row["official"] for row in place_["curve"])
    assert all(row["win_rate"] == row["wins"] / row["games"] for row in place_["curve"])
    fitted = [row["fitted"] for row in place_["curve"]]
    assert fitted == sorted(fitted, reverse=True)


def test_text_tells_place_neighbours_and_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    asked, levels, found = found_for(45)
    print_difficulty("mine", asked, levels, found, 2, Path("kept"))
    shown = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert found.equivalent is not None
    assert f"Equivalent official difficulty {found.equivalent.words}; officially 6" in shown
    assert any(line.startswith("Won as often as between Sweden 3 (45.0%) and ") for line in shown)
    assert sum(line.count("% to ") for line in shown) >= 23
    assert any(line.startswith("6 Brandenburg-Prussia 3 100 36.0%") for line in shown)
    assert shown[-1] == "rows in kept"


def test_a_set_up_of_horizons_says_where_it_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    asked, levels, found = found_for(45, "pair_mud_teeth")
    print_difficulty("mine", asked, levels, found, 2, None)
    out = capsys.readouterr().out
    assert "officially" not in out
    assert "on random boards of the core box with a random blight card" in out
