"""Writes a position into a state, ready for its first step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.content.names import fear_names, invader_cards
from sim.content.tables import build_tables
from sim.core.codes import Action, Counter, Deck, Phase, Place, Row
from sim.core.codes import Spirit as Number
from sim.core.state import new_states
from sim.game import steps
from sim.game.invaders import NO_SLOT
from sim.trace.naming import FIRST, KINDS, Game, game_of, power_index
from sim.trace.positions import Island, Land, Position, Spirit, read_elements

WHOLE = (Row.TOWN, Row.CITY, Row.DAHAN)
"""Columns that count all pieces of a kind, by kind from the town on."""
BLIGHT, DEFEND = Row.BLIGHT, Row.DEFEND


@dataclass(frozen=True)
class Stage:
    """A position as the engine has it.

    Attributes
    ----------
    game : Game
    states : STATE[1]
    tables : TABLES[1]
    """

    game: Game
    states: Any
    tables: Any

    @property
    def state(self) -> Any:
        """The one state."""
        return self.states[0]

    @property
    def table(self) -> Any:
        """The one record of tables."""
        return self.tables[0]


def stage_position(position: Position) -> Stage:
    """The state that a position starts from, the trace switched on."""
    game = game_of(position.setup)
    stage = Stage(game, new_states(1), build_tables(game.setup))
    steps.set_position(stage.states, stage.tables, position.setup.seed, 0)
    if position.empty:
        stage.state["land"][:] = 0
        stage.state["spirit"][:, [Number.ENERGY_TAKEN, Number.CARDS_TAKEN]] = 0
    for name, land in position.told.lands.items():
        _write_land(stage, game.land_index[name], land)
    _write_island(stage, position.told.island)
    _write_invader_cards(stage, position.told.island)
    _write_fear_cards(stage, position.told.island)
    for seat, name in enumerate(game.spirits):
        _write_spirit(stage, seat, position.told.spirit.get(name, Spirit()))
    for deck in (Deck.MINOR, Deck.MAJOR):
        _write_deck(stage, deck, position.told.island)
    steps.refresh(stage.states, stage.tables)
    return stage


def _write_land(stage: Stage, number: int, land: Land) -> None:
    """What a file says of a land; the rest of its row stays."""
    row = stage.state["land"][number]
    for kind, name in enumerate(KINDS):
        pieces = getattr(land, name)
        wounded = land.wounded.get(name, ())  # type: ignore[call-overload]
        if pieces is None and not wounded:
            continue
        total = pieces if pieces is not None else int(row[FIRST[kind]])
        row[FIRST[kind]] = total - len(wounded)
        for damage in wounded:
            row[FIRST[kind] + damage] += 1
    for column, value in ((BLIGHT, land.blight), (DEFEND, land.defend)):
        if value is not None:
            row[column] = value
    for action in land.skip or ():
        row[Row.SKIP] |= Action[action.upper()]
    for spirit, discs in land.presence.items():
        row[Row.PRESENCE + stage.game.spirits.index(spirit)] = discs


def _write_island(stage: Stage, island: Island) -> None:
    """Numbers of the island."""
    counter = stage.state["counter"]
    earned = island.fear_cards_earned or 0
    counter[Counter.ROUND] = island.round or 1
    counter[Counter.PHASE] = Phase.SPIRIT
    counter[Counter.FEAR_EARNED] = earned
    counter[Counter.FEAR_RESOLVED] = earned - len(island.fear_pending or ())
    counter[Counter.FEAR_GENERATED] = island.fear_generated or 0
    counter[Counter.TERROR] = island.terror_level or _terror_level(stage, earned)
    flipped = bool(island.blight_flipped)
    counter[Counter.BLIGHT_FLIPPED] = flipped
    counter[Counter.BLIGHT_POOL] = island.blight_pool or stage.table["blight_flip" if flipped else "blight_pool"]


def _terror_level(stage: Stage, earned: int) -> int:
    """The terror level that so many fear cards bring."""
    return 1 + sum(earned >= int(after) for after in stage.table["terror_after"])


def _write_fear_cards(stage: Stage, island: Island) -> None:
    """Fear cards: those resolved, those pending, the known top of the deck, the rest as shuffled."""
    cards = [fear_names().index[name] for name in (*(island.fear_pending or ()), *(island.fear_deck or ()))]
    size = int(stage.table["n_fear_cards"])
    deck = stage.state["deck"][Deck.FEAR]
    others = [int(card) for card in deck[:size] if card not in cards]
    resolved = int(stage.state["counter"][Counter.FEAR_RESOLVED])
    deck[:size] = [*others[:resolved], *cards, *others[resolved:]]


def invader_slots(island: Island) -> tuple[int, int, int]:
    """Cards in the Ravage, the Build and the extra slot, -1 for none; without a stage the lowest that is free."""
    named = [card for words in island.invader_deck or () for card in invader_cards(words)]
    slots = []
    for words in (island.ravage, island.build, island.high_immigration):
        meant = [card for card in invader_cards(words or "none") if card not in named]
        slots.append(meant[0] if meant else -1)
        named += slots[-1:]
    return slots[0], slots[1], slots[2]


def _write_invader_cards(stage: Stage, island: Island) -> None:
    """The slots, and the cards still to come: those the file says, or as many shuffled ones as the round leaves.

    As many cards count as turned as a game in this round has turned, those in the slots among them.
    """
    counter = stage.state["counter"]
    deck = stage.state["deck"][Deck.INVADER]
    ravage, build, extra = invader_slots(island)
    counter[Counter.EXTRA_CARD] = NO_SLOT if island.high_immigration == "removed" else extra
    counter[Counter.RAVAGE_CARD] = ravage
    counter[Counter.BUILD_CARD] = build
    counter[Counter.EXPLORE_CARD] = -1
    shuffled = [int(card) for card in deck[: stage.table["deck_size"]]]
    turned = int(counter[Counter.ROUND])
    if island.invader_deck is not None:
        coming = [invader_cards(words)[0] for words in island.invader_deck]
    else:
        coming = _swap_out(stage, shuffled[turned:], (ravage, build, extra))
    slots = [card for card in (extra, build, ravage) if card >= 0 and card not in coming]
    others = [card for card in range(stage.table["n_invader_cards"]) if card not in (*coming, *slots)]
    # what lies in the slots is what was turned last
    deck[:turned] = [*others, *dict.fromkeys(slots)][-turned:]
    deck[turned : turned + len(coming)] = coming
    counter[Counter.INVADER_NEXT] = turned
    stage.table["deck_size"] = turned + len(coming)
    stage.table["deck_stage"][turned : turned + len(coming)] = stage.table["invader_stage"][coming]


def _swap_out(stage: Stage, coming: list[int], slots: tuple[int, ...]) -> list[int]:
    """The cards still to come with any that lies in a slot exchanged for another of its stage, if there is one."""
    stages = [int(number) for number in stage.table["invader_stage"][: stage.table["n_invader_cards"]]]
    for place, card in enumerate(coming):
        if card in slots:
            free = [
                other
                for other, number in enumerate(stages)
                if number == stages[card] and other not in coming and other not in slots
            ]
            coming[place] = free[0] if free else -1
    return [card for card in coming if card >= 0]


def _write_spirit(stage: Stage, seat: int, spirit: Spirit) -> None:
    """Energy, tracks, cards and elements of a spirit."""
    numbers = stage.state["spirit"][seat]
    for column, value in (
        (Number.ENERGY, spirit.energy),
        (Number.ENERGY_TAKEN, spirit.taken.energy),
        (Number.CARDS_TAKEN, spirit.taken.cards),
        (Number.DESTROYED, spirit.destroyed),
    ):
        if value is not None:
            numbers[column] = value
    _write_cards(stage, seat, spirit)
    extra = read_elements(spirit.elements or "")
    for element in range(8):
        numbers[Number.ELEMENT + element] += extra[element]


def _write_cards(stage: Stage, seat: int, spirit: Spirit) -> None:
    """Hand, cards in play and discard; a hand left out holds the unique powers that lie nowhere else."""
    state, table = stage.state, stage.table
    uniques = [int(card) for card in table["unique"][seat, : table["n_unique"][seat]]]
    in_play = [power_index(name) for name in spirit.in_play or ()]
    discard = [power_index(name) for name in spirit.discard or ()]
    if spirit.hand is None:
        hand = [card for card in uniques if card not in (*in_play, *discard)]
    else:
        hand = [power_index(name) for name in spirit.hand]
    state["card_place"][uniques] = Place.FORGOTTEN
    owned = [*hand, *in_play, *discard]
    state["owned"][seat, : len(owned)] = owned
    state["spirit"][seat, Number.OWNED] = len(owned)
    for place, cards in ((Place.HAND, hand), (Place.PLAY, in_play), (Place.DISCARD, discard)):
        state["card_place"][cards] = place + 4 * seat
    for card in in_play:
        for element in range(8):
            state["spirit"][seat, Number.ELEMENT + element] += table["power_element"][card, element]


def _write_deck(stage: Stage, deck: Deck, island: Island) -> None:
    """A power deck and its discard pile, less the cards that spirits hold."""
    state, name = stage.state, deck.name.lower()
    said = [getattr(island, f"{name}_{pile}") for pile in ("deck", "discard")]
    order, pile = ([power_index(card) for card in cards or ()] for cards in said)
    size = int(state["counter"][Counter.MINOR_SIZE + 3 * deck])
    shuffled = [int(card) for card in state["deck"][deck, :size]]
    free = [card for card in shuffled if state["card_place"][card] == Place.MINOR_DECK + deck]
    rest = [card for card in free if card not in (*order, *pile)]
    if said[0] is None:
        order, rest = rest, []
    elif said[1] is None:
        pile, rest = rest, []
    put_deck(stage, deck, order, pile)
    state["card_place"][rest] = Place.BOX


def put_deck(stage: Stage, deck: int, order: list[int], pile: list[int]) -> None:
    """Lay out a power deck, top first, and its discard pile."""
    state = stage.state
    counter = state["counter"]
    state["deck"][deck, : len(order)] = order
    state["pile"][deck, : len(pile)] = pile
    counter[Counter.MINOR_TOP + 3 * deck] = 0
    counter[Counter.MINOR_SIZE + 3 * deck] = len(order)
    counter[Counter.MINOR_DISCARDS + 3 * deck] = len(pile)
    state["card_place"][order] = Place.MINOR_DECK + deck
    state["card_place"][pile] = Place.MINOR_DISCARD + deck
