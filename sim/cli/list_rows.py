"""Rows of ``spirit-sim list``, one mapping for each entry; keys are the columns, values are fit for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sim.content.experiment import load_experiment, shipped_experiments
from sim.content.fields import BASE, HORIZONS, TERRAINS
from sim.content.load import load_content
from sim.content.schema import Space, SpiritFacts
from sim.content.setup import RANDOM, difficulty, load_setup, shipped_setups
from sim.core.codes import Policy

Rows = list[dict[str, Any]]

PIECES = ("town", "city", "dahan", "blight")
"""Pieces that boards have printed on them."""
POLICY_WORDS = {
    "random": "draws each answer among the legal ones: a floor, and a test of the rules",
    "greedy": "tries each answer on a copy of the island and takes what leaves the best position",
    "planner": "greedy, but growth and cards are chosen by playing the round to its end on copies of the game",
    "expert": "planner with more plans, each tried many times: slow, for the numbers that matter",
}


def spirit_rows() -> Rows:
    """The spirits: tracks, growth options and innate powers."""
    return [
        {
            "id": spirit.id,
            "name": spirit.name,
            "box": spirit.set,
            "complexity": spirit.complexity,
            "energy": " ".join(map(_space, spirit.energy_track)),
            "plays": " ".join(map(_space, spirit.card_track)),
            "growth": _growth(spirit),
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
        box = HORIZONS if HORIZONS in board.sets else BASE
        rows.append({"id": board.id, "box": box, **lands, "coastal": coastal, **pieces})
    return rows


def arrangement_rows() -> Rows:
    """Ways to lay boards: the islands of the Horizons map, and the layouts of the core box, which take any boards."""
    content = load_content()
    printed = [(entry.id, HORIZONS, len(entry.boards), list(entry.boards)) for entry in content.arrangements.values()]
    loose = [(entry.id, BASE, entry.slots, ["any"]) for entry in content.layouts.values()]
    keys = ("id", "box", "number_of_boards", "boards")
    return [dict(zip(keys, row, strict=True)) for row in [*printed, *loose]]


def setup_rows() -> Rows:
    """The set-ups that come with the program."""
    rows = []
    for name in shipped_setups():
        setup = load_setup(name)
        rows.append(
            {
                "name": name,
                "title": setup.title,
                "box": setup.box,
                "spirits": list(setup.spirits),
                "boards": [RANDOM] if setup.draws_boards else list(setup.boards),
                "adversary": setup.adversary.id,
                "level": setup.adversary.level,
                "scenario": setup.scenario,
                "blight_card": setup.blight_card,
                "difficulty": difficulty(setup, load_content()),
                "policy": setup.policy,
            }
        )
    return rows


def experiment_rows() -> Rows:
    """Experiments that come with the program."""
    rows = []
    for name in shipped_experiments():
        experiment = load_experiment(name)
        policies = sorted({setup.policy for setup in experiment.setups.values()})
        rows.append(
            {
                "name": name,
                "cells": len(experiment.setups),
                "games": experiment.games,
                "policy": " ".join(policies),
                "title": experiment.title,
            }
        )
    return rows


def setup_lines(setups: Rows) -> Rows:
    """The set-ups without what their titles tell."""
    columns = ("name", "title", "box", "spirits", "difficulty", "policy")
    return [{column: setup[column] for column in columns} for setup in setups]


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


def adversary_rows() -> Rows:
    """The adversaries: what they always do, and what each level brings besides those before it."""
    return [
        {
            "id": adversary.id,
            "name": adversary.name,
            "loss_condition": adversary.loss_condition,
            "escalation": adversary.escalation.name,
            "escalation_when": adversary.escalation.when,
            "escalation_effects": effects_words(adversary.escalation.effects),
            "levels": [
                {
                    "level": level.level,
                    "name": level.name,
                    "difficulty": level.difficulty,
                    "fear_cards": list(level.fear_cards),
                    "invader_deck": level.deck_order,
                    "changes": list(level.changes),
                }
                for level in adversary.levels
            ],
        }
        for adversary in load_content().adversaries.values()
    ]


def level_lines(adversaries: Rows) -> Rows:
    """The levels of adversaries, one a line; level 0 tells what they always do."""
    lines = []
    for adversary in adversaries:
        loss = [adversary["loss_condition"]] if adversary["loss_condition"] else []
        escalation = f"{adversary['escalation']}, {adversary['escalation_when']}: {adversary['escalation_effects']}"
        for level in adversary["levels"]:
            always = [] if level["level"] else [*loss, escalation]
            fear = "+".join(map(str, level["fear_cards"]))
            lines.append({"id": adversary["id"], **level, "fear_cards": fear, "changes": [*always, *level["changes"]]})
    return lines


def scenario_rows() -> Rows:
    """The scenarios: what they change, as their sheets have it."""
    return [
        {
            "id": scenario.id,
            "name": scenario.name,
            "difficulty": scenario.difficulty,
            "setup": list(scenario.words.setup),
            "rules": list(scenario.words.rules),
            "victory": list(scenario.words.victory),
            "loss": list(scenario.words.loss),
        }
        for scenario in load_content().scenarios.values()
    ]


def scenario_lines(scenarios: Rows) -> Rows:
    """The scenarios with all their words in one column."""
    return [
        {key: scenario[key] for key in ("id", "name", "difficulty")}
        | {"changes": [f"{key}: {words}" for key in ("setup", "rules", "victory", "loss") for words in scenario[key]]}
        for scenario in scenarios
    ]


def blight_rows() -> Rows:
    """The blight cards: their backs; the healthy side is the same for all."""
    return [
        {
            "id": card.id,
            "name": card.name,
            "blight_per_player": card.per_player,
            "when": card.ongoing.when,
            "effects": effects_words(card.ongoing.effects),
        }
        for card in load_content().blight_cards.values()
    ]


LISTS: dict[str, Callable[[], Rows]] = {
    "spirits": spirit_rows,
    "powers": power_rows,
    "boards": board_rows,
    "arrangements": arrangement_rows,
    "setups": setup_rows,
    "experiments": experiment_rows,
    "policies": policy_rows,
    "fear-cards": fear_rows,
    "invader-cards": invader_rows,
    "adversaries": adversary_rows,
    "scenarios": scenario_rows,
    "blight-cards": blight_rows,
}
TABLES: dict[str, Callable[[Rows], Rows]] = {
    "setups": setup_lines,
    "adversaries": level_lines,
    "scenarios": scenario_lines,
}
"""How lists that hold too much for a table are brought into the form of one."""


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


def _growth(spirit: SpiritFacts) -> list[str]:
    """What is done every turn, and the options of which one is picked."""
    always = [f"always: {', '.join(spirit.growth.always)}"] if spirit.growth.always else []
    return [*always, *(", ".join(option.actions) for option in spirit.growth.options)]


def _space(space: Space) -> str:
    """A space of a track: a number, an element, ``any``, a card taken back, or several of them."""
    parts = (space.number, space.element, "reclaim" if space.reclaim else None)
    return "+".join(str(part) for part in parts if part is not None)
