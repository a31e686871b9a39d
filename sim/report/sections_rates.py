"""Sections on win rates: spirits, pairs, groups of three and more, single cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.report.figures_rates import MOST_GROUPS, group_dots, pair_map, spirit_dots
from sim.report.names import players_name
from sim.report.opponents import shared_cells
from sim.report.parts import (
    RATE_COLUMNS,
    Cell,
    Column,
    Part,
    Section,
    Table,
    interval,
    listing,
    make_plot,
    number,
    opponent_cell,
    percent,
    rate_cells,
    text,
)
from sim.results.rates import Rate
from sim.results.summary import cell_summary


def spirit_section(part: Part) -> Section | None:
    """Win rate of every spirit by number of spirits; None where the spirits have no opponent in common."""
    if not part.comparable:
        return None
    rates = {players: part.spirit_rates(players) for players in part.comparable}
    rows = [
        (part.names[spirit], {players: found[spirit] for players, found in rates.items() if spirit in found})
        for spirit in part.spirits
    ]
    rows = [(name, found) for name, found in rows if found]
    table = Table(
        f"{part.prefix}spirits",
        "Win rate of each spirit by number of spirits in the game",
        [Column("Spirit", False), Column("Spirits in the game", True), *RATE_COLUMNS, Column("Set-ups", True)],
        [
            [text(name), Cell(str(players), players), *rate_cells(rate), number(rate.cells)]
            for name, found in rows
            for players, rate in found.items()
        ],
    )
    alt = f"Dot plot of the win rates of {len(rows)} spirits with 95% intervals. " + " ".join(
        f"{players_name(players)}: {_range_words(part, found)}." for players, found in rates.items()
    )
    caption = (
        "Dots are win rates, bars their 95% intervals; a bar shorter than its dot is hidden by it. Spirits are ordered "
        "by the mean of their rates. The scale does not start at zero."
    )
    paragraphs = _mean_words(part)
    if max(part.comparable) > 1:
        paragraphs.append(
            "With two or more spirits in the game, a spirit's rate is the mean over all set-ups it is in, each "
            "counting the same: how well it does with every partner in turn. Its interval says how far chance in the "
            "games played may have moved that mean; it says nothing about partners that were not played."
        )
    plot = make_plot(lambda frame: spirit_dots(frame, rows), alt, caption, table)
    return Section(f"{part.prefix}win-rates", "Win rate by spirit", paragraphs, [plot])


def _mean_words(part: Part) -> list[str]:
    """Over which opponents the means are taken, where there is more than one."""
    said = []
    for players in part.players:
        shared, who = part.shared[players], players_name(players)
        if not shared.cells:
            said.append(
                f"{who}: the spirits have no opponent in common, so that a mean would tell of the opponents, not of "
                "the spirits; their rates stand in the table of all set-ups."
            )
        elif not shared.whole:
            settings = f"{len(shared.met)} of {len(shared.met) + shared.left_out}"
            said.append(
                f"{who}: not every spirit met every opponent. A spirit's rate is the mean over the {settings} that all "
                "of them met alike; the other games are in the table of all set-ups."
            )
        elif len({opponent for opponent, _ in shared.met}) > 1:
            opponents = len({opponent for opponent, _ in shared.met})
            said.append(
                f"{who}: every spirit met the same {opponents} opponents; its rate is the mean over them, each "
                "counting the same."
            )
    return said


def _range_words(part: Part, rates: dict[str, Rate]) -> str:
    ordered = sorted(rates, key=lambda spirit: -rates[spirit].rate)
    best, worst = ordered[0], ordered[-1]
    if len(ordered) == 1:
        return f"{part.names[best]} {percent(rates[best].rate)}"
    return (
        f"highest {part.names[best]} {percent(rates[best].rate)}, lowest {part.names[worst]} "
        f"{percent(rates[worst].rate)}"
    )


def group_rates(part: Part, players: int) -> tuple[dict[tuple[str, ...], Rate], str]:
    """Win rate of each group over the opponents that all groups met, and a sentence where that is not all.

    Returns
    -------
    tuple of (dict, str)
        Spirits of a group -> win rate, empty where the groups have no opponent in common.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for cell, members in part.results.cells["members"].items():
        if len(members) == players:
            groups.setdefault(tuple(sorted(members)), []).append(str(cell))
    shared = shared_cells(dict(sorted(groups.items())), part.opponents)
    words = ""
    if not shared.whole:
        words = f"Only the games against the {len(shared.met)} opponents that all of them met alike are counted here."
    elif len(shared.met) > 1:
        words = f"Each rate is the mean over the same {len(shared.met)} opponents."
    return {group: part.rates.mean(cells) for group, cells in shared.cells.items()}, words


def pair_section(part: Part) -> Section | None:
    """Map and table of all pairs; None where they have no opponent in common."""
    groups, words = group_rates(part, 2)
    if not groups:
        return None
    place = _place(part, groups)
    rates = {_places(group, place): rate for group, rate in groups.items()}
    ordered = sorted(groups.items(), key=lambda item: (-item[1].rate, item[0]))
    table = Table(
        f"{part.prefix}pairs",
        "Win rate of each pair",
        [Column("Spirit", False), Column("with", False), *RATE_COLUMNS],
        [[*(text(part.names[spirit]) for spirit in _by_place(group, place)), *rate_cells(r)] for group, r in ordered],
    )
    names = [(part.names[spirit], part.shorts[spirit]) for spirit in place]
    best, worst = ordered[0], ordered[-1]
    alt = (
        f"Map of the win rates of {len(groups)} pairs. Highest: {_group_words(part, *best)}. "
        f"Lowest: {_group_words(part, *worst)}."
    )
    caption = "Win rate of each pair in percent; the colour runs from the lowest to the highest pair."
    plot = make_plot(lambda frame: pair_map(frame, names, rates), alt, caption, table)
    paragraphs = [
        "Read a spirit's row, or its column, to see how it does with each partner.",
        *([words] if words else []),
    ]
    return Section(f"{part.prefix}pairs-section", "Pairs", paragraphs, [plot])


def group_section(part: Part, players: int) -> Section | None:
    """Figure and table of all groups of three or more spirits; None where they have no opponent in common."""
    groups, words = group_rates(part, players)
    if not groups:
        return None
    place = _place(part, groups)
    ordered = sorted(groups.items(), key=lambda item: (-item[1].rate, item[0]))
    table = Table(
        f"{part.prefix}groups-{players}",
        f"Win rate of each group of {players} spirits",
        [Column("Spirits", False), *RATE_COLUMNS],
        [[text(", ".join(part.shorts[s] for s in _by_place(group, place))), *rate_cells(r)] for group, r in ordered],
    )
    drawn = [(tuple(sorted(place[spirit] for spirit in group)), rate) for group, rate in ordered]
    shorts = [part.shorts[spirit] for spirit in place]
    alt = (
        f"Dot plot of the win rates of {len(groups)} groups of {players} spirits, each with its spirits marked. "
        f"Highest: {_group_words(part, *ordered[0])}. Lowest: {_group_words(part, *ordered[-1])}."
    )
    caption = "Filled dots on the left are the spirits in the game; on the right the win rate with its 95% interval."
    if len(drawn) > MOST_GROUPS:
        caption += f" Of {len(drawn)} groups, the {MOST_GROUPS // 2} best and the {MOST_GROUPS // 2} worst are drawn."
    plot = make_plot(lambda frame: group_dots(frame, shorts, drawn), alt, caption, table)
    return Section(f"{part.prefix}groups-{players}-section", players_name(players), [words] if words else [], [plot])


def _place(part: Part, groups: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Place of each spirit that is in one of the groups, the strongest first."""
    met = {spirit for group in groups for spirit in group}
    return {spirit: place for place, spirit in enumerate(spirit for spirit in part.spirits if spirit in met)}


def _by_place(group: Sequence[str], place: dict[str, int]) -> list[str]:
    return sorted(group, key=lambda spirit: place[spirit])


def _places(group: Sequence[str], place: dict[str, int]) -> tuple[int, int]:
    first, second = sorted(place[spirit] for spirit in group)
    return first, second


def _group_words(part: Part, group: Sequence[str], rate: Rate) -> str:
    return f"{listing([part.names[spirit] for spirit in group])}, {percent(rate.rate)} ({interval(rate)})"


def cell_section(part: Part) -> Section:
    """Table of every cell."""
    summary = cell_summary(part.results)
    labels = ["Rounds", "Fear cards", "Blight on the island", "Blight left, won", "Invader cards left, won", "Score"]
    means = [
        "mean_rounds",
        "mean_fear_cards",
        "mean_blight",
        "mean_blight_pool_won",
        "mean_invader_cards_won",
        "mean_score",
    ]
    several = len(part.levels) > 1
    rows = []
    for cell in summary.to_dict("records"):
        members = part.results.cells.loc[cell["cell"], "members"]
        rate = Rate(cell["win_rate"], cell["low"], cell["high"], cell["games"], 1)
        names = text(", ".join(part.names[spirit] if len(members) == 1 else part.shorts[spirit] for spirit in members))
        against = [opponent_cell(part, part.opponents[cell["cell"]])] if several else []
        rows.append(
            [names, number(len(members)), *against, *rate_cells(rate), *(number(cell[mean], 1) for mean in means)]
        )
    table = Table(
        f"{part.prefix}cells",
        "Every set-up: win rate, and means over its games (won: over its won games)",
        [
            Column("Spirits, in seat order", False),
            Column("Number", True),
            *([Column("Opponent", False)] if several else []),
            *RATE_COLUMNS,
            *(Column(label, True) for label in labels),
        ],
        rows,
    )
    paragraphs = ["The same numbers and more, one row per set-up, are in summary.csv beside this page."]
    return Section(f"{part.prefix}cells-section", "Every set-up", paragraphs, tables=[table])


def overview(part: Part) -> list[tuple[str, str, str]]:
    """Label, win rate and interval for each number of spirits."""
    tiles = []
    for players, rate in part.rates.by_players().items():
        met = {part.opponents[cell] for cell in part.results.cells.index[part.results.cells["players"] == players]}
        mean = f", mean over {len(met)} opponents" if len(met) > 1 else ""
        tiles.append((players_name(players), percent(rate.rate), f"{interval(rate)}, {rate.games:,} games{mean}"))
    return tiles


def findings(part: Part) -> list[str]:
    """What the win rates say, in sentences."""
    said = []
    for players in part.players:
        cells = part.shared[players].cells
        if len(cells) > 1:
            said.append(_gap(part, players, cells))
    for players in part.players:
        groups, _ = group_rates(part, players) if players > 1 else ({}, "")
        if players > 1 and len(groups) > 1:
            ordered = sorted(groups.items(), key=lambda item: (-item[1].rate, item[0]))
            said.append(
                f"Best of the {len(groups)} {players_name(players).lower()}: {_group_words(part, *ordered[0])}; "
                f"worst: {_group_words(part, *ordered[-1])}."
            )
    return said


def _gap(part: Part, players: int, cells: dict[str, list[str]]) -> str:
    rates = part.spirit_rates(players)
    best, *_, worst = sorted(rates, key=lambda spirit: (-rates[spirit].rate, spirit))
    gap = part.rates.difference(cells[best], cells[worst])
    words = (
        f"{players_name(players)}: {part.names[best]} wins most ({percent(rates[best].rate)}, {interval(rates[best])})"
    )
    words += f", {part.names[worst]} least ({percent(rates[worst].rate)}, {interval(rates[worst])}). "
    if gap.open:
        return words + "The two are too close to call."
    return words + (
        f"The gap is {100 * gap.points:.1f} points (95% interval {100 * gap.low:.1f} to {100 * gap.high:.1f})."
    )
