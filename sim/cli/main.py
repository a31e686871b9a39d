"""The command ``spirit-sim``: finds the command named, and turns bad input into messages.

Nothing heavy is imported before a command runs, so that ``--help`` and shell completion answer at once.
"""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

import click

from sim import RULES_VERSION, __version__
from sim.errors import BadInput

COMMANDS = (
    "play",
    "compare",
    "sweep",
    "report",
    "replay",
    "resolve",
    "check",
    "list",
    "tune",
    "bench",
    "warmup",
    "completion",
)
"""Commands in the order of the help; each is ``command`` in ``sim.cli.NAME``."""
BAD_INPUT = 2
INTERRUPTED = 130


class InputError(click.ClickException):
    """Faults of the input, as the command line reports them."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        """Print the faults to standard error."""
        click.echo(f"{click.style('Bad input', fg='red', bold=True)}: {self.message}", file=file, err=file is None)


class Commands(click.Group):
    """The group of all commands, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"sim.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with; an unknown one is met with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], COMMANDS, n=1, cutoff=0.0)[0]
            ctx.fail(f"unknown command {args[0]!r}; nearest: {near}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; bad input ends in exit code 2, Ctrl-C in 130."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BadInput as error:
            raise InputError(str(error)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"spirit-sim %(version)s, rules version {RULES_VERSION}")
def main() -> None:
    """Estimate how hard a Spirit Island set-up is by playing it many times.

    Exit codes: 0 done, 1 a check failed, 2 bad input, 130 interrupted.
    """
