"""Sections on the games themselves: why they end, how close they are, what the innate powers reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.report.figures_games import Bars, Margin, margin_bars, round_bars, stacked_bars
from sim.report.figures_rates import players_role
from sim.report.names import OUTCOME_NAMES, players_name
from sim.report.parts import (
    Cell,
    Column,
    Part,
    Plot,
    Section,
    Table,
    listing,
    make_plot,
    number,
    percent,
    share,
    text,
)
from sim.report.style import STEPS
from sim.results.summary import distribution, end_rounds, innate_levels, outcomes_by_spirit
from sim.run.tally import WIN_NAMES

if TYPE_CHECKING:
    import pandas as pd

MARGINS = {"blight_pool": "blight left in the pool", "invader_cards": "invader cards left"}
"""What is left when a game is won: column and words."""
TERROR_NAMES = {1: "Terror 1", 2: "Terror 2", 3: "Terror 3", 4: "All fear earned"}
ALL_OPPONENTS = (
    "By number of spirits, games against all opponents are taken together here, each set-up counting the same; what "
    "depends on the opponent follows below. Bars of spirits are over the opponents that all spirits met."
)
"""What shares mean where opponents differ."""


def ending_section(part: Part) -> Section:
    """Why games end, by number of spirits and by spirit."""
    by_players, by_spirit = part.outcomes_by_players, outcomes_by_spirit(part.fair)
    met = [name for name in OUTCOME_NAMES if by_players[name].max() > 0.0]
    rows = [(players_name(int(count)), shares) for count, shares in by_players[met].iterrows()]
    spirits = [(part.names[s], by_spirit.loc[s, met]) for s in part.spirits if s in by_spirit.index]
    table = Table(
        f"{part.prefix}endings",
        "Share of games by how they end",
        [Column("Games of", False), *(Column(OUTCOME_NAMES[name], True) for name in met)],
        [[text(label), *(share(float(value)) for value in shares)] for label, shares in [*rows, *spirits]],
    )
    bars = [
        Bars("By number of spirits", [(label, list(shares)) for label, shares in rows]),
        Bars("By spirit, all its games", [(label, list(shares)) for label, shares in spirits]),
    ]
    lost = {name: float(by_players[name].mean()) for name in OUTCOME_NAMES if name not in WIN_NAMES}
    alt = (
        "Stacked bars of the ways games end. "
        + " ".join(f"{label}: {_ending_words(shares)}." for label, shares in rows)
        + f" The most common defeat: {OUTCOME_NAMES[max(lost, key=lambda name: lost[name])].lower()}."
    )
    caption = (
        "Wins are blue, stronger at a higher terror level, or purple at the moment of defeat; defeats are orange and "
        "brown. A spirit's bar is the mean over its set-ups, each number of spirits counting the same."
    )
    parts = [(name, OUTCOME_NAMES[name]) for name in met]
    plot = make_plot(lambda frame: stacked_bars(frame, bars, parts), alt, caption, table)
    paragraphs = [
        "A game is won at a terror level when no invader is left that this level asks to be gone, or by fear when the "
        "last fear card is earned. A sacrifice victory is a win and a defeat in the same moment, and counts as won. "
        "It is lost to blight when the pool is empty, when a spirit has no presence left, or to time when no invader "
        "card is left to explore with."
    ]
    if len(part.levels) > 1:
        paragraphs.append(ALL_OPPONENTS)
    if {"defeat_adversary", "defeat_scenario"} & set(met):
        paragraphs.append("Adversaries and scenarios have conditions of their own by which a game is lost.")
    return Section(f"{part.prefix}endings-section", "Why games end", paragraphs, [plot])


def _ending_words(shares: pd.Series) -> str:
    largest = shares.sort_values(ascending=False, kind="stable")[:2]
    return ", ".join(f"{OUTCOME_NAMES[str(name)].lower()} {percent(float(value))}" for name, value in largest.items())


def closeness_section(part: Part) -> Section:
    """How close games are: when they end, what is left in wins, how far the fear got."""
    plots = [_rounds(part)]
    paragraphs = [
        "The same win rate can come from games that stay open to the end and from games decided early. These figures "
        "show when games end, and how much was left when they were won."
    ]
    if len(part.levels) > 1:
        paragraphs.append(ALL_OPPONENTS)
    if part.results.games["won"].any():
        plots.append(_margins(part))
        paragraphs.append(_narrow_wins(part))
    plots.append(_terror(part))
    return Section(f"{part.prefix}close", "How close games are", paragraphs, plots)


def _rounds(part: Part) -> Plot:
    rounds = end_rounds(part.results)
    titles = [players_name(count) for count in part.players]
    columns = [Column(f"{players_name(count)}: {'won' if won else 'lost'}", True) for count, won in rounds.columns]
    table = Table(
        f"{part.prefix}rounds",
        "Share of games that end in each round",
        [Column("Round", True), *columns],
        [[Cell(str(turn), int(turn)), *(share(float(value)) for value in row)] for turn, row in rounds.iterrows()],
    )
    means = part.results.games.groupby(["players", "won"])["rounds"].mean()
    said = [
        f"{players_name(int(count))}, games {'won' if won else 'lost'}: round {mean:.1f} on average."
        for (count, won), mean in means.items()
    ]
    alt = "Bars of the round in which games end, wins and defeats. " + " ".join(said)
    caption = "Share of all games of that number of spirits; wins below, defeats on top of them."
    return make_plot(lambda frame: round_bars(frame, rounds, titles), alt, caption, table)


def _margins(part: Part) -> Plot:
    shares = {column: distribution(part.results, column, won=True) for column in MARGINS}
    counts = [int(count) for count in shares["blight_pool"].columns]
    won = part.results.games[part.results.games["won"]]
    rows, said = [], []
    for column, label in MARGINS.items():
        for count in counts:
            left = won.loc[won["players"] == count, column]
            low, middle, high = left.quantile([0.25, 0.5, 0.75])
            half = Cell(f"{low:g} to {high:g}", float(low))
            rows.append([text(players_name(count)), text(label), number(left.mean(), 1), number(middle, 1), half])
            rows[-1].append(number(len(left)))
            said.append(f"{players_name(count)}: {left.mean():.1f} {label} on average.")
    table = Table(
        f"{part.prefix}margins",
        "What is left when a game is won",
        [
            Column("Games of", False),
            Column("What", False),
            Column("Mean", True),
            Column("Median", True),
            Column("Middle half of the games", True),
            Column("Games won", True),
        ],
        rows,
    )
    titles, roles = [players_name(count) for count in counts], [players_role(count) for count in counts]
    margins = [Margin(label, shares[column]) for column, label in MARGINS.items()]
    alt = "Bars of what is left when games are won. " + " ".join(said)
    caption = "Share of the games won. The pool of blight grows with the number of spirits."
    return make_plot(lambda frame: margin_bars(frame, margins, titles, roles), alt, caption, table)


def _narrow_wins(part: Part) -> str:
    """How often a win was close, in a sentence."""
    won = part.results.games[part.results.games["won"]]
    narrow = (won["blight_pool"] <= won["players"]).groupby(won["players"]).mean()
    words = [f"{players_name(int(count)).lower()} {percent(float(value))}" for count, value in narrow.items()]
    return f"Narrow wins, with at most one blight a spirit left in the pool: {listing(words)} of the games won."


def _terror(part: Part) -> Plot:
    groups, rows = [], []
    levels = sorted(int(level) for level in part.results.games["terror"].unique())
    for won, heading in ((True, "Games won"), (False, "Games lost")):
        if not (part.results.games["won"] == won).any():
            continue
        shares = distribution(part.results, "terror", won).reindex(levels, fill_value=0.0)
        bars = [(players_name(int(count)), list(shares[count])) for count in shares.columns]
        groups.append(Bars(heading, bars))
        rows += [[text(label), text(heading), *(share(value) for value in values)] for label, values in bars]
    names = [TERROR_NAMES.get(level, f"Terror {level}") for level in levels]
    table = Table(
        f"{part.prefix}terror",
        "Terror level at the end of the game",
        [Column("Games of", False), Column("Result", False), *(Column(name, True) for name in names)],
        rows,
    )
    said = [
        f"{label}, {group.heading.lower()}: mostly {names[values.index(max(values))].lower()} ({percent(max(values))})."
        for group in groups
        for label, values in group.rows
    ]
    parts = [(f"step-{min(2 * level - 1, STEPS - 1)}", name) for level, name in zip(levels, names, strict=True)]
    alt = "Stacked bars of the terror level at the end. " + " ".join(said)
    caption = "How far the fear had got when the game ended, in games won and in games lost."
    return make_plot(lambda frame: stacked_bars(frame, groups, parts), alt, caption, table)


def innate_section(part: Part) -> Section | None:
    """What the spirits' innate powers reach; None where the results do not tell."""
    levels = innate_levels(part.fair)
    if levels.empty:
        return None
    met = [spirit for spirit in part.spirits if spirit in levels.index.get_level_values("spirit")]
    rows = [(spirit, int(count)) for spirit in met for count in levels.loc[spirit].index]
    paragraphs = [
        "Innate powers need elements. How often their high levels are used shows how well the cards that a spirit "
        "plays fit them."
    ]
    return Section(
        f"{part.prefix}innates-section",
        "Innate powers",
        paragraphs,
        [_highest_levels(part, levels, rows)],
        [_level_rounds(part, levels, rows)],
    )


def _highest_levels(part: Part, levels: pd.DataFrame, rows: list[tuple[str, int]]) -> Plot:
    met = [name for name in levels.columns if name.startswith("highest_") and levels[name].max() > 0.0]
    names = {name: f"Level\u00a0{name.removeprefix('highest_')}" for name in met} | {"highest_0": "Never used"}
    table = Table(
        f"{part.prefix}innates",
        "Share of games by the highest innate level used",
        [Column("Spirit", False), Column("Games of", False), *(Column(names[name], True) for name in met)],
        [
            [
                text(part.names[row[0]]),
                text(players_name(row[1])),
                *(share(float(levels.loc[row, name])) for name in met),
            ]
            for row in rows
        ],
    )
    groups, said = [], []
    for spirit in dict.fromkeys(spirit for spirit, _ in rows):
        own = levels.loc[spirit, met]
        groups.append(Bars(part.names[spirit], [(players_name(int(n)), list(shares)) for n, shares in own.iterrows()]))
        top = names[met[-1]].lower()
        said.append(f"{part.names[spirit]}: {top} in {percent(float(own[met[-1]].mean()))} of its games.")
    parts = [(f"step-{round(n * (STEPS - 1) / max(len(met) - 1, 1))}", names[name]) for n, name in enumerate(met)]
    alt = "Stacked bars of the highest innate level used in a game. " + " ".join(said)
    caption = "Share of games by the highest level of its innate powers that the spirit used at least once."
    return make_plot(lambda frame: stacked_bars(frame, groups, parts), alt, caption, table)


def _level_rounds(part: Part, levels: pd.DataFrame, rows: list[tuple[str, int]]) -> Table:
    used = [name for name in levels.columns if name.startswith("used_") and levels[name].max() > 0.0]
    labels = [f"Level\u00a0{name.removeprefix('used_')}" for name in used]
    return Table(
        f"{part.prefix}innate-rounds",
        "Mean number of rounds in a game in which each innate level was used",
        [Column("Spirit", False), Column("Games of", False), *(Column(label, True) for label in labels)],
        [
            [
                text(part.names[row[0]]),
                text(players_name(row[1])),
                *(number(float(levels.loc[row, n]), 2) for n in used),
            ]
            for row in rows
        ],
    )


def ending_finding(part: Part) -> str:
    """The most common defeat, in a sentence."""
    shares = part.outcomes_by_players.mean()
    lost = {name: float(shares[name]) for name in OUTCOME_NAMES if name not in WIN_NAMES}
    total = sum(lost.values())
    if total == 0.0:
        return "No game was lost."
    worst = max(lost, key=lambda name: lost[name])
    return f"Of the games lost, {percent(lost[worst] / total)} are {OUTCOME_NAMES[worst].lower()}."
