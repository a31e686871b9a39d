"""The sequential rule: it ends, it reaches the width asked for, and its interval keeps its promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.stats.intervals import half_width, wilson_interval
from sim.stats.stopping import FIRST_LOOK, SEQUENTIAL_CONFIDENCE, games_needed, next_look

EXPERIMENTS = 4_000
RATES = (0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.9, 0.98)
WIDTHS = (0.005, 0.01, 0.02, 0.05)


def play(rate: float, within: float, chance: np.random.Generator) -> tuple[int, int]:
    """Games won and played by the rule when each game is won with chance ``rate``."""
    wins = games = 0
    while (look := next_look(wins, games, within)) > games:
        wins += int(chance.binomial(look - games, rate))
        games = look
    return wins, games


@given(st.integers(0, 20_000), st.integers(1, 20_000), st.sampled_from(WIDTHS))
def test_the_next_look_is_a_little_to_twice_as_far_or_the_rule_stops(wins: int, losses: int, within: float) -> None:
    games = wins + losses
    look = next_look(wins, games, within)
    if games < FIRST_LOOK:
        assert look == FIRST_LOOK
    elif half_width(wins / games, games, SEQUENTIAL_CONFIDENCE) <= within:
        assert look == games
    else:
        assert 1.05 * games <= look <= 2 * games


@given(st.floats(0, 1), st.sampled_from(WIDTHS))
def test_games_needed_are_just_enough(rate: float, within: float) -> None:
    games = games_needed(rate, within)
    assert half_width(rate, games, SEQUENTIAL_CONFIDENCE) <= within * (1 + 1e-9)
    assert games == 1 or half_width(rate, games - 1, SEQUENTIAL_CONFIDENCE) > within * (1 - 1e-9)


@pytest.mark.parametrize("within", WIDTHS)
def test_the_interval_is_as_narrow_as_asked_for_and_not_much_more(within: float) -> None:
    wins, games = play(0.4, within, np.random.default_rng(7))
    low, high = wilson_interval(wins, games, SEQUENTIAL_CONFIDENCE)
    assert (high - low) / 2 <= within
    assert games <= 1.1 * max(games_needed(0.5, within), FIRST_LOOK)


def test_coverage_is_at_least_94_5_percent_and_95_on_average() -> None:
    """Widths and rates as ``sim.stats.stopping`` states them; 4,000 experiments tell a share to 0.35 points."""
    chance = np.random.default_rng(4711)
    covered = []
    for rate in RATES:
        for within in WIDTHS:
            results = np.array([play(rate, within, chance) for _ in range(EXPERIMENTS)])
            low, high = wilson_interval(results[:, 0], results[:, 1], SEQUENTIAL_CONFIDENCE)
            covered.append(np.mean((low <= rate) & (rate <= high)))
    assert np.mean(covered) >= 0.95
    # three standard errors of one experiment below the bound
    assert min(covered) >= 0.945 - 3 * 0.0035
    assert np.mean(np.array(covered) >= 0.945) > 0.9
