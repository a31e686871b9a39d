"""Which spirits do better together than each alone lets expect: pair effects, shrunk towards none.

A pair of spirits wins more or less often than its two strengths say.  Part of that is chance, and the more pairs there
are, the farther the luckiest of them stands out.  So the effects of all pairs are taken as draws from one bell curve
around 0, whose width comes from the games, and every pair is shrunk by as much as its own games leave open.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from sim.stats.logit import TRACE, Floats, chance

WIDTHS = np.geomspace(1e-3, 5.0, 400)
"""Widths of the bell curve that are tried, in logits."""
MOST_ITERATIONS = 50
FEWEST = 2
"""Fewest independent pair effects from which a width can be told."""


class PairEffects(NamedTuple):
    """Effects of pairs, in logits, with their standard errors and the width of the bell curve."""

    pairs: list[tuple[str, str]]
    effects: Floats
    errors: Floats
    width: float


def pair_effects(
    members: list[tuple[str, ...]], design: Floats, start: Floats, wins: Floats, games: Floats
) -> PairEffects | None:
    """Pair effects by penalised quasi-likelihood.

    Parameters
    ----------
    members : list of tuple of str
        Spirits of each cell.  A cell has the mean of the effects of its pairs.
    design : float64[cells, coefficients]
        Everything else, of full column rank.
    start : float64[coefficients]
        Its coefficients without pair effects.
    wins, games : float64[cells]
        Games won and played, those given by ``sim.stats.logit.fit_logit`` included.

    Returns
    -------
    PairEffects or None
        None where the cells cannot tell pair effects from the strengths of the spirits.

    References
    ----------
    N. E. Breslow and D. G. Clayton, "Approximate inference in generalized linear mixed models", JASA 88 (1993).  The
    width is the most likely one (restricted likelihood), kept off 0 as by Y. Chung, S. Rabe-Hesketh, V. Dorie,
    A. Gelman and J. Liu, "A nondegenerate penalized likelihood estimator for variance parameters in multilevel models",
    Psychometrika 78 (2013): chance alone often makes 0 the most likely width, which would leave no doubt of any pair.
    """
    groups = [list(combinations(sorted(group), 2)) for group in members]
    pairs = sorted({pair for group in groups for pair in group})
    if not pairs:
        return None
    share = np.array([[group.count(pair) / max(len(group), 1) for pair in pairs] for group in groups])
    own = share - design @ np.linalg.lstsq(design, share, rcond=None)[0]
    independent = int(np.linalg.matrix_rank(own, tol=1e-6))
    if independent < FEWEST:
        return None
    scale = 1.0
    for _ in range(2):
        effects, covariance, width, rate = _solve(share, design, start, wins, games, scale)
        scale = _scale(wins, games, rate, len(games) - design.shape[1] - independent)
    return PairEffects(pairs, effects, np.sqrt(np.diag(covariance)), width)


def _solve(
    share: Floats, design: Floats, start: Floats, wins: Floats, games: Floats, scale: float
) -> tuple[Floats, Floats, float, Floats]:
    """Effects, their covariance, the width and the rates of all cells."""
    coefficients, effects = start, np.zeros(share.shape[1])
    for _ in range(MOST_ITERATIONS):
        logits = design @ coefficients + share @ effects
        rate = chance(logits)
        spread = np.maximum(rate * (1 - rate), TRACE)
        weight = games * spread / scale
        aim = logits + (wins / np.maximum(games, TRACE) - rate) / spread
        inverse = np.linalg.pinv(design.T @ (weight[:, None] * design), hermitian=True)
        hat = inverse @ (design * weight[:, None]).T
        # what is left of pairs and aim once everything else has been fitted to them
        weighed = weight[:, None] * (share - design @ (hat @ share))
        values, vectors = np.linalg.eigh(share.T @ weighed)
        values = np.maximum(values, 0.0)
        pull = vectors.T @ (weighed.T @ aim)
        square = WIDTHS[:, None] ** 2
        likelihood = np.log(WIDTHS) + 0.5 * (square * pull**2 / (1 + square * values) - np.log1p(square * values)).sum(
            axis=1
        )
        width = float(WIDTHS[likelihood.argmax()])
        shrunk = width**2 / (1 + width**2 * values)
        before, effects = effects, vectors @ (shrunk * pull)
        coefficients = hat @ (aim - share @ effects)
        if np.abs(effects - before).max() < 1e-6:
            break
    covariance: Any = (vectors * shrunk) @ vectors.T
    return effects, covariance, width, chance(design @ coefficients + share @ effects)


def _scale(wins: Floats, games: Floats, rate: Floats, spare: int) -> float:
    """Variance of win counts against that of binomial ones, at least 1; 1 where pairs and cells are much the same."""
    if spare < max(5, len(games) // 4):
        return 1.0
    expected = np.maximum(games * rate * (1 - rate), TRACE)
    return max(1.0, float(((wins - games * rate) ** 2 / expected).sum() / spare))
