"""The sessions of the README: run its commands and put what they print under them.

``python -m tests.cli.readme`` does so in place.  Files that the page shows (a ``toml`` block whose first line is a
comment with a name) are there for its commands; what a command says of its own speed is left out of comparisons.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SESSION = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
FILE = re.compile(r"```toml\n# (\S+)\n(.*?)```", re.DOTALL)
SPEED = re.compile(r"^[\d,]+ games/s .*$", re.MULTILINE)


def write_files(text: str, folder: Path) -> None:
    """Write the files that the page shows, and links to the folders its commands name."""
    for name, content in FILE.findall(text):
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "tests").symlink_to(ROOT / "tests")


def run_command(command: str, folder: Path) -> str:
    """What a command of the page prints in a folder, without blanks at the ends of lines.

    Raises
    ------
    AssertionError
        If it fails.
    """
    python = f"{sys.executable} -m sim"
    paths = {"PYTHONPATH": str(ROOT), "COLUMNS": "120"}
    line = f'set -e; spirit-sim() {{ {python} "$@"; }}; {command}'
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=os.environ | paths, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return "\n".join(printed.rstrip() for printed in done.stdout.splitlines())


def renewed(text: str) -> str:
    """The page with the output of every command as it is now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(text, folder)

        def rerun(session: re.Match[str]) -> str:
            commands = [line.removeprefix("$ ") for line in session[0].splitlines() if line.startswith("$ ")]
            return "".join(f"$ {command}\n{run_command(command, folder)}\n" for command in commands)

        return SESSION.sub(rerun, text)


def without_speed(text: str) -> str:
    """The page without the lines that differ from run to run."""
    return SPEED.sub("", text)


if __name__ == "__main__":
    README.write_text(renewed(README.read_text(encoding="utf-8")), encoding="utf-8")
