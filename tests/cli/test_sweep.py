"""``spirit-sim sweep`` with real games: plan, folder, JSON, Ctrl-C and going on, bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sim.run.store import read_manifest
from tests.cli.conftest import ROOT, Invoke

pytestmark = [
    pytest.mark.usefixtures("kernels"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="plays hundreds of games"),
]

EXPERIMENT = """
title = "Two and an adversary"
games = 60
[setup]
box = "base"
[grid]
spirits = { choose = [1, 2], of = ["thunderspeaker", "sun_bright_whirlwind"] }
adversary = ["none", { id = "sweden", level = 1 }]
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(EXPERIMENT, encoding="utf-8")
    return path


def swept(invoke: Invoke, *arguments: object) -> dict[str, Any]:
    """The JSON object of ``sweep``."""
    result = invoke("sweep", *arguments, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_cell_of_a_sweep_is_what_play_plays(invoke: Invoke, experiment: Path, tmp_path: Path) -> None:
    found = swept(invoke, experiment, "--out", "r", "--workers", 2)
    assert (found["complete"], found["games"], len(found["cells"])) == (True, 360, 6)
    cell = next(cell for cell in found["cells"] if cell["cell"] == "sun_bright_whirlwind against sweden 1")
    setup = tmp_path / "one.toml"
    setup.write_text(
        'box = "base"\nspirits = ["sun_bright_whirlwind"]\nadversary = { id = "sweden", level = 1 }\n', encoding="utf-8"
    )
    alone = json.loads(invoke("play", setup, "--games", 60, "--workers", 1, "--json", "--quiet").stdout)
    assert {key: cell[key] for key in ("games", "wins", "win_rate", "interval", "digest")} == {
        key: alone[key] for key in ("games", "wins", "win_rate", "interval", "digest")
    }
    manifest = read_manifest(tmp_path / "r")
    assert (manifest["digest"], manifest["amount"]) == (found["digest"], {"games": 60, "within": None})
    assert {path.name for path in (tmp_path / "r").iterdir()} == {
        "cells.csv",
        "games-00000.parquet",
        "manifest.json",
        "summary.csv",
        "summary.parquet",
    }


def test_every_group_of_horizons_can_be_swept_and_reported(invoke: Invoke, tmp_path: Path) -> None:
    found = swept(invoke, "horizons", "--games", 3, "--policy", "random", "--out", "matrix")
    assert [cell["games"] for cell in found["cells"]] == [3] * (5 + 10 + 10)
    assert invoke("report", "matrix").exit_code == 0
    assert (tmp_path / "matrix" / "report.html").is_file()


def test_a_dry_run_tells_the_plan_and_leaves_nothing(invoke: Invoke, experiment: Path, tmp_path: Path) -> None:
    result = invoke("sweep", experiment, "--dry-run")
    assert result.exit_code == 0
    assert "360 games, about" in result.stdout
    assert "none, sweden 1" in result.stdout
    plan = json.loads(invoke("sweep", experiment, "--dry-run", "--json", "--within", "5%").stdout)
    assert (len(plan["cells"]), plan["within"], plan["games_per_cell"]) == (6, 0.05, None)
    assert plan["seconds"] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_results_go_to_a_folder_of_the_experiment_s_name(invoke: Invoke, experiment: Path, tmp_path: Path) -> None:
    swept(invoke, experiment, "--games", 2)
    assert (tmp_path / "results" / "mine" / "manifest.json").is_file()
    again = invoke("sweep", experiment, "--games", 2)
    assert again.exit_code == 2
    assert "holds results already" in again.stderr
    assert swept(invoke, experiment, "--games", 3, "--resume")["games"] == 18


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_keeps_what_was_played_and_resume_ends_the_same(
    invoke: Invoke, experiment: Path, tmp_path: Path
) -> None:
    whole = swept(invoke, experiment, "--games", 700, "--out", tmp_path / "whole")
    line = [sys.executable, "-m", "sim", "sweep", str(experiment), "--games", "700", "--out", "r"]
    process = subprocess.Popen(line, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE)
    while not (tmp_path / "r" / "manifest.json").exists():
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert b"go on with --resume" in errors
    stopped = read_manifest(tmp_path / "r")
    assert (stopped["complete"], 0 < stopped["games"] < whole["games"]) == (False, True)
    resumed = swept(invoke, experiment, "--games", 700, "--out", tmp_path / "r", "--resume", "--workers", 1)
    assert resumed["digest"] == whole["digest"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["horizon"], "nearest: horizons"),
        (["mine.toml", "--games", "0"], "--games = 0"),
        (["mine.toml", "--games", "3", "--within", "1%"], "cannot be given together"),
        (["mine.toml", "--resume", "--out", "none"], "no such folder"),
        (["mine.toml", "--weights", "none.toml"], "no such file"),
    ],
)
def test_bad_input_is_told_in_a_sentence(invoke: Invoke, experiment: Path, arguments: list[str], words: str) -> None:
    result = invoke("sweep", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_check_knows_experiments_and_list_those_that_are_shipped(invoke: Invoke, experiment: Path) -> None:
    assert "an experiment: Two and an adversary, 6 cells" in invoke("check", experiment).stdout
    rows = json.loads(invoke("list", "experiments", "--json").stdout)
    assert {row["name"] for row in rows} == {"horizons", "levels_solo", "pairs", "players", "ring_pairs"}
