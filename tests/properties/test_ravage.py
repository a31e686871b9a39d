"""Ravage against its slow twin on random islands."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.codes import Piece
from sim.game import steps
from tests.oracle.ravage import ravage
from tests.properties.boards import SEEDS, Case, cases
from tests.properties.bridge import from_state
from tests.properties.twins import compare, run_kernel

pytestmark = pytest.mark.usefixtures("kernels")


@given(case=cases(), seed=SEEDS)
def test_ravage_is_its_twin(case: Case, seed: int) -> None:
    island, tables, land = case.island, case.tables, case.land
    compare(
        island,
        tables,
        seed,
        lambda states, tables: steps.ravage_land(states, tables, land),
        lambda island, choices: ravage(island, land, choices),
    )


@given(case=cases(), seed=SEEDS)
def test_two_ravages_of_a_turn_are_two_of_the_twin(case: Case, seed: int) -> None:
    island, tables, land = case.island, case.tables, case.land

    def twice(states: Any, tables: Any) -> None:
        steps.ravage_land(states, tables, land)
        steps.ravage_land(states, tables, land)

    compare(
        island,
        tables,
        seed,
        twice,
        lambda island, choices: (ravage(island, land, choices), ravage(island, land, choices)),
    )


@given(case=cases(), seed=SEEDS, more=st.integers(1, 20))
def test_more_defend_never_hurts_the_land(case: Case, seed: int, more: int) -> None:
    island, tables, land = case.island, case.tables, case.land
    island.lands[land].skip_one = 0
    defended = deepcopy(island)
    defended.lands[land].defend += more
    after = []
    for before in (island, defended):
        states = run_kernel(before, tables, seed, lambda states, tables: steps.ravage_land(states, tables, land))
        after.append(from_state(states, tables))
    open_land, covered_land = (done.lands[land] for done in after)
    assert len(covered_land.pieces[Piece.DAHAN]) >= len(open_land.pieces[Piece.DAHAN])
    back = int(tables[0]["blight_flip"])
    left = [done.blight_pool + (0 if done.flipped else back) for done in after]
    assert left[1] >= left[0] or covered_land.blight == open_land.blight
