"""Balance report of a results folder: one HTML page and one CSV."""

from __future__ import annotations

from pathlib import Path

from sim.results.load import Results, load_results


def write_report(folder: Path, out: Path | None = None) -> Path:
    """Write ``report.html`` and ``summary.csv`` of a results folder.

    Parameters
    ----------
    folder : Path
        Results folder with ``manifest.json``, ``cells.csv`` and the games.
    out : Path, optional
        Folder to write into, made if needed; the results folder itself if not given.

    Returns
    -------
    Path
        The page.  Equal results give equal bytes.

    Raises
    ------
    BadInput
        If the folder is no results folder, with all faults.
    """
    return write_pages(load_results(folder), out if out is not None else folder)


def write_pages(results: Results, out: Path) -> Path:
    """Write the page and the CSV of results that are already loaded.

    Parameters
    ----------
    results : Results
        The games.
    out : Path
        Folder to write into, made if needed.

    Returns
    -------
    Path
        The page.
    """
    from sim.report.page import render_page
    from sim.results.summary import cell_summary

    out.mkdir(parents=True, exist_ok=True)
    page = out / "report.html"
    page.write_text(render_page(results), encoding="utf-8", newline="\n")
    summary = cell_summary(results)
    summary.to_csv(out / "summary.csv", index=False, float_format="%.6f", lineterminator="\n")
    return page
