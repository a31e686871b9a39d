"""Results folders: Parquet parts, a manifest that vouches for them, and a list of the set-ups played.

Every file is written under another name and renamed when it is whole, and the manifest anew after each part, so that a
folder is valid at any time: whatever stops a run, the parts its manifest lists are complete.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import BadInput, Fault
from sim.run.columns import column_dictionary, to_table
from sim.run.files import write_whole
from sim.run.tally import Rows, Tally, combined_digest

if TYPE_CHECKING:
    import pandas as pd

MANIFEST = "manifest.json"
CELLS = "cells.csv"
SUMMARY = "summary.parquet"
"""Not a part: one row for each cell, written beside the parts by whoever wants it."""
PART_ROWS = 100_000
"""Rows of a part."""
PART_SECONDS = 60.0
"""A part is written after this time even if it is short, so that little is lost when a run is killed."""
FORMAT = 1
"""Moves when older readers cannot read the folder."""


@dataclass
class _Kept:
    """A cell of the folder: its row of the list, its spirits, and what was kept of its games."""

    row: dict[str, Any]
    seats: int
    tally: Tally = field(default_factory=Tally)


class ResultWriter:
    """Writes games into a results folder as they are played, of one cell after the other or of many in turns.

    Parameters
    ----------
    folder : Path
        A folder that does not exist yet or holds no results; with ``parts``, one that holds those.
    header : dict
        What the manifest says of the run as a whole: command, seed, set-ups, policy, versions and so on.
    seats : int
        Most spirits of any cell.
    parts : sequence of dict, optional
        Entries of the manifest for parts that are there already, to be gone on from (``sim.run.resume``).

    Raises
    ------
    BadInput
        If the folder holds other results or cannot be written to.
    """

    def __init__(
        self, folder: Path, header: dict[str, Any], seats: int, parts: Sequence[dict[str, Any]] | None = None
    ) -> None:
        faults = folder_faults(folder) if parts is None else []
        if faults:
            raise BadInput(faults)
        self.folder = folder
        self._header = header
        self._columns = column_dictionary(seats)
        self._cells: dict[str, _Kept] = {}
        self._waiting: list[tuple[str, Rows]] = []
        self._parts: list[dict[str, Any]] = list(parts or ())
        self._written = time.monotonic()
        if parts is not None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._publish(complete=False)
        except OSError as error:
            raise BadInput([_unwritable(folder, error)]) from error

    def begin_cell(self, cell: dict[str, Any], seats: int) -> None:
        """List a cell whose games are to come.

        Parameters
        ----------
        cell : dict
            Row of ``cells.csv``: ``cell``, ``spirits`` joined by "+", ``players`` and what else tells cells apart.
        seats : int
            Spirits of the cell.
        """
        self._cells[cell["cell"]] = _Kept(cell, seats)

    def count(self, cell: str, rows: Rows) -> None:
        """Count games of a cell that the parts hold already, in game order."""
        self._cells[cell].tally.add(rows)

    def add(self, cell: str, rows: Rows) -> None:
        """Keep the next games of a cell, in game order.

        Parameters
        ----------
        cell : str
            Name of a cell that is listed.
        rows : numpy.ndarray of RESULT
            Its next games.

        Raises
        ------
        BadInput
            If they cannot be written; the parts written before stay valid.
        """
        self._waiting.append((cell, rows))
        late = time.monotonic() - self._written > PART_SECONDS
        if late or sum(len(rows) for _, rows in self._waiting) >= PART_ROWS:
            self._flush()

    def close(self, complete: bool) -> None:
        """Write what is left; ``complete`` tells whether all games asked for were played."""
        self._flush()
        self._publish(complete)

    def _flush(self) -> None:
        """Write the games that wait as one part."""
        if not self._waiting:
            return
        slices: dict[str, list[Rows]] = {}
        for cell, rows in self._waiting:
            slices.setdefault(cell, []).append(rows)
        self._waiting = []
        name = _part_name(len(self._parts))
        try:
            games = {cell: np.concatenate(rows) for cell, rows in slices.items()}
            content = _parquet([(rows, cell, self._cells[cell].seats) for cell, rows in games.items()])
            write_whole(self.folder / name, content)
            for cell, rows in games.items():
                self.count(cell, rows)
            self._parts.append({"file": name, "games": sum(map(len, games.values())), "hash": _hash(content)})
            self._publish(complete=False)
        except OSError as error:
            raise BadInput([_unwritable(self.folder, error)]) from error
        self._written = time.monotonic()

    def _publish(self, complete: bool) -> None:
        """Write the manifest and the list of cells as of now."""
        tallies = [cell.tally for cell in self._cells.values()]
        played = {
            "complete": complete,
            "games": sum(tally.games for tally in tallies),
            "digest": combined_digest(tallies),
        }
        tail = {"columns": self._columns, "parts": self._parts}
        manifest = {"format": FORMAT} | self._header | played | tail
        write_whole(self.folder / CELLS, _csv([_listed(cell) for cell in self._cells.values()]))
        write_whole(self.folder / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n")


def folder_faults(folder: Path) -> list[Fault]:
    """Why results cannot go into a folder; nothing is left behind by looking."""
    if folder.exists() and not folder.is_dir():
        return [Fault("command line", "--out", str(folder), "is a file, not a folder")]
    if (folder / MANIFEST).exists() or list(folder.glob("games-*.parquet")):
        return [Fault("command line", "--out", str(folder), "holds results already; nothing is overwritten")]
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not existing.is_dir():
        return [Fault("command line", "--out", str(folder), f"{existing} is a file, not a folder")]
    try:
        # permissions alone do not tell: a file system may be read-only, or the user may be root
        tempfile.TemporaryDirectory(dir=existing).cleanup()
    except OSError as error:
        return [_unwritable(folder, error)]
    return []


def read_results(
    folder: Path, columns: Sequence[str] | None = None, manifest: dict[str, Any] | None = None
) -> pd.DataFrame:
    """All games of a results folder.

    Parameters
    ----------
    folder : Path
        What a ``ResultWriter`` has written, finished or not.
    columns : sequence of str, optional
        Read only these; those that no part has are left out.
    manifest : dict, optional
        The folder's manifest as it was read before: the same games are read again, though more may be there by now.

    Returns
    -------
    pandas.DataFrame
        One row for each game, in the order in which they were written; columns of seats that a cell does not have are
        empty.

    Raises
    ------
    BadInput
        If the manifest is missing or wrong, or a part is missing, changed, or not of this folder; names each.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    again = manifest is not None
    contents = sound_parts(folder, manifest or read_manifest(folder), alone=not again)
    if not contents:
        raise BadInput([Fault(str(folder), "", None, "holds no games")])
    # parts are small: one thread reads them twice as fast as several that have to be set to work
    files = [parquet.ParquetFile(pa.BufferReader(content)) for content in contents]
    tables = [file.read(columns, use_threads=False) for file in files]
    return pa.concat_tables(tables, promote_options="permissive").to_pandas()


def sound_parts(folder: Path, manifest: dict[str, Any], *, alone: bool = True) -> list[bytes]:
    """Contents of the parts that the manifest vouches for.

    Parameters
    ----------
    folder : Path
        The results folder.
    manifest : dict
        Its manifest.
    alone : bool
        There must be no other parts.

    Raises
    ------
    BadInput
        If one is missing or changed, or there is a part that is not of this folder; names each.
    """
    contents = []
    faults = []
    for part in manifest["parts"]:
        path = folder / part["file"]
        if not path.is_file():
            faults.append(Fault(str(path), "", None, f"is missing; {MANIFEST} lists it"))
            continue
        content = path.read_bytes()
        if _hash(content) != part["hash"]:
            faults.append(Fault(str(path), "", None, f"is torn or changed: {MANIFEST} vouches for other content"))
            continue
        contents.append(content)
    known = {part["file"] for part in manifest["parts"]} | {SUMMARY}
    if not manifest.get("complete"):
        # a run that was killed may leave one part which the manifest did not get to list
        known.add(_part_name(len(manifest["parts"])))
    for path in sorted(folder.glob("*.parquet")):
        if alone and path.name not in known:
            faults.append(Fault(str(path), "", None, f"is not of these results: {MANIFEST} does not list it"))
    if faults:
        raise BadInput(faults)
    return contents


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a results folder.

    Raises
    ------
    BadInput
        If it is missing, cannot be read or lacks its list of parts.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = "no such file; a results folder has one" if folder.is_dir() else "no such folder"
        raise BadInput([Fault(str(path if folder.is_dir() else folder), "", None, message)]) from None
    except (OSError, ValueError) as error:
        raise BadInput([Fault(str(path), "", None, f"cannot be read: {error}")]) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else None
        raise BadInput([Fault(str(path), "format", found, f"is not {FORMAT}: no manifest that this version reads")])
    parts = manifest.get("parts")
    named = isinstance(parts, list) and all(isinstance(part, dict) and {"file", "hash"} <= set(part) for part in parts)
    if not named:
        raise BadInput([Fault(str(path), "parts", None, "must list the files and their hashes")])
    return manifest


def _part_name(number: int) -> str:
    return f"games-{number:05d}.parquet"


def _unwritable(folder: Path, error: OSError) -> Fault:
    return Fault("command line", "--out", str(folder), f"cannot be written to: {error.strerror or error}")


def _listed(cell: _Kept) -> dict[str, Any]:
    """The cell's row of the list with what was kept of its games."""
    return cell.row | {"games": cell.tally.games, "wins": cell.tally.wins, "digest": cell.tally.digest}


def _parquet(slices: Sequence[tuple[Rows, str, int]]) -> bytes:
    """Games of some cells as one Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    table = pa.concat_tables([to_table(*games) for games in slices], promote_options="permissive")
    buffer = io.BytesIO()
    parquet.write_table(table.unify_dictionaries().combine_chunks(), buffer, compression="zstd")
    return buffer.getvalue()


def _csv(cells: list[dict[str, Any]]) -> bytes:
    text = io.StringIO()
    names = list(dict.fromkeys(name for cell in cells for name in cell))
    table = csv.DictWriter(text, names, lineterminator="\n")
    table.writeheader()
    table.writerows(cells)
    return text.getvalue().encode()


def _hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
