"""``spirit-sim report``: one page about a results folder, or about every group of spirits in the box."""

from __future__ import annotations

import json
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


@click.command(name="report", short_help="Write a balance report: one HTML page and a CSV.")
@click.argument("results", required=False, type=click.Path(path_type=Path), metavar="[RESULTS]")
@click.option("--play", is_flag=True, help="Play every spirit alone, every pair and every trio first; the default.")
@play_flags
def command(results: Path | None, play: bool, **given: Any) -> None:
    """Write report.html and summary.csv about RESULTS, a folder that --out of another command has made.

    Without RESULTS every spirit alone, every pair and every trio of Horizons is played, --games of each (by default
    20,000), into --out (by default reports/horizons), and the report is about those.
    """
    flags = Flags(**given)
    if results is None:
        folder = flags.out or MATRIX_FOLDER
        _play_matrix(flags, folder)
        _write(folder, None, flags)
        return
    wrong = [name for name in ONLY_WITH_PLAY if getattr(flags, name) is not None] + (["play"] if play else [])
    if wrong:
        message = "goes with playing games, not with the results of earlier ones"
        raise BadInput([Fault(COMMAND_LINE, f"--{name}", None, message) for name in wrong])
    _write(results, flags.out, flags)


def _write(folder: Path, out: Path | None, flags: Flags) -> None:
    """Write the report and say where it is."""
    from sim.report.build import write_report

    try:
        page = write_report(folder, out)
    except OSError as error:
        raise BadInput([Fault(COMMAND_LINE, "--out", str(out or folder), f"cannot be written to: {error}")]) from error
    if flags.as_json:
        written = {"results": folder, "page": page, "summary": page.with_name("summary.csv")}
        click.echo(json.dumps({name: str(path) for name, path in written.items()}))
    else:
        click.echo(f"Report: {page}")


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
