"""``spirit-sim sweep``: plays every cell of an experiment into a results folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options import ExperimentType, Flags, load_everything, play_flags

if TYPE_CHECKING:
    from sim.content.experiment import Experiment
    from sim.run.sweep import Sweep

RESULTS = Path("results")


@click.command(name="sweep", short_help="Play every cell of a grid of set-ups into a results folder.")
@click.argument("experiment", type=ExperimentType(), metavar="EXPERIMENT")
@click.option("--dry-run", is_flag=True, help="Tell what would be played and how long it takes; play nothing.")
@click.option("--resume", is_flag=True, help="Go on with the folder of a sweep that was stopped.")
@play_flags
def command(experiment: str, dry_run: bool, resume: bool, **given: Any) -> None:
    """Play every cell of EXPERIMENT, a file or the name of a shipped one, into --out (by default results/NAME).

    The plan comes first: cells, games, and about how long they take. Cells are played in turns, so that a sweep that is
    stopped half-way has played half of each; --resume goes on and ends with the same digest as if it had never been
    stopped, and with more --games adds to what is there. The folder has a row for each game (Parquet), cells.csv,
    manifest.json, and a summary for each cell (summary.csv, summary.parquet).
    """
    from sim.content.experiment import load_experiment
    from sim.content.weights import load_weights

    flags = Flags(**given)
    folder = flags.out or RESULTS / Path(experiment).stem
    flags = replace(flags, out=None if resume or dry_run else folder)
    names = ("seed", "policy", "temperature")
    said = {name: getattr(flags, name) for name in names if getattr(flags, name) is not None}
    loaded, weights = load_everything(
        [lambda: load_experiment(experiment, said), lambda: load_weights(flags.weights)], flags.faults()
    )
    _run(loaded, weights, flags, folder, dry_run, resume)


def _run(experiment: Experiment, weights: Any, flags: Flags, folder: Path, dry_run: bool, resume: bool) -> None:
    """Tell the plan, play, tell the results; leaves the command when interrupted."""
    from sim.cli.screen import prepare_kernels

    prepare_kernels(flags.quiet)
    from sim.cli.sweep_output import plan_json, print_plan, print_results, sweep_json
    from sim.run.cells import Cell
    from sim.run.sweep import Sweep, seconds_for

    cells = [Cell(setup, weights, name) for name, setup in experiment.setups.items()]
    sweep = Sweep(cells, flags.amount(experiment.games, experiment.within))
    workers = flags.worker_count
    if not flags.quiet or dry_run:
        seconds = seconds_for(cells, sweep.most, workers)
        if flags.as_json and dry_run:
            click.echo(plan_json(experiment, sweep, seconds, workers))
        else:
            print_plan(experiment, sweep, seconds, workers, to_stderr=not dry_run)
    if dry_run:
        return
    _play(experiment, sweep, flags, folder, resume)
    if flags.as_json:
        click.echo(sweep_json(experiment, sweep, folder, workers))
    else:
        print_results(experiment, sweep, folder)
    if not sweep.complete:
        if not flags.quiet:
            click.echo(f"Interrupted after {sweep.games:,} games; go on with --resume.", err=True)
        click.get_current_context().exit(130)


def _play(experiment: Experiment, sweep: Sweep, flags: Flags, folder: Path, resume: bool) -> None:
    """Play the sweep into its folder."""
    from sim.cli.screen import live_line
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool

    writer = sweep.open(folder, {"experiment": experiment.title or experiment.name}, resume=resume)
    with (
        interruptible() as stop,
        Pool(flags.worker_count) as pool,
        live_line(not (flags.quiet or flags.as_json)) as update,
    ):
        for _ in sweep.play(pool, stop, writer):
            update(f"{sweep.games:,} of {sweep.expected:,} games", sweep.games, sweep.expected)
    writer.close(sweep.complete)
    if sweep.games:
        from sim.results.write import write_summary

        write_summary(folder)
