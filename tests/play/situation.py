"""Situations with a right answer: positions, what a policy is asked there, what a decent player would do and never do.

A file is a position without steps and the table ``[choice]``::

    phases   = ["spirit", "fast"]         # played one after the other, all choices the policy's
    growth   = 3                          # instead of phases: this growth option of the first spirit is done
    must     = ["use wash_away on A5"]    # each of these is done
    must_not = ["move * from A5 to A4|A7"]  # none of these is

What is done reads as one of ``FORMS``; in a phrase ``*`` stands for any word and ``A4|A7`` for either one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, model_validator

from sim.content.fields import Items, Strict
from sim.content.load import load_content
from sim.core.codes import Action, Cards, Counter, Event, Outcome, Phase, Policy
from sim.core.state import MAX_TRACE
from sim.errors import BadInput, Fault, nearest, read_toml, validation_faults
from sim.game import steps
from sim.game.play import next_phase
from sim.trace.answers import trace_rows
from sim.trace.decisions import Teller, read_choices
from sim.trace.doing import is_over
from sim.trace.naming import KINDS, Game, game_of, kind_of_variant, power_id, target_kind
from sim.trace.positions import Position, position_from_dict
from sim.trace.stage import Stage, stage_position

PHASES = {phase.name.lower(): phase for phase in Phase if phase is not Phase.SETUP}
FORMS = (
    "growth OPTION",
    "gain DECK",
    "play CARD",
    "use POWER on TARGET",
    "move PIECE from LAND to LAND",
    "destroy PIECE in LAND",
    "skip ACTION in LAND",
    "choke ACTION in LAND",
    "blight LAND",
    "cascade to LAND",
    "win",
    "lose",
)
"""What can be done, words in capitals being names; to choke is to give a presence for an action (Green)."""

Row = tuple[int, ...]


class Choice(Strict):
    """What a policy is asked, and which answers are right and wrong."""

    phases: Items[str] = ()
    growth: Annotated[int, Field(ge=1)] | None = None
    must: Items[str] = ()
    must_not: Items[str] = ()

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        """Phases or a growth option, and an answer to look for."""
        if bool(self.phases) == (self.growth is not None):
            raise ValueError("must say either phases or growth")
        if not self.must and not self.must_not:
            raise ValueError("must say what must or must not be done")
        return self


@dataclass(frozen=True)
class Situation:
    """A situation file that passed every check."""

    position: Position
    choice: Choice


@dataclass(frozen=True)
class Played:
    """What a policy did.

    Attributes
    ----------
    deeds : list of str
        All that was done, each as one of ``FORMS``.
    decisions : list of str
        Its decisions with the scores of the answers, for people.
    """

    deeds: list[str]
    decisions: list[str]

    def __str__(self) -> str:
        """The deeds, then the decisions."""
        return "\n".join(
            ["did:", *(f"  {deed}" for deed in self.deeds), "decided:", *map("  {}".format, self.decisions)]
        )


# ---------------------------------------------------------------------------------------------------------- the file


def load_situation(path: Path) -> Situation:
    """The situation of a file.

    Raises
    ------
    BadInput
        With all its faults.
    """
    data, file = dict(read_toml(path)), str(path)
    table = data.pop("choice", {})
    position = position_from_dict(data, file)
    try:
        choice = Choice.model_validate(table)
    except ValidationError as error:
        raise BadInput(validation_faults(error, Choice, table, f"{file}: [choice]")) from None
    faults = list(_choice_faults(choice, game_of(position.setup), file))
    if faults:
        raise BadInput(faults)
    return Situation(position, choice)


def _choice_faults(choice: Choice, game: Game, file: str) -> Iterator[Fault]:
    """Names in ``[choice]`` that are not known: a phrase that cannot come true would never be missed."""
    for number, phase in enumerate(choice.phases):
        if phase not in PHASES:
            yield Fault(file, f"choice.phases[{number}]", phase, "unknown phase", nearest(phase, PHASES))
    names = _names(game)
    for key in ("must", "must_not"):
        for number, phrase in enumerate(getattr(choice, key)):
            if not any(_reads_as(phrase, form, names) for form in FORMS):
                yield Fault(
                    file, f"choice.{key}[{number}]", phrase, "reads as nothing that can be done", _alike(phrase)
                )


def _alike(phrase: str) -> str | None:
    """The form that begins like a phrase, else the one most like it."""
    same = [form for form in FORMS if form.split()[0] == phrase.split()[0]]
    return same[0] if same else nearest(phrase, FORMS)


def _names(game: Game) -> dict[str, set[str]]:
    """What may stand for each word in capitals."""
    content = load_content()
    cards = {card.id for card in content.cards}
    return {
        "OPTION": {str(number + 1) for number in range(max(len(s.growth.options) for s in content.spirits.values()))},
        "DECK": {deck.name.lower() for deck in (Cards.MINOR, Cards.MAJOR)},
        "CARD": cards,
        "POWER": cards | {innate.id for innate in content.innates},
        "TARGET": {*game.island.names, *game.spirits},
        "PIECE": set(KINDS),
        "ACTION": {action.name.lower() for action in (Action.RAVAGE, Action.BUILD)},
        "LAND": set(game.island.names),
    }


def _reads_as(phrase: str, form: str, names: dict[str, set[str]]) -> bool:
    """Whether a phrase is of a form, each name in it known."""
    words, slots = phrase.split(), form.split()
    return len(words) == len(slots) and all(
        word == slot or (slot in names and (word == "*" or names[slot].issuperset(word.split("|"))))
        for word, slot in zip(words, slots)
    )


# ----------------------------------------------------------------------------------------------------------- playing


def play(situation: Situation, policy: Policy) -> Played:
    """Let a policy, always giving its best answer, do what is asked."""
    stage = stage_position(situation.position)
    stage.tables["policy"], stage.tables["temperature"] = policy, 0.0
    stage.state["trace_on"] = 1
    played = Played([], [])
    for ask in _asked(stage, situation.choice):
        stage.state["trace_top"] = 0
        ask()
        _read_trace(stage, played)
        if is_over(stage):
            played.deeds.append("win" if stage.state["counter"][Counter.OUTCOME] <= Outcome.SACRIFICE else "lose")
            break
    return played


def _asked(stage: Stage, choice: Choice) -> Iterator[Callable[[], Any]]:
    """What is to be done, piece by piece."""
    states, tables = stage.states, stage.tables
    if choice.growth is not None:
        option = choice.growth - 1
        yield lambda: steps.grow(states, tables, 0, option)
    for phase in choice.phases:
        stage.state["counter"][Counter.PHASE] = PHASES[phase]
        yield lambda: next_phase(states, tables, 0)


def _read_trace(stage: Stage, played: Played) -> None:
    """Add what the trace tells."""
    rows = trace_rows(stage)
    assert len(rows) < MAX_TRACE, "the trace is full: ask for fewer phases"
    values = [float(value) for value in stage.state["trace_value"][: len(rows)]]
    teller = Teller(stage.game)
    for place, row in enumerate(rows):
        if row[0] == Event.DECISION:
            played.decisions.append(teller.words(read_choices(rows, values, place)))
        elif row[0] in _DEEDS:
            played.deeds.append(_DEEDS[Event(row[0])](stage.game, row))


def _use(game: Game, row: Row) -> str:
    target = game.spirits[row[3]] if target_kind(row[1]) == "spirit" else game.land(row[3])
    return f"use {power_id(row[1])} on {target}"


def _gain(game: Game, row: Row) -> str:
    return f"gain {load_content().cards[row[1]].deck}"


def _move(game: Game, row: Row) -> str:
    return f"move {kind_of_variant(row[1])} from {game.land(row[2])} to {game.land(row[3])}"


def _blight(game: Game, row: Row) -> str:
    return f"{'cascade to' if row[2] else 'blight'} {game.land(row[1])}"


_DEEDS: dict[Event, Callable[[Game, Row], str]] = {
    Event.GROWTH: lambda game, row: f"growth {row[2] + 1}",
    Event.GAIN_CARD: _gain,
    Event.PLAY: lambda game, row: f"play {power_id(row[1])}",
    Event.USE: _use,
    Event.MOVED: _move,
    Event.DESTROYED: lambda game, row: f"destroy {kind_of_variant(row[1])} in {game.land(row[2])}",
    Event.RAVAGE_SKIPPED: lambda game, row: f"skip ravage in {game.land(row[1])}",
    Event.BUILD_SKIPPED: lambda game, row: f"skip build in {game.land(row[1])}",
    Event.VETO: lambda game, row: f"choke {Action(row[3]).name.lower()} in {game.land(row[2])}",
    Event.BLIGHT: _blight,
}
"""Events that are deeds, in the words of ``FORMS``."""


# ----------------------------------------------------------------------------------------------------------- judging


def is_done(phrase: str, deeds: Iterable[str]) -> bool:
    """Whether one of the deeds is what a phrase says.

    Examples
    --------
    >>> is_done("move * from A5 to A4|A7", ["play wash_away", "move town from A5 to A7"])
    True
    """
    words = [r"\S+" if word == "*" else f"({'|'.join(map(re.escape, word.split('|')))})" for word in phrase.split()]
    return any(re.fullmatch(" ".join(words), deed) for deed in deeds)


def mistakes(choice: Choice, deeds: list[str]) -> list[str]:
    """What was left undone, and what was done that must not be."""
    missing = [f"did not: {phrase}" for phrase in choice.must if not is_done(phrase, deeds)]
    return missing + [f"did: {phrase}" for phrase in choice.must_not if is_done(phrase, deeds)]
