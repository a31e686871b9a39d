"""``spirit-sim resolve``: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Invoke

TEETH = "devouring_teeth_lurk_underfoot"
RAVAGE = f"""
title = "Three damage blight the land"
rule  = "an example"

[setup]
spirits = ["{TEETH}"]
boards  = ["G"]
empty   = true

[lands]
G7 = {{ city = 1 }}
G5 = {{ presence = {{ {TEETH} = 1 }} }}

[[do]]
ravage = "G7"

[expect]
outcome = "none"
[expect.lands]
G7 = {{ blight = 1 }}
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a position that holds, one that does not, a wrong one and one whose board is of the other box."""
    (tmp_path / "holds.toml").write_text(RAVAGE)
    (tmp_path / "fails.toml").write_text(RAVAGE.replace("blight = 1", "blight = 2"))
    (tmp_path / "wrong.toml").write_text(
        RAVAGE.replace('ravage = "G7"', 'ravage = "G9"').replace("city = 1", "cty = 1")
    )
    (tmp_path / "core.toml").write_text(RAVAGE.replace("[setup]", '[setup]\nbox = "base"'))
    (tmp_path / "refused.toml").write_text(RAVAGE.replace('ravage = "G7"', f'play = ["drought"]\nby = "{TEETH}"'))
    return tmp_path


def test_a_position_that_holds(invoke: Invoke, files: Path, kernels: None) -> None:
    result = invoke("resolve", "holds.toml")
    assert result.exit_code == 0
    assert result.stdout == "holds.toml: held (2 expectations): Three damage blight the land\n"


def test_a_position_that_does_not_hold(invoke: Invoke, files: Path, kernels: None) -> None:
    result = invoke("resolve", "holds.toml", "fails.toml")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:] == [
        "fails.toml: did not hold (1 of 2 expectations): Three damage blight the land",
        "  lands.G7.blight: expected 2, got 1",
    ]


def test_wrong_files_are_told_and_the_others_played(invoke: Invoke, files: Path, kernels: None) -> None:
    result = invoke("resolve", "wrong.toml", "fails.toml", "core.toml", "refused.toml", "missing.toml")
    assert result.exit_code == 2
    assert result.stdout.startswith("fails.toml: did not hold")
    for words in (
        "Bad input: 5 faults",
        "wrong.toml: lands.G7.cty = 1: unknown key; nearest: city",
        'wrong.toml: do[0].ravage = "G9": unknown land or invader card; nearest: G',
        'core.toml: setup.boards[0] = "G": is a board of the Horizons map, not of the core box',
        'refused.toml: do[0].play[0] = "drought": is not in the hand',
        "missing.toml: no such file",
    ):
        assert words in result.stderr, result.stderr


def test_json_is_the_whole_state(invoke: Invoke, files: Path, kernels: None) -> None:
    result = invoke("resolve", "fails.toml", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert told["holds"] is False
    assert told["differences"] == [{"what": "lands.G7.blight", "expected": 2, "got": 1}]
    state = told["state"]
    assert (state["outcome"], state["cause"]) == ("none", None)
    assert list(state["lands"]) == [f"G{number}" for number in range(1, 9)]
    assert state["lands"]["G7"]["city"] == 1
    assert state["island"]["blight_pool"] == 5
    assert len(state["spirit"][TEETH]["hand"]) == 4


def test_json_of_several_files_is_a_list(invoke: Invoke, files: Path, kernels: None) -> None:
    told = json.loads(invoke("resolve", "holds.toml", "fails.toml", "--json").stdout)
    assert [(entry["file"], entry["holds"]) for entry in told] == [("holds.toml", True), ("fails.toml", False)]


def test_check_knows_positions(invoke: Invoke, files: Path) -> None:
    result = invoke("check", "holds.toml", "wrong.toml")
    assert result.exit_code == 2
    assert result.stdout == "holds.toml: a position: Three damage blight the land\n"
    assert "wrong.toml: lands.G7.cty" in result.stderr


def test_no_traceback_in_a_process_of_its_own(command: Command, files: Path, kernels: None) -> None:
    done = command("resolve", "wrong.toml", "--quiet")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
