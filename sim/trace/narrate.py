"""A game told turn by turn: it is played once more from its seed, with the trace on."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.content.load import load_content
from sim.content.names import blight_names, level_title, scenario_names
from sim.content.setup import NONE, Setup, rules
from sim.content.tables import build_tables
from sim.core.codes import Counter, Event, Outcome, Phase, Spirit
from sim.core.state import MAX_TRACE, as_records, new_states
from sim.game.play import begin_game, next_phase, read_result
from sim.game.rows import RESULT
from sim.trace.naming import Game, game_of
from sim.trace.parts import Happening
from sim.trace.story import Author, Chapter, Entry, summary

WIDTH = 110
"""Columns of the text."""
ENDINGS = {
    Outcome.VICTORY_TERROR_1: "Victory: no invaders are left (terror level 1)",
    Outcome.VICTORY_TERROR_2: "Victory: no towns and no cities are left (terror level 2)",
    Outcome.VICTORY_TERROR_3: "Victory: no cities are left (terror level 3)",
    Outcome.VICTORY_FEAR: "Victory: every fear card is earned",
    Outcome.SACRIFICE: "Sacrifice victory: won and lost in one action",
    Outcome.DEFEAT_BLIGHT: "Defeat: the last blight is taken from the pool",
    Outcome.DEFEAT_PRESENCE: "Defeat: a spirit has no presence left",
    Outcome.DEFEAT_TIME: "Defeat: no invader card is left to turn up",
    Outcome.DEFEAT_ADVERSARY: "Defeat: the loss condition of the adversary is met",
    Outcome.DEFEAT_SCENARIO: "Defeat: the loss condition of the scenario is met",
}
ENDINGS_OF_RULES = {
    "rituals": {Outcome.VICTORY_FEAR: "Victory: the third Ritual is performed"},
    "outnumber": {
        Outcome.VICTORY_TERROR_1: "Victory: no invaders are left",
        Outcome.VICTORY_TERROR_2: "Victory: dahan are as many as the buildings in every land (terror level 2)",
        Outcome.VICTORY_TERROR_3: "Victory: dahan are as many as the buildings in nearly every land (terror level 3)",
        Outcome.VICTORY_FEAR: "Victory: at terror victory dahan are as many as the buildings in nearly every land",
    },
}
"""Endings that rules of scenarios put in place of the usual ones."""
SLOTS = {Phase.RAVAGE: Counter.RAVAGE_CARD, Phase.BUILD: Counter.BUILD_CARD}


@dataclass
class Round:
    """One round.

    Attributes
    ----------
    number : int
        0 for the set-up.
    start : str
        The island when it begins.
    chapters : list of Chapter
    """

    number: int
    start: str
    chapters: list[Chapter] = field(default_factory=list)


@dataclass
class Story:
    """One game, told.

    Attributes
    ----------
    setup : Setup
        As it was asked for.
    names : Game
        The names of the boards it was played on, which may have been drawn.
    seed, game : int
        Which game of the set-up it is.
    rounds : list of Round
        The set-up first.
    result : numpy.void of RESULT
        Its row, the same as in results of ``spirit-sim play``.
    """

    setup: Setup
    names: Game
    seed: int
    game: int
    rounds: list[Round]
    result: Any

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        outcome = Outcome(int(self.result["outcome"]))
        for rule in rules(self.setup, load_content()):
            if outcome in ENDINGS_OF_RULES.get(rule, {}):
                return ENDINGS_OF_RULES[rule][outcome]
        if outcome == Outcome.DEFEAT_BLIGHT and self.setup.blight_card != NONE:
            return "Defeat: the last blight is taken from the blight card"
        return ENDINGS[outcome]


def tell_game(setup: Setup, seed: int, game: int, weights: Any = None) -> Story:
    """Play a game phase by phase and note what happens.

    Parameters
    ----------
    setup : Setup
    seed, game : int
        The seed and the number of the game, as ``spirit-sim play`` counts.
    weights : numpy.ndarray of float64, optional
        Weights of the policy; by default the shipped ones.
    """
    states, tables = new_states(1), build_tables(setup, weights)
    states["trace_on"] = 1
    begin_game(states, tables, 0, seed, game)
    names = game_of(setup, int(states[0]["table"]))
    author = Author(names)
    rounds = [Round(0, "")]
    _add(rounds[-1], author, _happening(names, states, Phase.SETUP, _energy(names, states)))
    outcome = Outcome.NONE.value
    while outcome == Outcome.NONE:
        counter = states[0]["counter"]
        phase = Phase(int(counter[Counter.PHASE]))
        if phase == Phase.SPIRIT:
            start = summary(_numbers(states, tables), _pool(names, states))
            rounds.append(Round(int(counter[Counter.ROUND]), start))
        card = int(counter[SLOTS[phase]]) if phase in SLOTS else -1
        energy = _energy(names, states)
        states["trace_top"] = 0
        outcome = next_phase(states, tables, 0)
        _add(rounds[-1], author, _happening(names, states, phase, energy, card))
    rows = as_records(np.zeros(1, dtype=RESULT))
    read_result(states, tables, rows, 0, game)
    return Story(setup, names, seed, game, rounds, rows[0])


def _happening(names: Game, states: Any, phase: Phase, energy: list[int], card: int = -1) -> Happening:
    """What the trace holds of a phase."""
    top = int(states[0]["trace_top"])
    rows = [tuple(row) for row in states[0]["trace"][:top].tolist()]
    turned = [row[1] for row in rows if row[0] == Event.INVADER_CARD]
    return Happening(phase, rows, states[0]["trace_value"][:top].tolist(), energy, turned[0] if turned else card)


def _add(telling: Round, author: Author, happening: Happening) -> None:
    """Add the chapter of a phase to its round."""
    chapter = author.chapter(happening)
    if chapter is not None:
        if len(happening.rows) >= MAX_TRACE:
            chapter.entries.append(Entry("(more happened than there was room to note)"))
        telling.chapters.append(chapter)


def _energy(names: Game, states: Any) -> list[int]:
    """Energy of each spirit now."""
    return [int(states[0]["spirit"][seat, Spirit.ENERGY]) for seat in range(len(names.spirits))]


def _numbers(states: Any, tables: Any) -> dict[str, int]:
    """The numbers of the island that a round begins with."""
    counter = states[0]["counter"]
    entries = {
        "terror": Counter.TERROR,
        "fear": Counter.FEAR_GENERATED,
        "blight_pool": Counter.BLIGHT_POOL,
        "explorer": Counter.EXPLORERS,
        "town": Counter.TOWNS,
        "city": Counter.CITIES,
        "dahan": Counter.DAHAN,
    }
    return {name: int(counter[entry]) for name, entry in entries.items()} | {"fear_pool": int(tables[0]["fear_pool"])}


def _pool(names: Game, states: Any) -> str:
    """Where blight comes from now."""
    if names.setup.blight_card == NONE:
        return "in the pool"
    flipped = states[0]["counter"][Counter.BLIGHT_FLIPPED] == 1
    return f"on the {'flipped' if flipped else 'healthy'} blight card"


def replay(setup: Setup, seed: int, game: int, weights: Any = None, decisions: bool = False) -> str:
    """A game told turn by turn, as text for people.

    Parameters
    ----------
    setup : Setup
    seed, game : int
        The seed and the number of the game, as ``spirit-sim play`` counts.
    weights : numpy.ndarray of float64, optional
        Weights of the policy; by default the shipped ones.
    decisions : bool
        Tell every decision too: what was chosen, and the best other answers, with the scores the policy gave them.
    """
    return story_text(tell_game(setup, seed, game, weights), decisions)


def story_text(story: Story, decisions: bool = False) -> str:
    """A story as text."""
    lines = [heading(story)]
    for telling in story.rounds:
        if telling.number:
            lines += ["", *_wrapped(f"Round {telling.number}: {telling.start}", "")]
        else:
            lines.append("")
        for chapter in telling.chapters:
            lines.append(f"  {chapter.title}")
            for entry in chapter.entries:
                lines += _wrapped(_sentence(entry.text), "    ")
                for choice in entry.choices if decisions else ():
                    lines += _wrapped(f"? {choice}", "        ")
    return "\n".join([*lines, "", *_wrapped(_last_line(story), "")])


def heading(story: Story) -> str:
    """Who played where against what, and which game it is."""
    names = story.names
    seats = [f"{names.spirit_name(seat)} on board {board}" for seat, board in enumerate(names.seats)]
    lines = _wrapped(", ".join(seats), "")
    conditions = _conditions(story)
    if conditions:
        lines += _wrapped(_capital("; ".join(conditions)), "")
    return "\n".join([*lines, f"seed {story.seed}, game {story.game}, policy {story.setup.player}"])


def _conditions(story: Story) -> list[str]:
    """What the game was played with besides spirits and their boards, and what of it was drawn."""
    setup, concrete = story.setup, story.names.setup
    found = [f"extra board {board}" for board in story.names.island.boards[setup.players :]]
    if concrete.adversary.id != NONE:
        found.append(f"against {level_title(concrete.adversary.id, concrete.adversary.level)}")
    if concrete.scenario != NONE:
        found.append(f"scenario {scenario_names().titles[scenario_names().index[concrete.scenario]]}")
    if concrete.blight_card != NONE:
        found.append(f"blight card {blight_names().titles[blight_names().index[concrete.blight_card]]}")
    drawn = ["boards"] if setup.draws_boards else []
    drawn += ["blight card"] if setup.blight_card != concrete.blight_card else []
    return [*found, f"{' and '.join(drawn)} drawn for this game"] if drawn else found


def _last_line(story: Story) -> str:
    """How the game ended, when, and its score."""
    result = story.result
    phase = Phase(int(result["phase"])).name.lower().replace("_", " ")
    return f"{story.ending}, in round {result['rounds']} ({phase}). Official score {result['score']}."


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _sentence(text: str) -> str:
    return f"{_capital(text)}."


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")


def story_json(story: Story) -> dict[str, Any]:
    """A story for programs, its decisions and what was drawn for it included."""
    return {
        "setup": story.setup.model_dump(mode="json", exclude={"seed", "games", "title", "description"}),
        "boards": list(story.names.island.boards),
        "blight_card": story.names.setup.blight_card,
        "seed": story.seed,
        "game": story.game,
        "outcome": Outcome(int(story.result["outcome"])).name.lower(),
        "score": int(story.result["score"]),
        "rounds": [
            {
                "round": telling.number,
                "start": telling.start,
                "phases": [
                    {
                        "phase": chapter.title,
                        "entries": [{"text": entry.text, "decisions": entry.choices} for entry in chapter.entries],
                    }
                    for chapter in telling.chapters
                ],
            }
            for telling in story.rounds
        ],
    }
