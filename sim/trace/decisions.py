"""Decisions of a trace in words: what was chosen, and the best of the other answers, with their scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.content.load import load_content
from sim.content.names import power_names
from sim.core.codes import Decision, Element, Policy
from sim.kernels.growth import TAKE_BACK
from sim.kernels.ritual import RITUAL
from sim.kernels.teamwork import SEAT_STEP
from sim.kernels.tracks import FROM_LAND
from sim.trace.events import TRACK_NAMES, power_title
from sim.trace.naming import Game, damage_of_variant, kind_of_variant, target_kind

ALTERNATIVES = 3
"""How many of the answers not chosen are told."""
NOT_WEIGHED = -1e8
"""Scores below it stand for answers that the policy did not try."""
TITLES = {
    Decision.GROWTH: "growth",
    Decision.GROWTH_ACTION: "first",
    Decision.TRACK: "presence from",
    Decision.LAND: "land",
    Decision.PLAY: "play",
    Decision.POWER: "power",
    Decision.TARGET: "target",
    Decision.LEVELS: "levels",
    Decision.OPTION: "option",
    Decision.PUSH: "push",
    Decision.GATHER: "gather",
    Decision.TO: "to",
    Decision.PIECES: "piece",
    Decision.DAMAGE: "damage",
    Decision.CASCADE: "cascade",
    Decision.CARD: "card",
    Decision.DECK: "deck",
    Decision.ORDER: "next land",
    Decision.DECLINE: "may",
    Decision.ELEMENT: "element",
    Decision.SKIP: "skip",
    Decision.BONUS: "bonus damage",
    Decision.AMOUNT: "amount",
    Decision.LOSE: "presence from",
    Decision.DREAD: "damage",
    Decision.PAYER: "given by",
}


@dataclass(frozen=True)
class Choice:
    """A decision: who chose which answer, and every answer with its score.

    Attributes
    ----------
    kind : Decision
    seat : int
        -1 for all players together.
    chosen : int
        Code of the answer.
    offers : tuple of (int, float)
        Codes and scores, the one chosen included.
    """

    kind: Decision
    seat: int
    chosen: int
    offers: tuple[tuple[int, float], ...]


@dataclass
class Teller:
    """Tells decisions; keeps track of what is needed to read their codes.

    Attributes
    ----------
    game : Game
    growth : int
        Growth option taken last.
    power : int
        Power used, or chosen to be used, last.
    """

    game: Game
    growth: int = 0
    power: int = 0

    def words(self, choice: Choice) -> str:
        """One line: what was chosen with its score, then the best other answers with theirs.

        Each of those is compared with the one chosen. A policy that draws looks at no scores, so none are told of it.
        """
        if choice.kind == Decision.POWER and choice.chosen >= 0:
            self.power = choice.chosen % SEAT_STEP
        if choice.kind == Decision.GROWTH:
            self.growth = choice.chosen
        # a trace that is full may lack the offers of its last decision
        taken = dict(reversed(choice.offers)).get(choice.chosen, -math.inf)
        by_chance = self.game.setup.policy == Policy.RANDOM.name.lower()
        chosen = self.answer(choice, choice.chosen) + ("" if by_chance else f" ({_score(taken)})")
        others = self._others(choice)
        if not others:
            return f"{TITLES[choice.kind]}: {chosen}; all answers alike"
        weighed = [words for words, score in others.items() if score > NOT_WEIGHED]
        best = (weighed or list(others))[:ALTERNATIVES]
        told = [words if by_chance else f"{words} ({_compared(others[words], taken)})" for words in best]
        rest = len(others) - len(best)
        if rest:
            unknown = ", not weighed" if len(best) == len(weighed) else ""
            told[-1] += f" and {rest} other{'s' if rest > 1 else ''}{unknown}"
        return f"{TITLES[choice.kind]}: {chosen} over {', '.join(told)}"

    def _others(self, choice: Choice) -> dict[str, float]:
        """The answers not chosen, best first, with their scores; of answers that read the same the best."""
        found: dict[str, float] = {}
        for code, score in sorted(choice.offers, key=lambda offer: -offer[1]):
            if code != choice.chosen:
                found.setdefault(self._other(choice, code), score)
        found.pop(self.answer(choice, choice.chosen), None)
        return found

    def _other(self, choice: Choice, code: int) -> str:
        """An answer not chosen in words; nothing else tells what another growth option does."""
        words = self.answer(choice, code)
        if choice.kind != Decision.GROWTH:
            return words
        growth = load_content().spirits[self.game.spirits[choice.seat]].growth
        return f"{words} [{', '.join(growth.options[code].actions)}]"

    def answer(self, choice: Choice, code: int) -> str:
        """An answer in words."""
        if code < 0:
            return "no more"
        if choice.kind == Decision.GROWTH_ACTION:
            growth = load_content().spirits[self.game.spirits[choice.seat]].growth
            actions = (*growth.always, *growth.options[self.growth].actions)
            return "take back a card" if code == TAKE_BACK else actions[code]
        if choice.kind == Decision.TARGET and target_kind(self.power) == "spirit":
            return self.game.spirit_name(code)
        return _ANSWERS[choice.kind](self.game, code)


def read_choices(rows: Sequence[tuple[int, ...]], values: Sequence[float], place: int) -> Choice:
    """The decision whose row stands at ``place``; its offers are the rows after it."""
    row = rows[place]
    offers = range(place + 1, min(place + 1 + row[4], len(rows)))
    return Choice(Decision(row[1]), row[2], row[3], tuple((rows[offer][1], values[offer]) for offer in offers))


def _score(score: float) -> str:
    """A score, or that there is none because nobody looked."""
    return f"{round(score, 2) + 0.0:.2f}" if score > NOT_WEIGHED else "not weighed"


def _compared(score: float, taken: float) -> str:
    """A score, and by how much it differs from that of the answer taken."""
    if min(score, taken) <= NOT_WEIGHED:
        return _score(score)
    difference = round(score, 2) - round(taken, 2)
    if abs(difference) < 0.005:
        return f"{_score(score)}, equal"
    return f"{_score(score)}, {abs(difference):.2f} {'more' if difference > 0 else 'less'}"


def _piece(code: int) -> str:
    """A piece, with the damage it carries."""
    kind = kind_of_variant(code)
    damage = damage_of_variant(code) if kind != "presence" else 0
    return f"{kind} with {damage} damage" if damage else kind


def _track(game: Game, code: int) -> str:
    if code >= FROM_LAND:
        return game.land(code - FROM_LAND)
    return TRACK_NAMES[code] if code < len(TRACK_NAMES) else "the destroyed ones"


def _levels(game: Game, code: int) -> str:
    reached = [str(level + 1) for level in range(code.bit_length()) if code >> level & 1]
    return ", ".join(reached) if reached else "none"


def _land(game: Game, code: int) -> str:
    return game.land(code)


def _power(game: Game, code: int) -> str:
    power, seat = code % SEAT_STEP, code // SEAT_STEP
    return f"the Ritual in {game.land(seat)}" if power == RITUAL else power_title(power)


_ANSWERS: dict[Decision, Callable[[Game, int], str]] = {
    Decision.GROWTH: lambda game, code: f"option {code + 1}",
    Decision.TRACK: _track,
    Decision.LAND: _land,
    Decision.PLAY: _power,
    Decision.POWER: _power,
    Decision.TARGET: _land,
    Decision.LEVELS: _levels,
    Decision.OPTION: lambda game, code: f"the {('first', 'second', 'third', 'fourth')[code - 1]}",
    Decision.PUSH: lambda game, code: f"{_piece(code // 64)} to {game.land(code % 64)}",
    Decision.GATHER: lambda game, code: f"{_piece(code // 64)} from {game.land(code % 64)}",
    Decision.TO: _land,
    Decision.PIECES: lambda game, code: _piece(code),
    Decision.DAMAGE: lambda game, code: _piece(code),
    Decision.CASCADE: _land,
    Decision.CARD: lambda game, code: power_names().titles[code],
    Decision.DECK: lambda game, code: ("minor", "major")[code],
    Decision.ORDER: _land,
    Decision.DECLINE: lambda game, code: ("yes", "no")[code],
    Decision.ELEMENT: lambda game, code: Element(code).name.lower(),
    Decision.SKIP: lambda game, code: ("no", "yes")[code],
    Decision.BONUS: lambda game, code: ("later", "now")[code],
    Decision.AMOUNT: lambda game, code: str(code),
    Decision.LOSE: _land,
    Decision.DREAD: lambda game, code: f"{_piece(code // 64)} in {game.land(code % 64)}",
    Decision.PAYER: lambda game, code: game.spirit_name(code),
}
