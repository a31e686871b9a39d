"""Plays as many games of one set-up as are asked for, and keeps count."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from sim.run.amount import Amount
from sim.run.pool import Pool
from sim.run.tally import Rows, Tally
from sim.stats.intervals import wilson_interval


class Progress:
    """How far a set-up has come towards the games asked for.

    Parameters
    ----------
    amount : Amount
        How many games.

    Attributes
    ----------
    tally : Tally
        What was played so far.
    goal : int
        Games after which to look at the result again.
    """

    def __init__(self, amount: Amount) -> None:
        self.amount = amount
        self.tally = Tally()
        self.goal = amount.goal(0, 0)

    def add(self, rows: Rows) -> None:
        """Count the next games; whether they are enough is asked only where a look is due.

        Parameters
        ----------
        rows : numpy.ndarray of RESULT
            Their rows, in game order.
        """
        while len(rows):
            now = rows[: self.goal - self.tally.games]
            if not len(now):
                raise ValueError("games beyond those asked for")
            self.tally.add(now)
            rows = rows[len(now) :]
            if self.tally.games == self.goal:
                self.goal = self.amount.goal(self.tally.wins, self.tally.games)

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.goal == self.tally.games

    @property
    def expected(self) -> int:
        """Games it will take in all, as far as one can tell by now."""
        return self.tally.games if self.complete else self.amount.expected(self.tally.wins, self.tally.games)

    @property
    def win_rate(self) -> float | None:
        """Share of games won; None before the first game."""
        return self.tally.wins / self.tally.games if self.tally.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Interval of the win rate (95% coverage)."""
        low, high = wilson_interval(self.tally.wins, self.tally.games, self.amount.confidence)
        return low, high


class Run(Progress):
    """Games of one set-up under one seed.

    Parameters
    ----------
    tables : numpy.ndarray of TABLES, shape (1,)
        The set-up, compiled.
    seed : int
        Seed of all games.
    amount : Amount
        How many games.

    Attributes
    ----------
    seconds : float
        Time it took.
    """

    def __init__(self, tables: Any, seed: int, amount: Amount) -> None:
        super().__init__(amount)
        self.tables = tables
        self.seed = seed
        self.seconds = 0.0

    def play(self, pool: Pool, stop: threading.Event, keep: Callable[[Rows], None] | None = None) -> Iterator[Tally]:
        """Play until there are enough games or ``stop`` is set.

        Parameters
        ----------
        pool : Pool
            Who plays.
        stop : threading.Event
            Ends the run early, with all games up to some number played.
        keep : callable, optional
            Given the rows of the next games, in game order.

        Yields
        ------
        Tally
            The run's own, after every chunk.
        """
        started = time.perf_counter()
        while not self.complete and not stop.is_set():
            played = self.tally.games
            for rows in pool.play(self.tables, self.seed, played, self.goal - played, stop):
                self.add(rows)
                if keep is not None:
                    keep(rows)
                self.seconds = time.perf_counter() - started
                yield self.tally

    @property
    def games_per_second(self) -> float:
        """Speed of the whole run; 0 before the first game."""
        return self.tally.games / self.seconds if self.seconds else 0.0
