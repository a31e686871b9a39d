"""Logit models of games won: estimates that stay finite, and draws that tell how sure they are.

Estimates are Firth's: every cell is given a little of a won and of a lost game, as much as it weighs in the fit, so
that a level at which no game was won has a large negative logit and not an infinite one, and small samples bring little
bias.

Uncertainty is told by a Bayesian bootstrap over game numbers: every game number gets a random weight, the same in all
cells, because game 17 meets the same decks in each of them.  The little of a game that was given is drawn too.  For a
single cell the draws are those of Jeffreys' interval, which covers well even where no game or every game was won.

References
----------
D. Firth, "Bias reduction of maximum likelihood estimates", Biometrika 80 (1993).
D. B. Rubin, "The Bayesian bootstrap", Annals of Statistics 9 (1981).
L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.stats.intervals import CONFIDENCE

Floats = NDArray[np.float64]

DRAWS = 500
"""Draws behind an interval, unless something else is said."""
SEED = 20170
"""Seed of the draws: equal games give equal intervals."""
BLOCK = 4096
"""Game numbers that are weighed at a time, so that a million of them fit into memory."""
LONGEST_STEP = 3.0
"""Most by which any logit moves in one iteration, so that an iteration cannot overshoot."""
MOST_ITERATIONS = 100
CLOSE = 1e-8
"""Iterations end when no logit moves by more."""
FARTHEST = 30.0
"""No logit of a draw is taken to be farther from 0: rates of 1e-13 are 0 for everybody."""
TRACE = 1e-10
"""A trace of information: what games say nothing about stays where it is instead of going anywhere."""


def chance(logits: Any) -> Any:
    """The win rate of a logit.

    Examples
    --------
    >>> float(chance(0.0))
    0.5
    """
    return 1.0 / (1.0 + np.exp(-np.clip(logits, -FARTHEST, FARTHEST)))


def fit_logit(design: Floats, wins: Floats, games: Floats) -> tuple[Floats, Floats]:
    """Coefficients of a logit model of win counts (Firth's estimate).

    Parameters
    ----------
    design : float64[cells, coefficients]
        Of full column rank over the cells with games.
    wins, games : float64[cells]
        Games won and played; need not be whole.

    Returns
    -------
    tuple of (float64[coefficients], float64[cells])
        The coefficients, and the games given to each cell (half of them won): its leverage.  They sum to the number of
        coefficients, and with them added the estimate is that of an ordinary logit model.
    """
    given = np.where(games > 0, design.shape[1] / max(np.count_nonzero(games), 1), 0.0)
    found = np.zeros(design.shape[1])
    for _ in range(MOST_ITERATIONS):
        rate = chance(design @ found)
        weight = games * rate * (1 - rate)
        inverse = np.linalg.pinv(design.T @ (weight[:, None] * design), hermitian=True)
        given = weight * np.einsum("ij,jk,ik->i", design, inverse, design)
        information = design.T @ (((games + given) * rate * (1 - rate))[:, None] * design)
        step = np.linalg.lstsq(information, design.T @ (wins + given / 2 - (games + given) * rate), rcond=None)[0]
        size = np.abs(design @ step).max(initial=0.0)
        found = found + step * min(1.0, LONGEST_STEP / max(size, CLOSE))
        if size < CLOSE:
            break
    return found, given


def refit(design: Floats, wins: Floats, losses: Floats, start: Floats) -> Floats:
    """Coefficients of many samples of the same cells (ordinary logit models).

    Parameters
    ----------
    design : float64[cells, coefficients]
    wins, losses : float64[samples, cells]
        All above 0 where the sample is to have an estimate at all, if only by a trace.
    start : float64[coefficients] or float64[samples, coefficients]
        Where to begin.

    Returns
    -------
    float64[samples, coefficients]
    """
    count = design.shape[1]
    found = np.broadcast_to(start, (len(wins), count)).copy()
    products = (design[:, :, None] * design[:, None, :]).reshape(len(design), count * count)
    trace = TRACE * np.eye(count)
    open_ = np.arange(len(wins))
    for _ in range(MOST_ITERATIONS):
        rate = chance(found[open_] @ design.T)
        games = wins[open_] + losses[open_]
        information = ((games * rate * (1 - rate)) @ products).reshape(-1, count, count) + trace
        step = np.linalg.solve(information, ((wins[open_] - games * rate) @ design)[:, :, None])[:, :, 0]
        size = np.abs(step @ design.T).max(axis=1, initial=0.0)
        found[open_] += step * np.minimum(1.0, LONGEST_STEP / np.maximum(size, CLOSE))[:, None]
        far = np.abs(found[open_] @ design.T).max(axis=1, initial=0.0) >= FARTHEST
        # draws need no more digits than an interval shows
        open_ = open_[(size > 1e-4) & ~far]
        if not len(open_):
            break
    return found


def draw_counts(wins: Floats, games: Floats, scale: float, draws: int, seed: int) -> tuple[Floats, Floats]:
    """Wins and losses of cells as they might as well have been, when only counts are known.

    Parameters
    ----------
    wins, games : float64[cells]
        Games won and played.
    scale : float
        Variance of a count against that of a binomial one, at least 1.
    draws, seed : int

    Returns
    -------
    tuple of (float64[draws, cells], float64[draws, cells])
        Wins and losses, drawn independently for each cell.
    """
    random = np.random.default_rng(seed)
    shape = (draws, len(wins))
    won = scale * random.standard_gamma(np.broadcast_to(wins / scale, shape))
    return won, scale * random.standard_gamma(np.broadcast_to((games - wins) / scale, shape))


def draw_numbers(wins: NDArray[Any], draws: int, seed: int) -> tuple[Floats, Floats]:
    """Wins and losses of cells as they might as well have been, when it is known which games were won.

    Parameters
    ----------
    wins : array[cells, numbers]
        1 where the game of this number was won, 0 where it was lost, NaN or negative where it was not played.
    draws, seed : int

    Returns
    -------
    tuple of (float64[draws, cells], float64[draws, cells])
        Wins and losses: the games of each number weigh as much as an exponential draw, the same in every cell.
    """
    random = np.random.default_rng(seed)
    won, lost = np.zeros((draws, len(wins))), np.zeros((draws, len(wins)))
    for first in range(0, wins.shape[1], BLOCK):
        part = wins[:, first : first + BLOCK]
        weight = random.standard_exponential((draws, part.shape[1]))
        won += weight @ (part > 0).T.astype(np.float64)
        lost += weight @ (part == 0).T.astype(np.float64)
    return won, lost


def draw_given(given: Floats, draws: int, seed: int) -> tuple[Floats, Floats]:
    """The games given by ``fit_logit`` as draws: half a game won is anything from none to a few.

    Returns
    -------
    tuple of (float64[draws, cells], float64[draws, cells])
        Won and lost; their means are half of ``given``.
    """
    random = np.random.default_rng([seed, 1])
    half = np.broadcast_to(given / 2, (draws, len(given)))
    return random.standard_gamma(half), random.standard_gamma(half)


def middle(draws: Floats, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
    """Ends of the interval that leaves as many draws below it as above.

    Parameters
    ----------
    draws : float64[draws, ...]
        NaN where a draw says nothing; with more than a tenth of those there is no interval.
    confidence : float

    Returns
    -------
    tuple of (float64[...], float64[...])
        Lower and upper end; NaN where there is none.
    """
    known = ~np.isnan(draws)
    enough = known.mean(axis=0) >= 0.9
    filled = np.where(known, draws, 0.0)
    ends = []
    for share in (0.5 - confidence / 2, 0.5 + confidence / 2):
        if known.all():
            found = np.quantile(filled, share, axis=0)
        else:
            found = np.nanquantile(np.where(enough, draws, 0.0), share, axis=0)
        ends.append(np.where(enough, found, np.nan))
    return ends[0], ends[1]
