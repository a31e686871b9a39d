"""Writes the golden games anew: ``python -m tests.golden.refresh``. The difference is for people to read."""

from __future__ import annotations

import sim.game.play
import sim.game.steps  # noqa: F401  (importing them registers the kernels)
from sim.core.jit import compile_all
from tests.golden.games import FOLDER, GAMES


def refresh() -> None:
    """Write every golden game, and remove files of games that are none any more."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        if path not in [golden.path for golden in GAMES]:
            path.unlink()
    for golden in GAMES:
        golden.path.write_text(golden.tell())
        print(golden.path.name)


if __name__ == "__main__":
    compile_all()
    refresh()
