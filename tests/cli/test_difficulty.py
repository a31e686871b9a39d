"""``spirit-sim play --difficulty`` with real games: its answer, its folder, and Ctrl-C."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sim.results.load import load_results
from sim.results.strength import strength_model
from sim.run import difficulty, skill
from sim.run.store import read_manifest
from tests.cli.conftest import Invoke

pytestmark = [
    pytest.mark.usefixtures("kernels"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="plays hundreds of games"),
]


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of 20 games, or a few more."""
    monkeypatch.setattr(difficulty, "FEWEST_GAMES", 20)
    monkeypatch.setattr(difficulty, "SHARE", 40)


def told(invoke: Invoke, *arguments: object) -> dict[str, Any]:
    result = invoke("play", *arguments, "--json", "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_set_up_and_the_levels_are_those_that_play_plays(invoke: Invoke, tmp_path: Path) -> None:
    asked = ("pair_lightning_river", "--games", 80, "--seed", 3)
    found = told(invoke, *asked, "--difficulty", "--out", "kept")
    alone = told(invoke, *asked)
    timed = ("seconds", "games_per_second")
    assert {key: found[key] for key in alone if key not in timed} == {
        key: alone[key] for key in alone if key not in timed
    }
    curve = found["difficulty"]["curve"]
    assert [row["games"] for row in curve] == [20] * 22
    assert curve[0]["win_rate"] > 0.4 > 0.1 > curve[-1]["win_rate"]
    # another run of one level
    level = next(row for row in curve if (row["adversary"], row["level"]) == ("sweden", 1))
    flags = (
        "--boards",
        "random",
        "--blight-card",
        found["setup"]["blight_card"],
        "--adversary",
        "sweden",
        "--level",
        1,
    )
    assert level["digest"] == told(invoke, asked[0], *flags, "--games", 20, "--seed", 3)["digest"]
    manifest = read_manifest(tmp_path / "kept")
    assert (manifest["complete"], manifest["games"], len(manifest["cells"])) == (True, 80 + 22 * 20, 23)
    model = strength_model(load_results(tmp_path / "kept"))
    assert (model.cells, len(model.levels)) == (23, 22)
    assert model.notch[0] > 0


def test_a_set_up_without_adversary_comes_out_easy(invoke: Invoke) -> None:
    found = told(invoke, "prussia_0", "--adversary", "none", "--games", 200, "--difficulty")["difficulty"]
    assert found["official"] == 0
    assert found["side"] == "below" or found["equivalent"] < 2
    assert found["nearest"]["easier"] is None or found["nearest"]["easier"].endswith(("_0", "_1"))


def test_the_text_and_a_precise_answer(invoke: Invoke) -> None:
    result = invoke("play", "solo_mud", "--difficulty", "--within", "4.9%", "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    for words in (
        "Win rate ",
        "Equivalent official difficulty ",
        "official difficulty",
        "Brandenburg-Prussia 6",
        "curve",
    ):
        assert words in result.stdout


def test_a_policy_that_never_wins_gets_no_number(invoke: Invoke) -> None:
    result = invoke("play", "solo_thunder", "--difficulty", "--games", 40, "--policy", "random", "--quiet")
    assert result.exit_code == 0
    line = next(line for line in result.stdout.splitlines() if line.startswith("Equivalent official difficulty"))
    assert "interval" not in line


def test_the_skill_curve_is_another_question(invoke: Invoke) -> None:
    result = invoke("play", "solo_mud", "--difficulty", "--skill-curve")
    assert result.exit_code == 2
    assert result.stderr.count("--difficulty") == 1
    assert "cannot be given together with --skill-curve" in result.stderr


def test_an_interrupted_run_tells_what_was_played(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()
    play_points = skill.play_points

    def played_till_the_tenth(*given: Any) -> Iterator[int]:
        for place in play_points(*given):
            if place == 9:
                stop.set()
            yield place

    monkeypatch.setattr(skill, "play_points", played_till_the_tenth)
    monkeypatch.setattr("sim.run.interrupt.interruptible", lambda: nullcontext(stop))
    result = invoke("play", "prussia_3", "--difficulty", "--games", 60, "--out", "kept", "--json")
    assert result.exit_code == 130
    assert "Interrupted after " in result.stderr
    found = json.loads(result.stdout)
    assert found["games"] == 60
    assert 9 <= len(found["difficulty"]["curve"]) <= 10
    assert not read_manifest(tmp_path / "kept")["complete"]


def test_interrupted_before_the_first_game_there_is_no_answer(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    stop.set()
    monkeypatch.setattr("sim.run.interrupt.interruptible", lambda: nullcontext(stop))
    for more in ([], ["--json"]):
        result = invoke("play", "prussia_3", "--difficulty", *more)
        assert result.exit_code == 130
        assert "Traceback" not in result.output
