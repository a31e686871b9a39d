"""How games end, how close they are and what the spirits reach, by any grouping, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.results.grouping import SPIRIT, group_cells, table_index
from sim.results.load import Results
from sim.results.rates import EventRates, SharedLuck
from sim.results.summary import highest_level, levels_used
from sim.run.tally import OUTCOMES, WIN_NAMES
from sim.stats.intervals import CONFIDENCE
from sim.stats.normal import z_value

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

FEAR_TO_GO = "fear_cards_to_go"
"""Fear cards that were not earned yet; in no column, since the size of the fear deck follows from the set-up."""
MARGINS = ("blight_pool", "invader_cards", "rounds", FEAR_TO_GO)
"""What tells how close a game was: blight left, invader cards left, round of the end, fear cards to go."""
QUARTILES = {"lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75}


def outcome_breakdown(results: Results, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """Share of games by how they end, for any grouping.

    Parameters
    ----------
    results : Results
        The games.
    by : str or sequence of str
        As for ``win_rates``.

    Returns
    -------
    pandas.DataFrame
        Indexed by group and ``outcome``, wins first, ways that were never met left out: ``won`` (whether it is a win),
        ``games``, ``share`` (each cell counting the same), ``low``, ``high`` (95% interval, as for win rates).
    """
    import pandas as pd

    luck, groups = SharedLuck(results), group_cells(results, by)
    outcome = results.columns("outcome")["outcome"].astype("category")
    met = [name for name in OUTCOMES.values() if (outcome == name).any()]
    rates = {name: EventRates(luck, luck.split((outcome == name).to_numpy())) for name in met}
    keys, rows = [], []
    for key, cells in groups.cells.items():
        for name in met:
            rate = rates[name].mean(cells)
            games = int(sum(rates[name].won[cell].sum() for cell in cells))
            share = {"share": rate.rate, "low": rate.low, "high": rate.high}
            rows.append({"won": name in WIN_NAMES, "games": games, **share})
            keys.append((*key, name))
    return pd.DataFrame(rows, index=table_index([*groups.names, "outcome"], keys))


def closeness(results: Results, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """How close games are: what was left when they were won and when they were lost, for any grouping.

    Each cell counts the same, and within a cell each game.  Intervals of means are taken over game numbers, since the
    cells share their luck.

    Parameters
    ----------
    results : Results
        The games.
    by : str or sequence of str
        As for ``win_rates``.

    Returns
    -------
    pandas.DataFrame
        Indexed by group, ``result`` ("won", "lost") and ``measure`` (``MARGINS``; ``fear_cards_to_go`` only where the
        manifest tells the set-ups): ``games``, ``mean``, ``low``, ``high`` (95% interval, empty for a single game),
        ``lower_quartile``, ``median``, ``upper_quartile``.  Results that a group never had are left out.
    """
    import pandas as pd

    luck, groups = SharedLuck(results), group_cells(results, by)
    games = results.columns("won", "weight", "fear_cards", *MARGINS[:-1])
    won, weight = games["won"].to_numpy(dtype=bool), games["weight"].to_numpy()
    values = {name: games[name].to_numpy(dtype=float) for name in MARGINS[:-1]}
    deck = _fear_decks(results)
    if deck:
        values[FEAR_TO_GO] = -games["fear_cards"].to_numpy(dtype=float)
        for cell, rows in luck.rows.items():
            values[FEAR_TO_GO][rows] += deck[cell]
    keys, table = [], []
    for key, cells in groups.cells.items():
        rows = np.concatenate([luck.rows[cell] for cell in cells])
        numbers = np.concatenate([luck.index[cell] for cell in cells])
        for result in (True, False):
            chosen = won[rows] == result
            if not chosen.any():
                continue
            for name, column in values.items():
                some = rows[chosen]
                table.append(_spread(column[some], weight[some], numbers[chosen]))
                keys.append((*key, "won" if result else "lost", name))
    return pd.DataFrame(table, index=table_index([*groups.names, "result", "measure"], keys))


def innate_tiers(results: Results, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """How far each spirit's innate powers get, for any grouping.

    Parameters
    ----------
    results : Results
        The games.
    by : str or sequence of str
        As for ``win_rates``; ``spirit`` is always among them.

    Returns
    -------
    pandas.DataFrame
        Indexed by group and ``tier``, the highest level of its innate powers that the spirit used in a game (0: none):
        ``games``, ``share``, ``low``, ``high`` (each cell counting the same, 95% interval), and ``rounds``, the mean
        number of rounds of a game in which this level was used.  Empty if the games do not tell.
    """
    import pandas as pd

    levels, used = levels_used(results)
    if not levels:
        return pd.DataFrame()
    wanted = [by] if isinstance(by, str) else list(by)
    luck, groups = SharedLuck(results), group_cells(results, wanted if SPIRIT in wanted else [SPIRIT, *wanted])
    place = groups.names.index(SPIRIT)
    tiers = {key: highest_level(rounds, levels) for key, rounds in used.items()}
    keys, rows = [], []
    for key, cells in groups.cells.items():
        spirit = key[place]
        for tier in (0, *levels):
            reached = {cell: tiers[cell, spirit] == tier for cell in cells}
            rate = EventRates(luck, reached).mean(cells)
            rounds = np.mean([used[cell, spirit][:, levels.index(tier)].mean() for cell in cells]) if tier else np.nan
            games = int(sum(there.sum() for there in reached.values()))
            rows.append({"games": games, "share": rate.rate, "low": rate.low, "high": rate.high, "rounds": rounds})
            keys.append((*key, tier))
    return pd.DataFrame(rows, index=table_index([*groups.names, "tier"], keys))


def _spread(values: NDArray[Any], weights: NDArray[Any], numbers: NDArray[Any]) -> dict[str, float]:
    """Mean, its interval and quartiles of weighted games; games of one number share their luck."""
    total = weights.sum()
    mean = float((weights * values).sum() / total)
    shares = np.bincount(numbers, weights * (values - mean) / total)
    half = z_value(CONFIDENCE) * float(np.sqrt((shares**2).sum()))
    half = half if len(values) > 1 else np.nan
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order]) / total
    # the least value that so many of the games do not exceed; rounding must not push it one further
    places = np.searchsorted(reached, np.array(list(QUARTILES.values())) - 1e-12)
    row = {"games": len(values), "mean": mean, "low": mean - half, "high": mean + half}
    return row | dict(zip(QUARTILES, values[order][places].tolist(), strict=True))


def _fear_decks(results: Results) -> dict[str, int]:
    """Size of each cell's fear deck; nothing if the manifest lacks the set-up of a cell or it is of other rules."""
    from pydantic import ValidationError

    from sim.content.load import load_content
    from sim.content.setup import Setup, fear_cards

    setups = results.manifest.get("cells") or {}
    if not set(results.cells.index) <= set(setups):
        return {}
    content = load_content()
    try:
        return {cell: fear_cards(Setup.model_validate(setups[cell]), content) for cell in results.cells.index}
    except (ValidationError, KeyError):
        return {}
