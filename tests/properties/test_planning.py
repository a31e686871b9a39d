"""Trying the future: what copies of a game keep, what is dealt anew on them, and that the game itself is left alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.core.codes import Counter, Deck, Phase, Place, Policy, Spirit
from sim.core.features import FIRST_OUTLOOK, Outlook
from sim.core.jit import JIT
from sim.core.state import FIRST_SCRATCH, STATE, new_states
from sim.game.entry import NO_ROWS, Call, engine
from sim.game.play import begin_game, next_phase
from tests.properties.boards import BRINGER, EYES, GREEN, LIGHTNING, MUD, RIVER, TEETH, Game, horizons
from tests.properties.test_policies import rows_of, tables_for, wins

GAME_FIELDS = STATE.names[: STATE.names.index(FIRST_SCRATCH)]
"""Fields of a state that are the game itself."""
GROUPS = [
    horizons((TEETH, MUD)),
    Game((LIGHTNING, GREEN), blight_card="random"),
    Game((RIVER, BRINGER), ("B", "C"), adversary=("england", 3)),
]
pytestmark = [
    pytest.mark.usefixtures("kernels"),
    pytest.mark.skipif(not JIT, reason="trying plans takes minutes uncompiled"),
]


def play_to(states: Any, tables: Any, rounds: int) -> None:
    """Play a game to the spirit phase of a round."""
    counter = states["counter"][0]
    while counter[Counter.ROUND] < rounds or counter[Counter.PHASE] != Phase.SPIRIT:
        assert next_phase(states, tables, 0) == 0, "the game has ended early"


def copied(states: Any, tables: Any, sample: int) -> Any:
    """The copy of the first state that a sample is taken on."""
    engine(states, tables, NO_ROWS, Call.COPY.value, 0, sample, 0, 0)
    return states[-1]


@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_a_copy_is_the_game_with_what_is_hidden_dealt_anew(group: Game) -> None:
    """Pieces, hands, numbers and all that was seen are the same; decks hold the same cards, in another order."""
    tables = tables_for(group, Policy.GREEDY)
    states = new_states(1)
    begin_game(states, tables, 0, 11, 0)
    play_to(states, tables, 3)
    kept = states[0].copy()
    copy = copied(states, tables, 0)
    for name in ("land", "counter", "spirit", "card_place", "owned", "used", "pile", "standing"):
        np.testing.assert_array_equal(copy[name], kept[name], name)
    counter = kept["counter"]
    for deck, seen in ((Deck.INVADER, Counter.INVADER_NEXT), (Deck.FEAR, Counter.FEAR_RESOLVED)):
        n = int(counter[seen])
        np.testing.assert_array_equal(copy["deck"][deck, :n], kept["deck"][deck, :n])
    for deck, place in ((Deck.MINOR, Place.MINOR_DECK), (Deck.MAJOR, Place.MAJOR_DECK)):
        top, size = (int(counter[c + 3 * deck]) for c in (Counter.MINOR_TOP, Counter.MINOR_SIZE))
        left = copy["deck"][deck, top:size]
        assert sorted(left) == sorted(kept["deck"][deck, top:size])
        assert list(left) != list(kept["deck"][deck, top:size])
        assert all(kept["card_place"][card] == place for card in left)


@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_unseen_invader_cards_keep_their_stages(group: Game) -> None:
    """Every copy has each invader card once, each of the stage that its place in the deck is for."""
    tables = tables_for(group, Policy.GREEDY)
    states = new_states(1)
    begin_game(states, tables, 0, 5, 1)
    play_to(states, tables, 2)
    table = tables[int(states["table"][0])]
    size = int(table["deck_size"])
    next_cards = set()
    for sample in range(40):
        cards = copied(states, tables, sample)["deck"][Deck.INVADER, :size]
        assert len(set(cards)) == size
        assert list(table["invader_stage"][cards]) == list(table["deck_stage"][:size])
        next_cards.add(int(cards[int(states["counter"][0][Counter.INVADER_NEXT])]))
    assert len(next_cards) > 1


def test_a_drawn_blight_card_has_either_back_on_copies() -> None:
    """Copies of a game whose blight card was drawn and not yet flipped are played with one back or the other."""
    tables = tables_for(GROUPS[1], Policy.GREEDY)
    states = new_states(1)
    begin_game(states, tables, 0, 5, 1)
    backs = {int(copied(states, tables, sample)["table"]) for sample in range(40)}
    drawn = int(states["table"][0])
    assert backs == {drawn - drawn % 2, drawn - drawn % 2 + 1}


@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_copies_leave_the_game_alone(group: Game) -> None:
    """Whatever is tried on copies, no number of the game itself changes, its chance included."""
    tables = tables_for(group, Policy.PLANNER)
    states = new_states(1)
    begin_game(states, tables, 0, 3, 2)
    before = [states[0][name].copy() for name in GAME_FIELDS]
    for sample in range(5):
        copied(states, tables, sample)
    for name, value in zip(GAME_FIELDS, before, strict=True):
        np.testing.assert_array_equal(states[0][name], value, name)


@pytest.mark.parametrize("feature", [Outlook.CITIES, Outlook.INCOME, Outlook.RAVAGE_BLIGHT])
def test_every_kind_of_feature_is_read(feature: Outlook) -> None:
    """Features of the island are counted as they stand, those of spirits are weighed sums over the seats."""
    tables = tables_for(GROUPS[0], Policy.GREEDY)
    tables["own_weight"][:, :, FIRST_OUTLOOK:] = [[1.0], [3.0], [0.0], [0.0]]
    states = new_states(1)
    begin_game(states, tables, 0, 3, 2)
    play_to(states, tables, 3)
    engine(states, tables, NO_ROWS, Call.OUTLOOK.value, 0, 0, 0, 0)
    value = float(states["feature"][0][feature])
    state = states[0]
    if feature == Outlook.CITIES:
        assert value == state["counter"][Counter.CITIES]
    elif feature == Outlook.INCOME:
        assert value == state["spirit"][0, Spirit.INCOME] + 3.0 * state["spirit"][1, Spirit.INCOME]
    else:
        assert 0.0 <= value <= int(state["counter"][Counter.EXPLORERS])


@pytest.mark.parametrize(
    "group", [horizons((EYES,)), Game((RIVER, BRINGER), ("B", "C")), Game((GREEN, LIGHTNING), ("A", "D"))], ids=str
)
def test_planner_beats_greedy(group: Game) -> None:
    """Trying plans wins at least as often as greedy does, and far more often where greedy does not shine."""
    greedy, planner = (wins(rows_of(tables_for(group, policy), 300)) for policy in (Policy.GREEDY, Policy.PLANNER))
    assert planner > greedy - 0.03
    if greedy < 0.8:
        assert planner > greedy
