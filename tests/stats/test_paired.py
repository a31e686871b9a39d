"""Paired gains: values worked out by hand, and the coverage of their interval by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.stats.paired import Pairs, paired_gain


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


@pytest.mark.parametrize(("games", "cells"), [(80, 1), (400, 1), (60, 8)])
@pytest.mark.parametrize(("lost", "won"), [(0.02, 0.02), (0.05, 0.12), (0.2, 0.3)])
def test_the_interval_covers_the_gain(games: int, cells: int, lost: float, won: float) -> None:
    chance = np.random.default_rng(5)
    counts = chance.multinomial(games, [0.4, lost, won, 0.6 - lost - won], size=(2000, cells))
    covered = 0
    for run in counts:
        _, low, high = paired_gain([Pairs(games, int(both), int(b), int(c)) for both, b, c, _ in run])
        covered += low <= won - lost <= high
    assert covered / 2000 > 0.935
