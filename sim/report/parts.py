"""Building blocks of the page: tables that can be sorted, figures with their tables, sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sim.report.names import short_names, spirit_name
from sim.report.style import NARROW, WIDE, Draw, svg
from sim.results.load import Results
from sim.results.rates import Rate, WinRates, spirits_of


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
    """

    prefix: str
    results: Results
    rates: WinRates
    spirits: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    shorts: dict[str, str] = field(default_factory=dict)

    @property
    def players(self) -> list[int]:
        """Numbers of spirits there are cells of."""
        return sorted(int(count) for count in self.results.cells["players"].unique())


def make_part(results: Results, prefix: str) -> Part:
    """Prepare the results of one policy.

    Parameters
    ----------
    results : Results
        Games of one policy.
    prefix : str
        Start of all identifiers in the page, empty for a page of one policy.
    """
    rates = WinRates(results)
    spirits = spirits_of(results.cells)
    found: dict[str, list[float]] = {spirit: [] for spirit in spirits}
    for players in sorted(results.cells["players"].unique()):
        for spirit, rate in rates.by_spirit(int(players)).items():
            found[spirit].append(rate.rate)
    order = sorted(spirits, key=lambda spirit: (-sum(found[spirit]) / len(found[spirit]), spirit))
    return Part(prefix, results, rates, order, {s: spirit_name(s) for s in order}, short_names(order))


def make_plot(part: Part, draw: Draw, alt: str, caption: str, table: Table) -> Plot:
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


RATE_COLUMNS = (Column("Win rate", True), Column("95% interval", True), Column("Games", True))


def rate_cells(rate: Rate) -> list[Cell]:
    """Entries for ``RATE_COLUMNS``."""
    return [share(rate.rate), Cell(interval(rate), rate.low), number(rate.games)]


def listing(words: Sequence[str]) -> str:
    """Words joined as in a sentence: ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
