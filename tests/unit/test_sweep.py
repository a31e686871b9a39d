"""Sweeps: cells in turns, the same digest whatever stops them, and folders of other runs refused."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from sim.content.experiment import Experiment, experiment_from_dict
from sim.errors import BadInput
from sim.results.write import write_summary
from sim.run import pool as pool_module
from sim.run import store
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.pool import Pool
from sim.run.store import read_manifest, read_results
from sim.run.sweep import FIRST_PASS, Sweep, seconds_for
from sim.stats.stopping import next_look
from tests.unit.test_run_pool import made_up_games

GRID = {
    "spirits": {"choose": [1, 2], "of": ["thunderspeaker", "sun_bright_whirlwind"]},
    "adversary": ["none", {"id": "sweden", "level": [1, 2]}],
}


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "play_games", made_up_games)


def cells_of(**more: Any) -> list[Cell]:
    experiment: Experiment = experiment_from_dict({"setup": {"box": "base"}, "grid": GRID | more})
    return [Cell(setup, None, name) for name, setup in experiment.setups.items()]


def play(
    folder: Path, amount: Amount, stop_after: int | None = None, workers: int = 2, *, resume: bool = False, **more: Any
) -> Sweep:
    """Play a sweep into a folder, or so many of its games."""
    sweep = Sweep(cells_of(**more), amount)
    stop = threading.Event()
    writer = sweep.open(folder, {}, resume=resume)
    with Pool(workers) as pool:
        for _ in sweep.play(pool, stop, writer):
            if stop_after is not None and sweep.games >= stop_after:
                stop.set()
    writer.close(sweep.complete)
    return sweep


def digest(folder: Path) -> str:
    found: str = read_manifest(folder)["digest"]
    return found


@pytest.mark.parametrize("amount", [Amount(300), Amount(1, within=0.03)])
def test_a_sweep_stopped_and_resumed_ends_with_the_same_digest(
    tmp_path: Path, amount: Amount, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = play(tmp_path / "whole", amount, workers=1)
    assert whole.complete
    monkeypatch.setattr(store, "PART_ROWS", 170)
    stopped = play(tmp_path / "parts", amount, stop_after=500)
    assert not stopped.complete
    assert read_manifest(tmp_path / "parts")["complete"] is False
    again = play(tmp_path / "parts", amount, stop_after=900, resume=True)
    assert 900 <= again.games < whole.games
    resumed = play(tmp_path / "parts", amount, resume=True)
    assert resumed.complete
    assert digest(tmp_path / "parts") == digest(tmp_path / "whole")
    assert (tmp_path / "parts" / "cells.csv").read_bytes() == (tmp_path / "whole" / "cells.csv").read_bytes()
    games = read_results(tmp_path / "parts")
    assert not games.duplicated(["cell", "game"]).any()


def test_a_precision_is_looked_at_where_a_single_run_looks(tmp_path: Path) -> None:
    sweep = play(tmp_path / "r", Amount(1, within=0.03))
    for progress in sweep.progress.values():
        tally = progress.tally
        assert progress.complete
        assert next_look(tally.wins, tally.games, 0.03) == tally.games


def test_a_half_done_sweep_has_about_as_many_games_of_each_cell(tmp_path: Path) -> None:
    sweep = play(tmp_path / "r", Amount(5000), stop_after=9000)
    games = [progress.tally.games for progress in sweep.progress.values()]
    assert min(games) >= FIRST_PASS
    assert max(games) <= 1.6 * min(games)
    assert set(read_results(tmp_path / "r")["cell"]) == set(sweep.cells)


def test_a_finished_sweep_can_be_given_more_games(tmp_path: Path) -> None:
    play(tmp_path / "r", Amount(50))
    assert play(tmp_path / "r", Amount(120), resume=True).games == 120 * 9
    play(tmp_path / "whole", Amount(120))
    assert digest(tmp_path / "r") == digest(tmp_path / "whole")


def test_the_plan_counts_games_and_time(tmp_path: Path) -> None:
    sweep = Sweep(cells_of(), Amount(100))
    assert (sweep.most, sweep.expected, sweep.games) == (900, 900, 0)
    assert Sweep(cells_of(), Amount(1, within=0.01)).most == 9 * 10043
    assert 0 < seconds_for(list(sweep.cells.values()), 900, 2) < 60


def faults_of(folder: Path, amount: Amount | None = None, **more: Any) -> str:
    with pytest.raises(BadInput) as caught:
        play(folder, amount or Amount(50), resume=True, **more)
    return "\n".join(str(fault) for fault in caught.value.faults)


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "r", Amount(50))
    assert "amount" in faults_of(tmp_path / "r", Amount(40))
    assert "amount" in faults_of(tmp_path / "r", Amount(1, within=0.1))
    words = faults_of(tmp_path / "r", adversary=["none", {"id": "england", "level": [1, 2]}])
    assert "cells.thunderspeaker against sweden 1" in words
    assert "nor are 11 others" in words
    assert 'policy = "greedy": is not random' in faults_of(tmp_path / "r", policy=["random"])
    assert "no such folder" in faults_of(tmp_path / "none")


def test_games_by_other_rules_are_not_added_to(tmp_path: Path) -> None:
    play(tmp_path / "r", Amount(50))
    path = tmp_path / "r" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["versions"]["rules"] = "0"
    path.write_text(json.dumps(manifest))
    assert "versions.rules" in faults_of(tmp_path / "r")


def test_torn_and_foreign_files_are_named(tmp_path: Path) -> None:
    play(tmp_path / "r", Amount(50))
    part = tmp_path / "r" / "games-00000.parquet"
    part.write_bytes(part.read_bytes()[:-5])
    (tmp_path / "r" / "games-00007.parquet").write_bytes(b"")
    words = faults_of(tmp_path / "r")
    assert "games-00000.parquet: is torn" in words
    assert "games-00007.parquet: is not of these results" in words


def test_what_a_kill_left_unlisted_is_played_again(tmp_path: Path) -> None:
    play(tmp_path / "r", Amount(50), stop_after=200)
    parts = len(read_manifest(tmp_path / "r")["parts"])
    (tmp_path / "r" / f"games-{parts:05d}.parquet").write_bytes(b"half a part")
    assert play(tmp_path / "r", Amount(50), resume=True).complete
    play(tmp_path / "whole", Amount(50))
    assert digest(tmp_path / "r") == digest(tmp_path / "whole")


def test_a_sweep_killed_before_its_first_part_can_be_resumed(tmp_path: Path) -> None:
    sweep = Sweep(cells_of(), Amount(50))
    sweep.open(tmp_path / "r", {}, resume=False)
    assert play(tmp_path / "r", Amount(50), resume=True).complete


def test_results_are_never_overwritten_without_resume(tmp_path: Path) -> None:
    play(tmp_path / "r", Amount(50))
    with pytest.raises(BadInput, match="holds results already"):
        play(tmp_path / "r", Amount(50))


def test_the_summary_has_a_row_for_each_cell_and_is_no_foreign_part(tmp_path: Path) -> None:
    import pandas as pd

    sweep = play(tmp_path / "r", Amount(50))
    write_summary(tmp_path / "r")
    summary = pd.read_parquet(tmp_path / "r" / "summary.parquet")
    wins = {name: progress.tally.wins for name, progress in sweep.progress.items()}
    assert dict(zip(summary["cell"], summary["wins"], strict=True)) == wins
    assert len((tmp_path / "r" / "summary.csv").read_text().splitlines()) == 10
    assert len(read_results(tmp_path / "r")) == 450
