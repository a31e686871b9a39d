"""``spirit-sim play --skill-curve``: win rate against skill, as a table, a JSON object, a CSV and a figure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim import RULES_VERSION
from sim.cli.options import COMMAND_LINE, Flags, load_everything
from sim.errors import BadInput, Fault

if TYPE_CHECKING:
    from sim.content.setup import Setup
    from sim.run.skill import Point

PLAYED_BY_ALL = "cannot be given together with --skill-curve, which plays every policy at every temperature"
COLUMNS = ("policy", "temperature", "games", "wins", "win_rate", "low", "high", "seed", "rules_version", "digest")
"""Columns of ``skill.csv``."""


def play_skill(setup: str, flags: Flags) -> None:
    """Play a set-up by every policy at every temperature, print how often each wins, leave when interrupted."""
    from sim.cli.screen import live_line, prepare_kernels
    from sim.content.weights import load_weights

    given = {"--policy": flags.policy, "--temperature": flags.temperature}
    faults = [Fault(COMMAND_LINE, flag, value, PLAYED_BY_ALL) for flag, value in given.items() if value is not None]
    loaders = [lambda: flags.load(setup), lambda: load_weights(flags.weights)]
    loaded, weights = load_everything(loaders, flags.faults() + faults)
    prepare_kernels(flags.quiet)
    from sim.run.cells import results_writer
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool
    from sim.run.skill import play_points, skill_points

    points = skill_points(loaded, weights, flags.games, flags.within)
    workers = flags.worker_count
    writer = results_writer(flags.out, [point.cell for point in points]) if flags.out else None
    with interruptible() as stop, Pool(workers) as pool, live_line(not (flags.quiet or flags.as_json)) as update:
        for place in play_points(points, pool, stop, writer):
            update(*_progress(points, place))
    complete = all(point.run.complete for point in points)
    played = [point for point in points if point.run.tally.games]
    if writer is not None:
        writer.close(complete)
        _write_files(setup, loaded, played, writer.folder)
    if flags.as_json:
        click.echo(skill_json(setup, loaded, played, workers))
    else:
        print_skill(setup, loaded, played, workers, flags.out)
    if not complete:
        if not flags.quiet:
            click.echo(f"Interrupted in point {len(played)} of {len(points)}.", err=True)
        click.get_current_context().exit(130)


def _progress(points: Sequence[Point], place: int) -> tuple[str, float, int]:
    """The line shown while games are played, the points done and the points there are."""
    from sim.cli.play_output import live_words

    point = points[place]
    tally = point.run.tally
    share = min(tally.games / point.run.amount.expected(tally.wins, tally.games), 1.0)
    return (
        f"{place + 1} of {len(points)}, {point.cell.setup.player}: {live_words(point.run)}",
        place + share,
        len(points),
    )


def point_row(point: Point) -> dict[str, Any]:
    """What is told of one point: who played, how often it won, and the digest of its games."""
    run = point.run
    return {
        "policy": point.policy,
        "temperature": point.temperature,
        "games": run.tally.games,
        "wins": run.tally.wins,
        "win_rate": run.win_rate,
        "interval": list(run.interval),
        "digest": run.tally.digest,
    }


def skill_json(name: str, setup: Setup, points: Sequence[Point], workers: int) -> str:
    """The curve as one JSON object.

    Parameters
    ----------
    name : str
        The set-up as it was asked for.
    setup : Setup
        What was played.
    points : sequence of Point
        Those with games.
    workers : int
        Threads they were played on.
    """
    from sim.cli.play_output import setup_json

    result = {
        "setup": setup_json(name, setup, "temperature"),
        "seed": setup.seed,
        "points": [point_row(point) for point in points],
        "seconds": round(sum(point.run.seconds for point in points), 3),
        "workers": workers,
        "rules_version": RULES_VERSION,
    }
    return json.dumps(result, indent=2, ensure_ascii=False)


def print_skill(name: str, setup: Setup, points: Sequence[Point], workers: int, out: Path | None) -> None:
    """Print the curve for people; arguments as for ``skill_json``, and the folder its files went to."""
    from rich.markup import escape
    from rich.table import Table

    from sim.cli.play_output import setup_words, speed_words
    from sim.cli.screen import console
    from sim.run.skill import FLOOR, TEMPERATURES

    screen = console()
    screen.print(f"[bold]{escape(setup.title or name)}[/bold]")
    screen.print(setup_words(setup))
    screen.print()
    if not points:
        screen.print("No game was finished.")
        return
    title = f"Win rate against skill, from seed {setup.seed}, rules version {RULES_VERSION}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("policy")
    for words in ("temperature", "games", "won"):
        table.add_column(words, justify="right")
    table.add_column("95% interval")
    table.add_column("")
    for point in points:
        low, high = point.run.interval
        floor = point.policy == FLOOR
        table.add_row(
            point.policy,
            "any" if floor else f"{point.temperature:g}",
            f"{point.run.tally.games:,}",
            f"{point.run.win_rate or 0:.1%}",
            f"{low:.1%} to {high:.1%}",
            "the floor" if floor else TEMPERATURES[point.temperature],
        )
    screen.print(table)
    games, seconds = sum(point.run.tally.games for point in points), sum(point.run.seconds for point in points)
    screen.print(speed_words(games, seconds, workers))
    if out is not None:
        screen.print(f"skill.csv, skill.svg and rows in {out}", soft_wrap=True, markup=False)


def _write_files(name: str, setup: Setup, points: Sequence[Point], folder: Path) -> None:
    """Write ``skill.csv`` and ``skill.svg``; no picture of no points."""
    try:
        (folder / "skill.csv").write_text(skill_csv(points), encoding="utf-8", newline="\n")
        if points:
            (folder / "skill.svg").write_text(skill_svg(name, setup, points), encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput([Fault(COMMAND_LINE, "--out", str(folder), f"cannot be written to: {error}")]) from error


def skill_csv(points: Sequence[Point]) -> str:
    """The curve as a table for programs, one row for each point."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    for point in points:
        row = point_row(point)
        low, high = row.pop("interval")
        ends = {"win_rate": f"{row['win_rate']:.6f}", "low": f"{low:.6f}", "high": f"{high:.6f}"}
        table.writerow(row | ends | {"seed": point.run.seed, "rules_version": RULES_VERSION})
    return text.getvalue()


def skill_svg(name: str, setup: Setup, points: Sequence[Point]) -> str:
    """The curve as a picture, with the numbers as its text alternative."""
    from sim.report.figures_skill import skill_lines
    from sim.report.style import WIDE, picture
    from sim.results.rates import Rate
    from sim.run.skill import FLOOR, TEMPERATURES

    floors: dict[str, Rate] = {}
    curves: dict[str, dict[float, Rate]] = {}
    said = []
    for point in points:
        run = point.run
        rate = Rate(run.win_rate or 0.0, *run.interval, run.tally.games, 1)
        if point.policy == FLOOR:
            floors[point.policy] = rate
        else:
            curves.setdefault(point.policy, {})[point.temperature] = rate
        said.append(f"{point.cell.setup.player}: {rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})")
    note = f"bands: 95% intervals; games: {_games_words(points)}; seed {setup.seed}, rules version {RULES_VERSION}"
    title = f"Win rate against skill: {setup.title or name}"
    description = f"{note.capitalize()}. Win rates with their intervals: {'; '.join(said)}."
    marks = list(TEMPERATURES.items())
    return picture(lambda frame: skill_lines(frame, title, marks, curves, floors, note), WIDE, title, description)


def _games_words(points: Sequence[Point]) -> str:
    """Games of each point: ``2,000 of random, 1,000 to 4,000 of greedy``."""
    games: dict[str, list[int]] = {}
    for point in points:
        games.setdefault(point.policy, []).append(point.run.tally.games)
    ends = {policy: dict.fromkeys((min(played), max(played))) for policy, played in games.items()}
    return ", ".join(f"{' to '.join(f'{end:,}' for end in found)} of {policy}" for policy, found in ends.items())
