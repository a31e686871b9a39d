"""The cheap commands: help, version, list, check, completion."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from sim import RULES_VERSION, __version__
from sim.cli.list_rows import LISTS
from sim.cli.main import COMMANDS, main
from tests.cli.conftest import Command, Invoke

NUMBERS = {
    "spirits": 5 + 8,
    "powers": 36 + 22 + 20 + 32,
    "boards": 3 + 4,
    "arrangements": 5 + 5,
    "policies": 4,
    "fear-cards": 15,
    "invader-cards": 15,
    "adversaries": 3,
    "scenarios": 4,
    "blight-cards": 2,
}
HEAVY = ("numpy", "numba", "pandas", "pydantic", "pyarrow", "rich", "matplotlib", "cma", "scipy", "statsmodels")


def test_help_lists_every_command(invoke: Invoke) -> None:
    result = invoke("--help")
    assert result.exit_code == 0
    listed = result.stdout.partition("Commands:")[2].splitlines()
    assert [line.split()[0] for line in listed if line.strip()] == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help(name: str, invoke: Invoke) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: spirit-sim {name}")


def test_version(invoke: Invoke) -> None:
    assert invoke("--version").stdout == f"spirit-sim {__version__}, rules version {RULES_VERSION}\n"


def test_help_imports_nothing_heavy(command: Command, tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text(
        "import sys\n"
        "from sim.cli.main import main\n"
        "try:\n    main(['--help'])\n"
        f"finally:\n    print('heavy:', sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "names.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "heavy: []" in done.stderr


@pytest.mark.parametrize("what", LISTS)
def test_list_as_json_has_every_entry(what: str, invoke: Invoke) -> None:
    result = invoke("list", what, "--json")
    rows = json.loads(result.stdout)
    assert result.exit_code == 0
    assert len(rows) == NUMBERS.get(what, len(rows))
    names = [row.get("id", row.get("name")) for row in rows]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("what", LISTS)
def test_list_as_a_table_shows_every_name_whole(what: str, invoke: Invoke) -> None:
    rows = LISTS[what]()
    shown = invoke("list", what).stdout
    assert rows
    assert all(row.get("id", row.get("name")) in shown for row in rows)


def test_list_powers_tells_cost_speed_elements_and_target(invoke: Invoke) -> None:
    powers = {row["id"]: row for row in json.loads(invoke("list", "powers", "--json").stdout)}
    assert powers["dark_and_tangled_woods"] == {
        "id": "dark_and_tangled_woods",
        "name": "Dark and Tangled Woods",
        "deck": "minor",
        "spirit": "",
        "cost": 1,
        "speed": "fast",
        "elements": ["moon", "earth", "plant"],
        "target": "range 1",
    }


def test_list_spirits_tells_tracks_that_take_back_cards_and_give_any_element(invoke: Invoke) -> None:
    spirits = {row["id"]: row for row in json.loads(invoke("list", "spirits", "--json").stdout)}
    assert spirits["river_surges_in_sunlight"]["plays"] == "1 2 2 3 reclaim 4 5"
    assert spirits["bringer_of_dreams_and_nightmares"]["plays"] == "2 2 2 3 3 any"
    assert spirits["a_spread_of_rampant_green"]["growth"][0] == "always: add presence range 2 where jungle|wetland"
    assert [spirits[name]["box"] for name in ("thunderspeaker", "sun_bright_whirlwind")] == ["base", "horizons"]


def test_list_adversaries_tells_every_level(invoke: Invoke) -> None:
    adversaries = {row["id"]: row for row in json.loads(invoke("list", "adversaries", "--json").stdout)}
    assert all([level["level"] for level in row["levels"]] == list(range(7)) for row in adversaries.values())
    assert adversaries["england"]["levels"][3] | {"changes": []} == {
        "level": 3,
        "name": "High Immigration (I)",
        "difficulty": 6,
        "fear_cards": [4, 5, 4],
        "invader_deck": "111-2222-33333",
        "changes": [],
    }
    shown = invoke("list", "adversaries").stdout
    for words in (
        "Building Boom, before the Explore",
        "Terrifyingly Efficient",
        "towns do 3 damage, cities 5",
        "4+5+4",
    ):
        assert words in shown


def test_list_scenarios_and_blight_cards_tell_what_they_do(invoke: Invoke) -> None:
    scenarios = {row["id"]: row for row in json.loads(invoke("list", "scenarios", "--json").stdout)}
    assert [row["difficulty"] for row in scenarios.values()] == [0, 0, 3, 4]
    assert "all powers are fast" in scenarios["blitz"]["rules"]
    assert "loss: the players lose if fewer than 2 dahan" in invoke("list", "scenarios").stdout
    cards = json.loads(invoke("list", "blight-cards", "--json").stdout)
    assert [(row["id"], row["blight_per_player"]) for row in cards] == [
        ("downward_spiral", 5),
        ("memory_fades_to_dust", 4),
    ]


def test_check_says_what_a_file_is(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('spirits = ["sun_bright_whirlwind"]\nboards = ["H"]\n')
    result = invoke("check", "mine.toml")
    assert (result.exit_code, result.stdout) == (0, "mine.toml: a set-up: Sun-Bright Whirlwind on board H.\n")


CORE = 'box = "base"\nspirits = ["thunderspeaker", "river_surges_in_sunlight"]\n'
CORE_WORDS = {
    "": "Thunderspeaker and River Surges in Sunlight, boards drawn for each game, without blight card.",
    'boards = ["D", "A"]\nblight_card = "downward_spiral"\n': (
        "Thunderspeaker on board D and River Surges in Sunlight on board A, blight card Downward Spiral."
    ),
    'blight_card = "random"\nadversary = { id = "sweden", level = 2 }\nscenario = "rituals_of_terror"\n': (
        "Thunderspeaker and River Surges in Sunlight, boards drawn for each game, "
        "against Sweden 2 (Population Pressure at Home), scenario Rituals of Terror, official difficulty 6, "
        "blight card drawn for each game."
    ),
    'boards = ["B", "C", "A"]\noptions = { extra_board = true }\n': (
        "Thunderspeaker on board B and River Surges in Sunlight on board C, with the extra board A, "
        "without blight card."
    ),
    'arrangement = "opposite_shores_2"\noptions = { extra_blight = 3 }\n': (
        "Thunderspeaker and River Surges in Sunlight, boards drawn for each game, laid as opposite_shores_2, "
        "without blight card, with 3 more blight in the pool."
    ),
}


@pytest.mark.parametrize("more", CORE_WORDS)
def test_check_tells_the_parts_of_the_core_box(more: str, invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(CORE + more)
    result = invoke("check", "mine.toml")
    assert (result.exit_code, result.stdout) == (0, f"mine.toml: a set-up: {CORE_WORDS[more]}\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str, invoke: Invoke) -> None:
    result = invoke("completion", shell)
    assert result.exit_code == 0
    assert "_SPIRIT_SIM_COMPLETE" in result.stdout


@pytest.mark.parametrize(
    ("flag", "begun", "expected"),
    [
        ("--adversary", "s", ["sweden"]),
        ("--adversary", "n", ["none"]),
        ("--scenario", "", ["blitz", "guard_the_isles_heart", "rituals_of_terror", "dahan_insurrection", "none"]),
        ("--blight-card", "", ["downward_spiral", "memory_fades_to_dust", "random", "none"]),
    ],
)
def test_a_shell_completes_names_of_the_core_box(flag: str, begun: str, expected: list[str]) -> None:
    completion = ShellComplete(main, {}, "spirit-sim", "_SPIRIT_SIM_COMPLETE")
    assert [item.value for item in completion.get_completions(["play", "england_3", flag], begun)] == expected
