"""Win rate against official difficulty: a curve, and the official difficulty to which a win rate corresponds.

The curve is of the same spirits, players and policy against no adversary and every level of the adversaries.  The logit
of a win is a line or a parabola in the official difficulty that never rises.  Levels of one official difficulty differ
among adversaries by more than chance makes; that scatter is told, and taken into account in how much each level counts
(D. A. Williams, "Extra-binomial variation in logistic linear models", Applied Statistics 31, 1982).  Only difficulty 0,
no adversary, is what it is: the scale begins there, and the curve keeps close to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.stats.intervals import CONFIDENCE
from sim.stats.logit import DRAWS, SEED, TRACE, Floats, chance, draw_given, draw_numbers, fit_logit, refit

EASIEST, HARDEST = 0.0, 11.0
"""Ends of the official scale: no adversary, and the hardest level of the core box."""
PASSES = 5
"""Rounds of fitting the curve and weighing the levels by their scatter about it."""
FEWEST_LEVELS = 3
"""Fewest official difficulties that make a curve."""
TELLING = 2.0
"""Information about its logit from which on a level tells of scatter: where next to all games are won or lost, chance
alone makes distances that no bell curve has."""


@dataclass(frozen=True)
class Curve:
    """Win rate against official difficulty.

    Attributes
    ----------
    official : float64[levels]
        Official difficulties of the levels played.
    coefficients : float64[3]
        Logit of a win: constant, and factors of the difficulty and of its square.
    scatter : float
        Standard deviation of levels about the curve beyond chance, in points of official difficulty where the curve is
        as steep as on average.
    """

    official: Floats
    coefficients: Floats
    scatter: float

    def rate(self, difficulty: Any) -> Any:
        """Win rate at an official difficulty."""
        return chance(_logit(self.coefficients, np.asarray(difficulty, np.float64)))


@dataclass(frozen=True)
class Equivalent:
    """The official difficulty at which as many games would be won.

    Attributes
    ----------
    value : float or None
        None where the scale has no such difficulty, or nothing can be told but a bound.
    low, high : float or None
        The 95% interval; None for an end beyond the scale or unknown.  Where ``value`` is None at most one of them is
        given, the bound on that side.
    side : str
        "below" (easier than difficulty 0), "above" (harder than 11), or empty.
    words : str
        All of it in words: "4.3 (95% interval 3.9 to 4.8)".
    """

    value: float | None
    low: float | None
    high: float | None
    side: str
    words: str


def equivalent_difficulty(
    official: Floats, wins: NDArray[Any], asked: NDArray[Any], draws: int = DRAWS, seed: int = SEED
) -> tuple[Curve, Equivalent]:
    """Fit the curve and read off it the official difficulty of a set-up.

    Parameters
    ----------
    official : float64[levels]
        Official difficulties of the levels that make the curve.
    wins : array[levels, numbers]
        Which of their games were won, by game number: 1 won, 0 lost, NaN or negative not played.
    asked : array[numbers]
        The same of the set-up, under the same game numbers.
    draws, seed : int
        Draws behind the interval, and their seed.

    Returns
    -------
    tuple of (Curve, Equivalent)
        The interval holds the chance in the games of the set-up and in those of the curve; not that another choice of
        adversaries would make another curve, which the curve's ``scatter`` tells.

    Raises
    ------
    ValueError
        If there are fewer than three different difficulties with games, or no game of the set-up.
    """
    official, wins, asked = np.asarray(official, np.float64), np.asarray(wins), np.asarray(asked)
    games = (wins >= 0).sum(axis=1)
    official, wins, games = official[games > 0], wins[games > 0], games[games > 0].astype(np.float64)
    if len(set(official.tolist())) < FEWEST_LEVELS:
        raise ValueError(f"a difficulty curve needs games of at least {FEWEST_LEVELS} official difficulties")
    if not (asked >= 0).any():
        raise ValueError("no game of the set-up was played")
    won = (wins > 0).sum(axis=1).astype(np.float64)
    shape, weight, found, given, deviation = _weigh(official, won, games)
    drawn = draw_numbers(np.vstack([wins, asked]), draws, seed)
    # half a game won and half a game lost: Jeffreys' interval of the set-up
    own = np.append(given, 1.0)
    lucky, unlucky = draw_given(own, draws, seed)
    all_won, all_lost = (
        counts * np.append(weight, 1.0) + more for counts, more in zip(drawn, (lucky, unlucky), strict=True)
    )
    curves = _falling(official, all_won[:, :-1], all_lost[:, :-1], shape, found)
    logits = np.log(np.maximum(all_won[:, -1], TRACE) / np.maximum(all_lost[:, -1], TRACE))
    places = np.array([place_on(curve, logit) for curve, logit in zip(curves, logits, strict=True)])
    total, victories = int((asked >= 0).sum()), int((asked > 0).sum())
    slope = abs(_logit(found, np.array([EASIEST, HARDEST])) @ [1, -1]) / (HARDEST - EASIEST)
    curve = Curve(official, found, float(deviation / slope) if slope > 0 else math.nan)
    point = place_on(found, math.log((victories + 0.5) / (total - victories + 0.5)))
    return curve, _told(point, places, victories, total)


def place_on(coefficients: Floats, logit: float) -> float:
    """Where a falling curve has this logit: -inf and inf beyond the scale, NaN if the curve is flat.

    Examples
    --------
    >>> place_on(np.array([2.0, -0.5, 0.0]), 0.0)
    4.0
    """
    constant, line, bend = (float(value) for value in coefficients)
    ends = _logit(coefficients, np.array([EASIEST, HARDEST]))
    if ends[0] - ends[1] < 1e-6:
        return math.nan
    if logit > ends[0]:
        return -math.inf
    if logit < ends[1]:
        return math.inf
    # the root on the falling branch, in the form that loses no digits however small the bend
    inside = max(line * line - 4 * bend * (constant - logit), 0.0)
    return min(max(2 * (constant - logit) / (-line + math.sqrt(inside)), EASIEST), HARDEST)


def _logit(coefficients: Floats, difficulty: Floats) -> Floats:
    return coefficients[..., 0] + coefficients[..., 1] * difficulty + coefficients[..., 2] * difficulty**2


def _shapes(official: Floats) -> list[tuple[Floats, Floats]]:
    """Designs of the curve and what their coefficients are in powers of the difficulty, the free one first.

    The others are flat at one end, for samples whose free curve would rise there, and flat everywhere.
    """
    powers = [np.eye(3), [[1, 0, 0], [0, 1, -1 / (2 * HARDEST)]], [[1, 0, 0], [0, 0, 1]], [[1, 0, 0]]]
    columns = np.column_stack([np.ones_like(official), official, official**2])
    return [(columns @ np.array(shape, np.float64).T, np.array(shape, np.float64)) for shape in powers]


def _falls(curves: Floats) -> Any:
    """Whether curves fall, or are flat, at both ends of the scale and so all the way."""
    first, last = (curves[..., 1] + 2 * curves[..., 2] * end for end in (EASIEST, HARDEST))
    return (first <= 1e-9) & (last <= 1e-9)


def _likelihood(curves: Floats, official: Floats, won: Floats, lost: Floats) -> Any:
    """Logarithm of the likelihood of each curve, an array (..., 3), from the games won and lost, (..., levels)."""
    rates = np.clip(chance(_logit(curves[..., None, :], official)), 1e-300, 1 - 1e-16)
    return (won * np.log(rates) + lost * np.log1p(-rates)).sum(axis=-1)


def _falling(official: Floats, won: Floats, lost: Floats, shape: int, start: Floats) -> Floats:
    """The likeliest curve of each sample that never rises.

    Parameters
    ----------
    official : float64[levels]
    won, lost : float64[samples, levels]
    shape : int
        Shape of the curve of the games themselves.
    start : float64[3]
        That curve.

    Returns
    -------
    float64[samples, 3]
    """
    won, lost = won + TRACE, lost + TRACE
    found = np.zeros((len(won), 3))
    best = np.full(len(won), -np.inf)
    open_ = np.ones(len(won), bool)
    for place, (design, powers) in enumerate(_shapes(official)):
        if not open_.any():
            break
        begin = start @ np.linalg.pinv(powers) if place == shape else np.zeros(len(powers))
        curves = refit(design, won[open_], lost[open_], begin) @ powers
        likelihood = _likelihood(curves, official, won[open_], lost[open_])
        better = _falls(curves) & (likelihood > best[open_])
        rows = np.flatnonzero(open_)[better]
        found[rows], best[rows] = curves[better], likelihood[better]
        # a free curve that falls is the best there is
        if place == 0:
            open_[rows] = False
    return found


def _weigh(official: Floats, won: Floats, games: Floats) -> tuple[int, Floats, Floats, Floats, float]:
    """Shape of the curve, how much of its games each level counts, the curve, games given, the scatter in logits."""
    weight = np.ones_like(games)
    deviation = 0.0
    shape, found, given = 0, np.zeros(3), np.zeros_like(games)
    for _ in range(PASSES):
        shape, found, given = _fit(official, won * weight, games * weight)
        rate = np.clip(chance(_logit(found, official)), 1e-9, 1 - 1e-9)
        information = games * rate * (1 - rate)
        telling = (information >= TELLING) & (official > EASIEST)
        spare = int(telling.sum()) - 2
        if spare < FEWEST_LEVELS:
            break
        # the width of scatter for which squared distances from the curve come out as expected
        squares = (won / games - rate) ** 2 / (rate * (1 - rate)) * games
        deviation = _scatter(squares[telling], information[telling], spare)
        weight = np.where(official > EASIEST, 1 / (1 + deviation**2 * information), 1.0)
    return shape, weight, found, given, deviation


def _scatter(squares: Floats, information: Floats, spare: int) -> float:
    """Standard deviation s, in logits, with sum(squares / (1 + s^2 information)) = spare; 0 if chance explains all."""
    low, high = 0.0, 10.0
    if squares.sum() <= spare:
        return 0.0
    for _ in range(60):
        middle = (low + high) / 2
        if (squares / (1 + middle**2 * information)).sum() > spare:
            low = middle
        else:
            high = middle
    return low


def _fit(official: Floats, won: Floats, games: Floats) -> tuple[int, Floats, Floats]:
    """Shape, coefficients and games given of the likeliest curve that never rises."""
    best: tuple[float, int, Floats, Floats] = (-math.inf, 0, np.zeros(3), np.zeros_like(games))
    for place, (design, powers) in enumerate(_shapes(official)):
        coefficients, given = fit_logit(design, won, games)
        curve = coefficients @ powers
        likelihood = float(_likelihood(curve, official, won, games - won))
        if _falls(curve) and likelihood > best[0]:
            best = likelihood, place, curve, given
        if place == 0 and best[0] > -math.inf:
            break
    return best[1:]


def _told(point: float, places: Floats, wins: int, games: int) -> Equivalent:
    """The answer, from the point on the scale and its draws."""
    if math.isnan(point) or np.isnan(places).mean() > 0.1:
        return Equivalent(None, None, None, "", "cannot be told: the win rate does not fall with the difficulty")
    # a draw with a flat curve says nothing either way
    places = np.sort(places[~np.isnan(places)])

    def quantile(share: float) -> float:
        return float(places[min(int(share * len(places)), len(places) - 1)])

    low, high = (_inside(quantile(share)) for share in (0.5 - CONFIDENCE / 2, 0.5 + CONFIDENCE / 2))
    if wins == 0 or point == math.inf:
        return Equivalent(None, low, None, "above" if point == math.inf else "", _bound(point, low, "at least"))
    if wins == games or point == -math.inf:
        return Equivalent(None, None, high, "below" if point == -math.inf else "", _bound(point, high, "at most"))
    ends = [
        f"below {EASIEST:g}" if low is None else f"{low:.1f}",
        f"above {HARDEST:g}" if high is None else f"{high:.1f}",
    ]
    return Equivalent(point, low, high, "", f"{point:.1f} ({CONFIDENCE:.0%} interval {' to '.join(ends)})")


def _inside(place: float) -> float | None:
    """A place on the scale; None for one beyond it."""
    return place if math.isfinite(place) else None


def _bound(point: float, bound: float | None, words: str) -> str:
    """Words for a place beyond the scale, or of which only a bound is known."""
    side = {math.inf: f"above {HARDEST:g}", -math.inf: f"below {EASIEST:g}"}.get(point, "")
    limit = "" if bound is None else f"{words} {bound:.1f} ({CONFIDENCE:.0%} confidence)"
    return ", ".join(part for part in (side, limit) if part) or "cannot be told"
