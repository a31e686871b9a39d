"""``spirit-sim report``: a page about a results folder, about every group of spirits in the box, or about changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options import COMMAND_LINE, Flags, load_everything, play_flags
from sim.errors import BadInput, Fault

if TYPE_CHECKING:
    from sim.run.store import ResultWriter

MATRIX_FOLDER = Path("reports/horizons")
MATRIX_GAMES = 20_000
ONLY_WITH_PLAY = ("seed", "games", "within", "policy", "temperature", "workers", "weights")


@click.command(name="report", short_help="Write a balance report: one HTML page and tables.")
@click.argument("results", required=False, type=click.Path(path_type=Path), metavar="[RESULTS]")
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(path_type=Path),
    metavar="OLD NEW",
    help="Write what changed between two results folders: changes.html and changes.csv, into --out or NEW.",
)
@click.option("--play", is_flag=True, help="Play every spirit alone, every pair and every trio first; the default.")
@play_flags
def command(results: Path | None, compare: tuple[Path, Path] | None, play: bool, **given: Any) -> None:
    """Write a report about RESULTS, a folder that --out of another command has made.

    It is report.html, with summary.md, summary.csv (one row per set-up) and tidy.csv (one row per number) beside it.

    Without RESULTS every spirit alone, every pair and every trio of Horizons is played, --games of each (by default
    20,000), into --out (by default reports/horizons), and the report is about those.
    """
    flags = Flags(**given)
    if results is None and compare is None:
        folder = flags.out or MATRIX_FOLDER
        _play_matrix(flags, folder)
        _write(folder, None, flags)
        return
    wrong = [name for name in ONLY_WITH_PLAY if getattr(flags, name) is not None] + (["play"] if play else [])
    message = "goes with playing games, not with the results of earlier ones"
    faults = [Fault(COMMAND_LINE, f"--{name}", None, message) for name in wrong]
    if results is not None and compare is not None:
        faults.append(
            Fault(COMMAND_LINE, "RESULTS", str(results), "does not go with --compare, which names two folders")
        )
    if faults:
        raise BadInput(faults)
    if compare is not None:
        _compare(*compare, flags)
    elif results is not None:
        _write(results, flags.out, flags)


def _write(folder: Path, out: Path | None, flags: Flags) -> None:
    """Write the report and say where it is."""
    from sim.report.build import MARKDOWN, SUMMARY, TIDY, write_report

    with _writing(out or folder):
        page = write_report(folder, out)
    files = {"markdown": MARKDOWN, "summary": SUMMARY, "tidy": TIDY}
    _say({"results": folder, "page": page, **{key: page.with_name(name) for key, name in files.items()}}, flags)


def _compare(old: Path, new: Path, flags: Flags) -> None:
    """Write what changed between two folders and say where it is."""
    from sim.report.changes_page import TABLE, write_changes

    with _writing(flags.out or new):
        page = write_changes(old, new, flags.out)
    _say({"old": old, "new": new, "page": page, "changes": page.with_name(TABLE)}, flags)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tell of a folder that cannot be written to as of bad input."""
    try:
        yield
    except OSError as error:
        raise BadInput([Fault(COMMAND_LINE, "--out", str(folder), f"cannot be written to: {error}")]) from error


def _say(written: dict[str, Path], flags: Flags) -> None:
    """Say which files were written."""
    if flags.as_json:
        click.echo(json.dumps({name: str(path) for name, path in written.items()}))
    else:
        click.echo(f"Report: {written['page']}")


def _play_matrix(flags: Flags, folder: Path) -> None:
    """Play every group of spirits into ``folder``; leaves the command when interrupted."""
    from dataclasses import replace

    from sim.cli.screen import prepare_kernels
    from sim.content.setup import Setup
    from sim.content.weights import load_weights

    flags = replace(flags, out=folder)
    (weights,) = load_everything([lambda: load_weights(flags.weights)], flags.faults())
    prepare_kernels(flags.quiet)
    from sim.run.cells import Cell, matrix_setups, results_writer

    cells = [Cell(setup, weights) for setup in matrix_setups(flags.apply(Setup()))]
    writer = results_writer(folder, cells)
    complete = _play_cells(cells, flags, writer)
    writer.close(complete)
    if not complete:
        if not flags.quiet:
            click.echo(f"Interrupted; report on the games played so far: spirit-sim report {folder}", err=True)
        click.get_current_context().exit(130)


def _play_cells(cells: list[Any], flags: Flags, writer: ResultWriter) -> bool:
    """Play all cells; returns whether all games were played."""
    from sim.cli.play_output import live_words
    from sim.cli.screen import live_line
    from sim.run.cells import play_cell
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool

    amount = flags.amount(MATRIX_GAMES)
    workers = flags.worker_count
    with interruptible() as stop, Pool(workers) as pool, live_line(not (flags.quiet or flags.as_json)) as update:
        for number, cell in enumerate(cells):
            run = cell.run(amount)
            for tally in play_cell(cell, run, pool, stop, writer):
                share = tally.games / amount.expected(tally.wins, tally.games)
                update(f"{number + 1} of {len(cells)}: {live_words(run)}", number + min(share, 1.0), len(cells))
            if not run.complete:
                return False
    return True
