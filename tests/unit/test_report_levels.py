"""The report where opponents, numbers of spirits and policies differ: what may be averaged, what sections say."""

from __future__ import annotations

import csv
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.report.build import write_pages
from sim.report.figures_levels import Mark, difficulty_curve, heat_map
from sim.report.markdown import escaped, markdown_summary
from sim.report.models import Models
from sim.report.opponents import opponents_of, shared_cells
from sim.report.page import Content, page_content, render_content
from sim.report.parts import Part, Section
from sim.report.sections_levels import fitted_line, heat_rates, opponent_rates
from sim.report.sections_players import shared_players
from sim.report.style import NARROW, WIDE, svg
from sim.report.tidy import TIDY_COLUMNS, TIDY_TABLES
from sim.results.load import Results
from sim.results.rates import Rate
from tests.unit.report_data import (
    CORE_SPIRITS,
    NOTCH,
    OFFICIAL,
    joined,
    leave_drawing_out,
    make_levels,
    make_models,
    make_results,
    plant_models,
)

RIVER, GREEN, THUNDER, OCEAN = CORE_SPIRITS[1], CORE_SPIRITS[5], CORE_SPIRITS[4], CORE_SPIRITS[6]
FEW = [("none", 0), ("england", 0), ("england", 3), ("sweden", 5)]
HOSTILE = "</svg><script>alert(1)</script>|`*_$x^2$"


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without drawings, which are made in tests of their own, and with planted models."""
    leave_drawing_out(monkeypatch)
    plant_models(monkeypatch)


def sections(content: Content) -> dict[str, Section]:
    """Sections of all chapters by name."""
    return {section.name: section for chapter in content.chapters for section in chapter.sections}


def mixed() -> Results:
    """Four spirits alone, in pairs and in one trio, against four opponents."""
    spirits = [RIVER, GREEN, THUNDER, OCEAN]
    groups = [*((spirit,) for spirit in spirits), *combinations(spirits, 2), tuple(spirits[:3])]
    return make_levels(groups, FEW, games=60)


@pytest.fixture(scope="module")
def results() -> Results:
    """The mixed results."""
    return mixed()


# --- opponents, and what may be averaged


def test_opponents_come_in_the_order_of_the_box_and_tell_their_difficulty() -> None:
    results = make_levels([(RIVER,)], [("sweden", 1), ("england", 6), ("none", 0), ("england", 0)], games=4)
    part = Part("", results)
    assert [opponent.label for opponent in part.levels] == ["No adversary", "England 0", "England 6", "Sweden 1"]
    assert [opponent.difficulty for opponent in part.levels] == [0, 1, 11, 2]


def test_what_else_differs_makes_another_opponent() -> None:
    plain = make_levels([(RIVER,)], [("england", 1)], games=4, scenario="none")
    blitz = make_levels([(RIVER,)], [("england", 1)], games=4, scenario="blitz")
    assert [o.label for o in sorted(opponents_of(joined([plain, blitz]).cells).values(), key=lambda o: o.order)] == [
        "England 1, Blitz",
        "England 1",
    ]


def test_a_mean_leaves_out_what_not_all_have_met() -> None:
    found = shared_cells({"a": ["a1", "a2"], "b": ["b1"]}, {"a1": "easy", "a2": "hard", "b1": "easy"})
    assert (found.cells, found.met, found.left_out) == ({"a": ["a1"], "b": ["b1"]}, ["easy"], 1)
    assert shared_cells({"a": ["a1"], "b": ["b1"]}, {"a1": "easy", "b1": "hard"}).cells == {}


def test_proportions_must_be_the_same_for_all() -> None:
    # b met the hard one twice: a mean over its cells would count it twice
    setting = {"a1": "easy", "a2": "hard", "b1": "easy", "b2": "hard", "b3": "hard"}
    found = shared_cells({"a": ["a1", "a2"], "b": ["b1", "b2", "b3"]}, setting)
    assert (found.met, found.left_out) == (["easy"], 1)


@given(st.dictionaries(st.sampled_from("abc"), st.lists(st.sampled_from("wxyz"), min_size=1, max_size=8), min_size=1))
@settings(max_examples=200, deadline=None)
def test_shared_cells_give_every_item_one_mixture_of_settings(met: dict[str, list[str]]) -> None:
    cells = {item: [f"{item}{n}" for n in range(len(own))] for item, own in met.items()}
    setting = {f"{item}{n}": one for item, own in met.items() for n, one in enumerate(own)}
    found = shared_cells(cells, setting)
    mixtures = []
    for own in found.cells.values():
        names, counts = np.unique([setting[cell] for cell in own], return_counts=True)
        mixtures.append(list(zip(names.tolist(), (counts / counts.sum()).round(9).tolist(), strict=True)))
    assert all(mixture == mixtures[0] for mixture in mixtures)
    if all(sorted(own) == sorted(met[item]) for own in met.values() for item in met):
        assert found.whole


def test_a_spirit_that_met_only_easy_opponents_is_not_put_on_top() -> None:
    # Green is the stronger; River met no hard opponent
    both = make_levels([(RIVER,), (GREEN,)], [("none", 0)], games=200)
    hard = make_levels([(GREEN,)], [("england", 6), ("sweden", 6)], games=200)
    part = Part("", joined([both, hard]))
    rates = part.spirit_rates(1)
    assert rates[GREEN].cells == rates[RIVER].cells == 1
    whole = part.rates.by_spirit(1)
    assert whole[GREEN].rate < 0.7 * rates[GREEN].rate
    content = page_content(joined([both, hard]))
    words = " ".join(sections(content)["win-rates"].paragraphs)
    assert "not every spirit met every opponent" in words
    assert "the 1 of 3 that all of them met alike" in words


def test_spirits_without_a_common_opponent_have_no_means() -> None:
    apart = joined([make_levels([(RIVER,)], [("england", 1)], 20), make_levels([(GREEN,)], [("sweden", 1)], 20)])
    content = page_content(apart)
    assert "win-rates" not in sections(content)
    assert {"heat-section", "cells-section"} <= set(sections(content))
    text = render_content(content)
    assert "England 1" in text
    assert "wins most" not in text


def test_pairs_count_only_opponents_that_all_pairs_met() -> None:
    pairs = list(combinations([RIVER, GREEN, THUNDER], 2))
    results = joined([make_levels(pairs, [("none", 0)], 40), make_levels(pairs[:1], [("england", 6)], 40)])
    content = page_content(results)
    rows = sections(content)["pairs-section"].plots[0].table.rows
    assert [row[-1].text for row in rows] == ["40", "40", "40"]
    assert "Only the games against the 1 opponents" in " ".join(sections(content)["pairs-section"].paragraphs)


# --- sections


def test_each_section_shows_only_where_the_results_have_what_it_needs(results: Results) -> None:
    assert set(sections(page_content(results))) == {
        "win-rates",
        "heat-section",
        "strength-section",
        "players-section",
        "curve-section",
        "pairs-section",
        "synergy-section",
        "groups-3-section",
        "endings-section",
        "losses-section",
        "close",
        "close-levels-section",
        "innates-section",
        "people-section",
        "cells-section",
    }
    alone = set(sections(page_content(make_results([(RIVER,)], 20))))
    assert alone == {"win-rates", "endings-section", "close", "innates-section", "cells-section"}


def test_the_heat_map_holds_the_rate_of_every_cell(results: Results) -> None:
    part = Part("", results)
    heat = heat_rates(part, 1)
    assert len(heat.rates) == 4 * len(FEW)
    for (row, column), rate in heat.rates.items():
        opponent = heat.opponents[column]
        chosen = [cell for cell, met in part.opponents.items() if met == opponent]
        cell = next(cell for cell in chosen if results.cells.loc[cell, "members"] == (heat.spirits[row],))
        assert rate.rate == results.games.loc[results.games["cell"] == cell, "won"].mean()


def test_rates_of_opponents_are_over_the_spirits_that_met_all_of_them() -> None:
    both = make_levels([(RIVER,), (GREEN,)], [("none", 0), ("england", 3)], games=40)
    more = make_levels([(THUNDER,)], [("none", 0)], games=40)
    rates, words = opponent_rates(Part("", joined([both, more])), 1)
    assert [rate.cells for rate in rates.values()] == [2, 2]
    assert "the mean over 2 spirits" in words
    assert "1 more met only some" in words


def test_numbers_of_spirits_are_compared_over_the_same_opponents() -> None:
    alone = make_levels([(RIVER,), (GREEN,)], [("none", 0), ("england", 3), ("england", 6)], games=80)
    pair = make_levels([(RIVER, GREEN)], [("none", 0), ("england", 3)], games=80)
    part = Part("", joined([alone, pair]))
    shared = shared_players(part)
    assert [len(cells) for cells in shared.cells.values()] == [4, 2]
    section = sections(page_content(joined([alone, pair])))["players-section"]
    gap = part.rates.difference(shared.cells[2], shared.cells[1])
    assert section.tables[0].rows[0][2].value == gap.points
    assert "Only the 2 opponents" in " ".join(section.paragraphs)


def test_the_fitted_line_finds_what_a_point_of_difficulty_costs() -> None:
    chance = np.random.default_rng(4)
    marks = []
    for name, known in OFFICIAL.items():
        for level, difficulty in enumerate(known):
            won = chance.binomial(20_000, 1 / (1 + np.exp(NOTCH * difficulty - 1.0))) / 20_000
            marks.append(Mark(name, level, float(difficulty), Rate(won, won, won, 20_000, 1)))
    (start, first), *_, (end, last) = fitted_line(marks)
    slope = (np.log(last / (1 - last)) - np.log(first / (1 - first))) / (end - start)
    assert slope == pytest.approx(-NOTCH, abs=0.01)


def test_losses_add_up_and_say_how_many_games_are_lost(results: Results) -> None:
    table = sections(page_content(results))["losses-section"].plots[0].table
    for row in table.rows:
        assert sum(float(cell.value) for cell in row[2:]) == pytest.approx(1.0)
    first = table.rows[0]
    part = Part("", results)
    own = [cell for cell, opponent in part.opponents.items() if opponent.adversary == "none"]
    assert first[1].value == pytest.approx(1 - part.rates.mean(own).rate)


def test_strength_shows_places_ties_and_levels(results: Results) -> None:
    models = make_models(results)
    section = sections(page_content(results))["strength-section"]
    table = section.plots[0].table
    assert [column.label for column in table.columns][3:] == [
        "In adversary levels",
        "95% interval (levels)",
        "Places",
        "Ties",
    ]
    strongest = models.strength.spirits["logit"].idxmax()
    assert table.rows[0][1].value == models.strength.spirits.loc[strongest, "logit"]
    assert table.rows[0][-2].text == "1–2"


def test_strength_that_cells_cannot_tell_is_a_dash(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    def some_unknown(known: Results) -> Models:
        models = make_models(known)
        models.strength.spirits.loc[RIVER] = float("nan")
        return models

    monkeypatch.setattr("sim.report.parts.models_of", some_unknown)
    table = sections(page_content(results))["strength-section"].plots[0].table
    row = next(row for row in table.rows if row[0].text.startswith("River"))
    assert [cell.text for cell in row[1:5]] == ["–"] * 4


def test_synergy_names_the_pairs_beyond_doubt(results: Results) -> None:
    models = make_models(results)
    words = " ".join(sections(page_content(results))["synergy-section"].paragraphs)
    best = models.strength.pairs["synergy"].idxmax()
    assert models.strength.pairs.loc[best, "low"] > 0
    assert "Fit best" in words
    assert f"{25 * models.strength.pairs.loc[best, 'synergy']:+.1f}" in words


def test_policies_stand_beside_each_other_over_the_set_ups_that_all_played() -> None:
    rungs = [("random", "0.0"), ("greedy", "0.0"), ("greedy", "2.0")]
    parts = [make_levels([(RIVER,), (GREEN,)], FEW[:2], 20, policy=p, temperature=t) for p, t in rungs]
    more = make_levels([(THUNDER,)], FEW[:1], 20, policy="greedy", temperature="0.0")
    content = page_content(joined([*parts, more]))
    assert content.skill is not None
    table = content.skill.plots[0].table
    assert [(row[0].text, row[1].text, row[-1].text) for row in table.rows] == [
        ("greedy", "0.0", "4"),
        ("greedy", "2.0", "4"),
        ("random", "0.0", "4"),
    ]
    assert len(content.chapters) == 3


def test_many_policies_get_short_chapters() -> None:
    parts = [make_levels([(RIVER,)], FEW[:2], 10, policy="greedy", temperature=f"{t}.0") for t in range(5)]
    content = page_content(joined(parts))
    assert content.short
    assert {re.sub(r"^p\d-", "", name) for name in sections(content)} == {"win-rates", "heat-section", "cells-section"}
    assert "for each of them this page holds win rates only" in " ".join(render_content(content).split())


# --- figures


def test_heat_maps_of_any_opponents_are_drawn_with_all_their_words() -> None:
    levels = [(name, level) for name, known in OFFICIAL.items() for level in range(len(known))]
    results = joined([make_levels([(RIVER,)], levels, 2), make_levels([(RIVER,)], [("x$y$<b>", 0)], 2)])
    part = Part("", results)
    opponents = list(part.levels)
    rates = {(0, n): Rate(n / 23, 0.0, 1.0, 2, 1) for n in range(len(opponents))}
    for frame in (WIDE, NARROW):
        drawn = svg(lambda frame: heat_map(frame, [("River", "River")], opponents, rates), frame, "heat")
        words = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
        assert {"Brandenburg-Prussia", "England", "Sweden", "level", "difficulty", "–"} <= set(words)
        assert any(word.startswith("X$y$") for word in words)
        assert "<b>" not in drawn
        assert len([word for word in words if re.fullmatch(r"\d+", word)]) >= 3 * len(opponents) - 3


def test_a_curve_tells_adversaries_apart_without_colour() -> None:
    marks = [
        Mark(name, 0, float(n), Rate(0.5, 0.4, 0.6, 10, 1)) for n, name in enumerate(["none", "england", "sweden"])
    ]
    figure = difficulty_curve(WIDE, marks, [(0.0, 0.6), (2.0, 0.4)])
    markers = [line.get_marker() for line in figure.axes[0].lines if line.get_marker() not in ("None", "_", "|")]
    assert len(set(markers)) == 3


# --- files


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report of the mixed results."""
    folder = tmp_path_factory.mktemp("written")
    with pytest.MonkeyPatch.context() as patch:
        leave_drawing_out(patch)
        plant_models(patch)
        write_pages(mixed(), folder)
    return folder


def test_tidy_rows_are_the_numbers_of_the_page(written: Path, results: Results) -> None:
    tidy = pd.read_csv(written / "tidy.csv", keep_default_na=False)
    assert tuple(tidy.columns) == TIDY_COLUMNS
    assert set(tidy["table"]) <= set(TIDY_TABLES)
    assert {"cells", "spirits", "opponents", "heat", "players", "groups", "strength", "synergy", "people"} <= set(
        tidy["table"]
    )
    part = Part("", results)
    rows = tidy[tidy["table"] == "spirits"]
    for row in rows.itertuples():
        rate = part.spirit_rates(int(row.players))[row.spirit]
        assert (float(row.value), float(row.low)) == pytest.approx((rate.rate, rate.low), abs=1e-6)
    cells = tidy[tidy["table"] == "cells"]
    assert list(cells["cell"]) == list(results.cells.index)
    page = (written / "report.html").read_text(encoding="utf-8")
    assert all(name in page for name in TIDY_TABLES)


def test_the_markdown_summary_has_headline_findings_and_tables(written: Path) -> None:
    text = (written / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("# Balance report: Spirit Island\n")
    for words in ("## In short", "- Alone: ", "| Spirit |", "## Strength of the spirits", "## Command, seed, versions"):
        assert words in text
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) >= 6
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_files_are_equal_for_equal_results(written: Path, tmp_path: Path) -> None:
    write_pages(mixed(), tmp_path)
    for name in ("report.html", "summary.md", "summary.csv", "tidy.csv"):
        assert (tmp_path / name).read_bytes() == (written / name).read_bytes()


def test_names_from_files_do_no_harm_in_markdown_and_tables(tmp_path: Path) -> None:
    results = make_results([(HOSTILE,), ("=cmd()",)], games=10, box="base", adversary=HOSTILE, level="1", note=HOSTILE)
    odd = Results(results.games, results.cells, {"command": f"```{HOSTILE}\n# x", HOSTILE: HOSTILE})
    content = page_content(odd)
    text = markdown_summary(content)
    outside = re.sub(r"(?ms)^`{4,}$.*?^`{4,}$", "", text)
    assert "<script" not in outside
    assert not re.search(r"(?m)^# x", outside)
    assert "<script>alert(1)" not in render_content(content)
    write_pages(odd, tmp_path)
    with (tmp_path / "tidy.csv").open(newline="") as file:
        assert {len(row) for row in csv.reader(file)} == {len(TIDY_COLUMNS)}
    assert escaped("a\n# b|c") == r"a \# b\|c"


def test_levels_that_are_no_numbers_make_a_page() -> None:
    odd = make_results([(RIVER,), (GREEN,)], games=10, box="base", adversary="england", level="", scenario="")
    assert "England 0" in {opponent.label for opponent in opponents_of(odd.cells).values()}
    assert render_content(page_content(odd))
