"""The island in plain Python: what the slow twins of the kernels work on.

Written from the rules alone, for reading rather than for speed.  A land is a ``Land``, its pieces are lists of the
damage that each carries, and every question about the island ("is it a sacred site?") is answered by looking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sim.core.codes import Action, Piece, Terrain

INVADERS = (Piece.EXPLORER, Piece.TOWN, Piece.CITY)
BUILDINGS = (Piece.TOWN, Piece.CITY)
HEALTH = {Piece.EXPLORER: 1, Piece.TOWN: 2, Piece.CITY: 3, Piece.DAHAN: 2}
STRENGTH = {Piece.EXPLORER: 1, Piece.TOWN: 2, Piece.CITY: 3, Piece.DAHAN: 2}
"""Damage of one piece in a Ravage, wounded or not."""
EARTHS_VITALITY = 3
"""Defend of each sacred site of Vital Strength of the Earth."""
SACRED = 2
"""Presence that makes a sacred site."""
FEAR = {Piece.EXPLORER: 0, Piece.TOWN: 1, Piece.CITY: 2}
"""Fear for the destruction of one invader."""


def _no_pieces() -> dict[Piece, list[int]]:
    return {kind: [] for kind in (*INVADERS, Piece.DAHAN)}


@dataclass(frozen=True)
class Changes:
    """What adversary, scenario and blight card make different; by default nothing."""

    health: Mapping[Piece, int] = field(default_factory=lambda: HEALTH)
    strength: Mapping[Piece, int] = field(default_factory=lambda: STRENGTH)
    blight_flip: int = 0
    """blight that the back of the blight card brings when its front is empty; 0 if there is no card"""
    heavy_mining: int = 0
    """damage of a Ravage that adds a second blight, 0 for none"""
    mining_rush: bool = False
    """a Ravage that adds blight adds a town next door"""
    build_near: int = 0
    """towns and cities next to a land that let it build without invaders, 0 for never"""
    building_limit: int = 0
    """towns and cities in one land that lose the game, 0 for none"""
    explore_more: int = 0
    """explorers besides the usual ones in one explored land of each board"""
    inner: frozenset[int] = frozenset()
    """lands that must not hold towns or cities after round 1"""
    rituals: bool = False
    """the terror level rises by rituals, not by fear cards"""
    outnumber: bool = False
    """victory is for dahan that outnumber towns and cities"""
    dahan_least: int = 0
    """dahan per player whose lack loses the game"""


@dataclass
class Land:
    """One land with all that is in it; an ocean is a land that only spirits and blight can be in."""

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
    protects_from_ravage: bool = False
    """dahan take no damage from a Ravage"""
    simultaneous: bool = False
    """dahan strike at the same time as the invaders"""

    @property
    def ocean(self) -> bool:
        """Whether this is the ocean of its board."""
        return self.terrain == Terrain.OCEAN

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
    fear_cards: int = 9
    """fear cards in the deck"""
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
    earth_seat: int | None = None
    """Vital Strength of the Earth: its sacred sites have Defend"""
    green_seat: int | None = None
    """Rampant Green: a sacred site may give a presence so that a Ravage or Build there does not happen"""
    thunder_seat: int | None = None
    """Thunderspeaker: loses presence for dahan that a Ravage destroys"""
    ocean_seat: int | None = None
    """Ocean's Hungry Grasp: the ocean of a board with its presence is in play"""
    standing: frozenset[Action] = frozenset()
    """invader actions that happen nowhere this turn"""
    changes: Changes = field(default_factory=Changes)
    flipped: bool = False
    """the blight card shows its back"""
    round: int = 1
    terror: int = 1
    """terror level where rituals raise it"""

    def __post_init__(self) -> None:
        self.destroyed = self.destroyed or [0] * self.seats
        self.ward = self.ward or [0] * self.seats
        for land in self.lands:
            land.presence = land.presence or [0] * self.seats

    def sacred(self, land: int, seat: int | None) -> bool:
        """Whether the land is a sacred site of that seat."""
        return seat is not None and self.lands[land].presence[seat] >= SACRED

    def health(self, land: int, kind: Piece) -> int:
        """Damage that destroys a piece of this kind in this land."""
        if kind == Piece.DAHAN:
            return self.lands[land].dahan_health
        heat = 1 if self.sacred(land, self.heat_seat) else 0
        return max(1, self.changes.health[kind] - heat)

    def defend(self, land: int) -> int:
        """All Defend in the land: its own, of warded spirits with presence there, of Earth's sacred site."""
        here = self.lands[land]
        wards = sum(self.ward[seat] for seat in range(self.seats) if here.presence[seat])
        return here.defend + wards + (EARTHS_VITALITY if self.sacred(land, self.earth_seat) else 0)

    def in_play(self, land: int) -> bool:
        """Whether blight and powers reach the land: always, unless it is the ocean of a board without Ocean."""
        if not self.lands[land].ocean:
            return True
        seat, board = self.ocean_seat, self.lands[land].board
        return seat is not None and any(other.board == board and other.presence[seat] for other in self.lands)

    def neighbours(self, land: int) -> list[int]:
        """Lands next to this one that are in play."""
        return sorted(other for other in self.lands[land].adjacent if self.in_play(other))

    def lose_presence(self, land: int, seat: int) -> None:
        """Destroy a presence of that seat in the land."""
        self.lands[land].presence[seat] -= 1
        self.destroyed[seat] += 1

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
        """The lands of each board, its ocean left out."""
        for board in sorted({land.board for land in self.lands}):
            yield [index for index, land in enumerate(self.lands) if land.board == board and not land.ocean]

    def tidy(self) -> Island:
        """Sort the wounds of every land, so that equal islands compare equal."""
        for land in self.lands:
            land.tidy()
        return self
