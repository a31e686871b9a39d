"""The balance report: what its page and tables say, and its page against the rules of pages."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

from sim.errors import BadInput
from sim.report.build import write_pages, write_report
from sim.report.names import OUTCOME_NAMES, short_names, spirit_name
from sim.report.page import origin_lines, page_content, render_content, set_up_lines
from sim.report.parts import Part
from sim.report.style import COLOURS, MARKERS, contrast, palette_css
from sim.results.load import Results, check_results
from sim.results.rates import by_policy
from sim.results.summary import (
    cell_summary,
)
from sim.stats.intervals import wilson_interval
from tests.unit.report_data import MANIFEST, SPIRITS, leave_drawing_out, make_results, played, write_folder

TEETH, EYES, MUD = "devouring_teeth_lurk_underfoot", "eyes_watch_from_the_trees", "fathomless_mud_of_the_swamp"
HOSTILE = "</title><script>alert('x')</script>\"onload=\"y $\\frac{1}{2}$ & <b>"


def page_text(results: Results) -> str:
    """The page about some results."""
    return render_content(page_content(results))


class Page(HTMLParser):
    """What a reader of the page meets, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        """Attributes of every element of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the drawing out, which takes most of a page's time, where a test is about words and tables."""
    leave_drawing_out(monkeypatch)


@pytest.fixture(scope="module")
def results() -> Results:
    """All spirits alone, in pairs and in trios."""
    return make_results()


@pytest.fixture(scope="module")
def text(results: Results) -> str:
    """Page of the results."""
    return page_text(results)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    """The same, taken apart."""
    return Page(text)


@pytest.mark.usefixtures("undrawn")
def test_summary_has_one_row_a_cell_with_its_numbers(results: Results, tmp_path: Path) -> None:
    groups = [(EYES,), (MUD,), (EYES, MUD)]
    write_pages(make_results(groups, games=50), tmp_path)
    with (tmp_path / "summary.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["cell"] for row in rows] == ["+".join(group) for group in groups]
    for row in rows:
        assert int(row["wins"]) / int(row["games"]) == pytest.approx(float(row["win_rate"]))
        low, high = wilson_interval(int(row["wins"]), int(row["games"]))
        assert (float(row["low"]), float(row["high"])) == pytest.approx((low, high), abs=1e-6)
        assert sum(float(row[f"share_{name}"]) for name in OUTCOME_NAMES) == pytest.approx(1.0, abs=1e-5)
    whole = cell_summary(results).set_index("cell")
    trio = results.games[results.games["cell"] == "+".join(SPIRITS[:3])]
    assert whole.loc["+".join(SPIRITS[:3]), "mean_rounds"] == pytest.approx(trio["rounds"].mean())
    won = trio.loc[trio["won"], "blight_pool"].mean()
    assert whole.loc["+".join(SPIRITS[:3]), "mean_blight_pool_won"] == pytest.approx(won)


@pytest.mark.usefixtures("undrawn")
def test_a_page_about_the_core_box_has_four_spirits_and_its_own_defeats(tmp_path: Path) -> None:
    spirits = ["river_surges_in_sunlight", "thunderspeaker", "a_spread_of_rampant_green", "oceans_hungry_grasp"]
    groups = [tuple(spirits[:1]), tuple(spirits[:2]), tuple(spirits[:3]), tuple(spirits)]
    core = make_results(groups, games=200, box="base", boards="random", arrangement="", adversary="england", level="3")
    shares = Part("", core).outcomes_by_players
    assert (shares[["defeat_adversary", "defeat_scenario"]].to_numpy() > 0.0).all()
    page = page_text(core)
    for words in (
        "Balance report: Spirit Island",
        "Fours",
        "Lost to the adversary",
        "Lost to the scenario",
        "conditions of their own by which a game is lost",
        "River Surges in Sunlight",
        "england",
    ):
        assert words in page
    assert "The Horizons map." not in page
    write_pages(core, tmp_path)
    with (tmp_path / "summary.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["boards"] for row in rows} == {"random"}
    assert all(float(row["share_defeat_adversary"]) > 0.0 for row in rows)


def test_a_page_about_horizons_has_nothing_on_adversaries_of_its_own(text: str) -> None:
    for words in ("No adversary", "Lost to the adversary", "Spirits against adversaries", "Official difficulty"):
        assert words not in text
    # only what files may hold, and what people's figures are pooled over, is told
    assert text.count("adversar") - text.count("defeat_adversary") <= 4


@pytest.mark.usefixtures("undrawn")
def test_different_policies_are_never_averaged() -> None:
    groups = [(EYES,), (MUD,)]
    parts = [make_results(groups, games=40, policy=policy) for policy in ("random", "greedy")]
    cells = pd.concat([part.cells.drop(columns="members") for part in parts]).reset_index()
    both = check_results(pd.concat([part.games for part in parts]), cells, MANIFEST, Path("results"))
    split = by_policy(both)
    assert [who for who, _ in split] == [
        {"policy": name, "temperature": "0.0", "weights": MANIFEST["weights"]} for name in ("random", "greedy")
    ]
    assert [len(part.games) for _, part in split] == [80, 80]
    page = Page(page_text(both))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert {"p1-spirits", "p2-spirits"} <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.usefixtures("undrawn")
def test_a_page_names_a_temperature_other_than_0(text: str) -> None:
    tempered = page_text(make_results([(MUD,)], games=20, temperature="1.5"))
    assert "Policy that played: greedy, temperature 1.5. It tries" in tempered
    assert "At its temperature it takes lesser answers too" in tempered
    assert "Policy that played: greedy. It tries" in text
    assert "lesser answers" not in text


# --- its form


def test_every_figure_has_words_and_a_table_under_it(page: Page) -> None:
    figures = [place for place, (tag, _) in enumerate(page.tags) if tag == "figure"]
    assert len(figures) == 12
    for place, following in zip(figures, [*figures[1:], len(page.tags)], strict=True):
        after = page.tags[place:following]
        described = [attributes for tag, attributes in after if tag == "div" and attributes.get("role") == "img"]
        assert len(described) == 1
        assert len(described[0]["aria-label"].split()) > 12
        kinds = [tag for tag, _ in after]
        assert kinds.count("svg") == 2
        assert kinds.index("svg") < kinds.index("figcaption") < kinds.index("table")
        name = after[0][1]["id"].removesuffix("-figure")
        assert next(attributes["id"] for tag, attributes in after if tag == "table") == name


def test_tables_can_be_read_out(page: Page) -> None:
    assert len(page.all("table")) == len(page.all("caption")) >= 10
    scopes = Counter(attributes["scope"] for attributes in page.all("th"))
    assert scopes["col"] == len(page.all("button"))
    # without the head rows, every row starts with a heading of its own
    assert scopes["row"] == len(page.all("tr")) - len(page.all("thead"))


def test_headings_are_links_that_arrive(page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in page.tags:
        for name in ("href", "xlink:href"):
            if name in attributes:
                assert attributes[name].removeprefix("#") in ids
        if "aria-labelledby" in attributes:
            assert attributes["aria-labelledby"] in ids


def test_clip_paths_arrive(text: str, page: Page) -> None:
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    asked = set(re.findall(r"url\(#([^)]*)\)", text))
    assert asked
    assert asked <= ids


def test_page_stands_alone(text: str, page: Page) -> None:
    assert not re.search(r"https?://|@import|url\((?!#)|src=", text)
    assert {tag for tag, _ in page.tags} & {"link", "img", "iframe", "object", "image"} == set()
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    assert script is not None
    allowed = base64.b64encode(hashlib.sha256(script.group(1).encode()).digest()).decode()
    assert f"script-src 'sha256-{allowed}'" in text


def test_page_says_who_played_and_how(page: Page) -> None:
    words = " ".join(" ".join(page.words).split())
    assert "10,000 complete games with 5 spirits in 25 set-ups (5 alone, 10 in pairs and 10 in trios)" in words
    for said in ("greedy", MANIFEST["command"], MANIFEST["digest"], "unofficial".capitalize(), "95% Wilson intervals"):
        assert said in words
    assert "No source at hand shows the printed map" in words
    assert "not finished" not in words


@pytest.mark.usefixtures("undrawn")
def test_one_spirit_alone_makes_a_page() -> None:
    words = " ".join(Page(page_text(make_results([(MUD,)], games=30))).words)
    assert "30 complete games with 1 spirit in 1 set-up (1 alone)" in words
    assert "printed map" not in words


@pytest.mark.usefixtures("undrawn")
def test_games_all_lost_or_all_won_make_a_page() -> None:
    lost = " ".join(Page(page_text(played({EYES: [0] * 20, MUD: [0] * 20}))).words)
    assert "The two are too close to call" in lost
    won = " ".join(Page(page_text(played({EYES: [1] * 20, f"{EYES}+{MUD}": [1] * 20}))).words)
    assert "No game was lost." in won


@pytest.mark.usefixtures("undrawn")
def test_many_groups_draw_the_ends_and_list_all() -> None:
    spirits = [f"spirit_{letter}" for letter in "abcdefgh"]
    wins = {"+".join(group): [1, 0, n % 2, n % 3 == 0] for n, group in enumerate(combinations(spirits, 3))}
    text = page_text(played(wins))
    assert "Of 56 groups, the 12 best and the 12 worst are drawn." in text
    body = text[text.index('<table class="sortable" id="groups-3">') :].split("</table>")[0]
    assert body.count("<tr>") == 57


@pytest.mark.usefixtures("undrawn")
def test_unfinished_results_say_so() -> None:
    results = make_results([(MUD,)], games=30)
    text = page_text(Results(results.games, results.cells, {"complete": False}))
    assert "These results are not finished" in text


def test_hostile_names_stay_words() -> None:
    spirits = [HOSTILE, "$x^2$", 'url(#x) id="a" #a00001']
    results = make_results([(spirit,) for spirit in spirits] + list(combinations(spirits, 2)), games=30, note=HOSTILE)
    manifest = {"command": HOSTILE, "policy": HOSTILE, HOSTILE: {HOSTILE: [HOSTILE]}}
    text = page_text(Results(results.games, results.cells, manifest))
    page = Page(text)
    assert len(page.all("script")) == 1
    assert "b" not in {tag for tag, _ in page.tags}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    words = "".join(page.words)
    # drawn as it stands, not set as a formula
    assert re.search(r"<text[^<>]*>\$x\^2\$</text>", text)
    assert "<script>alert('x')</script>" in words


@pytest.mark.slow
def test_equal_results_give_equal_bytes(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "results", [(EYES,), (MUD,), (EYES, MUD)], games=60)
    first = write_report(folder).read_bytes()
    again = write_report(folder, tmp_path / "other" / "place")
    assert again == tmp_path / "other" / "place" / "report.html"
    assert again.read_bytes() == first
    assert (again.parent / "summary.csv").read_bytes() == (folder / "summary.csv").read_bytes()
    command = "import sys, pathlib, sim.report.build as b; b.write_report(*map(pathlib.Path, sys.argv[1:]))"
    subprocess.run(
        [sys.executable, "-c", command, str(folder), str(tmp_path / "third")],
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"},
        cwd=Path(__file__).parents[2],
    )
    assert (tmp_path / "third" / "report.html").read_bytes() == first


def test_page_is_small(text: str) -> None:
    assert len(text.encode()) < 3_000_000


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_can_be_told_from_what_they_stand_on(theme: int) -> None:
    for words in ("ink", "muted", "link"):
        for under in ("page", "soft"):
            assert contrast(COLOURS[words][theme], COLOURS[under][theme]) >= 4.5
    for players in MARKERS:
        assert contrast(COLOURS[f"players-{players}"][theme], COLOURS["page"][theme]) >= 3.0
    css = palette_css().split("@media")[theme]
    for role, ground in COLOURS.items():
        found = re.search(rf"--on-{role}:(#[0-9a-f]{{6}})", css)
        assert found is not None
        assert contrast(found.group(1), ground[theme]) >= 4.5


# --- names and manifest


def test_names() -> None:
    assert spirit_name("sun_bright_whirlwind") == "Sun-Bright Whirlwind"
    assert spirit_name("a_spirit_of_mist") == "A Spirit of Mist"
    assert list(short_names(list(SPIRITS)).values()) == [
        "Eyes Watch",
        "Fathomless Mud",
        "Rising Heat",
        "Sun-Bright Whirlwind",
        "Devouring Teeth",
    ]
    assert short_names(["red_fox_runs", "red_fox_sleeps"])["red_fox_runs"] == "Red Fox Runs"


def test_manifest_lines_leave_out_what_describes_files() -> None:
    manifest = MANIFEST | {"columns": {"game": "number"}, "parts": [{"file": "x"}], "notes": "x" * 5000}
    lines = dict(origin_lines(manifest))
    assert list(lines)[:2] == ["policy", "seed"]
    assert lines["versions: numba"] == "0.68.1"
    assert lines["notes"] == "see manifest.json"
    assert {"columns", "parts", "command", "started", "cells"} & set(lines) == set()


def test_set_up_lines_tell_what_differs() -> None:
    lines = dict(set_up_lines(make_results([(MUD,), (MUD, EYES)], games=5, extra="")))
    assert lines["box"] == "horizons"
    assert lines["arrangement"] == "horizons_1_G, horizons_2_GH"
    assert lines["stage 2 action"] == "False"
    assert {"extra", "spirits", "players", "members"} & set(lines) == set()


# --- folders no report can be made of


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"manifest\.json: no such file"):
        write_report(tmp_path)
    with pytest.raises(BadInput, match="no such folder"):
        write_report(tmp_path / "nowhere")


def test_a_folder_without_its_list_of_cells_is_refused(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "results", [(MUD,)], games=5)
    (folder / "cells.csv").unlink()
    with pytest.raises(BadInput, match=r"cells\.csv: cannot be read"):
        write_report(folder)
    assert json.loads((folder / "manifest.json").read_text())["games"] == 5
    assert not (folder / "report.html").exists()
