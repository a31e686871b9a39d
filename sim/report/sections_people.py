"""The section that sets people's figures beside ours: by their orders, never by their rates."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sim.report.figures_people import order_slopes
from sim.report.names import adversary_name, players_name, set_up_name, short_names, spirit_name
from sim.report.opponents import NOTHING, shared_cells
from sim.report.parts import (
    DASH,
    Cell,
    Column,
    Part,
    Plot,
    Section,
    Table,
    ends,
    make_plot,
    number,
    signed,
    signed_words,
    text,
)
from sim.report.people import LEAST, Agreement, Entry, Order, agreement, load_people, spearman
from sim.report.sections_levels import opponent_rates
from sim.report.sections_players import shared_players
from sim.results.load import Results
from sim.results.rates import WinRates

Cells = dict[str, list[str]]


@dataclass(frozen=True)
class Beside:
    """One published order and our cells of its entries."""

    order: Order
    entries: Sequence[Entry]
    cells: Cells
    results: Results
    rates: WinRates

    @property
    def agreement(self) -> Agreement:
        """How far both agree."""
        return agreement(self.entries, self.cells, self.results)


def people_section(part: Part) -> Section | None:
    """People's orders beside ours; None where results and published figures share no two entries."""
    found, official = orders_beside(part), _official_words(part)
    if not found:
        return None
    agreements = [(beside, beside.agreement) for beside in found]
    table = Table(
        f"{part.prefix}people",
        "How far our orders agree with people's",
        [
            Column("Order of", False),
            Column("Entries", True),
            Column("Pairs in the same order", True),
            Column("Of the pairs we tell apart", True),
            Column("Rank correlation", True),
            Column("95% interval", True),
            Column("People's figures from", False),
        ],
        [_agreement_row(beside, known) for beside, known in agreements],
    )
    paragraphs = [
        "Published figures of people who play the digital game. They choose spirits, partners and levels themselves, "
        "take moves back, and play better or worse than this player; all of that is pooled in their win rates. So only "
        "orders and signs are compared, never rates: their rates are no target.",
        *(_words(beside, known) for beside, known in agreements),
        *official,
    ]
    plots = [_slopes(part, beside, known) for beside, known in agreements if len(beside.entries) >= LEAST]
    small = [_entry_table(part, beside) for beside, _ in agreements if len(beside.entries) < LEAST]
    return Section(f"{part.prefix}people-section", "People's figures beside ours", paragraphs, plots, [*small, table])


def orders_beside(part: Part) -> list[Beside]:
    """Every published order of which the results hold at least two entries under equal conditions."""
    found = []
    for order in load_people():
        results, cells = _flipped(part) if order.given_flipped else (part.results, _CELLS_OF[order.of](part))
        known = {entry.id for entry in order.entries}
        cells = {item: own for item, own in cells.items() if item in known and own}
        entries = [entry for entry in order.entries if entry.id in cells]
        if len(entries) >= 2:
            rates = part.rates if results is part.results else WinRates(results)
            entries.sort(key=lambda entry: (-entry.share, entry.id))
            found.append(Beside(order, entries, cells, results, rates))
    return found


def _spirits(part: Part) -> Cells:
    cells: Cells = {}
    for players in part.comparable:
        for spirit, own in part.shared[players].cells.items():
            cells.setdefault(spirit, []).extend(own)
    return cells


def _players(part: Part) -> Cells:
    return {str(players): cells for players, cells in shared_players(part).cells.items()}


def _boards(part: Part) -> Cells:
    """Boards of games of one spirit: with more, a board is never alone."""
    if "boards" not in part.results.cells.columns:
        return {}
    alone = part.results.cells[part.results.cells["players"] == 1]
    return _shared_by(part, {str(cell): str(board) for cell, board in alone["boards"].items()}, places=False)


def _adversaries(part: Part) -> Cells:
    """Cells of each adversary over the levels that all of them were played at; without adversary there is one level."""
    cells: Cells = {}
    for cell, opponent in part.opponents.items():
        cells.setdefault(opponent.adversary, []).append(cell)
    members = part.results.cells["members"]
    none = cells.pop("none", [])
    levels = {cell: (members[cell], opponent.level, opponent.rest) for cell, opponent in part.opponents.items()}
    shared = shared_cells(cells, levels) if cells else None
    if shared is None or not shared.cells:
        return {}
    both = {"none": none, **shared.cells} if none else shared.cells
    return shared_cells(both, {cell: (members[cell], part.opponents[cell].rest) for cell in part.opponents}).cells


def _scenarios(part: Part) -> Cells:
    if "scenario" not in part.results.cells.columns:
        return {}
    named = {str(cell): str(name) for cell, name in part.results.cells["scenario"].items()}
    return _shared_by(part, {cell: name for cell, name in named.items() if name not in NOTHING}, "scenario")


def _flipped(part: Part) -> tuple[Results, Cells]:
    """Games in which the blight card was turned over, each cell counting the same, and the cells of each card."""
    results = part.results
    if "blight_card" not in results.cells.columns or "blight_flipped" not in results.games.columns:
        return results, {}
    games = results.games[results.games["blight_flipped"].astype(int) == 1]
    sizes = games["cell"].astype(str).value_counts()
    met = [cell for cell in results.cells.index if cell in sizes.index]
    games = games.assign(
        cell=games["cell"].cat.set_categories(met), weight=1.0 / games["cell"].astype(str).map(sizes).astype(float)
    ).reset_index(drop=True)
    cards = {str(cell): str(results.cells.loc[cell, "blight_card"]) for cell in met}
    return Results(games, results.cells.loc[met], results.manifest), _shared_by(part, cards, "blight_card")


def _shared_by(part: Part, item_of: Mapping[str, str], column: str = "", places: bool = True) -> Cells:
    """Cells of each item that were played by the same spirits against the same, but for a column."""
    cells: Cells = {}
    for cell, item in item_of.items():
        cells.setdefault(item, []).append(cell)
    settings: dict[str, Hashable] = {}
    for cell, (opponent, place) in part.settings().items():
        rest = tuple(entry for entry in opponent.rest if entry[0] != column)
        members = part.results.cells.loc[cell, "members"]
        settings[cell] = (members, opponent.adversary, opponent.level, rest, place if places else ())
    return shared_cells(cells, settings).cells if cells else {}


_CELLS_OF = {
    "spirit": _spirits,
    "players": _players,
    "board": _boards,
    "adversary": _adversaries,
    "scenario": _scenarios,
}


def _entry_name(order: Order, entry: Entry) -> str:
    match order.of:
        case "spirit":
            return spirit_name(entry.id)
        case "players":
            return players_name(int(entry.id))
        case "adversary":
            return adversary_name(entry.id)
        case "board":
            return f"Board {entry.id}"
        case _:
            return set_up_name(entry.id)


def _ranked(beside: Beside) -> tuple[list[int], list[int]]:
    """Place of each entry in their order and in ours, 1 the best; ties in the order of the list."""
    ours = [beside.rates.mean(beside.cells[entry.id]).rate for entry in beside.entries]
    order = sorted(range(len(ours)), key=lambda n: (-ours[n], n))
    places = [0] * len(ours)
    for place, n in enumerate(order, 1):
        places[n] = place
    return list(range(1, len(ours) + 1)), places


def _entry_table(part: Part, beside: Beside) -> Table:
    theirs, ours = _ranked(beside)
    rates = [beside.rates.mean(beside.cells[entry.id]) for entry in beside.entries]
    return Table(
        f"{part.prefix}people-{beside.order.id.replace('_', '-')}",
        f"{beside.order.title}: people's order and ours",
        [
            Column("Entry", False),
            Column("People's place", True),
            Column("Our place", True),
            Column("People's games", True),
            Column("Our games", True),
        ],
        [
            [
                text(_entry_name(beside.order, entry)),
                number(one),
                number(other),
                number(entry.games),
                number(rate.games),
            ]
            for entry, one, other, rate in zip(beside.entries, theirs, ours, rates, strict=True)
        ],
    )


def _slopes(part: Part, beside: Beside, known: Agreement) -> Plot:
    theirs, ours = _ranked(beside)
    whole = [_entry_name(beside.order, entry) for entry in beside.entries]
    shorts = whole
    if beside.order.of == "spirit":
        short = short_names([entry.id for entry in beside.entries])
        shorts = [short[entry.id] for entry in beside.entries]
    names = list(zip(whole, shorts, strict=True))
    alt = (
        f"Two columns of names, people's order and ours, joined by lines. People's first: {whole[0]}; ours: "
        f"{whole[ours.index(1)]}. {_words(beside, known)}"
    )
    caption = (
        f"{beside.order.title}: the best on top. Orange lines with squares move by a third of the list or more. "
        f"People's figures: {beside.order.source}."
    )
    table = _entry_table(part, beside)
    return make_plot(lambda frame: order_slopes(frame, names, theirs, ours), alt, caption, table)


def _words(beside: Beside, known: Agreement) -> str:
    said = f"{beside.order.title}: {known.same} of {known.pairs} pairs stand in the same order"
    if known.sure:
        said += f"; of the {known.sure} that our games tell apart beyond chance, {known.sure_same}"
    if known.correlation == known.correlation:
        said += (
            f"; rank correlation {signed_words(known.correlation)} (95% interval {ends(known.low, known.high).text})"
        )
    return f"{said}. {beside.order.caution}"


def _agreement_row(beside: Beside, known: Agreement) -> list[Cell]:
    return [
        text(beside.order.title),
        number(len(beside.entries)),
        Cell(f"{known.same} of {known.pairs}", known.same / known.pairs),
        Cell(f"{known.sure_same} of {known.sure}", known.sure_same / known.sure) if known.sure else DASH,
        signed(known.correlation),
        ends(known.low, known.high),
        text(beside.order.source),
    ]


def _official_words(part: Part) -> list[str]:
    """How our win rates follow the designers' own order, the official difficulty, in sentences."""
    said = []
    for players in part.players:
        rates, _ = opponent_rates(part, players)
        official = [opponent for opponent in rates if opponent.rated]
        if len({opponent.difficulty for opponent in official}) < LEAST:
            continue
        value = spearman(
            np.array([opponent.difficulty for opponent in official]),
            np.array([-rates[opponent].rate for opponent in official]),
        )
        said.append(
            f"Official difficulty, {players_name(players).lower()}: its rank correlation with how often each of "
            f"{len(official)} levels is lost is {signed_words(value)}. That is the designers' order, not players'."
        )
    return said
