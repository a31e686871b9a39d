"""Kinds of field that the fact files and the files of the user share: names, counts, lists, needs."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from sim.core.codes import Element, Hook, Rule, Terrain
from sim.errors import nearest

T = TypeVar("T")
Items = Annotated[tuple[T, ...], Field(strict=False)]
"""A list of the TOML, kept as a tuple."""
Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]

HORIZONS, BASE = "horizons", "base"
"""The boxes: Horizons of Spirit Island and the core box."""
TERRAINS = tuple(terrain.name.lower() for terrain in Terrain if terrain is not Terrain.OCEAN)
ELEMENTS = tuple(element.name.lower() for element in Element)
MOST_ELEMENTS = 63
"""Of one kind, in a threshold: what the packed numbers of the tables can hold."""
HOOKS = tuple(hook.name.lower() for hook in Hook if hook is not Hook.NONE)
RULES = tuple(rule.name.lower() for rule in Rule)
ANY = "any"
"""An element that a track leaves open."""


class Strict(BaseModel):
    """A table of a TOML file: no unknown keys, no conversion of types, unchangeable."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def known(kind: str, names: tuple[str, ...]) -> AfterValidator:
    """A validator that accepts only ``names``; ``kind`` is what they are, for the message."""

    def check(value: str) -> str:
        if value not in names:
            raise PydanticCustomError("unknown_name", f"unknown {kind}", {"nearest": nearest(value, names)})
        return value

    return AfterValidator(check)


def only(number: int, sentence: str) -> AfterValidator:
    """A validator for a number that this version knows one value of; ``sentence`` says why."""

    def check(value: int) -> int:
        if value != number:
            raise PydanticCustomError("not_supported", "{sentence}", {"sentence": sentence})
        return value

    return AfterValidator(check)


def none(sentence: str) -> AfterValidator:
    """A validator for a list that this version knows empty only; ``sentence`` says why."""

    def check(value: tuple[Any, ...]) -> tuple[Any, ...]:
        if value:
            raise PydanticCustomError("not_supported", "{sentence}", {"sentence": sentence})
        return value

    return AfterValidator(check)


def matching(pattern: str, message: str) -> AfterValidator:
    """A validator for text of a fixed form; ``message`` tells the form."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise PydanticCustomError("form", "{message}", {"message": message})
        return value

    return AfterValidator(check)


def distinct(kind: str) -> AfterValidator:
    """A validator of a list in which nothing may occur twice; ``kind`` is what it lists, for the message."""

    def check(value: tuple[Any, ...]) -> tuple[Any, ...]:
        doubled = sorted({str(entry) for entry in value if value.count(entry) > 1})
        if doubled:
            context = {"kind": kind, "doubled": ", ".join(doubled)}
            raise PydanticCustomError("doubled", "names {kind} twice: {doubled}", context)
        return value

    return AfterValidator(check)


Identifier = Annotated[str, matching(r"[a-z0-9]+(_[a-z0-9]+)*", "must be lower-case words joined by _")]
TerrainName = Annotated[str, known("terrain", TERRAINS)]
ElementName = Annotated[str, known("element", ELEMENTS)]
TrackElement = Annotated[str, known("element", (*ELEMENTS, ANY))]
HookName = Annotated[str, known("hook", HOOKS)]
RuleName = Annotated[str, known("rule", RULES)]
InvaderLands = Annotated[str, known("terrain", (*TERRAINS, "coastal"))]


def read_need(text: str) -> tuple[int, ...]:
    """Elements that a threshold asks for, by ``Element``.

    Examples
    --------
    >>> read_need("2 moon 1 earth")
    (0, 2, 0, 0, 0, 1, 0, 0)
    """
    numbers = [0] * len(Element)
    if not re.fullmatch(r"[1-9]\d* [a-z]+( [1-9]\d* [a-z]+)*", text):
        raise PydanticCustomError("form", 'must be numbers and elements, e.g. "2 moon 1 earth"')
    words = text.split()
    for number, name in zip(words[::2], words[1::2], strict=True):
        if name not in ELEMENTS:
            context = {"name": name, "nearest": nearest(name, ELEMENTS)}
            raise PydanticCustomError("unknown_name", "unknown element {name}", context)
        if numbers[ELEMENTS.index(name)]:
            raise PydanticCustomError("doubled", "names {name} twice", {"name": name})
        if int(number) > MOST_ELEMENTS:
            raise PydanticCustomError("form", "asks for more than {most} {name}", {"most": MOST_ELEMENTS, "name": name})
        numbers[ELEMENTS.index(name)] = int(number)
    return tuple(numbers)


def _check_need(text: str) -> str:
    read_need(text)
    return text


Need = Annotated[str, AfterValidator(_check_need)]
