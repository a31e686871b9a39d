"""What the fact files may hold, field by field, as pydantic models; their attributes are the TOML's keys.

Nothing here knows a kernel or a table: a model that validates is a card or a board as printed.  Checks across files
are in ``sim.content.load``; the words of effect lines are read by ``sim.content.notation``.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from sim.content.fields import (
    TERRAINS,
    Count,
    ElementName,
    HookName,
    Identifier,
    Items,
    Need,
    Strict,
    TerrainName,
    Text,
    TrackElement,
    distinct,
    matching,
    only,
)
from sim.core.codes import MAX_LEVELS

SIDE_LENGTH = 13
"""Where the scale along a side of a board ends."""
LandNumber = Annotated[int, Field(ge=1, le=8)]
Corner = Literal["corner_0", "corner_1", "corner_2", "corner_3"]


# Boards -------------------------------------------------------------------------------------------------------------
class Pieces(Strict):
    """Pieces in one land."""

    explorer: Count
    town: Count
    city: Count
    dahan: Count
    blight: Count


class Land(Pieces):
    """A land of a board with the pieces printed on it."""

    n: LandNumber
    terrain: TerrainName
    coastal: bool
    adjacent: Annotated[Items[int], distinct("a land")]


class Side(Strict):
    """The lands along one side of a board and where they change, on a scale of 0 to 13."""

    lands: Items[int]
    breaks: Items[int]


class Corners(Strict):
    """The land in each corner of a board."""

    corner_0: int
    corner_1: int
    corner_2: int
    corner_3: int


class Board(Strict):
    """An island board."""

    id: Text
    sets: Items[Text]
    side: Literal["balanced"]
    reverse: str
    avoid_with: str = ""
    checked: Items[Text]
    side_0: Side
    side_1: Side
    side_2: Side
    corner_lands: Corners
    lands: Annotated[Items[Land], Field(min_length=8, max_length=8)]

    @property
    def sides(self) -> tuple[Side, Side, Side]:
        """The sides that can lie against another board, by their number."""
        return self.side_0, self.side_1, self.side_2

    def corner_land(self, corner: str) -> int:
        """Number of the land in a corner, e.g. ``"corner_1"``."""
        number: int = getattr(self.corner_lands, corner)
        return number


class Join(Strict):
    """Side ``a_side`` of the board in slot ``a`` is laid against side ``b_side`` of slot ``b``."""

    a: Count
    a_side: Annotated[int, Field(ge=0, le=2)]
    b: Count
    b_side: Annotated[int, Field(ge=0, le=2)]


class Layout(Strict):
    """How boards are laid side to side."""

    id: Identifier
    players: Annotated[int, Field(ge=1)]
    slots: Annotated[int, Field(ge=1)]
    slot_names: Items[Text] = ()
    joins: Items[Join]
    centre: Items[Corner] = ()
    note: str = ""
    checked: Items[Text]


class Arrangement(Strict):
    """Boards in a layout and every adjacency across their borders."""

    id: Text
    set: Text
    layout: Identifier
    boards: Annotated[Items[Text], Field(min_length=1), distinct("a board")]
    edges: Items[Annotated[Items[Text], Field(min_length=2, max_length=2)]]
    note: str = ""
    checked: Items[Text]


class HorizonsMap(Strict):
    """Which arrangement the printed map is, by number of players, and what is not sure about it."""

    what_is_sure: Text
    which_boards: Text
    disputed: Text
    solo_arrangements: Annotated[Items[Text], Field(min_length=1)]
    two_player_arrangement: Text
    three_player_arrangement: Text
    alternative_three_player_arrangement: Text


class BoardsFile(Strict):
    """``boards.toml``."""

    board: Items[Board]
    layout: Items[Layout]
    horizons_map: HorizonsMap
    arrangement: Items[Arrangement]


# Effects and powers -------------------------------------------------------------------------------------------------
class Choice(Strict):
    """Options, each a list of effects, one of which is chosen."""

    choose: Annotated[Items[Annotated[Items[Effect], Field(min_length=1)]], Field(min_length=2)]


def _effect_kind(value: object) -> str:
    return "table" if isinstance(value, (dict, Choice)) else "line"


Effect = Annotated[Annotated[Text, Tag("line")] | Annotated[Choice, Tag("table")], Discriminator(_effect_kind)]
"""A line of the notation or a choice between lists of lines."""
Choice.model_rebuild()


class Target(Strict):
    """What a power is aimed at."""

    kind: Literal["land", "spirit"]
    from_: Annotated[Literal["presence", "sacred_site"] | None, Field(alias="from")] = None
    source: Items[TerrainName] = ()
    range: Count | None = None
    where: Items[Text] = ()
    who: Literal["any", "another", "self"] | None = None

    @model_validator(mode="after")
    def _fits_kind(self) -> Self:
        is_land = self.kind == "land"
        if is_land and (self.from_ is None or self.range is None or not self.where or self.who):
            raise PydanticCustomError("target", "a land target needs from, range and where, and no who")
        if not is_land and (self.who is None or self.from_ or self.source or self.range is not None or self.where):
            raise PydanticCustomError("target", "a spirit target needs who, and nothing else")
        return self


class Tier(Strict):
    """A threshold of a power card or a level of an innate power."""

    need: Need
    mode: Literal["also", "instead", "modify"]
    effects: Annotated[Items[Effect], Field(min_length=1)]


class Power(Strict):
    """A power card."""

    id: Identifier
    name: Text
    deck: Literal["minor", "major", "unique"]
    spirit: str
    sets: Annotated[Items[Text], Field(min_length=1)]
    cost: Count
    elements: Annotated[Items[ElementName], distinct("an element")]
    speed: Literal["fast", "slow"]
    target: Target
    effects: Items[Effect]
    thresholds: Annotated[Items[Tier], Field(max_length=MAX_LEVELS)]
    notes: str
    checked: Items[Text]

    @model_validator(mode="after")
    def _owner(self) -> Self:
        if (self.deck == "unique") != bool(self.spirit):
            raise PydanticCustomError("owner", "a unique power names its spirit, any other power names none")
        if not self.effects and not self.thresholds:
            raise PydanticCustomError("effects", "the power has no effect at all")
        return self


class PowersFile(Strict):
    """``powers_*.toml``."""

    power: Items[Power]


class Innate(Strict):
    """An innate power of a spirit."""

    id: Identifier
    name: Text
    speed: Literal["fast", "slow"]
    fast_if: Need | None = None
    """elements at which a slow power may be used as a fast one"""
    target: Target
    tiers: Annotated[Items[Tier], Field(min_length=1, max_length=MAX_LEVELS)]
    notes: str = ""
    checked: Items[Text]


# Spirits ------------------------------------------------------------------------------------------------------------
_TERRAIN = f"({'|'.join(TERRAINS)})"
_PLACES = (
    rf"land [1-8]|(highest|lowest)_numbered {_TERRAIN}|{_TERRAIN} no_dahan|most_dahan (1st|2nd)|ocean|choice coastal"
)
_PLACES_TOLD = (
    'must be "land N", "highest_numbered TERRAIN", "lowest_numbered TERRAIN", "TERRAIN no_dahan", "most_dahan 1st", '
    '"most_dahan 2nd", "ocean" or "choice coastal"'
)


class Placement(Strict):
    """Presence put on the starting board at set-up."""

    count: Annotated[int, Field(ge=1)]
    where: Annotated[str, matching(_PLACES, _PLACES_TOLD)]

    @property
    def is_choice(self) -> bool:
        """Whether the player chooses the land."""
        return self.where.startswith("choice")


class Space(Strict):
    """A space of a presence track."""

    element: TrackElement | None = None
    reclaim: Annotated[int, only(1, "a track gives back 1 card a turn, no other number")] | None = None

    @property
    def number(self) -> int | None:
        """The energy or card plays printed on the space."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _not_empty(self) -> Self:
        if self.number is None and self.element is None and self.reclaim is None:
            raise PydanticCustomError("track", "the space shows neither a number nor an element nor a reclaim")
        return self


class EnergySpace(Space):
    """A space of the energy track."""

    energy: Count | None = None

    @property
    def number(self) -> int | None:
        """Energy gained each turn."""
        return self.energy


class CardSpace(Space):
    """A space of the card-plays track."""

    plays: Count | None = None

    @property
    def number(self) -> int | None:
        """Cards that may be played each turn."""
        return self.plays


def _starts_with_number(track: tuple[Space, ...]) -> tuple[Space, ...]:
    if track and track[0].number is None:
        raise PydanticCustomError("track", "the first space needs a number")
    return track


class Ratings(Strict):
    """The five bars of a panel, or their printed heights."""

    offense: Count
    control: Count
    fear: Count
    defense: Count
    utility: Count


class GrowthOption(Strict):
    """One growth option: all its actions, in any order."""

    id: Identifier
    actions: Annotated[Items[Text], Field(min_length=1)]
    cost: Annotated[int, only(0, "growth options that cost energy are not part of this version")]


class Growth(Strict):
    """The growth panel."""

    always: Items[Text] = ()
    """actions done every turn besides the option"""
    pick: Annotated[int, only(1, "panels that pick more than one growth option are not part of this version")]
    options: Annotated[Items[GrowthOption], Field(min_length=1)]


class SpecialRule(Strict):
    """A special rule, done by the kernels that its hooks name."""

    id: Identifier
    name: Text
    rule: Text
    effects: Items[Text]
    hooks: Annotated[Items[HookName], Field(min_length=1), distinct("a hook")]
    checked: Items[Text]


class SpiritFacts(Strict):
    """A spirit panel."""

    id: Identifier
    name: Text
    set: Text
    complexity: Literal["low", "moderate", "high", "very high"]
    setup_words: Text
    setup: Annotated[Items[Placement], Field(min_length=1)]
    setup_on: dict[str, str]
    starting_energy: Count
    presence_total: Annotated[int, Field(ge=1)]
    power_cards: Annotated[Items[Text], Field(min_length=1), distinct("a card")]
    energy_track: Annotated[Items[EnergySpace], Field(min_length=1), AfterValidator(_starts_with_number)]
    card_track: Annotated[Items[CardSpace], Field(min_length=1), AfterValidator(_starts_with_number)]
    ratings: Ratings
    ratings_bar: Ratings | None = None
    power_progression: Annotated[Items[Text], distinct("a card")] = ()
    notes: str
    checked: Items[Text]
    growth: Growth
    innates: Annotated[Items[Innate], Field(min_length=1)]
    special_rules: Annotated[Items[SpecialRule], Field(max_length=2)]

    @property
    def hooks(self) -> tuple[str, ...]:
        """The kernels of all its special rules."""
        return tuple(hook for rule in self.special_rules for hook in rule.hooks)


class SpiritsFile(Strict):
    """``spirits_*.toml``."""

    spirit: Items[SpiritFacts]
