"""Summaries of results as files beside their games."""

from __future__ import annotations

import io
from pathlib import Path

from sim.results.load import load_results
from sim.results.summary import cell_summary
from sim.run.files import write_whole
from sim.run.store import SUMMARY


def write_summary(folder: Path) -> None:
    """Write ``summary.csv`` and ``summary.parquet`` of a results folder: one row for each cell that has games.

    Parameters
    ----------
    folder : Path
        Results folder, finished or not.

    Raises
    ------
    BadInput
        If the folder is no results folder, with all faults.
    """
    summary = cell_summary(load_results(folder))
    content = io.BytesIO()
    summary.to_parquet(content, index=False)
    write_whole(folder / SUMMARY, content.getvalue())
    text = summary.to_csv(index=False, float_format="%.6f", lineterminator="\n")
    write_whole((folder / SUMMARY).with_suffix(".csv"), text.encode())
