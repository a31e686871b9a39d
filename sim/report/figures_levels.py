"""Figures along adversaries and levels: the heat map, the difficulty curve, closeness by difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sim.report.names import adversary_name
from sim.report.opponents import Opponent
from sim.report.style import STEPS, Frame, bare_axes, colour, cut, new_figure, no_frame, text_on, wrap
from sim.results.rates import Rate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_COLUMNS, MOST_COLUMNS_NARROW = 24, 8
"""Opponents side by side in one panel of the heat map."""
GAP = 0.3
"""Room between the columns of two adversaries, in columns."""
LETTER = 7.4
"""Width of a letter of the measuring font, in pixels."""
ADVERSARY_LOOKS = (
    ("muted", "D"),
    ("players-1", "o"),
    ("players-2", "s"),
    ("players-3", "^"),
    ("players-4", "v"),
)
"""Colour role and marker: no adversary first, then the adversaries in order."""


def heat_map(
    frame: Frame,
    names: Sequence[tuple[str, str]],
    opponents: Sequence[Opponent],
    rates: Mapping[tuple[int, int], Rate],
) -> Figure:
    """Win rate of each spirit against each opponent as a map of coloured squares with the percentage in each.

    Parameters
    ----------
    frame : Frame
        Room for the figure; on a phone the opponents are spread over panels below each other.
    names : sequence of (str, str)
        Whole and short name of each spirit, from the top.
    opponents : sequence of Opponent
        In order; those of one adversary stand under one heading.
    rates : mapping
        (row, opponent) -> win rate; what is missing stays empty.
    """
    panels = _panels(opponents, MOST_COLUMNS_NARROW if frame.narrow else MOST_COLUMNS)
    row_height = 24 if frame.narrow else 27
    heads = [_head(frame, panel, names) for panel in panels]
    heights = [row_height * (len(names) + head) + 14 for head in heads]
    figure = new_figure(frame, sum(heights) + 8)
    axes_of = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
    place = {opponent: column for column, opponent in enumerate(opponents)}
    widest = max(_lefts(panel)[-1] + 1 for panel in panels)
    for axes, panel, head in zip(axes_of, panels, heads, strict=True):
        _one_map(axes, frame, panel, [place[opponent] for opponent in panel], len(names), head, rates)
        axes.set_xlim(0, max(widest, 4))
        labels = [short if frame.narrow else name for name, short in names]
        axes.set_yticks([row + 0.5 for row in range(len(names))], [wrap(label, frame.wrap) for label in labels])
    return figure


def _panels(opponents: Sequence[Opponent], most: int) -> list[list[Opponent]]:
    """Opponents in panels of at most so many columns; one adversary stays in one panel where it fits."""
    groups: dict[str, list[Opponent]] = {}
    for opponent in opponents:
        groups.setdefault(opponent.heading, []).append(opponent)
    panels: list[list[Opponent]] = [[]]
    for group in groups.values():
        pieces = [group[start : start + most] for start in range(0, len(group), most)]
        for piece in pieces:
            if len(panels[-1]) + len(piece) > most:
                panels.append([])
            panels[-1] += piece
    return panels


def _lefts(panel: Sequence[Opponent]) -> list[float]:
    """Left edge of each column; there is a gap between adversaries."""
    gaps = 0
    found = [0.0]
    for before, opponent in zip(panel, panel[1:], strict=False):
        gaps += before.heading != opponent.heading
        found.append(len(found) + GAP * gaps)
    return found


def _label_room(frame: Frame, names: Sequence[tuple[str, str]]) -> float:
    labels = [wrap(short if frame.narrow else name, frame.wrap) for name, short in names]
    return LETTER * max(len(line) for label in labels for line in label.split("\n"))


def _head(frame: Frame, panel: Sequence[Opponent], names: Sequence[tuple[str, str]]) -> float:
    """Rows of the head: two for level and difficulty, and one for the headings or several where one must be turned."""
    return 6.5 if any(turned for *_, turned in _headings(frame, panel, _label_room(frame, names))) else 3.2


def _headings(frame: Frame, panel: Sequence[Opponent], labels: float) -> list[tuple[int, str, bool]]:
    """First column, words and whether turned, of each heading; no adversary has none of its own."""
    width = (frame.width - labels - 12) / len(panel)
    found = []
    start = 0
    while start < len(panel):
        heading = panel[start].heading
        count = sum(opponent.heading == heading for opponent in panel)
        if heading != adversary_name("none"):
            letters = int(width * count / LETTER)
            turned = letters < min(len(heading), 9)
            found.append((start, cut(heading, 20 if turned else letters), turned))
        start += count
    return found


def _one_map(
    axes: Any,
    frame: Frame,
    panel: Sequence[Opponent],
    columns: Sequence[int],
    rows: int,
    head: float,
    rates: Mapping[tuple[int, int], Rate],
) -> None:
    from matplotlib.patches import Rectangle

    # all of it stands within the axes: leaving it out of the layout saves half of the drawing's time
    write = partial(axes.text, ha="center", va="center_baseline", in_layout=False)
    lefts = _lefts(panel)
    for x, column in zip(lefts, columns, strict=True):
        for row in range(rows):
            rate = rates.get((row, column))
            if rate is None:
                continue
            role = f"step-{min(int(STEPS * rate.rate), STEPS - 1)}"
            square = Rectangle((x, row), 1, 1, facecolor=colour(role), edgecolor=colour("page"), linewidth=1)
            square.set_in_layout(False)
            axes.add_patch(square)
            words = f"{100 * rate.rate:.0f}"
            write(x + 0.5, row + 0.52, words, color=text_on(role))
    for x, opponent in zip(lefts, panel, strict=True):
        level = "–" if opponent.adversary == "none" else f"{opponent.level}"
        write(x + 0.5, -1.2, level, color=colour("ink"))
        if opponent.rated:
            words = f"{opponent.difficulty:g}"
            write(x + 0.5, -0.4, words, color=colour("muted"))
    axes.text(-0.15, -1.2, "level", ha="right", va="center_baseline", color=colour("ink"), in_layout=False)
    if any(opponent.rated for opponent in panel):
        axes.text(-0.15, -0.4, "difficulty", ha="right", va="center_baseline", color=colour("muted"), in_layout=False)
    for start, words, turned in _headings(frame, panel, 110 if frame.narrow else 240):
        place = (lefts[start] + 0.5, -1.9) if turned else (lefts[start] + 0.08, -2.3)
        axes.text(
            *place,
            words,
            fontweight="bold",
            ha="center" if turned else "left",
            va="bottom" if turned else "center_baseline",
            rotation=90 if turned else 0,
        )
    axes.set_ylim(rows, -head + 0.3)
    axes.set_xticks([])
    axes.tick_params(length=0, labelcolor=colour("ink"))
    no_frame(axes)


@dataclass(frozen=True)
class Mark:
    """An opponent in the difficulty curve."""

    adversary: str
    level: int
    difficulty: float
    rate: Rate


def adversary_looks(adversaries: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Colour role and marker of each adversary."""
    others = [adversary for adversary in adversaries if adversary != "none"]
    looks = {name: ADVERSARY_LOOKS[1 + n % (len(ADVERSARY_LOOKS) - 1)] for n, name in enumerate(others)}
    return {"none": ADVERSARY_LOOKS[0], **looks}


def difficulty_curve(frame: Frame, marks: Sequence[Mark], line: Sequence[tuple[float, float]]) -> Figure:
    """Win rate against official difficulty, a mark with its interval for each level of an adversary, and a fitted line.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    marks : sequence of Mark
        In the order of adversaries.
    line : sequence of (float, float)
        Points of the fitted line; empty for none.
    """
    from matplotlib.ticker import MaxNLocator

    adversaries = list(dict.fromkeys(mark.adversary for mark in marks))
    looks = adversary_looks(adversaries)
    figure = new_figure(frame, 420 if frame.narrow else 460)
    axes = figure.add_subplot()
    bare_axes(axes, "y")
    if line:
        places, values = zip(*line, strict=True)
        axes.plot(places, values, color=colour("muted"), linewidth=2, linestyle=(0, (4, 3)), label="fitted line")
    step = 0.16
    for lane, adversary in enumerate(adversaries):
        own = [mark for mark in marks if mark.adversary == adversary]
        role, marker = looks[adversary]
        shift = step * (lane - (len(adversaries) - 1) / 2)
        axes.errorbar(
            [mark.difficulty + shift for mark in own],
            [mark.rate.rate for mark in own],
            yerr=[
                [mark.rate.rate - mark.rate.low for mark in own],
                [mark.rate.high - mark.rate.rate for mark in own],
            ],
            fmt=marker,
            markersize=7,
            color=colour(role),
            elinewidth=2,
            label=cut(adversary_name(adversary), 24),
        )
    axes.set_ylim(-0.02, 1.02)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8 if frame.narrow else 14))
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
    axes.tick_params(axis="y", labelcolor=colour("muted"))
    axes.set_xlabel("official difficulty")
    axes.set_ylabel("win rate")
    figure.legend(loc="outside upper left", ncols=2 if frame.narrow else 5, handletextpad=0.4, columnspacing=1.2)
    return figure


@dataclass(frozen=True)
class Line:
    """One line of a small panel: name, colour role, marker, and its points."""

    name: str
    role: str
    marker: str
    points: Sequence[tuple[float, float]]


def small_lines(frame: Frame, panels: Sequence[tuple[str, Sequence[Line]]]) -> Figure:
    """Panels of lines along the official difficulty, side by side or below each other on a phone.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    panels : sequence of (str, sequence of Line)
        Title and lines; the same names of lines in all panels.
    """
    from matplotlib.ticker import MaxNLocator

    down, across = (len(panels), 1) if frame.narrow else (1, len(panels))
    figure = new_figure(frame, 60 + 200 * down if frame.narrow else 300)
    grid = list(figure.subplots(down, across, squeeze=False, sharex=True).flat)
    for axes, (title, lines) in zip(grid, panels, strict=True):
        bare_axes(axes, "y")
        axes.tick_params(labelcolor=colour("muted"))
        for line in lines:
            places, values = [x for x, _ in line.points], [y for _, y in line.points]
            axes.plot(
                places, values, marker=line.marker, markersize=5, linewidth=2, color=colour(line.role), label=line.name
            )
        axes.set_ylim(0, None)
        axes.set_title(title)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
        axes.yaxis.set_major_locator(MaxNLocator(5))
    figure.supxlabel("official difficulty", fontsize=frame.font, color=colour("muted"))
    handles, labels = grid[0].get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside upper left", ncols=min(len(labels), 2 if frame.narrow else 4))
    return figure
