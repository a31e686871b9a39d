"""The difficulty curve: the spirits of a set-up against every adversary level, under the same seed as the set-up.

Every cell meets the same decks, so part of the luck is common to the set-up and the levels it is measured against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.content.fields import BASE
from sim.content.load import load_content
from sim.content.setup import NONE, RANDOM, Opponent, Options, Setup, difficulty
from sim.content.weights import Weights
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.play import Run
from sim.run.skill import Point
from sim.run.tally import Rows, won
from sim.stats.difficulty import FEWEST_LEVELS, Curve, Equivalent, equivalent_difficulty

SHARE = 4
"""Games of the set-up for each game of a level: there are 22 levels, and the curve is smooth across them."""
FEWEST_GAMES = 100
"""Games of a level at least."""


class NotedRun(Run):
    """A run that notes which games were won."""

    def __init__(self, tables: Any, seed: int, amount: Amount) -> None:
        super().__init__(tables, seed, amount)
        self._won: list[Any] = []

    def add(self, rows: Rows) -> None:
        """Count the next games and note which were won."""
        super().add(rows)
        self._won.append(won(rows))

    @property
    def won(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which games were won, by number."""
        return np.concatenate([np.zeros(0, bool), *self._won])


@dataclass(frozen=True)
class Difficulty:
    """Where a set-up stands on the official scale.

    Attributes
    ----------
    official : int
        Its own official difficulty: that of its adversary's level and its scenario.
    curve : Curve or None
        None where too few levels were played.
    equivalent : Equivalent or None
        None where there is no curve.
    easier, harder : Point or None
        The levels whose win rates come nearest, above and below.
    """

    official: int
    curve: Curve | None
    equivalent: Equivalent | None
    easier: Point | None
    harder: Point | None


def references(like: Setup) -> list[Setup]:
    """The levels of the curve, by official difficulty: the core box, no scenario, options as printed.

    Parameters
    ----------
    like : Setup
        Gives spirits, policy, temperature and seed; and boards, layout and blight card, if it is of the core box.  One
        of Horizons is measured on random boards with a random blight card.
    """
    content = load_content()
    same: dict[str, Any] = {"title": "", "description": "", "box": BASE, "scenario": NONE}
    # made anew and not changed, so that options are those the core box prints
    same["options"] = Options(stage_2_action=False)
    if like.box != BASE:
        same |= {"boards": (RANDOM,), "arrangement": "", "blight_card": RANDOM}
    elif like.options.extra_board:
        same |= {"boards": like.boards if like.draws_boards else like.boards[:-1], "arrangement": ""}
    opponents = [Opponent()] + [
        Opponent(id=adversary.id, level=level.level)
        for adversary in content.adversaries.values()
        for level in adversary.levels
    ]
    found = [like.model_copy(update={**same, "adversary": opponent}) for opponent in opponents]
    return sorted(found, key=lambda setup: difficulty(setup, content))


def reference_cells(like: Setup, weights: Weights) -> list[Cell]:
    """The levels of the curve as cells, named by adversary and level."""
    return [
        Cell(setup, weights, NONE if setup.adversary.id == NONE else f"{setup.adversary.id}_{setup.adversary.level}")
        for setup in references(like)
    ]


def share_of(games: int) -> int:
    """Games of each level, for so many of the set-up.

    Examples
    --------
    >>> share_of(200), share_of(10_000)
    (100, 2500)
    """
    return max(games // SHARE, FEWEST_GAMES)


def noted_point(cell: Cell, amount: Amount) -> Point:
    """A cell and a run that notes its wins, no game played yet."""
    return Point(cell, NotedRun(cell.tables, cell.setup.seed, amount))


def official_difficulty(point: Point) -> int:
    """The official difficulty of what a point plays."""
    return difficulty(point.cell.setup, load_content())


def place(asked: Point, levels: Sequence[Point]) -> Difficulty:
    """Where a set-up stands among the levels.

    Parameters
    ----------
    asked : Point
        The set-up, with games.
    levels : sequence of Point
        The levels; those without games are passed over.

    Returns
    -------
    Difficulty
    """
    played = [point for point in levels if point.run.tally.games]
    official = [official_difficulty(point) for point in played]
    easier, harder = _neighbours(asked, played)
    if len(set(official)) < FEWEST_LEVELS:
        return Difficulty(official_difficulty(asked), None, None, easier, harder)
    numbers = max(point.run.tally.games for point in [asked, *played])
    wins = np.array([_by_number(point, numbers) for point in played])
    curve, equivalent = equivalent_difficulty(np.array(official, np.float64), wins, _by_number(asked, numbers))
    return Difficulty(official_difficulty(asked), curve, equivalent, easier, harder)


def _by_number(point: Point, numbers: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """1 for each game won, 0 for each lost, -1 for those not played."""
    assert isinstance(point.run, NotedRun)
    told = np.full(numbers, -1, np.int8)
    told[: point.run.tally.games] = point.run.won
    return told


def _neighbours(asked: Point, levels: Sequence[Point]) -> tuple[Point | None, Point | None]:
    """The level won next more often than the set-up, or as often, and that won next less often.

    Of levels won alike the hardest and the easiest; a level that is the set-up itself is no measure of it.
    """
    apart = {"title", "description", "games"}
    own = asked.cell.setup.model_dump(exclude=apart)
    others = [point for point in levels if point.cell.setup.model_dump(exclude=apart) != own]
    rate = asked.run.win_rate or 0.0
    above = [point for point in others if (point.run.win_rate or 0.0) >= rate]
    below = [point for point in others if (point.run.win_rate or 0.0) < rate]
    easier = min(above, key=lambda point: (point.run.win_rate or 0.0, -official_difficulty(point)), default=None)
    harder = max(below, key=lambda point: (point.run.win_rate or 0.0, -official_difficulty(point)), default=None)
    return easier, harder
