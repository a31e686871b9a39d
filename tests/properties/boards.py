"""Hypothesis strategies: islands on the real Horizons maps with random pieces, wounds, blight, presence and effects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from sim.content.setup import setup_from_dict
from sim.content.tables import build_tables
from sim.core.codes import Action, Hook, Piece, Terrain
from sim.core.jit import JIT
from tests.oracle.island import Island, Land
from tests.properties.bridge import empty_island

TEETH = "devouring_teeth_lurk_underfoot"
EYES = "eyes_watch_from_the_trees"
MUD = "fathomless_mud_of_the_swamp"
HEAT = "rising_heat_of_stone_and_sand"
WIND = "sun_bright_whirlwind"
SPIRITS = (TEETH, EYES, MUD, HEAT, WIND)

SOLO = [((spirit,), (board,)) for spirit in SPIRITS for board in ("G", "H")]
PAIRS = [(pair, ()) for pair in combinations(SPIRITS, 2)]
TRIPLES = [(trio, ()) for trio in combinations(SPIRITS, 3)]
SETUPS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [*SOLO, *PAIRS, *TRIPLES]
"""Spirits in seat order and, for one spirit, the board; two and three spirits play on the printed map."""


SETUP_NAMES = ["+".join(spirit.split("_")[0] for spirit in spirits) + "".join(boards) for spirits, boards in SETUPS]
GAME_SETUPS = range(0, len(SETUPS), 1 if JIT else 8)
"""Indices of the set-ups that whole games are played on; a few where kernels run uncompiled."""
PLENTY = 60
"""Blight that keeps random games going, so that they see later rounds."""


@cache
def tables_of(
    spirits: tuple[str, ...], boards: tuple[str, ...] = (), policy: str = "random", extra_blight: int = 0
) -> Any:
    """Tables of a Horizons set-up, shape (1,); by default it is played at random."""
    options = {"extra_blight": extra_blight}
    setup: dict[str, Any] = {"box": "horizons", "spirits": list(spirits), "policy": policy, "options": options}
    if boards:
        setup["boards"] = list(boards)
    return build_tables(setup_from_dict(setup))


def mud_seat(tables: Any) -> int | None:
    """Seat of Fathomless Mud."""
    hooks = [int(hook) for hook in tables[0]["hook"][: tables[0]["n_spirits"]]]
    return hooks.index(Hook.BUILD_UNIT_FILTER) if Hook.BUILD_UNIT_FILTER in hooks else None


INVADER_ACTIONS = (Action.RAVAGE, Action.BUILD, Action.EXPLORE)
SKIPS = st.one_of(st.just(frozenset[Action]()), st.frozensets(st.sampled_from(INVADER_ACTIONS)))
"""Actions skipped in a land: often none."""
STANDING = st.one_of(
    st.just(frozenset[Action]()), st.sampled_from(list(Action)).map(lambda action: frozenset({action}))
)
"""Actions skipped everywhere: often none."""


def wounds(highest: int, most: int) -> st.SearchStrategy[list[int]]:
    """The wounds of up to so many pieces."""
    return st.lists(st.integers(0, highest), max_size=most)


@st.composite
def lands(draw: st.DrawFn, seats: int) -> Land:
    """What may be in a land; where it lies is for the caller to set."""
    land = Land(Terrain.SAND, False, frozenset(), 0)
    land.dahan_health = draw(st.sampled_from([2, 2, 2, 6]))
    land.pieces = {
        Piece.EXPLORER: draw(wounds(0, 4)),
        Piece.TOWN: draw(wounds(1, 4)),
        Piece.CITY: draw(wounds(2, 3)),
        Piece.DAHAN: draw(wounds(land.dahan_health - 1, 6)),
    }
    land.presence = draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    land.blight = draw(st.integers(0, 2))
    land.defend = draw(st.one_of(st.just(0), st.integers(0, 20)))
    land.skips = draw(SKIPS)
    land.skip_one = draw(st.sampled_from([0, 0, 0, 1, 2]))
    land.prevents_blight = draw(st.sampled_from([False, False, False, True]))
    land.protects_dahan = draw(st.sampled_from([False, False, False, True]))
    return land


def _bury_the_dead(island: Island) -> None:
    """Drop pieces whose wound is as large as their health in this land."""
    for land, here in enumerate(island.lands):
        for kind, carried in here.pieces.items():
            here.pieces[kind] = [wound for wound in carried if wound < island.health(land, kind)]


@dataclass
class Case:
    """A random island of one of the set-ups, and a land of it that holds something."""

    spirits: tuple[str, ...]
    boards: tuple[str, ...]
    island: Island
    land: int

    @property
    def tables(self) -> Any:
        """Tables of the set-up, shape (1,)."""
        return tables_of(self.spirits, self.boards)

    def __repr__(self) -> str:
        """Only the lands that hold something, so that a failing example can be read."""
        usual = Land(Terrain.SAND, False, frozenset(), 0)
        held = []
        for index, here in enumerate(self.island.lands):
            told = {name: value for name, value in vars(here).items() if value and value != getattr(usual, name)}
            shown = {
                name: value for name, value in told.items() if name not in ("terrain", "coastal", "adjacent", "board")
            }
            if any(here.presence) or any(here.pieces.values()) or len(shown) > 2:
                held.append(f"\n  land {index}: {shown}")
        numbers = {name: value for name, value in vars(self.island).items() if name != "lands"}
        return f"Case({self.spirits}, {self.boards}, land {self.land}, {numbers}{''.join(held)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What hypothesis prints."""
        printer.text(repr(self))


def _fill(island: Island, index: int, filled: Land) -> None:
    place = island.lands[index]
    filled.terrain, filled.coastal = place.terrain, place.coastal
    filled.adjacent, filled.board = place.adjacent, place.board
    island.lands[index] = filled


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A random island on which every spirit has presence and the game is not yet lost.

    Up to eight lands hold something, which keeps examples small and lets hypothesis shrink them.
    """
    spirits, boards = draw(st.sampled_from(SETUPS))
    tables = tables_of(spirits, boards)
    island = empty_island(tables, mud_seat(tables))
    chosen = draw(st.lists(st.integers(0, len(island.lands) - 1), min_size=1, max_size=8, unique=True))
    for index in chosen:
        _fill(island, index, draw(lands(island.seats)))
    for seat in range(island.seats):
        if island.presence(seat) == 0:
            island.lands[draw(st.sampled_from(chosen))].presence[seat] = 1
    island.blight_pool = draw(st.integers(1, 16))
    island.fear_generated = draw(st.integers(0, island.fear_pool - 1))
    island.fear_earned = draw(st.integers(0, island.terror_after[2] - 1))
    island.destroyed = draw(st.lists(st.integers(0, 3), min_size=island.seats, max_size=island.seats))
    island.ward = draw(st.lists(st.sampled_from([0, 0, 2, 4]), min_size=island.seats, max_size=island.seats))
    island.standing = draw(STANDING)
    _bury_the_dead(island)
    return Case(spirits, boards, island.tidy(), draw(st.sampled_from(chosen)))


SEEDS = st.integers(0, 2**31 - 1)
"""Keys of the random policy."""
