"""Balance report of a results folder: one HTML page, a Markdown summary and two CSVs."""

from __future__ import annotations

from pathlib import Path

from sim.results.load import Results, load_results

PAGE, MARKDOWN, SUMMARY, TIDY = "report.html", "summary.md", "summary.csv", "tidy.csv"
"""Files of a report."""


def write_report(folder: Path, out: Path | None = None) -> Path:
    """Write ``report.html``, ``summary.md``, ``summary.csv`` and ``tidy.csv`` of a results folder.

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
    """Write page, summary and tables of results that are already loaded.

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
    from sim.report.markdown import markdown_summary
    from sim.report.page import page_content, render_content
    from sim.report.tidy import tidy_table
    from sim.results.summary import cell_summary

    out.mkdir(parents=True, exist_ok=True)
    content = page_content(results)
    page = out / PAGE
    page.write_text(render_content(content), encoding="utf-8", newline="\n")
    (out / MARKDOWN).write_text(markdown_summary(content), encoding="utf-8", newline="\n")
    for name, table in ((SUMMARY, cell_summary(results)), (TIDY, tidy_table(content.parts))):
        table.to_csv(out / name, index=False, float_format="%.6f", lineterminator="\n")
    return page
