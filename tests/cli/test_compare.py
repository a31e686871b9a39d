"""``spirit-sim compare`` with real games: each side as ``play`` has it, the verdict, kept rows, Ctrl-C, bad input."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sim.cli.compare_output import verdict_words
from sim.content.weights import load_weights
from sim.run.compare import Comparison
from sim.run.store import read_manifest, read_results
from sim.stats.paired import Pairs
from sim.stats.verdict import judge
from tests.cli.conftest import Command, Invoke

pytestmark = [
    pytest.mark.usefixtures("kernels"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="plays hundreds of games"),
]
SHARED = ["setup", "policy", "wins", "win_rate", "interval", "outcomes", "mean_rounds", "mean_score", "digest"]
"""What is told of a side as ``play`` tells it."""


def told(invoke: Invoke, command: str, *arguments: object) -> dict[str, Any]:
    """The JSON object of a command."""
    result = invoke(command, *arguments, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_each_side_is_what_play_tells_of_it(invoke: Invoke) -> None:
    asked = ("--games", 120, "--seed", 4)
    found = told(invoke, "compare", "solo_teeth", "solo_whirlwind", *asked)
    for side, name in (("a", "solo_teeth"), ("b", "solo_whirlwind")):
        alone = told(invoke, "play", name, *asked)
        assert {key: found[side][key] for key in SHARED} == {key: alone[key] for key in SHARED}
    assert (found["games"], found["seed"], found["complete"]) == (120, 4, True)
    assert found["difference"] == pytest.approx(found["a"]["win_rate"] - found["b"]["win_rate"])
    pairs = found["pairs"]
    assert sum(pairs.values()) == 120
    assert pairs["both_won"] + pairs["only_b_won"] == found["b"]["wins"]
    assert sum(found["flips"]["only_a_won"].values()) == pairs["only_a_won"]
    assert set(found["outcomes"]) == {name for side in "ab" for name, games in found[side]["outcomes"].items() if games}
    assert found["closeness"]["rounds"]["a"] == found["a"]["mean_rounds"]


def test_workers_and_chunks_change_nothing(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def compared(workers: int) -> dict[str, Any]:
        found = told(invoke, "compare", "solo_teeth", "solo_mud", "--games", 90, "--workers", workers)
        return {key: found[key] for key in found if key not in ("seconds", "games_per_second", "workers")}

    once = compared(1)
    assert compared(2) == once
    monkeypatch.setattr("sim.run.pool.CHUNK_SECONDS", 0.0)
    monkeypatch.setattr("sim.run.pool.PROBE_GAMES", 7)
    assert compared(3) == once


def test_text_tells_the_verdict_first_and_then_why(invoke: Invoke) -> None:
    result = invoke("compare", "solo_teeth", "solo_whirlwind", "--games", 300)
    found = told(invoke, "compare", "solo_teeth", "solo_whirlwind", "--games", 300)
    assert result.exit_code == 0
    assert found["verdict"] == "a"
    low, high = (100 * end for end in found["interval"])
    words = f"A is easier: {100 * found['difference']:+.1f} points (95% interval {low:+.1f} to {high:+.1f})."
    assert found["words"] == words
    pairs = found["pairs"]
    places = [
        result.stdout.index(told)
        for told in (
            "A: Devouring Teeth",
            "B: Sun-Bright Whirlwind",
            "300 games each from seed 1",
            words,
            f"only A {pairs['only_a_won']}",
            "How games end",
            f"{pairs['only_a_won']} games that only A won: how B lost",
            "How close (means)",
            f"digest of A {found['a']['digest']}",
            f"digest of B {found['b']['digest']}",
        )
    ]
    assert places == sorted(places)


def test_spirits_stand_for_the_set_up_with_its_first_spirit_replaced(invoke: Invoke) -> None:
    found = told(invoke, "compare", "thunderspeaker", "england_3", "--like", "england_3", "--games", 40)
    first, *rest = found["b"]["setup"]["spirits"]
    assert found["a"]["setup"]["spirits"] == ["thunderspeaker", *rest]
    assert first != "thunderspeaker"
    apart = ("name", "spirits")
    assert {key: value for key, value in found["a"]["setup"].items() if key not in apart} == {
        key: value for key, value in found["b"]["setup"].items() if key not in apart
    }


def test_spirits_play_alone_on_the_core_box_by_default(invoke: Invoke) -> None:
    asked = ("thunderspeaker", "devouring_teeth_lurk_underfoot", "--adversary", "sweden", "--level", 1)
    found = told(invoke, "compare", *asked, "--games", 40)
    for side, spirit in zip("ab", asked):
        setup = found[side]["setup"]
        assert (setup["box"], setup["spirits"]) == ("base", [spirit])
        assert (setup["boards"], setup["blight_card"], setup["difficulty"]) == ([], "random", 2)


def test_policies_on_one_set_up(invoke: Invoke) -> None:
    found = told(invoke, "compare", "solo_mud", "solo_mud", "--policy-b", "random", "--games", 60)
    assert (found["a"]["policy"], found["b"]["policy"], found["verdict"]) == ("greedy", "random", "a")
    assert found["words"].startswith("A plays better: ")
    alone = told(invoke, "play", "solo_mud", "--policy", "random", "--games", 60)
    assert found["b"]["digest"] == alone["digest"]


def test_weights_on_one_set_up(invoke: Invoke, tmp_path: Path) -> None:
    weights = load_weights()
    weights.default[:] *= 3.0
    for own in weights.spirits.values():
        own[::2] *= 0.2
    (tmp_path / "other.toml").write_text(weights.toml())
    result = invoke("compare", "solo_mud", "solo_mud", "--weights-b", "other.toml", "--games", 60)
    found = told(invoke, "compare", "solo_mud", "solo_mud", "--weights-b", "other.toml", "--games", 60)
    assert found["a"]["weights"] != found["b"]["weights"]
    assert f"played by greedy with weights {found['b']['weights']}" in result.stdout
    assert found["b"]["digest"] == told(invoke, "play", "solo_mud", "--weights", "other.toml", "--games", 60)["digest"]


def test_seed_and_games_are_those_of_a(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('spirits = ["sun_bright_whirlwind"]\ngames = 25\nseed = 9\n')
    (tmp_path / "b.toml").write_text('spirits = ["sun_bright_whirlwind"]\nboards = ["H"]\ngames = 70\nseed = 8\n')
    found = told(invoke, "compare", "a.toml", "b.toml")
    assert (found["games"], found["seed"]) == (25, 9)
    assert found["b"]["digest"] == told(invoke, "play", "b.toml", "--games", 25, "--seed", 9)["digest"]


def test_within_plays_until_the_difference_is_known_so_well(invoke: Invoke) -> None:
    found = told(invoke, "compare", "solo_mud", "solo_whirlwind", "--policy", "random", "--within", "1%")
    low, high = found["interval"]
    assert (high - low) / 2 <= 0.01
    assert found["games"] >= 1000


def test_until_clear_stops_early_or_at_the_games(invoke: Invoke) -> None:
    found = told(invoke, "compare", "solo_teeth", "solo_whirlwind", "--until-clear", "--games", 3200)
    assert (found["games"], found["verdict"], found["complete"]) == (100, "a", True)
    found = told(invoke, "compare", "solo_mud", "solo_teeth", "--policy", "random", "--until-clear", "--games", 400)
    assert (found["games"], found["verdict"], found["complete"]) == (400, "too close to call", True)
    assert found["games_needed"] is not None


def test_rows_of_both_sides_are_kept(invoke: Invoke, tmp_path: Path) -> None:
    found = told(invoke, "compare", "pair_eyes_mud", "solo_thunder", "--games", 50, "--out", "results")
    games, manifest = read_results(tmp_path / "results"), read_manifest(tmp_path / "results")
    assert games["cell"].value_counts().to_dict() == {"A": 50, "B": 50}
    assert manifest["complete"]
    for side in "ab":
        own = games[games["cell"] == side.upper()]
        assert own["game"].tolist() == list(range(50))
        assert own["outcome"].str.startswith("defeat").sum() == 50 - found[side]["wins"]
        assert found[side]["digest"] in (tmp_path / "results" / "cells.csv").read_text()


def test_an_interrupted_comparison_tells_and_keeps_what_was_played(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()
    play = Comparison.play

    def played_for_a_while(*given: Any) -> Iterator[Any]:
        for tally in play(*given):
            if tally.games >= 100:
                stop.set()
            yield tally

    monkeypatch.setattr(Comparison, "play", played_for_a_while)
    monkeypatch.setattr("sim.run.interrupt.interruptible", lambda: nullcontext(stop))
    result = invoke("compare", "solo_mud", "solo_teeth", "--games", 100_000, "--json", "--out", "results")
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert f"Interrupted after {found['games']:,} games of each." in result.stderr
    assert 100 <= found["games"] < 100_000
    assert not found["complete"]
    assert not read_manifest(tmp_path / "results")["complete"]
    assert read_results(tmp_path / "results")["cell"].value_counts().to_dict() == dict.fromkeys("AB", found["games"])
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    for side, name in (("a", "solo_mud"), ("b", "solo_teeth")):
        alone = told(invoke, "play", name, "--games", found["games"])
        assert alone["digest"] == found[side]["digest"]


def test_an_interruption_before_the_first_game(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    stop.set()
    monkeypatch.setattr("sim.run.interrupt.interruptible", lambda: nullcontext(stop))
    result = invoke("compare", "solo_mud", "solo_teeth")
    assert (result.exit_code, "No game was finished." in result.stdout) == (130, True)
    result = invoke("compare", "solo_mud", "solo_teeth", "--json")
    assert (result.exit_code, json.loads(result.stdout)["verdict"]) == (130, None)


def test_the_same_in_a_process_of_its_own(command: Command, invoke: Invoke) -> None:
    asked = ("solo_mud", "solo_teeth", "--games", 30)
    done = command("compare", *asked, "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    found = told(invoke, "compare", *asked)
    assert json.loads(done.stdout)["b"]["digest"] == found["b"]["digest"]


VERDICTS = {
    Pairs(1000, 400, 50, 90): "A wins more: +4.0 points (95% interval +1.7 to +6.3).",
    Pairs(1000, 400, 90, 50): "B wins more: +4.0 points (95% interval +1.7 to +6.3).",
    Pairs(1000, 400, 60, 75): (
        "Too close to call: A +1.5 points (95% interval -0.8 to +3.8). "
        "About 3,700 more games each would tell a difference of this size."
    ),
    Pairs(1000, 400, 60, 60): (
        "Too close to call: A +0.0 points (95% interval -2.2 to +2.2), so they differ by 2.2 points at most; "
        "about 8,500 more games each would tell a difference of 1 point."
    ),
    Pairs(100_000, 400, 4000, 4000): (
        "Too close to call: A +0.0 points (95% interval -0.2 to +0.2), so they differ by 0.2 points at most, if at all."
    ),
}


@pytest.mark.parametrize("pairs", VERDICTS)
def test_the_verdict_is_a_sentence(pairs: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.cli.compare_output._better", lambda comparison: "wins more")
    nobody: Any = None
    assert verdict_words(nobody, judge(pairs)) == VERDICTS[pairs]


FAULTS: dict[str, tuple[list[str], list[str]]] = {
    "misspelt names": (
        ["solo_mudd", "thunderspeker"],
        [
            "2 faults",
            "solo_mudd: is neither a spirit, a shipped set-up nor a file; nearest: solo_mud",
            "thunderspeaker",
        ],
    ),
    "a missing file": (["solo_mud", "nowhere.toml"], ["nowhere.toml: no such file"]),
    "the same twice": (["solo_mud", "solo_mud"], ['B = "solo_mud": is the same as A', "--policy-b"]),
    "the same by the same policy": (["solo_mud", "solo_mud", "--policy-b", "greedy"], ["the very same games"]),
    "the same under another name": (["solo_mud", "mine.toml"], ["the very same games"]),
    "a wrong name twice": (["solo_mudd", "solo_mudd", "--policy-b", "random"], ["Bad input: solo_mudd: is neither"]),
    "no set-up to be like": (["solo_mud", "thunderspeaker", "--like", "solo_mudd"], ["solo_mudd", "nearest: solo_mud"]),
    "nobody to be like it": (["solo_mud", "solo_teeth", "--like", "england_3"], ["goes with a spirit as A or B"]),
    "a spirit that plays already": (
        ["vital_strength_of_the_earth", "thunderspeaker", "--like", "england_3"],
        ["spirits[1]", "is played by another player already"],
    ),
    "an adversary of no box": (
        ["thunderspeaker", "solo_mud", "--adversary", "england"],
        ["--adversary", "Horizons has no adversaries"],
    ),
    "an unknown policy": (["solo_mud", "solo_mud", "--policy-b", "gredy"], ["--policy-b", "nearest: greedy"]),
    "missing weights": (["solo_mud", "solo_mud", "--weights-b", "no.toml"], ["no.toml: no such file"]),
    "weights of nobody": (
        ["solo_mud", "solo_mud", "--weights-b", "weights.toml", "--policy-b", "random"],
        ["--weights-b", "random plays without weights"],
    ),
    "two rules": (
        ["solo_mud", "solo_teeth", "--within", "1%", "--until-clear"],
        ["--until-clear: cannot be given together with --within"],
    ),
    "one side only": (["solo_mud"], ["Missing argument 'B'"]),
    "all at once": (
        [
            "solo_mudd",
            "thunderspeker",
            "--games",
            "0",
            "--workers",
            "0",
            "--weights-b",
            "no.toml",
            "--out",
            "mine.toml",
        ],
        ["solo_mudd", "thunderspeker", "--games = 0", "--workers = 0", "no.toml", "--out"],
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_bad_input(kind: str, invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('spirits = ["fathomless_mud_of_the_swamp"]\ntitle = "Ours"\n')
    (tmp_path / "weights.toml").write_text(load_weights().toml())
    arguments, expected = FAULTS[kind]
    result = invoke("compare", *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for words in expected:
        assert words in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "weights.toml"]
