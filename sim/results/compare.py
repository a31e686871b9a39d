"""Which of two is stronger: differences between cells, or groups of them, that met the same decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.errors import BadInput, Fault
from sim.results.grouping import Choice, choose_cells
from sim.results.load import Results
from sim.results.rates import Rate, SharedLuck, WinRates
from sim.stats.intervals import CONFIDENCE
from sim.stats.normal import normal_p_value, z_value
from sim.stats.paired import REPEATS, Pairs, paired_bootstrap, paired_gain

EXACT = "McNemar's exact test; interval of Agresti and Min"
NUMBERS = "normal test and interval, errors over game numbers"
UNPAIRED = "normal test, Newcombe's interval; the games share no seed and are not paired"


@dataclass(frozen=True)
class PairedDifference:
    """Difference of two win rates.

    Attributes
    ----------
    one, other : Rate
        The two rates.
    points, low, high : float
        Rate of ``one`` less that of ``other``, and its 95% interval.
    p_value : float
        Chance of a difference at least this large if there is none in truth.
    pairs : Pairs or None
        Of two single cells with the same game numbers: games that both won (``both``), only ``one`` (``won``), only
        ``other`` (``lost``).
    paired : bool
        Whether the two met the same decks.
    method : str
        How interval and p value were found.
    """

    one: Rate
    other: Rate
    points: float
    low: float
    high: float
    p_value: float
    pairs: Pairs | None
    paired: bool
    method: str

    @property
    def open(self) -> bool:
        """Whether the interval holds zero: too close to call."""
        return self.low <= 0.0 <= self.high


def paired_difference(results: Results, one: Choice, other: Choice) -> PairedDifference:
    """Difference of the win rates of two cells, or of two groups of cells, each cell counting the same.

    Two cells whose games have the same numbers under one seed are compared by McNemar's exact test; groups of cells,
    and cells of which one has more games, with errors over game numbers.  Where no game of the one shares its seed and
    number with a game of the other, the difference is that of independent games, and ``paired`` says so.

    Parameters
    ----------
    results : Results
        The games.
    one, other : str, mapping or iterable of str
        A cell by name, several, or values by column, such as ``{"spirit": "thunderspeaker", "adversary": "england"}``.

    Returns
    -------
    PairedDifference
        The difference, its interval, p value and how they were found.

    Raises
    ------
    BadInput
        If there are no such cells, or a group was played by several policies.
    """
    first, second = choose_cells(results, one, "one"), choose_cells(results, other, "other")
    rates = WinRates(results)
    luck, rate, against = rates.luck, rates.mean(first), rates.mean(second)
    met, rival_met = luck.met(first), luck.met(second)
    if len(first) == len(second) == 1 and np.array_equal(met, rival_met):
        before, after = luck.table(rates.won, [*second, *first], met).T
        pairs = Pairs.of(before, after)
        points, low, high = paired_gain([pairs])
        return PairedDifference(rate, against, points, low, high, pairs.p_value, pairs, True, EXACT)
    if len(np.intersect1d(met, rival_met)):
        gap = rates.difference(first, second)
        p_value = _p_value(gap.points, gap.error)
        return PairedDifference(rate, against, gap.points, gap.low, gap.high, p_value, None, True, NUMBERS)
    points = rate.rate - against.rate
    low = points - float(np.hypot(rate.rate - rate.low, against.high - against.rate))
    high = points + float(np.hypot(rate.high - rate.rate, against.rate - against.low))
    error = (high - low) / (2.0 * z_value(CONFIDENCE))
    return PairedDifference(rate, against, points, low, high, _p_value(points, error), None, False, UNPAIRED)


def bootstrap_difference(
    results: Results,
    one: Choice,
    other: Choice,
    column: str = "score",
    statistic: Callable[..., Any] = np.mean,
    repeats: int = REPEATS,
    seed: int = 1,
) -> tuple[float, float, float]:
    """Difference of any statistic of any column between two cells or groups, by bootstrap over game numbers.

    Parameters
    ----------
    results : Results
        The games.
    one, other
        As for ``paired_difference``.
    column : str
        A column of the games.
    statistic : callable
        Takes an array and ``axis``, such as ``numpy.mean`` or ``numpy.median``; taken of each cell, then their mean.
    repeats, seed : int
        Samples drawn, and the seed of the draws.

    Returns
    -------
    tuple of (float, float, float)
        Statistic of ``one`` less that of ``other``, lower and upper end of its 95% interval.

    Raises
    ------
    BadInput
        If there are no such cells or columns, or no game number is met in all of the cells.
    """
    first, second = choose_cells(results, one, "one"), choose_cells(results, other, "other")
    luck = SharedLuck(results)
    values = luck.split(results.columns(column)[column].to_numpy(dtype=float))
    common = luck.common([*first, *second])
    if not len(common):
        message = "share no game number under one seed with the others: their games cannot be paired"
        raise BadInput([Fault("results", "other", ", ".join(second), message)])
    here, there = (luck.table(values, cells, common) for cells in (first, second))
    return paired_bootstrap(here, there, statistic, repeats=repeats, seed=seed)


def _p_value(points: float, error: float) -> float:
    """Two-sided p value of a normal test; 1 where there is no difference, whatever the error."""
    if points == 0.0:
        return 1.0
    return float(normal_p_value(points / error)) if error > 0.0 else 0.0
