"""Reads the fact files and checks what holds across them; every fault of all files is reported at once."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from sim.content.fields import TERRAINS
from sim.content.schema import (
    Arrangement,
    Board,
    BoardsFile,
    FearCard,
    FearFile,
    HorizonsMap,
    HorizonsNumbers,
    Innate,
    InvaderCard,
    InvaderFile,
    Layout,
    Power,
    PowersFile,
    SpiritFacts,
    SpiritsFile,
)
from sim.errors import BadInput, Fault, nearest, read_toml, unknown, validation_faults

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

M = TypeVar("M", bound=BaseModel)

MINORS, MAJORS, UNIQUES = "powers_minor.toml", "powers_major.toml", "powers_unique_horizons.toml"
BOARDS, INVADERS, FEAR, SPIRITS = "boards.toml", "invader_deck.toml", "fear_cards.toml", "spirits_horizons.toml"
DAHAN_PER_BOARD = 6
BOX = "horizons"
COUNTS = {MINORS: 36, MAJORS: 22, UNIQUES: 20, FEAR: 15, INVADERS: 15, SPIRITS: 5}
"""Cards and panels in the Horizons box."""


@dataclass(frozen=True)
class Content:
    """The facts of the Horizons box, checked.

    Attributes
    ----------
    folder : str
        How messages call the folder of the fact files.
    boards, layouts, arrangements, spirits : dict
        By id, in the order of the files.
    minors, majors, uniques : tuple of Power
    fear_cards, invader_cards : tuple
    deck_order : str
        Stages of the invader deck, top card first.
    numbers : HorizonsNumbers
        Pools, decks and the stage II action.
    horizons_map : HorizonsMap
        Which arrangement is played with how many players.
    """

    folder: str
    boards: dict[str, Board]
    layouts: dict[str, Layout]
    arrangements: dict[str, Arrangement]
    horizons_map: HorizonsMap
    minors: tuple[Power, ...]
    majors: tuple[Power, ...]
    uniques: tuple[Power, ...]
    fear_cards: tuple[FearCard, ...]
    invader_cards: tuple[InvaderCard, ...]
    deck_order: str
    numbers: HorizonsNumbers
    spirits: dict[str, SpiritFacts]

    @property
    def cards(self) -> tuple[Power, ...]:
        """All power cards, in the order of their indices: minor, major, unique."""
        return self.minors + self.majors + self.uniques

    @property
    def innates(self) -> tuple[Innate, ...]:
        """All innate powers, spirit by spirit; their indices follow those of the cards."""
        return tuple(innate for spirit in self.spirits.values() for innate in spirit.innates)


@functools.cache
def load_content() -> Content:
    """The shipped facts.

    Raises
    ------
    BadInput
        With every fault of every file.
    """
    return read_content(files("sim").joinpath("facts"), "sim/facts")


def read_content(folder: Path | Traversable, called: str) -> Content:
    """The facts of a folder with the seven fact files.

    Parameters
    ----------
    folder : Path or Traversable
        Where the files are.
    called : str
        How messages call the folder.

    Raises
    ------
    BadInput
        With every fault of every file.
    """
    faults: list[Fault] = []

    def read(model: type[M], name: str) -> M | None:
        file = f"{called}/{name}"
        try:
            data = read_toml(folder.joinpath(name), file)
        except BadInput as error:
            faults.extend(error.faults)
            return None
        try:
            return model.model_validate(data)
        except ValidationError as error:
            faults.extend(validation_faults(error, model, data, file))
            return None

    boards, invaders, fear = read(BoardsFile, BOARDS), read(InvaderFile, INVADERS), read(FearFile, FEAR)
    minors, majors, uniques = read(PowersFile, MINORS), read(PowersFile, MAJORS), read(PowersFile, UNIQUES)
    spirits = read(SpiritsFile, SPIRITS)
    if not (boards and invaders and fear and minors and majors and uniques and spirits):
        raise BadInput(faults)
    doubled = [
        *_doubled(f"{called}/{BOARDS}", "board", boards.board),
        *_doubled(f"{called}/{BOARDS}", "layout", boards.layout),
        *_doubled(f"{called}/{BOARDS}", "arrangement", boards.arrangement),
        *_doubled(f"{called}/{INVADERS}", "card", invaders.card),
        *_doubled(f"{called}/{FEAR}", "fear_card", fear.fear_card),
        *_doubled(f"{called}/{SPIRITS}", "spirit", spirits.spirit),
        *_doubled_powers(called, {MINORS: minors, MAJORS: majors, UNIQUES: uniques}, spirits),
    ]
    content = Content(
        folder=called,
        boards={board.id: board for board in boards.board},
        layouts={layout.id: layout for layout in boards.layout},
        arrangements={arrangement.id: arrangement for arrangement in boards.arrangement},
        horizons_map=boards.horizons_map,
        minors=minors.power,
        majors=majors.power,
        uniques=uniques.power,
        fear_cards=fear.fear_card,
        invader_cards=invaders.card,
        deck_order=invaders.deck.standard_order.replace("-", ""),
        numbers=invaders.horizons,
        spirits={spirit.id: spirit for spirit in spirits.spirit},
    )
    faults = doubled + check_content(content, invaders)
    if faults:
        raise BadInput(faults)
    return content


def check_content(content: Content, invaders: InvaderFile) -> list[Fault]:
    """Every fault that shows only when entries and files are seen together."""
    called = content.folder
    return [
        *_counts(content, called),
        *(fault for board in content.boards.values() for fault in _board_faults(board, f"{called}/{BOARDS}")),
        *_arrangement_faults(content, f"{called}/{BOARDS}"),
        *_deck_faults(invaders, f"{called}/{INVADERS}"),
        *_power_faults(content, called),
        *(
            fault
            for spirit in content.spirits.values()
            for fault in _spirit_faults(spirit, content, f"{called}/{SPIRITS}")
        ),
    ]


def _doubled(file: str, kind: str, entries: Iterable[Any]) -> Iterator[Fault]:
    """Ids that occur twice."""
    for name, number in Counter(entry.id for entry in entries).items():
        if number > 1:
            yield Fault(file, f"{kind}[{name}].id", name, f"occurs {number} times")


def _doubled_powers(called: str, powers: dict[str, PowersFile], spirits: SpiritsFile) -> Iterator[Fault]:
    """Ids that two powers share, whichever files they are in."""
    seen: set[str] = set()
    places = [(name, "power", power.id) for name, file in powers.items() for power in file.power]
    innates = [(spirit.id, innate.id) for spirit in spirits.spirit for innate in spirit.innates]
    places += [(SPIRITS, f"spirit[{owner}].innates", innate) for owner, innate in innates]
    for file, key, name in places:
        if name in seen:
            yield Fault(f"{called}/{file}", f"{key}[{name}].id", name, "another power has this id")
        seen.add(name)


def _counts(content: Content, called: str) -> Iterator[Fault]:
    """Numbers of cards and panels, against those of the box."""
    found = {
        MINORS: ("power", len(content.minors)),
        MAJORS: ("power", len(content.majors)),
        UNIQUES: ("power", len(content.uniques)),
        FEAR: ("fear_card", len(content.fear_cards)),
        INVADERS: ("card", len(content.invader_cards)),
        SPIRITS: ("spirit", len(content.spirits)),
    }
    for file, (key, number) in found.items():
        if number != COUNTS[file]:
            yield Fault(f"{called}/{file}", key, None, f"the box has {COUNTS[file]} of them, not {number}")


def _board_faults(board: Board, file: str) -> Iterator[Fault]:
    """Adjacency, terrains and pieces of one board."""
    key = f"board[{board.id}]"
    by_number = {land.n: land for land in board.lands}
    if list(by_number) != list(range(1, len(board.lands) + 1)):
        yield Fault(file, f"{key}.lands", [land.n for land in board.lands], "lands must be numbered 1 to 8 in order")
        return
    for land in board.lands:
        for other in land.adjacent:
            place = f"{key}.lands[{land.n - 1}].adjacent"
            if other not in by_number or other == land.n:
                yield Fault(file, place, other, "is no other land of the board")
            elif land.n not in by_number[other].adjacent:
                yield Fault(file, place, other, f"land {other} does not list land {land.n}")
    terrains = Counter(land.terrain for land in board.lands)
    for terrain in TERRAINS:
        if terrains[terrain] != 2:
            yield Fault(file, f"{key}.lands", None, f"has {terrains[terrain]} lands of {terrain}, not 2")
    dahan = sum(land.dahan for land in board.lands)
    if dahan != DAHAN_PER_BOARD:
        yield Fault(file, f"{key}.lands", None, f"has {dahan} dahan, not {DAHAN_PER_BOARD}")


def _arrangement_faults(content: Content, file: str) -> Iterator[Fault]:
    """Boards, layouts and lands that arrangements name."""
    lands = {f"{board.id}{land.n}": board.id for board in content.boards.values() for land in board.lands}
    for arrangement in content.arrangements.values():
        key = f"arrangement[{arrangement.id}]"
        layout = content.layouts.get(arrangement.layout)
        if layout is None:
            yield unknown(file, f"{key}.layout", arrangement.layout, "layout", content.layouts)
        elif layout.slots != len(arrangement.boards):
            yield Fault(file, f"{key}.boards", list(arrangement.boards), f"{layout.id} has {layout.slots} slots")
        for place, board in enumerate(arrangement.boards):
            if board not in content.boards:
                yield unknown(file, f"{key}.boards[{place}]", board, "board", content.boards)
        for index, edge in enumerate(arrangement.edges):
            for land in edge:
                if lands.get(land) not in arrangement.boards:
                    own = [name for name, board in lands.items() if board in arrangement.boards]
                    yield unknown(file, f"{key}.edges[{index}]", land, "land of these boards", own)
            if lands.get(edge[0]) == lands.get(edge[1]):
                yield Fault(file, f"{key}.edges[{index}]", list(edge), "joins lands of one board")
    printed = content.horizons_map
    for field, names in (
        ("solo_arrangements", printed.solo_arrangements),
        ("two_player_arrangement", (printed.two_player_arrangement,)),
        ("three_player_arrangement", (printed.three_player_arrangement,)),
        ("alternative_three_player_arrangement", (printed.alternative_three_player_arrangement,)),
    ):
        for name in names:
            if name not in content.arrangements:
                yield unknown(file, f"horizons_map.{field}", name, "arrangement", content.arrangements)


def _deck_faults(invaders: InvaderFile, file: str) -> Iterator[Fault]:
    """The deck against the cards, and the printed numbers against their rule."""
    cards = Counter(card.stage for card in invaders.card)
    order = invaders.deck.standard_order.replace("-", "")
    stages = invaders.cards.per_stage
    if invaders.cards.total != len(invaders.card):
        yield Fault(file, "cards.total", invaders.cards.total, f"there are {len(invaders.card)} cards")
    for stage, printed in ((1, stages.stage_1), (2, stages.stage_2), (3, stages.stage_3)):
        if printed != cards[stage]:
            yield Fault(file, f"cards.per_stage.stage_{stage}", printed, f"there are {cards[stage]} cards")
        if order.count(str(stage)) > cards[stage]:
            yield Fault(file, "deck.standard_order", invaders.deck.standard_order, f"has too many stage {stage} cards")
    if invaders.deck.size != len(order):
        yield Fault(file, "deck.size", invaders.deck.size, f"standard_order has {len(order)} cards")
    box = invaders.horizons
    if sum(box.fear_deck.dividers) != box.fear_deck.cards:
        yield Fault(file, "horizons.fear_deck.dividers", list(box.fear_deck.dividers), "must add up to its cards")
    for place, row in enumerate(box.numbers):
        for field, printed, rule in (
            ("fear_pool", row.fear_pool, box.fear_pool_per_player * row.players),
            ("blight_pool", row.blight_pool, box.blight_pool.per_player * row.players + box.blight_pool.extra),
        ):
            if printed != rule:
                yield Fault(file, f"horizons.numbers[{place}].{field}", printed, f"the rule gives {rule}")


def _power_faults(content: Content, called: str) -> Iterator[Fault]:
    """Decks and owners of the power cards."""
    owners = {card: spirit.id for spirit in content.spirits.values() for card in spirit.power_cards}
    for name, deck, powers in (
        (MINORS, "minor", content.minors),
        (MAJORS, "major", content.majors),
        (UNIQUES, "unique", content.uniques),
    ):
        for power in powers:
            key = f"power[{power.id}]"
            file = f"{called}/{name}"
            if power.deck != deck:
                yield Fault(file, f"{key}.deck", power.deck, f"must be {deck} in this file", deck)
            if BOX not in power.sets:
                yield Fault(file, f"{key}.sets", list(power.sets), f"must name {BOX}", BOX)
            if power.spirit and power.spirit not in content.spirits:
                yield unknown(file, f"{key}.spirit", power.spirit, "spirit", content.spirits)
            elif power.spirit and owners.get(power.id) != power.spirit:
                yield Fault(file, f"{key}.spirit", power.spirit, "that spirit does not list it in its power_cards")


def _spirit_faults(spirit: SpiritFacts, content: Content, file: str) -> Iterator[Fault]:
    """Cards and presence of one spirit."""
    key = f"spirit[{spirit.id}]"
    uniques = {power.id: power.spirit for power in content.uniques}
    for place, card in enumerate(spirit.power_cards):
        if card not in uniques:
            yield unknown(file, f"{key}.power_cards[{place}]", card, "unique power", uniques)
        elif uniques[card] != spirit.id:
            own = [name for name, owner in uniques.items() if owner == spirit.id]
            yield Fault(file, f"{key}.power_cards[{place}]", card, f"belongs to {uniques[card]}", nearest(card, own))
    gained = {power.id for power in content.minors + content.majors}
    for place, card in enumerate(spirit.power_progression):
        if card not in gained:
            yield unknown(file, f"{key}.power_progression[{place}]", card, "minor or major power", sorted(gained))
    covered = len(spirit.energy_track) + len(spirit.card_track) - 2
    placed = sum(placement.count for placement in spirit.setup)
    if spirit.presence_total != covered + placed:
        rule = f"{covered} discs on the tracks and {placed} placed at set-up make {covered + placed}"
        yield Fault(file, f"{key}.presence_total", spirit.presence_total, rule)
