"""The cheap commands: help, version, list, check, completion."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim import RULES_VERSION, __version__
from sim.cli.list_rows import LISTS
from sim.cli.main import COMMANDS
from tests.cli.conftest import Command, Invoke

NUMBERS = {
    "spirits": 5,
    "powers": 36 + 22 + 20,
    "boards": 3,
    "policies": 2,
    "fear-cards": 15,
    "invader-cards": 15,
    "adversaries": 0,
    "scenarios": 0,
}
HEAVY = ("numpy", "numba", "pandas", "pydantic", "pyarrow", "rich", "matplotlib")


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


def test_help_answers_at_once(command: Command) -> None:
    """0.3 s on a quiet machine; the best of five tries, with room for a slow one."""
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        assert command("--help").returncode == 0
        seconds.append(time.perf_counter() - started)
    assert min(seconds) < 0.6


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
    assert all(row.get("id", row.get("name")) in shown for row in rows)
    assert rows or shown == f"Horizons of Spirit Island has no {what}.\n"


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


def test_check_says_what_a_file_is(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('spirits = ["sun_bright_whirlwind"]\nboards = ["H"]\n')
    result = invoke("check", "mine.toml")
    assert (result.exit_code, result.stdout) == (0, "mine.toml: a set-up: Sun-Bright Whirlwind on board H.\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str, invoke: Invoke) -> None:
    result = invoke("completion", shell)
    assert result.exit_code == 0
    assert "_SPIRIT_SIM_COMPLETE" in result.stdout
