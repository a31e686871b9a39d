"""How people fare: published figures as facts, and how far an order of ours agrees with theirs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Literal, Self

import numpy as np
from pydantic import Field, ValidationError, model_validator

from sim.content.fields import Identifier, Items, Strict, Text
from sim.errors import BadInput, Fault, validation_faults
from sim.report.names import FACTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.results.load import Results

PEOPLE = FACTS / "people.toml"
DRAWS = 1000
"""Resamplings behind the interval of a rank correlation."""
BLOCKS = 1000
"""Game numbers are resampled in at most so many blocks; they are independent, so blocks serve as well."""
LEAST = 5
"""Entries from which on a rank correlation says something; of fewer, only the pairs in the same order are told."""
SEED = 20_171


class Entry(Strict):
    """What was published about one spirit, board, adversary and so on."""

    id: Text
    games: Annotated[int, Field(ge=1)]
    wins: Annotated[int, Field(ge=0)] | None = None
    rate: Annotated[float, Field(ge=0.0, le=1.0)] | None = None

    @model_validator(mode="after")
    def _one_figure(self) -> Self:
        if (self.wins is None) == (self.rate is None):
            raise ValueError("needs wins or rate, and not both")
        if self.wins is not None and self.wins > self.games:
            raise ValueError("has more wins than games")
        return self

    @property
    def share(self) -> float:
        """Share of the games won."""
        return self.rate if self.rate is not None else (self.wins or 0) / self.games


class Order(Strict):
    """Entries that can be put in order, and where they come from."""

    id: Identifier
    of: Literal["spirit", "players", "board", "adversary", "scenario", "blight_card"]
    title: Text
    source: Text
    caution: Text
    given_flipped: bool = False
    entries: Annotated[Items[Entry], Field(min_length=2)]

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        if len({entry.id for entry in self.entries}) < len(self.entries):
            raise ValueError("names an entry twice")
        return self


class People(Strict):
    """The whole file."""

    order: Items[Order]


@cache
def load_people() -> tuple[Order, ...]:
    """The published orders.

    Raises
    ------
    BadInput
        If the file does not fit its schema, with all faults.
    """
    return read_people(PEOPLE.read_text(encoding="utf-8"), PEOPLE.name)


def read_people(content: str, file: str) -> tuple[Order, ...]:
    """Read the published orders from TOML text; arguments: the text and the name of the file for messages."""
    try:
        data = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise BadInput([Fault(file, "", None, f"is no TOML: {error}")]) from error
    try:
        return tuple(People.model_validate(data).order)
    except ValidationError as error:
        raise BadInput(validation_faults(error, People, data, file)) from error


@dataclass(frozen=True)
class Agreement:
    """How far two orders of the same entries agree.

    Attributes
    ----------
    same, pairs : int
        Pairs of entries that both put the same way, and all pairs.
    sure, sure_same : int
        Pairs that our games tell apart beyond chance (95% interval), and those of them that people put the same way.
    correlation, low, high : float
        Spearman's rank correlation with its 95% interval; NaN with fewer than ``LEAST`` entries.
    """

    same: int
    pairs: int
    sure: int
    sure_same: int
    correlation: float
    low: float
    high: float


def agreement(entries: Sequence[Entry], cells: Mapping[str, Sequence[str]], results: Results) -> Agreement:
    """Set our win rates beside published ones, by order only.

    Parameters
    ----------
    entries : sequence of Entry
        What was published.
    cells : mapping
        Identifier -> our cells of it; every entry's.
    results : Results
        The games of these cells.

    Notes
    -----
    The interval is a percentile bootstrap: ours is drawn anew by game numbers (games of one number belong together),
    theirs from the binomial distribution of each entry's games. It says what chance in both samples leaves open, not
    what else may differ.
    """
    theirs = np.array([entry.share for entry in entries])
    chance = np.random.default_rng(SEED)
    ours, drawn_ours = _resampled(results, [cells[entry.id] for entry in entries], chance)
    same = sure = sure_same = 0
    for one, other in combinations(range(len(entries)), 2):
        alike = (ours[one] - ours[other]) * (theirs[one] - theirs[other]) > 0.0
        same += alike
        low, high = np.quantile(drawn_ours[:, one] - drawn_ours[:, other], [0.025, 0.975])
        if low > 0.0 or high < 0.0:
            sure += 1
            sure_same += alike
    pairs = len(entries) * (len(entries) - 1) // 2
    nan = float("nan")
    if len(entries) < LEAST:
        return Agreement(int(same), pairs, sure, int(sure_same), nan, nan, nan)
    games = np.array([entry.games for entry in entries])
    drawn_theirs = chance.binomial(games, theirs, (DRAWS, len(entries))) / games
    drawn = [spearman(one, other) for one, other in zip(drawn_ours, drawn_theirs, strict=True)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Agreement(int(same), pairs, sure, int(sure_same), spearman(ours, theirs), float(low), float(high))


def _resampled(
    results: Results, cells: Sequence[Sequence[str]], chance: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Win rate of each entry, the mean over its cells; and under resampled game numbers, rows draws."""
    games = results.games
    number, won = games["game"].to_numpy(np.int64), games["won"].to_numpy(bool)
    weight, rows = games["weight"].to_numpy(float), games.groupby("cell", observed=True).indices
    blocks = min(len(np.unique(number)), BLOCKS)
    place = number % blocks
    wins, played = np.zeros((blocks, len(cells))), np.zeros((blocks, len(cells)))
    for column, own in enumerate(cells):
        for name in own:
            chosen = rows[name]
            wins[:, column] += np.bincount(place[chosen], weight[chosen] * won[chosen], blocks) / len(own)
            played[:, column] += np.bincount(place[chosen], weight[chosen], blocks) / len(own)
    weights = chance.multinomial(blocks, np.full(blocks, 1.0 / blocks), DRAWS).astype(float)
    drawn = (weights @ wins) / np.maximum(weights @ played, 1e-12)
    return wins.sum(axis=0) / played.sum(axis=0), drawn


def spearman(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Spearman's rank correlation; equal values share the mean of their ranks, and 0 where one side is all equal.

    Examples
    --------
    >>> spearman(np.array([0.1, 0.5, 0.4]), np.array([10.0, 30.0, 20.0]))
    1.0
    """
    first, second = _ranks(one), _ranks(other)
    first, second = first - first.mean(), second - second.mean()
    size = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return round(float((first * second).sum()) / size, 12) if size > 0.0 else 0.0


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2.0)[place]
