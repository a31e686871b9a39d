"""``spirit-sim resolve``: plays position files and checks what they expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.errors import BadInput, Fault

if TYPE_CHECKING:
    from sim.trace.positions import Position
    from sim.trace.resolve import Resolution


@click.command(name="resolve", short_help="Play position files and check what they expect.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the state that came of each, whole: an object, or a list.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.pass_context
def command(context: click.Context, files: tuple[Path, ...], as_json: bool, quiet: bool) -> None:
    """Play each position FILE: set it up, do what it says, compare with what it expects.

    Exit code 0: every expectation held; 1: one did not; 2: a file is wrong.
    """
    positions, faults = load_positions(files)
    results: list[Resolution] = []
    if positions:
        from sim.cli.screen import prepare_kernels

        prepare_kernels(quiet)
        results, wrong = resolve_positions(positions, as_json)
        faults += wrong
    if as_json and results:
        from sim.trace.resolve import resolution_json

        told = [resolution_json(result) for result in results]
        click.echo(json.dumps(told[0] if len(files) == 1 else told, indent=2, ensure_ascii=False))
    if faults:
        raise BadInput(faults)
    context.exit(0 if all(result.holds for result in results) else 1)


def load_positions(files: tuple[Path, ...]) -> tuple[list[Position], list[Fault]]:
    """The positions of sound files, and every fault of the others."""
    from sim.trace.positions import load_position

    positions: list[Position] = []
    faults: list[Fault] = []
    for file in files:
        try:
            positions.append(load_position(file))
        except BadInput as error:
            faults += error.faults
    return positions, faults


def resolve_positions(positions: list[Position], silent: bool) -> tuple[list[Resolution], list[Fault]]:
    """Play positions and say of each what came of it; the faults are of steps that the rules do not allow."""
    from sim.trace.resolve import resolution_words, resolve

    results: list[Resolution] = []
    faults: list[Fault] = []
    for position in positions:
        try:
            results.append(resolve(position))
        except BadInput as error:
            faults += error.faults
            continue
        if not silent:
            click.echo(resolution_words(results[-1]))
    return results, faults
