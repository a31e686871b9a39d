"""The effect lines of the shipped fact files, for the tests of what reads and compiles them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

POWER_FILES = ("powers_minor.toml", "powers_major.toml", "powers_unique_horizons.toml")


def facts(name: str) -> dict[str, Any]:
    """The contents of a fact file."""
    return tomllib.loads(files("sim").joinpath("facts", name).read_text(encoding="utf-8"))


def effect_lists() -> Iterator[list[Any]]:
    """Every list of effects."""
    for name in POWER_FILES:
        for power in facts(name)["power"]:
            yield power["effects"]
            yield from (tier["effects"] for tier in power["thresholds"])
    for card in facts("fear_cards.toml")["fear_card"]:
        yield from (card["terror_1"], card["terror_2"], card["terror_3"])
    for spirit in facts("spirits_horizons.toml")["spirit"]:
        yield from (tier["effects"] for innate in spirit["innates"] for tier in innate["tiers"])
    yield facts("invader_deck.toml")["horizons"]["stage_2_action"]["effects"]


def lines_of(effects: list[Any]) -> Iterator[str]:
    """The lines of a list of effects, those inside choices too."""
    for item in effects:
        if isinstance(item, str):
            yield item
        else:
            for option in item["choose"]:
                yield from lines_of(option)


SHIPPED = sorted({line for effects in effect_lists() for line in lines_of(effects)})
"""Every line, once."""
