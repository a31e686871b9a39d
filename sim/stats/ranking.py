"""Ranking with ties: which of several items are better, when every pair is compared and none may be called by luck.

Thirteen spirits make 78 comparisons, of which four would be called wrongly by chance if each were tested at 5%.  Here
the chance that *any* pair is called wrongly is at most the level, whatever the true rates are: p values of all pairs
are adjusted by Holm's steps, of which Shaffer showed that they may be longer for pairs, since if one pair differs, then
some others must differ too.  The adjustment holds however the comparisons hang together, so games may share their luck.

From the pairs that are told apart follow the ranks that an item may have (one more than the items that are better, to
all less those that are worse; with that chance all of them hold at once) and letters: items that share one are tied.

References
----------
S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
J. P. Shaffer, "Modified sequentially rejective multiple test procedures", JASA 81 (1986).
D. Mohamad, J. Goeman and E. van Zwet, "Simultaneous confidence intervals for ranks", arXiv 1708.02729 (2017).
H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", Journal of Computational and
Graphical Statistics 13 (2004).
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.stats.intervals import CONFIDENCE, wilson_interval
from sim.stats.normal import normal_p_value, z_value
from sim.stats.paired import exact_p_value

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

LEVEL = 0.05
"""Chance that any pair is called wrongly, unless something else is said."""


def ranking(wins: Any, names: Sequence[Any] | None = None, level: float = LEVEL) -> pd.DataFrame:
    """Rank items by the share of games that they win, with ties where the games do not tell them apart.

    Parameters
    ----------
    wins : bool array, shape (games, items), or sequence of bool arrays
        Whether each item won each game.  An array is paired: in a row, all items met the same luck.  A sequence holds
        the games of each item, which have nothing to do with those of the others.
    names : sequence, optional
        Names of the items; by default 0, 1, 2 and so on.
    level : float
        Chance that any pair is called wrongly.

    Returns
    -------
    pandas.DataFrame
        Indexed by item, best first: ``games``, ``rate``, ``low``, ``high`` (95% Wilson interval of the rate by itself),
        ``rank_low`` and ``rank_high`` (best and worst rank it may have) and ``ties`` (items that share a letter are
        not told apart).

    Raises
    ------
    ValueError
        If there are no items, or one without games.

    Examples
    --------
    >>> played = np.arange(400)
    >>> table = ranking(np.stack([played < 300, played < 290, played < 100], axis=1), ["sun", "river", "shadows"])
    >>> table[["rank_low", "rank_high", "ties"]].to_dict("index")["river"]
    {'rank_low': 2, 'rank_high': 2, 'ties': 'b'}
    """
    import pandas as pd

    counted = [np.asarray(column, dtype=bool) for column in (wins.T if _is_paired(wins) else wins)]
    pairs = comparisons(wins, names, level)
    games = np.array([len(item) for item in counted])
    low, high = wilson_interval(np.array([item.sum() for item in counted]), games)
    own = pd.DataFrame({"games": games, "low": low, "high": high}, index=_labels(len(counted), names))
    table = ranks([float(item.mean()) for item in counted], pairs, names).join(own)
    return table[["games", "rate", "low", "high", "rank_low", "rank_high", "ties"]]


def comparisons(wins: Any, names: Sequence[Any] | None = None, level: float = LEVEL) -> pd.DataFrame:
    """Compare every pair of items; those of paired games by McNemar's exact test, others by the score test.

    Parameters
    ----------
    wins, names, level
        As for ``ranking``.

    Returns
    -------
    pandas.DataFrame
        One row a pair, indexed by ``better`` and ``worse`` as seen: ``points`` (difference of the rates), ``low`` and
        ``high`` (its 95% interval by itself), ``p_value`` of the pair by itself, ``adjusted`` for all comparisons, and
        ``decided``.  The others are too close to call.
    """
    items = wins.shape[1] if _is_paired(wins) else len(wins)
    if items == 0 or (len(wins) == 0 if _is_paired(wins) else any(len(item) == 0 for item in wins)):
        raise ValueError("every item needs at least one game")
    if _is_paired(wins):
        rates, errors, p_values = _paired(wins)
    else:
        rates, errors, p_values = _unpaired([np.asarray(item, dtype=bool) for item in wins])
    return _pair_table(rates, errors, p_values, names, level)


def compare_rates(
    rates: Any, deviations: Any, names: Sequence[Any] | None = None, level: float = LEVEL
) -> pd.DataFrame:
    """Compare every pair of estimates by normal tests, whatever the estimates are and however they hang together.

    Parameters
    ----------
    rates : array of float, shape (items,)
        Estimates, such as mean win rates over cells.
    deviations : array of float, shape (numbers, items)
        What each game number adds to the distance of the estimates from what they estimate; numbers are independent.
    names, level
        As for ``ranking``.

    Returns
    -------
    pandas.DataFrame
        As from ``comparisons``.
    """
    rates, deviations = np.asarray(rates, dtype=float), np.asarray(deviations, dtype=float)
    shared = deviations.T @ deviations
    own = np.diag(shared)
    # one game number more on either side, lest the error be 0 where all games end alike
    errors = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2.0 * shared, 0.0) + 1.0 / (len(deviations) + 2) ** 2)
    return _pair_table(rates, errors, normal_p_value((rates[:, None] - rates[None, :]) / errors), names, level)


def too_close(pairs: pd.DataFrame) -> list[tuple[Any, Any]]:
    """Pairs that are too close to call, of a table from ``comparisons`` or ``compare_rates``."""
    return [(better, worse) for better, worse in pairs.index[~pairs["decided"]]]


def ranks(rates: Sequence[float], pairs: pd.DataFrame, names: Sequence[Any] | None = None) -> pd.DataFrame:
    """Ranks and letters that follow from the pairs that are told apart.

    Parameters
    ----------
    rates : sequence of float
        Estimates of the items, in the order of ``names``.
    pairs : pandas.DataFrame
        All pairs, as from ``comparisons``.
    names : sequence, optional
        As for ``ranking``.

    Returns
    -------
    pandas.DataFrame
        Indexed by item, best first: ``rate``, ``rank_low``, ``rank_high``, ``ties``.
    """
    import pandas as pd

    labels = _labels(len(rates), names)
    order = np.argsort(-np.asarray(rates), kind="stable")
    place = {labels[item]: n for n, item in enumerate(order)}
    beats = np.zeros((len(labels), len(labels)), dtype=bool)
    for better, worse in pairs.index[pairs["decided"]]:
        beats[place[better], place[worse]] = True
    return pd.DataFrame(
        {
            "rate": [float(rates[item]) for item in order],
            "rank_low": 1 + beats.sum(axis=0),
            "rank_high": len(labels) - beats.sum(axis=1),
            "ties": tie_letters(beats | beats.T),
        },
        index=pd.Index([labels[item] for item in order], name="item"),
    )


def adjusted_p_values(p_values: Any, items: int) -> NDArray[np.float64]:
    """P values of all pairs, adjusted so that any of them is at most the level by chance only so often.

    Parameters
    ----------
    p_values : array of float, shape (items * (items - 1) / 2,)
        Of each pair by itself, in any order.
    items : int
        Items compared.

    Returns
    -------
    numpy.ndarray of float
        In the same order.

    Examples
    --------
    After one of the three pairs of three items is told apart, at most one more can be equal.

    >>> adjusted_p_values([0.01, 0.04, 0.03], 3).round(3).tolist()
    [0.03, 0.04, 0.03]
    """
    given = np.asarray(p_values, dtype=float)
    order = np.argsort(given, kind="stable")
    adjusted = np.empty(len(given))
    adjusted[order] = np.minimum(np.maximum.accumulate(given[order] * _still_equal(items)), 1.0)
    return adjusted


@cache
def _still_equal(items: int) -> NDArray[np.float64]:
    """Most pairs that can be equal in truth once 0, 1, 2 and so on of them differ."""
    # k items that are equal make k (k - 1) / 2 equal pairs, besides those among the others
    possible: list[set[int]] = [{0}, {0}]
    for count in range(2, items + 1):
        possible.append({k * (k - 1) // 2 + rest for k in range(1, count + 1) for rest in possible[count - k]})
    pairs = items * (items - 1) // 2
    return np.array([max(s for s in possible[items] if s <= pairs - differ) for differ in range(pairs)], dtype=float)


def tie_letters(differ: Any) -> list[str]:
    """Letters such that two items share one exactly if they are not told apart (a compact letter display).

    Parameters
    ----------
    differ : bool array, shape (items, items)
        Which pairs are told apart; symmetric.  Items best first, so that "a" stands for the best.

    Returns
    -------
    list of str
        Letters of each item; more than 52 letters go on with "a'".

    Examples
    --------
    The first and the last differ, and nothing else is told apart.

    >>> tie_letters([[False, False, True], [False, False, False], [True, False, False]])
    ['a', 'ab', 'b']
    """
    matrix = np.asarray(differ, dtype=bool)
    # Piepho's insert and absorb: split every set of tied items that holds a pair told apart, and drop sets in others
    tied = [frozenset(range(len(matrix)))]
    for one, other in np.argwhere(np.triu(matrix)).tolist():
        split = [items - {out} for items in tied if {one, other} <= items for out in (one, other)]
        kept = [items for items in tied if not {one, other} <= items]
        for items in sorted(set(split), key=len, reverse=True):
            if not any(items <= larger for larger in kept):
                kept.append(items)
        tied = kept
    tied.sort(key=sorted)
    letters = string.ascii_letters
    names = [letters[n % len(letters)] + "'" * (n // len(letters)) for n in range(len(tied))]
    return [
        "".join(name for name, items in zip(names, tied, strict=True) if item in items) for item in range(len(matrix))
    ]


def _is_paired(wins: Any) -> bool:
    return isinstance(wins, np.ndarray) and wins.ndim == 2


def _labels(items: int, names: Sequence[Any] | None) -> list[Any]:
    return list(range(items)) if names is None else list(names)


def _paired(wins: Any) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Rates of the columns, and standard errors and p values of their differences."""
    won = np.asarray(wins, dtype=np.float64)
    games = len(won)
    both = won.T @ won
    totals = np.diag(both)
    one, other = totals[:, None] - both, totals[None, :] - both
    # as for ``Pairs``: half a game more of each of the four kinds
    errors = np.sqrt(one + other + 1.0 - (one - other) ** 2 / (games + 2)) / (games + 2)
    return totals / games, errors, exact_p_value(one, other)


def _unpaired(wins: list[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The same for games that have nothing to do with each other."""
    games, won = np.array([float(len(item)) for item in wins]), np.array([float(item.sum()) for item in wins])
    rates, softened = won / games, (won + 1.0) / (games + 2.0)
    own = softened * (1.0 - softened) / (games + 2.0)
    gap = rates[:, None] - rates[None, :]
    pooled = (won[:, None] + won[None, :]) / (games[:, None] + games[None, :])
    spread = np.sqrt(pooled * (1.0 - pooled) * (1.0 / games[:, None] + 1.0 / games[None, :]))
    # without spread both won all or lost all
    return rates, np.sqrt(own[:, None] + own[None, :]), normal_p_value(gap / np.where(spread > 0.0, spread, 1.0))


def _pair_table(
    rates: NDArray[np.float64],
    errors: NDArray[np.float64],
    p_values: NDArray[np.float64],
    names: Sequence[Any] | None,
    level: float,
) -> pd.DataFrame:
    """The table of ``comparisons``: the upper triangles of the matrices, adjusted, best items first."""
    import pandas as pd

    labels = _labels(len(rates), names)
    order = np.argsort(-rates, kind="stable")
    first, second = np.triu_indices(len(rates), 1)
    better, worse = order[first], order[second]
    points = rates[better] - rates[worse]
    half = z_value(CONFIDENCE) * errors[better, worse]
    adjusted = adjusted_p_values(p_values[better, worse], len(rates))
    index = pd.MultiIndex.from_arrays([[labels[n] for n in better], [labels[n] for n in worse]])
    return pd.DataFrame(
        {
            "points": points,
            "low": np.maximum(points - half, -1.0),
            "high": np.minimum(points + half, 1.0),
            "p_value": p_values[better, worse],
            "adjusted": adjusted,
            "decided": adjusted <= level,
        },
        index=index.set_names(["better", "worse"]),
    )
