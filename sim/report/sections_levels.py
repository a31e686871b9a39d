"""Sections along adversaries and levels: the heat map, and what a point of official difficulty costs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.report.figures_levels import Mark, difficulty_curve, heat_map
from sim.report.names import adversary_name, players_name
from sim.report.opponents import Opponent, shared_cells
from sim.report.parts import (
    DASH,
    RATE_COLUMNS,
    Cell,
    Column,
    Part,
    Plot,
    Section,
    Table,
    interval,
    make_plot,
    number,
    opponent_cell,
    percent,
    rate_cells,
    text,
)
from sim.results.rates import Rate

LEAST_GROUPS = 3
"""Groups of spirits from which on there is a map of their spirits; fewer would show one row several times."""
LEAST_LEVELS = 3
"""Different official difficulties from which on there is a curve."""


def opponent_cells(part: Part, players: int) -> dict[Opponent, list[str]]:
    """Cells of each opponent in games of so many spirits, in order."""
    found: dict[Opponent, list[str]] = {}
    for cell, count in part.results.cells["players"].items():
        if count == players:
            found.setdefault(part.opponents[str(cell)], []).append(str(cell))
    return dict(sorted(found.items(), key=lambda entry: entry[0].order))


def opponent_rates(part: Part, players: int) -> tuple[dict[Opponent, Rate], str]:
    """Win rate against each opponent: the mean over the groups of spirits that met all of them.

    Returns
    -------
    tuple of (dict, str)
        The rates, empty where no group met all opponents; and over which groups the mean is, in words.
    """
    cells = opponent_cells(part, players)
    shared = shared_cells(cells, _groups(part))
    groups = len(set(shared.met))
    one, several = ("spirit", "spirits") if players == 1 else ("group of spirits", "groups of spirits")
    words = f"the mean over {groups} {one if groups == 1 else several}"
    if not shared.whole:
        words += f" (those that met every opponent; {shared.left_out} more met only some)"
    return {opponent: part.rates.mean(own) for opponent, own in shared.cells.items()}, words


def _groups(part: Part) -> dict[str, tuple[str, ...]]:
    """Cell -> its spirits, whatever their seats."""
    return {str(cell): tuple(sorted(members)) for cell, members in part.results.cells["members"].items()}


def heat_section(part: Part) -> Section | None:
    """Spirit against opponent; None where there is only one opponent."""
    sizes = Counter(len(group) for group in set(_groups(part).values()))
    chosen = [players for players in part.players if players == 1 or sizes[players] >= LEAST_GROUPS]
    plots = [_heat(part, players) for players in chosen if len(opponent_cells(part, players)) > 1]
    if not plots:
        return None
    paragraphs = [
        "Each square is the win rate of a spirit, in percent, against one adversary at one level; columns stand in the "
        "order of levels, with the official difficulty under each; a dash stands for no adversary. An empty square was "
        "not played."
    ]
    if max(chosen) > 1:
        paragraphs.append("With several spirits in the game a square is the mean over the spirit's partners.")
    return Section(f"{part.prefix}heat-section", "Spirits against adversaries", paragraphs, plots)


@dataclass(frozen=True)
class Heat:
    """Win rates of the heat map: rows spirits, columns opponents; a remark on which games are counted."""

    spirits: list[str]
    opponents: list[Opponent]
    rates: dict[tuple[int, int], Rate]
    remark: str


def heat_rates(part: Part, players: int) -> Heat:
    """Win rate of each spirit against each opponent in games of so many spirits."""
    by_opponent, remark = _alike(part, players)
    own = part.rates.spirit_cells(players)
    spirits = [spirit for spirit in part.spirits if spirit in own]
    rates: dict[tuple[int, int], Rate] = {}
    for column, cells in enumerate(by_opponent.values()):
        chosen = set(cells)
        for row, spirit in enumerate(spirits):
            met = [cell for cell in own[spirit] if cell in chosen]
            if met:
                rates[row, column] = part.rates.mean(met)
    return Heat(spirits, list(by_opponent), rates, remark)


def _heat(part: Part, players: int) -> Plot:
    heat = heat_rates(part, players)
    spirits, opponents, rates = heat.spirits, heat.opponents, heat.rates
    table = Table(
        f"{part.prefix}heat-{players}",
        f"{players_name(players)}: win rate of each spirit against each opponent",
        [
            Column("Spirit", False),
            Column("Opponent", False),
            Column("Official difficulty", True),
            *RATE_COLUMNS,
        ],
        [
            [
                text(part.names[spirits[row]]),
                opponent_cell(part, opponents[column]),
                number(opponents[column].difficulty),
                *rate_cells(rate),
            ]
            for (row, column), rate in sorted(rates.items())
        ],
    )
    names = [(part.names[spirit], part.shorts[spirit]) for spirit in spirits]
    best, worst = (pick(rates, key=lambda key: rates[key].rate) for pick in (max, min))
    alt = (
        f"Map of the win rates of {len(spirits)} spirits against {len(opponents)} opponents. Highest: "
        f"{_square(part, spirits, opponents, best, rates)}. Lowest: {_square(part, spirits, opponents, worst, rates)}."
    )
    caption = (
        f"{players_name(players)}: win rate in percent; the colour runs from 0 to 100%. Spirits are in the order of "
        f"their win rates, the strongest on top.{heat.remark}"
    )
    return make_plot(lambda frame: heat_map(frame, names, opponents, rates), alt, caption, table)


def _alike(part: Part, players: int) -> tuple[dict[Opponent, list[str]], str]:
    """Cells of each opponent, of groups that met all of them where there are partners; and a remark."""
    by_opponent = opponent_cells(part, players)
    if players == 1:
        return by_opponent, ""
    shared = shared_cells(by_opponent, _groups(part))
    if shared.whole:
        return by_opponent, ""
    if shared.cells:
        return shared.cells, " Only groups of spirits that met every opponent are counted."
    return by_opponent, " Partners differ from square to square."


def _square(
    part: Part,
    spirits: Sequence[str],
    opponents: Sequence[Opponent],
    place: tuple[int, int],
    rates: dict[tuple[int, int], Rate],
) -> str:
    rate = rates[place]
    return f"{part.names[spirits[place[0]]]}, {opponents[place[1]].label}, {percent(rate.rate)} ({interval(rate)})"


def curve_section(part: Part) -> Section | None:
    """Win rate against official difficulty; None with fewer than three difficulties."""
    plots, paragraphs = [], []
    for players in part.players:
        rates, words = opponent_rates(part, players)
        marks = [
            Mark(opponent.adversary, opponent.level, opponent.difficulty, rate)
            for opponent, rate in rates.items()
            if opponent.rated and not opponent.extra
        ]
        if len({mark.difficulty for mark in marks}) >= LEAST_LEVELS:
            plots.append(_curve(part, players, marks, words))
    if not plots:
        return None
    paragraphs.append(
        "The official difficulty is the designers' number for a level. Marks above the line are levels that this "
        "player finds easier than their number says, marks below it harder ones."
    )
    paragraphs += _notch_words(part)
    if len(part.models.strength.levels):
        paragraphs.append(
            "The fitted difficulty says which official number a level's win rate would go with, by a model of all "
            "games with its 95% interval."
        )
    return Section(f"{part.prefix}curve-section", "Official difficulty", paragraphs, plots)


def _notch_words(part: Part) -> list[str]:
    """What one point of official difficulty and one level cost, where the model tells."""
    said = []
    for what, fitted in (
        ("One point of official difficulty", part.models.strength.notch),
        ("One level of an adversary", part.models.strength.level_step),
    ):
        cost, low, high = (float(value) for value in fitted)
        if math.isfinite(cost):
            said.append(
                f"{what} takes {cost:.2f} (95% interval {low:.2f} to {high:.2f}) from the logit of a win: an even "
                f"game, 50%, becomes {percent(1 / (1 + math.exp(cost)))}."
            )
    return said


def _curve(part: Part, players: int, marks: Sequence[Mark], words: str) -> Plot:
    fitted = part.models.strength.levels
    has_fitted = len(fitted) > 0
    rows = []
    for mark in marks:
        more = []
        if has_fitted:
            known = (mark.adversary, mark.level) in fitted.index
            row = fitted.loc[(mark.adversary, mark.level)] if known else None
            nan = float("nan")
            value, low, high = (float(row[key]) if row is not None else nan for key in ("fitted", "low", "high"))
            more = [number(value, 1), _range(low, high)]
        rows.append(
            [
                text(adversary_name(mark.adversary)),
                number(mark.level),
                number(mark.difficulty),
                *more,
                *rate_cells(mark.rate),
            ]
        )
    columns = [Column("Fitted difficulty", True), Column("95% interval (fitted)", True)] if has_fitted else []
    table = Table(
        f"{part.prefix}curve-{players}",
        f"{players_name(players)}: win rate and difficulty of each level",
        [
            Column("Adversary", False),
            Column("Level", True),
            Column("Official difficulty", True),
            *columns,
            *RATE_COLUMNS,
        ],
        rows,
    )
    line = fitted_line(marks)
    ordered = sorted(marks, key=lambda mark: mark.difficulty)
    alt = (
        f"Win rate against official difficulty, {len(marks)} levels. From {percent(ordered[0].rate.rate)} at "
        f"difficulty {ordered[0].difficulty:g} to {percent(ordered[-1].rate.rate)} at difficulty "
        f"{ordered[-1].difficulty:g}."
    )
    caption = (
        f"{players_name(players)}: a mark is {words}, with its 95% interval. Levels of equal difficulty are set a "
        "little apart. The line is a logistic curve through the marks."
    )
    return make_plot(lambda frame: difficulty_curve(frame, marks, line), alt, caption, table)


def _range(low: float, high: float) -> Cell:
    """An interval of difficulties."""
    return DASH if low != low or high != high else Cell(f"{low:.1f} to {high:.1f}".replace("-", "−"), low)


def fitted_line(marks: Sequence[Mark]) -> list[tuple[float, float]]:
    """A logistic curve through the marks, by weighted least squares on the logit.

    Returns
    -------
    list of (float, float)
        Difficulty and win rate, from the lowest to the highest difficulty.
    """
    x = np.array([mark.difficulty for mark in marks])
    games = np.array([float(mark.rate.games) for mark in marks])
    # half a game won and lost more keeps the logit finite
    rate = (np.array([mark.rate.rate for mark in marks]) * games + 0.5) / (games + 1.0)
    logit, weight = np.log(rate / (1.0 - rate)), games * rate * (1.0 - rate)
    slope, start = np.polyfit(x, logit, 1, w=np.sqrt(weight))
    places = np.linspace(x.min(), x.max(), 60)
    return [(float(place), float(1.0 / (1.0 + np.exp(-(start + slope * place))))) for place in places]


def level_findings(part: Part) -> list[str]:
    """The easiest and the hardest opponent, in sentences."""
    said = []
    for players in part.players:
        rates, words = opponent_rates(part, players)
        if len(rates) < 2:
            continue
        easy, hard = (pick(rates, key=lambda opponent: rates[opponent].rate) for pick in (max, min))
        said.append(
            f"{players_name(players)}, {len(rates)} opponents ({words}): easiest {easy.label}, "
            f"{percent(rates[easy].rate)} ({interval(rates[easy])}); hardest {hard.label}, {percent(rates[hard].rate)} "
            f"({interval(rates[hard])})."
        )
    return said
