"""What must hold across the entries of the fact files: names, numbers of cards, adjacency, owners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sim.content.fields import TERRAINS
from sim.content.schema import (
    SIDE_LENGTH,
    Board,
    Layout,
    Power,
    SpiritFacts,
)
from sim.content.schema_boxes import (
    Adversary,
    FearDeck,
    InvaderCard,
    InvaderFile,
    Scenario,
    stages,
)
from sim.errors import Fault, nearest, unknown

if TYPE_CHECKING:
    from sim.content.load import Content


from sim.content.files import (
    ADVERSARIES,
    BLIGHT_CARDS,
    BOARDS,
    BOX_OF_SPIRITS,
    COUNTS,
    DAHAN_PER_BOARD,
    DECKS,
    INVADERS,
    LEVELS,
    SCENARIOS,
    Entries,
    spirits_file,
    uniques_file,
)


def content_faults(content: Content) -> Iterator[Fault]:
    """Faults of boards, layouts, powers, spirits, adversaries and scenarios."""
    for board in content.boards.values():
        yield from _board_faults(board)
    for layout in content.layouts.values():
        yield from _layout_faults(layout)
    yield from _arrangement_faults(content)
    yield from _owner_faults(content)
    for spirit in content.spirits.values():
        yield from _spirit_faults(spirit, content)
    for adversary in content.adversaries.values():
        yield from _adversary_faults(adversary, content)
    for scenario in content.scenarios.values():
        yield from _scenario_faults(scenario, content)


def doubled_faults(entries: Entries) -> Iterator[Fault]:
    """Ids that two entries of a kind share, whichever files they are in."""
    places = [(kind, file, f"{kind}[{entry.id}]", entry.id) for file, kind, members in entries for entry in members]
    places += [
        ("power", file, f"spirit[{spirit.id}].innates[{innate.id}]", innate.id)
        for file, kind, members in entries
        if kind == "spirit"
        for spirit in members
        for innate in spirit.innates
    ]
    seen: set[tuple[str, str]] = set()
    for kind, file, key, name in places:
        if (kind, name) in seen:
            yield Fault(file, f"{key}.id", name, f"another {kind.replace('_', ' ')} has this id")
        seen.add((kind, name))


def count_faults(entries: Entries) -> Iterator[Fault]:
    """Numbers of cards and panels, against those of the boxes."""
    for file, key, members in entries:
        number = COUNTS.get(file, len(members))
        if len(members) != number:
            yield Fault(file, key, None, f"the box has {number} of them, not {len(members)}")


def box_faults(powers: dict[str, tuple[Power, ...]], spirits: dict[str, tuple[SpiritFacts, ...]]) -> Iterator[Fault]:
    """Decks and boxes of the power cards and panels, against those of their file."""
    for file, (deck, boxes) in DECKS.items():
        for power in powers[file]:
            key = f"power[{power.id}]"
            if power.deck != deck:
                yield Fault(file, f"{key}.deck", power.deck, f"must be {deck} in this file", deck)
            for box in boxes:
                if box not in power.sets:
                    yield Fault(file, f"{key}.sets", list(power.sets), f"must name {box}", box)
    for file, box in BOX_OF_SPIRITS.items():
        for spirit in spirits[file]:
            if spirit.set != box:
                yield Fault(file, f"spirit[{spirit.id}].set", spirit.set, f"must be {box} in this file", box)


def _board_faults(board: Board) -> Iterator[Fault]:
    """Adjacency, terrains, pieces and sides of one board."""
    key = f"board[{board.id}]"
    by_number = {land.n: land for land in board.lands}
    if list(by_number) != list(range(1, len(board.lands) + 1)):
        yield Fault(BOARDS, f"{key}.lands", [land.n for land in board.lands], "lands must be numbered 1 to 8 in order")
        return
    for land in board.lands:
        for other in land.adjacent:
            place = f"{key}.lands[{land.n - 1}].adjacent"
            if other not in by_number or other == land.n:
                yield Fault(BOARDS, place, other, "is no other land of the board")
            elif land.n not in by_number[other].adjacent:
                yield Fault(BOARDS, place, other, f"land {other} does not list land {land.n}")
    terrains = Counter(land.terrain for land in board.lands)
    for terrain in TERRAINS:
        if terrains[terrain] != 2:
            yield Fault(BOARDS, f"{key}.lands", None, f"has {terrains[terrain]} lands of {terrain}, not 2")
    dahan = sum(land.dahan for land in board.lands)
    if dahan != DAHAN_PER_BOARD:
        yield Fault(BOARDS, f"{key}.lands", None, f"has {dahan} dahan, not {DAHAN_PER_BOARD}")
    yield from _side_faults(board, key)


def _side_faults(board: Board, key: str) -> Iterator[Fault]:
    """Lands along the sides of a board and in its corners."""
    numbers = [land.n for land in board.lands]
    for place, side in enumerate(board.sides):
        for land in side.lands:
            if land not in numbers:
                yield Fault(BOARDS, f"{key}.side_{place}.lands", land, "is no land of the board")
        breaks = side.breaks
        rising = list(breaks) == sorted(set(breaks)) and all(0 < end < SIDE_LENGTH and end % 2 for end in breaks)
        if len(breaks) != len(side.lands) - 1 or not rising:
            message = f"must be odd and rising, below {SIDE_LENGTH}, one between each land and the next"
            yield Fault(BOARDS, f"{key}.side_{place}.breaks", list(breaks), message)
    # sides run clockwise: 0 from corner 1 to corner 0, 1 from corner 2 to corner 1, 2 from corner 3 to corner 2
    for place, side in enumerate(board.sides):
        for corner, land in ((place + 1, side.lands[0]), (place, side.lands[-1])):
            if board.corner_land(f"corner_{corner}") != land:
                message = f"side {place} has land {land} in that corner"
                printed = board.corner_land(f"corner_{corner}")
                yield Fault(BOARDS, f"{key}.corner_lands.corner_{corner}", printed, message)


def _layout_faults(layout: Layout) -> Iterator[Fault]:
    """Slots and sides that the joins of a layout name."""
    key = f"layout[{layout.id}]"
    for place, join in enumerate(layout.joins):
        for field, slot in (("a", join.a), ("b", join.b)):
            if slot >= layout.slots:
                yield Fault(BOARDS, f"{key}.joins[{place}].{field}", slot, f"the layout has {layout.slots} slots")
    sides = [side for join in layout.joins for side in ((join.a, join.a_side), (join.b, join.b_side))]
    for (slot, side), number in Counter(sides).items():
        if number > 1:
            yield Fault(BOARDS, f"{key}.joins", None, f"side {side} of slot {slot} lies against {number} others")
    if layout.centre and len(layout.centre) != layout.slots:
        yield Fault(BOARDS, f"{key}.centre", list(layout.centre), f"the layout has {layout.slots} slots")


def _arrangement_faults(content: Content) -> Iterator[Fault]:
    """Boards, layouts and lands that arrangements name."""
    lands = {f"{board.id}{land.n}": board.id for board in content.boards.values() for land in board.lands}
    for arrangement in content.arrangements.values():
        key = f"arrangement[{arrangement.id}]"
        layout = content.layouts.get(arrangement.layout)
        if layout is None:
            yield unknown(BOARDS, f"{key}.layout", arrangement.layout, "layout", content.layouts)
        elif layout.slots != len(arrangement.boards):
            yield Fault(BOARDS, f"{key}.boards", list(arrangement.boards), f"{layout.id} has {layout.slots} slots")
        for place, board in enumerate(arrangement.boards):
            if board not in content.boards:
                yield unknown(BOARDS, f"{key}.boards[{place}]", board, "board", content.boards)
        for index, edge in enumerate(arrangement.edges):
            for land in edge:
                if lands.get(land) not in arrangement.boards:
                    own = [name for name, board in lands.items() if board in arrangement.boards]
                    yield unknown(BOARDS, f"{key}.edges[{index}]", land, "land of these boards", own)
            if lands.get(edge[0]) == lands.get(edge[1]):
                yield Fault(BOARDS, f"{key}.edges[{index}]", list(edge), "joins lands of one board")
    printed = content.horizons_map
    for field, names in (
        ("solo_arrangements", printed.solo_arrangements),
        ("two_player_arrangement", (printed.two_player_arrangement,)),
        ("three_player_arrangement", (printed.three_player_arrangement,)),
        ("alternative_three_player_arrangement", (printed.alternative_three_player_arrangement,)),
    ):
        for name in names:
            if name not in content.arrangements:
                yield unknown(BOARDS, f"horizons_map.{field}", name, "arrangement", content.arrangements)


def deck_faults(invaders: InvaderFile) -> Iterator[Fault]:
    """The invader deck against the cards, and the printed numbers against their rules."""
    cards = Counter(card.stage for card in invaders.card)
    printed_stages = invaders.cards.per_stage
    if invaders.cards.total != len(invaders.card):
        yield Fault(INVADERS, "cards.total", invaders.cards.total, f"there are {len(invaders.card)} cards")
    for stage, printed in enumerate((printed_stages.stage_1, printed_stages.stage_2, printed_stages.stage_3), start=1):
        if printed != cards[stage]:
            yield Fault(INVADERS, f"cards.per_stage.stage_{stage}", printed, f"there are {cards[stage]} cards")
    order = invaders.deck.standard_order
    yield from _order_faults(INVADERS, "deck.standard_order", order, invaders.card)
    if invaders.deck.size != len(stages(order)):
        yield Fault(INVADERS, "deck.size", invaders.deck.size, f"standard_order has {len(stages(order))} cards")
    horizons, base = invaders.horizons, invaders.base
    yield from _fear_deck_faults("horizons.fear_deck", horizons.fear_deck)
    yield from _fear_deck_faults("base.fear_deck", base.fear_deck)
    numbers = [
        (f"horizons.numbers[{place}].{field}", printed, rule)
        for place, row in enumerate(horizons.numbers)
        for field, printed, rule in (
            ("fear_pool", row.fear_pool, horizons.fear_pool_per_player * row.players),
            ("blight_pool", row.blight_pool, horizons.blight_pool.of(row.players)),
        )
    ]
    numbers += [
        (f"base.numbers[{place}].{field}", printed, rule)
        for place, row in enumerate(base.numbers)
        for field, printed, rule in (
            ("fear_pool", row.fear_pool, base.fear_pool_per_player * row.players),
            ("blight_card_healthy", row.blight_card_healthy, base.blight_with_card.of(row.players)),
            ("blight_without_card", row.blight_without_card, base.blight_without_card.of(row.players)),
        )
    ]
    for key, printed, rule in numbers:
        if printed != rule:
            yield Fault(INVADERS, key, printed, f"the rule gives {rule}")


def _fear_deck_faults(key: str, deck: FearDeck) -> Iterator[Fault]:
    """Dividers that do not fit the number of fear cards."""
    if sum(deck.dividers) != deck.cards:
        yield Fault(INVADERS, f"{key}.dividers", list(deck.dividers), "must add up to its cards")


def _order_faults(file: str, key: str, order: str, cards: Sequence[InvaderCard]) -> Iterator[Fault]:
    """Stages that a deck has more cards of than there are."""
    there_are = Counter(card.stage for card in cards)
    for stage, number in Counter(stages(order)).items():
        if number > there_are[int(stage)]:
            yield Fault(file, key, order, f"has too many stage {stage} cards")


def blight_faults(content: Content, invaders: InvaderFile) -> Iterator[Fault]:
    """The healthy side against the numbers of the core box."""
    printed, rule = content.healthy, invaders.base.blight_with_card
    for field, number, other in (
        ("per_player", printed.per_player, rule.per_player),
        ("setup_extra", printed.setup_extra, rule.extra),
    ):
        if number != other:
            yield Fault(BLIGHT_CARDS, f"healthy.{field}", number, f"{INVADERS} says {other}")


def _owner_faults(content: Content) -> Iterator[Fault]:
    """Unique powers whose spirit does not have them."""
    owners = {card: spirit.id for spirit in content.spirits.values() for card in spirit.power_cards}
    for power in content.uniques:
        key = f"power[{power.id}].spirit"
        if power.spirit not in content.spirits:
            yield unknown(uniques_file(power), key, power.spirit, "spirit", content.spirits)
        elif owners.get(power.id) != power.spirit:
            message = "that spirit does not list it in its power_cards"
            yield Fault(uniques_file(power), key, power.spirit, message)


def _spirit_faults(spirit: SpiritFacts, content: Content) -> Iterator[Fault]:
    """Cards and presence of one spirit."""
    file, key = spirits_file(spirit), f"spirit[{spirit.id}]"
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


def _adversary_faults(adversary: Adversary, content: Content) -> Iterator[Fault]:
    """Levels of an adversary: their numbers, fear cards and decks."""
    key = f"adversary[{adversary.id}]"
    numbers = [level.level for level in adversary.levels]
    if numbers != list(LEVELS):
        yield Fault(ADVERSARIES, f"{key}.levels", numbers, f"must be levels {LEVELS[0]} to {LEVELS[-1]} in order")
    if adversary.levels[0].difficulty != adversary.base_difficulty:
        message = f"level 0 has difficulty {adversary.levels[0].difficulty}"
        yield Fault(ADVERSARIES, f"{key}.base_difficulty", adversary.base_difficulty, message)
    for place, level in enumerate(adversary.levels):
        here = f"{key}.levels[{place}]"
        if sum(level.fear_cards) > len(content.fear_cards):
            message = f"there are only {len(content.fear_cards)} fear cards"
            yield Fault(ADVERSARIES, f"{here}.fear_cards", list(level.fear_cards), message)
        if place and level.difficulty <= adversary.levels[place - 1].difficulty:
            yield Fault(
                ADVERSARIES, f"{here}.difficulty", level.difficulty, "must be more than that of the level before"
            )
        if bool(level.name) != bool(place):
            yield Fault(ADVERSARIES, f"{here}.name", level.name, "every level but the first has a name")
        yield from _order_faults(ADVERSARIES, f"{here}.deck_order", level.deck_order, content.invader_cards)


def _scenario_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Fear cards and inner lands of a scenario."""
    key = f"scenario[{scenario.id}]"
    cards = len(content.fear_cards)
    if scenario.fear_cards is not None and scenario.fear_cards > cards:
        yield Fault(SCENARIOS, f"{key}.fear_cards", scenario.fear_cards, f"there are only {cards} fear cards")
    for layout, place in scenario.inner_lands.items():
        if layout not in content.layouts:
            yield unknown(SCENARIOS, f"{key}.inner_lands.{layout}", place, "layout", content.layouts)
        elif place == "centre" and not content.layouts[layout].centre:
            yield Fault(SCENARIOS, f"{key}.inner_lands.{layout}", place, "that layout has no centre")
    missing = [layout for layout in content.layouts if layout not in scenario.inner_lands]
    if "inner_lands" in scenario.rules and missing:
        yield Fault(SCENARIOS, f"{key}.inner_lands", None, f"does not say which they are in {', '.join(missing)}")
