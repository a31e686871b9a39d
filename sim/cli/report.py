"""``spirit-sim report``: a page about a results folder, or about what changed between two of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sim.cli.options import COMMAND_LINE
from sim.errors import BadInput, Fault


@click.command(name="report", short_help="Write a balance report: one HTML page and tables.")
@click.argument("results", required=False, type=click.Path(path_type=Path), metavar="[RESULTS]")
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(path_type=Path),
    metavar="OLD NEW",
    help="Write what changed between two results folders: changes.html and changes.csv, into --out or NEW.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Folder to write into. [default: the results']"
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object that names the files.")
def command(results: Path | None, compare: tuple[Path, Path] | None, out: Path | None, as_json: bool) -> None:
    """Write a report about RESULTS, a folder that sweep, or --out of another command, has made.

    It is report.html, with summary.md, summary.csv (one row per set-up) and tidy.csv (one row per number) beside it.
    """
    if (results is None) == (compare is None):
        message = "is required, or --compare OLD NEW; one of them, not both"
        raise BadInput([Fault(COMMAND_LINE, "RESULTS", None if results is None else str(results), message)])
    if compare is not None:
        _compare(*compare, out, as_json)
    elif results is not None:
        _write(results, out, as_json)


def _write(folder: Path, out: Path | None, as_json: bool) -> None:
    """Write the report and say where it is."""
    from sim.report.build import MARKDOWN, SUMMARY, TIDY, write_report

    with _writing(out or folder):
        page = write_report(folder, out)
    files = {"markdown": MARKDOWN, "summary": SUMMARY, "tidy": TIDY}
    _say({"results": folder, "page": page, **{key: page.with_name(name) for key, name in files.items()}}, as_json)


def _compare(old: Path, new: Path, out: Path | None, as_json: bool) -> None:
    """Write what changed between two folders and say where it is."""
    from sim.report.changes_page import TABLE, write_changes

    with _writing(out or new):
        page = write_changes(old, new, out)
    _say({"old": old, "new": new, "page": page, "changes": page.with_name(TABLE)}, as_json)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tell of a folder that cannot be written to as of bad input."""
    try:
        yield
    except OSError as error:
        raise BadInput([Fault(COMMAND_LINE, "--out", str(folder), f"cannot be written to: {error}")]) from error


def _say(written: dict[str, Path], as_json: bool) -> None:
    """Say which files were written."""
    if as_json:
        click.echo(json.dumps({name: str(path) for name, path in written.items()}))
    else:
        click.echo(f"Report: {written['page']}")
