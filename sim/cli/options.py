"""Flags that several commands share, and what they come to together with a set-up file."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sim.core.codes import Policy
from sim.errors import BadInput, Fault, nearest

if TYPE_CHECKING:
    from sim.content.setup import Setup
    from sim.run.amount import Amount

F = TypeVar("F", bound=Callable[..., Any])

COMMAND_LINE = "command line"
MOST_WORKERS = 1024
NARROWEST = 0.0001
"""Narrowest interval that can be asked for; it takes about a hundred million games."""


class NameType(click.Choice[str]):
    """One of a few names; an unknown one is met with the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself."""
        if value not in self.choices:
            self.fail(f"unknown name {value!r}; nearest: {nearest(value, self.choices)}", param, ctx)
        return str(value)


class ShareType(click.ParamType[float]):
    """A share of one, written ``1%`` or ``0.01``."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The share as a number."""
        if isinstance(value, float):
            return value
        text = str(value).strip()
        try:
            number = float(text.removesuffix("%"))
        except ValueError:
            self.fail(f"{value!r} is not a share; write it as 1% or 0.01", param, ctx)
        if not text.endswith("%") and number >= 0.5:
            self.fail(f"{value!r} is no width an interval of a rate can have; nearest: {text}%", param, ctx)
        return number / 100 if text.endswith("%") else number


class SetupType(click.ParamType[str]):
    """A set-up file or the name of a shipped set-up; a shell completes both."""

    name = "setup"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Names that begin so, and files."""
        from click.shell_completion import CompletionItem

        from sim.content.setup import shipped_setups

        names = [CompletionItem(name) for name in shipped_setups() if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


@dataclass(frozen=True)
class Flags:
    """Shared flags as they were given; None for those that were not.

    Attributes
    ----------
    seed, games, within, policy, temperature, workers, out, weights
        See the help of ``spirit-sim play``.
    as_json, quiet : bool
        Machine-readable output; no progress.
    """

    seed: int | None = None
    games: int | None = None
    within: float | None = None
    policy: str | None = None
    temperature: float | None = None
    workers: int | None = None
    out: Path | None = None
    weights: Path | None = None
    as_json: bool = False
    quiet: bool = False

    def faults(self) -> list[Fault]:
        """Everything wrong with the values, the folder for results included."""
        from sim.content.setup import LARGEST_SEED

        checks = [
            ("--seed", self.seed, _outside(self.seed, 0, LARGEST_SEED), f"must be from 0 to {LARGEST_SEED}"),
            ("--games", self.games, _outside(self.games, 1, LARGEST_SEED), "must be at least 1"),
            ("--within", self.within, _outside(self.within, NARROWEST, 0.5), f"must be from {NARROWEST:.2%} to 50%"),
            ("--temperature", self.temperature, _outside(self.temperature, 0, 1e9), "must be 0 or more, and finite"),
            ("--workers", self.workers, _outside(self.workers, 1, MOST_WORKERS), f"must be from 1 to {MOST_WORKERS}"),
            ("--games", None, None not in (self.games, self.within), "cannot be given together with --within"),
        ]
        faults = [Fault(COMMAND_LINE, flag, value, message) for flag, value, wrong, message in checks if wrong]
        if self.out is not None:
            from sim.run.store import folder_faults

            faults += folder_faults(self.out)
        return faults

    def apply(self, setup: Setup) -> Setup:
        """The set-up with what the flags say instead of the file."""
        given = {"policy": self.policy, "temperature": self.temperature, "seed": self.seed, "games": self.games}
        return setup.model_copy(update={key: value for key, value in given.items() if value is not None})

    def amount(self, games: int) -> Amount:
        """How many games to play; ``games`` where no flag says."""
        from sim.run.amount import Amount

        return Amount(self.games or games, self.within)

    @property
    def worker_count(self) -> int:
        """Threads to play on."""
        return self.workers or available_workers()


def load_everything(loaders: list[Callable[[], Any]], faults: list[Fault]) -> list[Any]:
    """Call each of ``loaders``; every fault of all of them, and ``faults``, is reported at once.

    Raises
    ------
    BadInput
        If there is any fault.
    """
    loaded = []
    found = list(faults)
    for load in loaders:
        try:
            loaded.append(load())
        except BadInput as error:
            found += error.faults
    if found:
        raise BadInput(found)
    return loaded


def play_flags(command: F) -> F:
    """Add the shared flags of the commands that play; their values are those of ``Flags``."""
    options = [
        click.option("--seed", type=int, help="Seed of all chance. [default: the set-up's]"),
        click.option("--games", type=int, metavar="N", help="Games to play. [default: the set-up's]"),
        click.option(
            "--within",
            type=ShareType(),
            metavar="WIDTH",
            help="Play until the 95% interval of the win rate is this narrow to either side, e.g. 1%.",
        ),
        click.option(
            "--policy",
            type=NameType([policy.name.lower() for policy in Policy]),
            help="Who plays. [default: the set-up's]",
        ),
        click.option("--temperature", type=float, metavar="T", help="0: always the best answer; larger: more chance."),
        click.option("--workers", type=int, metavar="N", help="Threads. [default: one for each processor]"),
        click.option(
            "--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep a row for each game in this new folder."
        ),
        click.option(
            "--weights", type=click.Path(path_type=Path), metavar="FILE", help="Weights of the policy (TOML)."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables."),
        click.option("--quiet", is_flag=True, help="No progress, nothing on standard error."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def available_workers() -> int:
    """Threads worth starting: the processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _outside(value: float | None, low: float, high: float) -> bool:
    return value is not None and not (math.isfinite(value) and low <= value <= high)
