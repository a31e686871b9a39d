"""Gains in win rate measured by pairs: each game played twice under one seed, before a change and after it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from sim.stats.intervals import CONFIDENCE


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
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(sum(cell.variance for cell in cells)) / len(cells)
    centre = sum(cell.centre for cell in cells) / len(cells)
    return gain, max(centre - half, -1.0), min(centre + half, 1.0)
