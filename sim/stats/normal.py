"""The normal distribution, as intervals and tests use it."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any


def z_value(confidence: float) -> float:
    """Standard errors to either side of an estimate that make an interval of this confidence.

    Examples
    --------
    >>> round(z_value(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def normal_p_value(z: Any) -> Any:
    """Chance of an estimate at least so many standard errors from its expectation, to either side.

    Parameters
    ----------
    z : float or array of float
        Distances in standard errors.

    Examples
    --------
    >>> round(float(normal_p_value(-1.96)), 3)
    0.05
    """
    from scipy.special import erfc

    # erfc keeps its digits far out, where 1 - erf would be 0
    return erfc(abs(z) / 2.0**0.5)
