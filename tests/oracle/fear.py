"""Fear, terror levels, and how a game ends (rules 8 and 9)."""

from __future__ import annotations

from sim.core.codes import Outcome, Piece
from tests.oracle.island import BUILDINGS, INVADERS, Island


def make_fear(island: Island, amount: int) -> None:
    """Move so many markers from the pool to the generated ones.

    An empty pool earns a card, gets its markers back, and the rest goes on.  With the last card of the deck the game
    is won, and there is nothing left to earn.
    """
    for _ in range(amount):
        if island.fear_earned == island.terror_after[2]:
            return
        island.fear_generated += 1
        if island.fear_generated == island.fear_pool:
            island.fear_generated = 0
            island.fear_earned += 1


def terror_level(island: Island) -> int:
    """1 to 3 by the dividers uncovered."""
    return 1 + sum(island.fear_earned >= cards for cards in island.terror_after[:2])


def victory(island: Island) -> Outcome:
    """The victory whose condition holds, ``Outcome.NONE`` if none does."""
    if island.fear_earned >= island.terror_after[2]:
        return Outcome.VICTORY_FEAR
    level = terror_level(island)
    if level == 1 and island.count(INVADERS) == 0:
        return Outcome.VICTORY_TERROR_1
    if level == 2 and island.count(BUILDINGS) == 0:
        return Outcome.VICTORY_TERROR_2
    if level == 3 and island.count((Piece.CITY,)) == 0:
        return Outcome.VICTORY_TERROR_3
    return Outcome.NONE


def defeats(island: Island, deck_empty: bool = False) -> set[Outcome]:
    """All defeats met; the rules do not rank them."""
    met = set()
    if island.blight_pool == 0:
        met.add(Outcome.DEFEAT_BLIGHT)
    if any(island.presence(seat) == 0 for seat in range(island.seats)):
        met.add(Outcome.DEFEAT_PRESENCE)
    if deck_empty:
        met.add(Outcome.DEFEAT_TIME)
    return met


def outcome(island: Island, deck_empty: bool = False) -> set[Outcome]:
    """Outcomes that fit the island when no action is half done; one, unless several defeats meet.

    Parameters
    ----------
    deck_empty : bool
        An invader card had to be turned up and there was none.
    """
    won = victory(island)
    lost = defeats(island, deck_empty)
    if won and lost:
        return {Outcome.SACRIFICE}
    if lost:
        return lost
    return {won}
