"""Cells: rows of ``cells.csv`` that say what was played and no more."""

from __future__ import annotations

from sim.content.setup import load_setup
from sim.run.cells import Cell

BASE_COLUMNS = ("adversary", "level", "scenario", "blight_card", "difficulty")


def test_a_row_of_horizons_names_its_boards() -> None:
    row = Cell(load_setup("pair_eyes_mud"), None).row
    assert (row["box"], row["boards"], row["arrangement"]) == ("horizons", "G+H", "horizons_2_GH")
    assert not set(BASE_COLUMNS) & set(row)


def test_a_row_does_not_name_boards_that_are_drawn() -> None:
    row = Cell(load_setup("england_3"), None).row
    assert (row["box"], row["boards"], row["arrangement"]) == ("base", "random", "standard_2")
    assert tuple(row[column] for column in BASE_COLUMNS) == ("england", 3, "none", "random", 6)


def test_a_row_names_boards_and_blight_card_that_are_fixed() -> None:
    setup = load_setup("rituals").model_copy(update={"boards": ("C", "A"), "blight_card": "downward_spiral"})
    row = Cell(setup, None).row
    assert row["boards"] == "C+A"
    assert tuple(row[column] for column in BASE_COLUMNS) == ("none", 0, "rituals_of_terror", "downward_spiral", 3)
