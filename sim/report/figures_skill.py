"""The figure of win rate against skill: one line for each policy, along its temperatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.report.style import MARKERS, Frame, bare_axes, colour, new_figure, wrap
from sim.results.rates import Rate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINES = tuple(f"players-{number}" for number in MARKERS)
"""Colours of the lines, in order; each goes with the marker of the same number."""


def skill_lines(
    frame: Frame,
    title: str,
    marks: Sequence[tuple[float, str]],
    curves: Mapping[str, Mapping[float, Rate]],
    floors: Mapping[str, Rate],
    note: str,
) -> Figure:
    """Win rate along the temperature, with bands of the intervals; policies without temperature as level lines.

    Parameters
    ----------
    frame : Frame
        Room for the figure.
    title : str
        What was played.
    marks : sequence of (float, str)
        Temperatures from left to right, with a word for each or none; they stand at equal distances.
    curves : mapping
        Policy -> temperature -> win rate; temperatures that were not played may be missing.
    floors : mapping
        Policy -> win rate, of policies without temperature.
    note : str
        What stands behind the numbers, below the axis.
    """
    figure = new_figure(frame, 460)
    axes = figure.add_subplot()
    bare_axes(axes, "y")
    places = {temperature: place for place, (temperature, _) in enumerate(marks)}
    for policy, rate in floors.items():
        axes.axhspan(rate.low, rate.high, color=colour("muted"), alpha=0.2, linewidth=0)
        label = f"{policy}, the floor: {rate.rate:.1%}"
        axes.axhline(rate.rate, color=colour("muted"), linewidth=2, linestyle=(0, (4, 3)), label=label)
    for line, (policy, rates) in enumerate(curves.items()):
        _line(axes, line, policy, [places[temperature] for temperature in rates], list(rates.values()))
    axes.set_xticks(list(places.values()), [f"{temperature:g}\n{word}" for temperature, word in marks])
    axes.set_xlim(-0.25, len(marks) - 0.75)
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
    axes.tick_params(axis="y", labelcolor=colour("muted"))
    axes.set_ylabel("win rate")
    axes.set_xlabel(f"temperature: the higher, the more often a lesser answer is taken\n{note}")
    axes.set_title(wrap(title, frame.width // 9), pad=12)
    # the lines fall to the right
    axes.legend(loc="upper right")
    return figure


def _line(axes: Any, number: int, policy: str, places: Sequence[int], rates: Sequence[Rate]) -> None:
    """One policy: the rates as markers joined by a line, the intervals as a band."""
    role = LINES[number % len(LINES)]
    values = [rate.rate for rate in rates]
    axes.fill_between(
        places,
        [rate.low for rate in rates],
        [rate.high for rate in rates],
        color=colour(role),
        alpha=0.22,
        linewidth=0,
    )
    axes.plot(
        places,
        values,
        marker=list(MARKERS.values())[number % len(MARKERS)],
        markersize=6,
        linewidth=2,
        color=colour(role),
        label=policy,
    )
