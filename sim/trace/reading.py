"""A state told as a position file would tell it."""

from __future__ import annotations

from typing import Any

from sim.core.codes import Action, Counter, Deck, Element, Outcome, Place, Row
from sim.core.codes import Spirit as Number
from sim.game.invaders import NO_SLOT
from sim.trace.naming import FIRST, KINDS, fear_id, invader_title, power_id
from sim.trace.stage import Stage

OUTCOMES = {
    Outcome.NONE: ("none", None),
    Outcome.SACRIFICE: ("sacrifice", None),
    Outcome.DEFEAT_BLIGHT: ("defeat", "blight"),
    Outcome.DEFEAT_PRESENCE: ("defeat", "presence"),
    Outcome.DEFEAT_TIME: ("defeat", "time"),
    Outcome.DEFEAT_ADVERSARY: ("defeat", "adversary"),
    Outcome.DEFEAT_SCENARIO: ("defeat", "scenario"),
}
VARIANTS = (1, 3, 4, 10)
"""Variants of each kind: unhurt, and by the damage it survives."""
ACTIONS = ("ravage", "build", "explore")


def read_state(stage: Stage) -> dict[str, Any]:
    """The whole state in the words of a position file."""
    state = stage.state
    outcome, cause = OUTCOMES.get(Outcome(int(state["counter"][Counter.OUTCOME])), ("victory", None))
    return {
        "outcome": outcome,
        "cause": cause,
        "lands": {name: _read_land(stage, number) for number, name in enumerate(stage.game.island.names)},
        "island": _read_island(stage),
        "spirit": {name: _read_spirit(stage, seat) for seat, name in enumerate(stage.game.spirits)},
    }


def _read_land(stage: Stage, number: int) -> dict[str, Any]:
    """A land: pieces, damage on them, effects of the turn, presence; Defend includes that of spirits' wards."""
    row = [int(value) for value in stage.state["land"][number]]
    land: dict[str, Any] = {}
    wounded: dict[str, list[int]] = {}
    for kind, name in enumerate(KINDS):
        counts = row[FIRST[kind] : FIRST[kind] + VARIANTS[kind]]
        land[name] = sum(counts)
        damages = [damage for damage, pieces in enumerate(counts) for _ in range(pieces) if damage]
        if damages:
            wounded[name] = damages
    presence = {name: row[Row.PRESENCE + seat] for seat, name in enumerate(stage.game.spirits)}
    wards = [int(stage.state["spirit"][seat, Number.WARD]) for seat in range(len(presence))]
    land["wounded"] = wounded
    land["blight"] = row[Row.BLIGHT]
    land["defend"] = row[Row.DEFEND] + sum(ward for ward, discs in zip(wards, presence.values()) if discs)
    land["skip"] = [name for name in ACTIONS if row[Row.SKIP] & Action[name.upper()]]
    land["presence"] = {name: discs for name, discs in presence.items() if discs}
    return land


def _read_island(stage: Stage) -> dict[str, Any]:
    """Numbers, slots and decks."""
    counter = [int(number) for number in stage.state["counter"]]
    fear = [fear_id(int(card)) for card in stage.state["deck"][Deck.FEAR, : stage.table["fear_deck_size"]]]
    resolved, earned = counter[Counter.FEAR_RESOLVED], counter[Counter.FEAR_EARNED]
    extra = counter[Counter.EXTRA_CARD]
    coming = stage.state["deck"][Deck.INVADER, counter[Counter.INVADER_NEXT] : stage.table["deck_size"]]
    return {
        "round": counter[Counter.ROUND],
        "terror_level": counter[Counter.TERROR],
        "fear_cards_earned": earned,
        "fear_pending": fear[resolved:earned],
        "fear_deck": fear[earned:],
        "fear_generated": counter[Counter.FEAR_GENERATED],
        "blight_pool": counter[Counter.BLIGHT_POOL],
        "blight_flipped": counter[Counter.BLIGHT_FLIPPED] == 1,
        "ravage": invader_title(counter[Counter.RAVAGE_CARD]),
        "build": invader_title(counter[Counter.BUILD_CARD]),
        "high_immigration": "removed" if extra == NO_SLOT else invader_title(extra),
        "invader_deck": [invader_title(int(card)) for card in coming],
        **_read_deck(stage, Deck.MINOR),
        **_read_deck(stage, Deck.MAJOR),
    }


def _read_deck(stage: Stage, deck: Deck) -> dict[str, list[str]]:
    """A power deck, top first, and its discard pile."""
    state, name = stage.state, deck.name.lower()
    top, size, discards = (int(state["counter"][Counter.MINOR_TOP + column + 3 * deck]) for column in range(3))
    return {
        f"{name}_deck": [power_id(int(card)) for card in state["deck"][deck, top:size]],
        f"{name}_discard": [power_id(int(card)) for card in state["pile"][deck, :discards]],
    }


def _read_spirit(stage: Stage, seat: int) -> dict[str, Any]:
    """Energy, cards, elements besides those of cards in play and tracks, discs."""
    numbers = [int(number) for number in stage.state["spirit"][seat]]
    owned = [int(card) for card in stage.state["owned"][seat, : numbers[Number.OWNED]]]
    piles = {
        name: [card for card in owned if stage.state["card_place"][card] == place + 4 * seat]
        for name, place in (("hand", Place.HAND), ("in_play", Place.PLAY), ("discard", Place.DISCARD))
    }
    extra = []
    for element in Element:
        number = numbers[Number.ELEMENT + element] - numbers[Number.TRACK_ELEMENT + element]
        number -= sum(int(stage.table["power_element"][card, element]) for card in piles["in_play"])
        if number:
            extra.append(f"{number} {element.name.lower()}")
    return {
        "energy": numbers[Number.ENERGY],
        **{name: [power_id(card) for card in cards] for name, cards in piles.items()},
        "elements": " ".join(extra),
        "taken": {"energy": numbers[Number.ENERGY_TAKEN], "cards": numbers[Number.CARDS_TAKEN]},
        "destroyed": numbers[Number.DESTROYED],
    }
