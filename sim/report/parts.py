"""Building blocks of the page: tables that can be sorted, figures with their tables, sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sim.report.models import Models, ModelsOf, models_of
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
        Start of all identifiers in the page.
    results : Results
        Its games.
    rates : WinRates
        Its win rates.
    spirits : list of str
        Its spirits, the strongest first.
    names, shorts : dict
        Spirit -> whole and short name.
    opponents : dict
        Cell -> what its spirits play against.
    shared : dict
        Number of spirits -> the cells over which its spirits may be averaged and compared.
    models : Models or None
        What is fitted to its games.
    """

    prefix: str
    results: Results
    rates: WinRates
    spirits: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    shorts: dict[str, str] = field(default_factory=dict)
    opponents: dict[str, Opponent] = field(default_factory=dict)
    shared: dict[int, Shared[str]] = field(default_factory=dict)
    models: Models | None = None

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


def make_part(results: Results, prefix: str, fitted: ModelsOf = models_of) -> Part:
    """Prepare the results of one policy.

    Parameters
    ----------
    results : Results
        Games of one policy.
    prefix : str
        Start of all identifiers in the page, empty for a page of one policy.
    fitted : callable
        Fits the models.
    """
    rates = WinRates(results)
    opponents = opponents_of(results.cells)
    part = Part(prefix, results, rates, opponents=opponents)
    settings = part.settings()
    shared = {players: shared_cells(rates.spirit_cells(players), settings) for players in part.players}
    part = replace(part, shared=shared, models=fitted(results))
    order = _strongest_first(part)
    names = {spirit: spirit_name(spirit) for spirit in order}
    return replace(part, spirits=order, names=names, shorts=short_names(order))


def _strongest_first(part: Part) -> list[str]:
    """Spirits by the mean of their rates; those without one by their fitted strength, or else last, by name."""
    found: dict[str, list[float]] = {spirit: [] for spirit in spirits_of(part.results.cells)}
    for players in part.comparable:
        for spirit, rate in part.spirit_rates(players).items():
            found[spirit].append(rate.rate)
    fitted = dict(part.models.strength.spirits["logit"]) if part.models is not None else {}

    def place(spirit: str) -> tuple[float, float, str]:
        own = found[spirit]
        return -sum(own) / len(own) if own else 1.0, -float(fitted.get(spirit, -9.0)), spirit

    return sorted(found, key=place)


def subset(results: Results, cells: Sequence[str]) -> Results:
    """The results of some cells, in their order."""
    if len(cells) == len(results.cells):
        return results
    games = results.games[results.games["cell"].isin(cells)]
    games = games.assign(cell=games["cell"].cat.set_categories(cells))
    return Results(games.reset_index(drop=True), results.cells.loc[list(cells)], results.manifest)


def make_plot(draw: Draw, alt: str, caption: str, table: Table) -> Plot:
    """Draw a figure for wide and for narrow screens and put it together with its table."""
    name = f"{table.name}-figure"
    return Plot(name, alt, caption, svg(draw, WIDE, name), svg(draw, NARROW, name), table)


def text(content: str) -> Cell:
    """Entry of words."""
    return Cell(content, content)


def number(value: float, digits: int = 0) -> Cell:
    """Entry of a number with so many digits after the point; a dash where there is none."""
    return Cell("–", "") if value != value else Cell(f"{value:,.{digits}f}", value)


def share(value: float) -> Cell:
    """Entry of a share as a percentage."""
    return Cell("–", "") if value != value else Cell(percent(value), value)


def percent(value: float) -> str:
    """A share in words: ``71.2%``."""
    return f"{100 * value:.1f}%"


def interval(rate: Rate) -> str:
    """The interval of a rate in words: ``70.6–71.8%``."""
    return f"{100 * rate.low:.1f}–{100 * rate.high:.1f}%"


def signed(value: float, digits: int = 2) -> Cell:
    """Entry of a number with its sign; a dash where there is none."""
    return Cell("–", "") if value != value else Cell(signed_words(value, digits), value)


def signed_words(value: float, digits: int = 2) -> str:
    """A number with its sign, a true minus: ``+0.31``, ``−1.20``, ``0.00``."""
    words = f"{value:+.{digits}f}"
    return words[1:] if float(words) == 0.0 else words.replace("-", "−")


def ends(low: float, high: float, digits: int = 2) -> Cell:
    """Entry of an interval of numbers with signs, sorted by its lower end."""
    if low != low or high != high:
        return Cell("–", "")
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
