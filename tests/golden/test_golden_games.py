"""Golden games are played as they were when they were last read through."""

from __future__ import annotations

import os

import pytest

from tests.golden.games import FOLDER, GAMES, Golden

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def named(golden: Golden) -> str:
    """How a test calls a game."""
    return golden.path.stem


@pytest.mark.parametrize("golden", GAMES, ids=named)
def test_golden_game(golden: Golden, kernels: None) -> None:
    if UNCOMPILED and golden.policy == "greedy":
        pytest.skip("greedy takes minutes uncompiled")
    assert golden.tell() == golden.path.read_text(), "read the difference, then: python -m tests.golden.refresh"


def test_every_golden_file_is_a_game() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(golden.path for golden in GAMES)
