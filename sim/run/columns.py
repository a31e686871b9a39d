"""The columns of result files: one row for each game, seat fields flat, codes as names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import pyarrow as pa

from sim.core.codes import Phase
from sim.game.rows import RESULT
from sim.run.tally import OUTCOMES, Rows

CELL = "cell"
MEANINGS = {
    CELL: "set-up played, as listed in cells.csv",
    "game": "number of the game; with the seed it is the game",
    "outcome": "how the game ended",
    "rounds": "round the game ended in",
    "phase": "phase the game ended in",
    "terror": "terror level at the end",
    "fear_cards": "fear cards earned",
    "fear_generated": "fear markers moved towards the next fear card",
    "invader_cards": "cards left in the invader deck",
    "blight_pool": "blight left in the pool or on the blight card",
    "blight_flipped": "1 if the blight card shows its back",
    "blight": "blight on the island",
    "cascades": "cascades of the whole game",
    "explorers": "explorers on the island",
    "towns": "towns on the island",
    "cities": "cities on the island",
    "dahan": "dahan on the island",
    "score": "official score, with the difficulty of adversary and scenario",
    "presence": "presence on the island",
    "destroyed": "presence destroyed",
    "energy": "energy left at the end",
    "cards": "power cards owned",
    "majors": "major powers gained",
    "levels": "rounds in which this level of the innate powers was used",
}
"""What each field of the result row means; fields of a seat have one column for each seat."""
_CODES: dict[str, list[IntEnum]] = {"outcome": list(OUTCOMES), "phase": list(Phase)}
"""Fields that hold codes, with all their codes, which follow one another."""


@dataclass(frozen=True)
class Column:
    """One column of the result files.

    Attributes
    ----------
    name : str
        e.g. ``levels_2_1``: seat 2, level 1.
    field : str
        Field of the result row.
    place : tuple of int
        Indices within the field: none, seat, or seat and level, from 0.
    """

    name: str
    field: str
    place: tuple[int, ...]

    @property
    def meaning(self) -> str:
        """What the column holds, in words."""
        places = zip(("seat", "level"), self.place, strict=False)
        return ", ".join([MEANINGS[self.field], *(f"{word} {index + 1}" for word, index in places)])


def game_columns(seats: int) -> list[Column]:
    """The columns of games with so many spirits, ``cell`` apart.

    Examples
    --------
    >>> [column.name for column in game_columns(2) if column.field == "presence"]
    ['presence_1', 'presence_2']
    """
    columns = []
    for field in RESULT.names or ():
        shape = RESULT[field].shape
        shown = (seats, *shape[1:]) if shape else ()
        for place in np.ndindex(shown):
            columns.append(Column("_".join([field, *(str(index + 1) for index in place)]), field, place))
    return columns


def column_dictionary(seats: int) -> dict[str, str]:
    """Meaning of every column, in order, for games with up to so many spirits."""
    return {CELL: MEANINGS[CELL]} | {column.name: column.meaning for column in game_columns(seats)}


def to_table(rows: Rows, cell: str, seats: int) -> pa.Table:
    """Rows as an Arrow table.

    Parameters
    ----------
    rows : numpy.ndarray of RESULT
        Rows of games of one cell.
    cell : str
        Name of the cell.
    seats : int
        Spirits of the cell; columns of further seats are left out.
    """
    arrays: dict[str, Any] = {CELL: _named(np.zeros(len(rows), dtype=np.int32), [cell], ordered=False)}
    for column in game_columns(seats):
        place: tuple[Any, ...] = (slice(None), *column.place)
        values = np.ascontiguousarray(rows[column.field][place])
        if column.field in _CODES:
            codes = _CODES[column.field]
            names = [code.name.lower() for code in codes]
            arrays[column.name] = _named(values - codes[0].value, names, ordered=True)
        else:
            arrays[column.name] = pa.array(values)
    return pa.table(arrays)


def from_table(table: pa.Table, seats: int) -> Rows:
    """Rows of games of one cell from their Arrow table: what ``to_table`` was given.

    Parameters
    ----------
    table : pyarrow.Table
        Games of one cell.
    seats : int
        Spirits of the cell.
    """
    rows = np.zeros(len(table), dtype=RESULT)
    for column in game_columns(seats):
        place: tuple[Any, ...] = (slice(None), *column.place)
        values = table.column(column.name).combine_chunks()
        if column.field in _CODES:
            codes = {code.name.lower(): code.value for code in _CODES[column.field]}
            of_index = np.array([codes[name] for name in values.dictionary.to_pylist()])
            rows[column.field][place] = of_index[values.indices.to_numpy(zero_copy_only=False)]
        else:
            rows[column.field][place] = values.to_numpy(zero_copy_only=False)
    return rows


def _named(codes: np.ndarray[Any, Any], names: list[str], *, ordered: bool) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(codes), pa.array(names), ordered=ordered)
