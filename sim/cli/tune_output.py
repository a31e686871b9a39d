"""What ``spirit-sim tune`` prints: tables for people, one JSON object for programs."""

from __future__ import annotations

import json
import math
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from sim.cli import screen
from sim.content.history import KEPT, Tuning
from sim.content.weights import PLACES
from sim.tune.search import Search

SHOWN_WEIGHTS = 8


def tuning_json(search: Search, entry: Tuning, out: Path) -> str:
    """The record of a search as one JSON object, with the weights before and after.

    Parameters
    ----------
    search : Search
        The search, complete.
    entry : Tuning
        Its record.
    out : Path
        Where the weights are.
    """
    weights = {name: {"start": start, "found": found} for name, start, found in _changes(search)}
    record = entry.model_dump(mode="json")
    return json.dumps({"out": str(out), **record, "weights": weights, "games_played": search.games}, indent=2)


def print_tuning(search: Search, entry: Tuning, out: Path) -> None:
    """Print the same for people."""
    console = screen.console()
    table = escape(f"[{entry.table}]")
    console.print(
        f"{len(entry.searched)} weights of {table}: {entry.generations} generations of {entry.population} candidates, "
        f"{entry.games} games of each in each set-up, played by policy {entry.policy}; {search.games:,} games in all.",
        soft_wrap=True,
    )
    console.print(f"Held out: {entry.held_out:,} games of each set-up, before and after.")
    console.print()
    console.print(_gains(entry))
    console.print()
    console.print(_largest_changes(search))
    console.print()
    verdict = "Kept" if entry.verdict == KEPT else "Not kept, the file holds the weights from before"
    console.print(f"[bold]{verdict}[/bold]: gain {entry.words_of_gain}")
    console.print(f"weights in {out}", soft_wrap=True, markup=False)


def _gains(entry: Tuning) -> Table:
    """Win rates of each set-up, and of all together."""
    table = Table(box=None, pad_edge=False)
    table.add_column("win rate", overflow="fold")
    for words in ("before", "after", "gain", "95% interval"):
        table.add_column(words, justify="right", no_wrap=True)
    rows = [(cell.setup, cell) for cell in entry.cells]
    for name, gain in [*rows, ("mean", entry)]:
        low, high = gain.interval
        rates = (f"{gain.before:.1%}", f"{gain.after:.1%}", f"{gain.gain:+.1%}", f"{low:+.1%} to {high:+.1%}")
        table.add_row(escape(name), *rates, style="bold" if gain is entry else None)
    return table


def _largest_changes(search: Search) -> Table:
    """The weights that changed most."""
    table = Table(box=None, pad_edge=False)
    table.add_column("changed most", no_wrap=True)
    for words in ("start", "found"):
        table.add_column(words, justify="right")
    changes = sorted(_changes(search), key=lambda change: -abs(math.log(change[2] / change[1])))
    for name, start, found in changes[:SHOWN_WEIGHTS]:
        table.add_row(name, f"{start:.4g}", f"{found:.4g}")
    return table


def _changes(search: Search) -> list[tuple[str, float, float]]:
    """Each weight that was searched, before and after."""
    space, found = search.plan.space, search.found
    places = [(name, PLACES[name]) for name in space.names]
    return [(name, float(space.origin[place]), float(found[place])) for name, place in places]
