"""Sections on losses where opponents differ: what games are lost to, and how close they are as difficulty rises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sim.report.figures_games import Bars, stacked_bars
from sim.report.figures_levels import Line, small_lines
from sim.report.figures_rates import players_role
from sim.report.names import OUTCOME_NAMES, players_name
from sim.report.opponents import Opponent
from sim.report.parts import (
    Column,
    Part,
    Plot,
    Section,
    Table,
    make_plot,
    number,
    opponent_cell,
    percent,
    share,
    text,
)
from sim.report.sections_levels import LEAST_LEVELS, opponent_cells
from sim.report.style import MARKERS
from sim.run.tally import WIN_NAMES

if TYPE_CHECKING:
    import pandas as pd

LOSS_NAMES = [name for name in OUTCOME_NAMES if name not in WIN_NAMES]
"""Every way to lose."""
MOST_BARS = 12
"""Opponents that the figure shows one by one; of more, it shows adversaries at low, middle and high levels."""
BANDS = ((0, 2, "levels 0–2"), (3, 4, "levels 3–4"), (5, 99, "levels 5 and up"))
"""First and last level of a band, and its words."""
PANELS = {
    "blight": "Blight left a spirit, wins",
    "cards": "Invader cards left, wins",
    "lost": "Round of the end, losses",
}
"""What the figure of closeness shows."""


def loss_section(part: Part) -> Section | None:
    """What games are lost to, by opponent and by spirit; None with one opponent or without a loss."""
    if len(part.levels) < 2 or bool(part.results.games["won"].all()):
        return None
    lost = part.outcomes[LOSS_NAMES]
    met = [name for name in LOSS_NAMES if lost[name].max() > 0.0]
    means = lost[met].groupby([part.levels[part.opponents[str(cell)]] for cell in lost.index]).mean()
    by_opponent = {opponent: means.loc[place] for opponent, place in part.levels.items()}
    fair = lost.loc[part.fair_cells, met].join(part.results.cells["members"]).explode("members")
    by_spirit = fair.groupby("members").mean()
    spirits = [spirit for spirit in part.spirits if spirit in by_spirit.index]
    rows = [(opponent.label, shares) for opponent, shares in by_opponent.items()]
    rows += [(part.names[spirit], by_spirit.loc[spirit]) for spirit in spirits]
    table = Table(
        f"{part.prefix}losses",
        "What the games lost are lost to",
        [Column("Games of", False), Column("Games lost", True), *(Column(OUTCOME_NAMES[n], True) for n in met)],
        [[text(name), share(float(row.sum())), *(share(value) for value in _of_all(row))] for name, row in rows],
    )
    own = [(part.names[s], _of_all(by_spirit.loc[s])) for s in spirits if by_spirit.loc[s].sum() > 0.0]
    bars = [*_opponent_bars(by_opponent), Bars("By spirit", own)]
    parts = [(name, OUTCOME_NAMES[name]) for name in met]
    alt = "Stacked bars of what the games lost are lost to. " + " ".join(
        f"{bar.heading}, {name}: {_most(shares, met)}." for bar in bars for name, shares in bar.rows
    )
    caption = "Shares of the games lost; set-ups count by how often they are lost. How many are lost is in the table."
    paragraphs = [
        "Of the games lost, how many are lost to each cause. An adversary that grows its share of one cause is hard in "
        "that way."
    ]
    drawn = [bar for bar in bars if bar.rows]
    plot = make_plot(lambda frame: stacked_bars(frame, drawn, parts), alt, caption, table)
    return Section(f"{part.prefix}losses-section", "Why games are lost", paragraphs, [plot])


def _of_all(shares: pd.Series) -> list[float]:
    """Shares of the games lost; NaN where none is."""
    total = float(shares.sum())
    return [float(value) / total if total > 0.0 else float("nan") for value in shares]


def _most(shares: Sequence[float], names: Sequence[str]) -> str:
    place = max(range(len(names)), key=lambda n: shares[n])
    return f"{OUTCOME_NAMES[names[place]].lower()} {percent(shares[place])}"


def _opponent_bars(by_opponent: Mapping[Opponent, pd.Series]) -> list[Bars]:
    """Bars under each adversary: one a level, or one for a band of levels where there are many."""
    groups: dict[str, dict[str, list[pd.Series]]] = {}
    for opponent, shares in by_opponent.items():
        if shares.sum() > 0.0:
            row = _row(opponent, len(by_opponent) > MOST_BARS)
            groups.setdefault(opponent.heading, {}).setdefault(row, []).append(shares)
    return [
        Bars(heading, [(row, _of_all(sum(own[1:], own[0]) / len(own))) for row, own in rows.items()])
        for heading, rows in groups.items()
    ]


def _row(opponent: Opponent, many: bool) -> str:
    if opponent.adversary == "none":
        return "all games"
    if not many:
        return f"level {opponent.level}"
    return next(words for low, high, words in BANDS if low <= opponent.level <= high)


def close_levels_section(part: Part) -> Section | None:
    """How close games are against each opponent; None with one opponent."""
    if len(part.levels) < 2:
        return None
    found = {
        (opponent, players): _closeness(part, cells)
        for players in part.players
        for opponent, cells in opponent_cells(part, players).items()
    }
    table = Table(
        f"{part.prefix}close-levels",
        "How close games are against each opponent: means over set-ups",
        [
            Column("Opponent", False),
            Column("Official difficulty", True),
            Column("Spirits in the game", True),
            Column("Won", True),
            Column("Round, won", True),
            Column("Round, lost", True),
            Column("Blight left, won", True),
            Column("Cards left, won", True),
            Column("Narrow wins", True),
            Column("Cards left, lost", True),
        ],
        [
            [
                opponent_cell(part, opponent),
                number(opponent.difficulty),
                number(players),
                share(row["won"]),
                *(number(row[key], 1) for key in ("round_won", "lost", "blight_pool", "cards")),
                share(row["narrow"]),
                number(row["cards_lost"], 1),
            ]
            for (opponent, players), row in sorted(found.items(), key=lambda entry: (entry[0][0].order, entry[0][1]))
        ],
    )
    paragraphs = [
        "Narrow wins are wins with at most one blight a spirit left in the pool. Cards left when a game is lost say "
        "how early it is lost."
    ]
    difficulties = {opponent.difficulty for opponent, _ in found if opponent.rated}
    name, heading = f"{part.prefix}close-levels-section", "How close, by difficulty"
    if len(difficulties) < LEAST_LEVELS:
        return Section(name, heading, paragraphs, [], [table])
    return Section(name, heading, paragraphs, [_close_plot(part, found, table)])


def _closeness(part: Part, cells: Sequence[str]) -> dict[str, float]:
    """Means over some cells, each counting the same."""
    rows = np.concatenate([part.rates.luck.rows[cell] for cell in cells])
    games = part.results.columns("won", "players", "weight", "rounds", "blight_pool", "invader_cards").iloc[rows]
    won, lost = games[games["won"]], games[~games["won"]]
    narrow = won.assign(narrow=won["blight_pool"] <= won["players"], each=won["blight_pool"] / won["players"])
    return {
        "won": _mean(games, "won"),
        "round_won": _mean(won, "rounds"),
        "lost": _mean(lost, "rounds"),
        "blight_pool": _mean(won, "blight_pool"),
        "blight": _mean(narrow, "each"),
        "cards": _mean(won, "invader_cards"),
        "narrow": _mean(narrow, "narrow"),
        "cards_lost": _mean(lost, "invader_cards"),
    }


def _mean(games: pd.DataFrame, column: str) -> float:
    weights = games["weight"]
    return float((games[column] * weights).sum() / weights.sum()) if len(games) else float("nan")


def _close_plot(part: Part, found: Mapping[tuple[Opponent, int], Mapping[str, float]], table: Table) -> Plot:
    panels = []
    said = []
    for key, title in PANELS.items():
        lines = []
        for players in part.players:
            points: dict[float, list[float]] = {}
            for (opponent, count), row in found.items():
                if count == players and opponent.rated and row[key] == row[key]:
                    points.setdefault(opponent.difficulty, []).append(row[key])
            means = [(difficulty, sum(own) / len(own)) for difficulty, own in sorted(points.items())]
            if means:
                marker = MARKERS[min(players, max(MARKERS))]
                lines.append(Line(players_name(players), players_role(players), marker, means))
                said.append(
                    f"{title}, {players_name(players).lower()}: {means[0][1]:.1f} at difficulty {means[0][0]:g}, "
                    f"{means[-1][1]:.1f} at {means[-1][0]:g}."
                )
        if lines:
            panels.append((title, lines))
    alt = "Lines of how close games are along the official difficulty. " + " ".join(said)
    caption = "Means over all opponents of one official difficulty."
    return make_plot(lambda frame: small_lines(frame, panels), alt, caption, table)
