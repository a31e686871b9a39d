"""A results folder, checked: its manifest, its cells, and its games, of which columns are read when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import BadInput, Fault, nearest, unknown
from sim.run.tally import OUTCOMES, WIN_NAMES

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

GAME_COLUMNS = (
    "cell",
    "game",
    "outcome",
    "rounds",
    "terror",
    "fear_cards",
    "invader_cards",
    "blight_pool",
    "blight",
    "cascades",
    "dahan",
    "score",
)
FIRST_COLUMNS = ("cell", "game", "outcome")
"""Columns that are read at once: they tell which games there are and who won."""
CELL_COLUMNS = ("cell", "spirits", "players")


class Results:
    """Content of a results folder.

    Parameters
    ----------
    games : pandas.DataFrame
        One row per game, in the order of ``cells`` and by game number; ``cell``, ``game``, ``outcome``, ``won``,
        ``players`` and ``weight``, and further columns of the result row.
    cells, manifest
        As the attributes.
    read : callable, optional
        Reads further columns, in the same order of games: of the names given, or all if None is given.

    Attributes
    ----------
    cells : pandas.DataFrame
        One row per cell that was played, indexed by cell, small groups of spirits first; ``members`` holds its spirits
        in seat order, the other columns its set-up.
    manifest : dict
        How the games were played: command, seed, versions, digest and so on.
    """

    def __init__(
        self,
        games: pd.DataFrame,
        cells: pd.DataFrame,
        manifest: dict[str, Any],
        read: Callable[[Sequence[str] | None], pd.DataFrame] | None = None,
    ) -> None:
        self.cells = cells
        self.manifest = manifest
        self._games = games
        self._read = read

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._games)

    @property
    def games(self) -> pd.DataFrame:
        """One row per game with all columns; they are read when first asked for.

        Besides those of the result row there are ``won``, ``players`` (number of spirits) and ``weight`` (one over the
        games of its cell: lets each cell count the same).
        """
        if self._read is not None:
            every = self._read(None)
            self._games = every.assign(**{name: self._games[name] for name in self._games.columns})
            self._read = None
        return self._games

    def columns(self, *names: str) -> pd.DataFrame:
        """Some columns of ``games``; of a folder only these are read, which is far quicker than all.

        Parameters
        ----------
        *names : str
            Columns, those of the result row or ``won``, ``players``, ``weight``.

        Returns
        -------
        pandas.DataFrame
            One row per game, in the order of ``games``.

        Raises
        ------
        BadInput
            If there are no such columns, or the folder has been changed since it was opened.
        """
        wanted = [name for name in names if name not in self._games.columns]
        if wanted and self._read is not None:
            self._games = self._games.assign(**dict(self._read(wanted).items()))
        faults = _missing_columns(list(self._games.columns), names, "results", self.column_names)
        if faults:
            raise BadInput(faults)
        return self._games[list(names)]

    @property
    def column_names(self) -> list[str]:
        """Every column that games have, read or not."""
        return list(dict.fromkeys([*map(str, self.manifest.get("columns", ())), *map(str, self._games.columns)]))

    def only(self, cells: pd.DataFrame) -> Results:
        """The results of some cells.

        Parameters
        ----------
        cells : pandas.DataFrame
            Rows of ``cells``.

        Returns
        -------
        Results
            Their games; columns that were not read yet can still be asked for.
        """
        kept = self._games["cell"].isin(cells.index).to_numpy()

        def read(names: Sequence[str] | None) -> pd.DataFrame:
            more = self.games if names is None else self.columns(*names)
            return more[kept].reset_index(drop=True)

        games = self._games[kept].reset_index(drop=True)
        return Results(games, cells, self.manifest, read if self._read is not None else None)


def load_results(folder: Path) -> Results:
    """Open a results folder and check all of its files.

    Of the games only what tells them apart and who won is read; the other columns follow when they are asked for.

    Parameters
    ----------
    folder : Path
        Folder with ``manifest.json``, ``cells.csv`` and the Parquet parts.

    Returns
    -------
    Results
        Its games, cells and manifest.

    Raises
    ------
    BadInput
        If files or columns are missing, torn, foreign or do not fit together, with all faults.
    """
    import pandas as pd

    from sim.run.store import CELLS, read_manifest, read_results

    folder = Path(folder)
    manifest = read_manifest(folder)
    games = read_results(folder, FIRST_COLUMNS)
    path = folder / CELLS
    try:
        listed = pd.read_csv(path, dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise BadInput([Fault(str(path), "", None, f"cannot be read: {error}")]) from error
    faults = _missing_columns([*games.columns, *manifest.get("columns", GAME_COLUMNS)], GAME_COLUMNS, str(folder))
    games, cells, order = _fitted(games, listed, folder, faults)

    def read(names: Sequence[str] | None) -> pd.DataFrame:
        # the cell tells how many games there are, even of columns that a part lacks
        more = read_results(folder, names if names is None else ("cell", *names), manifest)
        more = more.drop(columns="cell") if names is not None and "cell" not in names else more
        return more if order is None else more.take(order).reset_index(drop=True)

    return Results(games, cells, manifest, read)


def check_results(games: pd.DataFrame, cells: pd.DataFrame, manifest: dict[str, Any], folder: Path) -> Results:
    """Check the three parts of a results folder against each other and bring them into one form.

    Parameters
    ----------
    games : pandas.DataFrame
        One row per game.
    cells : pandas.DataFrame
        One row per cell: ``cell``, ``spirits`` joined by "+", ``players``, and columns of the set-up.
    manifest : dict
        Manifest of the folder.
    folder : Path
        Where they come from, for messages.

    Returns
    -------
    Results
        The checked results.

    Raises
    ------
    BadInput
        If columns are missing, or cells and games do not fit, with all faults.
    """
    faults = _missing_columns(list(games.columns), GAME_COLUMNS, str(folder))
    games, played, _ = _fitted(games, cells, folder, faults)
    return Results(games, played, manifest)


def _fitted(
    games: pd.DataFrame, cells: pd.DataFrame, folder: Path, faults: list[Fault]
) -> tuple[pd.DataFrame, pd.DataFrame, NDArray[np.intp] | None]:
    """Games in order and with the columns that every figure needs, cells played, and how the games were put in order.

    ``faults`` found before are told with those of missing columns.
    """
    faults = faults + _missing_columns(list(cells.columns), CELL_COLUMNS, str(folder / "cells.csv"))
    if faults:
        raise BadInput(faults)
    cells = cells.assign(cell=cells["cell"].astype(str))
    games = games.assign(
        cell=games["cell"].astype("category").cat.rename_categories(str),
        outcome=games["outcome"].astype("category").cat.rename_categories(str),
    )
    faults = _cell_faults(games, cells, folder)
    if faults:
        raise BadInput(faults)
    played = cells[cells["cell"].isin(games["cell"].unique())]
    members = [tuple(text.split("+")) for text in played["spirits"]]
    # what the writer counted is counted anew from the games
    played = played.drop(columns=["games", "wins", "digest"], errors="ignore")
    played = played.assign(players=played["players"].astype(int), members=members).set_index("cell")
    played = played.sort_values("players", kind="stable")
    games = games.assign(cell=games["cell"].cat.set_categories(played.index))
    order = _order(games, folder)
    if order is not None:
        games = games.take(order)
    return _prepared(games.reset_index(drop=True), played), played, order


def _order(games: pd.DataFrame, folder: Path) -> NDArray[np.intp] | None:
    """Rows by cell and game number; None if they are in that order already."""
    number = games["game"].to_numpy(dtype=np.int64)
    place = games["cell"].cat.codes.to_numpy(dtype=np.int64) * (number.max() + 1) + number
    if (np.diff(place) > 0).all():
        return None
    order = np.argsort(place, kind="stable")
    twice = order[1:][np.diff(place[order]) == 0]
    if len(twice):
        first = games.iloc[twice[0]]
        message = f"has {len(twice):,} games that are there twice, such as number {first['game']}"
        raise BadInput([Fault(str(folder), "cell", str(first["cell"]), message)])
    return order


def _prepared(games: pd.DataFrame, cells: pd.DataFrame) -> pd.DataFrame:
    """Add the columns that every figure needs."""
    codes = games["cell"].cat.codes.to_numpy()
    sizes = np.bincount(codes, minlength=len(cells))
    won = games["outcome"].cat.categories.isin(WIN_NAMES)[games["outcome"].cat.codes.to_numpy()]
    return games.assign(won=won, players=cells["players"].to_numpy()[codes], weight=(1.0 / sizes)[codes])


def _missing_columns(there: Sequence[str], wanted: Sequence[str], where: str, known: Sequence[str] = ()) -> list[Fault]:
    """Find columns that are not there; names that are meant may be among those ``known`` elsewhere too."""
    return [
        Fault(where, name, None, "this column is missing", nearest(name, [*there, *known]))
        for name in wanted
        if name not in there
    ]


def _cell_faults(games: pd.DataFrame, cells: pd.DataFrame, folder: Path) -> list[Fault]:
    """Find what does not fit between cells and games; both have their columns."""
    path = str(folder / "cells.csv")
    faults = []
    if games.empty:
        faults.append(Fault(str(folder), "", None, "holds no finished games"))
    listed = list(cells["cell"])
    for cell in sorted(set(games["cell"].unique()) - set(listed)):
        faults.append(Fault(str(folder), "cell", cell, "has games but no row in cells.csv", nearest(cell, listed)))
    for cell in cells["cell"][cells["cell"].duplicated()]:
        faults.append(Fault(path, "cell", cell, "has two rows"))
    for cell, spirits, players in zip(cells["cell"], cells["spirits"], cells["players"], strict=True):
        seats = len(str(spirits).split("+"))
        if not spirits or str(players) != str(seats):
            faults.append(Fault(path, f"players of cell {cell}", players, f"spirits names {seats}: {spirits!r}"))
    known = list(OUTCOMES.values())
    names = sorted(set(games["outcome"].unique()) - set(known))
    faults += [unknown(str(folder), "outcome", name, "outcome", known) for name in names]
    return faults
