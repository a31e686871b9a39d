"""Answers of position files as the engine takes them, and the decisions of a trace as position files write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sim.core.codes import Answer, Decision, Event, Piece
from sim.core.state import MAX_TRACE
from sim.kernels.tracks import FROM_LAND
from sim.trace.naming import Game, kind_of_variant, power_id, power_index
from sim.trace.positions import Choices
from sim.trace.stage import Stage

TRACKS = ("energy", "cards", "destroyed")
LAND_ANSWERS = (Answer.CASCADE, Answer.PUSH, Answer.GATHER, Answer.TO, Answer.LAND, Answer.ORDER)
PIECE_ANSWERS = (Answer.DAMAGE, Answer.PIECES)


@dataclass(frozen=True)
class Met:
    """A decision that was met: its kind and every legal answer, as codes."""

    kind: Decision
    codes: tuple[int, ...]


def encode(game: Game, kind: Answer, answer: Any) -> int:
    """The code of an answer."""
    if kind in PIECE_ANSWERS:
        return Piece[answer.upper()].value
    if kind in LAND_ANSWERS:
        return game.land_index[answer]
    if kind == Answer.CARD:
        return power_index(answer)
    if kind == Answer.TRACK:
        return TRACKS.index(answer) if answer in TRACKS else FROM_LAND + game.land_index[answer]
    return int(answer)


def decode(game: Game, kind: Answer, code: int) -> Any:
    """The answer that a code stands for; the opposite of ``encode``."""
    if kind in PIECE_ANSWERS:
        return Piece(code).name.lower()
    if kind in LAND_ANSWERS:
        return game.land(code)
    if kind == Answer.CARD:
        return power_id(code)
    if kind == Answer.TRACK:
        return TRACKS[code] if code < len(TRACKS) else game.land(code - FROM_LAND)
    if kind == Answer.DECLINE:
        return bool(code)
    return code


def write_script(stage: Stage, choices: Choices) -> None:
    """Give the engine the answers of a step."""
    state = stage.state
    rows = [
        (Answer[name.upper()], encode(stage.game, Answer[name.upper()], answer), 0)
        for name, answers in choices.given().items()
        for answer in answers
    ]
    state["script_top"] = len(rows)
    state["script_fault"] = 0
    state["script_moves"] = -1
    if rows:
        state["script"][: len(rows)] = rows


def unused(stage: Stage) -> list[tuple[Answer, Any]]:
    """Answers that no decision has taken."""
    state = stage.state
    rows = state["script"][: int(state["script_top"])]
    return [
        (Answer(kind), decode(stage.game, Answer(kind), int(code))) for kind, code, used in rows.tolist() if not used
    ]


def used(stage: Stage, kind: Answer) -> int:
    """How many answers of a kind decisions have taken."""
    rows = stage.state["script"][: int(stage.state["script_top"])]
    return sum(1 for row in rows.tolist() if row[0] == kind and row[2])


def trace_rows(stage: Stage) -> list[tuple[int, ...]]:
    """What has been traced."""
    return [tuple(row) for row in stage.state["trace"][: min(int(stage.state["trace_top"]), MAX_TRACE)].tolist()]


def decisions_met(stage: Stage) -> list[Met]:
    """Decisions of the trace, in order."""
    rows = trace_rows(stage)
    return [
        Met(Decision(row[1]), tuple(entry[1] for entry in rows[place + 1 : place + 1 + row[4]]))
        for place, row in enumerate(rows)
        if row[0] == Event.DECISION
    ]


def _land_part(game: Game, code: int) -> Any:
    return game.land(code % 64)


def _kind_part(game: Game, code: int) -> Any:
    return kind_of_variant(code // 64)


def _land(game: Game, code: int) -> Any:
    return game.land(code)


def _kind(game: Game, code: int) -> Any:
    return kind_of_variant(code)


def _code(game: Game, code: int) -> Any:
    return code


def _flag(game: Game, code: int) -> Any:
    return bool(code)


def _opposite(game: Game, code: int) -> Any:
    return not code


def _levels(game: Game, code: int) -> Any:
    return code.bit_count()


def _track(game: Game, code: int) -> Any:
    return decode(game, Answer.TRACK, code)


def _card(game: Game, code: int) -> Any:
    return power_id(code)


Reader = Callable[[Game, int], Any]
READERS: dict[Answer, dict[Decision, Reader]] = {
    Answer.DAMAGE: {Decision.DAMAGE: _kind, Decision.DREAD: _kind_part},
    Answer.CASCADE: {Decision.CASCADE: _land},
    Answer.PUSH: {Decision.PUSH: _land_part},
    Answer.GATHER: {Decision.GATHER: _land_part},
    Answer.TO: {Decision.TO: _land},
    Answer.PIECES: {Decision.PIECES: _kind, Decision.PUSH: _kind_part, Decision.GATHER: _kind_part},
    Answer.OPTION: {Decision.OPTION: _code},
    Answer.AMOUNT: {Decision.AMOUNT: _code},
    Answer.TRACK: {Decision.TRACK: _track},
    Answer.LAND: {
        Decision.LAND: _land,
        Decision.LOSE: _land,
        Decision.TARGET: _land,
        Decision.DREAD: _land_part,
    },
    Answer.CARD: {Decision.CARD: _card},
    Answer.ORDER: {Decision.ORDER: _land},
    Answer.LEVELS: {Decision.LEVELS: _levels},
    Answer.DECLINE: {Decision.DECLINE: _flag, Decision.SKIP: _opposite, Decision.BONUS: _opposite},
}
"""Decisions that a kind of answer is given to, and how their codes read."""


def legal_answers(game: Game, kind: Answer, met: Met) -> list[Any]:
    """Every legal answer to a decision, each once; to stop is none."""
    read = READERS[kind][met.kind]
    return list(dict.fromkeys(read(game, code) for code in met.codes if code >= 0))


def decisions_of(stage: Stage, kind: Answer) -> list[Met]:
    """Decisions met that a kind of answer is given to."""
    return [met for met in decisions_met(stage) if met.kind in READERS[kind]]
