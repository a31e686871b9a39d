"""``spirit-sim bench`` and ``warmup``: every figure is there and is a positive number."""

from __future__ import annotations

import json
import os

import pytest

from sim.core.jit import cache_folder, numba
from sim.run.bench import CASES, draw_many
from tests.cli.conftest import ROOT, Invoke

pytestmark = [
    pytest.mark.usefixtures("kernels"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="measures compiled kernels"),
]


def test_the_calibration_draws_evenly() -> None:
    draws = 50_000
    assert int(numba.njit(draw_many)(draws)) == pytest.approx(draws * 11.5, rel=0.01)


def test_bench_tells_speeds_and_how_they_compare_with_the_machine(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.run.bench.CASE_SECONDS", 0.02)
    monkeypatch.setattr("sim.run.bench.DRAWS", 100_000)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = invoke("bench", "--repeats", 1, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert [case["case"] for case in found["cases"]] == [case.name for case in CASES]
    for case in found["cases"]:
        share = case["games_per_second"] / found["draws_per_second"] * 1e6
        assert case["games_per_million_draws"] == pytest.approx(share, rel=0.05, abs=0.001)
        assert case["games_per_second"] > 0
        assert (case["policy"], case["temperature"]) == (case["case"].partition(",")[0], 0.0)
    speeds = {case["case"]: case["games_per_second"] for case in found["cases"]}
    assert found["two_workers_against_one"] == pytest.approx(
        speeds["greedy, 3 spirits, 2 workers"] / speeds["greedy, 3 spirits"], rel=0.05
    )
    assert 0 < found["help_seconds"] < found["warm_start_seconds"]


def test_warmup_says_where_the_kernels_are(invoke: Invoke) -> None:
    result = invoke("warmup")
    assert result.exit_code == 0
    assert result.stdout.startswith("Loaded in ")
    assert str(cache_folder()) in result.stdout
