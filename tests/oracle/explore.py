"""Explore (rule 6)."""

from __future__ import annotations

from collections.abc import Iterable

from sim.core.codes import Action, Piece
from tests.oracle.choices import Choices
from tests.oracle.island import Island


def explore(island: Island, card: Iterable[int], choices: Choices) -> set[int]:
    """Explore in the lands of a card, all at once: an explorer is no source.

    Blitz then adds more in one of the lands explored on each board.

    Returns
    -------
    set of int
        Lands that got their explorer.
    """
    explored = {land for land in card if _has_source(island, land) and not _skipped(island, land)}
    for land in explored:
        island.lands[land].pieces[Piece.EXPLORER].append(0)
    if island.changes.explore_more:
        for board in island.boards():
            options = [land for land in board if land in explored]
            if options:
                more = [0] * island.changes.explore_more
                island.lands[choices.next_land(options)].pieces[Piece.EXPLORER] += more
    return explored


def _skipped(island: Island, land: int) -> bool:
    return Action.EXPLORE in island.lands[land].skips | island.standing


def _has_source(island: Island, land: int) -> bool:
    here = island.lands[land]
    return here.coastal or island.has_building(land) or any(island.has_building(near) for near in here.adjacent)
