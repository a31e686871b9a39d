"""What changed between two results folders: differences of win rates by set-up and by spirit, with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import BadInput, Fault, nearest
from sim.report.opponents import Opponent, opponents_of
from sim.results.load import Results
from sim.results.rates import WinRates
from sim.stats.intervals import CONFIDENCE
from sim.stats.normal import normal_p_value, z_value
from sim.stats.paired import Pairs, paired_gain
from sim.stats.ranking import LEVEL

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

PLAYER_COLUMNS = ("policy", "temperature")
"""Columns that say who played; changes of different players are never averaged."""
OLD, NEW = "old ", "new "
"""What stands in front of the cells' names where both folders are looked at together."""


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
    kept = set(shared)
    only_old, only_new = ([str(cell) for cell in side.cells.index if cell not in kept] for side in (old, new))
    old, new = (side.only(side.cells.loc[shared]) for side in (old, new))
    rates = _side_by_side(old, new)
    cells = _cell_changes(new.cells, rates)
    return Changes(old, new, cells, *_groups(cells, rates), only_old, only_new)


def _cell_changes(cells: pd.DataFrame, rates: WinRates) -> list[CellChange]:
    """The change of every cell, adjusted for all of them."""
    opponents = opponents_of(cells)
    columns = [column for column in PLAYER_COLUMNS if column in cells.columns]
    changes = {str(cell): _cell_change(rates, str(cell)) for cell in cells.index}
    adjusted = _adjusted({cell: change for cell, (change, _) in changes.items()})
    found = []
    for cell, row in cells.iterrows():
        name, player = str(cell), tuple(str(row[column]) for column in columns)
        found.append(CellChange(name, row["members"], opponents[name], player, changes[name][1], adjusted[name]))
    return found


def _side_by_side(old: Results, new: Results) -> WinRates:
    """Games won of both, the folder in front of each cell's name; games of one seed and number share their luck."""
    import pandas as pd

    games, seeds = [], dict[str, str]()
    for folder, side in ((OLD, old), (NEW, new)):
        own = side.columns("cell", "game", "won")
        games.append(own.assign(cell=folder + own["cell"].astype(str)))
        seeds |= {folder + cell: seed or f"unknown {folder}" for cell, seed in _seeds(side).items()}
    both = pd.concat(games, ignore_index=True)
    return WinRates(Results(both.assign(cell=both["cell"].astype("category")), pd.DataFrame({"seed": seeds}), {}))


def _seeds(results: Results) -> dict[str, str]:
    """Seed of each cell, of its row or else of the manifest; empty where neither tells."""
    known = results.manifest.get("seed")
    told = results.cells.get("seed", ["" if known is None else known] * len(results.cells))
    return {str(cell): str(seed) for cell, seed in zip(results.cells.index, told, strict=True)}


def _cell_change(rates: WinRates, cell: str) -> tuple[Change, bool]:
    """The change of one cell, and whether its games are paired; not yet adjusted for other comparisons."""
    before, after = rates.won[OLD + cell], rates.won[NEW + cell]
    index = rates.luck.index
    _, one, other = np.intersect1d(index[OLD + cell], index[NEW + cell], return_indices=True)
    if len(one):
        return _paired(before[one], after[other]), True
    n, m, won_old, won_new = len(before), len(after), int(before.sum()), int(after.sum())
    soft_old, soft_new = (won_old + 1) / (n + 2), (won_new + 1) / (m + 2)
    half = z_value(CONFIDENCE) * math.sqrt(soft_old * (1 - soft_old) / (n + 2) + soft_new * (1 - soft_new) / (m + 2))
    points, middle = won_new / m - won_old / n, soft_new - soft_old
    pooled = (won_old + won_new) / (n + m)
    p = _p_value(points, math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m)))
    low, high = max(min(middle - half, points), -1.0), min(max(middle + half, points), 1.0)
    return Change(won_old / n, won_new / m, points, low, high, p, p, n, m), False


def _paired(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> Change:
    pairs = Pairs.of(before, after)
    gain, low, high = paired_gain([pairs])
    p = pairs.p_value
    return Change(pairs.before, pairs.after, gain, low, high, p, p, pairs.games, pairs.games)


def _p_value(points: float, error: float) -> float:
    """Two-sided p value of a normal test; 1 where there is no difference, whatever the error."""
    if points == 0.0:
        return 1.0
    return float(normal_p_value(points / error)) if error > 0.0 else 0.0


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
    cells: Sequence[CellChange], rates: WinRates
) -> tuple[dict[tuple[tuple[str, ...], int, str], Change], dict[tuple[tuple[str, ...], int], Change]]:
    """Mean changes by spirit, and of all set-ups, for each player and number of spirits."""
    by_size: dict[tuple[tuple[str, ...], int], list[CellChange]] = {}
    by_spirit: dict[tuple[tuple[str, ...], int, str], list[CellChange]] = {}
    for found in cells:
        key = (found.player, len(found.members))
        by_size.setdefault(key, []).append(found)
        for spirit in dict.fromkeys(found.members):
            by_spirit.setdefault((*key, spirit), []).append(found)
    spirits = {key: _mean_change(own, rates) for key, own in sorted(by_spirit.items())}
    means = {key: _mean_change(own, rates) for key, own in sorted(by_size.items())}
    return _adjusted(spirits), _adjusted(means)


def _adjusted(changes: Mapping[Any, Change]) -> dict[Any, Change]:
    p_values = holm([change.p_value for change in changes.values()])
    return {key: replace(change, adjusted=p) for (key, change), p in zip(changes.items(), p_values, strict=True)}


def _mean_change(cells: Sequence[CellChange], rates: WinRates) -> Change:
    """Mean change of some set-ups, each counting the same, with its error over game numbers."""
    if len(cells) == 1:
        return cells[0].change
    before, after = ([folder + found.cell for found in cells] for folder in (OLD, NEW))
    old, new, gap = rates.mean(before), rates.mean(after), rates.difference(after, before)
    p = _p_value(gap.points, gap.error)
    low, high = max(gap.low, -1.0), min(gap.high, 1.0)
    return Change(old.rate, new.rate, gap.points, low, high, p, p, old.games, new.games)


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
