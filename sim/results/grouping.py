"""Cells of results by columns of their set-ups, by their spirits, and by who played them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.errors import BadInput, Fault, nearest
from sim.results.load import Results

if TYPE_CHECKING:
    import pandas as pd

POLICY_COLUMNS = ("policy", "temperature", "weights")
"""Columns of ``cells.csv`` that say who played; cells that differ in one are never averaged."""
NUMBERS = ("level", "difficulty", "temperature", "extra_blight", "seed")
"""Columns of ``cells.csv`` that hold numbers, which are put in the order of numbers."""
SPIRIT, GROUP, CELL = "spirit", "group", "cell"
"""Groupings besides the columns of ``cells.csv``."""

Choice = str | Mapping[str, Any] | Iterable[str]
"""Cells that are meant: one by name, several by name, or those whose columns have these values."""


@dataclass(frozen=True)
class Groups:
    """Cells by group.

    Attributes
    ----------
    names : tuple of str
        What the groups are told apart by.
    cells : dict
        Values of ``names`` -> cells, in order.
    """

    names: tuple[str, ...]
    cells: dict[tuple[Any, ...], list[str]]

    def index(self) -> pd.Index:
        """Index of a table with one row for each group."""
        return table_index(self.names, list(self.cells)) if self.names else table_index(["cells"], [("all",)])


def table_index(names: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> pd.Index:
    """Index with these names and keys; a plain one for a single name."""
    import pandas as pd

    if len(names) == 1:
        return pd.Index([key[0] for key in keys], name=names[0])
    return pd.MultiIndex.from_tuples(keys, names=names)


def group_cells(results: Results, by: str | Sequence[str] = ()) -> Groups:
    """Put cells into groups; those of different policies never into one.

    Parameters
    ----------
    results : Results
        Gives the cells.
    by : str or sequence of str
        Columns of ``results.cells``, ``spirit``, ``group`` or ``cell``.

    Returns
    -------
    Groups
        In the order of their values.

    Raises
    ------
    BadInput
        If there are no such columns, with the nearest name.
    """
    wanted = [by] if isinstance(by, str) else list(by)
    known = [SPIRIT, GROUP, CELL, *(str(name) for name in results.cells.columns if name != "members")]
    wrong = [name for name in wanted if name not in known]
    if wrong:
        raise BadInput(
            [Fault("results", "by", name, "is no column of cells.csv", nearest(name, known)) for name in wrong]
        )
    names = [name for name in told_apart(results.cells) if name not in wanted] + list(dict.fromkeys(wanted))
    groups: dict[tuple[Any, ...], list[str]] = {}
    columns = {name: _values(results, name) for name in names if name != SPIRIT}
    for number, (cell, members) in enumerate(results.cells["members"].items()):
        for spirit in dict.fromkeys(members) if SPIRIT in names else [""]:
            key = tuple(spirit if name == SPIRIT else columns[name][number] for name in names)
            groups.setdefault(key, []).append(str(cell))
    return Groups(tuple(names), {key: groups[key] for key in sorted(groups)})


def told_apart(cells: pd.DataFrame) -> list[str]:
    """Columns that say who played and in which the cells differ."""
    return [name for name in POLICY_COLUMNS if name in cells and cells[name].nunique() > 1]


def choose_cells(results: Results, choice: Choice, where: str) -> list[str]:
    """The cells that are meant.

    Parameters
    ----------
    results : Results
        Gives the cells.
    choice : str, mapping or iterable of str
        A cell, several cells, or values by column (or ``spirit``, ``group``), such as ``{"adversary": "england",
        "level": 3}``.
    where : str
        What the choice is for, for messages.

    Returns
    -------
    list of str
        At least one cell, all of one policy.

    Raises
    ------
    BadInput
        If there are none, or several policies played them.
    """
    if isinstance(choice, Mapping):
        groups = group_cells(results, list(choice))
        wanted = {groups.names.index(name): value for name, value in choice.items()}
        cells = [
            cell
            for key, members in groups.cells.items()
            if all(key[place] == value or str(key[place]) == str(value) for place, value in wanted.items())
            for cell in members
        ]
        if not cells:
            raise BadInput([_no_such(name, value, results, where) for name, value in choice.items()])
    else:
        cells = [choice] if isinstance(choice, str) else list(choice)
        listed = list(results.cells.index)
        faults = [
            Fault("results", where, cell, "unknown cell", nearest(cell, listed)) for cell in cells if cell not in listed
        ]
        if faults or not cells:
            raise BadInput(faults or [Fault("results", where, None, "names no cells")])
    mixed = told_apart(results.cells.loc[cells])
    if mixed:
        message = "different policies played these cells, and their rates are never averaged"
        raise BadInput([Fault("results", where, name, message) for name in mixed])
    return cells


def _values(results: Results, name: str) -> list[Any]:
    """Value of a grouping for each cell; numbers as numbers where no cell lacks them."""
    import pandas as pd

    if name == GROUP:
        return ["+".join(sorted(members)) for members in results.cells["members"]]
    if name == CELL:
        return [str(cell) for cell in results.cells.index]
    column = results.cells[name]
    numbers = pd.to_numeric(column, errors="coerce") if name in NUMBERS else column
    return list(column.astype(str) if numbers.isna().any() or name not in (*NUMBERS, "players") else numbers)


def _no_such(name: str, value: Any, results: Results, where: str) -> Fault:
    known = [str(key[-1]) for key in group_cells(results, name).cells]
    message = "no cell has this" if str(value) not in known else "no cell has this together with the others"
    return Fault("results", f"{where}: {name}", value, message, None if str(value) in known else nearest(value, known))
