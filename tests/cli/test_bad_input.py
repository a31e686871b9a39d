"""Bad input of every kind: exit code 2, each fault named with its nearest name, no traceback, nothing written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Invoke

SOUND = 'spirits = ["fathomless_mud_of_the_swamp"]\n'

CORE = 'box = "base"\nspirits = ["river_surges_in_sunlight", "thunderspeaker"]\n'

FOUR = [
    "fathomless_mud_of_the_swamp",
    "sun_bright_whirlwind",
    "eyes_watch_from_the_trees",
    "rising_heat_of_stone_and_sand",
]

SETUP_FAULTS = {
    "misspelt spirit": (
        'spirits = ["fathomless_mud_of_the_swmp"]',
        ['spirits[0] = "fathomless_mud_of_the_swmp"', "unknown spirit", "nearest: fathomless_mud_of_the_swamp"],
    ),
    "unknown key": ('spirts = ["sun_bright_whirlwind"]\n' + SOUND, ["spirts", "unknown key", "nearest: spirits"]),
    "wrong type": (SOUND + 'games = "many"', ['games = "many"', "must be a whole number"]),
    "no spirit": ('box = "horizons"', ["spirits", "is required"]),
    "four players": (
        f"spirits = {json.dumps(FOUR)}",
        ["spirits", "1 to 3 players, not 4"],
    ),
    "the same spirit twice": (
        'spirits = ["sun_bright_whirlwind", "sun_bright_whirlwind"]',
        ['spirits[1] = "sun_bright_whirlwind"', "is played by another player already"],
    ),
    "an adversary of the core box": (
        SOUND + 'adversary = { id = "england", level = 3 }',
        ['adversary.id = "england"', "Horizons has no adversaries"],
    ),
    "a scenario": (SOUND + 'scenario = "blitz"', ['scenario = "blitz"', "Horizons has no scenarios"]),
    "a blight card": (SOUND + 'blight_card = "downward_spiral"', ["blight_card", "Horizons has no blight cards"]),
    "boards of the core box": (SOUND + 'boards = ["A"]', ['boards[0] = "A"', "is a board of the core box"]),
    "boards of the Horizons map": (CORE + 'boards = ["A", "H"]', ['boards[1] = "H"', "is a board of the Horizons map"]),
    "a thematic board": (CORE + 'boards = ["A", "west"]', ['boards[1] = "west"', "thematic boards wait until"]),
    "a board twice": (CORE + 'boards = ["A", "A"]', ['boards[1] = "A"', "starting board of another spirit already"]),
    "an arrangement for other numbers": (
        CORE + 'arrangement = "standard_3"',
        ['arrangement = "standard_3"', "is a layout of 3 boards, not 2", "nearest: standard_2"],
    ),
    "an unknown adversary": (
        CORE + 'adversary = { id = "prussia", level = 1 }',
        ['adversary.id = "prussia"', "unknown adversary", "nearest: brandenburg_prussia"],
    ),
    "a level too high": (
        CORE + 'adversary = { id = "england", level = 7 }',
        ["adversary.level = 7", "England has the levels 0 to 6", "nearest: 6"],
    ),
    "an unknown scenario": (CORE + 'scenario = "blits"', ['scenario = "blits"', "unknown scenario", "nearest: blitz"]),
    "an unknown blight card": (CORE + 'blight_card = "spiral"', ["unknown blight card", "nearest: downward_spiral"]),
    "an action of the other box": (
        CORE + "[options]\nstage_2_action = true",
        ["options.stage_2_action = true", "the core box has no action on stage II cards"],
    ),
    "unknown box": (SOUND + 'box = "horizon"', ['box = "horizon"', "unknown box", "nearest: horizons"]),
    "unknown board": (SOUND + 'boards = ["X"]', ['boards[0] = "X"', "unknown board", "nearest: "]),
    "unknown policy": (SOUND + 'policy = "gredy"', ['policy = "gredy"', "unknown policy", "nearest: greedy"]),
    "unknown option": (
        SOUND + "[options]\nstage2_action = true",
        ["options.stage2_action", "unknown key", "nearest: stage_2_action"],
    ),
    "negative temperature": (SOUND + "temperature = -0.5", ["temperature = -0.5", "must be at least 0"]),
    "not TOML": ("spirits = [", ["is not valid TOML"]),
}

FLAG_FAULTS = {
    "no games": (["--games", "0"], ["--games = 0", "must be at least 1"]),
    "negative games": (["--games", "-5"], ["--games = -5", "must be at least 1"]),
    "games in words": (["--games", "ten"], ["--games", "'ten' is not a valid integer"]),
    "no workers": (["--workers", "0"], ["--workers = 0"]),
    "negative temperature": (["--temperature", "-1"], ["--temperature = -1.0", "must be 0 or more"]),
    "temperature not a number": (["--temperature", "nan"], ["--temperature", "must be 0 or more, and finite"]),
    "no width": (["--within", "0"], ["--within = 0.0"]),
    "width without unit": (["--within", "1"], ["--within", "nearest: 1%"]),
    "width in words": (["--within", "narrow"], ["--within", "write it as 1% or 0.01"]),
    "games and width": (["--games", "10", "--within", "1%"], ["cannot be given together with --within"]),
    "negative seed": (["--seed", "-1"], ["--seed = -1"]),
    "seed too large": (["--seed", str(2**63)], ["--seed = 9223372036854775808"]),
    "unknown policy": (["--policy", "gredy"], ["--policy", "unknown name 'gredy'; nearest: greedy"]),
    "missing weights": (["--weights", "nowhere.toml"], ["nowhere.toml: no such file"]),
    "unknown flag": (["--game", "10"], ["No such option '--game'", "--games"]),
    "flag without value": (["--seed"], ["--seed", "requires an argument"]),
    "who plays and the skill curve": (
        ["--skill-curve", "--policy", "greedy", "--temperature", "1"],
        [
            '--policy = "greedy": cannot be given together with --skill-curve, which plays every policy',
            "--temperature = 1.0: cannot be given together with --skill-curve",
        ],
    ),
    "a skill curve of no games": (["--skill-curve", "--games", "0"], ["--games = 0", "must be at least 1"]),
    "a skill curve below a file": (["--skill-curve", "--out", "set.toml/curve"], ["--out", "is a file, not a folder"]),
    "out below a file": (["--out", "set.toml/results"], ["--out", "is a file, not a folder"]),
    "out that cannot be made": (["--out", "/proc/results"], ["--out", "cannot be written to"]),
}

CORE_FLAG_FAULTS = {
    "a level too high": (["--level", "9"], ["--level = 9", "England has the levels 0 to 6", "nearest: 6"]),
    "a negative level": (["--level", "-1"], ["--level = -1", "must be 0 or more"]),
    "an unknown adversary": (["--adversary", "prussia"], ['--adversary = "prussia"', "nearest: brandenburg_prussia"]),
    "a level of no adversary": (["--adversary", "none", "--level", "2"], ["--level = 2", "there is no adversary"]),
    "an unknown scenario": (["--scenario", "blits"], ['--scenario = "blits"', "nearest: blitz"]),
    "an unknown blight card": (["--blight-card", "spiral"], ["--blight-card", "nearest: downward_spiral"]),
    "boards of the other box": (["--boards", "A,H"], ['--boards = "H"', "is a board of the Horizons map"]),
    "too many boards": (["--boards", "A,B,C"], ["--boards", "one starting board for each spirit"]),
    "all at once": (
        ["--level", "9", "--scenario", "blits", "--games", "0", "--boards", "A,A"],
        ["--level = 9", '--scenario = "blits"', "--games = 0", '--boards = "A"'],
    ),
}
"""Wrong flags for a set-up against England."""


def check_refusal(code: int, out: str, err: str, expected: list[str]) -> None:
    """Exit code 2, every expected word on standard error, nothing on standard output, no traceback."""
    assert code == 2, err
    assert out == ""
    assert "Traceback" not in err
    for words in expected:
        assert words in err, err


@pytest.mark.parametrize("kind", SETUP_FAULTS)
def test_wrong_set_up(kind: str, invoke: Invoke, tmp_path: Path) -> None:
    content, expected = SETUP_FAULTS[kind]
    (tmp_path / "set.toml").write_text(content)
    result = invoke("play", "set.toml", "--games", 5, "--out", "results")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["set.toml", *expected])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set.toml"]


@pytest.mark.parametrize("kind", FLAG_FAULTS)
def test_wrong_flag(kind: str, invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SOUND)
    flags, expected = FLAG_FAULTS[kind]
    result = invoke("play", "set.toml", *flags)
    check_refusal(result.exit_code, result.stdout, result.stderr, expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set.toml"]


@pytest.mark.parametrize("kind", CORE_FLAG_FAULTS)
@pytest.mark.parametrize("command", ["play", "replay"])
def test_wrong_flag_of_the_core_box(command: str, kind: str, invoke: Invoke) -> None:
    flags, expected = CORE_FLAG_FAULTS[kind]
    if command == "replay":
        flags = ["--game" if flag == "--games" else flag for flag in flags]
        expected = [words for words in expected if "--games" not in words]
    result = invoke(command, "england_3", *flags)
    check_refusal(result.exit_code, result.stdout, result.stderr, expected)


def test_flags_of_the_core_box_do_not_fit_the_other(invoke: Invoke) -> None:
    result = invoke("play", "solo_mud", "--adversary", "england", "--level", 3, "--blight-card", "random")
    expected = ['--adversary = "england"', "Horizons has no adversaries", "--blight-card", "no blight cards"]
    check_refusal(result.exit_code, result.stdout, result.stderr, expected)


def test_a_misspelt_shipped_set_up(invoke: Invoke) -> None:
    result = invoke("play", "solo_mudd")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["solo_mudd", "nearest: solo_mud"])


def test_a_missing_set_up_file(invoke: Invoke) -> None:
    result = invoke("play", "my/solo_mud.toml")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["my/solo_mud.toml: no such file"])


def test_a_folder_with_results_is_not_overwritten(invoke: Invoke, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "manifest.json").write_text("earlier")
    result = invoke("play", "solo_mud", "--out", "results")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["--out", "holds results already"])
    assert (folder / "manifest.json").read_text() == "earlier"
    assert len(list(folder.iterdir())) == 1


def test_faults_of_flags_set_up_and_weights_come_at_once(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('spirits = ["mud", "mud"]\nbords = ["G"]\npolicy = "best"\n')
    (tmp_path / "weights.toml").write_text('[weights]\ntown = "dear"\n')
    flags = "--weights weights.toml --games 0 --workers 0 --temperature -1 --out set.toml"
    result = invoke("play", "set.toml", *flags.split())
    expected = [
        "--games = 0",
        "--workers = 0",
        "--temperature = -1.0",
        "--out",
        'spirits[0] = "mud"',
        'spirits[1] = "mud"',
        "bords",
        'policy = "best"',
        'weights.town = "dear"',
    ]
    check_refusal(result.exit_code, result.stdout, result.stderr, expected)


def test_unknown_command(invoke: Invoke) -> None:
    result = invoke("ply", "solo_mud")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["unknown command 'ply'", "nearest: play"])


def test_unknown_list(invoke: Invoke) -> None:
    result = invoke("list", "spirit")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["unknown name 'spirit'", "nearest: spirits"])


def test_missing_argument(invoke: Invoke) -> None:
    result = invoke("play")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["Missing argument 'SETUP'"])


def test_report_of_no_results(invoke: Invoke, tmp_path: Path) -> None:
    result = invoke("report", "nowhere")
    check_refusal(result.exit_code, result.stdout, result.stderr, ["nowhere"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["one", "--compare", "one", "other"]])
def test_report_takes_results_or_two_to_compare(invoke: Invoke, arguments: list[str]) -> None:
    result = invoke("report", *arguments)
    check_refusal(result.exit_code, result.stdout, result.stderr, ["RESULTS", "--compare OLD NEW", "not both"])


def test_check_names_every_fault_of_every_file(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "sound.toml").write_text(SOUND)
    (tmp_path / "wrong.toml").write_text('spirits = ["mud"]\ngames = 0\n')
    (tmp_path / "weights.toml").write_text("[weights]\nnonsense = 1.0\n")
    (tmp_path / "other.toml").write_text("[tool]\n")
    result = invoke("check", "sound.toml", "wrong.toml", "weights.toml", "other.toml", "missing.toml")
    assert result.exit_code == 2
    assert result.stdout.startswith("sound.toml: a set-up: Fathomless Mud of the Swamp")
    for words in (
        'wrong.toml: spirits[0] = "mud"',
        "wrong.toml: games = 0",
        "weights.toml: weights.nonsense",
        "other.toml: is neither",
        "missing.toml: no such file",
    ):
        assert words in result.stderr


def test_no_traceback_in_a_process_of_its_own(command: Command) -> None:
    done = command("play", "solo_mudd", "--games", 0)
    check_refusal(done.returncode, done.stdout, done.stderr, ["Bad input: 2 faults", "solo_mudd", "--games = 0"])
