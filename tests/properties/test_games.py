"""Random games, phase by phase: every state on the way is in order, and every game ends by a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from sim.core.codes import Counter, Outcome, Phase
from sim.core.jit import JIT
from sim.core.state import new_states
from sim.game import play
from tests.oracle.fear import outcome
from tests.properties.boards import CORE_SETUPS, GAMES, PLENTY, SETUPS, Game, tables_of
from tests.properties.bridge import from_state
from tests.properties.invariants import check_invariants

pytestmark = pytest.mark.usefixtures("kernels")

BATCH = 100
"""Games held at a time."""
MOST_PHASES = 13 * len(Phase)
"""No game is longer: the Explore of round 12 at the latest finds no card."""


def check_end(states: Any, tables: Any, slot: int) -> None:
    """The outcome is one that the rules give for the island as it stands."""
    ended = Outcome(states["counter"][slot, Counter.OUTCOME])
    island = from_state(states, tables, slot)
    deck_empty = states["counter"][slot, Counter.INVADER_NEXT] == tables[int(states["table"][slot])]["deck_size"]
    fitting = outcome(island) | (outcome(island, deck_empty=True) if deck_empty else set())
    assert ended in fitting, f"{ended.name} where {fitting} fits"


def play_batch(states: Any, tables: Any, seed: int, games: range) -> Iterator[int]:
    """Play these games one in each state, phase by phase, checking all states after every phase.

    Yields
    ------
    int
        Phases of each game.
    """
    for slot, game in enumerate(games):
        play.begin_game(states, tables, slot, seed, game)
    running = set(range(len(games)))
    for phase in range(1, MOST_PHASES + 1):
        check_invariants(states[: len(games)], tables)
        for slot in sorted(running):
            ended = play.next_phase(states, tables, slot)
            assert ended == states["counter"][slot, Counter.OUTCOME]
            if ended != Outcome.NONE:
                check_end(states, tables, slot)
                running.remove(slot)
                yield phase
        if not running:
            check_invariants(states[: len(games)], tables)
            return
    raise AssertionError(f"games {[games[slot] for slot in running]} of seed {seed} do not end")


@dataclass(frozen=True)
class Way:
    """How games are played, and how many of each set-up in the long test."""

    policy: str
    extra_blight: int
    quick_fear: bool
    games: int

    def tables(self, game: Game) -> Any:
        """Tables of a set-up; quick fear takes one marker for a card and knows all fifteen cards."""
        tables = tables_of(game, self.policy, self.extra_blight)
        if self.quick_fear:
            tables = tables.copy()
            for table in tables:
                table["fear_pool"] = table["n_spirits"]
                table["terror_after"] = (1, 2, table["n_fear_cards"])
                table["fear_deck_size"] = table["n_fear_cards"]
        return tables


WAYS = {
    "random": Way("random", 0, False, 300),
    "random to the end": Way("random", PLENTY, True, 300),
    "greedy": Way("greedy", 0, False, 60),
}
if JIT:
    # trying plans takes minutes uncompiled
    WAYS["planner"] = Way("planner", 0, False, 8)
"""600 games at random of each set-up, half of them kept alive to see high terror levels, and good ones."""
every_way = pytest.mark.parametrize("way", list(WAYS.values()), ids=list(WAYS))


def play_games(game: Game, way: Way, seed: int, games: int) -> list[int]:
    """Lengths, in phases, of games of one of the set-ups."""
    tables = way.tables(game)
    states = new_states(min(games, BATCH))
    lengths: list[int] = []
    for start in range(0, games, BATCH):
        lengths += play_batch(states, tables, seed, range(start, min(start + BATCH, games)))
    return lengths


@every_way
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_games_are_in_order(game: Game, way: Way) -> None:
    games = 4 if JIT else 1
    assert len(play_games(game, way, seed=1, games=games)) == games


@pytest.mark.slow
@every_way
@pytest.mark.parametrize("game", [*SETUPS, *CORE_SETUPS], ids=str)
def test_many_games_are_in_order(game: Game, way: Way) -> None:
    assert len(play_games(game, way, seed=2, games=way.games)) == way.games
