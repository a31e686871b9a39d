"""Whole invader phases of real games against the slow twins."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from sim.core.codes import Counter, Deck, Mask, Outcome, Phase, Row
from sim.core.state import new_states
from sim.game import play
from tests.oracle.choices import Choices
from tests.oracle.island import Island
from tests.oracle.phases import build_step, explore_step, ravage_step
from tests.properties.boards import GAME_SETUPS, PLENTY, SETUP_NAMES, SETUPS, mud_seat, tables_of
from tests.properties.bridge import differences, from_state, members, recorded, replay

pytestmark = pytest.mark.usefixtures("kernels")
INVADER_PHASES = (Phase.RAVAGE, Phase.BUILD, Phase.EXPLORE)


def beyond_the_twins(states: Any) -> bool:
    """Whether an effect is in force that the twins do not know: a standing condition, Vengeance of the Dead."""
    standing = states["standing"][0, : states["counter"][0, Counter.STANDING]]
    return bool((standing[:, 1] >= 0).any() or states["land"][0, :, [Row.DREAD, Row.DREAD_WIDE]].any())


def do_twin(phase: Phase, island: Island, states: Any, tables: Any, choices: Choices) -> None:
    """Do an invader phase on the island; ``states`` is the game just before it."""
    table = tables[0]
    counter = states["counter"][0]
    if phase == Phase.EXPLORE:
        card = int(states["deck"][0, Deck.INVADER, counter[Counter.INVADER_NEXT]])
        explore_step(island, members(table["invader_lands"][card]), table["invader_flag"][card] == 1, choices)
        return
    card = counter[Counter.RAVAGE_CARD if phase == Phase.RAVAGE else Counter.BUILD_CARD]
    if card >= 0:
        step = ravage_step if phase == Phase.RAVAGE else build_step
        step(island, members(table["invader_lands"][card]), choices)


def check_phase(states: Any, tables: Any) -> bool:
    """Play one phase of a game and compare it with its twin.

    Returns
    -------
    bool
        Whether there was a twin to compare it with.
    """
    phase = Phase(states["counter"][0, Counter.PHASE])
    deck_empty = states["counter"][0, Counter.INVADER_NEXT] == tables[0]["deck_size"]
    compared = phase in INVADER_PHASES and not beyond_the_twins(states) and not (phase == Phase.EXPLORE and deck_empty)
    before = deepcopy(states)
    expected = from_state(states, tables, mud_seat(tables))
    states["trace_on"] = compared
    states["trace_top"] = 0
    play.next_phase(states, tables, 0)
    if compared:
        decisions = recorded(states)
        choices = replay(decisions)
        do_twin(phase, expected, before, tables, choices)
        assert choices.asked == decisions
        found = differences(expected, from_state(states, tables, mud_seat(tables)))
        assert not found, "\n".join([phase.name, *found])
    return compared


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("index", GAME_SETUPS, ids=[SETUP_NAMES[index] for index in GAME_SETUPS])
def test_invader_phases_of_games_are_their_twins(index: int, policy: str) -> None:
    tables = tables_of(*SETUPS[index], policy=policy, extra_blight=PLENTY if policy == "random" else 0)
    states = new_states(1)
    compared = 0
    for game in range(2):
        play.begin_game(states, tables, 0, 3, game)
        assert states["mask"][0, Mask.INVADERS] != 0
        while states["counter"][0, Counter.OUTCOME] == Outcome.NONE:
            compared += check_phase(states, tables)
    assert compared >= 6, "at least two rounds"
