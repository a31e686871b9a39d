"""The numbers behind the balance report, against definitions written out."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sim.errors import BadInput
from sim.report.names import OUTCOME_NAMES
from sim.report.parts import Part
from sim.results.load import Results, check_results
from sim.results.rates import WinRates, by_policy
from sim.results.summary import distribution, end_rounds, innate_levels, outcomes_by_spirit
from sim.run.tally import WIN_NAMES
from sim.stats.intervals import wilson_interval
from tests.unit.report_data import MANIFEST, SPIRITS, make_results, played

TEETH, EYES, MUD = "devouring_teeth_lurk_underfoot", "eyes_watch_from_the_trees", "fathomless_mud_of_the_swamp"


@pytest.fixture(scope="module")
def results() -> Results:
    """All spirits alone, in pairs and in trios."""
    return make_results()


def test_a_cell_has_its_wilson_interval(results: Results) -> None:
    rates = WinRates(results)
    for cell in results.cells.index:
        won = results.games.loc[results.games["cell"] == cell, "won"]
        rate = rates.mean([cell])
        low, high = wilson_interval(int(won.sum()), len(won))
        assert (rate.rate, rate.games, rate.cells) == (won.mean(), len(won), 1)
        assert (rate.low, rate.high) == pytest.approx((low, high))


def test_a_spirits_rate_is_the_mean_over_its_cells(results: Results) -> None:
    found = WinRates(results).by_spirit(2)
    for spirit in SPIRITS:
        cells = [pair for pair in combinations(SPIRITS, 2) if spirit in pair]
        shares = [results.games.loc[results.games["cell"] == "+".join(pair), "won"].mean() for pair in cells]
        assert found[spirit].rate == pytest.approx(sum(shares) / 4)
        assert (found[spirit].cells, found[spirit].games) == (4, 1600)


def test_twice_the_same_games_tell_no_more_than_once() -> None:
    won = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1] * 20
    rates = WinRates(played({f"{EYES}+{MUD}": won, f"{EYES}+{TEETH}": won}))
    both, one = rates.by_spirit(2)[EYES], rates.by_spirit(2)[MUD]
    assert (both.low, both.high) == pytest.approx((one.low, one.high))


def test_games_with_luck_of_their_own_add_up() -> None:
    # every win of one cell meets as many wins as defeats of the other: no covariance
    first, second = [1, 1, 0, 0] * 50, [1, 0, 1, 0] * 50
    rate = WinRates(played({f"{EYES}+{MUD}": first, f"{EYES}+{TEETH}": second})).by_spirit(2)[EYES]
    low, high = wilson_interval(200, 400)
    assert (rate.low, rate.high) == pytest.approx((low, high))


def test_opposite_luck_makes_the_mean_sure() -> None:
    first, second = [1, 0] * 100, [0, 1] * 99 + [1, 1]
    rates = WinRates(played({f"{EYES}+{MUD}": first, f"{EYES}+{TEETH}": second}))
    assert rates.by_spirit(2)[EYES].high - rates.by_spirit(2)[EYES].low < 0.2 * (
        rates.by_spirit(2)[MUD].high - rates.by_spirit(2)[MUD].low
    )


@pytest.mark.slow
def test_the_interval_of_a_mean_covers_under_common_luck() -> None:
    """Means over two cells that share their luck are covered about 95 times in 100; pooling them would be too sure."""
    chance = np.random.default_rng(3)
    results = played({f"{EYES}+{MUD}": [0] * 200, f"{EYES}+{TEETH}": [0] * 200})
    covered = pooled = 0
    for _ in range(1000):
        luck = np.tile(chance.normal(0.0, 1.0, 200), 2)
        won = luck + 0.3 * chance.normal(0.0, 1.0, 400) > 0.0
        rate = WinRates(Results(results.games.assign(won=won), results.cells, {})).by_spirit(2)[EYES]
        covered += rate.low <= 0.5 <= rate.high
        low, high = wilson_interval(won.sum(), 400)
        pooled += low <= 0.5 <= high
    assert 930 <= covered <= 970
    assert pooled < 880


def test_differences_are_paired_by_game() -> None:
    rates = WinRates(played({EYES: [1, 1, 1, 0] * 25, MUD: [1, 1, 0, 0] * 25, TEETH: [1, 1, 0, 0] * 25}))
    gap, back = rates.difference([EYES], [MUD]), rates.difference([MUD], [EYES])
    assert (gap.points, back.points) == pytest.approx((0.25, -0.25))
    assert (gap.low, gap.high) == pytest.approx((-back.high, -back.low))
    # one game in four differs: standard error sqrt(0.25 * 0.75 / 100)
    assert gap.high - gap.points == pytest.approx(1.95996 * np.sqrt(0.25 * 0.75 / 100), rel=1e-4)
    assert not gap.open
    same = rates.difference([MUD], [TEETH])
    assert (same.points, same.low, same.high, same.open) == (0.0, 0.0, 0.0, True)


def test_groups_ignore_seats() -> None:
    rates = WinRates(played({f"{EYES}+{MUD}": [1, 1], f"{MUD}+{EYES}": [1, 0]}))
    found = rates.by_group(2)
    assert list(found) == [(EYES, MUD)]
    assert (found[EYES, MUD].rate, found[EYES, MUD].cells) == (0.75, 2)


def test_ways_to_end_add_up(results: Results) -> None:
    by_players = Part("", results).outcomes_by_players
    for table in (by_players, outcomes_by_spirit(results)):
        assert list(table.columns) == list(OUTCOME_NAMES)
        assert np.allclose(table.sum(axis=1), 1.0)
    wins = by_players[list(WIN_NAMES)].sum(axis=1)
    for players, rate in WinRates(results).by_players().items():
        assert wins[players] == pytest.approx(rate.rate)


def test_a_spirits_ways_to_end_count_each_number_of_spirits_the_same(results: Results) -> None:
    by_hand = []
    for players in (1, 2, 3):
        cells = ["+".join(group) for group in combinations(SPIRITS, players) if MUD in group]
        lost = [
            (results.games.loc[results.games["cell"] == cell, "outcome"] == "defeat_blight").mean() for cell in cells
        ]
        by_hand.append(sum(lost) / len(lost))
    assert outcomes_by_spirit(results).loc[MUD, "defeat_blight"] == pytest.approx(sum(by_hand) / 3)


def test_end_rounds_are_shares_of_all_games_of_that_size(results: Results) -> None:
    rounds = end_rounds(results)
    pairs = results.games[results.games["players"] == 2]
    for turn in rounds.index:
        for won in (True, False):
            counted = ((pairs["rounds"] == turn) & (pairs["won"] == won)).sum()
            assert rounds.loc[turn, (2, won)] == pytest.approx(counted / len(pairs))
    assert list(rounds.index) == list(range(rounds.index[0], rounds.index[-1] + 1))


def test_distributions_let_each_cell_count_the_same() -> None:
    results = played({EYES: [1] * 10, MUD: [1] * 40})
    results.games["blight_pool"] = np.where(results.games["cell"] == EYES, 2, 5)
    assert distribution(results, "blight_pool", won=True)[1].to_dict() == pytest.approx({2: 0.5, 5: 0.5})
    assert distribution(results, "blight_pool", won=False).empty


def test_innate_levels_by_hand() -> None:
    results = played({f"{MUD}+{EYES}": [1, 0, 1, 0]})
    used = {
        "levels_1_1": [3, 2, 0, 1],
        "levels_1_2": [1, 0, 0, 0],
        "levels_2_1": [0, 0, 0, 0],
        "levels_2_2": [4, 4, 0, 2],
    }
    levels = innate_levels(Results(results.games.assign(**used), results.cells, {}))
    assert levels.loc[(MUD, 2)].to_dict() == {
        "highest_0": 0.25,
        "highest_1": 0.5,
        "highest_2": 0.25,
        "used_1": 1.5,
        "used_2": 0.25,
    }
    # a level that replaces the lower ones is reached without them
    assert levels.loc[(EYES, 2), ["highest_0", "highest_1", "highest_2"]].to_list() == [0.25, 0.0, 0.75]


def test_temperatures_are_told_apart_in_the_order_of_the_cells() -> None:
    ladder = ["0.0", "1.5", "15.0", "5.0"]
    parts = [make_results([(MUD,)], games=5, temperature=value) for value in ladder]
    cells = pd.concat([part.cells.drop(columns="members") for part in parts]).reset_index()
    together = check_results(pd.concat([part.games for part in parts]), cells, MANIFEST, Path("results"))
    assert [who["temperature"] for who, _ in by_policy(together)] == ladder


# --- cells and games that do not fit


def test_all_missing_columns_are_named() -> None:
    games = pd.DataFrame({"cell": ["a"], "outcomes": ["sacrifice"], "game": [0]})
    with pytest.raises(BadInput) as caught:
        check_results(games, pd.DataFrame({"cell": ["a"], "spirit": ["x"]}), {}, Path("folder"))
    said = str(caught.value)
    assert "outcome: this column is missing; nearest: outcomes" in said
    assert "cells.csv: spirits: this column is missing; nearest: spirit" in said
    assert "players: this column is missing" in said


def test_cells_and_games_that_do_not_fit_are_all_named() -> None:
    good = make_results([(MUD,)], games=5)
    games = good.games.assign(outcome="victory_feer", cell="mudd")
    cells = pd.DataFrame({"cell": ["mud", "mud"], "spirits": [MUD, f"{MUD}+{EYES}"], "players": ["1", "3"]})
    with pytest.raises(BadInput) as caught:
        check_results(games, cells, {}, Path("folder"))
    said = str(caught.value)
    assert 'cell = "mudd": has games but no row in cells.csv; nearest: mud' in said
    assert 'cell = "mud": has two rows' in said
    assert 'players of cell mud = "3": spirits names 2' in said
    assert 'outcome = "victory_feer": unknown outcome; nearest: victory_fear' in said
