"""Figures of the fitted strength: spirits with intervals and ties, and the map of how pairs fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.report.figures_rates import MOST_COLUMNS, Square, square_map
from sim.report.style import TURNS, Frame, bare_axes, colour, new_figure, wrap

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Strength:
    """A spirit's fitted strength with its interval, and a note beside it (places and tie letters)."""

    name: str
    value: float
    low: float
    high: float
    note: str


def strength_dots(frame: Frame, rows: Sequence[Strength], label: str, note: str) -> Figure:
    """Strength of each spirit with its interval; beside it the places that chance leaves open.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    rows : sequence of Strength
        From the top.
    label : str
        What the axis shows.
    note : str
        Heading of the notes; empty where there are none.
    """
    figure = new_figure(frame, 80 + 34 * len(rows))
    axes = figure.add_subplot()
    bare_axes(axes, "x")
    axes.axvline(0.0, color=colour("muted"), linewidth=1)
    axes.errorbar(
        [row.value for row in rows],
        range(len(rows)),
        xerr=[[row.value - row.low for row in rows], [row.high - row.value for row in rows]],
        fmt="o",
        markersize=7,
        color=colour("players-1"),
        elinewidth=2,
        capsize=4,
        capthick=2,
    )
    axes.set_yticks(range(len(rows)), [wrap(row.name, frame.wrap) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="x", labelcolor=colour("muted"))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+g}".replace("-", "−") if value else "0")
    axes.set_xlabel(label)
    if note:
        right = axes.secondary_yaxis("right")
        right.set_yticks(range(len(rows)), [row.note for row in rows])
        right.tick_params(length=0, labelcolor=colour("muted"))
        right.spines["right"].set_visible(False)
        axes.set_title(note, loc="right", fontweight="normal", color=colour("muted"))
    return figure


def synergy_map(
    frame: Frame, names: Sequence[tuple[str, str]], values: Mapping[tuple[int, int], float], sure: set[tuple[int, int]]
) -> Figure:
    """Map of how much better or worse pairs do than their spirits' strength says.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    names : sequence of (str, str)
        Whole and short name of each spirit, in the order of rows and columns.
    values : mapping
        (row, column) -> points of win rate in an even game, row before column.
    sure : set
        Pairs whose interval leaves out zero; they get a frame.
    """
    most = max((abs(value) for value in values.values()), default=0.0) or 1.0
    digits = 0 if frame.narrow and len(names) > MOST_COLUMNS else 1
    squares = {}
    for place, value in values.items():
        role = f"turn-{min(int((value / most + 1.0) / 2.0 * TURNS), TURNS - 1)}"
        # on a phone a plus sign would not fit
        words = f"{value:.{digits}f}" if digits == 0 else f"{value:+.{digits}f}"
        words = words.replace("-", "−") if words.strip("+-0.") else "0"
        squares[place] = Square(role, words, "ink" if place in sure else "page")
    return square_map(frame, names, squares)
