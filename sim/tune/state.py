"""How far a search has come: a JSON file beside the weights that are to be, from which it can go on.

It holds what the candidates of each generation were worth. The search itself is made again from that and the seed, so
that one which was stopped ends as if it had not been.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from sim.content.fields import Count, Items, Strict
from sim.errors import BadInput, Fault, validation_faults
from sim.run.files import write_whole
from sim.stats.paired import Pairs
from sim.tune.plan import Plan

FORMAT = 1
"""Moves when older files cannot be read."""
OUT = "--out"

Number = Annotated[float, Field(allow_inf_nan=False)]
Counts = Annotated[tuple[Count, Count, Count, Count], Field(strict=False)]


class Check(Strict):
    """A comparison of the mean of the search with its start, on games of its own.

    Attributes
    ----------
    generation : int
        Generations before it.
    gain : tuple of (float, float, float)
        Gain in win rate with its interval.
    """

    generation: int
    gain: tuple[Number, Number, Number] = Field(strict=False)


class State(Strict):
    """How far a search has come.

    Attributes
    ----------
    settings : dict
        What the search is: ``Plan.settings``.
    costs : tuple of tuple of float
        What candidates were worth, negative, for each generation that is complete.
    mean : tuple of float
        Mean of the search after those.
    check : Check or None
        The last comparison.
    held_out : tuple of tuple of int
        Games of the verdict, set-up by set-up: how many, won both times, before only, after only.
    """

    format: int = FORMAT
    settings: dict[str, Any]
    costs: Items[Items[Number]] = ()
    mean: Items[Number] = ()
    check: Check | None = None
    held_out: Items[Counts] = ()

    @property
    def pairs(self) -> list[Pairs]:
        """Games of the verdict."""
        return [Pairs(*counts) for counts in self.held_out]


def _wrong_counts(state: State, plan: Plan, file: str) -> Iterator[Fault]:
    """Lists that are too long or too short for the search."""
    if any(len(costs) != plan.population for costs in state.costs) or len(state.costs) > plan.generations:
        yield Fault(file, "costs", None, f"must be {plan.population} numbers for each generation")
    most = len(plan.setups) if len(state.costs) == plan.generations else 0
    whole = all(games == plan.held_out >= sum(wins) for games, *wins in state.held_out)
    if len(state.held_out) > most or not whole:
        yield Fault(file, "held_out", None, f"must be {plan.held_out} games and the wins among them for each set-up")


class StateFile:
    """Where a state is kept.

    Parameters
    ----------
    out : Path
        The weights file that is to be.
    """

    def __init__(self, out: Path) -> None:
        self._out = out
        self.path = out.parent / f"{out.name}.state.json"

    def faults(self, resume: bool) -> list[Fault]:
        """Why a search cannot begin here, or go on; nothing is left behind by looking."""
        out, folder = str(self._out), self._out.absolute().parent
        if self._out.is_dir():
            return [Fault("command line", OUT, out, "is a folder, not a file")]
        if self._out.exists():
            return [Fault("command line", OUT, out, "exists already; nothing is overwritten")]
        if not folder.is_dir():
            missing = "is a file, not a folder" if folder.exists() else "no such folder"
            return [Fault("command line", OUT, out, f"{folder}: {missing}")]
        if self.path.exists() and not resume:
            message = f"{self.path.name} is there from a search that was stopped; --resume goes on with it"
            return [Fault("command line", OUT, out, message)]
        if resume and not self.path.exists():
            return [Fault("command line", "--resume", None, f"{self.path}: no such file; nothing to go on with")]
        try:
            # permissions alone do not tell: a file system may be read-only, or the user may be root
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            return [self._unwritable(error)]
        return []

    def load(self, plan: Plan) -> State:
        """The state of the search that ``plan`` describes.

        Raises
        ------
        BadInput
            If it cannot be read or is that of another search; names each difference.
        """
        file = str(self.path)
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadInput([Fault(file, "", None, f"cannot be read: {error}")]) from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, dict) else None
            raise BadInput([Fault(file, "format", found, f"is not {FORMAT}: no search that this version knows")])
        try:
            state = State.model_validate(data)
        except ValidationError as error:
            raise BadInput(validation_faults(error, State, data, file)) from None
        faults = [
            Fault(file, f"settings.{key}", state.settings.get(key), "is another search's; give its arguments again")
            for key, value in plan.settings().items()
            if state.settings.get(key) != value
        ]
        if not faults:
            faults = list(_wrong_counts(state, plan, file))
        if faults:
            raise BadInput(faults)
        return state

    def save(self, state: State) -> None:
        """Keep a state.

        Raises
        ------
        BadInput
            If it cannot be written; the one before stays.
        """
        self._write(self.path, state.model_dump_json(indent=1))

    def finish(self, text: str) -> None:
        """Write the weights file; the state is needed no more.

        Raises
        ------
        BadInput
            If it cannot be written; the state stays.
        """
        self._write(self._out, text)
        self.path.unlink(missing_ok=True)

    def _write(self, path: Path, text: str) -> None:
        try:
            write_whole(path, text.encode())
        except OSError as error:
            raise BadInput([self._unwritable(error)]) from error

    def _unwritable(self, error: OSError) -> Fault:
        return Fault("command line", OUT, str(self._out), f"cannot be written to: {error.strerror or error}")
