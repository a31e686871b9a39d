"""Build against its slow twin on random islands."""

from __future__ import annotations

import pytest
from hypothesis import given

from sim.game import steps
from tests.oracle.build import build, near_builds
from tests.properties.boards import SEEDS, Case, cases
from tests.properties.twins import compare

pytestmark = pytest.mark.usefixtures("kernels")


@given(case=cases(), seed=SEEDS)
def test_build_is_its_twin(case: Case, seed: int) -> None:
    island, tables, land = case.island, case.tables, case.land
    compare(
        island,
        tables,
        seed,
        lambda states, tables: steps.build_land(states, tables, land),
        lambda island, choices: build(island, land, choices, near_builds(island, [land])),
    )
