"""Verdicts about two sides: their words and numbers against definitions, and their promises by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import multivariate_normal, norm

from sim.stats.paired import Pairs, paired_gain
from sim.stats.paired_stopping import (
    CLEAR_CONFIDENCE,
    LEAST_PAIRS,
    LOOKS,
    clear_looks,
    next_clear_look,
    next_narrow_look,
    paired_half_width,
    pairs_needed,
)
from sim.stats.stopping import FIRST_LOOK, SEQUENTIAL_CONFIDENCE
from sim.stats.verdict import (
    SMALL_DIFFERENCE,
    correlation,
    discordance,
    each_of,
    games_to_tell,
    judge,
    mean_difference,
    unpaired_games,
)

NONE_YET = Pairs(games=0, both=0, lost=0, won=0)
SHARES = [(0.001, 0.001), (0.01, 0.01), (0.1, 0.1), (0.3, 0.3)]
"""Shares of games that only B and only A wins, for equal sides: hardly any to most of them."""


@st.composite
def some_pairs(draw: st.DrawFn) -> Pairs:
    """Pairs of any table, one game at least."""
    both, lost, won, neither = (draw(st.integers(0, 3000)) for _ in range(4))
    return Pairs(both + lost + won + neither + 1, both, lost, won)


def more(pairs: Pairs, games: int, lost: float, won: float, chance: np.random.Generator) -> Pairs:
    """The pairs after some more games; all that both win or lose count as won by both."""
    both, b, a = chance.multinomial(games, [1 - lost - won, lost, won])
    return Pairs(pairs.games + games, pairs.both + int(both), pairs.lost + int(b), pairs.won + int(a))


# Verdicts -------------------------------------------------------------------------------------------------------------
@given(some_pairs())
def test_a_side_wins_more_if_the_interval_is_all_on_its_side(pairs: Pairs) -> None:
    verdict = judge(pairs)
    assert (verdict.gain, verdict.low, verdict.high) == paired_gain([pairs])
    assert (verdict.winner == "a") == (verdict.low > 0)
    assert (verdict.winner == "b") == (verdict.high < 0)
    assert (verdict.games_needed is None) == (verdict.size is None) == (verdict.winner is not None)


@given(some_pairs())
def test_the_other_way_round_it_is_the_other_side(pairs: Pairs) -> None:
    turned = judge(Pairs(pairs.games, pairs.both, pairs.won, pairs.lost))
    verdict = judge(pairs)
    assert {verdict.winner, turned.winner} in ({"a", "b"}, {None})
    assert turned.games_needed == verdict.games_needed
    assert turned.most == pytest.approx(verdict.most)


def test_a_difference_of_some_size_is_told_by_games_for_that_size() -> None:
    pairs = Pairs(games=1000, both=400, lost=60, won=75)
    verdict = judge(pairs)
    assert verdict.size == pytest.approx(0.015)
    assert verdict.games_needed == games_to_tell(136 / 1002, verdict.size) - 1000


def test_a_difference_less_than_its_error_is_spoken_of_as_one_point() -> None:
    verdict = judge(Pairs(games=1000, both=400, lost=60, won=62))
    assert verdict.size == SMALL_DIFFERENCE
    assert verdict.games_needed == games_to_tell(123 / 1002, SMALL_DIFFERENCE) - 1000
    assert verdict.most == verdict.high > abs(verdict.low)


def test_games_that_would_have_told_a_point_need_no_more() -> None:
    verdict = judge(Pairs(games=100_000, both=80_000, lost=4000, won=4010))
    assert (verdict.winner, verdict.games_needed) == (None, 0)
    assert verdict.most < SMALL_DIFFERENCE


def test_games_to_tell_is_the_textbook_sample_size() -> None:
    # (z_0.975 + z_0.8)^2 (discordance - size^2) / size^2
    expected = (1.959964 + 0.841621) ** 2 * (0.2 - 0.03**2) / 0.03**2
    assert games_to_tell(0.2, 0.03) == math.ceil(expected)
    assert games_to_tell(0.2, 0.03, confidence=0.99) > games_to_tell(0.2, 0.03) > games_to_tell(0.2, 0.03, power=0.5)
    assert games_to_tell(0.001, 0.01) == games_to_tell(0.01, 0.01)


@pytest.mark.parametrize(("lost", "won"), [(0.05, 0.08), (0.2, 0.25), (0.01, 0.02)])
def test_the_games_said_to_tell_a_difference_tell_it_four_times_in_five(lost: float, won: float) -> None:
    games = games_to_tell(lost + won, won - lost)
    chance = np.random.default_rng(11)
    told = [judge(more(NONE_YET, games, lost, won, chance)).winner == "a" for _ in range(3000)]
    assert np.mean(told) == pytest.approx(0.8, abs=0.035)


@pytest.mark.parametrize("share", SHARES)
def test_equal_sides_are_told_apart_in_at_most_five_percent(share: tuple[float, float]) -> None:
    chance = np.random.default_rng(12)
    wrong = [judge(more(NONE_YET, 2000, *share, chance)).winner is not None for _ in range(4000)]
    # three standard errors of 4,000 experiments
    assert np.mean(wrong) <= 0.05 + 3 * 0.0035


# What pairs are worth -------------------------------------------------------------------------------------------------
def test_correlation_and_the_worth_of_pairs_are_those_of_the_games() -> None:
    chance = np.random.default_rng(3)
    luck = chance.normal(size=4000)
    a, b = luck + chance.normal(size=4000) > 0.3, luck + chance.normal(size=4000) > 0.5
    pairs = Pairs(4000, int((a & b).sum()), int((b & ~a).sum()), int((a & ~b).sum()))
    assert correlation(pairs) == pytest.approx(np.corrcoef(a, b)[0, 1])
    worth = (a.var() + b.var()) / (a.astype(int) - b).var()
    assert unpaired_games(pairs) == round(4000 * worth)
    assert discordance(pairs) == ((a != b).sum() + 1) / 4002


def test_sides_that_never_differ_have_no_worth_of_pairs() -> None:
    assert correlation(Pairs(games=10, both=10, lost=0, won=0)) is None
    assert correlation(Pairs(games=10, both=0, lost=0, won=10)) is None
    assert unpaired_games(Pairs(games=10, both=5, lost=0, won=0)) is None
    assert unpaired_games(Pairs(games=10, both=0, lost=0, won=10)) is None


def test_a_mean_difference_has_the_interval_of_a_mean() -> None:
    values = np.random.default_rng(4).integers(-9, 10, size=500)
    mean, low, high = mean_difference(int(values.sum()), int((values**2).sum()), 500)
    assert mean == pytest.approx(values.mean())
    assert (high - low) / 2 == pytest.approx(1.959964 * values.std(ddof=1) / math.sqrt(500))
    assert mean_difference(3, 9, 1) == (3, -math.inf, math.inf)


def test_intervals_that_shall_hold_together_share_the_error() -> None:
    assert [round(1 - each_of(family), 6) for family in (0, 1, 5)] == [0.05, 0.05, 0.01]


# Until it is narrow ---------------------------------------------------------------------------------------------------
@given(some_pairs(), st.sampled_from([0.002, 0.01, 0.05]))
def test_pairs_needed_are_just_enough(pairs: Pairs, within: float) -> None:
    needed = pairs_needed(pairs, within)
    spread = (pairs.won + pairs.lost - (pairs.won - pairs.lost) ** 2 / (pairs.games + 2)) / pairs.games
    halves = [norm.ppf(0.9775) * math.sqrt((spread * games + 1) / (games + 2) ** 2) for games in (needed, needed - 1)]
    assert halves[0] <= within * (1 + 1e-9)
    assert needed == 1 or halves[1] > within * (1 - 1e-9)


@given(some_pairs(), st.sampled_from([0.002, 0.01, 0.05]))
def test_the_next_look_is_a_little_to_twice_as_far_or_the_rule_stops(pairs: Pairs, within: float) -> None:
    look = next_narrow_look(pairs, within)
    if pairs.games < FIRST_LOOK:
        assert look == FIRST_LOOK
    elif paired_half_width(pairs, SEQUENTIAL_CONFIDENCE) <= within:
        assert look == pairs.games
    else:
        assert 1.05 * pairs.games <= look <= 2 * pairs.games


@pytest.mark.parametrize("within", [0.01, 0.03])
def test_the_narrow_interval_covers_the_difference(within: float) -> None:
    chance = np.random.default_rng(13)
    covered = []
    for lost, won in [*SHARES, (0.002, 0.01), (0.05, 0.1), (0.1, 0.4), (0.0, 0.01)]:
        count = 0
        for _ in range(1500):
            pairs = NONE_YET
            while (look := next_narrow_look(pairs, within)) > pairs.games:
                pairs = more(pairs, look - pairs.games, lost, won, chance)
            _, low, high = paired_gain([pairs], SEQUENTIAL_CONFIDENCE)
            assert (high - low) / 2 <= within * (1 + 1e-9)
            count += low <= won - lost <= high
        covered.append(count / 1500)
    assert np.mean(covered) >= 0.95
    # three standard errors of one experiment
    assert min(covered) >= 0.945 - 3 * 0.006


# Until it is clear ----------------------------------------------------------------------------------------------------
def clear_run(most: int, lost: float, won: float, chance: np.random.Generator) -> Pairs:
    """Pairs that the rule plays."""
    pairs = NONE_YET
    while (look := next_clear_look(pairs, most)) > pairs.games:
        pairs = more(pairs, look - pairs.games, lost, won, chance)
    return pairs


def test_the_confidence_of_a_look_makes_all_looks_together_err_in_five_percent() -> None:
    """The boundary c with P(no |Z_k| > c) = 95%, for statistics at games that double from look to look."""
    games = 2.0 ** np.arange(LOOKS)
    correlations = np.sqrt(np.minimum.outer(games, games) / np.maximum.outer(games, games))
    looks = multivariate_normal(np.zeros(LOOKS), correlations, seed=1, abseps=1e-5)
    bound = brentq(lambda c: looks.cdf([c] * LOOKS, lower_limit=[-c] * LOOKS) - 0.95, 2, 3, xtol=1e-3)
    exact = 2 * norm.cdf(bound) - 1
    assert exact - 2e-4 <= CLEAR_CONFIDENCE <= exact + 4e-4


@given(st.integers(1, 10**7))
def test_looks_double_and_end_with_all_games(most: int) -> None:
    looks = clear_looks(most)
    assert looks[-1] == most
    assert len(looks) <= LOOKS
    assert all(look >= LEAST_PAIRS for look in looks[:-1])
    assert all(2 * one - 1 <= other <= 2 * one for one, other in zip(looks, looks[1:]))
    assert most < 32 * LEAST_PAIRS or len(looks) == LOOKS


@pytest.mark.parametrize("most", [20, 300, 20_000])
@pytest.mark.parametrize("share", SHARES)
def test_equal_sides_are_declared_different_in_at_most_five_percent(share: tuple[float, float], most: int) -> None:
    chance = np.random.default_rng(14)
    wrong = [judge(clear_run(most, *share, chance), CLEAR_CONFIDENCE).winner is not None for _ in range(2000)]
    # three standard errors of 2,000 experiments
    assert np.mean(wrong) <= 0.05 + 3 * 0.005


def test_ninety_five_percent_at_each_look_would_not_keep_that_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.stats.paired_stopping.CLEAR_CONFIDENCE", 0.95)
    chance = np.random.default_rng(15)
    wrong = [judge(clear_run(20_000, 0.1, 0.1, chance)).winner is not None for _ in range(1000)]
    assert np.mean(wrong) > 0.15


def test_an_interruption_between_looks_costs_nothing() -> None:
    chance = np.random.default_rng(16)
    wrong = 0
    for _ in range(2000):
        end = int(chance.integers(100, 20_000))
        pairs = NONE_YET
        while (look := next_clear_look(pairs, 20_000)) > pairs.games < end:
            pairs = more(pairs, min(look, end) - pairs.games, 0.15, 0.15, chance)
        wrong += judge(pairs, CLEAR_CONFIDENCE).winner is not None
    assert wrong / 2000 <= 0.05


@pytest.mark.parametrize(("lost", "won"), [(0.1, 0.3), (0.1, 0.12), (0.1, 0.105)])
def test_whatever_the_look_the_interval_covers_the_difference(lost: float, won: float) -> None:
    chance = np.random.default_rng(17)
    runs = [clear_run(20_000, lost, won, chance) for _ in range(1500)]
    ends = [paired_gain([pairs], CLEAR_CONFIDENCE)[1:] for pairs in runs]
    assert np.mean([low <= won - lost <= high for low, high in ends]) >= 0.95 - 3 * 0.0056


def test_large_differences_are_clear_early_and_small_ones_take_all_games() -> None:
    chance = np.random.default_rng(18)
    assert {clear_run(20_000, 0.05, 0.35, chance).games for _ in range(50)} == {625}
    assert clear_run(20_000, 0.1, 0.1, chance).games == 20_000
    early = [clear_run(20_000, 0.10, 0.14, chance) for _ in range(200)]
    assert all(judge(pairs, CLEAR_CONFIDENCE).winner == "a" for pairs in early)
    assert np.mean([pairs.games for pairs in early]) < 5000
