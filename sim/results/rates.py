"""Win rates of cells, and of spirits and groups as means over cells, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.results.load import Results
from sim.stats.intervals import CONFIDENCE, wilson_interval

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

POLICY_COLUMNS = ("policy", "temperature", "weights")
"""Columns of ``cells.csv`` that say who played; cells that differ in one are never averaged."""


@dataclass(frozen=True)
class Rate:
    """A win rate and what stands behind it."""

    rate: float
    low: float
    high: float
    games: int
    cells: int


@dataclass(frozen=True)
class Difference:
    """Difference of two win rates met under the same decks, with its 95% interval."""

    points: float
    low: float
    high: float

    @property
    def open(self) -> bool:
        """Whether the interval holds zero: too close to call."""
        return self.low <= 0.0 <= self.high


class WinRates:
    """Wins of every cell, ready to be averaged over any of them.

    Cells are played under one seed, so that game 17 meets the same decks in each.  Their wins therefore go up and down
    together, and the standard error of a mean over cells is taken over game numbers, not over games.

    Parameters
    ----------
    results : Results
        The games.
    """

    def __init__(self, results: Results) -> None:
        numbers, index = np.unique(results.games["game"].to_numpy(), return_inverse=True)
        self.numbers = len(numbers)
        self.cells = results.cells
        won = results.games["won"].to_numpy(dtype=bool)
        rows = results.games.groupby("cell", sort=True).indices
        self.index = {cell: index[rows[cell]] for cell in results.cells.index}
        self.won = {cell: won[rows[cell]] for cell in results.cells.index}

    def mean(self, cells: Iterable[str]) -> Rate:
        """Mean win rate of some cells, each counting the same.

        Parameters
        ----------
        cells : iterable of str
            Cells, at least one.

        Returns
        -------
        Rate
            The mean and its 95% Wilson interval; for several cells that of as many games as would give the mean's
            standard error.
        """
        chosen = list(cells)
        games = sum(len(self.won[cell]) for cell in chosen)
        rate = float(np.mean([self.won[cell].mean() for cell in chosen]))
        worth = float(games)
        if len(chosen) > 1:
            variance = float((self._deviation(chosen) ** 2).sum())
            worth = rate * (1.0 - rate) / variance if variance > 0.0 else worth
        low, high = wilson_interval(rate * worth, worth)
        return Rate(rate, float(low), float(high), games, len(chosen))

    def difference(self, one: Iterable[str], other: Iterable[str]) -> Difference:
        """Difference of the mean win rates of two lists of cells, paired by game number.

        Parameters
        ----------
        one, other : iterable of str
            Cells, at least one each.

        Returns
        -------
        Difference
            Mean of ``one`` minus mean of ``other`` and its 95% interval.
        """
        first, second = list(one), list(other)
        gap = float(np.mean([self.won[c].mean() for c in first]) - np.mean([self.won[c].mean() for c in second]))
        error = float(np.sqrt(((self._deviation(first) - self._deviation(second)) ** 2).sum()))
        half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
        return Difference(gap, gap - half, gap + half)

    def _deviation(self, cells: list[str]) -> NDArray[np.float64]:
        """What each game number adds to the mean's distance from its expectation."""
        total = np.zeros(self.numbers)
        for cell in cells:
            won = self.won[cell]
            np.add.at(total, self.index[cell], (won - won.mean()) / (len(won) * len(cells)))
        return total

    def by_spirit(self, players: int) -> dict[str, Rate]:
        """Win rate of each spirit in games of ``players`` spirits: the mean over its cells."""
        return {spirit: self.mean(cells) for spirit, cells in self.spirit_cells(players).items()}

    def by_group(self, players: int) -> dict[tuple[str, ...], Rate]:
        """Win rate of each set of ``players`` spirits, whatever their seats."""
        chosen = self.cells[self.cells["players"] == players]
        pairs = sorted((tuple(sorted(members)), cell) for cell, members in chosen["members"].items())
        return {group: self.mean([cell for _, cell in items]) for group, items in _grouped(pairs)}

    def by_players(self) -> dict[int, Rate]:
        """Win rate of each number of spirits: the mean over its cells."""
        return {int(players): self.mean(cells) for players, cells in self.cells.groupby("players").groups.items()}

    def spirit_cells(self, players: int) -> dict[str, list[str]]:
        """Cells of each spirit in games of ``players`` spirits."""
        chosen = self.cells[self.cells["players"] == players]
        pairs = sorted({(spirit, cell) for cell, members in chosen["members"].items() for spirit in members})
        return {spirit: [cell for _, cell in items] for spirit, items in _grouped(pairs)}


def _grouped(pairs: list[tuple[Any, str]]) -> Iterator[tuple[Any, list[tuple[Any, str]]]]:
    for key, items in groupby(pairs, key=lambda pair: pair[0]):
        yield key, list(items)


def by_policy(results: Results) -> list[tuple[dict[str, str], Results]]:
    """Split results by who played, since rates of different policies are never averaged.

    Parameters
    ----------
    results : Results
        All games.

    Returns
    -------
    list of (dict, Results)
        The columns that name the policy, and its share of the results; in the order of the cells.
    """
    columns = [column for column in POLICY_COLUMNS if column in results.cells.columns]
    if not columns:
        return [({}, results)]
    parts = []
    for values, cells in results.cells.groupby(columns, sort=False):
        games = results.games[results.games["cell"].isin(cells.index)].reset_index(drop=True)
        parts.append((dict(zip(columns, map(str, values), strict=True)), Results(games, cells, results.manifest)))
    return parts


def spirits_of(cells: pd.DataFrame) -> list[str]:
    """All spirits of some cells, by identifier."""
    return sorted({spirit for members in cells["members"] for spirit in members})
