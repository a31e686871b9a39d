"""People's figures beside ours: the facts, the schema, and how far two orders agree."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import spearmanr

from sim.errors import BadInput
from sim.report.page import page_content
from sim.report.parts import Part
from sim.report.people import Entry, agreement, load_people, read_people, spearman
from sim.report.sections_people import orders_beside
from tests.unit.report_data import (
    CORE_SPIRITS,
    SPIRITS,
    STRENGTH,
    joined,
    leave_drawing_out,
    make_levels,
    make_results,
    plant_models,
)

FEW = [("none", 0), ("england", 0), ("sweden", 0)]


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without drawings and with planted models."""
    leave_drawing_out(monkeypatch)
    plant_models(monkeypatch)


def test_every_spirit_of_both_boxes_has_people_s_figures() -> None:
    spirits = next(order for order in load_people() if order.of == "spirit")
    assert {entry.id for entry in spirits.entries} == {*CORE_SPIRITS, *SPIRITS}
    shares = [entry.share for entry in spirits.entries]
    assert shares[-1] == min(shares)


def test_people_win_more_with_more_spirits() -> None:
    players = next(order for order in load_people() if order.of == "players")
    assert [entry.id for entry in sorted(players.entries, key=lambda entry: entry.share)] == ["1", "2", "3", "4"]


GOOD = """
[[order]]
id = "some"
of = "spirit"
title = "t"
source = "s"
caution = "c"
entries = [{ id = "a", games = 10, wins = 5 }, { id = "b", games = 10, rate = 0.2 }]
"""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("wins = 5", "wins = 15"), "more wins than games"),
        (("wins = 5", "wins = 5, rate = 0.5"), "wins or rate, and not both"),
        (('id = "b"', 'id = "a"'), "names an entry twice"),
        (("rate = 0.2", "rate = 1.2"), "must be at most 1.0"),
        (('of = "spirit"', 'of = "spirits"'), "spirit"),
        (("[[order]]", "[[order"), "is no TOML"),
    ],
)
def test_wrong_facts_are_refused(wrong: tuple[str, str], said: str) -> None:
    assert len(read_people(GOOD, "people.toml")) == 1
    with pytest.raises(BadInput, match=r"people\.toml") as caught:
        read_people(GOOD.replace(*wrong), "people.toml")
    assert said in str(caught.value)


def test_spearman_is_the_usual_one() -> None:
    chance = np.random.default_rng(1)
    for _ in range(50):
        one, other = chance.integers(0, 6, 9).astype(float), chance.integers(0, 6, 9).astype(float)
        if len(set(one)) > 1 and len(set(other)) > 1:
            assert spearman(one, other) == pytest.approx(spearmanr(one, other).statistic)
    assert spearman(np.ones(4), np.arange(4.0)) == 0.0


def test_agreement_with_the_planted_order_and_its_reverse() -> None:
    results = make_results([(spirit,) for spirit in SPIRITS], games=1500)
    cells = {spirit: [spirit] for spirit in SPIRITS}
    ordered = sorted(SPIRITS, key=lambda spirit: STRENGTH[spirit])
    same = [Entry(id=spirit, games=10_000, rate=0.3 + 0.1 * n) for n, spirit in enumerate(ordered)]
    found = agreement(same, cells, results)
    assert found.pairs == 10
    assert found.sure_same == found.sure >= 7
    assert found.correlation >= 0.9
    assert found.low <= found.correlation <= found.high
    assert found.low > 0.5
    back = [Entry(id=spirit, games=10_000, rate=0.7 - 0.1 * n) for n, spirit in enumerate(ordered)]
    assert agreement(back, cells, results).sure_same == 0
    assert agreement(back, cells, results).correlation == pytest.approx(-found.correlation)


def test_few_games_of_people_make_a_wide_interval() -> None:
    results = make_results([(spirit,) for spirit in SPIRITS], games=1000)
    cells = {spirit: [spirit] for spirit in SPIRITS}
    ordered = sorted(SPIRITS, key=lambda spirit: STRENGTH[spirit])
    widths = []
    for games in (40, 40_000):
        entries = [Entry(id=spirit, games=games, rate=0.6 + 0.04 * n) for n, spirit in enumerate(ordered)]
        found = agreement(entries, cells, results)
        widths.append(found.high - found.low)
    assert widths[0] > 2 * widths[1]


def test_orders_stand_beside_ours_only_under_equal_conditions() -> None:
    spirits = CORE_SPIRITS[:3]
    alone = make_levels([(spirit,) for spirit in spirits], FEW, games=30)
    pairs = make_levels(list(itertools.combinations(spirits, 2)), FEW, games=30)
    hard = make_levels([(spirits[0],)], [("england", 6)], games=30)
    part = Part("", joined([alone, pairs, hard]))
    found = {beside.order.id: beside for beside in orders_beside(part)}
    assert set(found) == {"spirits", "players", "adversaries"}
    assert {len(cells) for cells in found["spirits"].cells.values()} == {3 + 6}
    # level 6 of England has no counterpart of Sweden
    assert {name: len(cells) for name, cells in found["adversaries"].cells.items()} == {
        "none": 6,
        "england": 6,
        "sweden": 6,
    }


def test_boards_scenarios_and_blight_cards_stand_beside_people_s() -> None:
    spirit = [(CORE_SPIRITS[0],)]
    plain = {"box": "base", "adversary": "england", "level": "0", "arrangement": "solo"}
    parts = [make_results(spirit, 60, boards=board, **plain) for board in "ABC"]
    part = Part("", joined(parts))
    assert [beside.order.id for beside in orders_beside(part)] == ["boards"]
    parts = [
        make_results(spirit, 60, boards="A", blight_card=card, scenario=scenario, **plain)
        for card in ("downward_spiral", "memory_fades_to_dust")
        for scenario in ("blitz", "rituals_of_terror")
    ]
    whole = joined(parts)
    whole.games["blight_flipped"] = (whole.games["game"] % 2 == 0).astype(int)
    found = {beside.order.id: beside for beside in orders_beside(Part("", whole))}
    assert set(found) == {"scenarios", "blight_cards"}
    flipped = found["blight_cards"]
    assert sum(flipped.rates.mean(cells).games for cells in flipped.cells.values()) == 120


def test_the_section_compares_orders_and_says_that_rates_are_no_target() -> None:
    results = make_levels([(spirit,) for spirit in SPIRITS], [("none", 0), ("england", 3)], games=60)
    content = page_content(results)
    section = next(section for section in content.chapters[0].sections if section.name == "people-section")
    assert "their rates are no target" in section.paragraphs[0]
    shown = " ".join(
        cell.text for table in [section.plots[0].table, *section.tables] for row in table.rows for cell in row
    )
    spirits = next(order for order in load_people() if order.of == "spirit")
    for entry in spirits.entries:
        assert f"{100 * entry.share:.1f}%" not in shown
