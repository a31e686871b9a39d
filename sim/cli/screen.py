"""What goes on the terminal while a command works: the one-off compilation, and one live line of progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress

COMPILE_WORDS = "Compiling the rules for this machine, once; this takes about a minute"


PIPE_WIDTH = 160
"""Columns of a table that goes to a file or a pipe."""


def console() -> Console:
    """Where results are printed."""
    screen = Console(highlight=False)
    return screen if screen.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


@contextmanager
def live_line(shown: bool) -> Iterator[Callable[[str, float, float], None]]:
    """A line on standard error that tells how far something is; only on a terminal.

    Yields
    ------
    callable
        Takes words, what is done and what there is to do in all.
    """
    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield lambda words, done, total: None
        return
    with _progress(console) as progress:
        task = progress.add_task("", total=None)

        def update(words: str, done: float, total: float) -> None:
            progress.update(task, description=words, completed=done, total=total)

        yield update


def _progress(console: Console) -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(bar_width=24), TextColumn("{task.description}"), TimeRemainingColumn(compact=True))
    return Progress(*columns, console=console, transient=True)


def prepare_kernels(quiet: bool) -> tuple[bool, float]:
    """Compile the kernels or load them; says so when they have to be compiled.

    Parameters
    ----------
    quiet : bool
        Say nothing.

    Returns
    -------
    tuple of (bool, float)
        Whether they had to be compiled, and the seconds it took.
    """
    import sim.game.play  # noqa: F401  (importing it registers the kernels)
    from sim.core.jit import compile_all, is_compiled

    started = time.perf_counter()
    cold = not is_compiled()
    if cold and not quiet:
        Console(stderr=True).print(f"{COMPILE_WORDS}.", highlight=False)
    with live_line(cold and not quiet) as update:
        compile_all(lambda done, total: update(f"{done} of {total} kernels", done, total))
    return cold, time.perf_counter() - started
