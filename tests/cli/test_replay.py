"""``spirit-sim replay``: the game it tells is the game that was counted, and it reads like one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from sim.content.setup import load_setup, variants
from sim.content.tables import build_tables
from sim.core.codes import Outcome
from sim.core.state import as_records, new_states
from sim.game.play import play_games
from sim.game.rows import RESULT
from sim.run.tally import WINS
from sim.trace.narrate import heading, story_text, tell_game
from tests.cli.conftest import Invoke


@pytest.mark.parametrize("policy", ["greedy", "random"])
@pytest.mark.parametrize("name", ["solo_teeth", "pair_eyes_mud", "trio_teeth_mud_heat"])
def test_the_game_told_is_the_game_played(name: str, policy: str, kernels: None) -> None:
    setup = load_setup(name).model_copy(update={"policy": policy})
    games = 5
    rows = as_records(np.zeros(games, dtype=RESULT))
    play_games(new_states(1), build_tables(setup), rows, 0, 7, 0, games)
    for game in range(games):
        assert tell_game(setup, 7, game).result.tobytes() == rows[game].tobytes()


def test_a_replay_reads_like_a_game(invoke: Invoke, kernels: None) -> None:
    result = invoke("replay", "solo_mud", "--game", 3, "--policy", "random")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Fathomless Mud of the Swamp on board G", "seed 1, game 3, policy random"]
    assert any(line.startswith("Round 1: terror level 1, 0 of 4 fear, 6 blight in the pool; ") for line in lines)
    assert "  Spirits" in lines
    assert any(line.startswith("  Explore (I") for line in lines)
    assert lines[-1].startswith(("Victory: ", "Defeat: ", "Sacrifice victory: "))
    assert not any(line.strip().startswith("?") for line in lines)
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("name", ["solo_ocean", "england_6", "blitz", "guard", "rituals", "insurrection"])
def test_a_game_on_drawn_boards_is_told_as_it_was_played(name: str, kernels: None) -> None:
    setup = load_setup(name).model_copy(update={"policy": "random"})
    tables, games = build_tables(setup), 3
    states, rows = new_states(1), as_records(np.zeros(games, dtype=RESULT))
    play_games(states, tables, rows, 0, 7, 0, games)
    for game in range(games):
        story = tell_game(setup, 7, game)
        assert story.result.tobytes() == rows[game].tobytes()
        assert story.names.setup in variants(setup)
        told = heading(story)
        for seat, spirit in enumerate(setup.spirits):
            assert f"{story.names.spirit_name(seat)} on board {story.names.setup.boards[seat]}" in told
            assert spirit == story.names.spirits[seat]
        assert "boards and blight card drawn for this game" in " ".join(told.split())
        assert max(map(len, story_text(story, decisions=True).splitlines())) <= 110


def test_the_head_tells_what_was_played_against(invoke: Invoke, kernels: None) -> None:
    flags = ["--boards", "D,B", "--blight-card", "downward_spiral", "--adversary", "sweden", "--level", 2]
    result = invoke("replay", "rituals", "--policy", "random", *flags)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        "Thunderspeaker on board D, Shadows Flicker Like Flame on board B",
        "Against Sweden 2 (Population Pressure at Home); scenario Rituals of Terror; blight card Downward Spiral",
        "seed 1, game 0, policy random",
    ]
    assert "5 blight on the healthy blight card" in result.stdout
    told = json.loads(invoke("replay", "rituals", "--policy", "random", *flags, "--json").stdout)
    assert (told["boards"], told["blight_card"]) == (["D", "B"], "downward_spiral")


def test_an_extra_board_is_told(invoke: Invoke, kernels: None) -> None:
    lines = invoke("replay", "pair_lightning_river_extra_board", "--policy", "random").stdout.splitlines()
    assert lines[1].startswith("Extra board ")


def test_decisions_are_told_with_the_best_other_answers(invoke: Invoke, kernels: None) -> None:
    plain = invoke("replay", "solo_mud", "--policy", "random").stdout.splitlines()
    told = invoke("replay", "solo_mud", "--policy", "random", "--decisions").stdout.splitlines()
    assert any(line.startswith("        ? growth: option ") and " over option " in line for line in told)
    assert [line for line in told if not line.startswith("        ")] == plain


def test_json_has_every_round_and_every_decision(invoke: Invoke, kernels: None) -> None:
    told = json.loads(invoke("replay", "pair_eyes_mud", "--policy", "random", "--seed", 5, "--json").stdout)
    assert (told["seed"], told["game"]) == (5, 0)
    assert told["outcome"] in {outcome.name.lower() for outcome in Outcome if outcome}
    assert [part["round"] for part in told["rounds"]] == list(range(len(told["rounds"])))
    spirits = told["rounds"][1]["phases"][0]
    assert spirits["phase"] == "Spirits"
    assert len(spirits["entries"]) == 4
    assert spirits["entries"][0]["decisions"]


def test_the_head_names_the_temperature(invoke: Invoke, kernels: None) -> None:
    lines = invoke("replay", "solo_mud", "--policy", "random", "--temperature", 1.5).stdout.splitlines()
    assert lines[1] == "seed 1, game 0, policy random at temperature 1.5"


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="plays dozens of games")
@pytest.mark.parametrize("won", [True, False])
def test_the_first_game_won_or_lost_from_a_number_on_is_told(won: bool, invoke: Invoke, kernels: None) -> None:
    setup, first = load_setup("solo_whirlwind").model_copy(update={"temperature": 0.5}), 5
    rows = as_records(np.zeros(40, dtype=RESULT))
    play_games(new_states(1), build_tables(setup), rows, 0, 1, first, 40)
    expected = next(int(row["game"]) for row in rows if (row["outcome"] in WINS) == won)
    flags = ["--game", first, "--temperature", 0.5, "--won" if won else "--lost"]
    lines = invoke("replay", "solo_whirlwind", *flags).stdout.splitlines()
    assert lines[1] == f"seed 1, game {expected}, policy greedy at temperature 0.5"
    assert lines[-1].startswith("Victory: " if won else "Defeat: ")
    assert json.loads(invoke("replay", "solo_whirlwind", *flags, "--json").stdout)["game"] == expected


def test_a_search_without_success_says_so(invoke: Invoke, kernels: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.run.search.MOST_SEARCHED", 5)
    result = invoke("replay", "england_6", "--policy", "random", "--game", 3, "--won")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--won: none of the 5 games from game 3 on is won by policy random" in result.stderr
    assert invoke("replay", "england_6", "--policy", "random", "--game", 3, "--lost").exit_code == 0


def test_bad_input(invoke: Invoke, tmp_path: Path) -> None:
    result = invoke("replay", "solo_mudd", "--game", -1, "--weights", "nowhere.toml", "--lost", "--won")
    assert (result.exit_code, result.stdout) == (2, "")
    for words in (
        "solo_mudd",
        "nearest: solo_mud",
        "--game = -1: must be 0 or more",
        "nowhere.toml: no such file",
        "--lost: cannot be given together with --won",
    ):
        assert words in result.stderr
