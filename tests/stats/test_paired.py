"""Paired gains: values worked out by hand; the coverage of their intervals is in test_coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.stats.paired import Pairs, exact_p_value, paired_bootstrap, paired_gain


def test_rates_and_gain_of_one_set_up() -> None:
    pairs = Pairs(games=98, both=40, lost=10, won=20)
    assert (pairs.before, pairs.after) == (50 / 98, 60 / 98)
    gain, low, high = paired_gain([pairs])
    assert (low + high) / 2 == pytest.approx(10 / 100)
    # b + c + 1 = 31, (c - b)^2 / 100 = 1, all over 100^2
    assert gain == pytest.approx(10 / 98)
    assert (high - low) / 2 == pytest.approx(1.959964 * math.sqrt(30 / 100**2), rel=1e-6)


def test_set_ups_count_alike() -> None:
    cells = [Pairs(games=10, both=0, lost=0, won=5), Pairs(games=1000, both=500, lost=100, won=0)]
    assert paired_gain(cells)[0] == pytest.approx((0.5 - 0.1) / 2)


def test_no_difference_seen_is_none_proved() -> None:
    gain, low, high = paired_gain([Pairs(games=50, both=20, lost=0, won=0)])
    assert (gain, low) == (0, -high)
    assert high > 0


def test_pairs_are_counted_from_the_games() -> None:
    before, after = [1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 1, 1, 1, 0]
    assert Pairs.of(before, after) == Pairs(games=7, both=1, lost=2, won=3)


@pytest.mark.parametrize(("lost", "won"), [(0, 0), (0, 6), (3, 9), (5, 5), (40, 61), (700, 560)])
def test_the_exact_p_value_is_that_of_a_fair_coin(lost: int, won: int) -> None:
    thrown = lost + won
    tail = sum(math.comb(thrown, k) for k in range(min(lost, won) + 1)) * 2 / 2**thrown
    assert exact_p_value(lost, won) == pytest.approx(min(tail, 1.0))
    assert Pairs(2000, 0, lost, won).p_value == exact_p_value(won, lost)


def test_a_bootstrap_of_means_agrees_with_the_standard_error() -> None:
    chance = np.random.default_rng(2)
    luck = chance.normal(size=600)
    one, other = luck + 0.3 * chance.normal(size=600) + 0.1, luck + 0.3 * chance.normal(size=600)
    difference, low, high = paired_bootstrap(one, other)
    error = (one - other).std() / math.sqrt(600)
    assert difference == pytest.approx((one - other).mean())
    assert (difference - low, high - difference) == pytest.approx((1.96 * error, 1.96 * error), rel=0.08)
    assert (difference, low, high) == paired_bootstrap(one, other)
    assert (difference, low, high) != paired_bootstrap(one, other, seed=2)


def test_a_bootstrap_takes_the_statistic_of_each_cell() -> None:
    one, other = np.array([[1, 10], [2, 20], [9, 90]]), np.zeros((3, 1))
    assert paired_bootstrap(one, other, np.median, repeats=10)[0] == (2 + 20) / 2
    assert paired_bootstrap(one, other, np.max, repeats=10)[0] == (9 + 90) / 2
