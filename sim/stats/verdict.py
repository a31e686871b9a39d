"""What pairs of games say of two sides, A and B: which wins more, or how many more games would tell.

Everything here speaks of ``Pairs`` in which A stands for *after* and B for *before*: a gain above 0 means that A wins
more, ``won`` counts the games that only A won, and ``lost`` those that only B won.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from sim.stats.intervals import CONFIDENCE
from sim.stats.normal import z_value
from sim.stats.paired import Pairs, paired_gain

POWER = 0.8
"""Chance with which the games that are said to tell a difference do tell it."""
SMALL_DIFFERENCE = 0.01
"""A difference of one point: what is spoken of where the one observed may be all noise."""


@dataclass(frozen=True)
class Verdict:
    """What the games say.

    Attributes
    ----------
    gain, low, high : float
        Win rate of A minus that of B, with its interval.
    games_needed : int or None
        More games of each side that would tell a difference of ``size``, 0 if those played would have told it; None
        where the verdict is clear.
    size : float or None
        The difference observed, or ``SMALL_DIFFERENCE`` where that is less than its own standard error, so that its
        size means nothing; None where the verdict is clear.
    """

    gain: float
    low: float
    high: float
    games_needed: int | None = None
    size: float | None = None

    @property
    def winner(self) -> str | None:
        """``a`` or ``b``, the side that wins more; None while it is too close to call."""
        if self.low > 0:
            return "a"
        return "b" if self.high < 0 else None

    @property
    def most(self) -> float:
        """Largest difference, to either side, that the interval leaves room for."""
        return max(abs(self.low), abs(self.high))


def judge(pairs: Pairs, confidence: float = CONFIDENCE) -> Verdict:
    """The verdict on two sides.

    Parameters
    ----------
    pairs : Pairs
        Their games, at least one.
    confidence : float
        Nominal confidence of the interval; a side wins more if the interval lies on its side of 0.

    Examples
    --------
    >>> judge(Pairs(games=1000, both=400, lost=50, won=90)).winner
    'a'
    >>> unclear = judge(Pairs(games=1000, both=400, lost=60, won=75))
    >>> unclear.winner, round(unclear.size, 3), unclear.games_needed
    (None, 0.015, 3727)
    """
    gain, low, high = paired_gain([pairs], confidence)
    verdict = Verdict(gain, low, high)
    if verdict.winner is not None:
        return verdict
    size = abs(gain) if abs(gain) >= math.sqrt(pairs.variance) else SMALL_DIFFERENCE
    needed = games_to_tell(discordance(pairs), size, confidence)
    return Verdict(gain, low, high, max(needed - pairs.games, 0), size)


def discordance(pairs: Pairs) -> float:
    """Share of games that one side won and the other lost; like ``Pairs.variance`` never 0."""
    return (pairs.won + pairs.lost + 1) / (pairs.games + 2)


def games_to_tell(discordance: float, size: float, confidence: float = CONFIDENCE, power: float = POWER) -> int:
    """Pairs of games after which a difference shows.

    Parameters
    ----------
    discordance : float
        Share of games that one side wins and the other loses; taken as ``size`` if it is less, since it cannot be.
    size : float
        Difference of the win rates, more than 0.
    confidence : float
        As for ``judge``.
    power : float
        Chance that the verdict is clear.

    References
    ----------
    R. J. Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43
    (1987), with the variance under the difference in both places, as the interval of ``judge`` has it.

    Examples
    --------
    >>> games_to_tell(0.3, 0.02)
    5879
    """
    distance = z_value(confidence) + NormalDist().inv_cdf(power)
    return math.ceil(distance**2 * (max(discordance, size) - size**2) / size**2)


def correlation(pairs: Pairs) -> float | None:
    """Correlation of A's wins with B's, the phi of their table; None where a side has won all its games or none.

    Examples
    --------
    >>> correlation(Pairs(games=100, both=50, lost=0, won=0))
    1.0
    """
    spread = pairs.before * (1 - pairs.before) * pairs.after * (1 - pairs.after)
    if spread <= 0:
        return None
    return (pairs.both / pairs.games - pairs.before * pairs.after) / math.sqrt(spread)


def unpaired_games(pairs: Pairs) -> int | None:
    """Games of each side that would give as narrow an interval if each met decks of its own.

    None where no game told the sides apart, so that the comparison rests on pairing alone.

    Examples
    --------
    >>> unpaired_games(Pairs(games=1000, both=450, lost=50, won=50))
    5000
    """
    shared = (pairs.won + pairs.lost) / pairs.games - (pairs.after - pairs.before) ** 2
    if shared <= 0:
        return None
    apart = pairs.before * (1 - pairs.before) + pairs.after * (1 - pairs.after)
    return round(pairs.games * apart / shared)


def mean_difference(
    total: float, squares: float, games: int, confidence: float = CONFIDENCE
) -> tuple[float, float, float]:
    """Mean of paired differences with its interval (normal: thousands of games, small whole numbers).

    Parameters
    ----------
    total, squares : float
        Sum of the differences, and of their squares.
    games : int
        How many, at least one; the interval of a single one is boundless.
    confidence : float
        Share of such intervals that cover the true mean.

    Returns
    -------
    tuple of (float, float, float)
        Mean, lower and upper end.

    Examples
    --------
    >>> mean, low, high = mean_difference(total=50, squares=250, games=100)
    >>> round(mean, 3), round(low, 3), round(high, 3)
    (0.5, 0.205, 0.795)
    """
    mean = total / games
    if games == 1:
        return mean, -math.inf, math.inf
    variance = max(squares - games * mean**2, 0.0) / (games - 1)
    half = z_value(confidence) * math.sqrt(variance / games)
    return mean, mean - half, mean + half


def each_of(family: int, confidence: float = CONFIDENCE) -> float:
    """Confidence of each interval of a family that shall hold together (Bonferroni).

    Examples
    --------
    >>> each_of(5, 0.95)
    0.99
    """
    return 1 - (1 - confidence) / max(family, 1)
