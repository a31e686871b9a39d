"""Sweeps: many cells played in turns into one results folder, so that half a sweep is already an answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.run.amount import Amount
from sim.run.cells import Cell, results_writer
from sim.run.interrupt import interruptible
from sim.run.play import Progress
from sim.run.pool import Job, Pool
from sim.run.resume import resumed_writer
from sim.run.store import ResultWriter
from sim.run.tally import Rows
from sim.stats.stopping import games_needed

FIRST_PASS = 40
"""Games of every cell in the first pass."""
GROWTH = 1.5
"""Games played of every cell after a pass, as a multiple of those before it: results are even at any time."""
MOST_TABLES = 300
"""Compiled set-ups kept for the next pass; each takes a megabyte or two."""
PROBES = 12
"""Cells that are tried to tell how long a sweep takes."""
PROBE_GAMES = 3


class Sweep:
    """Many cells, each to be played as often as asked for.

    Parameters
    ----------
    cells : sequence of Cell
        What is played, in the order of the results.
    amount : Amount
        Games of each.

    Attributes
    ----------
    progress : dict of str to Progress
        How far each cell has come, by name.
    """

    def __init__(self, cells: Sequence[Cell], amount: Amount) -> None:
        self.cells = {cell.name: cell for cell in cells}
        self.amount = amount
        self.progress = {name: Progress(amount) for name in self.cells}
        self._tables = lru_cache(MOST_TABLES)(lambda name: self.cells[name].tables)

    def open(self, folder: Path, more: Mapping[str, Any], *, resume: bool) -> ResultWriter:
        """The results folder of the sweep.

        Parameters
        ----------
        folder : Path
            Where to.
        more : mapping
            Further entries of its manifest.
        resume : bool
            The folder holds results of this sweep, which count as played.

        Raises
        ------
        BadInput
            If it holds results and is not to be resumed, or they are of another sweep, torn, or foreign.
        """
        cells = list(self.cells.values())
        more = {**more, "amount": {"games": self.amount.games, "within": self.amount.within}}
        if resume:
            return resumed_writer(folder, cells, more, self._count)
        return results_writer(folder, cells, more)

    def play(self, pool: Pool, stop: threading.Event, writer: ResultWriter) -> Iterator[None]:
        """Play pass after pass until every cell has its games or ``stop`` is set; yields after every chunk.

        Parameters
        ----------
        pool : Pool
            Who plays.
        stop : threading.Event
            Ends the sweep early.
        writer : ResultWriter
            Keeps the games.
        """
        target = float(FIRST_PASS)
        while not self.complete and not stop.is_set():
            for name, rows in pool.play_jobs(self._jobs(int(target)), stop):
                self._count(name, rows)
                writer.add(name, rows)
                yield
            target *= GROWTH

    def _jobs(self, target: int) -> Iterator[Job]:
        """What every cell lacks to have so many games, or those after which its result is looked at."""
        # each cell once: its progress is not known before the pass is over
        for name, progress in self.progress.items():
            games = progress.tally.games
            until = min(progress.goal, target)
            if games < until:
                yield Job(name, self._tables(name), self.cells[name].setup.seed, games, until - games)

    def _count(self, cell: str, rows: Rows) -> None:
        self.progress[cell].add(rows)

    @property
    def complete(self) -> bool:
        """Whether every cell has all games asked for."""
        return all(progress.complete for progress in self.progress.values())

    @property
    def games(self) -> int:
        """Games played so far, those of a resumed folder included."""
        return sum(progress.tally.games for progress in self.progress.values())

    @property
    def expected(self) -> int:
        """Games it will take in all, as far as one can tell by now."""
        return sum(progress.expected for progress in self.progress.values())

    @property
    def most(self) -> int:
        """Games it takes at most: where a precision is asked for, those of rates near one half."""
        each = self.amount.games if self.amount.within is None else games_needed(0.5, self.amount.within)
        return each * len(self.cells)


def play_cells(cells: Sequence[Cell], amount: Amount, folder: Path, workers: int = 1) -> Sweep:
    """Play some cells into a new results folder; Ctrl-C stops, and keeps what was played.

    Parameters
    ----------
    cells : sequence of Cell
        What is played, each under its own name.
    amount : Amount
        Games of each.
    folder : Path
        A folder that does not exist yet or holds no results.
    workers : int
        Threads.

    Returns
    -------
    Sweep
        How far each cell came; ``sim.results.load_results`` opens the folder.

    Raises
    ------
    BadInput
        If the folder holds results or cannot be written to.
    """
    sweep = Sweep(cells, amount)
    writer = sweep.open(folder, {}, resume=False)
    with interruptible() as stop, Pool(workers) as pool:
        for _ in sweep.play(pool, stop, writer):
            pass
    writer.close(sweep.complete)
    return sweep


def seconds_for(cells: Sequence[Cell], games: int, workers: int) -> float:
    """How long so many games of these cells take, judged by a few games of a few of them.

    Parameters
    ----------
    cells : sequence of Cell
        What is played, each equally often.
    games : int
        Games of all together.
    workers : int
        Threads.

    Returns
    -------
    float
        Seconds; often right to a factor of 1.5.
    """
    seconds = []
    with Pool(1, PROBE_GAMES) as pool:
        for cell in cells[:: max(len(cells) // PROBES, 1)]:
            tables = cell.tables
            started = time.perf_counter()
            for _ in pool.play(tables, cell.setup.seed, 0, PROBE_GAMES, threading.Event()):
                seconds.append((time.perf_counter() - started) / PROBE_GAMES)
    return sum(seconds) / len(seconds) * games / workers
