"""Rankings: steps and letters against their definitions, errors at most at the level by simulation, and real finds."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from sim.stats.paired import exact_p_value
from sim.stats.ranking import (
    adjusted_p_values,
    compare_rates,
    comparisons,
    ranking,
    ranks,
    tie_letters,
    too_close,
)
from tests.stats.test_coverage import correlated_wins

EXPERIMENTS = 2000
LEVEL = 0.05
NOISE = 2.0 * math.sqrt(LEVEL * (1.0 - LEVEL) / EXPERIMENTS)
"""Two standard errors of a share of experiments at the level."""


def decided_pairs(wins: Any) -> Any:
    """Matrix of the pairs that are told apart, without tables: the same numbers as ``comparisons``, but quick."""
    won = wins.astype(float)
    both = won.T @ won
    only = np.diag(both)[:, None] - both
    first, second = np.triu_indices(wins.shape[1], 1)
    decided = np.zeros_like(both, dtype=bool)
    p_values = exact_p_value(only[first, second], only[second, first])
    decided[first, second] = adjusted_p_values(p_values, wins.shape[1]) <= LEVEL
    return (decided | decided.T) & (only > only.T)


# --- definitions


def test_steps_for_four_items_by_hand() -> None:
    # 4 items have 6, 3, 2, 1 or 0 equal pairs: 6 of all, 3 of three, 2 of two and two, 1 of two
    p_values = [0.04, 0.001, 0.01, 0.012, 0.02, 0.03]
    assert adjusted_p_values(p_values, 4) == pytest.approx([0.06, 0.006, 0.03, 0.036, 0.06, 0.06])


def most_equal(items: int, differ: int) -> int:
    """Most pairs that are equal when at least so many differ, by going through all ways to part the items."""

    def parted(left: int, largest: int) -> list[list[int]]:
        if left == 0:
            return [[]]
        return [[k, *rest] for k in range(min(left, largest), 0, -1) for rest in parted(left - k, k)]

    pairs = math.comb(items, 2)
    equal = [sum(math.comb(k, 2) for k in parts) for parts in parted(items, items)]
    return max(count for count in equal if pairs - count >= differ)


@pytest.mark.parametrize("items", [2, 3, 5, 8, 13])
def test_steps_follow_from_the_ways_items_can_be_equal(items: int) -> None:
    pairs = math.comb(items, 2)
    p_values = np.linspace(1e-6, 2e-6, pairs)
    expected = np.maximum.accumulate([most_equal(items, n) * p for n, p in enumerate(p_values)])
    assert adjusted_p_values(p_values, items) == pytest.approx(expected)


@given(st.lists(st.floats(0.0, 1.0), min_size=10, max_size=10))
def test_adjusted_p_values_lie_between_their_own_and_holms(p_values: list[float]) -> None:
    found = adjusted_p_values(p_values, 5)
    order = np.argsort(p_values, kind="stable")
    holm = np.empty(10)
    holm[order] = np.minimum(np.maximum.accumulate(np.array(p_values)[order] * np.arange(10, 0, -1)), 1.0)
    assert (found >= np.array(p_values)).all()
    assert (found <= holm + 1e-12).all()
    assert (np.diff(found[order]) >= 0.0).all()


@given(st.integers(1, 9), st.data())
def test_two_items_share_a_letter_exactly_if_they_are_not_told_apart(items: int, data: st.DataObject) -> None:
    differ = np.zeros((items, items), dtype=bool)
    for one, other in combinations(range(items), 2):
        differ[one, other] = differ[other, one] = data.draw(st.booleans())
    letters = tie_letters(differ)
    assert all(letters)
    for one, other in combinations(range(items), 2):
        assert bool(set(letters[one]) & set(letters[other])) == (not differ[one, other])
    # no letter says only what another one says already
    holders = {letter: {n for n in range(items) if letter in letters[n]} for letter in set("".join(letters))}
    assert not any(holders[a] <= holders[b] for a in holders for b in holders if a != b)


def test_letters_run_from_the_best_on() -> None:
    chain = np.abs(np.subtract.outer(range(6), range(6))) > 1
    assert tie_letters(chain) == ["a", "ab", "bc", "cd", "de", "e"]
    assert tie_letters(np.zeros((3, 3))) == ["a", "a", "a"]
    assert tie_letters(~np.eye(3, dtype=bool)) == ["a", "b", "c"]


def test_ranks_follow_from_the_pairs_told_apart() -> None:
    wins = np.zeros((100, 4), dtype=bool)
    for item, won in enumerate((20, 80, 78, 24)):
        wins[:won, item] = True
    table = ranking(wins, ["owl", "fox", "elk", "bat"])
    assert list(table.index) == ["fox", "elk", "bat", "owl"]
    assert table["rank_low"].tolist() == [1, 1, 3, 3]
    assert table["rank_high"].tolist() == [2, 2, 4, 4]
    assert table["ties"].tolist() == ["a", "a", "b", "b"]
    assert table["rate"].tolist() == [0.8, 0.78, 0.24, 0.2]
    assert (table["games"] == 100).all()
    assert (table["low"] < table["rate"]).all() and (table["rate"] < table["high"]).all()
    assert too_close(comparisons(wins, ["owl", "fox", "elk", "bat"])) == [("fox", "elk"), ("bat", "owl")]


def test_pairs_have_the_exact_p_value_and_the_interval_of_paired_games() -> None:
    chance = np.random.default_rng(1)
    wins = correlated_wins(chance, [0.5, 0.6, 0.7], 300, 0.5)
    table = comparisons(wins)
    for (better, worse), row in table.iterrows():
        won, lost = (wins[:, better] & ~wins[:, worse]).sum(), (wins[:, worse] & ~wins[:, better]).sum()
        assert row["p_value"] == pytest.approx(exact_p_value(lost, won))
        assert row["points"] == pytest.approx((won - lost) / 300)
        variance = (won + lost + 1 - (won - lost) ** 2 / 302) / 302**2
        assert row["high"] - row["low"] == pytest.approx(2 * 1.959964 * math.sqrt(variance))
    found = {tuple(sorted(pair)) for pair in table.index[table["decided"]]}
    assert found == {tuple(sorted(pair)) for pair in np.argwhere(decided_pairs(wins)).tolist()}


def test_games_of_their_own_are_compared_by_the_score_test() -> None:
    one, other = np.arange(200) < 120, np.arange(300) < 150
    row = comparisons([one, other]).iloc[0]
    z = (0.6 - 0.5) / math.sqrt(0.54 * 0.46 * (1 / 200 + 1 / 300))
    assert row["p_value"] == pytest.approx(2 * norm.sf(z))
    assert ranking([one, other])["ties"].tolist() == ["a", "b"]
    assert ranking([one, other])["games"].tolist() == [200, 300]


def test_items_that_all_win_or_all_lose_are_tied() -> None:
    for value in (True, False):
        assert ranking(np.full((50, 3), value))["ties"].tolist() == ["a"] * 3
        assert ranking([np.full(50, value)] * 3)["ties"].tolist() == ["a"] * 3
        assert compare_rates([float(value)] * 3, np.zeros((50, 3)))["p_value"].tolist() == [1.0] * 3


def test_one_item_is_first_and_none_are_refused() -> None:
    owl = ranking(np.ones((5, 1), dtype=bool), ["owl"]).loc["owl"]
    assert owl[["rank_low", "rank_high", "ties"]].tolist() == [1, 1, "a"]
    for nothing in (np.ones((5, 0), dtype=bool), np.ones((0, 2), dtype=bool), [], [np.ones(3), np.ones(0)]):
        with pytest.raises(ValueError, match="at least one game"):
            comparisons(nothing)


# --- promises


@pytest.mark.parametrize("shared", [0.0, 0.8])
@pytest.mark.parametrize(
    "rates",
    [
        # all equal, in the middle and at the edge; two groups of equals far apart; pairs of equals near each other; and
        # none equal, where only a wrong direction is an error
        [0.5] * 6,
        [0.97] * 6,
        [0.85] * 4 + [0.3] * 4,
        [0.5, 0.5, 0.55, 0.55, 0.6, 0.6],
        [0.5, 0.503, 0.506, 0.509],
    ],
)
def test_any_pair_is_called_wrongly_at_most_at_the_level(rates: list[float], shared: float) -> None:
    chance = np.random.default_rng(21)
    better = np.subtract.outer(rates, rates) > 0.0
    wrong = sum((decided_pairs(correlated_wins(chance, rates, 250, shared)) & ~better).any() for _ in range(400))
    assert wrong / 400 <= LEVEL + 2.0 * math.sqrt(LEVEL * (1.0 - LEVEL) / 400)


def test_the_level_is_kept_and_nearly_used_up_with_many_experiments() -> None:
    """The exact test is careful with few games, so the share stays below the level; a tenth of it would be a waste."""
    chance = np.random.default_rng(22)
    wrong = sum(decided_pairs(correlated_wins(chance, [0.5] * 5, 400, 0.3)).any() for _ in range(EXPERIMENTS))
    assert LEVEL / 3 <= wrong / EXPERIMENTS <= LEVEL + NOISE


def test_single_tests_would_call_far_more_pairs_by_luck() -> None:
    """What the adjustment is for: six equal items, every pair tested at 5% by itself."""
    chance = np.random.default_rng(23)
    wrong = 0
    for _ in range(500):
        won = correlated_wins(chance, [0.5] * 6, 250, 0.5).astype(float)
        only = np.diag(won.T @ won)[:, None] - won.T @ won
        wrong += (exact_p_value(only, only.T) <= LEVEL).any()
    assert wrong / 500 > 0.2


def test_means_over_cells_keep_the_level() -> None:
    """Four spirits with equal means over three cells each, whose rates differ and whose luck is shared."""
    chance = np.random.default_rng(24)
    rates, wrong = np.tile([0.2, 0.5, 0.8], 4), 0
    for _ in range(300):
        wins = correlated_wins(chance, rates, 300, 0.5)
        means = wins.mean(axis=0).reshape(4, 3).mean(axis=1)
        deviations = (wins - wins.mean(axis=0)).reshape(300, 4, 3).sum(axis=2) / (300 * 3)
        wrong += compare_rates(means, deviations)["decided"].any()
    assert wrong / 300 <= LEVEL + 2.0 * math.sqrt(LEVEL * (1.0 - LEVEL) / 300)


def test_games_of_their_own_keep_the_level() -> None:
    chance = np.random.default_rng(25)
    sizes = (100, 200, 300, 400)
    wrong = sum(comparisons([chance.random(n) < 0.9 for n in sizes])["decided"].any() for _ in range(300))
    assert wrong / 300 <= LEVEL + 2.0 * math.sqrt(LEVEL * (1.0 - LEVEL) / 300)


def test_true_ranks_lie_within_all_rank_intervals_at_once() -> None:
    chance = np.random.default_rng(26)
    rates, missed = [0.7, 0.66, 0.62, 0.5, 0.46], 0
    for _ in range(200):
        wins = correlated_wins(chance, rates, 200, 0.5)
        table = ranks(wins.mean(axis=0).tolist(), comparisons(wins)).sort_index()
        true = np.arange(1, 6)
        missed += not ((table["rank_low"] <= true) & (true <= table["rank_high"])).all()
    assert missed / 200 <= LEVEL + 2.0 * math.sqrt(LEVEL * (1.0 - LEVEL) / 200)


def test_real_differences_are_found_and_shared_luck_helps() -> None:
    chance = np.random.default_rng(27)
    rates = np.array([0.7, 0.64, 0.58, 0.52])
    better = np.subtract.outer(rates, rates) > 0.0
    found = {
        shared: np.mean([decided_pairs(correlated_wins(chance, rates, 1000, shared))[better].mean() for _ in range(80)])
        for shared in (0.0, 0.8)
    }
    assert found[0.8] > 0.97
    assert 0.6 < found[0.0] < found[0.8] - 0.1
