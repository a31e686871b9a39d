"""What ``spirit-sim sweep`` prints: the plan before, the cells after; tables for people, JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sim import RULES_VERSION
from sim.cli import screen
from sim.content.experiment import Axis, Experiment
from sim.run.play import Progress
from sim.run.sweep import Sweep
from sim.run.tally import combined_digest

MOST_ROWS = 30
"""Cells that are listed; of more, the easiest and the hardest."""
MOST_VALUES = 8
"""Values of an axis that the plan names; of more, it tells their number."""


def print_plan(experiment: Experiment, sweep: Sweep, seconds: float, workers: int, *, to_stderr: bool) -> None:
    """Print what is about to be played.

    Parameters
    ----------
    experiment : Experiment
        The grid.
    sweep : Sweep
        Its cells, as yet without games.
    seconds : float
        About how long it takes.
    workers : int
        On so many threads.
    to_stderr : bool
        Print to standard error, where results go to standard output.
    """
    console = Console(stderr=True, highlight=False) if to_stderr else screen.console()
    console.print(f"[bold]{escape(experiment.title or experiment.name)}[/bold]")
    if experiment.description:
        console.print(escape(experiment.description))
    table = Table(box=None, pad_edge=False, show_header=False)
    for axis in experiment.axes:
        table.add_row(axis.key.replace("_", " "), f"{len(axis.values)}", escape(_values(axis)))
    table.add_row("cells", f"{len(sweep.cells):,}", _games(sweep))
    console.print(table)
    console.print(f"{_at_most(sweep)}{sweep.most:,} games, about {_time(seconds)} on {_threads(workers)}.")


def plan_json(experiment: Experiment, sweep: Sweep, seconds: float, workers: int) -> str:
    """The plan as one JSON object; arguments as for ``print_plan``."""
    plan = {
        "experiment": experiment.name,
        "title": experiment.title,
        "axes": {axis.key: list(axis.values) for axis in experiment.axes},
        "cells": list(sweep.cells),
        "games_per_cell": None if sweep.amount.within else sweep.amount.games,
        "within": sweep.amount.within,
        "games_at_most": sweep.most,
        "seconds": round(seconds, 1),
        "workers": workers,
        "rules_version": RULES_VERSION,
    }
    return json.dumps(plan, indent=2, ensure_ascii=False)


def print_results(experiment: Experiment, sweep: Sweep, folder: Path) -> None:
    """Print the win rate of every cell, or of the easiest and the hardest of many."""
    console = screen.console()
    console.print(f"[bold]{escape(experiment.title or experiment.name)}[/bold]")
    console.print(f"{sweep.games:,} games of {len(sweep.cells):,} cells; rules version {RULES_VERSION}.")
    played = [(name, progress) for name, progress in sweep.progress.items() if progress.tally.games]
    if len(played) > MOST_ROWS:
        played.sort(key=lambda item: -(item[1].win_rate or 0.0))
        half = MOST_ROWS // 2
        console.print(_cells(f"The {half} easiest", played[:half]))
        console.print(_cells(f"The {half} hardest", played[-half:]))
    elif played:
        console.print(_cells("", played))
    console.print(f"digest {_digest(sweep)}")
    console.print(f"results in {folder}; a report of them: spirit-sim report {folder}", soft_wrap=True, markup=False)


def sweep_json(experiment: Experiment, sweep: Sweep, folder: Path, workers: int) -> str:
    """The results as one JSON object."""
    found = {
        "experiment": experiment.name,
        "title": experiment.title,
        "complete": sweep.complete,
        "games": sweep.games,
        "cells": [
            {
                "cell": name,
                "games": progress.tally.games,
                "wins": progress.tally.wins,
                "win_rate": progress.win_rate,
                "interval": list(progress.interval),
                "digest": progress.tally.digest,
            }
            for name, progress in sweep.progress.items()
        ],
        "workers": workers,
        "rules_version": RULES_VERSION,
        "out": str(folder),
        "digest": _digest(sweep),
    }
    return json.dumps(found, indent=2, ensure_ascii=False)


def _digest(sweep: Sweep) -> str:
    return combined_digest([progress.tally for progress in sweep.progress.values()])


def _cells(title: str, cells: list[tuple[str, Progress]]) -> Table:
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    table.add_column("cell")
    for words in ("games", "won", "95% interval"):
        table.add_column(words, justify="right")
    for name, progress in cells:
        low, high = progress.interval
        rate = f"{progress.win_rate or 0:.1%}"
        table.add_row(escape(name), f"{progress.tally.games:,}", rate, f"{low:.1%} to {high:.1%}")
    return table


def _values(axis: Axis) -> str:
    """The values of an axis in a few words."""
    if len(axis.values) > MOST_VALUES:
        return ""
    return ", ".join(_word(value) for value in axis.values)


def _word(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(str(part) for key, part in value.items() if (key, value.get("id")) != ("level", "none"))
    return "+".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _games(sweep: Sweep) -> str:
    within = sweep.amount.within
    if within is not None:
        return f"each until its win rate is known to within {within:.2%}"
    return f"of {sweep.amount.games:,} games each"


def _at_most(sweep: Sweep) -> str:
    return "" if sweep.amount.within is None else "At most "


def _threads(workers: int) -> str:
    return "1 worker" if workers == 1 else f"{workers} workers"


def _time(seconds: float) -> str:
    """A length of time, roughly."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
