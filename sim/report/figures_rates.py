"""Figures of win rates: dots with intervals, the map of pairs, groups of three and more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.report.names import players_name
from sim.report.style import MARKERS, STEPS, Frame, bare_axes, colour, cut, new_figure, no_frame, text_on, wrap
from sim.results.rates import Rate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_GROUPS = 24
"""Rows that the figure of groups has room for; of more, it shows the best and the worst."""
COLUMN = 88
"""Width of a spirit's column beside the groups, in pixels."""
MOST_COLUMNS = 6
"""Spirits whose names stand upright above their columns; of more, they are turned."""
CROWDED_WRAP = 14
"""Letters in a line of the names beside a map of many spirits on a phone, which needs the room itself."""


def players_role(players: int) -> str:
    """Colour of a number of spirits."""
    return f"players-{min(players, max(MARKERS))}"


def spirit_dots(frame: Frame, rows: Sequence[tuple[str, Mapping[int, Rate]]]) -> Figure:
    """Win rate of each spirit, one dot with its interval for each number of spirits.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    rows : sequence of (str, mapping)
        Name of a spirit, and its win rate by number of spirits; drawn from the top.
    """
    counts = sorted({players for _, rates in rows for players in rates})
    row_height = 16 + 16 * max(len(counts), 2)
    figure = new_figure(frame, 90 + row_height * len(rows))
    axes = figure.add_subplot()
    bare_axes(axes, "x")
    step = 0.72 / max(len(counts), 1)
    for lane, players in enumerate(counts):
        places = [row - 0.36 + step * (lane + 0.5) for row, (_, rates) in enumerate(rows) if players in rates]
        _dots(axes, [rates[players] for _, rates in rows if players in rates], places, players)
    for row in range(1, len(rows)):
        axes.axhline(row - 0.5, color=colour("line"), linewidth=1)
    axes.set_yticks(range(len(rows)), [wrap(name, frame.wrap) for name, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    _rate_axis(axes, [rate for _, rates in rows for rate in rates.values()], 5 if frame.narrow else 8)
    figure.legend(loc="outside upper left", ncols=len(counts), handletextpad=0.2, columnspacing=1.2)
    return figure


def _dots(axes: Any, rates: Sequence[Rate], places: Sequence[float], players: int) -> None:
    values = [rate.rate for rate in rates]
    below = [rate.rate - rate.low for rate in rates]
    above = [rate.high - rate.rate for rate in rates]
    axes.errorbar(
        values,
        places,
        xerr=[below, above],
        fmt=MARKERS[min(players, max(MARKERS))],
        markersize=6,
        color=colour(players_role(players)),
        elinewidth=2,
        capsize=4,
        capthick=2,
        label=players_name(players),
    )


def _rate_axis(axes: Any, rates: Sequence[Rate], bins: int) -> None:
    """Percent along x with about ``bins`` marks, from just below the lowest interval to just above the highest."""
    from matplotlib.ticker import MaxNLocator

    low, high = min(rate.low for rate in rates), max(rate.high for rate in rates)
    pad = max(0.06 * (high - low), 0.01)
    axes.set_xlim(max(low - pad, -0.01), min(high + pad, 1.01))
    axes.xaxis.set_major_locator(MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
    axes.set_xlabel("win rate")


def pair_map(frame: Frame, names: Sequence[tuple[str, str]], rates: Mapping[tuple[int, int], Rate]) -> Figure:
    """Map of the win rates of all pairs, both ways round.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    names : sequence of (str, str)
        Whole and short name of each spirit, in the order of rows and columns.
    rates : mapping
        (row, column) -> win rate, row before column.
    """
    values = [rate.rate for rate in rates.values()]
    low, high = min(values), max(values)
    digits = 0 if frame.narrow and len(names) > MOST_COLUMNS else 1
    squares = {}
    for place, rate in rates.items():
        step = min(int(STEPS * (rate.rate - low) / max(high - low, 1e-9)), STEPS - 1)
        squares[place] = Square(f"step-{step}", f"{100 * rate.rate:.{digits}f}", "page")
    return square_map(frame, names, squares)


@dataclass(frozen=True)
class Square:
    """Colour role, words and role of the edge of a square of a map of pairs."""

    role: str
    words: str
    edge: str


def square_map(frame: Frame, names: Sequence[tuple[str, str]], squares: Mapping[tuple[int, int], Square]) -> Figure:
    """Map with a square for each pair of spirits, both ways round.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    names : sequence of (str, str)
        Whole and short name of each spirit, in the order of rows and columns.
    squares : mapping
        (row, column) -> square, row before column.
    """
    from matplotlib.patches import Rectangle

    size = len(names)
    height = min(58, 300 // size + 12) if frame.narrow else 50 if size <= MOST_COLUMNS else 36
    figure = new_figure(frame, 100 + height * size + (50 if size > MOST_COLUMNS else 0))
    axes = figure.add_subplot()
    for (row, column), square in squares.items():
        for x, y in ((column, row), (row, column)):
            patch = Rectangle((x + 0.02, y + 0.02), 0.96, 0.96, facecolor=colour(square.role), linewidth=1.5)
            patch.set_edgecolor(colour(square.edge))
            patch.set_in_layout(False)
            axes.add_patch(patch)
            axes.text(
                x + 0.5,
                y + 0.52,
                square.words,
                ha="center",
                va="center_baseline",
                color=text_on(square.role),
                in_layout=False,
            )
    middle = [place + 0.5 for place in range(size)]
    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelcolor=colour("ink"))
    turned = frame.narrow or size > MOST_COLUMNS
    # turned names stand close together when spirits are many: one line each
    heads = [cut(short, 20) if size > MOST_COLUMNS else wrap(short, 14) for _, short in names]
    axes.set_xticks(middle, heads, rotation=90 if turned else 0)
    width = CROWDED_WRAP if frame.narrow and size > MOST_COLUMNS else frame.wrap
    axes.set_yticks(middle, [wrap(short if frame.narrow else name, width) for name, short in names])
    no_frame(axes)
    return figure


def group_dots(frame: Frame, shorts: Sequence[str], groups: Sequence[tuple[tuple[int, ...], Rate]]) -> Figure:
    """Win rate of each group: which spirits are in it on the left, the rate with its interval on the right.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    shorts : sequence of str
        Short names of all spirits, the columns on the left.
    groups : sequence of (tuple of int, Rate)
        Columns of the group's spirits, and its win rate; drawn from the top.
    """
    shown = list(groups)
    if len(shown) > MOST_GROUPS:
        shown = shown[: MOST_GROUPS // 2] + shown[-MOST_GROUPS // 2 :]
    figure = new_figure(frame, 150 + 26 * len(shown))
    room = len(shorts) * (26 if frame.narrow else COLUMN if len(shorts) <= MOST_COLUMNS else COLUMN / 2)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(room, max(frame.width - room, 120)))
    _members(left, frame, shorts, [members for members, _ in shown])
    bare_axes(right, "x")
    right.tick_params(labelleft=False)
    rates = [rate for _, rate in shown]
    _dots(right, rates, range(len(shown)), len(shown[0][0]))
    _rate_axis(right, rates, 3 if frame.narrow else 6)
    right.set_ylim(len(shown) - 0.5, -0.5)
    return figure


def _members(axes: Any, frame: Frame, shorts: Sequence[str], groups: Sequence[tuple[int, ...]]) -> None:
    """Mark the spirits of each group by a filled dot and join them by a line."""
    bare_axes(axes, "y")
    axes.grid(visible=False)
    for row, members in enumerate(groups):
        others = [column for column in range(len(shorts)) if column not in members]
        axes.plot(others, [row] * len(others), "o", markersize=5, color=colour("line"))
        axes.plot(members, [row] * len(members), "o-", markersize=9, linewidth=2, color=colour("ink"))
    axes.set_xlim(-0.5, len(shorts) - 0.5)
    axes.xaxis.tick_top()
    turned = frame.narrow or len(shorts) > MOST_COLUMNS
    labels = [wrap(short, 24 if turned else 10) for short in shorts]
    axes.set_xticks(range(len(shorts)), labels, rotation=90 if turned else 0)
    axes.tick_params(length=0, labelleft=False, labelcolor=colour("ink"))
