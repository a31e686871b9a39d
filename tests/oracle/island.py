"""The island in plain Python: what the slow twins of the kernels work on.

Written from the rules alone, for reading rather than for speed.  A land is a ``Land``, its pieces are lists of the
damage that each carries, and every question about the island ("is it a sacred site?") is answered by looking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sim.core.codes import Action, Piece, Terrain

INVADERS = (Piece.EXPLORER, Piece.TOWN, Piece.CITY)
BUILDINGS = (Piece.TOWN, Piece.CITY)
HEALTH = {Piece.EXPLORER: 1, Piece.TOWN: 2, Piece.CITY: 3, Piece.DAHAN: 2}
STRENGTH = {Piece.EXPLORER: 1, Piece.TOWN: 2, Piece.CITY: 3}
"""Damage of one invader in a Ravage."""
FEAR = {Piece.EXPLORER: 0, Piece.TOWN: 1, Piece.CITY: 2}
"""Fear for the destruction of one invader."""


def _no_pieces() -> dict[Piece, list[int]]:
    return {kind: [] for kind in (*INVADERS, Piece.DAHAN)}


@dataclass
class Land:
    """One land with all that is in it."""

    terrain: Terrain
    coastal: bool
    adjacent: frozenset[int]
    board: int
    pieces: dict[Piece, list[int]] = field(default_factory=_no_pieces)
    """the damage that each explorer, town, city and dahan carries"""
    presence: list[int] = field(default_factory=list)
    """discs of each seat"""
    blight: int = 0
    defend: int = 0
    skips: frozenset[Action] = frozenset()
    """invader actions that do not happen here this turn"""
    skip_one: int = 0
    """Ravages or Builds that may still be skipped, each when it is about to happen"""
    dahan_health: int = 2
    prevents_blight: bool = False
    protects_dahan: bool = False

    def count(self, kinds: Iterable[Piece]) -> int:
        """Pieces of these kinds, wounded ones included."""
        return sum(len(self.pieces[kind]) for kind in kinds)

    def tidy(self) -> None:
        """Sort the wounds, so that equal lands compare equal."""
        for wounds in self.pieces.values():
            wounds.sort()


@dataclass
class Island:
    """Lands, pools and the progress of fear."""

    lands: list[Land]
    seats: int
    blight_pool: int
    fear_pool: int
    """markers that earn one fear card"""
    terror_after: tuple[int, int, int] = (3, 6, 9)
    """fear cards that bring terror level 2, terror level 3 and victory"""
    fear_generated: int = 0
    fear_earned: int = 0
    destroyed: list[int] = field(default_factory=list)
    """presence each seat has lost so far"""
    ward: list[int] = field(default_factory=list)
    """Defend in every land with presence of the seat"""
    heat_seat: int | None = None
    """Rising Heat: invaders in its sacred sites have 1 health less, but never less than 1"""
    mud_seat: int | None = None
    """Fathomless Mud: a Build in its sacred site adds an explorer"""
    standing: frozenset[Action] = frozenset()
    """invader actions that happen nowhere this turn"""

    def __post_init__(self) -> None:
        self.destroyed = self.destroyed or [0] * self.seats
        self.ward = self.ward or [0] * self.seats
        for land in self.lands:
            land.presence = land.presence or [0] * self.seats

    def sacred(self, land: int, seat: int | None) -> bool:
        """Whether the land is a sacred site of that seat."""
        return seat is not None and self.lands[land].presence[seat] >= 2

    def health(self, land: int, kind: Piece) -> int:
        """Damage that destroys a piece of this kind in this land."""
        if kind == Piece.DAHAN:
            return self.lands[land].dahan_health
        heat = 1 if self.sacred(land, self.heat_seat) else 0
        return max(1, HEALTH[kind] - heat)

    def defend(self, land: int) -> int:
        """All Defend in the land, that of warded spirits with presence there included."""
        here = self.lands[land]
        return here.defend + sum(self.ward[seat] for seat in range(self.seats) if here.presence[seat])

    def presence(self, seat: int) -> int:
        """Discs of that seat on the island."""
        return sum(land.presence[seat] for land in self.lands)

    def count(self, kinds: Iterable[Piece]) -> int:
        """Pieces of these kinds on the island."""
        kinds = tuple(kinds)
        return sum(land.count(kinds) for land in self.lands)

    def has_building(self, land: int) -> bool:
        """Whether the land is a source of explorers."""
        return self.lands[land].count(BUILDINGS) > 0

    def boards(self) -> Iterator[list[int]]:
        """The lands of each board."""
        for board in sorted({land.board for land in self.lands}):
            yield [index for index, land in enumerate(self.lands) if land.board == board]

    def tidy(self) -> Island:
        """Sort the wounds of every land, so that equal islands compare equal."""
        for land in self.lands:
            land.tidy()
        return self
