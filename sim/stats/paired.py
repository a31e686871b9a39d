"""Gains in win rate measured by pairs: each game played twice under one seed, before a change and after it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.stats.intervals import CONFIDENCE
from sim.stats.normal import z_value

REPEATS = 2000
"""Samples that a bootstrap draws."""
BLOCK = 1_000_000
"""Values drawn at a time, so that many games need little memory."""


@dataclass(frozen=True)
class Pairs:
    """Games of one set-up that were played twice.

    Attributes
    ----------
    games : int
        How many, at least one.
    both : int
        Won before and after.
    lost, won : int
        Won before only, and after only.
    """

    games: int
    both: int
    lost: int
    won: int

    @classmethod
    def of(cls, before: Any, after: Any) -> Pairs:
        """Count the pairs of two bool arrays, in which each game stands at the same place."""
        first, second = np.asarray(before, dtype=bool), np.asarray(after, dtype=bool)
        both, lost, won = (first & second).sum(), (first & ~second).sum(), (~first & second).sum()
        return cls(len(first), int(both), int(lost), int(won))

    @property
    def p_value(self) -> float:
        """Chance of a gain or loss at least this large if there is none in truth (McNemar's exact test)."""
        return float(exact_p_value(self.lost, self.won))

    @property
    def before(self) -> float:
        """Share of games won before."""
        return (self.both + self.lost) / self.games

    @property
    def after(self) -> float:
        """Share of games won after."""
        return (self.both + self.won) / self.games

    @property
    def centre(self) -> float:
        """Middle of the gain's interval, with half a game added to each of the four ways in which a pair may end."""
        return (self.won - self.lost) / (self.games + 2)

    @property
    def variance(self) -> float:
        """Variance of the gain, with the same added, so that it is never 0."""
        games = self.games + 2
        return (self.won + self.lost + 1 - (self.won - self.lost) ** 2 / games) / games**2


def paired_gain(cells: Sequence[Pairs], confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """Mean gain of several set-ups, each counted alike, with its interval.

    Parameters
    ----------
    cells : sequence of Pairs
        Their games, played independently.
    confidence : float
        Share of such intervals that cover the true gain.

    Returns
    -------
    tuple of (float, float, float)
        Gain, lower and upper end.

    References
    ----------
    A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in
    Medicine 24 (2005); with several set-ups, middles and variances are those of a mean.

    Examples
    --------
    >>> gain, low, high = paired_gain([Pairs(games=1000, both=400, lost=50, won=90)])
    >>> round(gain, 3), round(low, 3), round(high, 3)
    (0.04, 0.017, 0.063)
    """
    gain = sum(cell.after - cell.before for cell in cells) / len(cells)
    half = z_value(confidence) * math.sqrt(sum(cell.variance for cell in cells)) / len(cells)
    centre = sum(cell.centre for cell in cells) / len(cells)
    return gain, max(centre - half, -1.0), min(centre + half, 1.0)


def exact_p_value(lost: Any, won: Any) -> Any:
    """McNemar's exact test: are more games won by one side only than by the other only?

    If both are as strong, each game that only one of them wins is won by either with equal chance.  The test is exact
    for any number of games, and never calls more differences by chance than its level.

    Parameters
    ----------
    lost, won : int or array of int
        Games won by the one only, and by the other only.

    Returns
    -------
    float or numpy.ndarray
        Two-sided p values.

    References
    ----------
    Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
    Psychometrika 12 (1947).

    Examples
    --------
    >>> round(float(exact_p_value(2, 8)), 4)
    0.1094
    """
    from scipy.special import bdtr

    one, other = np.asarray(lost).astype(np.int64), np.asarray(won).astype(np.int64)
    return np.minimum(2.0 * bdtr(np.minimum(one, other).astype(float), one + other, 0.5), 1.0)


def paired_bootstrap(
    one: Any,
    other: Any,
    statistic: Callable[..., Any] = np.mean,
    confidence: float = CONFIDENCE,
    repeats: int = REPEATS,
    seed: int = 1,
) -> tuple[float, float, float]:
    """Difference of any statistic of games that share their luck, with its bootstrap interval.

    Whole rows are drawn again, so that what one game number does to both sides stays together.

    Parameters
    ----------
    one, other : array, shape (numbers,) or (numbers, cells)
        A value for each game, such as its score; each row is one game number.  With several cells the statistic is
        taken of each, and then their mean.
    statistic : callable
        Takes an array and ``axis``, such as ``numpy.mean`` or ``numpy.median``.
    confidence : float
        Share of such intervals that cover the true difference.
    repeats : int
        Samples drawn.
    seed : int
        Of the draws; the same seed gives the same interval.

    Returns
    -------
    tuple of (float, float, float)
        Statistic of ``one`` less that of ``other``, lower and upper end (percentiles).

    References
    ----------
    B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
    """
    first, second = (np.asarray(side).reshape(len(side), -1) for side in (one, other))

    def differences(rows: Any) -> Any:
        """Of samples side by side: rows (numbers, samples)."""
        here, there = (np.asarray(statistic(side[rows], axis=0)).mean(axis=-1) for side in (first, second))
        return here - there

    chance = np.random.default_rng(seed)
    at_once = max(BLOCK // max(first.size, second.size, 1), 1)
    sizes = [min(at_once, repeats - done) for done in range(0, repeats, at_once)]
    drawn = [differences(chance.integers(0, len(first), (len(first), size))) for size in sizes]
    low, high = np.quantile(np.concatenate(drawn), [0.5 - confidence / 2, 0.5 + confidence / 2])
    seen = differences(np.arange(len(first))[:, None])
    return float(seen[0]), float(low), float(high)
