"""Going on with a results folder: what it holds is checked, counted anew from its rows, and added to."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import BadInput, Fault
from sim.run.cells import Cell, listed_writer, results_header
from sim.run.columns import CELL, from_table
from sim.run.store import MANIFEST, ResultWriter, read_manifest, sound_parts
from sim.run.tally import Rows

SAME = ("seed", "policy", "temperature", "weights")
"""Keys of the manifest in which a run that goes on must equal the one before, for the rows to be of one experiment."""

ANOTHER_RUN = "resume with the file and the flags of the run before"


def resumed_writer(
    folder: Path, cells: Sequence[Cell], more: Mapping[str, Any], counted: Callable[[str, Rows], None]
) -> ResultWriter:
    """A writer that goes on where another one stopped.

    Parameters
    ----------
    folder : Path
        Its results folder.
    cells : sequence of Cell
        What is played, as it was then.
    more : mapping
        Further entries of the manifest, as for ``results_header``.
    counted : callable
        Given the name of a cell and its next rows that the folder holds, in game order.

    Raises
    ------
    BadInput
        If the folder holds no results, is of other cells, rules or weights, or has torn or foreign files; names each.
    """
    manifest = read_manifest(folder)
    header = results_header(cells, more)
    faults = _differences(folder, manifest, header)
    if faults:
        raise BadInput(faults)
    header |= {key: manifest[key] for key in ("command", "started") if key in manifest}
    contents = sound_parts(folder, manifest)
    seats = {cell.name: cell.setup.players for cell in cells}
    writer = listed_writer(folder, header, cells, manifest["parts"])
    for content in contents:
        for name, rows in _cells_of(content, seats):
            writer.count(name, rows)
            counted(name, rows)
    return writer


def _differences(folder: Path, manifest: dict[str, Any], header: dict[str, Any]) -> list[Fault]:
    """In what the folder's run is another than the one that would go on with it."""
    path = str(folder / MANIFEST)
    faults = []
    for key in SAME:
        if manifest.get(key) != header[key]:
            faults.append(Fault(path, key, manifest.get(key), f"is not {header[key]}: {ANOTHER_RUN}"))
    then, now = _set_ups(manifest.get("cells")), _set_ups(header["cells"])
    changed = [name for name in {**then, **now} if then.get(name) != now.get(name)]
    if changed:
        more = f", nor are {len(changed) - 1} others" if len(changed) > 1 else ""
        faults.append(Fault(path, f"cells.{changed[0]}", None, f"is not what would be played now{more}: {ANOTHER_RUN}"))
    if not _goes_on(manifest.get("amount"), header["amount"]):
        message = "is more than is asked for now, or until another precision; ask for as much or more"
        faults.append(Fault(path, "amount", manifest.get("amount"), message))
    by_rules, rules = manifest.get("versions", {}).get("rules"), header["versions"]["rules"]
    if by_rules != rules:
        message = f"is not {rules}: games by other rules cannot be added to"
        faults.append(Fault(path, "versions.rules", by_rules, message))
    return faults


def _set_ups(cells: Any) -> dict[str, Any]:
    """The set-ups of a manifest by cell, without their games, of which there may be more now."""
    if not isinstance(cells, dict):
        return {}
    return {name: {key: value for key, value in cell.items() if key != "games"} for name, cell in cells.items()}


def _goes_on(then: Any, now: Mapping[str, Any]) -> bool:
    """Whether games played for one amount are the first of those of another: a number of games may grow."""
    if not isinstance(then, dict):
        return False
    return then == now or bool(then.get("within") is None and now["within"] is None and then["games"] <= now["games"])


def _cells_of(content: bytes, seats: dict[str, int]) -> Iterator[tuple[str, Rows]]:
    """Name and rows of each cell in a part."""
    import pyarrow.parquet as parquet

    table = parquet.read_table(io.BytesIO(content))
    column = table.column(CELL).combine_chunks()
    names, places = column.dictionary.to_pylist(), column.indices.to_numpy(zero_copy_only=False)
    # a part holds the games of a cell together
    ends = [0, *(np.flatnonzero(np.diff(places)) + 1).tolist(), len(places)]
    for begin, end in zip(ends[:-1], ends[1:], strict=True):
        name = names[places[begin]]
        yield name, from_table(table.slice(begin, end - begin), seats[name])
