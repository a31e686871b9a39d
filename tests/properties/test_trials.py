"""Trials leave no trace: whatever greedy tries, the game goes on as if it had not been tried."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim.core.codes import Counter, Mask, Outcome
from sim.core.jit import JIT
from sim.core.state import new_states
from sim.game import play
from sim.kernels import trial
from sim.policies.value import refresh_values
from tests.properties.boards import (
    BRINGER,
    EARTH,
    GREEN,
    HEAT,
    LIGHTNING,
    MUD,
    OCEAN,
    RIVER,
    SHADOWS,
    THUNDER,
    Game,
    tables_of,
)

KEPT = (
    "land",
    "mask",
    "counter",
    "spirit",
    "worth",
    "land_value",
    "card_place",
    "owned",
    "used",
    "made_fast",
    "deck",
    "pile",
    "shown",
    "pending",
    "standing",
    "rng",
    "journal_top",
    "cand_top",
    "trace_top",
    "script_moves",
)
"""Fields that are after a trial what they were before it; the rest is scratch."""
WATCHED = [
    Game((BRINGER,), ("A",), blight_card="downward_spiral"),
    Game((OCEAN, THUNDER), ("B", "C"), adversary=("sweden", 6)),
    Game((GREEN, OCEAN), ("D", "A"), adversary=("england", 5), blight_card="memory_fades_to_dust"),
    Game((BRINGER, OCEAN), ("A", "B"), scenario="dahan_insurrection"),
    Game((THUNDER,), ("A",), scenario="dahan_insurrection", adversary=("brandenburg_prussia", 3)),
    Game((RIVER, SHADOWS), ("C", "A"), scenario="rituals_of_terror"),
    Game((LIGHTNING,), ("D",), scenario="blitz", blight_card="downward_spiral"),
    Game((EARTH, HEAT, MUD), ("A", "B", "C"), scenario="guard_the_isles_heart"),
]


class Watch:
    """Stands in for opening and taking back a trial, and compares the state before with the state after."""

    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []
        self.trials = 0
        self.real = {name: getattr(trial, name) for name in ("open_trial", "take_back")}

    def kept(self, S: Any) -> dict[str, Any]:
        """A copy of what a trial must not change."""
        return {name: np.copy(S[name]) for name in KEPT}

    def open_trial(self, S: Any, T: Any) -> None:
        """Open a trial; values that were stale are brought up to date first, as it does itself."""
        if S.counter[Counter.TRIAL] == 0:
            refresh_values(S, T)
        self.opened.append(self.kept(S))
        self.real["open_trial"](S, T)

    def take_back(self, S: Any, T: Any = None) -> None:
        """Take a trial back and compare."""
        self.real["take_back"](S, T)
        self.trials += 1
        before, after = self.opened.pop(), self.kept(S)
        for name in KEPT:
            if not np.array_equal(before[name], after[name]):
                places = np.argwhere(np.atleast_1d(before[name] != after[name])).tolist()
                raise AssertionError(f"{name} changed at {places[:5]}")


@pytest.mark.skipif(JIT, reason="a compiled kernel cannot be replaced")
@pytest.mark.parametrize("game", WATCHED, ids=str)
def test_a_trial_leaves_no_trace(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    replaced: list[tuple[str, Callable[..., None]]] = [("open_trial", watch.open_trial), ("take_back", watch.take_back)]
    for module in [module for name, module in sys.modules.items() if name.startswith("sim.")]:
        for name, stand_in in replaced:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, stand_in)
    tables, states = tables_of(game, "greedy"), new_states(1)
    play.begin_game(states, tables, 0, 5, 0)
    while states["counter"][0, Counter.OUTCOME] == Outcome.NONE and states["counter"][0, Counter.ROUND] <= 3:
        play.next_phase(states, tables, 0)
    assert watch.trials > 50
    assert states["mask"][0, Mask.DREAMING] == 0
