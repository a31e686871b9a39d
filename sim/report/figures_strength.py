"""Figures of the fitted strength: spirits with intervals and ties, and the map of how pairs fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.report.style import TURNS, Frame, bare_axes, colour, new_figure, text_on, wrap

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_COLUMNS = 6
"""Spirits whose names stand upright above their columns; of more, they are turned."""
LETTER_LIMIT = 9
"""Tie letters that the figure has room for on a phone."""


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
    from matplotlib.patches import Rectangle

    most = max((abs(value) for value in values.values()), default=0.0) or 1.0
    size = len(names)
    height = min(58, 300 // size + 12) if frame.narrow else 46
    figure = new_figure(frame, 120 + height * size)
    axes = figure.add_subplot()
    for (row, column), value in values.items():
        role = f"turn-{min(int((value / most + 1.0) / 2.0 * TURNS), TURNS - 1)}"
        words = f"{value:+.0f}" if frame.narrow else f"{value:+.1f}"
        words = words.replace("-", "−") if words.strip("+-0.") else "0"
        for x, y in ((column, row), (row, column)):
            edge = colour("ink" if (row, column) in sure else "page")
            axes.add_patch(
                Rectangle((x + 0.03, y + 0.03), 0.94, 0.94, facecolor=colour(role), edgecolor=edge, linewidth=1.5)
            )
            axes.text(x + 0.5, y + 0.52, words, ha="center", va="center_baseline", color=text_on(role))
    middle = [place + 0.5 for place in range(size)]
    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelcolor=colour("ink"))
    turned = frame.narrow or size > MOST_COLUMNS
    axes.set_xticks(middle, [wrap(short, 14 if turned else 12) for _, short in names], rotation=90 if turned else 0)
    axes.set_yticks(middle, [wrap(short if frame.narrow else name, frame.wrap) for name, short in names])
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_facecolor("none")
    return figure
