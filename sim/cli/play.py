"""``spirit-sim play``: plays a set-up many times and prints its win rate."""

from __future__ import annotations

from typing import Any

import click

from sim.cli.options import Flags, SetupType, load_everything, play_flags, setup_flags


@click.command(name="play", short_help="Play a set-up many times; its win rate and how games end.")
@click.argument("setup", type=SetupType(), metavar="SETUP")
@setup_flags
@play_flags
@click.option("--skill-curve", is_flag=True, help="Win rate of every policy at rising temperatures instead.")
@click.option("--difficulty", is_flag=True, help="The official difficulty it is worth too, off a curve that is played.")
def command(setup: str, skill_curve: bool, difficulty: bool, **given: Any) -> None:
    """Play SETUP, a set-up file or the name of a shipped set-up, many times.

    Prints the win rate with its 95% interval, how games end, and how close they are. A flag comes before the file,
    the file before the default. The digest is the same for the same set-up, seed and games, on any machine.

    With --skill-curve every policy plays it, by default 2,000 games of random, and at each temperature 1,000 of greedy,
    200 of planner and 40 of expert; --out keeps the curve as skill.csv and skill.svg too.

    With --difficulty the same spirits then play the core box against no adversary and every level of each adversary, a
    quarter as many games of each but at least 100, and the win rate is placed on the official scale.
    """
    flags = Flags(**given)
    if difficulty:
        from sim.cli.play_difficulty import play_difficulty

        play_difficulty(setup, flags, skill_curve)
        return
    if skill_curve:
        from sim.cli.play_skill import play_skill

        play_skill(setup, flags)
        return
    from sim.cli.screen import live_line, prepare_kernels
    from sim.content.weights import load_weights

    loaded, weights = load_everything([lambda: flags.load(setup), lambda: load_weights(flags.weights)], flags.faults())
    prepare_kernels(flags.quiet)
    from sim.cli.play_output import live_words, play_json, print_play
    from sim.run.cells import Cell, play_cell, results_writer
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool

    cell = Cell(loaded, weights)
    workers = flags.worker_count
    writer = results_writer(flags.out, [cell]) if flags.out else None
    with interruptible() as stop, Pool(workers) as pool, live_line(not (flags.quiet or flags.as_json)) as update:
        run = cell.run(flags.amount(cell.setup.games))
        for tally in play_cell(cell, run, pool, stop, writer):
            expected = run.amount.expected(tally.wins, tally.games)
            update(live_words(run), tally.games, expected)
    if writer is not None:
        writer.close(complete=run.complete)
    if flags.as_json:
        click.echo(play_json(setup, cell.setup, run, workers))
    else:
        print_play(setup, cell.setup, run, workers, flags.out)
    if not run.complete:
        if not flags.quiet:
            click.echo(f"Interrupted after {run.tally.games:,} games.", err=True)
        click.get_current_context().exit(130)
