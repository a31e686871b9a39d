"""The balance report in a browser: no complaint on its console, tables that sort, labels that do not collide."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sim.report.build import write_pages
from sim.report.changes_page import write_changes
from tests.unit.report_data import CORE_SPIRITS, SPIRITS, make_levels, make_results, plant_models, write_folder

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-logging=stderr",
    "--virtual-time-budget=5000",
    "--dump-dom",
)
SECONDS = 120
DESKTOP, PHONE = 1280, 390
MEASURE = """
<script>
const shown = (element) => element.getClientRects().length > 0;
const labels = (svg) => [...svg.querySelectorAll("text")].map((text) => [
  text.textContent, text.getBoundingClientRect(),
]);
const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
  && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
const found = { width: document.documentElement.scrollWidth, drawings: 0, overlaps: [], outside: [], small: 99 };
for (const svg of [...document.querySelectorAll("figure svg")].filter(shown)) {
  found.drawings += 1;
  const room = svg.getBoundingClientRect();
  const all = labels(svg);
  all.forEach(([words, box], place) => {
    if (box.left < room.left - 1 || box.right > room.right + 1) found.outside.push(words);
    if (box.top < room.top - 1 || box.bottom > room.bottom + 1) found.outside.push(words);
    for (const [others, other] of all.slice(place + 1)) if (meet(box, other)) found.overlaps.push([words, others]);
  });
  const text = svg.querySelector("text");
  const size = parseFloat(getComputedStyle(text).fontSize) * room.width / svg.viewBox.baseVal.width;
  found.small = Math.min(found.small, size);
}
parent.postMessage(JSON.stringify(found), "*");
</script>
"""
"""Tells the page around it what the drawings look like."""
AROUND = """<!doctype html><html><body><script>
addEventListener("message", (message) => { document.body.dataset.found = message.data; });
</script><iframe src="PAGE" style="width: WIDTHpx; height: 900px; border: 0"></iframe></body></html>
"""
"""A page around the page: windows cannot be as narrow as a phone, frames can."""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed (/usr/bin/chromium)"),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report over all spirits alone, in pairs and in trios."""
    return write_pages(make_results(games=300), tmp_path_factory.mktemp("report"))


def open_page(page: Path, fragment: str = "") -> tuple[str, list[str]]:
    """Open a page, and return what its document has become and what its console says."""
    profile = page.parent / "profile"
    command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={profile}", f"--window-size={DESKTOP},900"]
    try:
        done = subprocess.run(
            [*command, page.as_uri() + fragment], capture_output=True, text=True, timeout=SECONDS, check=True
        )
    finally:
        shutil.rmtree(profile, ignore_errors=True)
    assert "</html>" in done.stdout
    return done.stdout, [line for line in done.stderr.splitlines() if ":CONSOLE" in line]


def column(document: str, table: str, place: int) -> list[str]:
    """Entries of a column as they stand in the document."""
    body = document[document.index(f'id="{table}">') :].split("<tbody>")[1].split("</tbody>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
    return [unescape(row[place]) for row in rows]


def without_policy(report: Path) -> str:
    """The page without the policy that keeps foreign scripts out."""
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", report.read_text(encoding="utf-8"))


def measured(report: Path, width: int) -> dict[str, Any]:
    """What a script finds that looks at the page in a frame of that width."""
    inner = report.with_name(f"measured-{width}.html")
    inner.write_text(without_policy(report).replace("</body>", MEASURE + "</body>"), encoding="utf-8")
    outer = report.with_name(f"around-{width}.html")
    outer.write_text(AROUND.replace("PAGE", inner.name).replace("WIDTH", str(width)), encoding="utf-8")
    document, console = open_page(outer)
    assert console == []
    found = re.search(r'<body data-found="([^"]*)"', document)
    assert found is not None
    result: dict[str, Any] = json.loads(unescape(found.group(1)))
    return result


def test_console_is_silent(report: Path) -> None:
    document, console = open_page(report)
    assert "Balance report" in document
    assert console == []


def test_a_complaint_would_be_heard(report: Path) -> None:
    loud = report.with_name("loud.html")
    loud.write_text(
        report.read_text(encoding="utf-8").replace("</body>", "<script>1</script></body>"), encoding="utf-8"
    )
    _, console = open_page(loud)
    assert any("Content Security Policy" in line for line in console)


def test_numbers_sort_as_numbers(report: Path) -> None:
    before = column(open_page(report)[0], "cells", 2)
    up = column(open_page(report, "#sort=cells,2")[0], "cells", 2)
    down = column(open_page(report, "#sort=cells,2,desc")[0], "cells", 2)
    assert before != up
    assert up == sorted(before, key=lambda entry: float(entry.rstrip("%")))
    assert [float(entry.rstrip("%")) for entry in down] == sorted((float(e.rstrip("%")) for e in before), reverse=True)


def test_words_sort_as_words_and_say_so(report: Path) -> None:
    document, console = open_page(report, "#sort=pairs,1")
    assert console == []
    partners = column(document, "pairs", 1)
    assert partners == sorted(partners)
    heading = re.search(r'<th scope="col" aria-sort="(\w+)"><button type="button">with<', document)
    assert heading is not None
    assert heading.group(1) == "ascending"


@pytest.mark.parametrize(
    "fragment", ["#sort=nothing,0", "#sort=pairs,99", "#sort=methods,0", "#sort=pairs,x", "#pairs"]
)
def test_addresses_that_name_no_column_do_nothing(report: Path, fragment: str) -> None:
    document, console = open_page(report, fragment)
    assert console == []
    assert not re.search(r"<th[^>]* aria-sort=", document)


def test_a_click_on_a_heading_sorts(report: Path) -> None:
    click = "<script>document.querySelectorAll('#groups-3 button')[1].click()</script>"
    clicked = report.with_name("clicked.html")
    clicked.write_text(without_policy(report).replace("</body>", click * 2 + "</body>"), encoding="utf-8")
    rates = [float(entry.rstrip("%")) for entry in column(open_page(clicked)[0], "groups-3", 1)]
    # numbers start with the largest; the second click turns them round
    assert rates == sorted(rates)
    assert rates[0] < rates[-1]


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_labels_fit_and_do_not_collide(report: Path, width: int) -> None:
    found = measured(report, width)
    # of the two drawings of a figure, one shows
    assert found["drawings"] == 12
    assert found["overlaps"] == []
    assert found["outside"] == []
    assert found["small"] >= 11.5
    # tables scroll within the page, the page does not
    assert found["width"] == width


# --- adversaries, levels, numbers of spirits, and what changed


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of the other kinds: all spirits against all levels, all pairs, several numbers of spirits, changes."""
    folder = tmp_path_factory.mktemp("pages")
    spirits = [*CORE_SPIRITS, *SPIRITS]
    few = [("none", 0), ("england", 0), ("england", 3), ("sweden", 5)]
    groups = [*((spirit,) for spirit in spirits[:5]), *combinations(spirits[:5], 2), *combinations(spirits[:4], 4)]
    kinds = {
        "levels": make_levels([(spirit,) for spirit in spirits], games=40),
        "pairs": make_levels(list(combinations(spirits, 2)), few[:1], games=40),
        "mixed": make_levels(groups, few, games=40),
    }
    with pytest.MonkeyPatch.context() as patch:
        plant_models(patch)
        found = {kind: write_pages(results, folder / kind) for kind, results in kinds.items()}
    harder = {SPIRITS[0]: 0.8, SPIRITS[3]: -0.6}
    old, new = write_folder(folder / "old", games=150), write_folder(folder / "new", games=150, difficulty=harder)
    return found | {"changes": write_changes(old, new)}


KINDS = ["levels", "pairs", "mixed", "changes"]


@pytest.mark.parametrize("kind", KINDS)
def test_other_pages_are_silent_and_every_figure_has_its_table(pages: dict[str, Path], kind: str) -> None:
    document, console = open_page(pages[kind])
    assert console == []
    figures = re.findall(r'<figure id="([^"]*)-figure">', document)
    tables = re.findall(r'<table class="sortable" id="([^"]*)">', document)
    assert len(figures) >= 2
    assert set(figures) <= set(tables)
    for name in figures:
        after = document[document.index(f'<figure id="{name}-figure">') :]
        following = re.search(r'<table class="sortable" id="([^"]*)">', after)
        assert following is not None
        assert following.group(1) == name


@pytest.mark.parametrize(
    ("kind", "table", "place"), [("levels", "heat-1", 3), ("mixed", "curve-2", 2), ("changes", "cells", 4)]
)
def test_other_tables_sort_as_numbers(pages: dict[str, Path], kind: str, table: str, place: int) -> None:
    def numbers(fragment: str) -> list[float]:
        entries = column(open_page(pages[kind], fragment)[0], table, place)
        return [float(entry.rstrip("%").replace("\u2212", "-").replace("+", "")) for entry in entries]

    before, down = numbers(""), numbers(f"#sort={table},{place},desc")
    assert down == sorted(before, reverse=True)
    assert down != before or kind == "changes"


def test_opponents_sort_by_adversary_and_level(pages: dict[str, Path]) -> None:
    found = column(open_page(pages["levels"], "#sort=heat-1,1")[0], "heat-1", 1)
    assert list(dict.fromkeys(found))[:3] == ["No adversary", "Brandenburg-Prussia 0", "Brandenburg-Prussia 1"]
    assert found[-1] == "Sweden 6"


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize("kind", KINDS)
def test_other_pages_fit(pages: dict[str, Path], kind: str, width: int) -> None:
    found = measured(pages[kind], width)
    assert found["overlaps"] == []
    assert found["outside"] == []
    assert found["small"] >= 11.5
    assert found["width"] == width


def test_the_page_of_all_spirits_and_levels_is_small(pages: dict[str, Path]) -> None:
    assert pages["levels"].stat().st_size < 3_000_000
