"""Explore, and the action printed on stage II cards (rule 6)."""

from __future__ import annotations

from collections.abc import Iterable

from sim.core.codes import Action, Piece
from tests.oracle.choices import Choices
from tests.oracle.island import Island


def explore(island: Island, card: Iterable[int]) -> set[int]:
    """Explore in the lands of a card, all at once: an explorer is no source.

    Returns
    -------
    set of int
        Lands that got their explorer.
    """
    explored = {land for land in card if _has_source(island, land) and not _skipped(island, land)}
    for land in explored:
        island.lands[land].pieces[Piece.EXPLORER].append(0)
    return explored


def _skipped(island: Island, land: int) -> bool:
    return Action.EXPLORE in island.lands[land].skips | island.standing


def _has_source(island: Island, land: int) -> bool:
    here = island.lands[land]
    return here.coastal or island.has_building(land) or any(island.has_building(near) for near in here.adjacent)


def stage_two_action(island: Island, choices: Choices) -> list[int]:
    """On each board, add 1 town to a land without town, if there is one.

    Returns
    -------
    list of int
        Lands that got a town.
    """
    settled = []
    for board in island.boards():
        options = [land for land in board if not island.lands[land].pieces[Piece.TOWN]]
        if options:
            land = choices.next_land(options)
            island.lands[land].pieces[Piece.TOWN].append(0)
            settled.append(land)
    return settled
