"""``spirit-sim play`` with real games: its JSON, its digest, its results folder, and Ctrl-C."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sim import RULES_VERSION
from sim.content.setup import load_setup
from sim.run import skill
from sim.run.store import read_manifest, read_results
from sim.run.tally import OUTCOMES
from sim.stats.intervals import wilson_interval
from tests.cli.conftest import ROOT, Command, Invoke

pytestmark = [
    pytest.mark.usefixtures("kernels"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="plays hundreds of games"),
]

KEYS = [
    "setup",
    "policy",
    "seed",
    "games",
    "wins",
    "win_rate",
    "interval",
    "outcomes",
    "mean_rounds",
    "mean_score",
    "seconds",
    "games_per_second",
    "workers",
    "rules_version",
    "digest",
]


def played(invoke: Invoke, *arguments: object) -> dict[str, Any]:
    """The JSON object of ``play``."""
    result = invoke("play", *arguments, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_json_has_exactly_the_keys_of_the_contract(invoke: Invoke) -> None:
    found = played(invoke, "solo_mud", "--games", 60, "--seed", 7, "--workers", 1)
    assert list(found) == KEYS
    assert found["setup"]["name"] == "solo_mud"
    assert found["setup"]["spirits"] == ["fathomless_mud_of_the_swamp"]
    assert (found["policy"], found["seed"], found["games"], found["workers"]) == ("greedy", 7, 60, 1)
    assert found["rules_version"] == RULES_VERSION
    assert list(found["outcomes"]) == list(OUTCOMES.values())
    assert sum(found["outcomes"].values()) == 60
    wins = sum(count for name, count in found["outcomes"].items() if not name.startswith("defeat"))
    assert (found["wins"], found["win_rate"]) == (wins, wins / 60)
    assert found["interval"] == pytest.approx(wilson_interval(wins, 60))
    assert 1 <= found["mean_rounds"] <= 13
    assert found["games_per_second"] == pytest.approx(60 / found["seconds"], rel=0.1)
    assert len(found["digest"]) == 32


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_digest_is_the_same_whatever_the_workers_and_chunks(
    policy: str, invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = {played(invoke, "pair_eyes_heat", "--games", 90, "--policy", policy)["digest"]}
    for workers in (1, 2, 3):
        digests.add(played(invoke, "pair_eyes_heat", "--games", 90, "--policy", policy, "--workers", workers)["digest"])
    monkeypatch.setattr("sim.run.pool.CHUNK_SECONDS", 0.0)
    for probe in (1, 7, 64):
        monkeypatch.setattr("sim.run.pool.PROBE_GAMES", probe)
        digests.add(played(invoke, "pair_eyes_heat", "--games", 90, "--policy", policy)["digest"])
    assert len(digests) == 1


def test_digest_tells_seeds_games_policies_and_set_ups_apart(invoke: Invoke) -> None:
    runs = [
        ("solo_mud", "--games", 30),
        ("solo_mud", "--games", 31),
        ("solo_mud", "--games", 30, "--seed", 2),
        ("solo_mud", "--games", 30, "--policy", "random"),
        ("solo_mud", "--games", 30, "--temperature", 5),
        ("solo_teeth", "--games", 30),
    ]
    assert len({played(invoke, *run)["digest"] for run in runs}) == len(runs)


def test_a_flag_comes_before_the_file_and_the_file_before_the_default(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'spirits = ["sun_bright_whirlwind"]\npolicy = "random"\ntemperature = 2.0\ngames = 25\nseed = 99\n'
    )
    from_file = played(invoke, "mine.toml")
    assert (from_file["policy"], from_file["games"], from_file["seed"]) == ("random", 25, 99)
    assert from_file["setup"]["temperature"] == 2.0
    flags = played(invoke, "mine.toml", "--policy", "greedy", "--games", 20, "--seed", 3, "--temperature", 0)
    assert (flags["policy"], flags["games"], flags["seed"], flags["setup"]["temperature"]) == ("greedy", 20, 3, 0.0)
    assert played(invoke, "solo_whirlwind", "--games", 20)["seed"] == 1


def test_within_plays_until_the_interval_is_narrow(invoke: Invoke) -> None:
    found = played(invoke, "solo_mud", "--within", "4%", "--policy", "random")
    low, high = found["interval"]
    assert (high - low) / 2 <= 0.04
    assert low <= found["win_rate"] <= high
    assert played(invoke, "solo_mud", "--within", "0.04", "--policy", "random")["digest"] == found["digest"]


def test_text_tells_rate_endings_closeness_and_digest(invoke: Invoke) -> None:
    result = invoke("play", "trio_teeth_mud_heat", "--games", 40, "--seed", 3, "--workers", 1)
    found = played(invoke, "trio_teeth_mud_heat", "--games", 40, "--seed", 3)
    assert result.exit_code == 0
    low, high = found["interval"]
    for words in (
        "Devouring Teeth Lurk Underfoot on board F",
        "40 games from seed 3, played by policy greedy",
        f"Win rate {found['win_rate']:.1%} (95% interval {low:.1%} to {high:.1%})",
        "How games end",
        "How close",
        f"{found['mean_rounds']:.2f}",
        "on 1 worker,",
        found["digest"],
    ):
        assert words in result.stdout


def test_a_set_up_of_the_core_box_changed_by_flags(invoke: Invoke, tmp_path: Path) -> None:
    asked = ("england_3", "--level", 1, "--blight-card", "downward_spiral", "--games", 40)
    found = played(invoke, *asked, "--out", "results")
    told = found["setup"]
    assert (told["adversary"], told["difficulty"], told["boards"]) == ({"id": "england", "level": 1}, 3, ["random"])
    assert set(read_results(tmp_path / "results")["blight_flipped"]) <= {0, 1}
    cells = (tmp_path / "results" / "cells.csv").read_text()
    assert "random,standard_2,england,1,none,downward_spiral,3" in cells
    result = invoke("play", *asked)
    for words in (
        "River and Vital Strength against England 3, changed by flags",
        "boards drawn for each game, against England 1 (Indentured Servants Earn Land), official difficulty 3",
        found["digest"],
    ):
        assert words in " ".join(result.stdout.split())


def test_the_skill_curve_plays_every_rung_like_play_itself(invoke: Invoke, tmp_path: Path) -> None:
    asked = ("solo_whirlwind", "--games", 30, "--seed", 3)
    found = played(invoke, *asked, "--skill-curve", "--out", "curve")
    rungs = [(point["policy"], point["temperature"]) for point in found["points"]]
    assert rungs == [(setup.policy, setup.temperature) for setup in skill.ladder(load_setup("solo_whirlwind"))]
    for point in found["points"][:3]:
        alone = played(invoke, *asked, "--policy", point["policy"], "--temperature", point["temperature"])
        assert {key: alone[key] for key in point if key != "temperature"} == {
            key: value for key, value in point.items() if key != "temperature"
        }
    assert found["points"][1]["wins"] > found["points"][-1]["wins"]
    with (tmp_path / "curve" / "skill.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["digest"] for row in rows] == [point["digest"] for point in found["points"]]
    assert {(row["seed"], row["rules_version"]) for row in rows} == {("3", RULES_VERSION)}
    assert (tmp_path / "curve" / "skill.svg").is_file()
    assert read_manifest(tmp_path / "curve")["complete"]
    assert len(read_results(tmp_path / "curve")) == 30 * len(rungs)


def test_an_interrupted_skill_curve_tells_what_was_played(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()
    play_points = skill.play_points

    def played_till_the_second(*given: Any) -> Iterator[int]:
        for place in play_points(*given):
            if place == 1:
                stop.set()
            yield place

    monkeypatch.setattr(skill, "play_points", played_till_the_second)
    monkeypatch.setattr("sim.run.interrupt.interruptible", lambda: nullcontext(stop))
    result = invoke("play", "solo_whirlwind", "--skill-curve", "--games", 500, "--out", "curve")
    assert result.exit_code == 130
    assert "Interrupted in point 2 of " in result.stderr
    assert [line.split()[0] for line in result.stdout.splitlines() if "% to " in line] == ["random", "greedy"]
    assert (tmp_path / "curve" / "skill.svg").is_file()
    manifest = read_manifest(tmp_path / "curve")
    assert not manifest["complete"]
    assert 500 < manifest["games"] < 1000


def test_rows_are_kept(invoke: Invoke, tmp_path: Path) -> None:
    found = played(invoke, "pair_eyes_mud", "--games", 50, "--out", "results")
    games, manifest = read_results(tmp_path / "results"), read_manifest(tmp_path / "results")
    assert games["game"].tolist() == list(range(50))
    assert games["outcome"].value_counts().to_dict() == found["outcomes"]
    assert games["rounds"].mean() == pytest.approx(found["mean_rounds"])
    assert (manifest["digest"], manifest["seed"], manifest["complete"]) == (found["digest"], 1, True)
    assert manifest["versions"]["rules"] == RULES_VERSION
    again = invoke("play", "pair_eyes_mud", "--games", 50, "--out", "results")
    assert again.exit_code == 2
    assert "holds results already" in again.stderr


def test_a_report_is_written_about_kept_rows(invoke: Invoke, tmp_path: Path) -> None:
    played(invoke, "pair_eyes_mud", "--games", 50, "--out", "results")
    result = invoke("report", "results", "--json")
    assert result.exit_code == 0, result.output
    written = json.loads(result.stdout)
    assert "<html" in (tmp_path / written["page"]).read_text()
    assert (tmp_path / written["summary"]).read_text().startswith("cell,")


def test_the_same_in_a_process_of_its_own(command: Command, invoke: Invoke) -> None:
    done = command("play", "solo_mud", "--games", 30, "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["digest"] == played(invoke, "solo_mud", "--games", 30)["digest"]


def test_ctrl_c_keeps_what_was_played(tmp_path: Path, invoke: Invoke) -> None:
    line = [sys.executable, "-m", "sim", "play", "solo_mud", "--games", "100000000", "--json", "--out", "results"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        line, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not (tmp_path / "results" / "manifest.json").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    time.sleep(2.0)
    process.send_signal(signal.SIGINT)
    asked = time.perf_counter()
    out, err = process.communicate(timeout=60)
    assert time.perf_counter() - asked < 5
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "Interrupted after" in err
    found = json.loads(out)
    games, manifest = read_results(tmp_path / "results"), read_manifest(tmp_path / "results")
    assert found["games"] > 0
    assert games["game"].tolist() == list(range(found["games"]))
    assert (manifest["complete"], manifest["digest"]) == (False, found["digest"])
    # what was kept is a beginning: the same games played on their own have the same digest
    assert played(invoke, "solo_mud", "--games", found["games"])["digest"] == found["digest"]


@pytest.mark.parametrize("more", [[], ["--skill-curve"]])
def test_a_title_and_a_folder_are_printed_as_they_are(more: list[str], invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('title = "Ours [/b] [red]"\nspirits = ["sun_bright_whirlwind"]\n')
    result = invoke("play", "ours.toml", "--games", 1, "--out", "kept [red]", *more)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Ours [/b] [red]\n")
    assert result.stdout.endswith("rows in kept [red]\n")
