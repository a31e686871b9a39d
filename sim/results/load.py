"""What a report is made of: the games, cells and manifest of a results folder, checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import BadInput, Fault, nearest, unknown
from sim.run.tally import OUTCOMES, WIN_NAMES

if TYPE_CHECKING:
    import pandas as pd

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
CELL_COLUMNS = ("cell", "spirits", "players")


@dataclass(frozen=True)
class Results:
    """Content of a results folder.

    Attributes
    ----------
    games : pandas.DataFrame
        One row per game, in the order of ``cells`` and by game number, with the columns of the result row and ``won``,
        ``players`` (number of spirits) and ``weight`` (one over the games of its cell: lets each cell count the same).
    cells : pandas.DataFrame
        One row per cell, indexed by cell, small groups of spirits first; ``members`` holds its spirits in seat order,
        the other columns its set-up.
    manifest : dict
        How the games were played: command, seed, versions, digest and so on.
    """

    games: pd.DataFrame
    cells: pd.DataFrame
    manifest: dict[str, Any]


def load_results(folder: Path) -> Results:
    """Read a results folder and check that a report can be made of it.

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
        If files or columns are missing or do not fit together, with all faults.
    """
    import pandas as pd

    from sim.run.store import CELLS, read_manifest, read_results

    manifest = read_manifest(folder)
    games = read_results(folder)
    path = folder / CELLS
    try:
        cells = pd.read_csv(path, dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise BadInput([Fault(str(path), "", None, f"cannot be read: {error}")]) from error
    return check_results(games, cells, manifest, folder)


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
    faults = _missing_columns(games, GAME_COLUMNS, folder) + _missing_columns(cells, CELL_COLUMNS, folder / "cells.csv")
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
    return Results(_prepared(games, played), played, manifest)


def _prepared(games: pd.DataFrame, cells: pd.DataFrame) -> pd.DataFrame:
    """Put the games in the order of the cells and add the columns that every figure needs."""
    games = games.assign(cell=games["cell"].cat.set_categories(cells.index))
    games = games.sort_values(["cell", "game"], kind="stable", ignore_index=True)
    sizes = games["cell"].value_counts()
    return games.assign(
        won=games["outcome"].isin(WIN_NAMES),
        players=games["cell"].map(cells["players"]).astype(int),
        weight=games["cell"].map(1.0 / sizes).astype(float),
    )


def _missing_columns(table: pd.DataFrame, wanted: tuple[str, ...], where: Path) -> list[Fault]:
    there = [str(column) for column in table.columns]
    return [
        Fault(str(where), name, None, "this column is missing", nearest(name, there))
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
