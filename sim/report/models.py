"""The fitted models that the page shows: strength of spirits and pairs, true difficulty of levels, ranks with ties.

This is the one place that asks for them; sections take what it gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import BadInput
from sim.results.load import Results
from sim.results.order import rank_spirits
from sim.results.strength import strength_model
from sim.stats.models import StrengthModel

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Models:
    """What is fitted to the results of one policy.

    Attributes
    ----------
    strength : StrengthModel
        Strength of spirits and pairs, and difficulty of levels.
    ranks : pandas.DataFrame or None
        Indexed by spirit: ``rank_low``, ``rank_high`` (places that chance leaves open, 1 the strongest) and ``ties``
        (letters; spirits that share one cannot be told apart). None where spirits met different opponents.
    """

    strength: StrengthModel
    ranks: pd.DataFrame | None


def models_of(results: Results) -> Models:
    """Fit the models to the results of one policy.

    Parameters
    ----------
    results : Results
        Games of one policy.
    """
    return Models(strength_model(results), _ranks(results))


def _ranks(results: Results) -> pd.DataFrame | None:
    """Places with ties; None where spirits met no opponent in common."""
    try:
        table = rank_spirits(results)
    except BadInput:
        return None
    # one policy: the other levels of the index say nothing
    return table.set_axis(table.index.get_level_values("spirit"))
