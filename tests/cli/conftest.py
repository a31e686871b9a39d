"""Ways to run the command: in this process where it is cheap, in one of its own where that matters."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sim.cli.main import main

ROOT = Path(__file__).parents[2]

Invoke = Callable[..., Result]
Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Runs the command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="spirit-sim")

    return run


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in a process of its own, in an empty folder."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "sim", *(str(argument) for argument in arguments)]
        return subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)

    return run
