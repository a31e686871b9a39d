"""The page on what changed between two results folders, and its table of set-ups."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.report.changes import CellChange, Change, Changes, changes_table, find_changes
from sim.report.figures_strength import Strength, strength_dots
from sim.report.names import OUTCOME_NAMES, players_name, short_names, spirit_name
from sim.report.page import box_name, fill_template, origin_lines, policy_words
from sim.report.parts import (
    Cell,
    Column,
    Plot,
    Section,
    Table,
    listing,
    make_plot,
    number,
    percent,
    share,
    signed_words,
    text,
)
from sim.results.load import Results, load_results
from sim.results.rates import spirits_of
from sim.results.summary import outcome_shares

PAGE, TABLE = "changes.html", "changes.csv"
"""Files of a comparison."""
MOST_DRAWN = 12
"""Set-ups that the figure shows at each end."""
MOST_NAMED = 3
"""Set-ups that a sentence names at each end."""
TOLD_KEYS = ("command", "seed", "weights", "policy", "git", "digest", "versions: rules", "versions: spirit sim")
"""Lines of the two manifests that are shown though they may be equal; of the others, those that differ."""


def write_changes(old: Path, new: Path, out: Path | None = None) -> Path:
    """Write ``changes.html`` and ``changes.csv`` about two results folders.

    Parameters
    ----------
    old, new : Path
        Results folders, before and after.
    out : Path, optional
        Folder to write into, made if needed; the new results folder if not given.

    Returns
    -------
    Path
        The page. Equal results give equal bytes.

    Raises
    ------
    BadInput
        If a folder is no results folder, or the two have no set-up in common.
    """
    changes = find_changes(load_results(old), load_results(new), (old, new))
    folder = out if out is not None else new
    folder.mkdir(parents=True, exist_ok=True)
    table = changes_table(changes)
    table.to_csv(folder / TABLE, index=False, float_format="%.6f", lineterminator="\n")
    page = folder / PAGE
    page.write_text(render_changes(changes), encoding="utf-8", newline="\n")
    return page


def render_changes(changes: Changes) -> str:
    """The page as text; arguments: what ``find_changes`` gives."""
    sections = [_spirit_section(changes), _cell_section(changes), _ending_section(changes)]
    return fill_template(
        "changes.html.j2",
        {
            "title": f"What changed: {box_name(changes.new)}",
            "lead": _lead(changes),
            "tiles": _tiles(changes),
            "findings": _findings(changes),
            "policy": _players(changes),
            "sections": sections,
            "origin": _origin_table(changes),
            "unfinished": any(side.manifest.get("complete") is False for side in (changes.old, changes.new)),
        },
    )


def _lead(changes: Changes) -> str:
    cells = len(changes.cells)
    paired = sum(found.paired for found in changes.cells)
    words = f"{cells} {'set-up' if cells == 1 else 'set-ups'} that both folders have"
    how = {cells: "compared game by game under the same seed", 0: "compared as independent samples, seeds differ"}
    words += f", {how.get(paired, f'{paired} of them compared game by game under the same seed')}."
    for what, only in (("old", changes.only_old), ("new", changes.only_new)):
        if only:
            words += f" {len(only)} more {'is' if len(only) == 1 else 'are'} only in the {what} folder and left out."
    return words


def _player_label(changes: Changes, player: tuple[str, ...]) -> str:
    """Who played, where there are several."""
    if len({found.player for found in changes.cells}) == 1:
        return ""
    policy, *temperature = player
    tempered = [f"temperature {value}" for value in temperature if value not in ("0", "0.0")]
    return ", ".join([policy, *tempered])


def _players(changes: Changes) -> str:
    """The policies that played, old and new."""
    before, after = (_policies(side) for side in (changes.old, changes.new))
    if before == after:
        return f"{policy_words(after)} Both folders were played by it." if after else ""
    before, after = (who or "a policy not recorded" for who in (before, after))
    return f"Played by {before} before, and by {after} now: the changes tell of both."


def _policies(side: Results) -> str:
    if "policy" in side.cells.columns:
        return listing(sorted({str(policy) for policy in side.cells["policy"]}))
    return str(side.manifest.get("policy", ""))


def points(value: float) -> str:
    """A difference in points of win rate, with its sign: ``+1.3``."""
    return signed_words(100 * value, 1)


def _ends(change: Change) -> str:
    return f"{points(change.low)} to {points(change.high)}"


def _tiles(changes: Changes) -> list[tuple[str, str, str]]:
    tiles = []
    for (player, count), change in changes.means.items():
        label = ", ".join(word for word in (players_name(count), _player_label(changes, player)) if word)
        behind = f"points; {percent(change.old)} before, {percent(change.new)} now; 95% interval {_ends(change)}"
        tiles.append((label, points(change.points), behind))
    return tiles


def _findings(changes: Changes) -> list[str]:
    decided = [found for found in changes.cells if found.change.decided]
    up = sum(found.change.points > 0.0 for found in decided)
    cells = len(changes.cells)
    said = [
        f"{len(decided)} of {cells} set-ups changed beyond chance, {up} up and {len(decided) - up} down (all "
        "comparisons considered at once, Holm's rule)."
        if decided
        else f"None of the {cells} set-ups changed beyond chance (all comparisons considered at once, Holm's rule)."
    ]
    spirits = {key: change for key, change in changes.spirits.items() if change.decided}
    for words, sign in (("More", 1.0), ("Less", -1.0)):
        moved = sorted(
            ((key, change) for key, change in spirits.items() if sign * change.points > 0.0),
            key=lambda entry: -abs(entry[1].points),
        )
        named = [
            f"{spirit_name(spirit)} ({players_name(count).lower()}, {points(change.points)} points)"
            for (_, count, spirit), change in moved[:MOST_NAMED]
        ]
        if named:
            more = f" and {len(moved) - len(named)} more" if len(moved) > len(named) else ""
            said.append(f"{words} often won than before: {listing(named) if not more else ', '.join(named) + more}.")
    if not spirits:
        said.append("No spirit changed beyond chance.")
    movers = sorted(decided, key=lambda found: (-abs(found.change.points), found.cell))[:MOST_NAMED]
    if movers:
        named = [f"{_cell_words(changes, found)} ({points(found.change.points)} points)" for found in movers]
        said.append(f"Biggest movers: {listing(named)}.")
    return said


def _cell_words(changes: Changes, found: CellChange) -> str:
    shorts = short_names(spirits_of(changes.new.cells))
    who = " + ".join(shorts[spirit] for spirit in found.members)
    label = _player_label(changes, found.player)
    against = found.opponent.label if len({other.opponent for other in changes.cells}) > 1 else ""
    return ", ".join(word for word in (who, against, label) if word)


CHANGE_COLUMNS = (
    Column("Before", True),
    Column("Now", True),
    Column("Points", True),
    Column("95% interval", True),
    Column("Beyond chance", False),
    Column("Adjusted p", True),
    Column("Games before", True),
    Column("Games now", True),
)


def _change_cells(change: Change) -> list[Cell]:
    """Entries for ``CHANGE_COLUMNS``."""
    verdict = "no" if not change.decided else "up" if change.points > 0.0 else "down"
    return [
        share(change.old),
        share(change.new),
        Cell(points(change.points), change.points),
        Cell(_ends(change), change.low),
        text(verdict),
        Cell("<0.001", change.adjusted) if change.adjusted < 0.0005 else number(change.adjusted, 3),
        number(change.games_old),
        number(change.games_new),
    ]


def _dots(name: str, change: Change) -> Strength:
    note = f"{100 * change.old:.0f} → {100 * change.new:.0f}{' *' if change.decided else ''}"
    return Strength(name, 100 * change.points, 100 * change.low, 100 * change.high, note)


def _plot(rows: Sequence[Strength], alt: str, caption: str, table: Table) -> Plot:
    return make_plot(
        lambda frame: strength_dots(frame, rows, "change of the win rate in points", "before → now, %"),
        alt,
        caption,
        table,
    )


def _spirit_section(changes: Changes) -> Section:
    ordered = sorted(changes.spirits.items(), key=lambda entry: (-entry[1].points, entry[0]))
    several = len({key[:2] for key in changes.spirits}) > 1
    shorts = short_names(spirits_of(changes.new.cells))
    rows = []
    for (player, count, spirit), change in ordered:
        label = ", ".join(word for word in (players_name(count).lower(), _player_label(changes, player)) if word)
        name = f"{shorts[spirit]}, {label}" if several else spirit_name(spirit)
        rows.append(_dots(name, change))
    table = Table(
        "spirits",
        "Change of each spirit's mean win rate over the set-ups that both folders have",
        [Column("Spirit", False), Column("Games of", False), *CHANGE_COLUMNS],
        [
            [
                text(spirit_name(spirit)),
                text(", ".join(word for word in (players_name(count), _player_label(changes, player)) if word)),
                *_change_cells(change),
            ]
            for (player, count, spirit), change in ordered
        ],
    )
    drawn = _both_ends(rows)
    alt = (
        f"Dot plot of the change of {len(rows)} spirits' win rates. Most up: {rows[0].name}, "
        f"{points(ordered[0][1].points)} points; most down: {rows[-1].name}, {points(ordered[-1][1].points)} points."
    )
    caption = (
        "Change in points of win rate with 95% intervals; right the rates before and now, a star where beyond chance."
    )
    caption += _left_out(rows, drawn)
    paragraphs = [
        "A spirit's change is the mean over its set-ups, each counting the same; its interval is taken over game "
        "numbers, as games of one number share their luck."
    ]
    return Section("spirits-section", "Spirits", paragraphs, [_plot(drawn, alt, caption, table)])


def _both_ends(rows: list[Strength]) -> list[Strength]:
    return rows if len(rows) <= 2 * MOST_DRAWN else rows[:MOST_DRAWN] + rows[-MOST_DRAWN:]


def _left_out(rows: Sequence[Any], drawn: Sequence[Any]) -> str:
    if len(rows) == len(drawn):
        return ""
    return f" Of {len(rows)}, the {MOST_DRAWN} that rose most and the {MOST_DRAWN} that fell most are drawn."


def _cell_section(changes: Changes) -> Section:
    ordered = sorted(changes.cells, key=lambda found: (-found.change.points, found.cell))
    rows = [_dots(_cell_words(changes, found), found.change) for found in ordered]
    table = Table(
        "cells",
        "Change of each set-up",
        [Column("Spirits", False), Column("Opponent", False), *CHANGE_COLUMNS],
        [
            [
                text(" + ".join(spirit_name(spirit) for spirit in found.members)),
                text(", ".join(w for w in (found.opponent.label, _player_label(changes, found.player)) if w)),
                *_change_cells(found.change),
            ]
            for found in ordered
        ],
    )
    drawn = _both_ends(rows)
    alt = (
        f"Dot plot of the change of the win rates of {len(drawn)} set-ups. Most up: {rows[0].name}, "
        f"{points(ordered[0].change.points)} points; most down: {rows[-1].name}, {points(ordered[-1].change.points)} "
        "points."
    )
    caption = "Biggest movers, with 95% intervals; right the rates before and now, a star where beyond chance."
    caption += _left_out(rows, drawn)
    paragraphs = [
        "The largest of many changes are a little exaggerated by chance. Beyond chance means that the change stands up "
        "to all comparisons of the table at once: at most one wrong call in twenty such tables."
    ]
    return Section("cells-section", "Set-ups", paragraphs, [_plot(drawn, alt, caption, table)])


def _ending_section(changes: Changes) -> Section:
    before, after = (outcome_shares(side).mean() for side in (changes.old, changes.new))
    met = [name for name in OUTCOME_NAMES if before[name] > 0.0 or after[name] > 0.0]
    table = Table(
        "endings",
        "Share of games by how they end, mean over the set-ups that both folders have",
        [Column("How games end", False), Column("Before", True), Column("Now", True), Column("Points", True)],
        [
            [
                text(OUTCOME_NAMES[name]),
                share(float(before[name])),
                share(float(after[name])),
                Cell(points(float(after[name] - before[name])), float(after[name] - before[name])),
            ]
            for name in met
        ],
    )
    return Section("endings-section", "How games end", [], [], [table])


def _origin_table(changes: Changes) -> Table:
    """Command, versions, weights and seed of both folders; of other lines those that differ."""
    before, after = (_lines(side) for side in (changes.old, changes.new))
    keys = [key for key in (*TOLD_KEYS, *after, *before) if key in before or key in after]
    told = [key for key in dict.fromkeys(keys) if key in TOLD_KEYS or before.get(key) != after.get(key)]
    return Table(
        "origin-table",
        "Where the games of both folders come from",
        [Column("What", False), Column("Before", False), Column("Now", False), Column("Same", False)],
        [
            [
                text(key),
                text(before.get(key, "not recorded")),
                text(after.get(key, "not recorded")),
                text("yes" if before.get(key) == after.get(key) else "no"),
            ]
            for key in told
        ],
    )


def _lines(side: Results) -> dict[str, str]:
    command = side.manifest.get("command")
    return {**({"command": str(command)} if command is not None else {}), **dict(origin_lines(side.manifest))}
