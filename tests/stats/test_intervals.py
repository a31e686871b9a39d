"""Wilson intervals: known values and limits; their coverage is in test_coverage."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.stats.intervals import half_width, wilson_interval

EXPERIMENTS = 20_000


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # worked by hand from the formula with z = 1.959964
        (50, 100, 0.40383, 0.59617),
        (1, 10, 0.01788, 0.40415),
        (0, 20, 0.0, 0.16113),
        (20, 20, 0.83887, 1.0),
    ],
)
def test_known_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_no_games_say_nothing() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_many_rates_at_once_equal_one_at_a_time() -> None:
    wins, games = np.array([0, 3, 50, 0, 7]), np.array([10, 10, 100, 0, 7])
    low, high = wilson_interval(wins, games)
    each = [wilson_interval(int(w), int(g)) for w, g in zip(wins, games, strict=True)]
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == each


@given(st.integers(1, 100_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_interval_holds_the_rate_seen_and_stays_between_0_and_1(result: tuple[int, int]) -> None:
    wins, games = result
    low, high = wilson_interval(wins, games)
    assert 0.0 <= low <= wins / games <= high <= 1.0
    assert low < high


@given(st.integers(0, 500), st.integers(1, 500))
def test_wins_and_losses_are_mirror_images(wins: int, losses: int) -> None:
    low, high = wilson_interval(wins, wins + losses)
    mirrored_low, mirrored_high = wilson_interval(losses, wins + losses)
    assert (1 - mirrored_high, 1 - mirrored_low) == pytest.approx((low, high), abs=1e-12)


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_more_games_make_the_interval_narrower(rate: float, games: int) -> None:
    assert half_width(rate, games + 1) < half_width(rate, games)


def test_coverage_follows_the_confidence_asked_for() -> None:
    wins = np.random.default_rng(4711).binomial(1000, 0.3, EXPERIMENTS)
    low, high = wilson_interval(wins, 1000, confidence=0.8)
    assert np.mean((low <= 0.3) & (high >= 0.3)) == pytest.approx(0.8, abs=0.015)
