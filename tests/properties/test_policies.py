"""What policies must not do, and what a watched game has in common with one played out of sight."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sim.core.codes import Counter, Decision, Deck, Event, Outcome, Phase, Policy
from sim.core.jit import JIT
from sim.core.state import as_records, new_states
from sim.game.play import begin_game, next_phase, play_games, read_result
from sim.game.rows import RESULT
from sim.policies import value
from tests.properties.boards import (
    BRINGER,
    EARTH,
    EYES,
    GREEN,
    HEAT,
    LIGHTNING,
    MUD,
    OCEAN,
    RIVER,
    SHADOWS,
    TEETH,
    THUNDER,
    WIND,
    Game,
    horizons,
    tables_of,
)

GROUPS = [
    horizons((TEETH,)),
    horizons((EYES,)),
    horizons((MUD,)),
    horizons((HEAT,)),
    horizons((WIND,)),
    horizons((EYES, WIND)),
    horizons((TEETH, MUD, HEAT)),
    Game((BRINGER,), ("A",), blight_card="downward_spiral"),
    Game((THUNDER, OCEAN), ("B", "C"), adversary=("england", 4)),
    Game((RIVER, EARTH, SHADOWS), ("D", "B", "A"), adversary=("sweden", 4), scenario="blitz"),
    Game((LIGHTNING, GREEN), scenario="rituals_of_terror", blight_card="random"),
    Game((BRINGER, OCEAN), scenario="dahan_insurrection", adversary=("brandenburg_prussia", 2)),
]
SOLOS = GROUPS[:5]
RANDOM_ISLANDS = GROUPS[-2:]
"""Those whose boards, and in the first the blight card, are drawn anew in every game."""
GAMES_WATCHED = 12 if JIT else 2
LOOKING_AHEAD = pytest.mark.skipif(not JIT, reason="trying plans takes minutes uncompiled")
POLICIES = [
    pytest.param(Policy.RANDOM, 12, id="random"),
    pytest.param(Policy.GREEDY, 12, id="greedy"),
    pytest.param(Policy.PLANNER, 6, id="planner", marks=LOOKING_AHEAD),
    pytest.param(Policy.EXPERT, 1, id="expert", marks=LOOKING_AHEAD),
]
"""Every rung, with the games it is watched in."""
pytestmark = pytest.mark.usefixtures("kernels")


def tables_for(game: Game, policy: Policy, temperature: float = 0.0) -> Any:
    """Tables of a set-up under a policy."""
    tables = tables_of(game).copy()
    tables["policy"] = policy
    tables["temperature"] = temperature
    return tables


def rows_of(tables: Any, games: int, seed: int = 7) -> Any:
    """Result rows of the first games."""
    rows = as_records(np.zeros(games, dtype=RESULT))
    play_games(new_states(1), tables, rows, 0, seed, 0, games)
    return rows


def wins(rows: Any) -> float:
    """Share of games won."""
    return float(np.mean((rows["outcome"] >= Outcome.VICTORY_TERROR_1) & (rows["outcome"] <= Outcome.SACRIFICE)))


def decisions(states: Any, until: set[Decision]) -> list[tuple[int, int, int]]:
    """Kind, seat and answer of every decision traced, up to the first of certain kinds or a fear card turned."""
    found = []
    for event, kind, seat, answer, _ in states["trace"][0][: int(states["trace_top"][0])]:
        if event == Event.FEAR_CARD:
            break
        if event == Event.DECISION:
            if kind in until:
                break
            found.append((int(kind), int(seat), int(answer)))
    return found


def shuffle_hidden(states: Any, tables: Any, random: np.random.Generator) -> None:
    """Shuffle all that the players have not seen: both power decks, unread fear cards, invader cards not turned,
    the back of a blight card that was drawn."""
    deck, counter, table = states["deck"][0], states["counter"][0], tables[int(states["table"][0])]
    hidden = [
        (Deck.MINOR, counter[Counter.MINOR_TOP], counter[Counter.MINOR_SIZE]),
        (Deck.MAJOR, counter[Counter.MAJOR_TOP], counter[Counter.MAJOR_SIZE]),
        (Deck.FEAR, counter[Counter.FEAR_RESOLVED], table["n_fear_cards"]),
        (Deck.INVADER, counter[Counter.INVADER_NEXT], table["deck_size"]),
    ]
    for row, start, stop in hidden:
        random.shuffle(deck[row, int(start) : int(stop)])
    if counter[Counter.BLIGHT_FLIPPED] == 0:
        backs = int(table["n_backs"])
        drawn = int(states["table"][0])
        states["table"] = drawn - drawn % backs + (drawn + 1) % backs


@pytest.mark.parametrize("group", GROUPS, ids=str)
@pytest.mark.parametrize(("policy", "watched"), POLICIES)
def test_hidden_cards_do_not_change_a_choice(group: Game, policy: Policy, watched: int) -> None:
    """From one position, with what is hidden shuffled, every decision is the same until something is revealed."""
    tables = tables_for(group, policy)
    random = np.random.default_rng(1)
    revealing = {Phase.SPIRIT: {Decision.CARD, Decision.PLAY}, Phase.FAST: {Decision.CARD}, Phase.SLOW: {Decision.CARD}}
    compared = 0
    for game in range(max(1, min(GAMES_WATCHED, watched) // 2)):
        states = new_states(1)
        begin_game(states, tables, 0, 3, game)
        outcome = 0
        while outcome == Outcome.NONE:
            phase = Phase(int(states["counter"][0][Counter.PHASE]))
            states["trace_on"] = 1
            states["trace_top"] = 0
            other = states.copy()
            outcome = next_phase(states, tables, 0)
            if phase in revealing:
                shuffle_hidden(other, tables, random)
                next_phase(other, tables, 0)
                mine, yours = decisions(states, revealing[phase]), decisions(other, revealing[phase])
                assert mine == yours, f"game {game}, {phase.name}"
                compared += len(mine)
    assert compared > 5 * min(GAMES_WATCHED, watched) // 2


@pytest.mark.parametrize("group", GROUPS, ids=str)
@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize(("policy", "watched"), POLICIES)
def test_a_watched_game_is_the_game_played(group: Game, policy: Policy, watched: int, temperature: float) -> None:
    """Phase by phase and traced, a game ends in the very row that the runner writes for it."""
    tables = tables_for(group, policy, temperature)
    rows = rows_of(tables, min(GAMES_WATCHED, watched))
    states = new_states(1)
    row = as_records(np.zeros(1, dtype=RESULT))
    for game in range(len(rows)):
        begin_game(states, tables, 0, 7, game)
        states["trace_on"] = 1
        while next_phase(states, tables, 0) == Outcome.NONE:
            states["trace_top"] = 0
        read_result(states, tables, row, 0, game)
        assert row[0] == rows[game]


@pytest.mark.parametrize("group", SOLOS, ids=str)
def test_greedy_beats_random_by_a_wide_margin(group: Game) -> None:
    """Alone, each spirit wins far more often under greedy than under random choices."""
    assert (
        wins(rows_of(tables_for(group, Policy.GREEDY), 400))
        > wins(rows_of(tables_for(group, Policy.RANDOM), 400)) + 0.1
    )


def test_a_hot_temperature_plays_worse() -> None:
    """Temperature is a dial of skill: at a high one greedy loses most of what it won."""
    cold, hot = (wins(rows_of(tables_for(horizons((MUD,)), Policy.GREEDY, heat), 400)) for heat in (0.0, 20.0))
    assert hot < cold - 0.2


@pytest.mark.skipif(JIT, reason="a compiled kernel cannot be replaced")
def test_remembered_prices_are_the_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy plays the same game if it prices every land anew instead of remembering."""
    tables = tables_for(horizons((WIND,)), Policy.GREEDY)
    rows = [as_records(np.zeros(1, dtype=RESULT)) for _ in range(2)]
    play_games(new_states(1), tables, rows[0], 0, 1, 132, 1)
    monkeypatch.setattr(value, "same_prices", lambda S, T: False)
    play_games(new_states(1), tables, rows[1], 0, 1, 132, 1)
    assert rows[0].tobytes() == rows[1].tobytes()


@pytest.mark.parametrize("group", RANDOM_ISLANDS, ids=str)
def test_a_game_on_a_drawn_island_depends_on_its_number_only(group: Game) -> None:
    """Whatever was played before it on the same state, and in pieces of whatever size, a game is the same."""
    tables = tables_for(group, Policy.RANDOM)
    whole = rows_of(tables, 24)
    states = new_states(2)
    pieces = as_records(np.zeros(24, dtype=RESULT))
    for first, count in ((17, 7), (0, 1), (5, 12), (1, 4)):
        play_games(states, tables, pieces[first:], first % 2, 7, first, count)
    assert pieces.tobytes() == whole.tobytes()


def test_every_island_is_drawn_about_as_often() -> None:
    """Of 24 islands, two boards of four in either order with either blight card, 2,400 games draw each."""
    tables = tables_for(RANDOM_ISLANDS[0], Policy.RANDOM)
    states = new_states(1)
    drawn = np.zeros(len(tables), dtype=int)
    games = 100 * len(tables) if JIT else 4 * len(tables)
    for game in range(games):
        begin_game(states, tables, 0, 1, game)
        drawn[states["table"][0]] += 1
    if JIT:
        assert drawn.min() > 60 and drawn.max() < 145, "more than four standard deviations from 100"
    else:
        assert (drawn > 0).sum() > len(tables) // 2


PLAIN = """
import json
import numpy as np
from sim.core.state import as_records
from sim.game.rows import RESULT
from tests.properties.test_policies import GROUPS, Policy, new_states, play_games, tables_for
rows = as_records(np.zeros(1, dtype=RESULT))
digests = []
for policy, groups in ((Policy.RANDOM, GROUPS), (Policy.GREEDY, [GROUPS[1], GROUPS[4], *GROUPS[7:9]])):
    for group in groups:
        play_games(new_states(1), tables_for(group, policy), rows, 0, 7, 0, 1)
        digests.append(rows.tobytes().hex())
print(json.dumps(digests))
"""


@pytest.mark.slow
def test_uncompiled_kernels_play_the_same_games() -> None:
    """The compiled engine and the same sources as plain Python end in equal rows."""
    results = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": os.getcwd()}
        compiling = "from sim.core.jit import compile_all\nimport sim.game.play\ncompile_all()\n" + PLAIN
        run = subprocess.run(
            [sys.executable, "-c", compiling], capture_output=True, text=True, env=environment, check=True
        )
        results.append(json.loads(run.stdout.splitlines()[-1]))
    assert results[0] == results[1]
