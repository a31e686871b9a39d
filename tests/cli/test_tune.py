"""``spirit-sim tune``: a search with real games, Ctrl-C and ``--resume``, and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.content.weights import load_weights
from sim.stats.paired import Pairs
from tests.cli.conftest import ROOT, Invoke
from tests.cli.test_bad_input import check_refusal

MUD, RIVER = "fathomless_mud_of_the_swamp", "river_surges_in_sunlight"
SMALL = ["--generations", 2, "--population", 4, "--games", 3, "--held-out", 9, "--only", "town,city"]
compiled = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="plays hundreds of games")


@compiled
@pytest.mark.usefixtures("kernels")
def test_a_search_tells_what_came_of_it_and_writes_it_down(invoke: Invoke, tmp_path: Path) -> None:
    result = invoke("tune", "solo_mud", *SMALL, "--spirit", MUD, "--out", "mine.toml", "--json", "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert (found["out"], found["table"], found["policy"], found["seed"]) == ("mine.toml", f"spirit.{MUD}", "greedy", 1)
    assert found["games_played"] == 2 * 4 * 3 + 2 * 9
    assert list(found["weights"]) == ["town", "city"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]
    (entry,) = load_weights("mine.toml").history
    assert entry.model_dump(mode="json").items() <= found.items()
    checked = invoke("check", "mine.toml").stdout
    assert checked.startswith(f"mine.toml: weights of a policy, tuned once: [spirit.{MUD}] {entry.verdict}, ")
    assert invoke("play", "solo_mud", "--games", 2, "--weights", "mine.toml").exit_code == 0
    more = ["--weights", "mine.toml", "--out", "more.toml", "--only", "t?wn,city,ci*y"]
    again = invoke("tune", "solo_mud", *SMALL, *more)
    assert again.exit_code == 0, again.output
    assert "2 weights of [weights]: 2 generations of 4 candidates" in again.stdout
    assert [entry.table for entry in load_weights("more.toml").history] == [f"spirit.{MUD}", "weights"]
    assert "tuned 2 times, last: [weights]" in invoke("check", "more.toml").stdout


@compiled
@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize(("policy", "asked"), [("greedy", False), ("planner", True)])
def test_the_outlook_is_searched_for_those_who_ask_it(policy: str, asked: bool, invoke: Invoke) -> None:
    small = ["--generations", 1, "--population", 4, "--games", 1, "--held-out", 2, "--policy", policy, "--quiet"]
    result = invoke("tune", "solo_mud", *small, "--out", "mine.toml", "--json")
    assert result.exit_code == 0, result.output
    assert any(name.startswith("outlook_") for name in json.loads(result.stdout)["weights"]) is asked


@compiled
@pytest.mark.usefixtures("kernels")
def test_the_cells_of_an_experiment_are_played_for_what_all_spirits_share(invoke: Invoke, tmp_path: Path) -> None:
    spirits = f'[["{MUD}", "{RIVER}"], ["{RIVER}"]]'
    (tmp_path / "two.toml").write_text(f'setup = {{ box = "base" }}\n[grid]\nspirits = {spirits}\n')
    asked = ["--experiment", "two.toml", *SMALL, "--quiet", "--json", "--out"]
    result = invoke("tune", *asked, "all.toml", "--shared")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["table"], [cell["setup"] for cell in found["cells"]]) == ("all", [f"{MUD}+{RIVER}", RIVER])
    # a spirit's own weights are searched in the cells in which it plays
    result = invoke("tune", *asked, "mud.toml", "--spirit", MUD)
    assert [cell["setup"] for cell in json.loads(result.stdout)["cells"]] == [f"{MUD}+{RIVER}"]


@compiled
@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("worse", [False, True])
def test_people_are_told_what_is_kept(worse: bool, invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = Pairs(games=9, both=1, lost=8 * worse, won=8 * (not worse))
    monkeypatch.setattr("sim.tune.state.State.pairs", [pairs])
    result = invoke("tune", "solo_mud", *SMALL, "--out", "mine.toml")
    assert result.exit_code == 0, result.output
    verdict = "Not kept, the file holds the weights from before" if worse else "Kept"
    assert f"{verdict}: gain {'-' if worse else '+'}88.9% (95% interval" in result.stdout
    assert (load_weights("mine.toml").digest == load_weights().digest) is worse


@compiled
def test_ctrl_c_stops_a_search_and_resume_ends_it(invoke: Invoke, tmp_path: Path) -> None:
    flags = ["--generations", 12, "--population", 4, "--games", 40, "--held-out", 400, "--only", "town,city,dahan"]
    arguments = [str(word) for word in ("tune", "solo_mud", *flags, "--out")]
    line = [sys.executable, "-m", "sim", *arguments, "stopped.toml"]
    state = tmp_path / "stopped.toml.state.json"
    with subprocess.Popen(
        line, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 300
        while not (state.exists() and json.loads(state.read_text())["costs"]):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "Interrupted after " in told and "--resume" in told
    assert not (tmp_path / "stopped.toml").exists()
    assert invoke(*arguments, "stopped.toml").exit_code == 2
    for out, resume in (("stopped.toml", ["--resume"]), ("whole.toml", [])):
        result = invoke(*arguments, out, *resume, "--quiet")
        assert result.exit_code == 0, result.output
    assert not state.exists()
    stopped, whole = load_weights("stopped.toml"), load_weights("whole.toml")
    assert stopped.history[0].model_dump(exclude={"date"}) == whole.history[0].model_dump(exclude={"date"})
    assert stopped.digest == whole.digest


FAULTS = {
    "an unknown weight": (["--only", "town,presense"], ['--only = "presense"', "unknown weight", "nearest: presence"]),
    "a weight that is 0": (["--weights", "zero.toml", "--only", "town"], ['--only = "town"', "is 0 at the start"]),
    "patterns": (
        ["--weights", "zero.toml", "--only", "tow?,cart_*"],
        ['--only = "tow?"', "is 0 at the start", '--only = "cart_*"', "nearest: card_"],
    ),
    "only weights that are 0": (["--weights", "naught.toml"], ["--weights", "every weight of [weights] is 0"]),
    "an unknown spirit": (["--spirit", "river"], ['--spirit = "river"', "unknown spirit", f"nearest: {RIVER}"]),
    "a spirit that does not play": (["solo_mud", "--spirit", RIVER], ["solo_mud: spirits", RIVER, "does not play"]),
    "an experiment without the spirit": (
        ["--experiment", "of_mud.toml", "--spirit", RIVER],
        ["of_mud.toml: spirits", RIVER, "plays in no cell"],
    ),
    "an unknown experiment": (["--experiment", "ring_pair"], ["ring_pair", "nearest: ring_pairs"]),
    "all tables and one of them": (["--shared", "--spirit", MUD], ["--shared", "together with --spirit"]),
    "a set-up twice": (["solo_mud", "solo_mud"], ['SETUP = "solo_mud"', "is given twice"]),
    "an unknown set-up": (["solo_mudd"], ["solo_mudd", "nearest: solo_mud"]),
    "a policy without weights": (["--policy", "random"], ['--policy = "random"', "plays without weights"]),
    "a set-up's policy": (["random.toml"], ['random.toml: policy = "random"', "plays without weights"]),
    "missing weights": (["--weights", "nowhere.toml"], ["nowhere.toml: no such file"]),
    "nothing to go on with": (["--resume"], ["--resume", "mine.toml.state.json: no such file"]),
    "numbers": (
        "--generations 0 --population 3 --games 0 --held-out 0 --sigma nan --seed -1 --workers 0".split(),
        [
            "7 faults",
            "--generations = 0",
            "--population = 3: must be at least 4",
            "--games = 0",
            "--held-out = 0",
            "--sigma",
            "--seed = -1",
            "--workers = 0",
        ],
    ),
    "all at once": (
        ["solo_mudd", "--spirit", "river", "--only", "twn", "--sigma", "9"],
        ["solo_mudd", "--spirit", "--only", "nearest: town", "--sigma = 9.0"],
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_wrong_arguments(kind: str, invoke: Invoke, tmp_path: Path) -> None:
    numbers = load_weights()
    numbers.default[0:2] = 0.0
    (tmp_path / "zero.toml").write_text(numbers.toml())
    numbers.default[:] = 0.0
    (tmp_path / "naught.toml").write_text(numbers.toml())
    (tmp_path / "random.toml").write_text(f'spirits = ["{MUD}"]\npolicy = "random"\n')
    flags, expected = FAULTS[kind]
    (tmp_path / "of_mud.toml").write_text(f'[grid]\nspirits = [["{MUD}"]]\n')
    result = invoke("tune", *flags, "--out", "mine.toml")
    check_refusal(result.exit_code, result.stdout, result.stderr, expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "naught.toml",
        "of_mud.toml",
        "random.toml",
        "zero.toml",
    ]


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("nowhere/mine.toml", "nowhere: no such folder"),
        ("there.toml/mine.toml", "is a file, not a folder"),
        ("there.toml", "exists already; nothing is overwritten"),
        (".", "is a folder, not a file"),
        ("/proc/mine.toml", "cannot be written to"),
    ],
)
def test_a_file_that_cannot_be_written(out: str, words: str, invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "there.toml").write_text("earlier")
    result = invoke("tune", "solo_mud", "--out", out)
    check_refusal(result.exit_code, result.stdout, result.stderr, ["--out", words])
    assert (tmp_path / "there.toml").read_text() == "earlier"
