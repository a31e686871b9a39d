"""The history in a weights file: a table ``[[history]]`` for each search that ``spirit-sim tune`` has made."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError, model_validator

from sim.content.fields import Count, Items, Strict, Text
from sim.errors import BadInput, toml_value, validation_faults

Some = Annotated[int, Field(ge=1)]
Rate = Annotated[float, Field(ge=0, le=1)]
Difference = Annotated[float, Field(ge=-1, le=1)]
KEPT: Final = "kept"
NOT_KEPT: Final = "not kept"


class Gain(Strict):
    """Win rates before and after a search, by held-out games that both played.

    Attributes
    ----------
    before, after : float
        Share of games won by the start, and by what was found.
    gain : float
        Their difference.
    interval : tuple of (float, float)
        Its 95% interval, paired.
    """

    before: Rate
    after: Rate
    gain: Difference
    interval: tuple[Difference, Difference] = Field(strict=False)

    @property
    def words_of_gain(self) -> str:
        """The gain with its interval: ``+2.1% (95% interval +1.0% to +3.2%)``."""
        low, high = self.interval
        return f"{self.gain:+.1%} (95% interval {low:+.1%} to {high:+.1%})"


class CellGain(Gain):
    """The gain in one set-up."""

    setup: Text


class Tuning(Gain):
    """One search; the gain is the mean over its set-ups.

    Attributes
    ----------
    table : str
        What was searched: ``weights``, ``spirit.SPIRIT``, or ``all`` for factors common to every table.
    verdict : str
        ``kept`` if all of the gain's interval is above 0; else the weights are those from before.
    date : datetime.date
        When.
    start, found : str
        Hashes of all the weights that the search began with, and of those it came to.
    rules_version, policy : str
        Rules and player of all games.
    seed : int
        With the other settings it is the search.
    generations, population, games, held_out : int
        Candidates of a generation, their games in each set-up; games in each set-up of the verdict.
    sigma : float
        First standard deviation of the logarithms.
    searched : tuple of str
        Names of the weights that were searched.
    cells : tuple of CellGain
        Each set-up for itself.
    """

    table: Text
    verdict: Literal["kept", "not kept"]
    date: datetime.date
    start: Text
    found: Text
    rules_version: Text
    policy: Text
    seed: Count
    generations: Some
    population: Some
    games: Some
    held_out: Some
    sigma: Annotated[float, Field(gt=0)]
    searched: Annotated[Items[Text], Field(min_length=1)]
    cells: Annotated[Items[CellGain], Field(min_length=1)]

    @model_validator(mode="after")
    def _verdict_follows_from_the_interval(self) -> Tuning:
        if (self.verdict == KEPT) != (self.interval[0] > 0):
            raise ValueError("the verdict is kept if the whole interval is above 0, and only then")
        return self

    @property
    def words(self) -> str:
        """What was searched and what came of it."""
        setups = "1 set-up" if len(self.cells) == 1 else f"{len(self.cells)} set-ups"
        return f"[{self.table}] {self.verdict}, {self.words_of_gain} in {setups}, policy {self.policy}"

    def lines(self) -> Iterator[str]:
        """The table of the entry as it stands in a file."""
        yield "[[history]]"
        fields = _gain_last(self.model_dump(exclude={"cells"}))
        yield from (f"{key} = {toml_value(value)}" for key, value in fields.items())
        yield "cells = ["
        yield from (f"    {toml_value(_gain_last(cell.model_dump()))}," for cell in self.cells)
        yield "]"


def _gain_last(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields in the order people read them: first what was played."""
    return {key: fields[key] for key in sorted(fields, key=lambda key: key in Gain.model_fields)}


class _History(Strict):
    """The one key of a weights file that is told here."""

    history: Items[Tuning] = ()


def history_from(data: Any, file: str) -> tuple[Tuning, ...]:
    """The entries of a file's key ``history``.

    Raises
    ------
    BadInput
        With all their faults.
    """
    held = {"history": data}
    try:
        return _History.model_validate(held).history
    except ValidationError as error:
        raise BadInput(validation_faults(error, _History, held, file)) from None
