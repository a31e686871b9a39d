"""Hypothesis strategies: islands of both boxes with random pieces, wounds, blight, presence and effects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from sim.content.load import load_content
from sim.content.setup import setup_from_dict
from sim.content.tables import build_tables
from sim.core.codes import Action, Piece, Terrain
from sim.core.jit import JIT
from tests.oracle.island import Island, Land
from tests.properties.bridge import empty_island

CONTENT = load_content()
TEETH, EYES, MUD, HEAT, WIND, LIGHTNING, RIVER, SHADOWS, EARTH, GREEN, THUNDER, BRINGER, OCEAN = CONTENT.spirits
HORIZONS_SPIRITS = (TEETH, EYES, MUD, HEAT, WIND)
CORE_SPIRITS = (LIGHTNING, RIVER, SHADOWS, EARTH, GREEN, THUNDER, BRINGER, OCEAN)
LEVELS = [(adversary.id, level.level) for adversary in CONTENT.adversaries.values() for level in adversary.levels]
"""Every adversary at every level."""
BLIGHT_CARDS = ("none", *CONTENT.blight_cards)
SCENARIOS = tuple(CONTENT.scenarios)


@dataclass(frozen=True)
class Game:
    """What is played: spirits in seat order, and what else a set-up may say."""

    spirits: tuple[str, ...]
    boards: tuple[str, ...] = ()
    box: str = "base"
    adversary: tuple[str, int] = ("none", 0)
    scenario: str = "none"
    blight_card: str = "none"
    extra_board: bool = False

    def __str__(self) -> str:
        """A short name for tests."""
        words = ["+".join(spirit.split("_")[0] for spirit in self.spirits) + "".join(self.boards)]
        if self.adversary[0] != "none":
            words.append(f"{self.adversary[0]}{self.adversary[1]}")
        words += [word for word in (self.scenario, self.blight_card) if word != "none"]
        return "-".join(words + ["extra"] * self.extra_board)


def horizons(spirits: tuple[str, ...], boards: tuple[str, ...] = ()) -> Game:
    """A game of Horizons, on the printed map unless boards are named."""
    return Game(spirits, boards, box="horizons")


SETUPS = [
    *(horizons((spirit,), (board,)) for spirit in HORIZONS_SPIRITS for board in ("G", "H")),
    *(horizons(pair) for pair in combinations(HORIZONS_SPIRITS, 2)),
    *(horizons(trio) for trio in combinations(HORIZONS_SPIRITS, 3)),
]
"""Every group of spirits of Horizons; alone each plays on both boards."""

COMPANY: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((EARTH,), ("A",)),
    ((GREEN, THUNDER), ("B", "C")),
    ((OCEAN, RIVER, EARTH), ("D", "A", "B")),
    ((HEAT, GREEN, MUD, OCEAN), ("A", "B", "C", "D")),
    ((OCEAN,), ("C",)),
    ((BRINGER, LIGHTNING), ("D", "B")),
    ((SHADOWS, THUNDER, GREEN), ("A", "C", "D")),
)
"""Spirits and their boards: those whose rules speak of invaders, blight or lands, one to four of them, both boxes."""


def company(number: int) -> dict[str, Any]:
    """Spirits and boards for the game of a number; each seventh has the same."""
    spirits, boards = COMPANY[number % len(COMPANY)]
    return {"spirits": spirits, "boards": boards}


AGAINST = [
    Game(**company(place), adversary=opponent, blight_card=card)
    for place, (opponent, card) in enumerate((opponent, card) for opponent in LEVELS for card in BLIGHT_CARDS)
]
"""Every adversary at every level with every blight card."""
BY_SCENARIO = [
    Game(**company(place), scenario=scenario, blight_card=card, adversary=opponent)
    for place, (scenario, card, opponent) in enumerate(
        (scenario, card, opponent)
        for scenario in SCENARIOS
        for card, opponent in zip(BLIGHT_CARDS, (("none", 0), ("england", 3), ("sweden", 6)), strict=True)
    )
]
"""Every scenario with every blight card, alone, with an adversary of many more builds and one of many more ravages."""
ALONE = [Game((spirit,), ("ABCD"[place % 4],)) for place, spirit in enumerate(CORE_SPIRITS)]
ISLANDS = [
    Game((OCEAN, BRINGER), blight_card="random"),
    Game((SHADOWS,), blight_card="memory_fades_to_dust", extra_board=True),
    Game((EARTH, THUNDER, OCEAN), extra_board=True, adversary=("brandenburg_prussia", 6)),
    Game((RIVER, LIGHTNING, GREEN, SHADOWS), blight_card="random", adversary=("sweden", 5)),
    Game((TEETH, WIND, EYES), ("A", "D", "C"), scenario="guard_the_isles_heart"),
    Game((OCEAN, THUNDER), box="horizons"),
    Game((BRINGER, GREEN, HEAT), box="horizons"),
    Game((EARTH,), ("H",), box="horizons"),
]
"""Islands that are drawn, those with a board more than spirits, and spirits on the map of the other box."""
CORE_SETUPS = [*AGAINST, *BY_SCENARIO, *ALONE, *ISLANDS]


def sample(games: list[Game], compiled: int, uncompiled: int) -> list[Game]:
    """Every so many-th of the games; fewer where kernels run uncompiled."""
    return games[:: compiled if JIT else uncompiled]


GAMES = [*sample(SETUPS, 1, 8), *sample(CORE_SETUPS, 1, 5)]
"""The set-ups that whole games are played on."""
PLENTY = 60
"""Blight that keeps random games going, so that they see later rounds."""


@cache
def tables_of(game: Game, policy: str = "random", extra_blight: int = 0) -> Any:
    """Tables of a game, by default one that is played at random."""
    setup: dict[str, Any] = {
        "box": game.box,
        "spirits": list(game.spirits),
        "adversary": {"id": game.adversary[0], "level": game.adversary[1]},
        "scenario": game.scenario,
        "blight_card": game.blight_card,
        "policy": policy,
        "options": {"extra_blight": extra_blight, "extra_board": game.extra_board},
    }
    if game.boards:
        setup["boards"] = list(game.boards)
    return build_tables(setup_from_dict(setup))


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
    # wounds beyond the health that pieces have in this game and land are taken out again
    land.pieces = {
        Piece.EXPLORER: draw(wounds(0, 4)),
        Piece.TOWN: draw(wounds(2, 4)),
        Piece.CITY: draw(wounds(3, 3)),
        Piece.DAHAN: draw(wounds(land.dahan_health - 1, 6)),
    }
    land.presence = draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    land.blight = draw(st.integers(0, 2))
    land.defend = draw(st.one_of(st.just(0), st.integers(0, 20)))
    land.skips = draw(SKIPS)
    land.skip_one = draw(st.sampled_from([0, 0, 0, 1, 2]))
    land.prevents_blight = draw(st.sampled_from([False, False, False, True]))
    land.protects_dahan = draw(st.sampled_from([False, False, False, True]))
    land.protects_from_ravage = draw(st.sampled_from([False, False, False, True]))
    land.simultaneous = draw(st.sampled_from([False, False, True]))
    return land


def _bury_the_dead(island: Island) -> None:
    """Drop pieces whose wound is as large as their health in this land."""
    for land, here in enumerate(island.lands):
        for kind, carried in here.pieces.items():
            here.pieces[kind] = [wound for wound in carried if wound < island.health(land, kind)]


@dataclass
class Case:
    """A random island of one of the set-ups, and a land of it that holds something."""

    game: Game
    island: Island
    land: int

    @property
    def tables(self) -> Any:
        """Tables of the set-up, shape (1,)."""
        return tables_of(self.game)

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
        numbers = {name: value for name, value in vars(self.island).items() if name not in ("lands", "changes")}
        return f"Case({self.game}, land {self.land}, {numbers}{''.join(held)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What hypothesis prints."""
        printer.text(repr(self))


CASE_GAMES = [
    game
    for game in (*SETUPS, *CORE_SETUPS)
    if (game.boards or game.box == "horizons") and game.scenario != "dahan_insurrection"
]
"""Set-ups of one island; what follows an action of Dahan Insurrection has no twin."""


def _fill(island: Island, index: int, filled: Land) -> None:
    """Put into a land what is to be there, or as much of it as an ocean can hold."""
    here = island.lands[index]
    if here.ocean:
        here.presence, here.blight = filled.presence, filled.blight
        return
    filled.terrain, filled.coastal = here.terrain, here.coastal
    filled.adjacent, filled.board = here.adjacent, here.board
    island.lands[index] = filled


def _settle_ocean(island: Island) -> None:
    """Ocean's presence is at the coast only, and oceans that are not in play hold nothing."""
    if island.ocean_seat is not None:
        for here in island.lands:
            if not here.coastal:
                here.presence[island.ocean_seat] = 0
    for index, here in enumerate(island.lands):
        if not island.in_play(index):
            here.presence, here.blight = [0] * island.seats, 0


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A random island on which every spirit has presence and the game is not yet lost by blight or presence.

    Up to eight lands hold something, which keeps examples small and lets hypothesis shrink them.
    """
    game = draw(st.sampled_from(CASE_GAMES))
    island = empty_island(tables_of(game))
    dry = [index for index, here in enumerate(island.lands) if not here.ocean]
    land = draw(st.sampled_from(dry))
    chosen = [land, *draw(st.sets(st.integers(0, len(island.lands) - 1), max_size=7))]
    for index in dict.fromkeys(chosen):
        _fill(island, index, draw(lands(island.seats)))
    for seat in range(island.seats):
        coast = [index for index in range(len(island.lands)) if island.lands[index].coastal]
        homes = coast if seat == island.ocean_seat else chosen
        if seat == island.ocean_seat or island.presence(seat) == 0:
            island.lands[draw(st.sampled_from(homes))].presence[seat] = 1
    _settle_ocean(island)
    island.flipped = island.changes.blight_flip > 0 and draw(st.booleans())
    island.blight_pool = draw(st.integers(1, 16))
    island.fear_generated = draw(st.integers(0, island.fear_pool - 1))
    island.fear_earned = draw(st.integers(0, island.fear_cards - 1))
    island.round = draw(st.integers(1, 3))
    if island.changes.rituals:
        island.terror = draw(st.integers(1, 3))
    island.destroyed = draw(st.lists(st.integers(0, 3), min_size=island.seats, max_size=island.seats))
    island.ward = draw(st.lists(st.sampled_from([0, 0, 2, 4]), min_size=island.seats, max_size=island.seats))
    island.standing = draw(STANDING)
    _bury_the_dead(island)
    return Case(game, island.tidy(), land)


SEEDS = st.integers(0, 2**31 - 1)
"""Keys of the random policy."""
