"""The conformance table is whole, and the tests it names are there."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("CONFORMANCE.md")
STATEMENTS = 286
UNTESTED = "not a rule of play"
"""What a line without a test says instead."""
NOT_PLAYED = {19, 20}
"""Statements about the product: who made it, how long a game takes."""


def read_table() -> list[tuple[int, str, str]]:
    """Number, statement and last cell of every line of the table."""
    rows = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| S"):
            number, what, test = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
            rows.append((int(number.removeprefix("S")), what, test))
    return rows


ROWS = read_table()


@functools.cache
def functions_in(path: Path) -> frozenset[str]:
    """Names of the test functions of a file, which is read and not run."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(name for name in names if name.startswith("test_"))


def references(cell: str) -> list[str]:
    """Tests and files that a cell names."""
    return re.findall(r"`([^`]+)`", cell)


def fault_of(reference: str) -> str:
    """What is wrong with a reference to a test or a file, empty if nothing is."""
    path, _, name = reference.partition("::")
    if not (ROOT / path).is_file():
        return f"there is no file {path}"
    if name and name not in functions_in(ROOT / path):
        return f"{path} has no test {name}"
    if not name and path.endswith(".py"):
        return f"{reference} names no test of the file"
    return ""


def test_every_statement_is_there_once_and_in_order() -> None:
    assert [number for number, _, _ in ROWS] == list(range(1, STATEMENTS + 1))
    assert all(what for _, what, _ in ROWS)


@pytest.mark.parametrize(("number", "cell"), [(number, cell) for number, _, cell in ROWS])
def test_every_statement_names_tests_that_exist(number: int, cell: str) -> None:
    if cell == UNTESTED:
        assert number in NOT_PLAYED
        return
    named = references(cell)
    assert named, "a statement without a test"
    assert "<br>".join(f"`{reference}`" for reference in named) == cell
    assert [fault for fault in map(fault_of, named) if fault] == []


@pytest.mark.parametrize(
    "reference",
    [
        "tests/rules/test_rules_solo.py::test_that_is_not_there",
        "tests/rules/test_no_file.py::test_it",
        "tests/rules/test_rules_solo.py",
    ],
)
def test_a_wrong_reference_is_noticed(reference: str) -> None:
    assert fault_of(reference)
