"""What the fact files may hold, continued: fear and invader cards, blight cards, adversaries, scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from sim.content.fields import (
    Count,
    Identifier,
    InvaderLands,
    Items,
    RuleName,
    Strict,
    Text,
    distinct,
    matching,
    none,
)
from sim.content.schema import Effect, LandNumber


class FearCard(Strict):
    """A fear card: its effects at each terror level."""

    id: Identifier
    name: Text
    sets: Items[Text]
    terror_1: Annotated[Items[Effect], Field(min_length=1)]
    terror_2: Annotated[Items[Effect], Field(min_length=1)]
    terror_3: Annotated[Items[Effect], Field(min_length=1)]
    notes: str
    checked: Items[Text]


class FearFile(Strict):
    """``fear_cards.toml``."""

    fear_card: Items[FearCard]


class InvaderCard(Strict):
    """An invader card: the terrains it acts in, or the coast."""

    id: Identifier
    stage: Annotated[int, Field(ge=1, le=3)]
    lands: Annotated[Items[InvaderLands], Field(min_length=1, max_length=2), distinct("a terrain")]
    escalation: bool

    @model_validator(mode="after")
    def _coast_alone(self) -> Self:
        if "coastal" in self.lands and len(self.lands) > 1:
            raise PydanticCustomError("coastal", "coastal stands alone on a card")
        return self


class PerStage(Strict):
    """Invader cards of each stage."""

    stage_1: Count
    stage_2: Count
    stage_3: Count


class InvaderCards(Strict):
    """How many invader cards there are."""

    total: Count
    per_stage: PerStage
    sets: Items[Text]
    checked: Items[Text]
    note: str


DeckOrder = Annotated[str, matching(r"[123]+(-[123]+)*", "must be stages, top card first, e.g. 111-2222-33333")]


def stages(order: str) -> str:
    """The stages of a deck, top card first, without the dashes between them."""
    return order.replace("-", "")


class InvaderDeck(Strict):
    """How the invader deck is stacked."""

    standard_order: DeckOrder
    size: Annotated[int, Field(ge=1)]
    build: Items[Text]
    checked: Items[Text]
    turns: str


class Slots(Strict):
    """The slots of the invader board."""

    order_of_actions: Items[Literal["ravage", "build", "explore"]]
    advance: Text
    turn_1: Text
    turn_2: Text
    checked: Items[Text]


class SetupExplore(Strict):
    """The first Explore."""

    effects: Items[Text]
    note: str
    checked: Items[Text]


FearSplit = Annotated[Items[Annotated[int, Field(ge=1)]], Field(min_length=3, max_length=3)]
"""Fear cards that are earned at each terror level."""


class FearDeck(Strict):
    """Fear cards in the deck, and how many of them bring each next terror level."""

    cards: Annotated[int, Field(ge=1)]
    dividers: FearSplit


class PerPlayer(Strict):
    """A number that grows with the players."""

    per_player: Count
    extra: Count

    def of(self, players: int) -> int:
        """The number for so many players."""
        return self.per_player * players + self.extra


class Numbers(Strict):
    """The same numbers as printed for one count of players."""

    players: Annotated[int, Field(ge=1)]
    fear_pool: Count
    blight_pool: Count


class StageTwoAction(Strict):
    """The action printed on flagged stage II cards."""

    optional: bool
    when: Text
    effects: Annotated[Items[Effect], Field(min_length=1)]
    notes: str
    checked: Items[Text]


class HorizonsNumbers(Strict):
    """What the Horizons box says about the set-up."""

    players: Annotated[Items[int], Field(min_length=1)]
    boards: Text
    fear_pool_per_player: Count
    fear_deck: FearDeck
    blight_card: bool
    blight_pool: PerPlayer
    adversaries: bool
    scenarios: bool
    checked: Items[Text]
    numbers: Items[Numbers]
    stage_2_action: StageTwoAction


class BaseRow(Strict):
    """The same numbers as printed for one count of players."""

    players: Annotated[int, Field(ge=1)]
    fear_pool: Count
    blight_card_healthy: Count
    blight_without_card: Count


class BaseNumbers(Strict):
    """What the core box says about the set-up."""

    players: Annotated[Items[int], Field(min_length=1)]
    boards: Text
    fear_pool_per_player: Count
    fear_deck: FearDeck
    blight_with_card: PerPlayer
    blight_without_card: PerPlayer
    escalation: Text
    checked: Items[Text]
    note: str
    numbers: Items[BaseRow]


class InvaderFile(Strict):
    """``invader_deck.toml``."""

    card: Items[InvaderCard]
    cards: InvaderCards
    deck: InvaderDeck
    slots: Slots
    setup_explore: SetupExplore
    base: BaseNumbers
    horizons: HorizonsNumbers


class HealthySide(Strict):
    """The healthy side that all blight cards share."""

    per_player: Count
    setup_extra: Count
    checked: Items[Text]


class Ongoing(Strict):
    """What a flipped blight card does again and again."""

    when: Text
    effects: Annotated[Items[Effect], Field(min_length=1)]


class BlightCard(Strict):
    """A blight card: its back."""

    id: Identifier
    name: Text
    sets: Items[Text]
    kind: Literal["blighted"]
    per_player: Annotated[int, Field(ge=1)]
    on_flip: Annotated[
        Items[Effect], none("blight cards that do something when they flip are not part of this version")
    ]
    ongoing: Ongoing
    notes: str
    checked: Items[Text]


class BlightFile(Strict):
    """``blight_cards.toml``."""

    healthy: HealthySide
    blight_card: Items[BlightCard]


Rules = dict[RuleName, Annotated[int, Field(ge=1)]]
"""What an adversary or a scenario changes, by the lower-case names of ``sim.core.codes.Rule``."""


class SetupLand(Strict):
    """What an adversary does in the land of one number on each board: pieces added, or printed blight moved."""

    land: LandNumber
    explorer: Count = 0
    town: Count = 0
    city: Count = 0
    dahan: Count = 0
    blight: Count = 0
    blight_to: LandNumber | None = None

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        added = self.explorer + self.town + self.city + self.dahan + self.blight
        if bool(added) == (self.blight_to is not None):
            raise PydanticCustomError("setup", "must either add pieces or move blight")
        return self


class AdversaryLevel(Strict):
    """What one level of an adversary brings."""

    level: Count
    name: str
    difficulty: Count
    fear_cards: FearSplit
    deck_order: DeckOrder
    changes: Items[Text]
    rules: Rules = {}
    setup: Items[SetupLand] = ()


class Escalation(Strict):
    """What an adversary does when a flagged invader card is turned up."""

    name: Text
    when: Text
    effects: Annotated[Items[Effect], Field(min_length=1)]


class Adversary(Strict):
    """An adversary with its levels, each of which adds to those before it."""

    id: Identifier
    name: Text
    sets: Items[Text]
    base_difficulty: Count
    loss_condition: str
    escalation: Escalation
    notes: str
    checked: Items[Text]
    levels: Annotated[Items[AdversaryLevel], Field(min_length=1)]

    def rules(self, level: int) -> Rules:
        """Rules at a level: those of all levels up to it, a later one's number instead of an earlier one's."""
        return merged(step.rules for step in self.levels[: level + 1])


class AdversariesFile(Strict):
    """``adversaries.toml``."""

    adversary: Items[Adversary]


class ScenarioWords(Strict):
    """What the sheet of a scenario says, for people."""

    setup: Items[Text]
    rules: Items[Text]
    victory: Items[Text]
    loss: Items[Text]


InnerLand = Annotated[
    str,
    matching(r"land [1-8]|corner_[0-3]|centre", 'must be "land N", "corner_N" or "centre", the centre of the layout'),
]


class Scenario(Strict):
    """A scenario."""

    id: Identifier
    name: Text
    sets: Items[Text]
    difficulty: Count
    rules: Rules
    fear_cards: Annotated[int, Field(ge=1)] | None = None
    """size of the fear deck where it has no dividers"""
    inner_lands: dict[str, InnerLand] = {}
    """inner land of each board, by layout"""
    words: ScenarioWords
    notes: str
    checked: Items[Text]


class ScenariosFile(Strict):
    """``scenarios.toml``."""

    scenario: Items[Scenario]


def merged(parts: Iterable[Rules]) -> Rules:
    """Rules of several parts of a game together; the last one that names a rule says its number."""
    return {name: number for part in parts for name, number in part.items()}
