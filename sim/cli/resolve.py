"""``spirit-sim resolve``: plays position files and checks what they expect."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="resolve", short_help="Play position files and check what they expect.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the state that came of each, whole.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.pass_context
def command(context: click.Context, files: tuple[Path, ...], as_json: bool, quiet: bool) -> None:
    """Play each position FILE: set it up, do what it says, compare with what it expects.

    Exit code 0: every expectation held; 1: one did not; 2: a file is wrong.
    """
    from sim.cli.screen import prepare_kernels
    from sim.trace.resolve import resolve_files

    prepare_kernels(quiet)
    context.exit(resolve_files(list(files), as_json))
