"""Blight and its cascades against their slow twin on random islands."""

from __future__ import annotations

import pytest
from hypothesis import given

from sim.game import steps
from tests.oracle.cascade import add_blight
from tests.properties.boards import SEEDS, Case, cases
from tests.properties.twins import compare

pytestmark = pytest.mark.usefixtures("kernels")


@given(case=cases(), seed=SEEDS)
def test_adding_blight_is_its_twin(case: Case, seed: int) -> None:
    island, tables, land = case.island, case.tables, case.land
    compare(
        island,
        tables,
        seed,
        lambda states, tables: steps.add_blight(states, tables, land),
        lambda island, choices: add_blight(island, land, choices),
    )


@given(case=cases(), seed=SEEDS)
def test_long_cascades_end_where_the_twin_ends(case: Case, seed: int) -> None:
    """With blight in every land each token cascades until the pool, and the back of the blight card, are empty."""
    island, tables = case.island, case.tables
    for land in island.lands:
        land.blight = max(1, land.blight)
        land.prevents_blight = False
    pool = island.blight_pool + (0 if island.flipped else island.changes.blight_flip)
    _, after = compare(
        island,
        tables,
        seed,
        lambda states, tables: steps.add_blight(states, tables, 0),
        lambda island, choices: add_blight(island, 0, choices),
    )
    assert sum(land.blight for land in after.lands) == sum(land.blight for land in island.lands) + pool
