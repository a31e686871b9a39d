"""Confidence intervals of a win rate."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.stats.normal import z_value

CONFIDENCE = 0.95
"""Confidence of every interval that is shown, unless something else is said."""


def wilson_interval(wins: Any, games: Any, confidence: float = CONFIDENCE) -> tuple[Any, Any]:
    """Interval of a win rate from games won and played (Wilson's score interval).

    It stays within [0, 1] and keeps its coverage near 0 and 1, where the textbook interval fails.

    Parameters
    ----------
    wins, games : int or array of int
        Games won and played, of one set-up or of many.
    confidence : float
        Share of such intervals that cover the true rate.

    Returns
    -------
    tuple of (float or numpy.ndarray)
        Lower and upper end; 0 and 1 where no game was played.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> low, high = wilson_interval(62, 100)
    >>> round(low, 3), round(high, 3)
    (0.522, 0.709)
    """
    z = z_value(confidence)
    none = np.asarray(games) == 0
    played = np.where(none, 1.0, games)
    rate = np.asarray(wins, dtype=float) / played
    centre = (rate + z * z / (2 * played)) / (1 + z * z / played)
    half = half_width(rate, played, confidence)
    # the ends are exact at rates 0 and 1, where rounding would leave a trace
    low = np.where(none | (rate <= 0), 0.0, np.maximum(centre - half, 0.0))
    high = np.where(none | (rate >= 1), 1.0, np.minimum(centre + half, 1.0))
    if np.ndim(wins) or np.ndim(games):
        return low, high
    return float(low), float(high)


def half_width(rate: Any, games: Any, confidence: float = CONFIDENCE) -> Any:
    """Half the width of the Wilson interval.

    Parameters
    ----------
    rate : float or array of float
        Share of games won.
    games : float or array of float
        Games played, at least one.
    confidence : float
        As for ``wilson_interval``.

    Examples
    --------
    >>> round(float(half_width(0.5, 9604)), 4)
    0.01
    """
    z = z_value(confidence)
    spread = np.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return z / (1 + z * z / games) * spread
