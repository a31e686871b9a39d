"""The difficulty curve and its inversion: planted difficulties are found, and intervals keep their promise."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.content.load import load_content
from sim.stats.difficulty import EASIEST, HARDEST, Curve, Equivalent, equivalent_difficulty, place_on
from sim.stats.logit import chance
from tests.stats.common_luck import games_won

OFFICIAL = np.array(
    sorted([0, *(level.difficulty for adversary in load_content().adversaries.values() for level in adversary.levels)]),
    float,
)
"""Official difficulties of no adversary and of every level of the core box."""
TRUE = np.array([1.0, -0.45, -0.03])
"""Logit of a win: constant, and factors of the difficulty and its square."""


def logit(difficulty: Any, curve: Any = TRUE) -> Any:
    return curve[0] + curve[1] * np.asarray(difficulty, float) + curve[2] * np.asarray(difficulty, float) ** 2


def experiment(
    true: float,
    seed: int,
    games: int = 400,
    share: int = 100,
    curve: Any = TRUE,
    scatter: float = 0.0,
    draws: int = 200,
) -> tuple[Curve, Equivalent]:
    """A set-up of a true difficulty and the levels, all under one seed."""
    off = np.random.default_rng(5).normal(0, scatter, len(OFFICIAL))
    logits = np.append(logit(OFFICIAL, curve) + off, logit(true, curve))
    won = games_won(logits, games, seed, played=[*[share] * len(OFFICIAL), games])
    return equivalent_difficulty(OFFICIAL, won[:-1], won[-1], draws)


def holds(found: Equivalent, true: float) -> bool:
    return (found.low is None or found.low <= true) and (found.high is None or true <= found.high)


def test_the_scale_is_that_of_the_core_box() -> None:
    assert (len(OFFICIAL), OFFICIAL.min(), OFFICIAL.max()) == (22, EASIEST, HARDEST)


# at the very ends of the scale rounding decides on which side of them a logit lies
@given(st.floats(-3, 3), st.floats(0.01, 2), st.floats(0, 0.2), st.floats(EASIEST + 0.001, HARDEST - 0.001))
def test_a_place_on_the_curve_has_the_logit_asked_for(constant: float, fall: float, bend: float, place: float) -> None:
    for curve in (np.array([constant, -fall, -bend]), np.array([constant, -fall, fall / (2 * HARDEST) / 1.01])):
        assert place_on(curve, float(logit(place, curve))) == pytest.approx(place, abs=1e-5)
        assert place_on(curve, float(logit(EASIEST, curve)) + 0.1) == -math.inf
        assert place_on(curve, float(logit(HARDEST, curve)) - 0.1) == math.inf
    assert math.isnan(place_on(np.array([constant, 0.0, 0.0]), constant))


@pytest.mark.parametrize("true", [0.6, 3.0, 6.0])
def test_a_planted_difficulty_is_found_by_many_games(true: float) -> None:
    curve, found = experiment(true, 1, games=20_000, share=5_000)
    assert found.value == pytest.approx(true, abs=0.2)
    assert holds(found, true)
    assert found.high is not None and found.low is not None and found.high - found.low < 0.4
    assert curve.rate(OFFICIAL) == pytest.approx(chance(logit(OFFICIAL)), abs=0.01)
    assert found.words == f"{found.value:.1f} (95% interval {found.low:.1f} to {found.high:.1f})"


def coverage(true: float, experiments: int, draws: int, games: int = 400) -> float:
    return float(np.mean([holds(experiment(true, 100 + n, games, draws=draws)[1], true) for n in range(experiments)]))


def test_intervals_cover_the_planted_difficulty() -> None:
    # three standard errors of 90 experiments are 7 points
    assert np.mean([coverage(true, 30, 120) for true in (0.0, 2.5, 5.0)]) >= 0.88


@pytest.mark.slow
@pytest.mark.parametrize("true", [0.0, 0.5, 2.5, 5.0, 7.5, 11.0])
def test_intervals_cover_in_at_least_94_of_100_experiments(true: float) -> None:
    assert coverage(true, 400, 500) >= 0.94 - 3 * 0.012


def test_more_games_of_the_curve_make_the_interval_narrower() -> None:
    widths = []
    for share in (50, 800):
        _, found = experiment(3.0, 1, games=3200, share=share)
        assert found.high is not None and found.low is not None
        widths.append(found.high - found.low)
    # the curve's own uncertainty is in it
    assert widths[0] > 1.5 * widths[1]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=22, max_size=22), st.integers(0, 30))
def test_the_curve_never_rises_whatever_was_won(wins: list[int], asked: int) -> None:
    won = (np.arange(30) < np.array(wins)[:, None]).astype(int)
    curve, found = equivalent_difficulty(OFFICIAL, won, (np.arange(30) < asked).astype(int), draws=40)
    rates = curve.rate(np.linspace(EASIEST, HARDEST, 50))
    assert (np.diff(rates) <= 1e-9).all()
    for number in (found.value, found.low, found.high):
        assert number is None or EASIEST <= number <= HARDEST
    if found.value is not None and found.low is not None and found.high is not None:
        assert found.low <= found.high


def test_beyond_the_scale_there_is_a_side_and_a_bound_and_no_number() -> None:
    gentle = np.array([0.5, -0.2, 0.0])
    easier = experiment(-8.0, 1, games=1000, share=300, curve=gentle)[1]
    assert (easier.value, easier.low, easier.side) == (None, None, "below")
    assert easier.words.startswith("below 0")
    harder = experiment(20.0, 1, games=1000, share=300, curve=gentle)[1]
    assert (harder.value, harder.high, harder.side) == (None, None, "above")
    assert harder.words.startswith("above 11")
    near = experiment(11.3, 2, games=300, share=100, curve=gentle)[1]
    assert near.value is None or near.high is None
    assert near.low is not None and near.low < 11


def test_no_game_won_gives_a_bound_only() -> None:
    found = experiment(11.0, 1, games=100)[1]
    assert (found.value, found.high) == (None, None)
    assert found.low is not None and 3 < found.low < 9
    assert found.words.endswith(f"at least {found.low:.1f} (95% confidence)")


def test_every_game_won_gives_a_bound_only() -> None:
    easy = np.array([4.0, -0.4, 0.0])
    won = games_won(logit(OFFICIAL, easy), 100, 1)
    found = equivalent_difficulty(OFFICIAL, won, np.ones(100))[1]
    assert (found.value, found.low) == (None, None)
    assert found.high is not None and 0 < found.high < 6
    assert f"at most {found.high:.1f}" in found.words


def test_nothing_won_against_anybody_tells_nothing() -> None:
    found = equivalent_difficulty(OFFICIAL, np.zeros((22, 100)), np.zeros(100))[1]
    assert found.value is None
    assert (found.low, found.high) == (None, None) or found.low == pytest.approx(EASIEST, abs=0.5)


def test_scatter_among_levels_is_told_and_none_is_made_up() -> None:
    line = np.array([1.5, -0.4, 0.0])
    made_up = experiment(3.0, 1, games=2000, share=1000, curve=line)[0].scatter
    found = experiment(3.0, 1, games=2000, share=1000, curve=line, scatter=0.6)[0].scatter
    off = np.random.default_rng(5).normal(0, 0.6, len(OFFICIAL)).std() / 0.4
    assert made_up < 0.25
    assert found == pytest.approx(off, rel=0.35)


def test_levels_that_scatter_count_alike_however_well_they_are_known() -> None:
    # two adversaries, one a logit easier: the curve runs between them at every difficulty
    line = np.array([2.0, -0.6, 0.0])
    official = np.repeat(np.arange(0.0, 9.0), 2)
    logits = logit(official, line) + np.tile([0.7, -0.7], 9)
    won = games_won(logits, 4000, 3)
    curve, _ = equivalent_difficulty(official, won, won[0], draws=20)
    assert np.abs(np.log(curve.rate(official) / (1 - curve.rate(official))) - logit(official, line)).max() < 0.4


def test_no_adversary_is_difficulty_0_whatever_the_others_do() -> None:
    # all levels are much harder than a line from no adversary would have them
    logits = logit(OFFICIAL, np.array([1.0, -0.3, 0.0])) - 1.0 * (OFFICIAL > 0)
    logits = logits + np.random.default_rng(1).normal(0, 0.5, len(OFFICIAL)) * (OFFICIAL > 0)
    won = games_won(np.append(logits, 1.0), 2000, 3)
    curve, found = equivalent_difficulty(OFFICIAL, won[:-1], won[-1])
    assert curve.rate(0) == pytest.approx(chance(1.0), abs=0.03)
    assert found.high is not None and found.high < 0.6


def test_the_same_games_give_the_same_interval() -> None:
    assert experiment(3.0, 4)[1] == experiment(3.0, 4)[1]


def test_a_curve_needs_three_difficulties_and_a_game() -> None:
    with pytest.raises(ValueError, match="at least 3 official difficulties"):
        equivalent_difficulty(np.array([0.0, 1.0, 1.0, 2.0]), np.array([[1], [0], [0], [-1]]), np.ones(1))
    with pytest.raises(ValueError, match="no game of the set-up"):
        equivalent_difficulty(np.arange(3.0), np.ones((3, 2)), -np.ones(2))
