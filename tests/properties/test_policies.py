"""What policies must not do, and what a watched game has in common with one played out of sight."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sim.content.setup import setup_from_dict
from sim.content.tables import build_tables
from sim.content.weights import load_weights
from sim.core.codes import Counter, Decision, Deck, Event, Outcome, Phase, Policy
from sim.core.jit import JIT
from sim.core.state import as_records, new_states
from sim.game.play import begin_game, next_phase, play_games, read_result
from sim.game.rows import RESULT
from sim.policies import value

TEETH = "devouring_teeth_lurk_underfoot"
EYES = "eyes_watch_from_the_trees"
MUD = "fathomless_mud_of_the_swamp"
HEAT = "rising_heat_of_stone_and_sand"
WHIRLWIND = "sun_bright_whirlwind"
GROUPS = [[TEETH], [EYES], [MUD], [HEAT], [WHIRLWIND], [EYES, WHIRLWIND], [TEETH, MUD, HEAT]]
pytestmark = pytest.mark.usefixtures("kernels")


def tables_of(spirits: list[str], policy: Policy, temperature: float = 0.0) -> Any:
    """Tables of a Horizons set-up under a policy."""
    setup = setup_from_dict({"box": "horizons", "spirits": spirits}, "test")
    tables = build_tables(setup, load_weights())
    tables["policy"] = policy
    tables["temperature"] = temperature
    return tables


def rows_of(tables: Any, games: int, seed: int = 7) -> Any:
    """Result rows of the first games."""
    rows = np.zeros(games, dtype=RESULT)
    play_games(new_states(1), tables, rows, 0, seed, 0, games)
    return rows


def wins(rows: Any) -> float:
    """Share of games won."""
    return float(np.mean((rows["outcome"] >= Outcome.VICTORY_TERROR_1) & (rows["outcome"] <= Outcome.SACRIFICE)))


def decisions(states: Any, until: set[Decision]) -> list[tuple[int, int, int]]:
    """Kind, seat and answer of every decision traced, up to the first of certain kinds."""
    found = []
    for event, kind, seat, answer, _ in states["trace"][0][: int(states["trace_top"][0])]:
        if event == Event.DECISION:
            if kind in until:
                break
            found.append((int(kind), int(seat), int(answer)))
    return found


def shuffle_hidden(states: Any, tables: Any, random: np.random.Generator) -> None:
    """Shuffle all that the players have not seen: both power decks, unread fear cards, invader cards not turned."""
    deck, counter = states["deck"][0], states["counter"][0]
    hidden = [
        (Deck.MINOR, counter[Counter.MINOR_TOP], counter[Counter.MINOR_SIZE]),
        (Deck.MAJOR, counter[Counter.MAJOR_TOP], counter[Counter.MAJOR_SIZE]),
        (Deck.FEAR, counter[Counter.FEAR_RESOLVED], tables["n_fear_cards"][0]),
        (Deck.INVADER, counter[Counter.INVADER_NEXT], tables["deck_size"][0]),
    ]
    for row, start, stop in hidden:
        random.shuffle(deck[row, int(start) : int(stop)])


@pytest.mark.parametrize("spirits", GROUPS, ids="+".join)
@pytest.mark.parametrize("policy", [Policy.RANDOM, Policy.GREEDY], ids=["random", "greedy"])
def test_hidden_cards_do_not_change_a_choice(spirits: list[str], policy: Policy) -> None:
    """From one position, with what is hidden shuffled, every decision is the same until something is revealed."""
    tables = tables_of(spirits, policy)
    random = np.random.default_rng(1)
    revealing = {Phase.SPIRIT: {Decision.CARD, Decision.PLAY}, Phase.FAST: {Decision.CARD}, Phase.SLOW: {Decision.CARD}}
    compared = 0
    for game in range(6):
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
    assert compared > 40


@pytest.mark.parametrize("spirits", GROUPS, ids="+".join)
@pytest.mark.parametrize(("policy", "temperature"), [(Policy.RANDOM, 0.0), (Policy.GREEDY, 0.0), (Policy.GREEDY, 1.0)])
def test_a_watched_game_is_the_game_played(spirits: list[str], policy: Policy, temperature: float) -> None:
    """Phase by phase and traced, a game ends in the very row that the runner writes for it."""
    tables = tables_of(spirits, policy, temperature)
    rows = rows_of(tables, 12)
    states = new_states(1)
    row = np.zeros(1, dtype=RESULT)
    for game in range(12):
        begin_game(states, tables, 0, 7, game)
        states["trace_on"] = 1
        while next_phase(states, tables, 0) == Outcome.NONE:
            states["trace_top"] = 0
        read_result(states, tables, row, 0, game)
        assert row[0] == rows[game]


@pytest.mark.parametrize("spirits", GROUPS[:5], ids="+".join)
def test_greedy_beats_random_by_a_wide_margin(spirits: list[str]) -> None:
    """Alone, each spirit wins far more often under greedy than under random choices."""
    assert (
        wins(rows_of(tables_of(spirits, Policy.GREEDY), 400))
        > wins(rows_of(tables_of(spirits, Policy.RANDOM), 400)) + 0.1
    )


def test_a_hot_temperature_plays_worse() -> None:
    """Temperature is a dial of skill: at a high one greedy loses most of what it won."""
    cold, hot = (wins(rows_of(tables_of([MUD], Policy.GREEDY, heat), 400)) for heat in (0.0, 20.0))
    assert hot < cold - 0.2


@pytest.mark.skipif(JIT, reason="a compiled kernel cannot be replaced")
def test_remembered_prices_are_the_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy plays the same game if it prices every land anew instead of remembering."""
    tables = tables_of([WHIRLWIND], Policy.GREEDY)
    rows = [as_records(np.zeros(1, dtype=RESULT)) for _ in range(2)]
    play_games(new_states(1), tables, rows[0], 0, 1, 132, 1)
    monkeypatch.setattr(value, "same_prices", lambda S, T: False)
    play_games(new_states(1), tables, rows[1], 0, 1, 132, 1)
    assert rows[0].tobytes() == rows[1].tobytes()


PLAIN = """
import json
import numpy as np
from sim.core.state import as_records
from sim.game.rows import RESULT
from tests.properties.test_policies import GROUPS, Policy, new_states, play_games, tables_of
rows = as_records(np.zeros(1, dtype=RESULT))
digests = []
for policy, groups in ((Policy.RANDOM, GROUPS), (Policy.GREEDY, [GROUPS[1], GROUPS[4]])):
    for spirits in groups:
        play_games(new_states(1), tables_of(spirits, policy), rows, 0, 7, 0, 1)
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
