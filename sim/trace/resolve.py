"""Plays a position and compares what comes of it with what is expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sim.content.names import invader_cards
from sim.errors import BadInput, Fault
from sim.trace.doing import do_step, is_over, refused
from sim.trace.naming import invader_title
from sim.trace.positions import Expect, ExpectedIsland, Land, Position, Spirit, Step, read_elements
from sim.trace.reading import read_state
from sim.trace.stage import stage_position

SETS = ("hand", "in_play", "discard", "minor_discard", "major_discard", "skip")
"""Lists whose order does not matter."""
DECKS = ("minor_deck", "minor_discard", "major_deck", "major_discard")


@dataclass(frozen=True)
class Comparison:
    """One thing expected, and what was got."""

    what: str
    expected: Any
    got: Any
    holds: bool

    def __str__(self) -> str:
        """One line: what, expected, got."""
        return f"{self.what}: expected {_shown(self.expected)}, got {_shown(self.got)}"


@dataclass
class Resolution:
    """A position played to its end.

    Attributes
    ----------
    position : Position
    state : dict
        The state that came of it, in the words of a position file.
    comparisons : list of Comparison
        Everything that was expected.
    unmet : list of (str, object)
        Answers to decisions that were not met: key and answer.
    """

    position: Position
    state: dict[str, Any] = field(default_factory=dict)
    comparisons: list[Comparison] = field(default_factory=list)
    unmet: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def differences(self) -> list[Comparison]:
        """What did not hold."""
        return [comparison for comparison in self.comparisons if not comparison.holds]

    @property
    def holds(self) -> bool:
        """Whether every expectation held."""
        return not self.differences


def resolve(position: Position) -> Resolution:
    """Set up a position, do its steps, compare.

    Raises
    ------
    BadInput
        If the rules refuse a step that is not said to be illegal, or a step comes after the end of the game.
    """
    stage = stage_position(position)
    result = Resolution(position)
    for number, step in enumerate(position.told.do):
        key = f"do[{number}]"
        if is_over(stage):
            message = f"comes after the end of the game: {ending(read_state(stage))}"
            raise BadInput([Fault(position.file, key, None, message)])
        done = do_step(stage, step)
        if step.illegal:
            result.comparisons.append(_same(f"{key}.illegal", True, done.refusal is not None))
        elif done.refusal is not None:
            raise refused(position.file, number, done.refusal)
        else:
            result.unmet += [(f"{key}.{place}", answer) for place, answer in done.unmet]
            result.comparisons += _compare_legal(key, step, done.legal)
    result.state = read_state(stage)
    result.comparisons += compare(position.told.expect, result.state)
    return result


def ending(state: dict[str, Any]) -> str:
    """The outcome of a state in words."""
    cause = f" by {state['cause']}" if state["cause"] else ""
    return f"{state['outcome']}{cause}"


def resolution_json(result: Resolution) -> dict[str, Any]:
    """A resolution for programs: whether it held, what differs, and the whole state."""
    return {
        "file": result.position.file,
        "title": result.position.title,
        "rule": result.position.told.rule,
        "holds": result.holds,
        "differences": [
            {"what": entry.what, "expected": entry.expected, "got": entry.got} for entry in result.differences
        ],
        "not_met": [{"what": key, "answer": answer} for key, answer in result.unmet],
        "state": result.state,
    }


def resolution_words(result: Resolution) -> str:
    """A resolution for people: a line that says whether it held, and one for everything that did not."""
    told = result.position.told
    title = f": {told.title}" if told.title else ""
    number = len(result.comparisons)
    if result.holds:
        lines = [f"{result.position.file}: held ({_count(number, 'expectation')}){title}"]
    else:
        failed = len(result.differences)
        lines = [f"{result.position.file}: did not hold ({failed} of {_count(number, 'expectation')}){title}"]
        lines += [f"  {difference}" for difference in result.differences]
    lines += [f"  {key} = {_shown(answer)}: no such decision was met" for key, answer in result.unmet]
    return "\n".join(lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _shown(value: Any) -> str:
    """A value as a position file writes it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(str(entry) for entry in value) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)


# -------------------------------------------------------------------------------------------------------- comparison


def compare(expect: Expect, state: dict[str, Any]) -> Iterator[Comparison]:
    """Everything that is expected, with what a state (of ``read_state``) has instead."""
    for key in ("outcome", "cause"):
        expected = getattr(expect, key)
        if expected is not None:
            yield Comparison(key, expected, state[key], expected == state[key])
    for name, land in expect.lands.items():
        yield from _compare_land(f"lands.{name}", land, state["lands"][name])
    yield from _compare_island(expect.island, state["island"])
    for name, spirit in expect.spirit.items():
        yield from _compare_spirit(f"spirit.{name}", spirit, state["spirit"][name])


def _compare_land(key: str, land: Land, got: dict[str, Any]) -> Iterator[Comparison]:
    for name in land.model_fields_set:
        expected = getattr(land, name)
        if name == "wounded":
            for kind, damages in expected.items():
                yield _same_cards(f"{key}.wounded.{kind}", damages, got["wounded"].get(kind, []))
        elif name == "presence":
            for spirit, discs in expected.items():
                yield _same(f"{key}.presence.{spirit}", discs, got["presence"].get(spirit, 0))
        elif name == "skip":
            yield _same_cards(f"{key}.skip", expected, got["skip"])
        else:
            yield _same(f"{key}.{name}", expected, got[name])


def _compare_island(island: ExpectedIsland, got: dict[str, Any]) -> Iterator[Comparison]:
    for name in island.model_fields_set:
        expected = getattr(island, name)
        key = f"island.{name}"
        if name in ("ravage", "build", "high_immigration"):
            holds = _fits(expected, got[name])
            yield Comparison(key, expected, got[name], holds)
        elif name == "invader_deck":
            holds = len(expected) == len(got[name]) and all(map(_fits, expected, got[name]))
            yield Comparison(key, list(expected), got[name], holds)
        elif name == "fear_deck":
            yield _same(key, list(expected), got[name][: len(expected)])
        elif name in DECKS and isinstance(expected, int):
            yield _same(key, expected, len(got[name]))
        elif name in SETS:
            yield _same_cards(key, expected, got[name])
        else:
            yield _same(key, list(expected) if isinstance(expected, tuple) else expected, got[name])


def _fits(words: str, title: str) -> bool:
    """Whether the words of a file mean this card; without a stage any does."""
    if "none" in (words, title) or "removed" in (words, title):
        return words == title
    return title in [invader_title(card) for card in invader_cards(words)]


def _compare_spirit(key: str, spirit: Spirit, got: dict[str, Any]) -> Iterator[Comparison]:
    for name in spirit.model_fields_set:
        expected = getattr(spirit, name)
        if name == "taken":
            for track in expected.model_fields_set:
                yield _same(f"{key}.taken.{track}", getattr(expected, track), got["taken"][track])
        elif name in SETS:
            yield _same_cards(f"{key}.{name}", expected, got[name])
        elif name == "elements":
            holds = read_elements(expected) == read_elements(got[name])
            yield Comparison(f"{key}.elements", expected, got[name], holds)
        else:
            yield _same(f"{key}.{name}", expected, got[name])


def _compare_legal(key: str, step: Step, found: dict[str, list[Any] | None]) -> Iterator[Comparison]:
    for kind, expected in step.legal.given().items():
        got = found.get(kind)
        holds = set(expected) == set(got or [])
        yield Comparison(f"{key}.legal.{kind}", sorted(map(str, expected)), sorted(map(str, got or [])), holds)


def _same(what: str, expected: Any, got: Any) -> Comparison:
    return Comparison(what, expected, got, expected == got)


def _same_cards(what: str, expected: Any, got: Any) -> Comparison:
    """A comparison of two lists whose order does not matter."""
    return Comparison(what, list(expected), list(got), sorted(expected) == sorted(got))
