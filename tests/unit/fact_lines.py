"""The effect lines of the shipped fact files, for the tests of what reads and compiles them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

POWER_FILES = ("powers_minor.toml", "powers_major.toml", "powers_unique_horizons.toml", "powers_unique_base.toml")
SPIRIT_FILES = ("spirits_horizons.toml", "spirits_base.toml")


def facts(name: str) -> dict[str, Any]:
    """The contents of a fact file."""
    return tomllib.loads(files("sim").joinpath("facts", name).read_text(encoding="utf-8"))


def spirits() -> Iterator[dict[str, Any]]:
    """The panels of all spirits."""
    for name in SPIRIT_FILES:
        yield from facts(name)["spirit"]


def effect_lists() -> Iterator[list[Any]]:
    """Every list of effects."""
    for name in POWER_FILES:
        for power in facts(name)["power"]:
            yield power["effects"]
            yield from (tier["effects"] for tier in power["thresholds"])
    for card in facts("fear_cards.toml")["fear_card"]:
        yield from (card["terror_1"], card["terror_2"], card["terror_3"])
    for spirit in spirits():
        yield from (tier["effects"] for innate in spirit["innates"] for tier in innate["tiers"])
    yield facts("invader_deck.toml")["horizons"]["stage_2_action"]["effects"]
    yield from (adversary["escalation"]["effects"] for adversary in facts("adversaries.toml")["adversary"])
    yield from (card["ongoing"]["effects"] for card in facts("blight_cards.toml")["blight_card"])


def lines_of(effects: list[Any]) -> Iterator[str]:
    """The lines of a list of effects, those inside choices too."""
    for item in effects:
        if isinstance(item, str):
            yield item
        else:
            for option in item["choose"]:
                yield from lines_of(option)


QUICKENED = "speed fast optional"
"""Says that an innate power may be fast: ``sim.content.powers`` reads it as a whole, no form of the notation."""
SHIPPED = sorted({line for effects in effect_lists() for line in lines_of(effects)} - {QUICKENED})
"""Every other line, once."""

GROWTH_OPTIONS = [option for spirit in spirits() for option in spirit["growth"]["options"]]
"""Every growth option of every panel."""
