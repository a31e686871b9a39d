"""What is wrong with a position file beyond its form: names that are not in its game, and states that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sim.content.fields import HORIZONS
from sim.content.load import load_content
from sim.content.names import fear_names, invader_cards, invader_words, power_names
from sim.content.setup import NONE, fear_cards, fear_pool, rules
from sim.core.state import MAX_SCRIPT
from sim.errors import Fault, unknown
from sim.trace.naming import Game, game_of
from sim.trace.positions import BY_A_SPIRIT, VERBS, Choices, Island, Land, Position, Spirit, Step

LAND_ANSWERS = ("cascade", "push", "gather", "to", "land", "order")
FULL_HEALTH = {"town": 2, "city": 3, "dahan": 2}
DECKS = ("minor", "major")
TRACKS = ("energy", "cards", "destroyed")
NO_BLIGHT_CARD = "there is no blight card in this game to be flipped; name a blight_card in [setup]"
NO_EXTRA_SLOT = "there is no extra Build slot in this game; England has it from level 3 on"
NO_ESCALATION = "there is no adversary in this game to escalate"
LAND_BY_LAND = 'is done in each land that an Explore has reached; say phase = "invader" with the card in invader_deck'


def position_faults(position: Position) -> list[Fault]:
    """Every fault of a position whose form is sound."""
    return list(_Checker(position).faults())


class _Checker:
    """Looks through one position.

    Parameters
    ----------
    position : Position
        Its form is sound; its names may not be.
    """

    def __init__(self, position: Position) -> None:
        self.file = position.file
        self.position = position
        self.game: Game = game_of(position.setup)
        self.content = load_content()
        self.lands = self.game.island.names
        self.cards = {card.id: card for card in self.content.cards}
        self.innates = {innate.id: innate for innate in self.content.innates}
        self.rules = rules(self.game.setup, self.content)

    def faults(self) -> Iterator[Fault]:
        """All faults, in the order of the file."""
        told = self.position.told
        for name, land in told.lands.items():
            yield from self.land(f"lands.{name}", name, land)
            yield from self.wounds(f"lands.{name}", name, land)
        yield from self.island("island", told.island)
        yield from self.island_numbers(told.island)
        for name, spirit in told.spirit.items():
            yield from self.spirit(f"spirit.{name}", name, spirit)
        yield from self.piles()
        for number, step in enumerate(told.do):
            yield from self.step(f"do[{number}]", step)
        yield from self.expectations()

    # ------------------------------------------------------------------------------------------------------- names
    def known(self, key: str, value: object, kind: str, names: Iterable[str]) -> Iterator[Fault]:
        """A fault unless the value is one of the names."""
        names = list(names)
        if value not in names:
            yield unknown(self.file, key, value, kind, names)

    def wrong(self, key: str, value: object, message: str) -> Fault:
        """A fault of this file."""
        return Fault(self.file, key, value, message)

    def invader_card(self, key: str, words: str, others: tuple[str, ...] = ()) -> Iterator[Fault]:
        """A fault unless the words mean an invader card, or are one of ``others``."""
        if words not in others and not invader_cards(words):
            yield unknown(self.file, key, words, "invader card", [*others, *invader_words()])

    def power_card(self, key: str, name: str, holder: str | None = None) -> Iterator[Fault]:
        """A fault unless this is a card, of a deck or of its holder."""
        yield from self.known(key, name, "power card", self.cards)
        card = self.cards.get(name)
        if card is not None and holder is not None and card.deck == "unique" and card.spirit != holder:
            yield self.wrong(key, name, f"is a unique power of {card.spirit}")

    # -------------------------------------------------------------------------------------------------- the state
    def land(self, key: str, name: str, land: Land) -> Iterator[Fault]:
        """Faults of the names in a land's table."""
        yield from self.known(key, name, "land", self.lands)
        for spirit in land.presence:
            yield from self.known(f"{key}.presence.{spirit}", spirit, "spirit of this game", self.game.spirits)

    def wounds(self, key: str, name: str, land: Land) -> Iterator[Fault]:
        """Faults of damage on pieces: too many wounded, or more damage than they survive."""
        if name not in self.lands:
            return
        printed = self.game.island.printed[self.lands.index(name)]
        for kind, damages in land.wounded.items():
            said = getattr(land, kind)
            pieces = said if said is not None else 0 if self.position.empty else getattr(printed, kind)
            place = f"{key}.wounded.{kind}"
            if len(damages) > pieces:
                yield self.wrong(place, list(damages), f"more wounded than the {pieces} that there are")
            full = self.rules.get(f"{kind}_health", FULL_HEALTH[kind])
            if any(damage >= full for damage in damages):
                yield self.wrong(place, list(damages), f"a {kind} is destroyed by {full} damage")

    def island(self, key: str, island: Island) -> Iterator[Fault]:
        """Faults of the names in an island's table."""
        for slot in ("ravage", "build"):
            words = getattr(island, slot)
            if words is not None:
                yield from self.invader_card(f"{key}.{slot}", words, ("none",))
        for number, words in enumerate(island.invader_deck or ()):
            yield from self.invader_card(f"{key}.invader_deck[{number}]", words)
        for pile in ("fear_pending", "fear_deck"):
            for number, card in enumerate(getattr(island, pile) or ()):
                yield from self.known(f"{key}.{pile}[{number}]", card, "fear card", fear_names().ids)
        for pile in (f"{deck}_{pile}" for deck in DECKS for pile in ("deck", "discard")):
            cards = getattr(island, pile)
            for number, card in enumerate(cards if isinstance(cards, tuple) else ()):
                names = [name for name, fact in self.cards.items() if pile.startswith(fact.deck)]
                yield from self.known(f"{key}.{pile}[{number}]", card, f"{pile.split('_')[0]} power", names)
        if island.blight_flipped and self.game.setup.blight_card == NONE:
            yield self.wrong(f"{key}.blight_flipped", True, NO_BLIGHT_CARD)
        extra = island.high_immigration
        if extra is not None:
            yield from self.invader_card(f"{key}.high_immigration", extra, ("none", "removed"))
            if extra != "none" and not self.rules.get("extra_build"):
                yield self.wrong(f"{key}.high_immigration", extra, NO_EXTRA_SLOT)

    def island_numbers(self, island: Island) -> Iterator[Fault]:
        """Faults of the numbers that a position starts from."""
        setup = self.game.setup
        earned = island.fear_cards_earned or 0
        pool = fear_pool(setup, self.content)
        cards = fear_cards(setup, self.content)
        pending, following = island.fear_pending or (), island.fear_deck or ()
        if earned >= cards and not self.rules.get("rituals"):
            yield self.wrong("island.fear_cards_earned", earned, f"{cards} fear cards win the game")
        elif earned + len(following) > cards:
            left = cards - earned
            yield self.wrong("island.fear_deck", list(following), f"only {left} cards are left in the fear deck")
        if len(pending) > earned:
            yield self.wrong("island.fear_pending", list(pending), f"more cards than the {earned} earned")
        if (island.fear_generated or 0) >= pool:
            yield self.wrong("island.fear_generated", island.fear_generated, f"{pool} fear earn a card")
        if island.blight_pool == 0:
            yield self.wrong("island.blight_pool", 0, "an empty pool has lost the game; it must be at least 1")
        yield from self.doubled("island.fear_deck", [*pending, *following])
        yield from self.invader_cards_twice(island)

    def invader_cards_twice(self, island: Island) -> Iterator[Fault]:
        """Faults of invader cards named twice, or that could be of two stages in the deck."""
        deck = island.invader_deck or ()
        for number, words in enumerate(deck):
            if len(invader_cards(words)) > 1:
                titles = " or ".join(f"{stage} {words}" for stage in ("I", "II"))
                yield self.wrong(f"island.invader_deck[{number}]", words, f"must say its stage: {titles}")
        slots = (island.ravage, island.build, island.high_immigration)
        sure = [words for words in (*slots, *deck) if words and len(invader_cards(words)) == 1]
        named = [invader_cards(words)[0] for words in sure]
        for words in sorted({words for words, card in zip(sure, named) if named.count(card) > 1}):
            yield self.wrong("island.invader_deck", words, "there is only one such invader card")

    def spirit(self, key: str, name: str, spirit: Spirit) -> Iterator[Fault]:
        """Faults of a spirit's table."""
        if name not in self.game.spirits:
            yield unknown(self.file, key, name, "spirit of this game", self.game.spirits)
            return
        for pile in ("hand", "in_play", "discard"):
            for number, card in enumerate(getattr(spirit, pile) or ()):
                yield from self.power_card(f"{key}.{pile}[{number}]", card, name)
        panel = self.content.spirits[name]
        for track, spaces in zip(TRACKS, (panel.energy_track, panel.card_track)):
            taken = getattr(spirit.taken, track)
            if taken is not None and taken >= len(spaces):
                yield self.wrong(f"{key}.taken.{track}", taken, f"the track has {len(spaces) - 1} discs")

    def piles(self) -> Iterator[Fault]:
        """Faults of cards that lie in two places."""
        told = self.position.told
        lying = [
            card
            for spirit in told.spirit.values()
            for pile in (spirit.hand, spirit.in_play, spirit.discard)
            for card in pile or ()
        ]
        for pile in (f"{deck}_{pile}" for deck in DECKS for pile in ("deck", "discard")):
            lying += getattr(told.island, pile) or ()
        yield from self.doubled("spirit", lying)

    def doubled(self, key: str, names: list[str]) -> Iterator[Fault]:
        """Faults of names that occur twice."""
        for name, times in Counter(names).items():
            if times > 1:
                yield self.wrong(key, name, "lies in two places")

    # ------------------------------------------------------------------------------------------------------ steps
    def step(self, key: str, step: Step) -> Iterator[Fault]:
        """Faults of one step."""
        if len(step.verbs) != 1:
            said = ", ".join(step.verbs) or "none"
            yield self.wrong(key, None, f"must say exactly one of {', '.join(VERBS)}; it says {said}")
            return
        verb = step.verb
        yield from self.by(key, step)
        if step.target is not None and verb not in ("power", "innate"):
            yield self.wrong(f"{key}.target", step.target, "goes with power or innate")
        if step.offered and verb != "gain":
            yield self.wrong(f"{key}.offered", list(step.offered), "goes with gain")
        yield from self.verb(key, verb, getattr(step, verb), step)
        yield from self.choices(f"{key}.choices", step.choices)
        yield from self.choices(f"{key}.legal", step.legal)
        for target in step.legal.target:
            yield from self.known(f"{key}.legal.target", target, "target", (*self.lands, *self.game.spirits))
        if step.legal.target and verb not in ("power", "innate"):
            yield self.wrong(f"{key}.legal.target", list(step.legal.target), "goes with power or innate")

    def by(self, key: str, step: Step) -> Iterator[Fault]:
        """Faults of who does it."""
        if step.by is not None and step.verb not in BY_A_SPIRIT:
            yield self.wrong(f"{key}.by", step.by, f"goes with {', '.join(BY_A_SPIRIT)}")
        elif step.by is None and step.verb in BY_A_SPIRIT:
            yield self.wrong(f"{key}.by", None, f"is required with {step.verb}")
        elif step.by is not None:
            yield from self.known(f"{key}.by", step.by, "spirit of this game", self.game.spirits)

    def verb(self, key: str, verb: str, value: Any, step: Step) -> Iterator[Fault]:
        """Faults of what is done."""
        place = f"{key}.{verb}"
        if verb in ("ravage", "build", "explore"):
            if value not in self.lands and not invader_cards(value):
                yield unknown(self.file, place, value, "land or invader card", [*self.lands, *invader_words()])
        elif verb == "fear_card":
            yield from self.known(place, value, "fear card", fear_names().ids)
        elif verb in ("add_blight", "ritual"):
            yield from self.known(place, value, "land", self.lands)
            if verb == "ritual" and not self.rules.get("rituals"):
                yield self.wrong(place, value, "Rituals are part of the scenario rituals_of_terror")
        elif verb == "destroy":
            yield from self.known(f"{place}.land", value.land, "land", self.lands)
        elif verb == "escalation":
            flagged = [card for card in invader_cards(value) if self.content.invader_cards[card].escalation]
            titles = ["jungle", "mountain", "sand", "wetland"]
            if not flagged:
                yield unknown(self.file, place, value, "stage II card with an action", titles)
            if self.game.setup.box != HORIZONS and self.game.setup.adversary.id == NONE:
                yield self.wrong(place, value, NO_ESCALATION)
            elif self.rules.get("escalation_each"):
                yield self.wrong(place, value, LAND_BY_LAND)
        elif verb == "play":
            for number, card in enumerate(value):
                yield from self.power_card(f"{place}[{number}]", card, step.by)
        elif verb == "gain":
            yield from self.offered(key, value, step.offered)
        elif verb in ("power", "innate"):
            yield from self.use(key, verb, value, step)
        elif verb == "growth" and step.by in self.content.spirits and not step.illegal:
            options = len(self.content.spirits[step.by].growth.options)
            if value > options:
                yield self.wrong(place, value, f"the panel has {options} growth options")

    def offered(self, key: str, deck: str, cards: tuple[str, ...]) -> Iterator[Fault]:
        """Faults of the cards that a gain shows."""
        names = [name for name, card in self.cards.items() if card.deck == deck]
        for number, card in enumerate(cards):
            yield from self.known(f"{key}.offered[{number}]", card, f"{deck} power", names)
        if len(cards) > 4:
            yield self.wrong(f"{key}.offered", list(cards), "a gain shows 4 cards")
        yield from self.doubled(f"{key}.offered", list(cards))

    def use(self, key: str, verb: str, name: str, step: Step) -> Iterator[Fault]:
        """Faults of a power or innate power that is used, and of its target."""
        place = f"{key}.{verb}"
        if verb == "power":
            yield from self.power_card(place, name, step.by)
            power = self.cards.get(name)
        else:
            panel = self.content.spirits.get(step.by or "")
            own = [innate.id for innate in panel.innates] if panel else list(self.innates)
            yield from self.known(place, name, "innate power of this spirit", own)
            power = self.innates.get(name)  # type: ignore[assignment]
        if power is None or step.target is None:
            return
        names = self.game.spirits if power.target.kind == "spirit" else self.lands
        kind = "spirit of this game" if power.target.kind == "spirit" else "land"
        yield from self.known(f"{key}.target", step.target, kind, names)

    def choices(self, key: str, choices: Choices) -> Iterator[Fault]:
        """Faults of the names in answers."""
        given = choices.given()
        if sum(len(answers) for answers in given.values()) > MAX_SCRIPT:
            yield self.wrong(key, None, f"more than {MAX_SCRIPT} answers")
        for kind, answers in given.items():
            for answer in answers:
                if kind in LAND_ANSWERS:
                    yield from self.known(f"{key}.{kind}", answer, "land", self.lands)
                elif kind == "card":
                    yield from self.known(f"{key}.{kind}", answer, "power", power_names().ids)
                elif kind == "track":
                    yield from self.known(f"{key}.{kind}", answer, "track or land", (*TRACKS, *self.lands))

    # ------------------------------------------------------------------------------------------------ expectations
    def expectations(self) -> Iterator[Fault]:
        """Faults of what is expected."""
        expect = self.position.told.expect
        if expect.cause is not None and expect.outcome not in (None, "defeat"):
            yield self.wrong("expect.cause", expect.cause, "goes with a defeat")
        for name, land in expect.lands.items():
            yield from self.land(f"expect.lands.{name}", name, land)
        yield from self.island("expect.island", expect.island)
        for name, spirit in expect.spirit.items():
            yield from self.spirit(f"expect.spirit.{name}", name, spirit)
