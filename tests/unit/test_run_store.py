"""Results folders: whole after every part, never overwritten, and honest about what is wrong with them."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import BadInput
from sim.run import store
from sim.run.columns import column_dictionary, from_table, to_table
from sim.run.store import ResultWriter, folder_faults, read_manifest, read_results
from sim.run.tally import OUTCOMES, Tally
from tests.unit.run_rows import random_rows

HEADER = {"command": "spirit-sim play test", "seed": 1}


def cell(name: str, players: int) -> dict[str, Any]:
    return {"cell": name, "spirits": "+".join(["eyes"] * players), "players": players}


def write(folder: Path, complete: bool = True) -> ResultWriter:
    """Two cells of 700 games with one and three spirits."""
    writer = ResultWriter(folder, HEADER, 3)
    for name, seats, seed in (("alone", 1, 5), ("trio", 3, 6)):
        writer.begin_cell(cell(name, seats), seats)
        for rows in np.split(random_rows(700, seed), [100, 350]):
            writer.add(name, rows)
    writer.close(complete)
    return writer


@pytest.fixture(autouse=True)
def _a_cell_is_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PART_ROWS", 700)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A results folder of two cells."""
    write(tmp_path / "results")
    return tmp_path / "results"


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_results(folder)
    return [str(fault) for fault in caught.value.faults]


def test_what_was_written_is_read_back(folder: Path) -> None:
    games = read_results(folder)
    alone, trio = games[games["cell"] == "alone"], games[games["cell"] == "trio"]
    for part, seed, seats in ((alone, 5, 1), (trio, 6, 3)):
        rows = random_rows(700, seed)
        for field in ("game", "rounds", "score", "blight_pool"):
            assert part[field].to_numpy().tolist() == rows[field].tolist()
        assert part["outcome"].tolist() == [OUTCOMES[code] for code in rows["outcome"]]
        assert part[f"energy_{seats}"].to_numpy().tolist() == rows["energy"][:, seats - 1].tolist()
        assert part[f"levels_{seats}_4"].to_numpy().tolist() == rows["levels"][:, seats - 1, 3].tolist()
    assert alone["presence_2"].isna().all()
    assert not trio["presence_3"].isna().any()
    assert "presence_4" not in games


def test_outcomes_are_ordered_names(folder: Path) -> None:
    outcome = read_results(folder)["outcome"]
    assert isinstance(outcome.dtype, pd.CategoricalDtype)
    assert outcome.cat.ordered
    assert list(outcome.cat.categories) == list(OUTCOMES.values())


def test_manifest_says_what_every_column_means(folder: Path) -> None:
    manifest = read_manifest(folder)
    columns = read_results(folder).columns
    assert set(columns) == set(manifest["columns"])
    assert all(manifest["columns"].values())
    assert manifest["columns"]["levels_3_2"] == column_dictionary(3)["levels_3_2"]
    assert "seat 3, level 2" in manifest["columns"]["levels_3_2"]


def test_manifest_has_the_digest_of_all_rows_and_cells_csv_that_of_each_cell(folder: Path) -> None:
    tallies = []
    for seed in (5, 6):
        tallies.append(Tally())
        tallies[-1].add(random_rows(700, seed))
    digest = hashlib.blake2b("".join(tally.digest for tally in tallies).encode(), digest_size=16).hexdigest()
    manifest = read_manifest(folder)
    assert (manifest["games"], manifest["digest"], manifest["complete"]) == (1400, digest, True)
    cells = pd.read_csv(folder / "cells.csv")
    each = [(tally.games, tally.wins, tally.digest) for tally in tallies]
    assert list(cells[["games", "wins", "digest"]].itertuples(index=False, name=None)) == each


def test_of_one_cell_the_digest_is_that_of_its_games(tmp_path: Path) -> None:
    writer = ResultWriter(tmp_path / "one", HEADER, 1)
    writer.begin_cell(cell("alone", 1), 1)
    tally = Tally()
    for first in (0, 500):
        rows = random_rows(500, 3, first)
        tally.add(rows)
        writer.add("alone", rows)
    writer.close(complete=True)
    assert read_manifest(tmp_path / "one")["digest"] == tally.digest


def test_cells_played_in_turns_give_the_digests_of_cells_played_one_by_one(folder: Path, tmp_path: Path) -> None:
    writer = ResultWriter(tmp_path / "turns", HEADER, 3)
    games = {"alone": random_rows(700, 5), "trio": random_rows(700, 6)}
    for name, seats in (("alone", 1), ("trio", 3)):
        writer.begin_cell(cell(name, seats), seats)
    for first, last in ((0, 90), (90, 480), (480, 700)):
        for name in ("alone", "trio"):
            writer.add(name, games[name][first:last])
    writer.close(complete=True)
    assert len(list((tmp_path / "turns").glob("*.parquet"))) == 2
    assert (tmp_path / "turns" / "cells.csv").read_text() == (folder / "cells.csv").read_text()
    assert read_manifest(tmp_path / "turns")["digest"] == read_manifest(folder)["digest"]
    both = [
        read_results(place).sort_values(["cell", "game"], ignore_index=True) for place in (folder, tmp_path / "turns")
    ]
    pd.testing.assert_frame_equal(*both, check_categorical=False)


@given(st.integers(1, 4), st.integers(1, 60), st.integers(0, 2**32))
def test_a_table_of_rows_gives_the_rows_back(seats: int, count: int, seed: int) -> None:
    rows = random_rows(count, seed)
    for field in ("presence", "destroyed", "energy", "cards", "majors", "levels"):
        rows[field][:, seats:] = 0
    assert from_table(to_table(rows, "some cell", seats), seats).tobytes() == rows.tobytes()


def test_nothing_is_overwritten(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(BadInput, match="holds results already"):
        ResultWriter(folder, HEADER, 1)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for wrong in (tmp_path / "file", tmp_path / "file" / "results"):
        assert "is a file, not a folder" in str(folder_faults(wrong)[0])
        with pytest.raises(BadInput, match="--out"):
            ResultWriter(wrong, HEADER, 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be written to: Permission denied" in str(folder_faults(tmp_path / "results")[0])


def test_looking_at_a_folder_leaves_nothing_behind(tmp_path: Path) -> None:
    assert folder_faults(tmp_path / "new" / "results") == []
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused() -> None:
    assert "--out" in str(folder_faults(Path("/proc/results"))[0])
    with pytest.raises(BadInput, match="--out"):
        ResultWriter(Path("/proc/results"), HEADER, 1)


def test_no_unfinished_files_are_left(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == [
        "cells.csv",
        "games-00000.parquet",
        "games-00001.parquet",
        "manifest.json",
    ]


def test_a_folder_can_be_read_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PART_ROWS", 250)
    writer = ResultWriter(tmp_path, HEADER, 1)
    writer.begin_cell(cell("alone", 1), 1)
    for first in range(0, 600, 100):
        writer.add("alone", random_rows(100, first, first))
    # 300 games make a part; the others have not been flushed or are in a second one
    assert read_results(tmp_path)["game"].tolist() == list(range(600))
    writer.add("alone", random_rows(100, 7, 600))
    assert len(read_results(tmp_path)) == 600
    assert read_manifest(tmp_path)["complete"] is False
    writer.close(complete=True)
    assert len(read_results(tmp_path)) == 700
    assert read_manifest(tmp_path)["complete"] is True


def test_a_run_killed_between_part_and_manifest_is_readable(tmp_path: Path) -> None:
    write(tmp_path, complete=False)
    (tmp_path / "games-00002.parquet").write_bytes(b"not listed yet")
    (tmp_path / "games-00003.parquet.tmp").write_bytes(b"half")
    assert len(read_results(tmp_path)) == 1400


def test_a_torn_part_is_named(folder: Path) -> None:
    part = folder / "games-00001.parquet"
    part.write_bytes(part.read_bytes()[:-10])
    assert faults_of(folder) == [f"{part}: is torn or changed: manifest.json vouches for other content"]


def test_all_faults_are_named_at_once(folder: Path) -> None:
    (folder / "games-00000.parquet").unlink()
    (folder / "games-00001.parquet").write_bytes(b"")
    (folder / "others.parquet").write_bytes(b"")
    faults = faults_of(folder)
    assert ["is missing" in faults[0], "is torn" in faults[1], "others.parquet: is not of these" in faults[2]] == [
        True
    ] * 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read"),
        ("[]", "no manifest"),
        (json.dumps({"format": 99, "parts": []}), "format = 99"),
        (json.dumps({"format": 1}), "parts"),
        (json.dumps({"format": 1, "parts": [{"file": "games-00000.parquet"}]}), "parts"),
        (json.dumps({"format": 1, "parts": []}), "holds no games"),
    ],
)
def test_a_wrong_manifest_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    assert message in "\n".join(faults_of(tmp_path))


def test_a_folder_without_manifest_is_refused(tmp_path: Path) -> None:
    assert "no such file" in faults_of(tmp_path)[0]
    assert "no such folder" in faults_of(tmp_path / "nowhere")[0]
