"""Running a kernel and its slow twin on the same island and comparing all that comes of it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from sim.game import steps
from tests.oracle.choices import Choices
from tests.oracle.island import Island
from tests.properties.bridge import differences, from_state, recorded, replay, to_state
from tests.properties.invariants import check_health, check_oceans, check_rows, check_sets, check_totals


def run_kernel(island: Island, tables: Any, seed: int, step: Callable[[Any, Any], object]) -> Any:
    """The state after a step on this island; sets and totals have been checked.

    Returns
    -------
    numpy.ndarray of STATE, shape (1,)
    """
    states = to_state(island, seed)
    steps.refresh(states, tables)
    step(states, tables)
    for check in (check_rows, check_health, check_totals, check_sets, check_oceans):
        check(states[:1], tables[0])
    return states


def compare(
    island: Island,
    tables: Any,
    seed: int,
    step: Callable[[Any, Any], object],
    twin: Callable[[Island, Choices], object],
) -> tuple[Any, Island]:
    """Run a kernel step, give its choices to the twin, and assert that islands and decisions agree.

    Returns
    -------
    tuple of state array and Island
        What both have made of the island.
    """
    states = run_kernel(island, tables, seed, step)
    decisions = recorded(states)
    expected = deepcopy(island)
    choices = replay(decisions)
    twin(expected, choices)
    assert choices.asked == decisions, "the kernel's decisions are those of the rules, with the same legal answers"
    found = differences(expected, from_state(states, tables))
    assert not found, "\n".join(found)
    return states, expected
