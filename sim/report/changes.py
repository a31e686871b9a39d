"""What changed between two results folders: differences of win rates by set-up and by spirit, with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import BadInput, Fault, nearest
from sim.report.opponents import Opponent, opponents_of
from sim.results.load import Results
from sim.stats.intervals import CONFIDENCE
from sim.stats.paired import Pairs, paired_gain

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

LEVEL = 0.05
"""Chance that any of the changes of one table is called real though none is."""
PLAYER_COLUMNS = ("policy", "temperature")
"""Columns that say who played; changes of different players are never averaged."""
SEED_SHIFT = 40
"""Game numbers are below 2 to this power, so that one number can tell seed and game."""


@dataclass(frozen=True)
class Change:
    """A difference of two win rates, new minus old.

    Attributes
    ----------
    old, new : float
        The win rates.
    points, low, high : float
        Difference and its 95% interval, as fractions.
    p_value, adjusted : float
        Chance of a difference as large without any real one; the same for all comparisons of the table at once (Holm).
    games_old, games_new : int
        Games behind the rates.
    """

    old: float
    new: float
    points: float
    low: float
    high: float
    p_value: float
    adjusted: float
    games_old: int
    games_new: int

    @property
    def decided(self) -> bool:
        """Whether the difference is beyond chance, all comparisons of its table considered."""
        return self.adjusted <= LEVEL


@dataclass(frozen=True)
class CellChange:
    """A set-up that is in both folders.

    Attributes
    ----------
    cell : str
        Its name.
    members : tuple of str
        Its spirits.
    opponent : Opponent
        What they played against.
    player : tuple of str
        Policy and temperature, new.
    paired : bool
        Whether games were paired: both folders have the same seed and game numbers in common.
    change : Change
        What changed.
    """

    cell: str
    members: tuple[str, ...]
    opponent: Opponent
    player: tuple[str, ...]
    paired: bool
    change: Change


@dataclass(frozen=True)
class Changes:
    """Everything that changed between two folders.

    Attributes
    ----------
    old, new : Results
        The two, with the set-ups that both have.
    cells : list of CellChange
        In the order of the new folder.
    spirits : dict
        (player, number of spirits, spirit) -> mean change over its set-ups.
    means : dict
        (player, number of spirits) -> mean change over all set-ups.
    only_old, only_new : list of str
        Set-ups that only one of them has.
    """

    old: Results
    new: Results
    cells: list[CellChange]
    spirits: dict[tuple[tuple[str, ...], int, str], Change]
    means: dict[tuple[tuple[str, ...], int], Change]
    only_old: list[str]
    only_new: list[str]


def find_changes(old: Results, new: Results, folders: tuple[Path, Path]) -> Changes:
    """Compare two results, set-ups matched by their names.

    Parameters
    ----------
    old, new : Results
        Before and after.
    folders : tuple of Path
        Where they come from, for messages.

    Returns
    -------
    Changes
        The changes.

    Raises
    ------
    BadInput
        If they have no set-up in common.

    Notes
    -----
    Under one seed game 17 meets the same decks before and after, so that set-ups are compared game by game (interval of
    Agresti and Min, McNemar's exact test); under different seeds as independent samples (Agresti and Caffo, score
    test). Errors of means over set-ups are taken over game numbers, since these share their luck.
    """
    shared = [str(cell) for cell in new.cells.index if cell in set(old.cells.index)]
    if not shared:
        names = [str(cell) for cell in old.cells.index]
        first = str(new.cells.index[0])
        message = f"has no set-up of the same name as {folders[0]}"
        raise BadInput([Fault(str(folders[1]), "cell", first, message, nearest(first, names))])
    both = (_only(old, shared), _only(new, shared))
    opponents = opponents_of(both[1].cells)
    sides = (_Side(both[0]), _Side(both[1]))
    cells = []
    for cell in shared:
        change, paired = _cell_change(sides[0], sides[1], cell)
        row = both[1].cells.loc[cell]
        player = tuple(str(row[column]) for column in PLAYER_COLUMNS if column in both[1].cells.columns)
        cells.append(CellChange(cell, tuple(row["members"]), opponents[cell], player, paired, change))
    adjusted = holm([found.change.p_value for found in cells])
    cells = [replace(c, change=replace(c.change, adjusted=p)) for c, p in zip(cells, adjusted, strict=True)]
    spirits, means = _groups(cells, sides)
    return Changes(
        *both,
        cells,
        spirits,
        means,
        [str(cell) for cell in old.cells.index if str(cell) not in set(shared)],
        [str(cell) for cell in new.cells.index if str(cell) not in set(shared)],
    )


def _only(results: Results, cells: Sequence[str]) -> Results:
    """Results of some cells, in that order."""
    games = results.games[results.games["cell"].isin(cells)]
    games = games.assign(cell=games["cell"].astype(str).astype("category").cat.set_categories(list(cells)))
    games = games.sort_values(["cell", "game"], kind="stable", ignore_index=True)
    return Results(games, results.cells.loc[list(cells)], results.manifest)


class _Side:
    """Games won of one folder by cell and game number."""

    def __init__(self, results: Results) -> None:
        rows = results.games.groupby("cell", observed=True).indices
        number, won = results.games["game"].to_numpy(np.int64), results.games["won"].to_numpy(bool)
        self.numbers: dict[str, NDArray[np.int64]] = {str(cell): number[own] for cell, own in rows.items()}
        self.won: dict[str, NDArray[np.bool_]] = {str(cell): won[own] for cell, own in rows.items()}
        self.seeds = _seeds(results)

    def rate(self, cell: str) -> float:
        """Share of its games won."""
        return float(self.won[cell].mean())


def _seeds(results: Results) -> dict[str, str]:
    """Seed of each cell, of its row or else of the manifest; unknown ones differ from all others."""
    column = "seed" in results.cells.columns
    known = results.manifest.get("seed")
    found = {}
    for place, cell in enumerate(results.cells.index):
        seed = str(results.cells["seed"].iloc[place]) if column else "" if known is None else str(known)
        found[str(cell)] = seed or f"unknown {id(results)}"
    return found


def _cell_change(old: _Side, new: _Side, cell: str) -> tuple[Change, bool]:
    """The change of one cell, and whether its games are paired; not yet adjusted for other comparisons."""
    before, after = old.won[cell], new.won[cell]
    if old.seeds[cell] == new.seeds[cell]:
        _, one, other = np.intersect1d(old.numbers[cell], new.numbers[cell], return_indices=True)
        if len(one):
            return _paired(before[one], after[other]), True
    n, m, won_old, won_new = len(before), len(after), int(before.sum()), int(after.sum())
    soft_old, soft_new = (won_old + 1) / (n + 2), (won_new + 1) / (m + 2)
    error = math.sqrt(soft_old * (1 - soft_old) / (n + 2) + soft_new * (1 - soft_new) / (m + 2))
    points = won_new / m - won_old / n
    pooled = (won_old + won_new) / (n + m)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    low, high = _around(soft_new - soft_old, error)
    p = _p_value(points / spread) if spread > 0.0 else 1.0
    return Change(won_old / n, won_new / m, points, min(low, points), max(high, points), p, p, n, m), False


def _paired(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> Change:
    pairs = Pairs.of(before, after)
    gain, low, high = paired_gain([pairs])
    p = pairs.p_value
    return Change(pairs.before, pairs.after, gain, low, high, p, p, pairs.games, pairs.games)


def _around(middle: float, error: float) -> tuple[float, float]:
    half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
    return max(middle - half, -1.0), min(middle + half, 1.0)


def _p_value(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2.0))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p values so that the chance of any wrong call is at most the level, however the tests hang together.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).

    Examples
    --------
    >>> [round(value, 3) for value in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    from statsmodels.stats.multitest import multipletests

    return [float(value) for value in multipletests(p_values, method="holm")[1]] if len(p_values) else []


def _groups(
    cells: Sequence[CellChange], sides: tuple[_Side, _Side]
) -> tuple[dict[tuple[tuple[str, ...], int, str], Change], dict[tuple[tuple[str, ...], int], Change]]:
    """Mean changes by spirit, and of all set-ups, for each player and number of spirits."""
    by_size: dict[tuple[tuple[str, ...], int], list[CellChange]] = {}
    by_spirit: dict[tuple[tuple[str, ...], int, str], list[CellChange]] = {}
    for found in cells:
        key = (found.player, len(found.members))
        by_size.setdefault(key, []).append(found)
        for spirit in dict.fromkeys(found.members):
            by_spirit.setdefault((*key, spirit), []).append(found)
    spirits = {key: mean_change(own, *sides) for key, own in sorted(by_spirit.items())}
    means = {key: mean_change(own, *sides) for key, own in sorted(by_size.items())}
    return _adjusted(spirits), _adjusted(means)


def _adjusted(changes: Mapping[Any, Change]) -> dict[Any, Change]:
    p_values = holm([change.p_value for change in changes.values()])
    return {key: replace(change, adjusted=p) for (key, change), p in zip(changes.items(), p_values, strict=True)}


def mean_change(cells: Sequence[CellChange], old: _Side, new: _Side) -> Change:
    """Mean change of some set-ups, each counting the same, with its error over game numbers.

    Parameters
    ----------
    cells : sequence of CellChange
        The set-ups, at least one.
    old, new : _Side
        Games before and after.
    """
    if len(cells) == 1:
        return cells[0].change
    keys, parts = [], []
    codes: dict[str, int] = {}
    for found in cells:
        for side, sign in ((old, -1.0), (new, 1.0)):
            won = side.won[found.cell]
            code = codes.setdefault(side.seeds[found.cell], len(codes))
            keys.append(side.numbers[found.cell] + (code << SEED_SHIFT))
            parts.append(sign * (won - won.mean()) / (len(won) * len(cells)))
    index = np.unique(np.concatenate(keys), return_inverse=True)[1]
    error = math.sqrt(float((np.bincount(index, np.concatenate(parts)) ** 2).sum()))
    before = float(np.mean([old.rate(found.cell) for found in cells]))
    after = float(np.mean([new.rate(found.cell) for found in cells]))
    low, high = _around(after - before, error)
    p = _p_value((after - before) / error) if error > 0.0 else float(after == before)
    games = [sum(len(side.won[found.cell]) for found in cells) for side in (old, new)]
    return Change(before, after, after - before, low, high, p, p, *games)


def changes_table(changes: Changes) -> pd.DataFrame:
    """The changes of set-ups as one table, a row each.

    Returns
    -------
    pandas.DataFrame
        ``cell``, ``spirits``, ``players``, ``adversary``, ``level``, ``policy``, ``temperature``, ``old`` and ``new``
        (win rates), ``points`` with ``low`` and ``high`` (fractions), ``p_value``, ``adjusted``, ``decided``,
        ``paired``, ``games_old``, ``games_new``.
    """
    import pandas as pd

    rows = []
    for found in changes.cells:
        change = found.change
        policy, temperature = (*found.player, "", "")[:2]
        rows.append(
            {
                "cell": found.cell,
                "spirits": "+".join(found.members),
                "players": len(found.members),
                "adversary": found.opponent.adversary,
                "level": found.opponent.level,
                "policy": policy,
                "temperature": temperature,
                **{key: getattr(change, key) for key in ("old", "new", "points", "low", "high", "p_value", "adjusted")},
                "decided": change.decided,
                "paired": found.paired,
                "games_old": change.games_old,
                "games_new": change.games_new,
            }
        )
    return pd.DataFrame(rows)
