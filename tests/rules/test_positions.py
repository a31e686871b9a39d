"""Every worked example and ruling is a position file; those of this box are played, the others wait for theirs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.errors import BadInput
from sim.trace.positions import Expect, load_position
from sim.trace.resolve import compare, resolution_words, resolve

HERE = Path(__file__).parent
WAITING = tuple(line for line in (HERE / "waiting.txt").read_text().splitlines() if line and not line.startswith("#"))
GIVEN = {path.stem: path for path in sorted((HERE / "positions").glob("*.toml"))}
OURS = {path.stem: path for path in sorted((HERE / "horizons").glob("*.toml"))}
PLAYED = [path for name, path in GIVEN.items() if name not in WAITING] + list(OURS.values())


def named(path: Path) -> str:
    """How a test calls a file."""
    return f"{path.parent.name}/{path.stem}"


def read(path: Path) -> dict[str, Any]:
    """What a file says."""
    return tomllib.loads(path.read_text())


def numbers(table: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where the whole numbers of a nested table stand."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from numbers(value, (*way, key))
        elif isinstance(value, int) and not isinstance(value, bool):
            yield (*way, key)


def changed(table: dict[str, Any], way: tuple[str, ...]) -> dict[str, Any]:
    """The table with the number at ``way`` changed."""
    key, *rest = way
    if rest:
        return {**table, key: changed(table[key], tuple(rest))}
    return {**table, key: table[key] + 1}


@pytest.mark.parametrize("path", PLAYED, ids=named)
def test_position(path: Path, kernels: None) -> None:
    result = resolve(load_position(path))
    assert result.holds, resolution_words(result)
    expected = read(path)["expect"]
    for way in numbers(expected):
        wrong = Expect.model_validate(changed(expected, way))
        differing = [difference for difference in compare(wrong, result.state) if not difference.holds]
        assert len(differing) == 1, f"nobody looks at {'.'.join(way)}"


@pytest.mark.parametrize("name", WAITING)
def test_a_position_of_the_core_box_is_refused_with_one_sentence(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_position(GIVEN[name])
    (fault,) = caught.value.faults
    assert (fault.key, fault.value) == ("setup.box", "base")
    assert fault.message == "the core box is not part of this version"


def test_exactly_the_positions_of_the_core_box_wait() -> None:
    of_the_core_box = [name for name, path in GIVEN.items() if read(path)["setup"]["box"] == "base"]
    assert sorted(WAITING) == of_the_core_box
    assert len(GIVEN) == 195


def test_a_counterpart_tests_the_rule_of_its_namesake() -> None:
    shared = [name for name in OURS if name in GIVEN]
    assert len(shared) > 100
    assert all(name in WAITING for name in shared)
    assert all(read(OURS[name])["rule"] == read(GIVEN[name])["rule"] for name in shared)
