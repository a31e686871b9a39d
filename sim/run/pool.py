"""Threads that play games, chunk by chunk; the rows come back in game order.

The kernels release the interpreter lock, so threads are enough.  A game is a pure function of the tables, the seed and
its number: how games are cut into chunks, and which thread plays which, changes nothing.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from sim.core.state import as_records, new_states
from sim.game.play import play_games
from sim.game.rows import RESULT
from sim.run.tally import Rows

CHUNK_SECONDS = 0.15
"""Length of a chunk: long against the cost of handing it out, short against the patience of who presses Ctrl-C."""
PROBE_GAMES = 1
"""Games of the first chunks, from which the speed is learnt."""


class Job(NamedTuple):
    """Games ``first`` to ``first + games - 1`` of a set-up; ``key`` comes back with their rows."""

    key: Any
    tables: Any
    seed: int
    first: int
    games: int


class Pool:
    """Worker threads, each with a game state of its own.

    Parameters
    ----------
    workers : int
        Number of threads, at least one.
    chunk_games : int, optional
        Games in a chunk; by default as many as take ``CHUNK_SECONDS``.
    """

    def __init__(self, workers: int, chunk_games: int | None = None) -> None:
        self.workers = workers
        self._chunk_games = chunk_games
        self._speed = 0.0
        self._states: SimpleQueue[Any] = SimpleQueue()
        for _ in range(workers):
            # each in an allocation of its own, so that two threads never share a cache line
            self._states.put(new_states(1))
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="games")

    def __enter__(self) -> Pool:
        """The pool itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Drop the chunks not yet begun and wait for those that are."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def play(self, tables: Any, seed: int, first: int, games: int, stop: threading.Event) -> Iterator[Rows]:
        """Play ``games`` games from number ``first`` on.

        Parameters
        ----------
        tables : numpy.ndarray of TABLES, shape (1,)
            The set-up; only read.
        seed : int
            With a game's number it is the game.
        first, games : int
            Number of the first game, and how many.
        stop : threading.Event
            Once set, no chunk is begun any more and those under way are the last.

        Yields
        ------
        numpy.ndarray of RESULT
            Rows of the next games in order, without a gap.
        """
        for _, rows in self.play_jobs([Job(None, tables, seed, first, games)], stop):
            yield rows

    def play_jobs(self, jobs: Iterable[Job], stop: threading.Event) -> Iterator[tuple[Any, Rows]]:
        """Play the games of many jobs, none of which waits for the one before.

        Parameters
        ----------
        jobs : iterable of Job
            Taken one after the other as threads become free, so they need not all be there from the start.
        stop : threading.Event
            As for ``play``.

        Yields
        ------
        tuple of (object, numpy.ndarray of RESULT)
            Key of a job and rows of its next games: all jobs in order, and their games, without a gap.
        """
        chunks = self._chunks(jobs)
        given = due = 0
        running: dict[Future[Rows], tuple[int, Any]] = {}
        finished: dict[int, tuple[Any, Rows]] = {}
        while True:
            while len(running) < 2 * self.workers and not stop.is_set():
                chunk = next(chunks, None)
                if chunk is None:
                    break
                running[self._threads.submit(self._play_chunk, *chunk[1:])] = (given, chunk.key)
                given += 1
            if stop.is_set():
                running = {future: chunk for future, chunk in running.items() if not future.cancel()}
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                place, key = running.pop(future)
                finished[place] = key, future.result()
            while due in finished:
                yield finished.pop(due)
                due += 1

    def _chunks(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """The jobs, cut into chunks."""
        for key, tables, seed, first, games in jobs:
            begin, end = first, first + games
            while begin < end:
                count = self._next_chunk(end - begin)
                yield Job(key, tables, seed, begin, count)
                begin += count

    def _next_chunk(self, left: int) -> int:
        """Games of the next chunk of a job of which ``left`` have not been handed out."""
        if self._chunk_games is not None:
            return min(self._chunk_games, left)
        wanted = math.ceil(self._speed * CHUNK_SECONDS)
        # towards the end chunks shrink, so that all workers finish together
        fair = math.ceil(left / (2 * self.workers))
        return min(max(min(wanted, fair), PROBE_GAMES), left)

    def _play_chunk(self, tables: Any, seed: int, first: int, count: int) -> Rows:
        """Rows of ``count`` games; learns the speed of one worker."""
        states = self._states.get()
        try:
            rows: Rows = as_records(np.zeros(count, dtype=RESULT))
            started = time.perf_counter()
            play_games(states, tables, rows, 0, seed, first, count)
            self._speed = count / max(time.perf_counter() - started, 1e-9)
            return rows
        finally:
            self._states.put(states)
