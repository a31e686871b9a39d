"""Sections that set cells beside each other: by number of spirits, and by who played."""

from __future__ import annotations

from collections.abc import Sequence

from sim.report.figures_rates import spirit_dots
from sim.report.figures_skill import skill_lines
from sim.report.names import adversary_name, players_name
from sim.report.opponents import Opponent, Shared, opponents_of, places_of, shared_cells
from sim.report.parts import (
    RATE_COLUMNS,
    Cell,
    Column,
    Part,
    Section,
    Table,
    interval,
    make_plot,
    number,
    percent,
    rate_cells,
    text,
)
from sim.report.sections_levels import opponent_cells
from sim.results.load import Results
from sim.results.rates import Difference, Rate, WinRates

MOST_OPPONENTS = 8
"""Opponents that the figure by number of spirits shows one by one; of more, it shows adversaries."""
FLOOR = "random"
"""The policy that has no temperature."""
Rung = tuple[str, float, str]
"""Policy, temperature, and a word that tells rungs apart which share both."""


def players_section(part: Part) -> Section | None:
    """Win rate by number of spirits against the same opponents; None where these are not shared."""
    shared = shared_players(part)
    if len(part.players) < 2 or not shared.cells:
        return None
    rows = _player_rows(part, shared)
    columns = [Column("Opponent", False), Column("Spirits in the game", True), *RATE_COLUMNS, Column("Set-ups", True)]
    table = Table(
        f"{part.prefix}players",
        "Win rate by number of spirits",
        columns,
        [
            [text(name), Cell(str(players), players), *rate_cells(rate), number(rate.cells)]
            for name, found in rows
            for players, rate in found.items()
        ],
    )
    gaps = [(one, other, part.rates.difference(shared.cells[other], shared.cells[one])) for one, other in _next(part)]
    whole = rows[0][1]
    alt = "Dot plot of win rates by number of spirits. " + " ".join(
        f"{players_name(players)}: {percent(rate.rate)} ({interval(rate)})." for players, rate in whole.items()
    )
    caption = (
        "Win rates with 95% intervals; every number of spirits met the same opponents. The scale does not start at "
        "zero."
    )
    plot = make_plot(lambda frame: spirit_dots(frame, rows), alt, caption, table)
    return Section(
        f"{part.prefix}players-section",
        "Number of spirits",
        _player_words(part, shared),
        [plot],
        [_gap_table(part, gaps)],
    )


def shared_players(part: Part) -> Shared[int]:
    """Cells of each number of spirits over the opponents that all numbers met."""
    cells: dict[int, list[str]] = {}
    for cell, players in part.results.cells["players"].items():
        cells.setdefault(int(players), []).append(str(cell))
    return shared_cells(cells, part.opponents)


def _next(part: Part) -> list[tuple[int, int]]:
    """Each number of spirits with the next larger one."""
    return list(zip(part.players, part.players[1:], strict=False))


def _player_rows(part: Part, shared: Shared[int]) -> list[tuple[str, dict[int, Rate]]]:
    """All opponents together, then one by one, or by adversary where there are many."""
    means = {players: part.rates.mean(cells) for players, cells in shared.cells.items()}
    opponents: list[Opponent] = sorted(shared.met, key=lambda opponent: opponent.order)
    if len(opponents) == 1:
        return [("All set-ups", means)]
    groups: dict[str, list[Opponent]] = {}
    for opponent in opponents:
        many = len(opponents) > MOST_OPPONENTS
        groups.setdefault(_all_levels(opponent) if many else opponent.label, []).append(opponent)
    rows = [(f"All {len(opponents)} opponents", means)]
    for name, own in groups.items():
        found = {}
        for players in shared.cells:
            cells = [cell for opponent in own for cell in opponent_cells(part, players)[opponent]]
            found[players] = part.rates.mean(cells)
        rows.append((name, found))
    return rows


def _all_levels(opponent: Opponent) -> str:
    if opponent.adversary == "none":
        return opponent.label
    return ", ".join(word for word in (f"{adversary_name(opponent.adversary)}, its levels", opponent.extra) if word)


def _player_words(part: Part, shared: Shared[int]) -> list[str]:
    said = [
        "Is a game with two spirits easier than one alone? Games of the same number are compared: they meet the same "
        "order of invader cards, but each spirit more brings a board, its invaders, and decks and choices of its own, "
        "so that pairing helps little here. The intervals of the gaps are taken over game numbers all the same."
    ]
    if not shared.whole:
        said.append(f"Only the {len(shared.met)} opponents that every number of spirits met are counted.")
    spirits = {
        players: {spirit for cell in cells for spirit in part.results.cells.loc[cell, "members"]}
        for players, cells in shared.cells.items()
    }
    if len({frozenset(own) for own in spirits.values()}) > 1:
        said.append(
            "The spirits are not the same for each number of spirits, so that the gap tells of the spirits as well."
        )
    return said


def _gap_table(part: Part, gaps: Sequence[tuple[int, int, Difference]]) -> Table:
    return Table(
        f"{part.prefix}players-gaps",
        "How many points of win rate one spirit more is worth",
        [Column("From", False), Column("To", False), Column("Points", True), Column("95% interval", True)],
        [
            [
                text(players_name(one)),
                text(players_name(other)),
                Cell(_points(gap.points), gap.points),
                Cell(f"{_points(gap.low)} to {_points(gap.high)}", gap.low),
            ]
            for one, other, gap in gaps
        ],
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def player_findings(part: Part) -> list[str]:
    """Gaps between numbers of spirits against the same opponents, in sentences."""
    shared = shared_players(part)
    if not shared.cells:
        return []
    said = []
    for one, other in _next(part):
        gap = part.rates.difference(shared.cells[other], shared.cells[one])
        words = (
            f"{players_name(other)} against {players_name(one).lower()}, same opponents: {_points(gap.points)} points"
        )
        words += f" (95% interval {_points(gap.low)} to {_points(gap.high)})"
        said.append(words + (", too close to call." if gap.open else "."))
    return said


def skill_section(results: Results, rungs: Sequence[tuple[dict[str, str], Results]]) -> Section | None:
    """Win rate by policy and temperature over the set-ups that all of them played; None with only one.

    Parameters
    ----------
    results : Results
        All games.
    rungs : sequence of (dict, Results)
        As ``by_policy`` gives them.
    """
    named = _rung_names(rungs)
    opponents, places = opponents_of(results.cells), places_of(results.cells)
    members = results.cells["members"]
    setting = {cell: (members[cell], opponents[cell], places[cell]) for cell in opponents}
    shared = shared_cells({rung: list(share.cells.index) for rung, share in named.items()}, setting)
    if len(named) < 2 or not shared.cells:
        return None
    rates = WinRates(results)
    found = {rung: rates.mean(shared.cells[rung]) for rung in sorted(named)}
    table = Table(
        "skill",
        "Win rate by policy and temperature",
        [Column("Policy", False), Column("Temperature", True), *RATE_COLUMNS, Column("Set-ups", True)],
        [
            [text(_rung_label(rung)), number(rung[1], 1), *rate_cells(rate), number(rate.cells)]
            for rung, rate in found.items()
        ],
    )
    curves: dict[str, dict[float, Rate]] = {}
    floors = {}
    for rung, rate in found.items():
        if rung[0] == FLOOR:
            floors[_rung_label(rung)] = rate
        else:
            curves.setdefault(_rung_label(rung), {})[rung[1]] = rate
    marks = [(temperature, "") for temperature in sorted({rung[1] for rung in found if rung[0] != FLOOR} or {0.0})]
    count = len(shared.met)
    note = "bands: 95% intervals"
    title = f"{count} {'set-up' if count == 1 else 'set-ups'} that all of them played"
    alt = "Win rate by policy and temperature. " + " ".join(
        f"{_rung_label(rung)} at {rung[1]:g}: {percent(rate.rate)} ({interval(rate)})." for rung, rate in found.items()
    )
    caption = (
        "The same set-ups under the same seed, played with more or less skill. What changes here is only the player."
    )
    plot = make_plot(lambda frame: skill_lines(frame, title, marks, curves, floors, note), alt, caption, table)
    paragraphs = [
        "A win rate measures the player as well as the set-up. Rates of different policies or temperatures are never "
        "averaged; here they stand beside each other."
    ]
    if not shared.whole:
        paragraphs.append(f"Only the {count} set-ups that all of them played are counted.")
    return Section("skill-section", "Skill", paragraphs, [plot])


def _rung_names(rungs: Sequence[tuple[dict[str, str], Results]]) -> dict[Rung, Results]:
    """Policies and temperatures; weights are named only where they tell two rungs apart."""
    several = len({who.get("weights") for who, _ in rungs}) > 1
    found = {}
    for who, share in rungs:
        weights = f"weights {who['weights'][:8]}" if several and "weights" in who else ""
        found[who.get("policy", "policy"), float(who.get("temperature", "0") or 0.0), weights] = share
    return found


def _rung_label(rung: Rung) -> str:
    return ", ".join(word for word in (rung[0], rung[2]) if word)
