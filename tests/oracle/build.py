"""The Build of one land (rule 6)."""

from __future__ import annotations

from collections.abc import Iterable

from sim.core.codes import Action, Piece
from tests.oracle.choices import Choices
from tests.oracle.island import BUILDINGS, INVADERS, Island
from tests.oracle.ravage import stopped


def near_builds(island: Island, card: Iterable[int]) -> frozenset[int]:
    """Lands of a card that build without invaders, because England has enough towns and cities next to them."""
    least = island.changes.build_near
    if not least:
        return frozenset()
    found = []
    for land in card:
        buildings = sum(island.lands[near].count(BUILDINGS) for near in island.lands[land].adjacent)
        if island.lands[land].count(INVADERS) == 0 and buildings >= least:
            found.append(land)
    return frozenset(found)


def build(island: Island, land: int, choices: Choices, near: frozenset[int] = frozenset()) -> Piece | None:
    """Resolve the Build of one land.

    Parameters
    ----------
    near : frozenset of int
        Lands that build without invaders.

    Returns
    -------
    Piece or None
        The piece added.
    """
    here = island.lands[land]
    if here.count(INVADERS) == 0 and land not in near:
        return None
    built = Piece.CITY if len(here.pieces[Piece.TOWN]) > len(here.pieces[Piece.CITY]) else Piece.TOWN
    if built == Piece.CITY and Action.BUILD_CITY in island.standing:
        return None
    if stopped(island, land, Action.BUILD, choices):
        return None
    if island.sacred(land, island.mud_seat):
        built = Piece.EXPLORER
    here.pieces[built].append(0)
    return built
