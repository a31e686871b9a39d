"""Whole invader phases of real games against the slow twins."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from sim.core.codes import Counter, Deck, Mask, Option, Outcome, Phase, Row, Rule
from sim.core.state import new_states
from sim.game import play
from tests.oracle.choices import Choices
from tests.oracle.escalation import building_boom, land_rush, stage_two_action
from tests.oracle.island import Island
from tests.oracle.phases import Escalation, build_step, explore_step, extra_build_step, ravage_step
from tests.properties.boards import GAMES, PLENTY, Game, sample, tables_of
from tests.properties.bridge import differences, from_state, members, recorded, replay

pytestmark = pytest.mark.usefixtures("kernels")
INVADER_PHASES = (Phase.RAVAGE, Phase.BUILD, Phase.EXPLORE)
ESCALATIONS: dict[str, Escalation] = {
    "none": stage_two_action,
    "brandenburg_prussia": land_rush,
    "england": building_boom,
}
"""What a flagged card does when it is turned up, by adversary; "none" is Horizons."""
# what follows an action of Dahan Insurrection has no twin
COMPARED = sample([game for game in GAMES if game.scenario != "dahan_insurrection"], 2, 3)


def beyond_the_twins(states: Any) -> bool:
    """Whether an effect is in force that the twins do not know: a standing condition, Vengeance of the Dead."""
    standing = states["standing"][0, : states["counter"][0, Counter.STANDING]]
    return bool((standing[:, 1] >= 0).any() or states["land"][0, :, [Row.DREAD, Row.DREAD_WIDE]].any())


def do_twin(phase: Phase, island: Island, states: Any, game: Game, tables: Any, choices: Choices) -> None:
    """Do an invader phase on the island; ``states`` is the game just before it."""
    table = tables[int(states["table"][0])]
    counter = states["counter"][0]

    def lands(card: int) -> list[int]:
        return members(table["invader_lands"][card])

    if phase == Phase.EXPLORE:
        card = int(states["deck"][0, Deck.INVADER, counter[Counter.INVADER_NEXT]])
        flagged = table["invader_flag"][card] == 1 and table["option"][Option.STAGE_2_ACTION] == 1
        adversary = game.adversary[0]
        escalation = ESCALATIONS.get(adversary) if flagged else None
        explore_step(island, lands(card), choices, escalation, flagged and adversary == "sweden")
        return
    extra, card = counter[Counter.EXTRA_CARD], counter[Counter.RAVAGE_CARD]
    if phase == Phase.RAVAGE and extra >= 0:
        twice = table["rule"][Rule.EXTRA_BUILD_TWICE] and counter[Counter.FEAR_NOW] == 0
        extra_build_step(island, lands(extra), 2 if twice else 1, choices)
    if phase == Phase.RAVAGE and card >= 0:
        ravage_step(island, lands(card), choices)
    if phase == Phase.BUILD and counter[Counter.BUILD_CARD] >= 0:
        build_step(island, lands(counter[Counter.BUILD_CARD]), choices)


def check_phase(states: Any, game: Game, tables: Any) -> bool:
    """Play one phase of a game and compare it with its twin.

    Returns
    -------
    bool
        Whether there was a twin to compare it with.
    """
    phase = Phase(states["counter"][0, Counter.PHASE])
    deck_empty = states["counter"][0, Counter.INVADER_NEXT] == tables[int(states["table"][0])]["deck_size"]
    compared = phase in INVADER_PHASES and not beyond_the_twins(states) and not (phase == Phase.EXPLORE and deck_empty)
    before = deepcopy(states)
    expected = from_state(states, tables)
    states["trace_on"] = compared
    states["trace_top"] = 0
    play.next_phase(states, tables, 0)
    if compared:
        decisions = recorded(states)
        choices = replay(decisions)
        do_twin(phase, expected, before, game, tables, choices)
        assert choices.asked == decisions
        found = differences(expected, from_state(states, tables))
        assert not found, "\n".join([phase.name, *found])
    return compared


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("game", COMPARED, ids=str)
def test_invader_phases_of_games_are_their_twins(game: Game, policy: str) -> None:
    tables = tables_of(game, policy, PLENTY if policy == "random" else 0)
    states = new_states(1)
    compared = 0
    for number in range(2):
        play.begin_game(states, tables, 0, 3, number)
        assert states["mask"][0, Mask.INVADERS] != 0
        while states["counter"][0, Counter.OUTCOME] == Outcome.NONE:
            compared += check_phase(states, game, tables)
    assert compared >= 6, "at least two rounds"
