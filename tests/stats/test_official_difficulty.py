"""The difficulty that play shows against the official one: orders, never absolute rates (slow)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sim.content.load import load_content
from sim.content.setup import setup_from_dict
from sim.content.tables import build_tables
from sim.core.codes import Outcome
from sim.core.state import new_states
from sim.game.play import play_games
from sim.game.rows import RESULT

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]

SPIRITS = tuple(name for name, spirit in load_content().spirits.items() if spirit.set == "base")
SLACK = 0.015
"""Difference of two rates that chance may make: about two standard errors of 8,000 games each."""


def rows_of(games: int, **setup: Any) -> Any:
    """Results of games of a core set-up under one seed."""
    rows = np.zeros(games, dtype=RESULT)
    play_games(new_states(1), build_tables(setup_from_dict({"box": "base", **setup})), rows, 0, 77, 0, games)
    return rows


def wins(rows: Any) -> Any:
    """Which games are won."""
    return (rows["outcome"] >= Outcome.VICTORY_TERROR_1) & (rows["outcome"] <= Outcome.SACRIFICE)


def mean_rate(games: int, **setup: Any) -> float:
    """Win rate averaged over the eight core spirits, each alone on random boards unless the set-up says others."""
    return float(np.mean([wins(rows_of(games, spirits=[spirit], **setup)).mean() for spirit in SPIRITS]))


def by_level(groups: list[list[str]], games: int, policy: str = "greedy") -> pd.DataFrame:
    """Official difficulty and mean win rate of every adversary level."""
    found = []
    for adversary in load_content().adversaries.values():
        for level in adversary.levels:
            opponent = {"id": adversary.id, "level": level.level}
            rates = [wins(rows_of(games, spirits=group, adversary=opponent, policy=policy)).mean() for group in groups]
            found.append({"difficulty": level.difficulty, "rate": float(np.mean(rates))})
    return pd.DataFrame(found)


def rank_correlation(table: pd.DataFrame) -> float:
    """Spearman's correlation of difficulty and win rate."""
    ranks = table.rank()
    return float(ranks["difficulty"].corr(ranks["rate"]))


def test_win_rates_of_a_spirit_alone_fall_with_the_official_difficulty():
    table = by_level([[spirit] for spirit in SPIRITS], games=300)
    assert rank_correlation(table) <= -0.9, table


def test_win_rates_of_two_spirits_fall_with_the_official_difficulty():
    """Pairs of greedy win next to nothing from difficulty 6 on, where ties would decide the order: planner plays."""
    pairs = [[SPIRITS[place], SPIRITS[place - 3]] for place in range(len(SPIRITS))]
    table = by_level(pairs, games=40, policy="planner")
    assert rank_correlation(table) <= -0.9, table


def test_england_is_no_easier_than_sweden_at_level_0():
    england, sweden = (mean_rate(1000, adversary={"id": name, "level": 0}) for name in ("england", "sweden"))
    assert england <= sweden + SLACK


def test_board_a_is_no_easier_than_board_c():
    assert mean_rate(1000, boards=["A"]) <= mean_rate(1000, boards=["C"]) + SLACK


def test_memory_fades_is_no_kinder_than_downward_spiral_once_flipped():
    given_flip = {}
    for card in ("memory_fades_to_dust", "downward_spiral"):
        rows = np.concatenate([rows_of(1000, spirits=[spirit], blight_card=card) for spirit in SPIRITS])
        flipped = rows["blight_flipped"] == 1
        assert 0.3 < flipped.mean() < 1
        given_flip[card] = wins(rows[flipped]).mean()
    assert given_flip["memory_fades_to_dust"] <= given_flip["downward_spiral"] + SLACK


def test_a_higher_level_is_never_much_easier():
    for adversary in load_content().adversaries.values():
        rates = [mean_rate(200, adversary={"id": adversary.id, "level": level}) for level in (0, 2, 4, 6)]
        assert all(later <= earlier + 0.05 for earlier, later in zip(rates, rates[1:], strict=False)), rates
