"""Results folders as the counts that models are fitted to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sim.errors import BadInput
from sim.results.load import Results, check_results, load_results
from sim.results.rates import by_policy
from sim.results.strength import counts_of, strength_model, wins_of
from tests.unit.report_data import SPIRITS, STRENGTH, make_results, write_folder


def core_results(*more: dict[str, Any]) -> Results:
    """Results of one spirit against no adversary, and against what ``more`` says, 20 games each."""
    cells, tables = [], []
    for number, other in enumerate([{}, *more]):
        one = make_results([SPIRITS[:1]], games=20)
        own = {"cell": f"cell {number}", "adversary": "none", "level": "0", "difficulty": "0", "scenario": "none"}
        own |= {"blight_card": "random", "boards": "random", "box": "base", "extra_blight": "0", **other}
        cells.append({"spirits": SPIRITS[0], "players": 1, "policy": "greedy", "temperature": 0.0, **own})
        tables.append(
            one.games.drop(columns=["won", "players", "weight"]).assign(cell=own["cell"], outcome="defeat_time")
        )
    return check_results(pd.concat(tables), pd.DataFrame(cells).astype(str), {}, Path("results"))


def test_counts_and_wins_are_those_of_the_games() -> None:
    results = make_results(games=40)
    counts, wins = counts_of(results), wins_of(results)
    assert list(counts.index) == list(results.cells.index)
    assert wins.shape == (25, 40)
    assert counts["games"].tolist() == [40] * 25
    assert counts["wins"].tolist() == wins.sum(axis=1).tolist()
    for cell, row in zip(counts.index, wins, strict=True):
        games = results.games[results.games["cell"] == cell].sort_values("game")
        assert games["won"].tolist() == row.astype(bool).tolist()


def test_games_that_a_cell_did_not_play_are_not_lost() -> None:
    results = make_results([SPIRITS[:1], SPIRITS[1:2]], games=30)
    short = results.games[(results.games["cell"] != SPIRITS[1]) | (results.games["game"] < 10)]
    wins = wins_of(Results(short, results.cells, results.manifest))
    assert sorted((wins >= 0).sum(axis=1)) == [10, 30]
    assert counts_of(Results(short, results.cells, results.manifest))["games"].sum() == 40


def test_the_same_number_under_another_seed_is_another_game() -> None:
    results = make_results([SPIRITS[:1], SPIRITS[1:2]], games=30)
    wins = wins_of(Results(results.games, results.cells.assign(seed=["7", "8"]), results.manifest))
    assert wins.shape == (2, 60)
    assert ((wins >= 0).sum(axis=0) == 1).all()
    assert [row[row >= 0].tolist() for row in wins] == wins_of(results).tolist()


def test_counts_and_wins_read_no_more_than_who_won(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "results", [SPIRITS[:1]], games=20)
    results = load_results(folder)
    for part in folder.glob("*.parquet"):
        part.write_bytes(b"")
    with pytest.raises(BadInput, match="is torn"):
        results.columns("rounds")
    assert counts_of(results)["wins"].sum() == wins_of(results).sum() > 0


def test_a_folder_tells_who_is_strong(tmp_path: Path) -> None:
    model = strength_model(load_results(write_folder(tmp_path / "results", games=300)))
    assert list(model.spirits["logit"].sort_values(ascending=False).index[:2]) == list(STRENGTH)[:2]
    assert model.levels.empty
    # boards and arrangement follow from the number of players
    assert list(model.others.index) == ["players 2", "players 3"]
    assert len(model.pairs) == 10
    assert model.paired


def test_columns_of_the_core_box_are_understood() -> None:
    counts = counts_of(
        core_results(
            {"adversary": "england", "level": "2", "difficulty": "4"},
            {"adversary": "", "level": "", "difficulty": "", "extra_blight": "3"},
        )
    )
    assert counts["adversary"].tolist() == ["none", "england", "none"]
    assert counts["level"].tolist() == [0, 2, 0]
    assert counts["difficulty"].tolist()[:2] == [0.0, 4.0] and np.isnan(counts["difficulty"].iloc[2])
    assert counts["options"].tolist() == ["none", "none", "extra_blight 3"]


def test_policies_are_never_mixed() -> None:
    results = core_results({"policy": "random"})
    with pytest.raises(ValueError, match="2 policies"):
        strength_model(results)
    assert [strength_model(part).cells for _, part in by_policy(results)] == [1, 1]
