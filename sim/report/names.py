"""Names shown in the report: of spirits, outcomes, policies and set-up keys."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FACTS = Path(__file__).parents[1] / "facts"
LITTLE_WORDS = {"a", "an", "and", "at", "from", "in", "of", "on", "the", "to", "with"}

OUTCOME_NAMES: dict[str, str] = {
    "victory_terror_1": "Won at terror\u00a01",
    "victory_terror_2": "Won at terror\u00a02",
    "victory_terror_3": "Won at terror\u00a03",
    "victory_fear": "Won by fear",
    "sacrifice": "Sacrifice victory",
    "defeat_blight": "Lost to blight",
    "defeat_presence": "Lost a spirit",
    "defeat_time": "Lost to time",
    "defeat_adversary": "Lost to the adversary",
    "defeat_scenario": "Lost to the scenario",
}
"""Every way a game ends, wins first; the order of bars and columns."""

POLICY_WORDS: dict[str, str] = {
    "random": "answers every decision by drawing among the legal answers: a floor, not a player",
    "greedy": "tries every answer on a copy of the island and takes the one that leaves the best position",
    "planner": "plays like greedy, but first looks ahead through the invader phase that is already known",
    "expert": "compares its best plans by playing them on for some rounds before it chooses",
}


@cache
def _facts_of(file: str, key: str) -> dict[str, str]:
    """Identifier -> name of what a fact file lists, in its order."""
    return {entry["id"]: entry["name"] for entry in tomllib.loads((FACTS / file).read_text(encoding="utf-8"))[key]}


def adversary_name(adversary: str) -> str:
    """Name of an adversary for people; of one that the facts do not know, the words of its identifier.

    Examples
    --------
    >>> adversary_name("brandenburg_prussia"), adversary_name("none")
    ('Brandenburg-Prussia', 'No adversary')
    """
    known = {"none": "No adversary", **_facts_of("adversaries.toml", "adversary")}
    return known.get(adversary) or _capitals(adversary)


def adversary_place(adversary: str) -> int:
    """Where an adversary stands in the box: none first, then as in the facts, unknown ones last."""
    known = ["none", *_facts_of("adversaries.toml", "adversary")]
    return known.index(adversary) if adversary in known else len(known)


def set_up_name(value: str) -> str:
    """Name of a scenario or a blight card; any other value stays as it is."""
    known = {**_facts_of("scenarios.toml", "scenario"), **_facts_of("blight_cards.toml", "blight_card")}
    return known.get(value, value)


@cache
def _fact_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for path in sorted(FACTS.glob("spirits_*.toml")):
        for spirit in tomllib.loads(path.read_text(encoding="utf-8")).get("spirit", []):
            names[spirit["id"]] = spirit["name"]
    return names


def spirit_name(spirit: str) -> str:
    """Name of a spirit for people.

    Parameters
    ----------
    spirit : str
        Identifier as in the facts, or of a homebrew spirit.

    Returns
    -------
    str
        The name in the facts; for others the words of the identifier.

    Examples
    --------
    >>> spirit_name("my_own_spirit_of_mist")
    'My Own Spirit of Mist'
    """
    known = _fact_names().get(spirit)
    return known if known is not None else _capitals(spirit)


def _capitals(identifier: str) -> str:
    """Words of an identifier, written as a title."""
    words = identifier.replace("_", " ").split()
    small = [word if n and word in LITTLE_WORDS else word[:1].upper() + word[1:] for n, word in enumerate(words)]
    return " ".join(small) or identifier


def short_names(spirits: list[str]) -> dict[str, str]:
    """Names of at most two words, for axes where several spirits share a line.

    Parameters
    ----------
    spirits : list of str
        Identifiers of all spirits that must stay distinct.

    Returns
    -------
    dict
        Identifier -> short name; where two spirits would share one, both keep their whole name.

    Examples
    --------
    >>> short_names(["fathomless_mud_of_the_swamp", "rising_heat_of_stone_and_sand"])
    {'fathomless_mud_of_the_swamp': 'Fathomless Mud', 'rising_heat_of_stone_and_sand': 'Rising Heat'}
    >>> short_names(["oceans_hungry_grasp"])
    {'oceans_hungry_grasp': 'Ocean'}
    """
    short = {spirit: _short(spirit_name(spirit)) for spirit in spirits}
    taken = list(short.values())
    return {spirit: name if taken.count(name) == 1 else spirit_name(spirit) for spirit, name in short.items()}


def _short(name: str) -> str:
    words = name.split()
    if len(words) > 1 and words[0].lower() in LITTLE_WORDS:
        words = words[1:]
    if words and words[0].endswith("'s"):
        # whose it is says more than half of what
        return words[0].removesuffix("'s")
    kept: list[str] = []
    for word in words[:2]:
        if kept and word.lower() in LITTLE_WORDS:
            break
        kept.append(word)
    return " ".join(kept) or name


def players_name(players: int) -> str:
    """How a number of spirits is called: alone, pairs, trios, fours."""
    return {1: "Alone", 2: "Pairs", 3: "Trios", 4: "Fours"}.get(players, f"{players} spirits")


def key_name(key: str) -> str:
    """Write a key of the set-up or the manifest as words: ``rules_version`` -> ``rules version``."""
    return key.replace("_", " ").replace(".", ": ")
