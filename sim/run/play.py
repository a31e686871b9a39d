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


class Run:
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
    tally : Tally
        What was played so far.
    seconds : float
        Time it took.
    """

    def __init__(self, tables: Any, seed: int, amount: Amount) -> None:
        self.tables = tables
        self.seed = seed
        self.amount = amount
        self.tally = Tally()
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
            goal = self.amount.goal(self.tally.wins, played)
            for rows in pool.play(self.tables, self.seed, played, goal - played, stop):
                self.tally.add(rows)
                if keep is not None:
                    keep(rows)
                self.seconds = time.perf_counter() - started
                yield self.tally

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.amount.goal(self.tally.wins, self.tally.games) == self.tally.games

    @property
    def win_rate(self) -> float | None:
        """Share of games won; None before the first game."""
        return self.tally.wins / self.tally.games if self.tally.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Interval of the win rate (95% coverage)."""
        low, high = wilson_interval(self.tally.wins, self.tally.games, self.amount.confidence)
        return low, high

    @property
    def games_per_second(self) -> float:
        """Speed of the whole run; 0 before the first game."""
        return self.tally.games / self.seconds if self.seconds else 0.0
