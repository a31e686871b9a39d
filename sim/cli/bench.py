"""``spirit-sim bench``: how fast this machine plays."""

from __future__ import annotations

import json
from typing import Any

import click


@click.command(name="bench", short_help="Measure how fast this machine plays.")
@click.option("--repeats", type=click.IntRange(min=1), default=5, show_default=True, help="Timed runs of each case.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("--quiet", is_flag=True, help="No progress, nothing on standard error.")
def command(repeats: int, as_json: bool, quiet: bool) -> None:
    """Measure games per second, and how they compare with a plain loop of random draws on the same machine.

    The second figure makes machines, and busy and quiet hours of one machine, comparable.
    """
    from sim.cli.screen import live_line, prepare_kernels
    from sim.content.weights import load_weights
    from sim.run.bench import measure

    prepare_kernels(quiet)
    with live_line(not (quiet or as_json)) as update:
        found = measure(load_weights(None), repeats, update)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        _print(found)


def _print(found: dict[str, Any]) -> None:
    from rich.table import Table

    from sim.cli.screen import console

    table = Table(box=None, pad_edge=False)
    table.add_column(f"median of {found['repeats']}")
    table.add_column("games/s", justify="right")
    table.add_column("games per million draws", justify="right")
    for case in found["cases"]:
        table.add_row(case["case"], f"{case['games_per_second']:,.0f}", f"{case['games_per_million_draws']:.2f}")
    screen = console()
    screen.print(table)
    screen.print(f"calibration: {found['draws_per_second'] / 1e6:,.0f} million draws/s")
    screen.print(f"two workers play {found['two_workers_against_one']:.2f} times as fast as one")
    screen.print(f"--help takes {found['help_seconds']:.2f} s, a first game {found['warm_start_seconds']:.2f} s")
