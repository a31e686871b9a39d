"""What a flagged stage II card does when it is turned up: printed by Horizons, or the escalation of an adversary."""

from __future__ import annotations

from collections.abc import Iterable

from sim.core.codes import Piece
from tests.oracle.build import build
from tests.oracle.choices import Choices
from tests.oracle.fear import make_fear
from tests.oracle.island import BUILDINGS, FEAR, INVADERS, Island


def stage_two_action(island: Island, choices: Choices) -> list[int]:
    """On each board, add 1 town to a land without town, if there is one.

    Returns
    -------
    list of int
        Lands that got a town.
    """
    return [land for board in island.boards() for land in _add_town(island, board, choices)]


def land_rush(island: Island, choices: Choices) -> list[int]:
    """Brandenburg-Prussia: the same, on each board with a town or city.

    Returns
    -------
    list of int
        Lands that got a town.
    """
    return [land for board in _settled(island) for land in _add_town(island, board, choices)]


def building_boom(island: Island, choices: Choices) -> None:
    """England: on each board with a town or city, a Build in a land with most of them."""
    for board in _settled(island):
        most = max(island.lands[land].count(BUILDINGS) for land in board)
        fullest = [land for land in board if island.lands[land].count(BUILDINGS) == most]
        build(island, choices.next_land(fullest), choices)


def swayed_by_the_invaders(island: Island, explored: Iterable[int], choices: Choices) -> None:
    """Sweden: in each land explored with as many invaders as dahan, one of these becomes a town."""
    for land in sorted(explored):
        here = island.lands[land]
        dahan = here.pieces[Piece.DAHAN]
        if not dahan or here.count(INVADERS) < len(dahan):
            continue
        _, wound = choices.next_piece(sorted({(Piece.DAHAN, wound) for wound in dahan}))
        dahan.remove(wound)
        if wound < island.health(land, Piece.TOWN):
            here.pieces[Piece.TOWN].append(wound)
        else:
            make_fear(island, FEAR[Piece.TOWN])


def _settled(island: Island) -> list[list[int]]:
    """The boards with a town or city."""
    return [board for board in island.boards() if any(map(island.has_building, board))]


def _add_town(island: Island, board: list[int], choices: Choices) -> list[int]:
    options = [land for land in board if not island.lands[land].pieces[Piece.TOWN]]
    if not options:
        return []
    land = choices.next_land(options)
    island.lands[land].pieces[Piece.TOWN].append(0)
    return [land]
