"""What changed between two results folders: differences with intervals, matched by name, on a page and in a table."""

from __future__ import annotations

import csv
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from sim.cli.main import main
from sim.errors import BadInput
from sim.report.changes import Changes, changes_table, find_changes, holm
from sim.report.changes_page import render_changes, write_changes
from sim.results.load import Results
from tests.unit.report_data import leave_drawing_out, played, write_folder

EYES, MUD, SUN = "eyes_watch_from_the_trees", "fathomless_mud_of_the_swamp", "sun_bright_whirlwind"
FOLDERS = (Path("old"), Path("new"))
HOSTILE = "</script><script>alert('x')</script>"


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the drawing out, which takes most of a page's time."""
    leave_drawing_out(monkeypatch)


def changes(old: Results, new: Results) -> Changes:
    """The changes between two results."""
    return find_changes(old, new, FOLDERS)


def test_games_of_one_seed_are_paired_by_their_number() -> None:
    before = np.array([1, 1, 0, 0] * 50, bool)
    after = before.copy()
    after[2::20] = True
    (found,) = changes(played({EYES: before}), played({EYES: after})).cells
    assert found.paired
    gained = len(after[2::20])
    assert found.change.points == pytest.approx(gained / 200)
    # Agresti and Min: half a game more of each kind
    variance = (gained + 1 - gained**2 / 202) / 202**2
    assert found.change.high - found.change.low == pytest.approx(2 * 1.959964 * np.sqrt(variance), rel=1e-5)
    # McNemar's exact test: all of ten changed games changed one way
    assert found.change.p_value == pytest.approx(2 * 0.5**gained)


def test_only_games_that_both_have_are_paired() -> None:
    old, new = np.zeros(100, bool), np.ones(60, bool)
    (found,) = changes(played({EYES: old}), played({EYES: new}, first=50)).cells
    assert (found.paired, found.change.games_old, found.change.games_new) == (True, 50, 50)


def test_other_seeds_make_independent_samples() -> None:
    before, after = np.arange(400) < 200, np.arange(500) < 300
    (found,) = changes(played({EYES: before}), played({EYES: after}, seed=8)).cells
    assert not found.paired
    pooled = 500 / 900
    z = 0.1 / np.sqrt(pooled * (1 - pooled) * (1 / 400 + 1 / 500))
    assert found.change.points == pytest.approx(0.1)
    assert found.change.p_value == pytest.approx(2 * (1 - 0.5 * (1 + math.erf(z / np.sqrt(2)))))
    assert found.change.low < 0.1 < found.change.high


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8])
def test_intervals_of_a_mean_change_cover_under_shared_luck(seed: int) -> None:
    """Two cells share their luck; the same or another seed afterwards; nothing changed: 95 of 100 intervals hold 0."""
    chance = np.random.default_rng(seed)
    nothing = {f"{EYES}+{who}": np.zeros(150, bool) for who in (MUD, SUN)}
    sides = played(nothing), played(nothing, seed=seed)
    covered = 0
    for _ in range(120):
        luck = chance.normal(0.0, 1.0, 150)
        other = luck if seed == 7 else chance.normal(0.0, 1.0, 150)
        won = [
            side.games.assign(won=np.tile(common, 2) + chance.normal(0.0, 0.4, 300) > 0.0)
            for side, common in zip(sides, (luck, other), strict=True)
        ]
        results = [Results(games, side.cells, side.manifest) for games, side in zip(won, sides, strict=True)]
        change = changes(*results).spirits[("greedy", "0.0"), 2, EYES]
        covered += change.low <= 0.0 <= change.high
    # three standard errors
    assert 0.89 <= covered / 120 <= 0.99


@pytest.mark.slow
def test_no_change_is_called_beyond_chance_more_often_than_the_level() -> None:
    """Twenty cells without any change, many times over: at most about one table in twenty calls one."""
    chance = np.random.default_rng(11)
    called = 0
    for _ in range(100):
        p_values = holm([float(p) for p in chance.random(20)])
        called += min(p_values) <= 0.05
    # three standard errors
    assert called / 100 <= 0.115


def test_holm_by_hand() -> None:
    assert holm([0.001, 0.2, 0.01, 0.04]) == pytest.approx([0.004, 0.2, 0.03, 0.08])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_a_changed_spirit_is_found_and_the_others_are_left_alone() -> None:
    chance = np.random.default_rng(5)
    luck = chance.normal(0.0, 1.0, 800)

    def cells(shift: float) -> dict[str, np.ndarray]:
        strength = {EYES: shift, MUD: 0.0, SUN: 0.3}
        return {spirit: luck + value > 0.0 for spirit, value in strength.items()}

    found = changes(played(cells(0.0)), played(cells(0.4)))
    assert [c.cell for c in found.cells if c.change.decided] == [EYES]
    assert [spirit for (_, _, spirit), change in found.spirits.items() if change.decided] == [EYES]
    table = changes_table(found).set_index("cell")
    assert table.loc[EYES, "new"] - table.loc[EYES, "old"] == pytest.approx(table.loc[EYES, "points"])
    assert table["decided"].sum() == 1


@pytest.mark.usefixtures("undrawn")
def test_set_ups_of_only_one_folder_are_left_out_and_told() -> None:
    won = np.arange(40) % 2 == 0
    found = changes(played({EYES: won, MUD: won}), played({EYES: won, SUN: won, f"{EYES}+{SUN}": won}))
    assert ([c.cell for c in found.cells], found.only_old, found.only_new) == ([EYES], [MUD], [SUN, f"{EYES}+{SUN}"])
    words = " ".join(render_changes(found).split())
    assert "1 more is only in the old folder and left out. 2 more are only in the new folder" in words
    assert "None of the 1 set-ups changed beyond chance" in words


def test_folders_without_a_common_set_up_are_refused() -> None:
    won = np.ones(5, bool)
    with pytest.raises(BadInput, match=r"new: cell = .*has no set-up of the same name as old"):
        changes(played({EYES: won}), played({MUD: won}))


@pytest.mark.usefixtures("undrawn")
def test_the_page_tells_versions_of_both_and_escapes_them() -> None:
    won = np.arange(40) % 2 == 0
    old = played({EYES: won}, weights="aaaa", versions={"rules": "4", HOSTILE: "1"}, git=HOSTILE)
    new = played({EYES: won}, weights="bbbb", versions={"rules": "5"}, command=HOSTILE)
    text = render_changes(changes(old, new))
    for words in ("aaaa", "bbbb", "versions: rules", "weights", "not recorded"):
        assert words in text
    assert "<script>alert" not in text
    assert len(re.findall("<script", text)) == 1
    assert not re.search(r"https?://|@import|src=", text)


def test_the_command_writes_a_page_and_a_table_of_equal_bytes(tmp_path: Path) -> None:
    groups = [(EYES,), (MUD,), (EYES, MUD)]
    old = write_folder(tmp_path / "old", groups, games=150)
    new = write_folder(tmp_path / "new", groups, games=150, difficulty={EYES: 3.0}, weights="b2", git="feed")
    ran = CliRunner().invoke(
        main, ["report", "--compare", str(old), str(new), "--out", str(tmp_path / "out"), "--json"]
    )
    assert ran.exit_code == 0, ran.output
    written = json.loads(ran.output)
    page = Path(written["page"])
    with Path(written["changes"]).open(newline="") as file:
        rows = {row["cell"]: row for row in csv.DictReader(file)}
    assert set(rows) == {EYES, MUD, f"{EYES}+{MUD}"}
    assert rows[EYES]["decided"] == "True"
    assert float(rows[EYES]["high"]) < 0.0 == float(rows[MUD]["points"])
    again = write_changes(old, new, tmp_path / "again")
    assert again.read_bytes() == page.read_bytes()
    assert again.with_name("changes.csv").read_bytes() == Path(written["changes"]).read_bytes()
    text = page.read_text(encoding="utf-8")
    assert len(re.findall("<figure", text)) == 2
    assert "Less often won than before: Eyes Watch from the Trees" in text
