"""Flags that several commands share, and what they come to together with a set-up file."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
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
SETUP_FLAGS = {
    "boards": "--boards",
    "adversary.id": "--adversary",
    "adversary.level": "--level",
    "scenario": "--scenario",
    "blight_card": "--blight-card",
}
"""Flags that change the set-up itself, by its keys."""
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


class ShippedType(click.ParamType[str]):
    """A file or the name of a shipped one; a shell completes both."""

    def shipped(self) -> dict[str, Path]:
        """The shipped files by name."""
        raise NotImplementedError

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Names that begin so, and files."""
        from click.shell_completion import CompletionItem

        names = [CompletionItem(name) for name in self.shipped() if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


class SetupType(ShippedType):
    """A set-up file or the name of a shipped set-up."""

    name = "setup"

    def shipped(self) -> dict[str, Path]:
        """The shipped set-ups by name."""
        from sim.content.setup import shipped_setups

        return shipped_setups()


class ExperimentType(ShippedType):
    """An experiment file or the name of a shipped experiment."""

    name = "experiment"

    def shipped(self) -> dict[str, Path]:
        """The shipped experiments by name."""
        from sim.content.experiment import shipped_experiments

        return shipped_experiments()


class FactType(click.ParamType[str]):
    """The name of an adversary, a scenario or a blight card; a shell completes it.

    Parameters
    ----------
    name : str
        Which of them: the attribute of the facts that holds them.
    more : tuple of str
        Other words that may stand in its place.
    """

    def __init__(self, name: str, *more: str) -> None:
        self.name = name
        self.more = more

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Names that begin so."""
        from click.shell_completion import CompletionItem

        from sim.content.load import load_content

        names = (*getattr(load_content(), self.name), *self.more)
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class BoardsType(click.ParamType[tuple[str, ...]]):
    """Boards joined by commas, ``A,C``, or the word for boards drawn in every game."""

    name = "boards"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The boards in seat order."""
        return tuple(str(value).split(",")) if isinstance(value, str) else tuple(value)


@dataclass(frozen=True)
class Flags:
    """Shared flags as they were given; None for those that were not.

    Attributes
    ----------
    boards, adversary, level, scenario, blight_card
        Keys of the set-up that are to be others than in the file.
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
    boards: tuple[str, ...] | None = None
    adversary: str | None = None
    level: int | None = None
    scenario: str | None = None
    blight_card: str | None = None

    def faults(self) -> list[Fault]:
        """Everything wrong with the values, the folder for results included."""
        from sim.content.setup import LARGEST_SEED

        checks = [
            ("--seed", self.seed, outside(self.seed, 0, LARGEST_SEED), f"must be from 0 to {LARGEST_SEED}"),
            ("--games", self.games, outside(self.games, 1, LARGEST_SEED), "must be at least 1"),
            ("--within", self.within, outside(self.within, NARROWEST, 0.5), f"must be from {NARROWEST:.2%} to 50%"),
            ("--temperature", self.temperature, outside(self.temperature, 0, 1e9), "must be 0 or more, and finite"),
            ("--level", self.level, outside(self.level, 0, LARGEST_SEED), "must be 0 or more"),
            ("--workers", self.workers, outside(self.workers, 1, MOST_WORKERS), f"must be from 1 to {MOST_WORKERS}"),
            ("--games", None, None not in (self.games, self.within), "cannot be given together with --within"),
        ]
        faults = [Fault(COMMAND_LINE, flag, value, message) for flag, value, wrong, message in checks if wrong]
        if self.out is not None:
            from sim.run.store import folder_faults

            faults += folder_faults(self.out)
        return faults

    def apply(self, setup: Setup) -> Setup:
        """The set-up with what the flags say instead of the file; not checked."""
        names = ("policy", "temperature", "seed", "games", "boards", "scenario", "blight_card")
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        if self.adversary is not None or self.level is not None:
            opponent = setup.adversary
            level = opponent.level if self.adversary != "none" else 0
            said = {
                "id": opponent.id if self.adversary is None else self.adversary,
                "level": level if self.level is None else self.level,
            }
            given["adversary"] = opponent.model_copy(update=said)
        return setup.model_copy(update=given)

    def load(self, path_or_name: str) -> Setup:
        """The set-up of a file or a shipped one, as the flags change it.

        Raises
        ------
        BadInput
            With all faults of the file, or of the flags if the file is sound.
        """
        from sim.content.setup import load_setup

        return self.changed(load_setup(path_or_name), path_or_name)

    def changed(self, loaded: Setup, name: str) -> Setup:
        """A set-up as the flags change it, and checked.

        Parameters
        ----------
        loaded : Setup
            What the flags change.
        name : str
            What it was asked for by; its title where it has none and the flags change the set-up itself.

        Raises
        ------
        BadInput
            With everything that the flags make wrong.
        """
        from sim.content.load import load_content
        from sim.content.setup import setup_faults

        setup = self.apply(loaded)
        if any(getattr(setup, key.split(".")[0]) != getattr(loaded, key.split(".")[0]) for key in SETUP_FLAGS):
            setup = setup.model_copy(update={"title": f"{setup.title or name}, changed by flags"})
        faults = [
            replace(fault, key=SETUP_FLAGS.get(fault.key.split("[")[0], fault.key))
            for fault in setup_faults(setup, load_content(), COMMAND_LINE)
        ]
        if faults:
            raise BadInput(faults)
        return setup

    def amount(self, games: int, within: float | None = None) -> Amount:
        """How many games to play; ``games``, or as many as ``within`` takes, where no flag says."""
        from sim.run.amount import Amount

        given = self.games is not None or self.within is not None
        return Amount(self.games or games, self.within if given else within)

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


def setup_flags(command: F) -> F:
    """Add the flags that change the set-up itself; their values are those of ``Flags``."""
    options = [
        click.option(
            "--boards",
            type=BoardsType(),
            metavar="A,B,...",
            help="Starting boards in seat order, or random. [default: the set-up's, as for the next four]",
        ),
        click.option("--adversary", type=FactType("adversaries", "none"), metavar="ID", help="Adversary, or none."),
        click.option("--level", type=int, metavar="N", help="Level of the adversary."),
        click.option("--scenario", type=FactType("scenarios", "none"), metavar="ID", help="Scenario, or none."),
        click.option(
            "--blight-card",
            type=FactType("blight_cards", "random", "none"),
            metavar="ID",
            help="Blight card, random or none.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def play_flags(command: F) -> F:
    """Add the shared flags of the commands that play; their values are those of ``Flags``."""
    options = [
        click.option("--seed", type=int, help="Seed of all chance. [default: the set-up's]"),
        click.option("--games", type=int, metavar="N", help="Games to play. [default: the set-up's]"),
        click.option(
            "--within",
            type=ShareType(),
            metavar="WIDTH",
            help="Play until the 95% interval of the win rate, or of a difference, is this narrow to either side: 1%.",
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


def outside(value: float | None, low: float, high: float) -> bool:
    """Whether a value was given and is not from ``low`` to ``high``."""
    return value is not None and not (math.isfinite(value) and low <= value <= high)
