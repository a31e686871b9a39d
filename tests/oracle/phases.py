"""The Ravage, Build and Explore steps: the lands of a card one by one (rule 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.core.codes import Outcome
from tests.oracle.build import build
from tests.oracle.choices import Choices
from tests.oracle.explore import explore, stage_two_action
from tests.oracle.fear import outcome
from tests.oracle.island import INVADERS, Island
from tests.oracle.ravage import ravage


def over(island: Island) -> bool:
    """Whether the game has ended; to be asked when no action is half done."""
    return outcome(island) != {Outcome.NONE}


def _one_by_one(
    island: Island, card: Iterable[int], choices: Choices, act: Callable[[Island, int, Choices], object]
) -> None:
    """Act in each land of the card with invaders, in the order the players like, until the game ends."""
    waiting = sorted(land for land in card if island.lands[land].count(INVADERS))
    while waiting and not over(island):
        land = choices.next_order(waiting)
        waiting.remove(land)
        act(island, land, choices)


def ravage_step(island: Island, card: Iterable[int], choices: Choices) -> None:
    """Ravage in the lands of a card."""
    _one_by_one(island, card, choices, ravage)


def build_step(island: Island, card: Iterable[int], choices: Choices) -> None:
    """Build in the lands of a card."""
    _one_by_one(island, card, choices, build)


def explore_step(island: Island, card: Iterable[int], flagged: bool, choices: Choices) -> None:
    """Do the action of a flagged card, then explore in its lands."""
    if flagged:
        stage_two_action(island, choices)
    explore(island, card)
