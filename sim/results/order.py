"""Order of the spirits by win rate, with ties where the games do not tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import BadInput, Fault
from sim.results.grouping import SPIRIT, group_cells, table_index
from sim.results.load import Results
from sim.results.rates import WinRates
from sim.stats.ranking import LEVEL, compare_rates, comparisons, ranks

if TYPE_CHECKING:
    import pandas as pd

SET_UP = ("players", "adversary", "level", "scenario", "blight_card")
"""Columns that make one set-up harder than another, whoever plays it."""


def rank_spirits(results: Results, by: str | Sequence[str] = (), level: float = LEVEL) -> pd.DataFrame:
    """Rank spirits by win rate; spirits that the games do not tell apart share a letter.

    Only set-ups (players, adversary, level, scenario, blight card) that every spirit played count, each cell the same,
    so that no spirit is ahead for having met easier ones.  All pairs are compared by game number, and the chance that
    any of them is called wrongly is at most ``level`` within each group of ``by``.

    Parameters
    ----------
    results : Results
        The games.
    by : str or sequence of str
        Columns, as for ``win_rates``, in whose groups spirits are ranked apart; different policies always are.
    level : float
        Chance that any pair of a group is called wrongly.

    Returns
    -------
    pandas.DataFrame
        Indexed by group and ``spirit``, best first: ``games``, ``cells``, ``win_rate``, ``low``, ``high``,
        ``rank_low``, ``rank_high`` (best and worst rank it may have), ``ties`` (letters).

    Raises
    ------
    BadInput
        If there are no such columns, or no set-up that every spirit of a group played.
    """
    import pandas as pd

    rates, tables, keys = WinRates(results), [], []
    names, groups = _spirits_by(results, by)
    for key, spirits in groups.items():
        pairs, cells = _compared(results, rates, spirits, level)
        found = {spirit: rates.mean(own) for spirit, own in cells.items()}
        table = ranks([rate.rate for rate in found.values()], pairs, list(found))
        keys += [(*key, spirit) for spirit in table.index]
        own = pd.DataFrame(list(found.values()), index=list(found)).drop(columns="rate")
        tables.append(table.join(own))
    ranked = pd.concat(tables).set_axis(table_index([*names, SPIRIT], keys)).rename(columns={"rate": "win_rate"})
    return ranked[["games", "cells", "win_rate", "low", "high", "rank_low", "rank_high", "ties"]]


def spirit_pairs(results: Results, by: str | Sequence[str] = (), level: float = LEVEL) -> pd.DataFrame:
    """Compare every pair of spirits, as ``rank_spirits`` does; those not ``decided`` are too close to call.

    Parameters
    ----------
    results, by, level
        As for ``rank_spirits``.

    Returns
    -------
    pandas.DataFrame
        Indexed by group, ``better`` and ``worse``; columns as from ``sim.stats.ranking.comparisons``.
    """
    import pandas as pd

    rates, tables, keys = WinRates(results), [], []
    names, groups = _spirits_by(results, by)
    for key, spirits in groups.items():
        pairs, _ = _compared(results, rates, spirits, level)
        keys += [(*key, *pair) for pair in pairs.index]
        tables.append(pairs)
    return pd.concat(tables).set_axis(table_index([*names, "better", "worse"], keys))


def _spirits_by(
    results: Results, by: str | Sequence[str]
) -> tuple[tuple[str, ...], dict[tuple[Any, ...], dict[str, list[str]]]]:
    """Names of the groups, and for each group the cells of every spirit."""
    wanted = [by] if isinstance(by, str) else list(by)
    if SPIRIT in wanted:
        raise BadInput([Fault("results", "by", SPIRIT, "is what is ranked, and cannot group the ranking")])
    found = group_cells(results, [*wanted, SPIRIT])
    groups: dict[tuple[Any, ...], dict[str, list[str]]] = {}
    for key, cells in found.cells.items():
        groups.setdefault(key[:-1], {})[key[-1]] = cells
    return found.names[:-1], groups


def _compared(
    results: Results, rates: WinRates, spirits: dict[str, list[str]], level: float
) -> tuple[pd.DataFrame, dict[str, list[str]]]:
    """All pairs of spirits compared over the set-ups that all of them played, and the cells that count."""
    kept = _common(results, spirits)
    luck = rates.luck
    numbers = luck.common([cell for cells in kept.values() for cell in cells])
    alone = all(len(cells) == 1 and len(rates.won[cells[0]]) == len(numbers) for cells in kept.values())
    if alone and len(numbers):
        # one cell each, of the same games: the exact test
        wins = np.concatenate([luck.table(rates.won, cells, numbers) for cells in kept.values()], axis=1)
        return comparisons(wins.astype(bool), list(kept), level), kept
    means = [rates.mean(cells).rate for cells in kept.values()]
    deviations = np.stack([rates.deviation(cells) for cells in kept.values()], axis=1)
    return compare_rates(means, deviations, list(kept), level), kept


def _common(results: Results, spirits: dict[str, list[str]]) -> dict[str, list[str]]:
    """Cells of the set-ups that every spirit played."""
    columns = [name for name in SET_UP if name in results.cells.columns]
    set_up = {
        str(cell): values
        for cell, values in zip(
            results.cells.index, results.cells[columns].itertuples(index=False, name=None), strict=True
        )
    }
    shared = set.intersection(*({set_up[cell] for cell in cells} for cells in spirits.values()))
    if not shared:
        who = ", ".join(spirits)
        raise BadInput([Fault("results", "spirits", who, "played no set-up that all of them played")])
    return {spirit: [cell for cell in cells if set_up[cell] in shared] for spirit, cells in spirits.items()}
