"""Results folders as tables: read lazily and checked, grouped and compared as the definitions say."""

from __future__ import annotations

import hashlib
import io
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from scipy.stats import norm

from sim.content.setup import Setup
from sim.errors import BadInput
from sim.results import (
    Results,
    bootstrap_difference,
    by_policy,
    closeness,
    innate_tiers,
    load_results,
    outcome_breakdown,
    paired_difference,
    rank_spirits,
    spirit_pairs,
    win_rates,
)
from sim.results.load import GAME_COLUMNS, check_results
from sim.run import store
from sim.stats.intervals import wilson_interval
from sim.stats.paired import Pairs, paired_gain
from tests.unit.report_data import SPIRITS, make_cells, make_results, make_rows, write_folder

EYES, MUD, TEETH = "eyes_watch_from_the_trees", "fathomless_mud_of_the_swamp", "devouring_teeth_lurk_underfoot"


def results_of(cells: dict[str, Any], columns: dict[str, dict[str, Any]] | None = None, **more: Any) -> Results:
    """Results of cells -> games won (1) or lost (0); a cell is named by its spirits, and after a "/" whatever else."""
    listed = []
    for cell in cells:
        spirits = cell.split("/")[0]
        row = {"cell": cell, "spirits": spirits, "players": spirits.count("+") + 1, "seed": "7"}
        listed.append(row | (columns or {}).get(cell, {}))
    played = [(cell, game, won) for cell, games in cells.items() for game, won in enumerate(games)]
    games = pd.DataFrame(played, columns=["cell", "game", "won"])
    games["outcome"] = np.where(games.pop("won"), "victory_fear", "defeat_blight")
    rest = {name: 1 for name in GAME_COLUMNS if name not in games.columns}
    return check_results(games.assign(**(rest | more)), pd.DataFrame(listed).fillna(""), {}, Path("results"))


def interleave(folder: Path, parts: int) -> None:
    """Write the parts of a folder anew, each with a slice of every cell, as a run that takes turns leaves them."""
    manifest = json.loads((folder / "manifest.json").read_text())
    games = [parquet.read_table(folder / part["file"]) for part in manifest["parts"]]
    for part in manifest["parts"]:
        (folder / part["file"]).unlink()
    manifest["parts"] = []
    for number in range(parts):
        cuts = [(len(table) * number // parts, len(table) * (number + 1) // parts) for table in games]
        slices = [table.slice(first, last - first) for table, (first, last) in zip(games, cuts, strict=True)]
        buffer = io.BytesIO()
        parquet.write_table(pa.concat_tables(slices, promote_options="permissive").unify_dictionaries(), buffer)
        name, digest = f"games-{number:05d}.parquet", hashlib.blake2b(buffer.getvalue(), digest_size=16).hexdigest()
        (folder / name).write_bytes(buffer.getvalue())
        manifest["parts"].append({"file": name, "hash": digest})
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One spirit, another, and both."""
    monkeypatch.setattr(store, "PART_ROWS", 1)
    return write_folder(tmp_path / "results", [(EYES,), (MUD,), (EYES, MUD)], games=120)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str] | None]:
    """Columns that were read from folders, reading by reading."""
    asked: list[Sequence[str] | None] = []
    original = store.read_results

    def watched(folder: Path, columns: Sequence[str] | None = None, *rest: Any) -> pd.DataFrame:
        asked.append(columns)
        return original(folder, columns, *rest)

    monkeypatch.setattr(store, "read_results", watched)
    return asked


# --- reading


def test_wide_columns_are_read_when_asked_for(folder: Path, reads: list[Sequence[str] | None]) -> None:
    results = load_results(folder)
    assert len(results) == 360
    win_rates(results, "spirit")
    assert reads == [("cell", "game", "outcome")]
    some = results.columns("cell", "rounds", "levels_2_1", "won")
    assert reads[1:] == [("cell", "rounds", "levels_2_1")]
    assert list(some.columns) == ["cell", "rounds", "levels_2_1", "won"]
    results.columns("rounds")
    assert len(reads) == 2
    whole = results.games
    assert whole is results.games
    assert reads[2:] == [None]
    pd.testing.assert_frame_equal(whole[list(some.columns)], some)
    results.columns("blight", "energy_1")
    assert len(reads) == 3


def test_a_folder_gives_what_tables_give(folder: Path) -> None:
    results = load_results(folder)
    expected = make_results([(EYES,), (MUD,), (EYES, MUD)], games=120).games
    games = results.games.astype({"cell": str, "outcome": str, "phase": str})
    pd.testing.assert_frame_equal(
        games, expected.astype({"cell": str, "outcome": str, "phase": str}), check_dtype=False, check_like=True
    )
    assert list(results.cells.index) == [EYES, MUD, f"{EYES}+{MUD}"]
    assert results.cells["members"].tolist() == [(EYES,), (MUD,), (EYES, MUD)]


def test_parts_may_hold_slices_of_many_cells(folder: Path) -> None:
    before = load_results(folder)
    expected, rates = before.games, win_rates(before, "cell")
    interleave(folder, 7)
    after = load_results(folder)
    pd.testing.assert_frame_equal(win_rates(after, "cell"), rates)
    pd.testing.assert_frame_equal(after.columns("levels_2_1", "score"), expected[["levels_2_1", "score"]])
    pd.testing.assert_frame_equal(after.games.astype({"phase": str}), expected.astype({"phase": str}))


def test_torn_missing_and_foreign_parts_are_named_at_once(folder: Path) -> None:
    part, other = folder / "games-00000.parquet", folder / "games-00001.parquet"
    part.write_bytes(part.read_bytes()[:-7])
    other.rename(folder / "mine.parquet")
    with pytest.raises(BadInput) as caught:
        load_results(folder)
    assert f"{part}: is torn" in str(caught.value)
    assert f"{other}: is missing" in str(caught.value)
    assert f"{folder / 'mine.parquet'}: is not of these results" in str(caught.value)


def test_a_part_torn_after_opening_is_named_when_it_is_read(folder: Path) -> None:
    results = load_results(folder)
    (folder / "games-00002.parquet").write_bytes(b"")
    win_rates(results, "players")
    for ask in (lambda: results.columns("rounds"), lambda: results.games):
        with pytest.raises(BadInput, match=r"games-00002\.parquet: is torn"):
            ask()


def test_an_opened_folder_stays_as_it_was_while_more_is_written(tmp_path: Path) -> None:
    writer = store.ResultWriter(tmp_path / "results", {}, 1)
    (cell,) = make_cells([(MUD,)])
    rows = make_rows((MUD,), 90)
    writer.begin_cell(cell, 1)
    writer.add(cell["cell"], rows[:40])
    writer._flush()
    results = load_results(tmp_path / "results")
    for first in (40, 50, 60):
        writer.add(cell["cell"], rows[first : first + 10])
        writer._flush()
    assert results.columns("rounds")["rounds"].tolist() == rows["rounds"][:40].tolist()
    assert len(results.games) == len(results) == 40
    assert len(load_results(tmp_path / "results")) == 70


def test_unknown_columns_are_refused_with_the_nearest_name(folder: Path) -> None:
    for results in (load_results(folder), results_of({EYES: [1]})):
        with pytest.raises(BadInput, match="blight_pol: this column is missing; nearest: blight_pool"):
            results.columns("cell", "blight_pol")


def test_a_manifest_without_a_needed_column_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["columns"]["score"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match="score: this column is missing"):
        load_results(folder)


def test_games_that_are_there_twice_are_refused() -> None:
    games = pd.concat([make_results([(MUD,)], games=9).games, make_results([(MUD,)], games=3).games])
    with pytest.raises(BadInput, match="has 3 games that are there twice, such as number 0"):
        check_results(games.astype({"cell": str}), pd.DataFrame(make_cells([(MUD,)])), {}, Path("folder"))


def test_a_share_of_lazy_results_can_still_be_asked_for_more(folder: Path) -> None:
    results = load_results(folder)
    share = results.only(results.cells[results.cells["players"] == 1])
    assert len(share) == 240
    whole = load_results(folder).games
    alone = whole[whole["players"] == 1].reset_index(drop=True)
    pd.testing.assert_frame_equal(share.columns("score", "levels_1_2"), alone[["score", "levels_1_2"]])
    pd.testing.assert_frame_equal(share.games[alone.columns], alone)
    with pytest.raises(BadInput, match="nearest: score"):
        share.columns("scor")


# --- rates by any grouping


def test_win_rates_of_single_cells_are_wilsons() -> None:
    results = make_results(games=150)
    table = win_rates(results, "cell")
    won = results.games.groupby("cell", observed=True)["won"].agg(["size", "sum", "mean"])
    assert table["games"].to_dict() == won["size"].to_dict()
    assert table["wins"].to_dict() == won["sum"].to_dict()
    assert table["win_rate"].to_dict() == pytest.approx(won["mean"].to_dict())
    low, high = wilson_interval(table["wins"].to_numpy(), table["games"].to_numpy())
    assert table["low"].to_numpy() == pytest.approx(low)
    assert table["high"].to_numpy() == pytest.approx(high)
    assert (table["cells"] == 1).all()


def test_every_cell_of_a_group_counts_the_same() -> None:
    results = results_of({EYES: [1, 1], MUD: [0] * 10, f"{EYES}+{MUD}": [1, 0]})
    table = win_rates(results, "players")
    assert table.loc[1, ["games", "wins", "win_rate", "cells"]].tolist() == [12, 2, 0.5, 2]
    assert win_rates(results).loc["all", "win_rate"] == pytest.approx((1.0 + 0.0 + 0.5) / 3)
    assert win_rates(results, "spirit").loc[EYES, "win_rate"] == pytest.approx(0.75)


def test_groups_ignore_seats_and_several_columns_make_several_levels() -> None:
    cells = {f"{EYES}+{MUD}/1": [1, 1], f"{MUD}+{EYES}/2": [1, 0], f"{EYES}+{TEETH}/3": [0, 0]}
    levels = {cell: {"adversary": "england", "level": cell[-1]} for cell in cells}
    table = win_rates(results_of(cells, levels), "group")
    assert table["win_rate"].to_dict() == {f"{TEETH}+{EYES}": 0.0, f"{EYES}+{MUD}": 0.75}
    table = win_rates(results_of(cells, levels), ["spirit", "level"])
    assert table.index.names == ["spirit", "level"]
    assert table.loc[(MUD, 2), "win_rate"] == 0.5
    assert (MUD, 3) not in table.index


def test_levels_are_in_the_order_of_numbers() -> None:
    cells = {f"{EYES}/{n}": [1] for n in (10, 9, 2)}
    table = win_rates(results_of(cells, {cell: {"difficulty": cell.split("/")[1]} for cell in cells}), "difficulty")
    assert table.index.tolist() == [2, 9, 10]


def test_policies_are_never_averaged() -> None:
    cells = {f"{EYES}/greedy": [1, 1], f"{EYES}/random": [0, 0]}
    results = results_of(cells, {cell: {"policy": cell.split("/")[1]} for cell in cells})
    assert win_rates(results)["win_rate"].to_dict() == {"greedy": 1.0, "random": 0.0}
    assert win_rates(results, "spirit").index.names == ["policy", "spirit"]
    assert rank_spirits(results).index.tolist() == [("greedy", EYES), ("random", EYES)]
    assert [len(share) for _, share in by_policy(results)] == [2, 2]
    with pytest.raises(BadInput, match="different policies played these cells"):
        paired_difference(results, list(cells), f"{EYES}/random")


def test_unknown_groupings_are_refused_with_the_nearest_name() -> None:
    for function in (win_rates, outcome_breakdown, closeness, rank_spirits):
        with pytest.raises(BadInput, match='by = "player": is no column of cells.csv; nearest: players'):
            function(results_of({EYES: [1, 0]}), ["player"])


def test_games_of_different_seeds_share_no_luck() -> None:
    same = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1] * 20
    cells = {f"{EYES}/1": same, f"{EYES}/2": same}
    shared, apart = results_of(cells), results_of(cells, {f"{EYES}/2": {"seed": "8"}})
    wide, narrow = win_rates(shared, "spirit").loc[EYES], win_rates(apart, "spirit").loc[EYES]
    assert (wide["low"], wide["high"]) == pytest.approx(wilson_interval(120, 200))
    assert (narrow["low"], narrow["high"]) == pytest.approx(wilson_interval(240, 400))


def test_cells_that_are_always_won_are_as_sure_as_their_game_numbers() -> None:
    rate = win_rates(results_of({f"{EYES}/1": [1] * 50, f"{EYES}/2": [1] * 50})).loc["all"]
    assert (rate["low"], rate["high"]) == pytest.approx(wilson_interval(50, 50))


# --- endings


def test_outcomes_add_up_and_are_means_over_cells() -> None:
    results = make_results([(EYES,), (MUD,), (EYES, MUD)], games=300)
    table = outcome_breakdown(results, "players")
    assert table.groupby("players")["share"].sum().to_numpy() == pytest.approx(1.0)
    games = results.games[results.games["players"] == 1]
    shares = [(games.loc[games["cell"] == cell, "outcome"] == "defeat_blight").mean() for cell in (EYES, MUD)]
    row = table.loc[(1, "defeat_blight")]
    assert row["share"] == pytest.approx(sum(shares) / 2)
    assert row["games"] == (games["outcome"] == "defeat_blight").sum()
    assert row["low"] < row["share"] < row["high"]
    wins = table[table["won"]].groupby("players")["share"].sum()
    assert wins.to_dict() == pytest.approx(win_rates(results, "players")["win_rate"].to_dict())


def test_closeness_by_hand() -> None:
    left = [4, 6, 1, 1, 2, 8, 0, 3]
    results = results_of({EYES: [1, 1, 0, 0], MUD: [1, 1, 1, 0]}, blight_pool=left, rounds=7)
    table = closeness(results)
    won = table.loc[("won", "blight_pool")]
    assert won["games"] == 5
    assert won["mean"] == pytest.approx((4 + 6 + 2 + 8 + 0) / 5)
    assert won[["lower_quartile", "median", "upper_quartile"]].tolist() == [2, 4, 6]
    # what a game number adds: 4 + 2, 6 + 8 and 0, each less the mean of 4
    error = np.sqrt((4 + 2 - 8) ** 2 + (6 + 8 - 8) ** 2 + (0 - 4) ** 2) / 5
    assert won["high"] - won["mean"] == pytest.approx(1.959964 * error)
    assert table.loc[("lost", "blight_pool"), "mean"] == pytest.approx((1 + 1 + 3) / 3)
    assert table.loc[("lost", "rounds"), ["mean", "low", "high", "median"]].tolist() == [7.0] * 4
    assert "fear_cards_to_go" not in table.index.get_level_values("measure")


def test_closeness_lets_each_cell_count_the_same() -> None:
    results = results_of({EYES: [1] * 10, MUD: [1] * 30}, blight_pool=[2] * 10 + [6] * 30)
    assert closeness(results).loc[("won", "blight_pool"), "mean"] == pytest.approx(4.0)
    assert closeness(results, "spirit").loc[(MUD, "won", "blight_pool"), "mean"] == pytest.approx(6.0)


def test_fear_cards_to_go_follow_from_the_set_up() -> None:
    setups = {EYES: Setup(spirits=(EYES,)).model_dump(mode="json")}
    results = results_of({EYES: [1, 0]}, fear_cards=[9, 4])
    with_set_ups = Results(results.games, results.cells, {"cells": setups})
    table = closeness(with_set_ups).xs("fear_cards_to_go", level="measure")
    # nine cards in the deck of Horizons
    assert table["mean"].to_dict() == {"won": 0.0, "lost": 5.0}
    strange = Results(results.games, results.cells, {"cells": {EYES: {"spirits": 3}}})
    assert "fear_cards_to_go" not in closeness(strange).index.get_level_values("measure")


def test_innate_tiers_by_hand() -> None:
    used = {"levels_1_1": [3, 2, 0, 1], "levels_1_2": [1, 0, 0, 0]}
    used |= {"levels_2_1": [0, 0, 0, 0], "levels_2_2": [4, 4, 0, 2]}
    table = innate_tiers(results_of({f"{MUD}+{EYES}": [1, 0, 1, 0]}, **used))
    assert table.loc[MUD, "share"].to_dict() == {0: 0.25, 1: 0.5, 2: 0.25}
    assert table.loc[(MUD, 1), "rounds"] == 1.5
    assert table.loc[(MUD, 1), ["low", "high"]].tolist() == pytest.approx(wilson_interval(2, 4))
    # a tier that replaces the lower ones is reached without them
    assert table.loc[EYES, "share"].to_dict() == {0: 0.25, 1: 0.0, 2: 0.75}
    assert innate_tiers(results_of({MUD: [1, 0]})).empty


# --- comparisons


def test_two_cells_are_compared_pair_by_pair() -> None:
    one, other = [1, 1, 1, 0] * 25, [1, 1, 0, 0] * 24 + [1, 1, 0, 1]
    gap = paired_difference(results_of({EYES: one, MUD: other}), EYES, MUD)
    pairs = Pairs(games=100, both=50, lost=1, won=25)
    assert gap.pairs == pairs and gap.paired and not gap.open
    assert (gap.points, gap.low, gap.high) == paired_gain([pairs])
    assert gap.p_value == pairs.p_value
    assert (gap.one.rate, gap.other.rate) == (0.75, 0.51)


def test_the_order_of_the_rows_does_not_matter_for_pairs() -> None:
    results = results_of({EYES: [1, 1, 0, 0, 1], MUD: [0, 1, 0, 1, 0]})
    mixed = Results(results.games.sample(frac=1, random_state=3), results.cells, {})
    assert paired_difference(mixed, EYES, MUD).pairs == Pairs(games=5, both=1, lost=1, won=2)


def test_groups_are_chosen_by_their_columns() -> None:
    results = make_results([(EYES, MUD), (EYES, TEETH), (MUD, TEETH)], games=400)
    gap = paired_difference(results, {"spirit": EYES, "players": 2}, [f"{MUD}+{TEETH}"])
    rates = win_rates(results, "cell")["win_rate"]
    expected = (rates[f"{EYES}+{MUD}"] + rates[f"{EYES}+{TEETH}"]) / 2 - rates[f"{MUD}+{TEETH}"]
    assert gap.points == pytest.approx(expected)
    assert gap.paired and gap.pairs is None
    assert gap.low < gap.points < gap.high
    error = (gap.high - gap.points) / 1.959964
    assert gap.p_value == pytest.approx(2 * norm.sf(abs(gap.points) / error), rel=1e-5)
    # the interval just leaves out zero where the p value is at 5%
    assert (gap.p_value < 0.05) == (not gap.open)


def test_cells_with_unlike_numbers_of_games_are_paired_where_they_meet() -> None:
    one = [1, 1, 0, 1] * 50
    gap = paired_difference(results_of({EYES: one, MUD: one[:160]}), EYES, MUD)
    assert gap.paired and gap.pairs is None
    assert gap.points == 0.0 and gap.p_value == 1.0
    # 40 games more are all that can differ
    assert gap.high < 0.04


def test_cells_of_different_seeds_are_not_paired_and_say_so() -> None:
    same = [1, 0, 1, 1] * 100
    gap = paired_difference(results_of({EYES: same, MUD: same}, {MUD: {"seed": "8"}}), EYES, MUD)
    assert not gap.paired and gap.pairs is None and "not paired" in gap.method
    # Newcombe: the two Wilson intervals, squared and added
    low, high = wilson_interval(300, 400)
    assert (gap.low, gap.high) == pytest.approx((-np.hypot(0.75 - low, high - 0.75), np.hypot(high - 0.75, 0.75 - low)))
    with pytest.raises(BadInput, match="cannot be paired"):
        bootstrap_difference(results_of({EYES: same, MUD: same}, {MUD: {"seed": "8"}}), EYES, MUD)


def test_choices_that_name_no_cells_are_refused() -> None:
    results = results_of({f"{EYES}/1": [1], f"{MUD}/2": [0]}, {f"{EYES}/1": {"level": "1"}, f"{MUD}/2": {"level": "2"}})
    for choice, message in [
        (f"{EYES}/11", "unknown cell; nearest"),
        ([], "names no cells"),
        ({"spirit": "eyes"}, 'one: spirit = "eyes": no cell has this'),
        ({"spirit": EYES, "level": 2}, "no cell has this together with the others"),
        ({"levels": 2}, "is no column of cells.csv; nearest: level"),
    ]:
        with pytest.raises(BadInput, match=message):
            paired_difference(results, choice, f"{MUD}/2")


def test_any_statistic_of_any_column_can_be_compared() -> None:
    chance = np.random.default_rng(4)
    luck = chance.normal(0.0, 10.0, 200)
    score = np.rint(np.concatenate([luck + 3.0 + chance.normal(size=200), luck + chance.normal(size=200)]))
    results = results_of({EYES: [1] * 200, MUD: [0] * 200}, score=score)
    difference, low, high = bootstrap_difference(results, EYES, MUD, repeats=400)
    assert difference == pytest.approx(score[:200].mean() - score[200:].mean())
    # shared luck is ten times as large as what differs, and drops out
    assert 2.4 < low < difference < high < 3.6
    middle = bootstrap_difference(results, EYES, MUD, "score", np.median, repeats=100)
    assert middle[0] == np.median(score[:200]) - np.median(score[200:])


# --- rankings


def test_spirits_are_ranked_with_ties() -> None:
    chance = np.random.default_rng(5)
    luck = chance.random(600)
    wins = {EYES: luck < 0.7, MUD: luck < 0.69, TEETH: luck < 0.4}
    table = rank_spirits(results_of({name: won.astype(int) for name, won in wins.items()}))
    assert set(table.index[:2]) == {EYES, MUD} and table.index[2] == TEETH
    assert table["ties"].iloc[2] not in table["ties"].iloc[0]
    assert table.loc[TEETH, ["rank_low", "rank_high"]].tolist() == [3, 3]
    assert table["win_rate"].is_monotonic_decreasing
    pairs = spirit_pairs(results_of({name: won.astype(int) for name, won in wins.items()}))
    assert len(pairs) == 3 and pairs.loc[(table.index[0], TEETH), "decided"]


def test_only_set_ups_that_every_spirit_played_are_compared() -> None:
    # teeth played the hard set-up alone: it is not behind for that
    cells = {f"{EYES}/easy": [1, 1, 0, 1], f"{TEETH}/easy": [1, 1, 1, 1], f"{TEETH}/hard": [0, 0, 0, 0]}
    results = results_of(cells, {cell: {"adversary": cell.split("/")[1]} for cell in cells})
    table = rank_spirits(results)
    assert table["win_rate"].to_dict() == {TEETH: 1.0, EYES: 0.75}
    assert (table["cells"] == 1).all()
    with pytest.raises(BadInput, match="played no set-up that all of them played"):
        rank_spirits(results.only(results.cells.loc[[f"{EYES}/easy", f"{TEETH}/hard"]]))


def test_spirits_are_ranked_apart_in_each_group() -> None:
    results = make_results(games=200)
    table = rank_spirits(results, "players")
    assert table.index.names == ["players", "spirit"]
    assert all(set(table.loc[players].index) == set(SPIRITS) for players in (1, 2, 3))
    rates = win_rates(results, ["players", "spirit"])
    pd.testing.assert_series_equal(table["win_rate"].sort_index(), rates["win_rate"].sort_index())
    pd.testing.assert_series_equal(table["high"].sort_index(), rates["high"].sort_index())
    assert len(spirit_pairs(results, "players")) == 3 * 10
    with pytest.raises(BadInput, match="is what is ranked"):
        rank_spirits(results, "spirit")


@pytest.mark.slow
def test_a_million_games_load_and_group_in_two_seconds(tmp_path: Path) -> None:
    """273 cells of 3,663 games with two spirits, as 13 spirits against 21 opponents."""
    writer = store.ResultWriter(tmp_path / "results", {"seed": 7}, 2)
    rows = make_rows((EYES, MUD), 3663)
    for number in range(273):
        (cell,) = make_cells([(EYES, MUD)], adversary=f"a{number % 21}", level=str(number % 7), cell=f"cell-{number}")
        writer.begin_cell(cell, 2)
        writer.add(cell["cell"], rows)
    writer.close(complete=True)
    # the processor's time, since other work may run beside the tests
    load_results(tmp_path / "results")
    started = time.process_time()
    table = win_rates(load_results(tmp_path / "results"), ["adversary", "level"])
    taken = time.process_time() - started
    assert table["games"].sum() == 273 * 3663
    assert taken < 2.0
