"""The figure of two orders beside each other: people's and ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.report.style import Frame, colour, new_figure, no_frame, wrap

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def order_slopes(frame: Frame, names: Sequence[tuple[str, str]], theirs: Sequence[int], ours: Sequence[int]) -> Figure:
    """Two columns of names in two orders, each name joined to itself by a line.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    names : sequence of (str, str)
        Whole and short name of each entry.
    theirs, ours : sequence of int
        Place of each entry in the two orders, 1 the best, without gaps.
    """
    figure = new_figure(frame, 60 + 27 * len(names))
    axes = figure.add_subplot()
    for one, other in zip(theirs, ours, strict=True):
        far = abs(one - other) >= max(len(names) / 3.0, 2.0)
        role = "players-2" if far else "players-1"
        axes.plot([0, 1], [one, other], color=colour(role), linewidth=2, marker="s" if far else "o", markersize=6)
    shown = [short if frame.narrow else name for name, short in names]
    right = axes.secondary_yaxis("right")
    for side, places in ((axes, theirs), (right, ours)):
        by_place = dict(zip(places, shown, strict=True))
        _label(side, [wrap(by_place[place], 14 if frame.narrow else 30) for place in sorted(by_place)])
    axes.set_xlim(-0.04, 1.04)
    axes.set_ylim(len(names) + 0.6, 0.4)
    axes.set_xticks([0, 1], ["people", "ours"])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelcolor=colour("ink"))
    axes.tick_params(axis="x", labelcolor=colour("muted"))
    no_frame(axes)
    return figure


def _label(axis: Any, names: Sequence[str]) -> None:
    axis.set_yticks(range(1, len(names) + 1), names)
    axis.tick_params(length=0, labelcolor=colour("ink"))
    axis.spines[:].set_visible(False)
