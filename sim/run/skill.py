"""The ladder of skill: one set-up played by every policy at every temperature, under the same seed.

Every point meets the same decks, so part of the luck is common to all and what differs is who plays.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.content.setup import POLICIES, Setup
from sim.content.weights import Weights
from sim.core.codes import Policy
from sim.run.amount import Amount
from sim.run.cells import Cell, play_cell
from sim.run.play import Run
from sim.run.pool import Pool
from sim.run.store import ResultWriter

TEMPERATURES = {0.0: "always the best", 0.3: "careful", 0.7: "", 1.5: "casual", 3.0: "", 5.0: "beginner"}
"""Temperatures of the ladder, in units of the scores (an explorer is worth about one), some with a word for them.

Greedy falls from its best to the floor between them: at 5 it wins a few games of the easiest set-ups, at 15 none.
"""
FLOOR = Policy.RANDOM.name.lower()
"""The policy that looks at no score: no temperature changes how it plays, and it is played once."""
GAMES = {"random": 2000, "greedy": 1000, "planner": 200, "expert": 40}
"""Games of each point where no flag says: few for policies that take long, so that all take about a minute."""


@dataclass(frozen=True)
class Point:
    """One point of the curve: who plays, and the games.

    Attributes
    ----------
    cell : Cell
    run : Run
    """

    cell: Cell
    run: Run

    @property
    def policy(self) -> str:
        """The policy."""
        return self.cell.setup.policy

    @property
    def temperature(self) -> float:
        """Its temperature; 0 for one that has none."""
        return self.cell.setup.temperature


def ladder(like: Setup) -> list[Setup]:
    """A set-up as every rung plays it, quick policies first, with the games a point has where no flag says.

    Parameters
    ----------
    like : Setup
        What is played; its own policy, temperature and games do not matter.
    """
    return [
        like.model_copy(update={"policy": policy, "temperature": temperature, "games": GAMES[policy]})
        for policy in POLICIES
        for temperature in ([0.0] if policy == FLOOR else TEMPERATURES)
    ]


def skill_points(like: Setup, weights: Weights, games: int | None, within: float | None) -> list[Point]:
    """The points of the curve, no game played yet.

    Parameters
    ----------
    like : Setup
        What is played.
    weights : Weights
        Weights of the policies.
    games : int or None
        Games of every point; None for those of its rung.
    within : float or None
        As for ``Amount``.
    """
    cells = [Cell(setup, weights, f"{setup.policy}@{setup.temperature:g}") for setup in ladder(like)]
    return [Point(cell, cell.run(Amount(games or cell.setup.games, within))) for cell in cells]


def play_points(
    points: Sequence[Point], pool: Pool, stop: threading.Event, writer: ResultWriter | None = None
) -> Iterator[int]:
    """Play point after point until all have their games or ``stop`` is set.

    Parameters
    ----------
    points : sequence of Point
    pool : Pool
        Who plays.
    stop : threading.Event
        Ends the run early.
    writer : ResultWriter, optional
        Keeps a row for each game.

    Yields
    ------
    int
        Place of the point being played, after every chunk.
    """
    for place, point in enumerate(points):
        if stop.is_set():
            return
        for _ in play_cell(point.cell, point.run, pool, stop, writer):
            yield place
