"""Figures of how games go: stacked bars of shares, and distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.report.style import Frame, bare_axes, colour, cut, new_figure, text_on, wrap

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Bars:
    """Bars under one heading: a label and the shares of the parts, for each."""

    heading: str
    rows: Sequence[tuple[str, Sequence[float]]]


def stacked_bars(frame: Frame, groups: Sequence[Bars], parts: Sequence[tuple[str, str]]) -> Figure:
    """Bars of shares that add up to the whole.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    groups : sequence of Bars
        Drawn from the top.
    parts : sequence of (str, str)
        Colour role and name of each part, in the order of the shares.
    """
    from matplotlib.patches import Patch
    from matplotlib.ticker import PercentFormatter

    places, labels, shares, headings = _bar_places(groups)
    columns = 2 if frame.narrow else 5 if len(parts) == 5 else 4
    legend_height = 20 * -(-len(parts) // columns)
    figure = new_figure(frame, 50 + legend_height + 32 * (places[-1] + 1.0))
    axes = figure.add_subplot()
    bare_axes(axes, "x")
    room = frame.width - 60 - 7.5 * max(len(line) for label in labels for line in wrap(label, frame.wrap).split("\n"))
    _bars(axes, places, shares, [role for role, _ in parts], room)
    for place, heading in headings:
        axes.text(0, place, cut(heading, frame.width // 9), fontweight="bold", va="center", ha="left", in_layout=False)
    axes.set_yticks(places, [wrap(label, frame.wrap) for label in labels])
    axes.set_ylim(places[-1] + 0.6, min(place for place, _ in headings) - 0.5)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    handles = [Patch(facecolor=colour(role), edgecolor=colour("muted"), linewidth=0.5, label=n) for role, n in parts]
    figure.legend(handles=handles, loc="outside upper left", ncols=columns, handlelength=1.2, columnspacing=1.2)
    return figure


def _bar_places(
    groups: Sequence[Bars],
) -> tuple[list[float], list[str], list[Sequence[float]], list[tuple[float, str]]]:
    """Where bars and headings stand from the top, one unit a bar."""
    places: list[float] = []
    headings: list[tuple[float, str]] = []
    top = 0.0
    for group in groups:
        headings.append((top, group.heading))
        places += [top + 0.9 + row for row in range(len(group.rows))]
        top = places[-1] + 1.1
    rows = [row for group in groups for row in group.rows]
    return places, [label for label, _ in rows], [shares for _, shares in rows], headings


def _bars(
    axes: Any, places: Sequence[float], shares: Sequence[Sequence[float]], roles: Sequence[str], room: float
) -> None:
    """All bars, part by part; a part says its percentage where that fits."""
    starts = [0.0] * len(places)
    for part, role in enumerate(roles):
        drawn = [row for row, own in enumerate(shares) if own[part] > 0.0]
        widths, lefts = [shares[row][part] for row in drawn], [starts[row] for row in drawn]
        bars = axes.barh(
            [places[row] for row in drawn],
            widths,
            0.74,
            lefts,
            color=colour(role),
            edgecolor=colour("page"),
            linewidth=1,
        )
        for bar in bars:
            bar.set_in_layout(False)
        for row, width, left in zip(drawn, widths, lefts, strict=True):
            if width * room >= 34:
                axes.text(
                    left + width / 2,
                    places[row],
                    f"{100 * width:.0f}%",
                    ha="center",
                    va="center_baseline",
                    color=text_on(role),
                    in_layout=False,
                )
            starts[row] = left + width


def round_bars(frame: Frame, rounds: pd.DataFrame, titles: Sequence[str]) -> Figure:
    """Share of games that end in each round, wins below and defeats on top of them; one panel a number of spirits.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    rounds : pandas.DataFrame
        As ``summary.end_rounds`` gives it.
    titles : sequence of str
        Title of each panel.
    """
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator

    players = list(dict.fromkeys(rounds.columns.get_level_values(0)))
    figure, panels = _panels(frame, len(players))
    for axes, count, title in zip(panels, players, titles, strict=True):
        won, lost = rounds[(count, True)], rounds[(count, False)]
        axes.bar(rounds.index, won, 0.86, color=colour("victory_terror_3"))
        axes.bar(rounds.index, lost, 0.86, won, color=colour("defeat_blight"))
        axes.set_title(title)
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    figure.supxlabel("round in which the game ends", fontsize=frame.font, color=colour("muted"))
    handles = [
        Patch(facecolor=colour("victory_terror_3"), label="won"),
        Patch(facecolor=colour("defeat_blight"), label="lost"),
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=2)
    return figure


def _panels(frame: Frame, number: int) -> tuple[Figure, list[Any]]:
    """Panels side by side, or below each other on a phone, with one scale of percentages."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    figure = new_figure(frame, 70 + 160 * number if frame.narrow else 300)
    shape = (number, 1) if frame.narrow else (1, number)
    panels = list(figure.subplots(*shape, squeeze=False, sharex=True, sharey=True).flat)
    for axes in panels:
        bare_axes(axes, "y")
        axes.tick_params(labelcolor=colour("muted"))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    return figure, panels


@dataclass(frozen=True)
class Margin:
    """What is left at the end of won games: the distribution for each number of spirits (rows values)."""

    title: str
    shares: pd.DataFrame


def margin_bars(frame: Frame, margins: Sequence[Margin], titles: Sequence[str], roles: Sequence[str]) -> Figure:
    """Distributions of what is left in won games; rows the margins, columns the numbers of spirits.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    margins : sequence of Margin
        All with the same columns.
    titles, roles : sequence of str
        Name and colour role of each number of spirits.
    """
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    number = len(titles)
    down, across = (number, len(margins)) if frame.narrow else (len(margins), number)
    figure = new_figure(frame, 40 + (150 if frame.narrow else 200) * down)
    grid = figure.subplots(down, across, squeeze=False, gridspec_kw={"hspace": 0.12})
    for row, margin in enumerate(margins):
        top = 1.08 * float(margin.shares.to_numpy().max(initial=0.01))
        for column, (title, role) in enumerate(zip(titles, roles, strict=True)):
            axes = grid[column, row] if frame.narrow else grid[row, column]
            shares = margin.shares.iloc[:, column]
            bare_axes(axes, "y")
            axes.tick_params(labelcolor=colour("muted"))
            axes.bar(shares.index, shares, 0.86, color=colour(role))
            axes.set_title(title)
            axes.set_ylim(0, top)
            axes.set_xlim(-0.7, max(float(margin.shares.index.max()), 1.0) + 0.7)
            axes.set_xlabel(margin.title)
            axes.xaxis.set_major_locator(MaxNLocator(5 if frame.narrow else 7, integer=True))
            axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
            axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    return figure
