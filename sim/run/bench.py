"""How fast games are played here, and how that compares with what the machine can do at all."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.content.setup import Setup
from sim.content.tables import build_tables
from sim.run.amount import Amount
from sim.run.play import Run
from sim.run.pool import Pool
from sim.run.provenance import versions

CASE_SECONDS = 0.5
"""Length of one timed run."""
LEARNING_SHARE = 0.2
"""Share of that length from which on a run tells how fast games are played."""
DRAWS = 100_000_000
"""Draws of one calibration run."""
_SPIRITS = ("fathomless_mud_of_the_swamp", "devouring_teeth_lurk_underfoot", "rising_heat_of_stone_and_sand")


def draw_many(count):
    """Draw ``count`` numbers from 0 to 23 by splitmix64; returns their sum.

    This is the measure of the machine that games are put against. It stands apart from the chance of the games, so
    that it stays the same when they change.
    """
    state = np.uint64(1)
    total = np.uint64(0)
    for _ in range(count):
        state += np.uint64(0x9E3779B97F4A7C15)
        x = state
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        x ^= x >> np.uint64(31)
        total += ((x >> np.uint64(32)) * np.uint64(24)) >> np.uint64(32)
    return total


@dataclass(frozen=True)
class Case:
    """Games whose speed is measured."""

    name: str
    setup: Setup
    workers: int = 1


CASES = (
    Case("random, 1 spirit", Setup(spirits=_SPIRITS[:1], policy="random")),
    Case("greedy, 1 spirit", Setup(spirits=_SPIRITS[:1])),
    Case("greedy, 1 core spirit", Setup(box="base", spirits=("river_surges_in_sunlight",))),
    Case("greedy, 2 spirits", Setup(spirits=_SPIRITS[:2])),
    Case("planner, 2 spirits", Setup(spirits=_SPIRITS[:2], policy="planner")),
    Case("expert, 2 spirits", Setup(spirits=_SPIRITS[:2], policy="expert")),
    Case("greedy, 3 spirits", Setup(spirits=_SPIRITS)),
    Case("greedy, 3 spirits, 2 workers", Setup(spirits=_SPIRITS), workers=2),
)


def measure(weights: Any, repeats: int, said: Callable[[str, int, int], None]) -> dict[str, Any]:
    """Medians of everything, in one object fit for JSON; kernels must have been compiled.

    Parameters
    ----------
    weights : object
        Weights of the policy, as ``load_weights`` gives them.
    repeats : int
        Timed runs of each case; cases take turns, so that a busy minute hits all alike.
    said : callable
        Called with (what is measured, runs done, runs in all).
    """
    # numba must not be imported before sim.core.jit has told it where its cache is
    from numba import njit

    draws = njit(nogil=True)(draw_many)
    draws(1)
    steps: dict[str, Callable[[], float]] = {"draws": lambda: _draws_per_second(draws)}
    steps["help"] = lambda: _run_seconds("--help")
    steps["start"] = lambda: _run_seconds("play", "solo_mud", "--games", "1", "--json", "--quiet")
    with ExitStack() as opened:
        for case in CASES:
            pool = opened.enter_context(Pool(case.workers))
            steps[case.name] = _GameTimer(build_tables(case.setup, weights), pool)
        found: dict[str, list[float]] = {name: [] for name in steps}
        for done, name in enumerate(_turns(list(steps), repeats)):
            said(name, done, repeats * len(steps))
            found[name].append(steps[name]())
    medians = {name: statistics.median(values) for name, values in found.items()}
    return _summary(medians, repeats)


def _summary(medians: dict[str, float], repeats: int) -> dict[str, Any]:
    """What ``measure`` returns, from the median of each step."""
    cases = [
        {
            "case": case.name,
            "policy": case.setup.policy,
            "temperature": case.setup.temperature,
            "workers": case.workers,
            "games_per_second": round(medians[case.name], 1),
            "games_per_million_draws": round(medians[case.name] / medians["draws"] * 1e6, 3),
        }
        for case in CASES
    ]
    return {
        "processor": _processor(),
        "processors": os.cpu_count(),
        "versions": versions(),
        "repeats": repeats,
        "draws_per_second": round(medians["draws"]),
        "cases": cases,
        "two_workers_against_one": round(medians[CASES[-1].name] / medians[CASES[-2].name], 3),
        "help_seconds": round(medians["help"], 3),
        "warm_start_seconds": round(medians["start"], 3),
    }


class _GameTimer:
    """Times a run of games of about ``CASE_SECONDS``, of which the first call learns how many they are."""

    def __init__(self, tables: Any, pool: Pool) -> None:
        self._tables = tables
        self._pool = pool
        self._games = 0

    def __call__(self) -> float:
        """Games per second."""
        if not self._games:
            # again and again: the first games meet cold caches, and the pool must learn the length of a chunk
            games = 1
            speed = self._play(games)
            while games < LEARNING_SHARE * CASE_SECONDS * speed:
                games *= 4
                speed = self._play(games)
            self._games = max(1, round(speed * CASE_SECONDS))
        return self._play(self._games)

    def _play(self, games: int) -> float:
        run = Run(self._tables, 1, Amount(games))
        for _ in run.play(self._pool, threading.Event()):
            pass
        return run.games_per_second


def _draws_per_second(draws: Callable[[int], int]) -> float:
    started = time.perf_counter()
    draws(DRAWS)
    return DRAWS / (time.perf_counter() - started)


def _run_seconds(*arguments: str) -> float:
    """Seconds from start to end of the command in a process of its own."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "sim", *arguments], check=True, capture_output=True)
    return time.perf_counter() - started


def _processor() -> str:
    """What the processor is called."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _turns(names: list[str], repeats: int) -> Iterator[str]:
    for _ in range(repeats):
        yield from names
