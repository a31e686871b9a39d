"""Position files: a situation, what is done in it, what must come of it.

The models below are the format; what they cannot know, e.g. which lands there are, ``sim.trace.checks`` looks at.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from sim.content.fields import Items, Strict, read_need
from sim.content.setup import Setup, setup_from_dict
from sim.core.codes import Element
from sim.errors import BadInput, Fault, read_toml, validation_faults

T = TypeVar("T")

Kind = Literal["explorer", "town", "city", "dahan"]
Invader = Literal["explorer", "town", "city"]
Wounded = Literal["town", "city", "dahan"]
ActionName = Literal["ravage", "build", "explore"]
PhaseName = Literal["spirit", "fast", "invader", "slow", "time_passes"]

MOST = 60
"""Pieces of a kind, blight and Defend in one land: what the rows of a state have room for, and some to spare."""
Number = Annotated[int, Field(ge=0, le=MOST)]
Large = Annotated[int, Field(ge=0, le=999)]
AtLeastOne = Annotated[int, Field(ge=1, le=99)]


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


Answers = Annotated[tuple[T, ...], Field(strict=False), BeforeValidator(_as_list)]
"""One answer or a list of them."""


def read_elements(text: str) -> tuple[int, ...]:
    """Numbers of elements by ``Element``; an empty text is none.

    Examples
    --------
    >>> read_elements("2 water 1 sun")
    (1, 0, 0, 0, 2, 0, 0, 0)
    """
    return read_need(text) if text else (0,) * len(Element)


def _check_elements(text: str) -> str:
    read_elements(text)
    return text


def _cards_or_number(value: Any) -> Any:
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise PydanticCustomError("form", "must be a list of cards, or how many there are")


Elements = Annotated[str, AfterValidator(_check_elements)]
CardsOrNumber = Annotated[Any, BeforeValidator(_cards_or_number)]


class Land(Strict):
    """What differs in a land, or is expected there; None is not said."""

    explorer: Number | None = None
    town: Number | None = None
    city: Number | None = None
    dahan: Number | None = None
    wounded: dict[Wounded, Items[Annotated[int, Field(ge=1)]]] = {}
    blight: Number | None = None
    defend: Number | None = None
    skip: Items[ActionName] | None = None
    presence: dict[str, Number] = {}


class Island(Strict):
    """Numbers and decks of the island.

    Attributes
    ----------
    minor_deck, minor_discard, major_deck, major_discard : tuple of str
        Whole decks and discard piles, top first. If only one of the two is said, all other cards that nobody holds are
        in the other one; if both are, they are out of the game.
    """

    round: AtLeastOne | None = None
    terror_level: Literal[1, 2, 3] | None = None
    fear_cards_earned: Number | None = None
    fear_pending: Items[str] | None = None
    fear_deck: Items[str] | None = None
    fear_generated: Number | None = None
    blight_pool: Number | None = None
    blight_flipped: bool | None = None
    ravage: str | None = None
    build: str | None = None
    high_immigration: str | None = None
    invader_deck: Items[str] | None = None
    minor_deck: Items[str] | None = None
    minor_discard: Items[str] | None = None
    major_deck: Items[str] | None = None
    major_discard: Items[str] | None = None


class ExpectedIsland(Island):
    """The same as expected; of a deck or pile its cards or only their number."""

    terror_level: Literal[1, 2, 3, 4] | None = None  # type: ignore[assignment]
    minor_deck: CardsOrNumber = None
    minor_discard: CardsOrNumber = None
    major_deck: CardsOrNumber = None
    major_discard: CardsOrNumber = None


class Taken(Strict):
    """Discs taken from the tracks so far."""

    energy: Number | None = None
    cards: Number | None = None


class Spirit(Strict):
    """Cards and numbers of a spirit."""

    energy: Large | None = None
    hand: Items[str] | None = None
    in_play: Items[str] | None = None
    discard: Items[str] | None = None
    elements: Elements | None = None
    taken: Taken = Taken()
    destroyed: Number | None = None


class Choices(Strict):
    """Answers to decisions, by kind, used up in order; the names are those of ``codes.Answer``."""

    damage: Answers[Invader] = ()
    cascade: Answers[str] = ()
    push: Answers[str] = ()
    gather: Answers[str] = ()
    to: Answers[str] = ()
    pieces: Answers[Kind] = ()
    option: Answers[AtLeastOne] = ()
    amount: Answers[Number] = ()
    track: Answers[str] = ()
    land: Answers[str] = ()
    card: Answers[str] = ()
    order: Answers[str] = ()
    levels: Answers[Number] = ()
    decline: Answers[bool] = ()

    def given(self) -> dict[str, tuple[Any, ...]]:
        """The kinds that are answered, with their answers."""
        return {name: getattr(self, name) for name in type(self).model_fields if name in self.model_fields_set}


class Legal(Choices):
    """Every legal answer to the first decision of a kind, and the legal targets."""

    target: Answers[str] = ()


class Destroy(Strict):
    """Pieces to destroy."""

    land: str
    what: Annotated[dict[Kind, AtLeastOne], Field(min_length=1)]


class Step(Strict):
    """One thing done; exactly one of the verbs is said."""

    ravage: str | None = None
    build: str | None = None
    explore: str | None = None
    fear: AtLeastOne | None = None
    fear_card: str | None = None
    add_blight: str | None = None
    destroy: Destroy | None = None
    power: str | None = None
    innate: str | None = None
    growth: AtLeastOne | None = None
    play: Items[str] | None = None
    reclaim: Literal["all"] | None = None
    gain: Literal["minor", "major"] | None = None
    escalation: str | None = None
    ritual: str | None = None
    phase: PhaseName | None = None
    round: AtLeastOne | None = None
    by: str | None = None
    target: str | None = None
    offered: Items[str] = ()
    choices: Choices = Choices()
    legal: Legal = Legal()
    illegal: bool = False

    @property
    def verbs(self) -> list[str]:
        """The verbs said; of a step that passed its checks just one."""
        return [name for name in VERBS if getattr(self, name) is not None]

    @property
    def verb(self) -> str:
        """What is done."""
        return self.verbs[0]


VERBS = tuple(
    name for name in Step.model_fields if name not in ("by", "target", "offered", "choices", "legal", "illegal")
)
BY_A_SPIRIT = ("power", "innate", "growth", "play", "reclaim", "gain")
"""Verbs that need ``by``."""


class Expect(Strict):
    """What must come of it; only what is named is checked."""

    outcome: Literal["none", "victory", "defeat", "sacrifice"] | None = None
    cause: Literal["blight", "presence", "time", "adversary", "scenario"] | None = None
    lands: dict[str, Land] = {}
    island: ExpectedIsland = ExpectedIsland()
    spirit: dict[str, Spirit] = {}


class PositionFile(Strict):
    """A whole file; ``setup`` is read as a set-up file is."""

    title: str = ""
    description: str = ""
    rule: str = ""
    setup: dict[str, Any] = {}
    lands: dict[str, Land] = {}
    island: Island = Island()
    spirit: dict[str, Spirit] = {}
    do: Items[Step] = ()
    expect: Expect = Expect()


@dataclass(frozen=True)
class Position:
    """A position file that passed every check.

    Attributes
    ----------
    file : str
        How messages call it.
    setup : Setup
        The game it is a position of.
    empty : bool
        No printed pieces and no presence but those the file names.
    told : PositionFile
        What the file says.
    """

    file: str
    setup: Setup
    empty: bool
    told: PositionFile

    @property
    def title(self) -> str:
        """The title of the file."""
        return self.told.title


def load_position(path: str | Path) -> Position:
    """The position of a TOML file.

    Raises
    ------
    BadInput
        With all its faults.
    """
    return position_from_dict(read_toml(Path(path)), str(path))


def position_from_dict(data: Mapping[str, Any], file: str = "position") -> Position:
    """The position that a mapping describes, as it would stand in a file; see ``load_position``."""
    from sim.trace.checks import position_faults

    setup, empty, faults = _read_setup(data.get("setup", {}), file)
    try:
        told = PositionFile.model_validate(data)
    except ValidationError as error:
        faults += validation_faults(error, PositionFile, data, file)
        told = PositionFile.model_validate(_without(data, [item["loc"] for item in error.errors()]))
    if setup is None:
        raise BadInput(faults)
    position = Position(file, setup, empty, told)
    faults += position_faults(position)
    if faults:
        raise BadInput(faults)
    return position


def _without(data: Mapping[str, Any], locations: list[tuple[int | str, ...]]) -> dict[str, Any]:
    """The mapping less the tables that ``locations`` lie in, so that the rest can still be checked."""
    sound = {key: dict(value) if isinstance(value, Mapping) else value for key, value in data.items()}
    for first, *rest in locations:
        table = sound.get(str(first))
        if rest and isinstance(table, dict):
            table.pop(str(rest[0]), None)
        else:
            sound.pop(str(first), None)
    return sound


def _read_setup(table: Any, file: str) -> tuple[Setup | None, bool, list[Fault]]:
    """The set-up of a position and whether its island is empty, with the faults found."""
    if not isinstance(table, Mapping):
        return None, False, []
    rest = dict(table)
    empty = rest.pop("empty", False)
    faults = []
    if not isinstance(empty, bool):
        faults.append(Fault(file, "setup.empty", empty, "must be true or false"))
    try:
        return setup_from_dict(rest, file), empty is True, faults
    except BadInput as error:
        found = [dataclasses.replace(fault, key=f"setup.{fault.key}") for fault in error.faults]
        return None, False, [*found, *faults]
