"""Building blocks of the page: tables that can be sorted, figures with their tables, sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sim.report.models import Models, models_of
from sim.report.names import short_names, spirit_name
from sim.report.opponents import Opponent, Shared, opponents_of, places_of, shared_cells
from sim.report.style import NARROW, WIDE, Draw, svg
from sim.results.load import Results
from sim.results.rates import Rate, WinRates, spirits_of
from sim.results.summary import outcome_shares

if TYPE_CHECKING:
    import pandas as pd


class Cell(NamedTuple):
    """One entry of a table: what it shows and what it is sorted by."""

    text: str
    value: float | str


DASH = Cell("–", "")
"""Entry where there is no number."""


class Column(NamedTuple):
    """Heading of a column, and whether it holds numbers."""

    label: str
    numeric: bool


@dataclass(frozen=True)
class Table:
    """A table; ``name`` is its identifier in the page."""

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Plot:
    """A figure in two sizes, its text alternative, its caption and the table under it."""

    name: str
    alt: str
    caption: str
    wide: str
    narrow: str
    table: Table


@dataclass(frozen=True)
class Section:
    """A heading with its paragraphs, figures and further tables."""

    name: str
    heading: str
    paragraphs: Sequence[str]
    plots: Sequence[Plot] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Part:
    """The results of one policy, with what all its sections need.

    Attributes
    ----------
    prefix : str
        Start of all identifiers in the page, empty for a page of one policy.
    results : Results
        Its games.
    """

    prefix: str
    results: Results

    @cached_property
    def rates(self) -> WinRates:
        """Its win rates."""
        return WinRates(self.results)

    @cached_property
    def models(self) -> Models:
        """What is fitted to its games."""
        return models_of(self.results)

    @cached_property
    def spirits(self) -> list[str]:
        """Its spirits by the mean of their rates; those without one by their fitted strength, or else last, by name."""
        found: dict[str, list[float]] = {spirit: [] for spirit in spirits_of(self.results.cells)}
        for players in self.comparable:
            for spirit, rate in self.spirit_rates(players).items():
                found[spirit].append(rate.rate)
        fitted = dict(self.models.strength.spirits["logit"])

        def place(spirit: str) -> tuple[float, float, str]:
            own = found[spirit]
            return -sum(own) / len(own) if own else 1.0, -float(fitted.get(spirit, -9.0)), spirit

        return sorted(found, key=place)

    @cached_property
    def names(self) -> dict[str, str]:
        """Spirit -> whole name."""
        return {spirit: spirit_name(spirit) for spirit in self.spirits}

    @cached_property
    def shorts(self) -> dict[str, str]:
        """Spirit -> short name."""
        return short_names(self.spirits)

    @cached_property
    def opponents(self) -> dict[str, Opponent]:
        """Cell -> what its spirits play against."""
        return opponents_of(self.results.cells)

    @cached_property
    def shared(self) -> dict[int, Shared[str]]:
        """Number of spirits -> the cells over which its spirits may be averaged and compared."""
        settings = self.settings()
        return {players: shared_cells(self.rates.spirit_cells(players), settings) for players in self.players}

    @cached_property
    def levels(self) -> dict[Opponent, int]:
        """All opponents in the order of adversaries and levels, each with its place from 0."""
        ordered = sorted(set(self.opponents.values()), key=lambda opponent: opponent.order)
        return {opponent: place for place, opponent in enumerate(ordered)}

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """Share of each outcome in each cell."""
        return outcome_shares(self.results)

    @property
    def outcomes_by_players(self) -> pd.DataFrame:
        """Share of each outcome for each number of spirits: the mean over its cells."""
        return self.outcomes.groupby(self.results.cells["players"]).mean()

    @property
    def comparable(self) -> list[int]:
        """Numbers of spirits whose spirits met the same opponents."""
        return [players for players in self.players if self.shared[players].cells]

    @property
    def fair_cells(self) -> list[str]:
        """All cells over which spirits may be averaged; every cell where spirits have no opponent in common."""
        found = {cell for players in self.comparable for own in self.shared[players].cells.values() for cell in own}
        return [cell for cell in self.results.cells.index if cell in found or not found]

    @cached_property
    def fair(self) -> Results:
        """The results of ``fair_cells``."""
        cells = self.fair_cells
        return (
            self.results if len(cells) == len(self.results.cells) else self.results.only(self.results.cells.loc[cells])
        )

    def spirit_rates(self, players: int) -> dict[str, Rate]:
        """Win rate of each spirit over the opponents that all spirits met; empty without such opponents."""
        return {spirit: self.rates.mean(cells) for spirit, cells in self.shared[players].cells.items()}

    def settings(self) -> dict[str, tuple[Opponent, tuple[str, ...]]]:
        """Cell -> its opponent and its boards."""
        places = places_of(self.results.cells)
        return {cell: (opponent, places[cell]) for cell, opponent in self.opponents.items()}

    @property
    def players(self) -> list[int]:
        """Numbers of spirits there are cells of."""
        return sorted(int(count) for count in self.results.cells["players"].unique())


def make_plot(draw: Draw, alt: str, caption: str, table: Table) -> Plot:
    """Draw a figure for wide and for narrow screens and put it together with its table."""
    name = f"{table.name}-figure"
    return Plot(name, alt, caption, svg(draw, WIDE, name), svg(draw, NARROW, name), table)


def text(content: str) -> Cell:
    """Entry of words."""
    return Cell(content, content)


def number(value: float, digits: int = 0) -> Cell:
    """Entry of a number with so many digits after the point; a dash where there is none."""
    return DASH if value != value else Cell(f"{value:,.{digits}f}", value)


def share(value: float) -> Cell:
    """Entry of a share as a percentage."""
    return DASH if value != value else Cell(percent(value), value)


def percent(value: float) -> str:
    """A share in words: ``71.2%``."""
    return f"{100 * value:.1f}%"


def interval(rate: Rate) -> str:
    """The interval of a rate in words: ``70.6–71.8%``."""
    return f"{100 * rate.low:.1f}–{100 * rate.high:.1f}%"


def signed(value: float, digits: int = 2) -> Cell:
    """Entry of a number with its sign; a dash where there is none."""
    return DASH if value != value else Cell(signed_words(value, digits), value)


def signed_words(value: float, digits: int = 2) -> str:
    """A number with its sign, a true minus: ``+0.31``, ``−1.20``, ``0.00``."""
    words = f"{value:+.{digits}f}"
    return words[1:] if float(words) == 0.0 else words.replace("-", "−")


def ends(low: float, high: float, digits: int = 2) -> Cell:
    """Entry of an interval of numbers with signs, sorted by its lower end."""
    if low != low or high != high:
        return DASH
    return Cell(f"{signed_words(low, digits)} to {signed_words(high, digits)}", low)


def opponent_cell(part: Part, opponent: Opponent) -> Cell:
    """Entry of an opponent, sorted by adversary and level."""
    return Cell(opponent.label, f"{part.levels[opponent]:04d}")


RATE_COLUMNS = (Column("Win rate", True), Column("95% interval", True), Column("Games", True))


def rate_cells(rate: Rate) -> list[Cell]:
    """Entries for ``RATE_COLUMNS``."""
    return [share(rate.rate), Cell(interval(rate), rate.low), number(rate.games)]


def listing(words: Sequence[str]) -> str:
    """Words joined as in a sentence: ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
