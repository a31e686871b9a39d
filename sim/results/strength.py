"""Results folders as the counts that models are fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sim.results.load import Results
from sim.results.rates import SharedLuck, by_policy
from sim.stats.models import StrengthModel, fit_strength

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

SAME_WORDS = ("adversary", "scenario", "blight_card", "boards", "box")
"""Columns of ``cells.csv`` that models take as they are."""
OPTIONS = ("arrangement", "stage_2_action", "power_progression", "extra_blight", "extra_board")
"""Columns that make one text between them: what else of the rules may differ among cells."""
AS_PRINTED = ("", "False", "0", "none")
"""Values of an option that nobody chose."""


def strength_model(results: Results) -> StrengthModel:
    """Strength of spirits, synergy of pairs and true difficulty of levels in results of one policy.

    Parameters
    ----------
    results : Results
        The games, of one policy: one of those that ``sim.results.rates.by_policy`` gives.

    Returns
    -------
    StrengthModel
        Its intervals take account of the decks that cells share.

    Raises
    ------
    ValueError
        If the results are of several policies.
    """
    policies = by_policy(results)
    if len(policies) > 1:
        raise ValueError(f"the results are of {len(policies)} policies; split them with by_policy first")
    return fit_strength(counts_of(results), wins_of(results))


def counts_of(results: Results) -> pd.DataFrame:
    """Games and wins of every cell, with what tells the cells apart.

    Returns
    -------
    pandas.DataFrame
        Indexed by cell, in the order of the cells, with the columns that ``sim.stats.models.fit_strength`` takes;
        ``difficulty`` is NaN, and ``adversary`` none, where a cell has none.
    """
    import pandas as pd

    cells = results.cells
    won = results.columns("cell", "won").groupby("cell", observed=True)["won"]
    by_cell = won.agg(["size", "sum"]).reindex(cells.index)
    counts = cells[["members", "players", *(name for name in SAME_WORDS if name in cells)]].copy()
    for name in ("level", "difficulty"):
        told = pd.to_numeric(cells[name], errors="coerce") if name in cells else pd.Series(np.nan, cells.index)
        counts[name] = told
    counts["level"] = counts["level"].fillna(0).astype(int)
    counts["adversary"] = counts["adversary"].replace("", "none") if "adversary" in counts else "none"
    # an arrangement follows from the number of boards unless the cells of one number of players differ in it
    names = [name for name in OPTIONS if name in cells and cells.groupby("players")[name].nunique().max() > 1]
    counts["options"] = [_options(names, row) for row in cells[names].itertuples(index=False)] if names else ""
    return counts.assign(games=by_cell["size"].astype(int), wins=by_cell["sum"].astype(int))


def wins_of(results: Results) -> NDArray[np.int8]:
    """Which games were won, by cell and game number; the same number under another seed is another.

    Returns
    -------
    int8[cells, numbers]
        1 won, 0 lost, -1 not played; cells in their order, numbers in rising order.
    """
    luck = SharedLuck(results)
    won = luck.split(results.columns("won")["won"].to_numpy(dtype=bool))
    told = np.full((len(won), luck.numbers), -1, np.int8)
    for row, cell in enumerate(won):
        told[row, luck.index[cell]] = won[cell]
    return told


def _options(names: list[str], values: Any) -> str:
    """The options of a cell that are not as printed, in words."""
    chosen = [f"{name} {value}" for name, value in zip(names, values, strict=True) if str(value) not in AS_PRINTED]
    return ", ".join(chosen) or "none"
