"""The Build of one land (rule 6)."""

from __future__ import annotations

from sim.core.codes import Action, Piece
from tests.oracle.choices import Choices
from tests.oracle.island import INVADERS, Island
from tests.oracle.ravage import skipped


def build(island: Island, land: int, choices: Choices) -> Piece | None:
    """Resolve the Build of one land.

    Returns
    -------
    Piece or None
        The piece added.
    """
    here = island.lands[land]
    if here.count(INVADERS) == 0:
        return None
    built = Piece.CITY if len(here.pieces[Piece.TOWN]) > len(here.pieces[Piece.CITY]) else Piece.TOWN
    if built == Piece.CITY and Action.BUILD_CITY in island.standing:
        return None
    if skipped(island, land, Action.BUILD, choices):
        return None
    if island.sacred(land, island.mud_seat):
        built = Piece.EXPLORER
    here.pieces[built].append(0)
    return built
