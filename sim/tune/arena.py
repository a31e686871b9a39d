"""Where weights meet: they play the same games of the same set-ups."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sim.content.setup import Setup
from sim.content.tables import build_tables, set_weights
from sim.content.weights import Weights
from sim.run.pool import Job, Pool
from sim.run.tally import Rows
from sim.tune.objective import Scale
from sim.tune.plan import Plan


class Stopped(Exception):
    """The user wants to stop; what was played last is not complete."""


class Match(NamedTuple):
    """Games of one set-up by some weights, both by number."""

    setup: int
    player: int
    first: int


class Arena:
    """Set-ups, and the threads that play them.

    Parameters
    ----------
    plan : Plan
        Says which set-ups.
    pool : Pool
        Who plays.
    stop : threading.Event
        Set when the user wants to stop.

    Attributes
    ----------
    scales : list of Scale
        What the games of each set-up are measured by.
    """

    def __init__(self, plan: Plan, pool: Pool, stop: threading.Event) -> None:
        self._setups = list(plan.setups.values())
        self._tables = [build_tables(setup, plan.space.start) for setup in self._setups]
        self._pool = pool
        self._stop = stop
        self.scales = [Scale.of(tables) for tables in self._tables]

    def play(
        self, players: Sequence[Weights], seeds: Sequence[int], games: int, setups: Sequence[int] | None = None
    ) -> Iterator[tuple[Match, Rows]]:
        """Let each player play the same games of each set-up.

        Parameters
        ----------
        players : sequence of Weights
            The weights to compare.
        seeds : sequence of int
            One for each set-up of the plan.
        games : int
            Games of a player in a set-up.
        setups : sequence of int, optional
            Numbers of the set-ups; by default all.

        Yields
        ------
        tuple of (Match, numpy.ndarray of RESULT)
            Rows of the next games of a player in a set-up.

        Raises
        ------
        Stopped
            If the user stopped before all was played.
        """
        numbers = range(len(self._setups)) if setups is None else setups
        left = len(numbers) * len(players) * games
        jobs = (
            Job((setup, player), _tables_of(self._tables[setup], self._setups[setup], weights), seeds[setup], 0, games)
            for setup in numbers
            for player, weights in enumerate(players)
        )
        for (setup, player), rows in self._pool.play_jobs(jobs, self._stop):
            left -= len(rows)
            yield Match(setup, player, int(rows["game"][0])), rows
        if left:
            raise Stopped


def _tables_of(tables: Any, setup: Setup, weights: Weights) -> Any:
    """A copy of tables for players who play by other weights; the original may be in use by another thread."""
    copied = tables.copy()
    set_weights(copied, setup, weights)
    return copied
