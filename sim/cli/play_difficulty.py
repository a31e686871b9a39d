"""``spirit-sim play --difficulty``: a set-up on the official scale, as words, a table and a JSON object."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options import COMMAND_LINE, Flags, load_everything
from sim.errors import Fault

if TYPE_CHECKING:
    from sim.run.difficulty import Difficulty
    from sim.run.skill import Point

NOT_TOGETHER = "cannot be given together with --skill-curve; ask for one after the other"


def play_difficulty(setup: str, flags: Flags, skill_curve: bool = False) -> None:
    """Play a set-up and the levels it is measured against, print where it stands, leave when interrupted."""
    from sim.cli.screen import live_line, prepare_kernels
    from sim.content.weights import load_weights

    faults = [Fault(COMMAND_LINE, "--difficulty", None, NOT_TOGETHER)] if skill_curve else []
    loaders = [lambda: flags.load(setup), lambda: load_weights(flags.weights)]
    loaded, weights = load_everything(loaders, flags.faults() + faults)
    prepare_kernels(flags.quiet)
    from sim.cli.play_output import live_words
    from sim.run.amount import Amount
    from sim.run.cells import Cell, play_cell, results_writer
    from sim.run.difficulty import noted_point, place, reference_cells, share_of
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool
    from sim.run.skill import play_points

    cell = Cell(loaded, weights)
    cells = reference_cells(loaded, weights)
    asked = noted_point(cell, flags.amount(loaded.games))
    levels: list[Point] = []
    writer = results_writer(flags.out, [cell, *cells]) if flags.out else None
    with (
        interruptible() as stop,
        Pool(flags.worker_count) as pool,
        live_line(not (flags.quiet or flags.as_json)) as update,
    ):
        for tally in play_cell(cell, asked.run, pool, stop, writer):
            update(live_words(asked.run), tally.games, asked.run.amount.expected(tally.wins, tally.games))
        levels += [noted_point(level, Amount(share_of(asked.run.tally.games))) for level in cells]
        for number in play_points(levels, pool, stop, writer):
            run = levels[number].run
            words = f"level {number + 1} of {len(levels)}, {_level_name(levels[number])}: {live_words(run)}"
            update(words, number + run.tally.games / run.amount.games, len(levels))
    complete = all(point.run.complete for point in [asked, *levels])
    if writer is not None:
        writer.close(complete)
    played = [point for point in levels if point.run.tally.games]
    found = place(asked, played) if asked.run.tally.games else None
    if flags.as_json:
        click.echo(difficulty_json(setup, asked, played, found, flags.worker_count))
    else:
        print_difficulty(setup, asked, played, found, flags.worker_count, flags.out)
    if not complete:
        if not flags.quiet:
            games = sum(point.run.tally.games for point in [asked, *played])
            click.echo(f"Interrupted after {games:,} games.", err=True)
        click.get_current_context().exit(130)


def _level_name(point: Point) -> str:
    """The level of an adversary as people say it: ``England 2``."""
    from sim.content.load import load_content
    from sim.content.setup import NONE

    opponent = point.cell.setup.adversary
    if opponent.id == NONE:
        return "no adversary"
    return f"{load_content().adversaries[opponent.id].name} {opponent.level}"


def _level_words(point: Point) -> str:
    """The level with its win rate: ``England 2 (4.0%)``."""
    return f"{_level_name(point)} ({point.run.win_rate or 0:.1%})"


def level_row(point: Point, found: Difficulty) -> dict[str, Any]:
    """What is told of one level of the curve; ``fitted`` is the win rate of the curve there."""
    from sim.run.difficulty import official_difficulty

    official, run, opponent = official_difficulty(point), point.run, point.cell.setup.adversary
    return {
        "adversary": opponent.id,
        "level": opponent.level,
        "official": official,
        "games": run.tally.games,
        "wins": run.tally.wins,
        "win_rate": run.win_rate,
        "interval": list(run.interval),
        "fitted": None if found.curve is None else float(found.curve.rate(official)),
        "digest": run.tally.digest,
    }


def difficulty_json(name: str, asked: Point, levels: Sequence[Point], found: Difficulty | None, workers: int) -> str:
    """The object of ``play --json`` with one key more: ``difficulty``.

    Parameters
    ----------
    name : str
        The set-up as it was asked for.
    asked : Point
        The set-up and its games.
    levels : sequence of Point
        The levels with games.
    found : Difficulty or None
        Where the set-up stands; None without a game of it.
    workers : int
        Threads games were played on.
    """
    from sim.cli.play_output import play_json

    result = json.loads(play_json(name, asked.cell.setup, asked.run, workers))
    if found is None:
        return json.dumps(result | {"difficulty": None}, indent=2, ensure_ascii=False)
    place = found.equivalent
    result["difficulty"] = {
        "official": found.official,
        "equivalent": None if place is None else place.value,
        "interval": [None, None] if place is None else [place.low, place.high],
        "side": "" if place is None else place.side,
        "words": "" if place is None else place.words,
        "scatter": None if found.curve is None or math.isnan(found.curve.scatter) else found.curve.scatter,
        "nearest": {
            "easier": None if found.easier is None else found.easier.cell.name,
            "harder": None if found.harder is None else found.harder.cell.name,
        },
        "curve": [level_row(point, found) for point in levels],
    }
    return json.dumps(result, indent=2, ensure_ascii=False)


def print_difficulty(
    name: str, asked: Point, levels: Sequence[Point], found: Difficulty | None, workers: int, out: Path | None
) -> None:
    """Print the result for people; arguments as for ``difficulty_json``, and the folder the rows went to."""
    from rich.table import Table

    from sim.cli.play_output import print_play, speed_words
    from sim.cli.screen import console

    print_play(name, asked.cell.setup, asked.run, workers, None)
    screen = console()
    if found is not None:
        screen.print()
        for words in difficulty_words(asked, found):
            screen.print(words)
        screen.print()
    if found is not None and levels:
        screen.print(_played_words(asked))
        table = Table(box=None, pad_edge=False)
        table.add_column("official difficulty", justify="right")
        table.add_column("adversary and level")
        for words in ("games", "won"):
            table.add_column(words, justify="right")
        table.add_column("95% interval")
        table.add_column("curve", justify="right")
        for point in levels:
            row = level_row(point, found)
            low, high = row["interval"]
            table.add_row(
                str(row["official"]),
                _level_name(point),
                f"{row['games']:,}",
                f"{row['win_rate']:.1%}",
                f"{low:.1%} to {high:.1%}",
                "" if row["fitted"] is None else f"{row['fitted']:.1%}",
            )
        screen.print(table)
        seconds = sum(point.run.seconds for point in levels)
        screen.print(speed_words(sum(point.run.tally.games for point in levels), seconds, workers))
    if out is not None:
        screen.print(f"rows in {out}", soft_wrap=True, markup=False)


def _played_words(asked: Point) -> str:
    """What the levels of the table were played with."""
    from sim.content.fields import BASE

    where = "" if asked.cell.setup.box == BASE else ", on random boards of the core box with a random blight card"
    return f"The same spirits against each adversary level{where}:"


def difficulty_words(asked: Point, found: Difficulty) -> list[str]:
    """Where the set-up stands, in sentences."""
    from sim.content.fields import BASE

    told = "too few levels were played to tell" if found.equivalent is None else found.equivalent.words
    own = "" if asked.cell.setup.box != BASE else f"; officially {found.official}"
    words = [f"[bold]Equivalent official difficulty {told}[/bold]{own}"]
    easier, harder = ("" if level is None else _level_words(level) for level in (found.easier, found.harder))
    if easier and harder:
        words.append(f"Won as often as between {easier} and {harder}.")
    elif easier:
        words.append(f"No level is won less often; next comes {easier}.")
    elif harder:
        words.append(f"No level is won more often; next comes {harder}.")
    if found.curve is not None and found.curve.scatter >= 0.05:
        words.append(
            f"Levels of one official difficulty differ among adversaries: they scatter about the curve by about "
            f"{found.curve.scatter:.1f} points, which the interval does not hold."
        )
    return words
