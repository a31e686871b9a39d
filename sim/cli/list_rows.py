"""Rows of ``spirit-sim list``, one mapping for each entry; keys are the columns, values are fit for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sim.content.fields import TERRAINS
from sim.content.load import load_content
from sim.content.setup import load_setup, shipped_setups
from sim.core.codes import Policy

Rows = list[dict[str, Any]]

PIECES = ("town", "city", "dahan", "blight")
"""Pieces that boards have printed on them."""
POLICY_WORDS = {
    "random": "draws each answer among the legal ones: a floor, and a test of the rules",
    "greedy": "tries each answer on a copy of the island and takes what leaves the best position",
}


def spirit_rows() -> Rows:
    """The spirits: tracks, growth options and innate powers."""
    return [
        {
            "id": spirit.id,
            "name": spirit.name,
            "complexity": spirit.complexity,
            "energy": " ".join(_space(space.energy, space.element) for space in spirit.energy_track),
            "plays": " ".join(_space(space.plays, space.element) for space in spirit.card_track),
            "growth": [", ".join(option.actions) for option in spirit.growth.options],
            "innates": [innate.name for innate in spirit.innates],
            "cards": list(spirit.power_cards),
        }
        for spirit in load_content().spirits.values()
    ]


def power_rows() -> Rows:
    """The power cards: minor, major and unique."""
    return [
        {
            "id": power.id,
            "name": power.name,
            "deck": power.deck,
            "spirit": power.spirit,
            "cost": power.cost,
            "speed": power.speed,
            "elements": list(power.elements),
            "target": target_words(power.target),
        }
        for power in load_content().cards
    ]


def board_rows() -> Rows:
    """The boards: lands by terrain, and what is printed on them."""
    rows = []
    for board in load_content().boards.values():
        names = {f"{board.id}{land.n}": land for land in board.lands}
        lands = {terrain: [name for name, land in names.items() if land.terrain == terrain] for terrain in TERRAINS}
        coastal = [name for name, land in names.items() if land.coastal]
        pieces = {kind: [name for name, land in names.items() for _ in range(getattr(land, kind))] for kind in PIECES}
        rows.append({"id": board.id, **lands, "coastal": coastal, **pieces})
    return rows


def setup_rows() -> Rows:
    """The set-ups that come with the program."""
    rows = []
    for name in shipped_setups():
        setup = load_setup(name)
        rows.append({"name": name, "title": setup.title, "spirits": list(setup.spirits), "policy": setup.policy})
    return rows


def policy_rows() -> Rows:
    """Who can play."""
    return [{"id": policy.name.lower(), "plays": POLICY_WORDS[policy.name.lower()]} for policy in Policy]


def fear_rows() -> Rows:
    """The fear cards, with their effects at each terror level."""
    return [
        {"id": card.id, "name": card.name}
        | {f"terror_{level}": effects_words(getattr(card, f"terror_{level}")) for level in (1, 2, 3)}
        for card in load_content().fear_cards
    ]


def invader_rows() -> Rows:
    """The invader cards."""
    return [
        {"id": card.id, "stage": card.stage, "lands": list(card.lands), "stage_2_action": card.escalation}
        for card in load_content().invader_cards
    ]


def no_rows() -> Rows:
    """Nothing: the box has none."""
    return []


LISTS: dict[str, Callable[[], Rows]] = {
    "spirits": spirit_rows,
    "powers": power_rows,
    "boards": board_rows,
    "setups": setup_rows,
    "policies": policy_rows,
    "fear-cards": fear_rows,
    "invader-cards": invader_rows,
    "adversaries": no_rows,
    "scenarios": no_rows,
}


def target_words(target: Any) -> str:
    """What a power is aimed at: ``range 1, dahan`` or ``another spirit``.

    Parameters
    ----------
    target : sim.content.schema.Target
        As in the facts.
    """
    if target.kind == "spirit":
        return "self" if target.who == "self" else f"{target.who} spirit"
    source = " in " + "|".join(target.source) if target.source else ""
    start = f" from {target.from_.replace('_', ' ')}{source}" if source or target.from_ != "presence" else ""
    where = [condition for condition in target.where if condition != "any"]
    return ", ".join([f"range {target.range}{start}", *where])


def effects_words(effects: Iterable[Any]) -> str:
    """Effect lines of the notation in one text; options of a choice are joined by "or"."""
    words = []
    for effect in effects:
        options = getattr(effect, "choose", None)
        words.append(effect if options is None else " or ".join(f"({effects_words(option)})" for option in options))
    return "; ".join(words)


def _space(number: int | None, element: str | None) -> str:
    return "+".join(str(part) for part in (number, element) if part is not None)
