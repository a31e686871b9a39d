"""The logit model: planted strengths, pairs and difficulties are found, and intervals keep their promise."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.stats.intervals import wilson_interval
from sim.stats.logit import chance, draw_given, draw_numbers, fit_logit, middle, refit
from sim.stats.models import StrengthModel, fit_strength
from tests.stats.common_luck import counted, games_won

STRENGTH = {"ash": 0.6, "briar": 0.2, "cloud": 0.0, "dew": -0.3, "ember": -0.5}
"""What all seats as strong as the spirit add to the logit; they sum to 0."""
SPIRITS = tuple(STRENGTH)
OFFICIAL = {
    ("none", 0): 0,
    ("east", 0): 1,
    ("east", 1): 3,
    ("east", 2): 4,
    ("west", 0): 1,
    ("west", 1): 2,
    ("west", 2): 4,
}
NOTCH = 0.45
START = 1.0
"""Logit of the mean spirit alone against no adversary."""


def cells_of(groups: Any, levels: Any = tuple(OFFICIAL), **more: Any) -> pd.DataFrame:
    """A cell for each group of spirits against each level."""
    return pd.DataFrame(
        [
            {
                "members": tuple(group),
                "players": len(group),
                "adversary": adversary,
                "level": level,
                "difficulty": OFFICIAL[adversary, level],
                "blight_card": "random",
                "boards": "random",
                "scenario": "none",
                **more,
            }
            for group in groups
            for adversary, level in levels
        ]
    )


def planted(cells: pd.DataFrame, players: float = 0.0) -> Any:
    """The logit of each cell."""
    strength = np.array([np.mean([STRENGTH[spirit] for spirit in group]) for group in cells["members"]])
    return START + strength - NOTCH * cells["difficulty"] + players * (cells["players"] - 1)


def fitted(cells: pd.DataFrame, logits: Any, numbers: int, seed: int, **given: Any) -> StrengthModel:
    won = games_won(np.asarray(logits, dtype=float), numbers, seed)
    return fit_strength(counted(cells, won), won, **given)


SOLO = cells_of([(spirit,) for spirit in SPIRITS])
MIXED = cells_of([*combinations(SPIRITS, 1), *combinations(SPIRITS, 2)], [("east", 0), ("east", 1)])


# The fit itself ------------------------------------------------------------------------------------------------------
@settings(max_examples=40)
@given(st.integers(0, 300), st.integers(0, 300))
def test_one_cell_is_given_half_a_win_and_half_a_loss(wins: int, losses: int) -> None:
    if wins + losses == 0:
        return
    found, given_ = fit_logit(np.ones((1, 1)), np.array([float(wins)]), np.array([float(wins + losses)]))
    assert found[0] == pytest.approx(math.log((wins + 0.5) / (losses + 0.5)), abs=1e-6)
    assert given_ == pytest.approx([1.0])


def test_with_the_games_it_gives_the_fit_is_that_of_an_ordinary_model() -> None:
    random = np.random.default_rng(2)
    design = np.column_stack([np.ones(12), random.normal(size=(12, 3))])
    games = random.integers(20, 200, 12).astype(float)
    wins = random.binomial(games.astype(int), 0.3).astype(float)
    found, given_ = fit_logit(design, wins, games)
    counts = np.column_stack([wins + given_ / 2, games - wins + given_ / 2])
    ordinary = sm.GLM(counts, design, family=sm.families.Binomial()).fit(tol=1e-12)
    assert found == pytest.approx(np.asarray(ordinary.params), abs=1e-6)
    assert given_.sum() == pytest.approx(design.shape[1])
    again = refit(design, counts[None, :, 0], counts[None, :, 1], np.zeros(4))
    assert again[0] == pytest.approx(found, abs=1e-6)


def test_draws_of_one_cell_are_jeffreys_interval() -> None:
    from scipy.stats import beta

    for wins, games in ((0, 50), (3, 50), (25, 50), (50, 50)):
        won = np.array([[1] * wins + [0] * (games - wins)])
        drawn = draw_numbers(won, 40_000, 1)
        more = draw_given(np.ones(1), 40_000, 1)
        low, high = middle((drawn[0] + more[0]) / (drawn[0] + drawn[1] + more[0] + more[1]))
        ends = beta.ppf([0.025, 0.975], wins + 0.5, games - wins + 0.5)
        assert [low[0], high[0]] == pytest.approx(ends, abs=0.004)
        if 0 < wins < games:
            assert [low[0], high[0]] == pytest.approx(wilson_interval(wins, games), abs=0.03)


# Strengths -----------------------------------------------------------------------------------------------------------
def test_strengths_are_found_and_errors_shrink_with_games() -> None:
    errors = []
    for numbers in (100, 1600):
        runs = [fitted(SOLO, planted(SOLO), numbers, seed, draws=5).spirits["logit"] for seed in range(8)]
        errors.append(float(np.sqrt(np.mean([(run - pd.Series(STRENGTH)) ** 2 for run in runs]))))
    # sixteen times the games, a quarter of the error
    assert errors[1] < 0.06
    assert errors[1] / errors[0] == pytest.approx(0.25, abs=0.1)


def test_strengths_sum_to_zero_and_are_told_in_levels() -> None:
    model = fitted(SOLO, planted(SOLO), 400, 3)
    assert list(model.spirits.index) == sorted(SPIRITS)
    assert model.spirits["logit"].sum() == pytest.approx(0.0, abs=1e-9)
    assert model.spirits["levels"].to_numpy() == pytest.approx(model.spirits["logit"].to_numpy() / model.level_step[0])
    assert (model.spirits["low"] < model.spirits["logit"]).all()
    assert (model.spirits["levels_high"] > model.spirits["levels"]).all()
    assert (model.cells, model.games, model.paired) == (len(SOLO), 400 * len(SOLO), True)


def test_a_strength_means_the_same_alone_and_in_company() -> None:
    alone = fitted(SOLO, planted(SOLO), 4000, 5, draws=50).spirits["logit"]
    pairs = cells_of(combinations(SPIRITS, 2))
    together = fitted(pairs, planted(pairs), 4000, 6, draws=50).spirits["logit"]
    assert np.abs(alone - together).max() < 0.12
    assert np.abs(together - pd.Series(STRENGTH)).max() < 0.12


def test_players_are_a_term_of_their_own() -> None:
    model = fitted(MIXED, planted(MIXED, players=0.7), 2000, 1, draws=200)
    assert list(model.others.index) == ["players 2"]
    assert model.others.loc["players 2", "logit"] == pytest.approx(0.7, abs=0.1)
    assert model.others.loc["players 2", "low"] < 0.7 < model.others.loc["players 2", "high"]
    assert "players: against players 1" in model.notes


def test_boards_are_told_apart_among_as_many_players() -> None:
    boards = {"A": -0.3, "B": 0.3}
    parts = [cells_of([(spirit,) for spirit in SPIRITS], [("none", 0)], boards=board) for board in boards]
    parts.append(cells_of(combinations(SPIRITS, 2), [("none", 0)], boards="A+B"))
    cells = pd.concat(parts, ignore_index=True)
    logits = planted(cells, players=0.5) + cells["boards"].map(boards).fillna(0.0)
    others = fitted(cells, logits, 3000, 8, draws=50).others["logit"]
    assert others["boards A"] == pytest.approx(-0.3, abs=0.06)
    assert others["boards B"] == pytest.approx(0.3, abs=0.06)
    assert others["players 2"] == pytest.approx(0.5, abs=0.15)
    assert len(others) == 3


def coverage(experiments: int, numbers: int, paired: bool, draws: int = 200) -> dict[str, float]:
    """Share of experiments in which each kind of interval covers the planted truth."""
    hits: dict[str, list[float]] = {}
    for seed in range(experiments):
        won = games_won(planted(SOLO), numbers, 1000 + seed)
        model = fit_strength(counted(SOLO, won), won if paired else None, draws=draws, seed=seed)
        truth = pd.Series(STRENGTH)
        hits.setdefault("spirits", []).extend((model.spirits["low"] <= truth) & (truth <= model.spirits["high"]))
        levels = model.levels.iloc[1:]
        cost = -NOTCH * levels["official"]
        hits.setdefault("levels", []).extend((levels["logit_low"] <= cost) & (cost <= levels["logit_high"]))
        hits.setdefault("fitted", []).extend(
            (levels["low"] <= levels["official"]) & (levels["official"] <= levels["high"])
        )
        hits.setdefault("notch", []).append(model.notch[1] <= NOTCH <= model.notch[2])
    return {kind: float(np.mean(found)) for kind, found in hits.items()}


def test_intervals_cover_under_common_luck() -> None:
    found = coverage(30, 120, paired=True)
    # 150 strengths, 180 levels: three standard errors are 5 points and more, for those of a run go together
    assert found["spirits"] >= 0.9
    assert found["levels"] >= 0.9
    assert found["fitted"] >= 0.88
    assert found["notch"] >= 0.8


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [60, 400])
def test_intervals_cover_in_95_of_100_experiments(numbers: int) -> None:
    found = coverage(300, numbers, paired=True, draws=500)
    assert 0.93 <= found["spirits"] <= 0.975, found
    assert 0.93 <= found["levels"] <= 0.975, found
    assert 0.91 <= found["fitted"] <= 0.98, found
    assert 0.91 <= found["notch"] <= 0.98, found


def test_common_luck_makes_strengths_surer_than_counts_alone_tell() -> None:
    won = games_won(planted(SOLO), 400, 7, shared=0.6)
    counts = counted(SOLO, won)
    paired, alone = fit_strength(counts, won), fit_strength(counts)
    assert paired.spirits["logit"].to_numpy() == pytest.approx(alone.spirits["logit"].to_numpy())
    width = [(model.spirits["high"] - model.spirits["low"]).mean() for model in (paired, alone)]
    assert width[0] < 0.85 * width[1]
    assert not alone.paired


def test_draws_depend_on_the_seed_alone() -> None:
    one, other = (fitted(MIXED, planted(MIXED), 100, 1, draws=40) for _ in range(2))
    pd.testing.assert_frame_equal(one.spirits, other.spirits)
    pd.testing.assert_frame_equal(one.pairs, other.pairs)


def test_cells_may_have_different_numbers_of_games() -> None:
    played = np.where(np.arange(len(SOLO)) % 2, 200, 600)
    won = games_won(planted(SOLO), 600, 9, played=played)
    model = fit_strength(counted(SOLO, won), won, draws=100)
    assert model.games == played.sum()
    assert np.abs(model.spirits["logit"] - pd.Series(STRENGTH)).max() < 0.2


# What cannot be known ------------------------------------------------------------------------------------------------
@pytest.mark.filterwarnings("error")
def test_cells_without_a_win_or_without_a_loss_do_no_harm() -> None:
    won = games_won(planted(SOLO), 200, 2)
    won[(SOLO["adversary"] == "east") & (SOLO["level"] == 2)] = 0
    won[SOLO["members"] == ("ash",)] = 1
    for wins in (won, None):
        model = fit_strength(counted(SOLO, won), wins, draws=200)
        numbers = [model.spirits, model.levels, model.others]
        assert all(np.isfinite(table.to_numpy()).all() for table in numbers)
        assert model.spirits["logit"].idxmax() == "ash"
        assert model.levels["logit"].idxmin() == ("east", 2)
        level = model.levels.loc[("east", 2)]
        other = model.levels.loc[("west", 2)]
        assert level["logit_high"] - level["logit_low"] > 2 * (other["logit_high"] - other["logit_low"])


def test_no_game_won_at_all_tells_no_strengths_and_no_costs() -> None:
    won = np.zeros((len(SOLO), 50), np.int8)
    model = fit_strength(counted(SOLO, won), won, draws=100)
    assert (model.spirits["low"] < 0).all() and (model.spirits["high"] > 0).all()
    assert model.spirits["levels"].isna().all()
    assert model.levels["fitted"].isna().all()


def test_what_cells_cannot_tell_is_named_and_has_no_number() -> None:
    # every spirit meets a level of its own: who is strong and which level is hard look the same
    cells = cells_of([()], list(OFFICIAL)[:5]).assign(members=[(spirit,) for spirit in SPIRITS], players=1)
    won = games_won(np.zeros(5), 100, 1)
    model = fit_strength(counted(cells, won), won, draws=50)
    assert model.spirits["logit"].isna().all()
    assert model.levels["logit"].iloc[1:].isna().all()
    assert "ash: these cells cannot tell" in model.notes


def test_without_adversaries_there_are_no_levels_and_no_points() -> None:
    columns = ["members", "players"]
    cells = cells_of([(spirit,) for spirit in SPIRITS], [("none", 0)])[columns]
    won = games_won(np.array([START + STRENGTH[group[0]] for group in cells["members"]]), 500, 1)
    for like in (cells, cells.assign(adversary=np.nan, level=np.nan, difficulty=np.nan)):
        model = fit_strength(counted(like, won), won, draws=50)
        assert model.levels.empty and model.pairs.empty and model.others.empty
        assert np.isnan(model.notch).all() and np.isnan(model.level_step).all()
        assert np.isfinite(model.spirits["logit"]).all()
        assert model.spirits["levels"].isna().all()


def test_wrong_input_is_refused() -> None:
    won = games_won(planted(SOLO), 20, 1)
    counts = counted(SOLO, won)
    with pytest.raises(ValueError, match="lack the columns games, wins"):
        fit_strength(SOLO)
    with pytest.raises(ValueError, match="no game was played"):
        fit_strength(counts.assign(games=0, wins=0))
    with pytest.raises(ValueError, match="a row for each of the 35 cells"):
        fit_strength(counts, won[:3])
    with pytest.raises(ValueError, match="differ in 1 cells"):
        fit_strength(counts.assign(wins=counts["wins"] + (counts.index == 4)), won)


# Levels --------------------------------------------------------------------------------------------------------------
def test_the_cost_of_a_point_and_of_a_level_and_the_true_difficulty_are_found() -> None:
    harder = 1.5 * (SOLO["adversary"] == "west") * (SOLO["level"] == 1)
    model = fitted(SOLO, planted(SOLO) - NOTCH * harder, 3000, 2)
    assert model.levels.index[0] == ("none", 0)
    assert model.levels.loc[("none", 0), "logit"] == 0
    assert list(model.levels["official"]) == sorted(OFFICIAL.values())
    assert model.notch[0] == pytest.approx(NOTCH, abs=0.06)
    # east 0, 1, 2 are 1, 3, 4 points and west 0, 1, 2 in truth 1, 3.5, 4: a level costs 1.5 points
    assert model.level_step[0] == pytest.approx(1.5 * NOTCH, abs=0.06)
    fitted_points = model.levels["fitted"]
    assert fitted_points[("west", 1)] == pytest.approx(3.3, abs=0.35)
    assert (model.levels["low"] <= fitted_points).all() and (fitted_points <= model.levels["high"]).all()
    assert model.levels.loc[("west", 1), "low"] > 2.5


def test_without_official_difficulties_a_level_has_a_cost_and_no_points() -> None:
    model = fitted(SOLO.drop(columns="difficulty"), planted(SOLO), 200, 2, draws=50)
    assert np.isnan(model.notch).all()
    assert model.levels["fitted"].isna().all()
    assert model.level_step[0] == pytest.approx(1.5 * NOTCH, abs=0.2)
    assert np.isfinite(model.spirits["levels"]).all()


def test_the_official_difficulty_of_a_level_is_without_that_of_scenarios() -> None:
    with_scenario = SOLO.assign(scenario="blitz", difficulty=SOLO["difficulty"] + 3)
    cells = pd.concat([SOLO, with_scenario], ignore_index=True)
    model = fitted(cells, planted(cells), 300, 2, draws=50)
    assert list(model.levels["official"]) == sorted(OFFICIAL.values())
    assert model.others.loc["scenario blitz", "logit"] == pytest.approx(-3 * NOTCH, abs=0.2)


# Pairs ---------------------------------------------------------------------------------------------------------------
def test_pairs_that_are_nothing_special_come_out_near_zero() -> None:
    pairs = [fitted(MIXED, planted(MIXED), 400, seed, draws=20).pairs for seed in range(10)]
    found = np.array([table["synergy"] for table in pairs])
    raw = 1 / math.sqrt(2 * 400 * 0.2)
    assert np.abs(found).mean() < raw / 3
    held = [(table["low"] <= 0) & (0 <= table["high"]) for table in pairs]
    assert np.mean(held) > 0.95
    # shrunk, but never so sure that nothing is left open
    assert min((table["high"] - table["low"]).min() for table in pairs) > 0.01


def test_a_planted_synergy_is_found_and_pulled_in() -> None:
    together = np.array([set(group) == {"ash", "dew"} for group in MIXED["members"]])
    model = fitted(MIXED, planted(MIXED) + 0.8 * together, 2000, 3)
    assert model.pairs["synergy"].idxmax() == ("ash", "dew")
    best = model.pairs.loc[("ash", "dew")]
    assert 0.3 < best["synergy"] < 0.8
    assert best["low"] > 0
    assert best["levels"] == pytest.approx(best["synergy"] / model.level_step[0])
    assert model.pair_width > 0.1
    assert len(model.pairs) == 10
    assert all(spirit < partner for spirit, partner in model.pairs.index)


def test_synergies_drawn_from_a_bell_curve_are_covered() -> None:
    hits = []
    for seed in range(15):
        effects = dict(zip(combinations(SPIRITS, 2), np.random.default_rng(seed).normal(0, 0.4, 10), strict=True))
        extra = np.array([effects.get(tuple(sorted(group)), 0.0) for group in MIXED["members"]])
        table = fitted(MIXED, planted(MIXED) + extra, 800, seed, draws=20).pairs
        truth = pd.Series(effects).reindex(table.index)
        hits.append((table["low"] <= truth) & (truth <= table["high"]))
    assert np.mean(hits) > 0.9


def test_pairs_need_more_than_one_grouping() -> None:
    for cells in (SOLO, cells_of([("ash", "dew")]), cells_of([("ash", "dew"), ("briar", "cloud")])):
        model = fit_strength(counted(cells, won := games_won(np.zeros(len(cells)), 50, 1)), won, draws=20)
        assert model.pairs.empty
        assert list(model.pairs.columns) == ["synergy", "low", "high", "levels", "levels_low", "levels_high"]
        assert math.isnan(model.pair_width)


def test_the_win_rate_of_a_logit() -> None:
    assert chance(np.array([0.0, math.log(3)])) == pytest.approx([0.5, 0.75])
    assert 0 < chance(-1e9) < 1e-12
