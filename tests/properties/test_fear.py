"""Fear and the end of the game against their slow twins on random islands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.codes import Counter, Outcome, Piece
from sim.game import steps
from tests.oracle.fear import make_fear, outcome, terror_level
from tests.oracle.ravage import ravage
from tests.properties.boards import SEEDS, Case, cases
from tests.properties.twins import compare, run_kernel

pytestmark = pytest.mark.usefixtures("kernels")


@given(case=cases(), seed=SEEDS, amount=st.integers(0, 40))
def test_fear_is_its_twin(case: Case, seed: int, amount: int) -> None:
    island, tables = case.island, case.tables
    states, after = compare(
        island,
        tables,
        seed,
        lambda states, tables: steps.make_fear(states, tables, amount),
        lambda island, choices: make_fear(island, amount),
    )
    assert states["counter"][0, Counter.TERROR] == terror_level(after)


@given(case=cases(), seed=SEEDS, kept=st.sampled_from([(), (Piece.EXPLORER,), (Piece.EXPLORER, Piece.TOWN)]))
def test_victory_by_terror_level(case: Case, seed: int, kept: tuple[Piece, ...]) -> None:
    """An island with some kinds of invader gone: won or not, by its terror level."""
    island, tables = case.island, case.tables
    for land in island.lands:
        for kind in (Piece.EXPLORER, Piece.TOWN, Piece.CITY):
            if kind not in kept:
                land.pieces[kind] = []
    states = run_kernel(island, tables, seed, steps.finish)
    assert Outcome(states["counter"][0, Counter.OUTCOME]) in outcome(island)


@given(case=cases(), seed=SEEDS, last_blight=st.booleans())
def test_outcome_after_a_ravage(case: Case, seed: int, last_blight: bool) -> None:
    """Defeat and victory are looked for when the whole Ravage is done; both together are a sacrifice."""
    island, tables, land = case.island, case.tables, case.land
    if last_blight:
        island.blight_pool = 1

    def ravaged(states: Any, tables: Any) -> None:
        steps.ravage_land(states, tables, land)
        steps.finish(states, tables)

    states, after = compare(island, tables, seed, ravaged, lambda island, choices: ravage(island, land, choices))
    assert Outcome(states["counter"][0, Counter.OUTCOME]) in outcome(after)


@given(case=cases(), seed=SEEDS, wound=st.integers(0, 2), dahan=st.integers(0, 6), defend=st.integers(0, 6))
def test_last_blight_against_last_city(case: Case, seed: int, wound: int, dahan: int, defend: int) -> None:
    """Terror level 3, one blight left, and the last city ravages: defeat, victory, both or neither."""
    island, tables, land = case.island, case.tables, case.land
    for other in island.lands:
        other.pieces[Piece.CITY] = []
    here = island.lands[land]
    here.pieces[Piece.CITY] = [wound] if wound < island.health(land, Piece.CITY) else [0]
    here.pieces[Piece.DAHAN] = [0] * dahan
    here.defend = defend
    here.skips = frozenset()
    island.blight_pool = 1
    island.fear_earned = island.terror_after[1]

    def ravaged(states: Any, tables: Any) -> None:
        steps.ravage_land(states, tables, land)
        steps.finish(states, tables)

    states, after = compare(island, tables, seed, ravaged, lambda island, choices: ravage(island, land, choices))
    assert Outcome(states["counter"][0, Counter.OUTCOME]) in outcome(after)
