"""``spirit-sim completion``: prints what makes a shell complete commands and flags."""

from __future__ import annotations

import click

from sim.cli.options import NameType


@click.command(name="completion", short_help="Print the completion script of a shell.")
@click.argument("shell", type=NameType(["bash", "zsh", "fish"]), metavar="bash|zsh|fish")
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script that makes a shell complete commands, flags and names.

    For bash, add to ~/.bashrc: eval "$(spirit-sim completion bash)"
    """
    from click.shell_completion import get_completion_class

    root = context.find_root()
    completion = get_completion_class(shell)
    assert completion is not None, shell
    click.echo(completion(root.command, {}, "spirit-sim", "_SPIRIT_SIM_COMPLETE").source())
