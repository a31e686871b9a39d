"""Intervals cover what they promise, found by simulation with planted truths."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from sim.results import closeness, outcome_breakdown, win_rates
from sim.results.load import GAME_COLUMNS, Results, check_results
from sim.results.rates import EventRates, SharedLuck
from sim.stats.intervals import wilson_interval
from sim.stats.paired import Pairs, paired_bootstrap, paired_gain

EXPERIMENTS = 20_000
RATES = (0.02, 0.1, 0.5, 0.98)


def correlated_wins(chance: np.random.Generator, rates: Any, games: int, shared: float) -> Any:
    """Wins (games, cells) at these rates, of which ``shared`` of the variance behind a win is luck common to a row."""
    luck, own = chance.normal(size=(games, 1)), chance.normal(size=(games, len(rates)))
    return np.sqrt(shared) * luck + np.sqrt(1.0 - shared) * own < norm.ppf(rates)


def experiments(wins: Any, **columns: Any) -> Results:
    """Results of wins (experiments, games, cells): every experiment has cells of its own, told apart by a column."""
    count, games, cells = wins.shape
    names = [f"{experiment}-{cell}" for experiment, cell in product(range(count), range(cells))]
    listed = pd.DataFrame({"cell": names, "spirits": [f"s{n % cells}" for n in range(count * cells)], "players": 1})
    listed["experiment"] = [f"{n // cells:05d}" for n in range(count * cells)]
    played = pd.DataFrame(dict.fromkeys(GAME_COLUMNS, 1), index=range(wins.size))
    played["cell"] = pd.Categorical.from_codes(np.repeat(np.arange(len(names)), games), names)
    played["game"] = np.tile(np.arange(games), len(names))
    won = wins.transpose(0, 2, 1).ravel()
    played["outcome"] = pd.Categorical.from_codes(won.astype(int), ["defeat_time", "victory_fear"])
    return check_results(played.assign(**columns), listed, {}, Path("results"))


@pytest.mark.parametrize("rate", RATES)
def test_wilson_intervals_cover_94_to_96_percent(rate: float) -> None:
    """Experiments of 500 to 3,000 games each.

    With one number of games coverage jumps by the size of a whole win (at 2% from 93.6% to 96.4% in this range, at 50%
    from 94.5% to 95.4%), so a single number would say little of those that people play.
    """
    chance = np.random.default_rng(4711)
    games = chance.integers(500, 3001, EXPERIMENTS)
    low, high = wilson_interval(chance.binomial(games, rate), games)
    assert 0.94 <= np.mean((low <= rate) & (rate <= high)) <= 0.96


@pytest.mark.parametrize("rate", RATES)
def test_wilson_intervals_of_1000_games_cover_94_to_96_percent(rate: float) -> None:
    low, high = wilson_interval(np.random.default_rng(4711).binomial(1000, rate, EXPERIMENTS), 1000)
    assert 0.94 <= np.mean((low <= rate) & (rate <= high)) <= 0.96


@pytest.mark.parametrize(("games", "cells"), [(80, 1), (400, 1), (2000, 1), (60, 8)])
@pytest.mark.parametrize(("lost", "won"), [(0.02, 0.02), (0.05, 0.12), (0.2, 0.3)])
def test_the_interval_of_a_paired_gain_covers(games: int, cells: int, lost: float, won: float) -> None:
    """Few games with few differences err on the safe side; from 400 games on it is 94 to 96 percent."""
    chance = np.random.default_rng(5)
    counts = chance.multinomial(games, [0.4, lost, won, 0.6 - lost - won], size=(3000, cells)).tolist()
    covered = 0
    for run in counts:
        _, low, high = paired_gain([Pairs(games, both, b, c) for both, b, c, _ in run])
        covered += low <= won - lost <= high
    # 3,000 experiments tell a share to 0.4 points: two of these are allowed for
    assert covered / 3000 >= 0.94 - 0.008
    assert covered / 3000 <= (0.96 if games >= 400 else 0.985) + 0.008


@cache
def shared_luck(cells: int, games: int) -> SharedLuck:
    """Cells that all met the same game numbers."""
    return SharedLuck(experiments(np.zeros((1, games, cells), dtype=bool)))


@pytest.mark.parametrize("shared", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("rate", RATES)
def test_intervals_of_means_over_cells_with_common_luck_cover(rate: float, shared: float) -> None:
    """Eight cells of 600 games under one seed, whose rates lie around the mean."""
    chance = np.random.default_rng(11)
    rates = rate + np.linspace(-0.5, 0.5, 8) * min(rate, 1.0 - rate)
    luck, covered = shared_luck(8, 600), 0
    for _ in range(400):
        wins = correlated_wins(chance, rates, 600, shared)
        found = EventRates(luck, {cell: wins[:, n] for n, cell in enumerate(luck.index)}).mean(luck.index)
        covered += found.low <= rate <= found.high
    # 400 experiments tell a share to 1.1 points
    assert 0.94 - 0.022 <= covered / 400 <= 0.96 + 0.022


def test_intervals_of_differences_of_means_over_cells_cover() -> None:
    chance = np.random.default_rng(12)
    luck, rates = shared_luck(6, 500), np.array([0.2, 0.3, 0.4, 0.3, 0.4, 0.55])
    cells, covered = list(luck.index), 0
    for _ in range(600):
        wins = correlated_wins(chance, rates, 500, 0.5)
        found = EventRates(luck, {cell: wins[:, n] for n, cell in enumerate(cells)})
        gap = found.difference(cells[:3], cells[3:])
        covered += gap.low <= rates[:3].mean() - rates[3:].mean() <= gap.high
    # 600 experiments tell a share to 0.9 points: three of these are allowed for (of 6,000, 94.9% cover)
    assert covered / 600 == pytest.approx(0.95, abs=0.027)


def test_intervals_of_any_grouping_cover() -> None:
    """The public functions at once: 700 experiments of two cells as groups of one table."""
    chance = np.random.default_rng(13)
    wins = np.stack([correlated_wins(chance, [0.2, 0.4], 250, 0.6) for _ in range(700)])
    won = wins.transpose(0, 2, 1).ravel()
    # what is left: 2 on average in games lost, 5 in games won
    results = experiments(wins, blight_pool=chance.poisson(np.where(won, 5.0, 2.0)))
    # 700 experiments tell a share to 0.82 points: three of these are allowed for
    rates = win_rates(results, "experiment")
    assert rates["low"].le(0.3).mul(rates["high"].ge(0.3)).mean() == pytest.approx(0.95, abs=0.025)
    shares = outcome_breakdown(results, "experiment").xs("defeat_time", level="outcome")
    assert shares["low"].le(0.7).mul(shares["high"].ge(0.7)).mean() == pytest.approx(0.95, abs=0.025)
    left = closeness(results, "experiment").xs("blight_pool", level="measure")
    for result, mean in {"won": 5.0, "lost": 2.0}.items():
        some = left.xs(result, level="result")
        assert some["low"].le(mean).mul(some["high"].ge(mean)).mean() == pytest.approx(0.95, abs=0.025)


def test_bootstrap_intervals_cover() -> None:
    """Means of scores whose luck is shared, and their medians, which no formula gives."""
    chance = np.random.default_rng(14)
    covered = np.zeros(2)
    for _ in range(200):
        luck = chance.normal(size=150)
        one, other = 2.0 + luck + chance.normal(size=150), luck + chance.normal(size=150)
        for n, statistic in enumerate((np.mean, np.median)):
            _, low, high = paired_bootstrap(one, other, statistic, repeats=250)
            covered[n] += low <= 2.0 <= high
    assert (covered / 200 >= 0.915).all()
    assert (covered / 200 <= 0.985).all()
