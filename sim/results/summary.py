"""Means and shares over games: how they end, how close they are, what the spirits reach."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sim.results.load import Results
from sim.run.tally import OUTCOMES
from sim.stats.intervals import wilson_interval

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

MEANS = (
    "rounds",
    "terror",
    "fear_cards",
    "invader_cards",
    "blight_pool",
    "blight",
    "cascades",
    "explorers",
    "towns",
    "cities",
    "dahan",
    "score",
)
"""Columns whose mean the summary gives."""
MEANS_WON = ("rounds", "blight_pool", "invader_cards")
"""Columns whose mean over won games it gives too."""


def cell_summary(results: Results) -> pd.DataFrame:
    """One row per cell: its set-up, win rate with interval, how its games end, and means.

    Parameters
    ----------
    results : Results
        The games.

    Returns
    -------
    pandas.DataFrame
        Columns ``cell``, ``spirits``, ``players``, those of the set-up, ``games``, ``wins``, ``win_rate``, ``low``,
        ``high`` (95% Wilson interval), ``share_OUTCOME``, ``mean_COLUMN`` and ``mean_COLUMN_won``.
    """
    import pandas as pd

    table = results.cells.drop(columns="members")
    by_cell = results.games.groupby("cell", sort=True)
    table["games"], table["wins"] = by_cell.size(), by_cell["won"].sum().astype(int)
    table["win_rate"] = table["wins"] / table["games"]
    low, high = wilson_interval(table["wins"].to_numpy(), table["games"].to_numpy())
    table["low"], table["high"] = low, high
    shares = outcome_shares(results).add_prefix("share_")
    means = by_cell[[column for column in MEANS if column in results.games.columns]].mean().add_prefix("mean_")
    wins = results.games[results.games["won"]].groupby("cell", sort=True)[list(MEANS_WON)].mean()
    wins = wins.add_prefix("mean_").add_suffix("_won")
    more = [values.reindex(table.index) for values in (shares, means, wins)]
    return pd.concat([table, *more], axis=1).reset_index(names="cell")


def outcome_shares(results: Results) -> pd.DataFrame:
    """Share of each outcome in each cell, one row per cell, wins first; outcomes that never happened are 0."""
    import pandas as pd

    games = results.columns("cell", "outcome")
    shares = pd.crosstab(games["cell"], games["outcome"], normalize="index")
    return shares.reindex(columns=list(OUTCOMES.values()), fill_value=0.0).reindex(results.cells.index)


def outcomes_by_players(results: Results) -> pd.DataFrame:
    """Share of each outcome for each number of spirits: the mean over its cells."""
    return outcome_shares(results).groupby(results.cells["players"]).mean()


def outcomes_by_spirit(results: Results) -> pd.DataFrame:
    """Share of each outcome for each spirit: the mean over its cells, each number of spirits counting the same."""
    shares = outcome_shares(results).join(results.cells[["members", "players"]]).explode("members")
    return shares.groupby(["members", "players"]).mean().groupby("members").mean()


def distribution(results: Results, column: str, won: bool | None = None) -> pd.DataFrame:
    """How often each value of a column is met, for each number of spirits.

    Parameters
    ----------
    results : Results
        The games.
    column : str
        A column of whole numbers.
    won : bool, optional
        Count only the games won (True) or lost (False).

    Returns
    -------
    pandas.DataFrame
        Rows values, columns numbers of spirits; each column adds up to 1 (or is empty where there are no such games).
        Each cell counts the same.
    """
    chosen = results.games
    if won is not None:
        chosen = chosen[chosen["won"] == won]
    table = chosen.groupby([column, "players"])["weight"].sum().unstack("players", fill_value=0.0)
    return table / table.sum()


def end_rounds(results: Results) -> pd.DataFrame:
    """Share of all games that end in each round, by number of spirits and whether they were won.

    Returns
    -------
    pandas.DataFrame
        Rows rounds without gaps; columns (players, won); the two columns of one number of spirits add up to 1.
    """
    import pandas as pd

    sums = results.games.groupby(["rounds", "players", "won"])["weight"].sum()
    players = sorted(results.cells["players"].unique())
    columns = pd.MultiIndex.from_product([players, [True, False]], names=["players", "won"])
    rounds = range(int(results.games["rounds"].min()), int(results.games["rounds"].max()) + 1)
    table = sums.unstack(["players", "won"], fill_value=0.0)
    table = table.reindex(index=rounds, columns=columns, fill_value=0.0)
    for count in players:
        table[count] /= table[count].to_numpy().sum()
    return table


def innate_levels(results: Results) -> pd.DataFrame:
    """How far each spirit's innate powers get.

    Parameters
    ----------
    results : Results
        The games, with columns ``levels_SEAT_LEVEL``: rounds in which the level was used.

    Returns
    -------
    pandas.DataFrame
        Indexed by spirit and players (means over cells): ``highest_0`` ... share of games by the highest level ever
        used, ``used_1`` ... mean number of rounds in which a level was used.  Empty without such columns.
    """
    import pandas as pd

    levels, used = levels_used(results)
    rows = []
    for (cell, spirit), rounds in used.items():
        highest = highest_level(rounds, levels)
        row = {"spirit": spirit, "players": results.cells.loc[cell, "players"]}
        row |= {f"highest_{level}": float((highest == level).mean()) for level in (0, *levels)}
        row |= {f"used_{level}": float(rounds[:, n].mean()) for n, level in enumerate(levels)}
        rows.append(row)
    return pd.DataFrame(rows).groupby(["spirit", "players"]).mean() if rows else pd.DataFrame()


def levels_used(results: Results) -> tuple[list[int], dict[tuple[str, str], NDArray[np.float64]]]:
    """Rounds in which each level of the innate powers was used.

    Returns
    -------
    tuple of (list of int, dict)
        The levels, and for each cell and spirit an array (games of the cell, levels); nothing without such columns.
    """
    found = [re.fullmatch(r"levels_(\d+)_(\d+)", name) for name in results.column_names]
    levels = sorted({int(match.group(2)) for match in found if match})
    if not levels:
        return [], {}
    games = results.columns("cell", *(match.group() for match in found if match))
    columns = {name: games[name].to_numpy() for name in games.columns[1:]}
    used = {}
    for cell, rows in games.groupby("cell", sort=True, observed=True).indices.items():
        for seat, spirit in enumerate(results.cells.loc[cell, "members"], 1):
            own = [columns[f"levels_{seat}_{level}"][rows] for level in levels]
            used[str(cell), str(spirit)] = np.stack(own, axis=1).astype(float)
    return levels, used


def highest_level(used: NDArray[np.float64], levels: Sequence[int]) -> NDArray[np.int64]:
    """Highest level ever used in each game, 0 for none, from an array (games, levels) of ``levels_used``."""
    return np.asarray(((used > 0) * np.array(levels)).max(axis=1), dtype=np.int64)
