"""The Ravage, Build and Explore steps: the lands of a card one by one (rule 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from sim.core.codes import Outcome
from tests.oracle.build import build, near_builds
from tests.oracle.choices import Choices
from tests.oracle.escalation import swayed_by_the_invaders
from tests.oracle.explore import explore
from tests.oracle.fear import outcome
from tests.oracle.island import INVADERS, Island
from tests.oracle.ravage import ravage

Escalation = Callable[[Island, Choices], object]


def over(island: Island) -> bool:
    """Whether the game has ended; to be asked when no action is half done."""
    return outcome(island) != {Outcome.NONE}


def _one_by_one(
    island: Island, lands: Iterable[int], choices: Choices, act: Callable[[Island, int, Choices], object]
) -> None:
    """Act in each of the lands, in the order the players like, until the game ends."""
    waiting = sorted(lands)
    while waiting and not over(island):
        land = choices.next_order(waiting)
        waiting.remove(land)
        act(island, land, choices)


def _with_invaders(island: Island, card: Iterable[int]) -> set[int]:
    return {land for land in card if island.lands[land].count(INVADERS)}


def ravage_step(island: Island, card: Iterable[int], choices: Choices) -> None:
    """Ravage in the lands of a card."""
    _one_by_one(island, _with_invaders(island, card), choices, ravage)


def build_step(island: Island, card: Iterable[int], choices: Choices) -> None:
    """Build in the lands of a card; which lands may do so without invaders is known before the first of them builds."""
    near = near_builds(island, card)
    _one_by_one(island, _with_invaders(island, card) | near, choices, partial(build, near=near))


def extra_build_step(island: Island, card: Iterable[int], times: int, choices: Choices) -> None:
    """The Build of England's extra slot, before the Ravage, as many times as its level has it."""
    for _ in range(times):
        if not over(island):
            build_step(island, card, choices)


def explore_step(
    island: Island,
    card: Iterable[int],
    choices: Choices,
    escalation: Escalation | None = None,
    swaying: bool = False,
) -> None:
    """Do the escalation of a flagged card, then explore in its lands.

    Parameters
    ----------
    escalation : callable, optional
        What the card does when it is turned up.
    swaying : bool
        It is Sweden's, which comes after each land explored.
    """
    if escalation is not None:
        escalation(island, choices)
        if over(island):
            return
    explored = explore(island, card, choices)
    if swaying:
        swayed_by_the_invaders(island, explored, choices)
