"""Fear, terror levels, and how a game ends (rules 8 and 9)."""

from __future__ import annotations

from sim.core.codes import Outcome, Piece
from tests.oracle.island import BUILDINGS, INVADERS, Island


def make_fear(island: Island, amount: int) -> None:
    """Move so many markers from the pool to the generated ones.

    An empty pool earns a card, gets its markers back, and the rest goes on.  After the last card of the deck there is
    nothing left to earn.
    """
    for _ in range(amount):
        if island.fear_earned == island.fear_cards:
            return
        island.fear_generated += 1
        if island.fear_generated == island.fear_pool:
            island.fear_generated = 0
            island.fear_earned += 1


def terror_level(island: Island) -> int:
    """1 to 3 by the dividers uncovered, 4 after the last card; or as high as rituals have raised it."""
    if island.changes.rituals:
        return island.terror
    return 1 + sum(island.fear_earned >= cards for cards in island.terror_after)


def outnumbered(island: Island) -> bool:
    """Whether dahan outnumber towns and cities as Dahan Insurrection asks at the terror level in force."""
    level = terror_level(island)
    if level == 1:
        return island.count(INVADERS) == 0
    held = sum(land.count(BUILDINGS) > land.count((Piece.DAHAN,)) for land in island.lands)
    return held == 0 if level == 2 else held < island.seats


def victory(island: Island) -> Outcome:
    """The victory whose condition holds, ``Outcome.NONE`` if none does."""
    level = terror_level(island)
    if island.changes.outnumber:
        return Outcome(level) if outnumbered(island) else Outcome.NONE
    if level == 4:
        return Outcome.VICTORY_FEAR
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
    changes = island.changes
    if changes.building_limit and any(land.count(BUILDINGS) >= changes.building_limit for land in island.lands):
        met.add(Outcome.DEFEAT_ADVERSARY)
    if island.round > 1 and any(map(island.has_building, changes.inner)):
        met.add(Outcome.DEFEAT_SCENARIO)
    if island.count((Piece.DAHAN,)) < changes.dahan_least * island.seats:
        met.add(Outcome.DEFEAT_SCENARIO)
    if changes.outnumber and terror_level(island) == 4 and not outnumbered(island):
        met.add(Outcome.DEFEAT_SCENARIO)
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
