"""Explore against its slow twin on random islands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.codes import Terrain
from sim.game import steps
from tests.oracle.explore import explore
from tests.properties.boards import SEEDS, Case, cases
from tests.properties.bridge import bits
from tests.properties.twins import compare

pytestmark = pytest.mark.usefixtures("kernels")
TERRAINS = (Terrain.MOUNTAIN, Terrain.JUNGLE, Terrain.SAND, Terrain.WETLAND)


@given(
    case=cases(),
    seed=SEEDS,
    terrains=st.one_of(st.none(), st.sets(st.sampled_from(TERRAINS), min_size=1, max_size=2)),
)
def test_explore_is_its_twin(case: Case, seed: int, terrains: set[Terrain] | None) -> None:
    """The lands of a card: of one terrain, of two, or (None) the coast."""
    island, tables = case.island, case.tables
    card = [
        index
        for index, land in enumerate(island.lands)
        if not land.ocean and (land.coastal if terrains is None else land.terrain in terrains)
    ]
    compare(
        island,
        tables,
        seed,
        lambda states, tables: steps.explore_lands(states, tables, bits(card)),
        lambda island, choices: explore(island, card, choices),
    )
