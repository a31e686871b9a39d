"""``spirit-sim warmup``: compiles the rules now instead of at the first game."""

from __future__ import annotations

import click


@click.command(name="warmup", short_help="Compile the rules now, once for this machine.")
@click.option("--quiet", is_flag=True, help="Print nothing.")
def command(quiet: bool) -> None:
    """Compile the rules for this machine, so that the first game need not wait; they stay compiled."""
    from sim.cli.screen import prepare_kernels
    from sim.core.jit import cache_folder

    cold, seconds = prepare_kernels(quiet)
    if not quiet:
        click.echo(f"{'Compiled' if cold else 'Loaded'} in {seconds:.1f} s; kept in {cache_folder()}")
