"""Compiles the kernels, or loads them from the cache of an earlier run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import sim.game.play  # noqa: F401  (registers every kernel of the game)
from sim.core.jit import JIT, cache_folder, compile_all

_MARK = "complete"
"""A file in the cache that is written once everything has been compiled."""


def is_warm() -> bool:
    """Whether every kernel of these very sources has been compiled on this machine before, or need not be."""
    return not JIT or (cache_folder() / _MARK).exists()


def warm_up(progress: Callable[[int, int], None] | None = None) -> Path:
    """Compile every kernel, or load it.

    Parameters
    ----------
    progress : callable, optional
        Called with (kernels done, kernels in all).

    Returns
    -------
    Path
        Folder of the compiled kernels.
    """
    compile_all(progress)
    folder = cache_folder()
    if not is_warm():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _MARK).touch()
    return folder
