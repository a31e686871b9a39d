"""Every worked example and ruling is a position file, and every one of them is played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.trace.positions import Expect, load_position
from sim.trace.resolve import compare, resolution_words, resolve

HERE = Path(__file__).parent
GIVEN, HORIZONS, CORE = (
    {path.stem: path for path in sorted((HERE / folder).glob("*.toml"))} for folder in ("positions", "horizons", "core")
)
PLAYED = [*GIVEN.values(), *HORIZONS.values(), *CORE.values()]


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
    if path.stem in CORE:
        assert result.unmet == [], resolution_words(result)
    expected = read(path).get("expect", {})
    for way in numbers(expected):
        wrong = Expect.model_validate(changed(expected, way))
        differing = [difference for difference in compare(wrong, result.state) if not difference.holds]
        assert len(differing) == 1, f"nobody looks at {'.'.join(way)}"


def test_all_files_given_are_there() -> None:
    assert len(GIVEN) == 195


def test_a_counterpart_tests_the_rule_of_its_namesake() -> None:
    shared = [name for name in HORIZONS if name in GIVEN]
    assert len(shared) > 100
    assert all(read(HORIZONS[name])["rule"] == read(GIVEN[name])["rule"] for name in shared)
