"""What lands, spirits, powers and cards are called in one game, and their numbers in its tables."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from sim.content.boards import Island
from sim.content.load import load_content
from sim.content.names import fear_names, invader_names, power_names
from sim.content.setup import Setup, setup_island, variants
from sim.core.codes import N_VARIANTS, Row

KINDS = ("explorer", "town", "city", "dahan")
"""Pieces that a land counts, by ``Piece``."""
FIRST = (Row.EXPLORER, Row.TOWN_0, Row.CITY_0, Row.DAHAN_0)
"""Column of an unhurt piece of each kind; one with damage stands as much further on."""
PRESENCE_CODE = Row.PRESENCE.value
"""Stands where a variant would, for a presence that is gathered."""


@dataclass(frozen=True)
class Game:
    """The names of one set-up.

    Attributes
    ----------
    setup : Setup
    island : Island
    """

    setup: Setup
    island: Island

    @functools.cached_property
    def land_index(self) -> dict[str, int]:
        """Index of each land."""
        return {name: number for number, name in enumerate(self.island.names)}

    @property
    def spirits(self) -> tuple[str, ...]:
        """Ids of the spirits in seat order."""
        return self.setup.spirits

    @property
    def seats(self) -> tuple[str, ...]:
        """Starting board of each seat."""
        return self.island.boards[: self.setup.players]

    def land(self, number: int) -> str:
        """Name of a land."""
        return self.island.names[number]

    def spirit_name(self, seat: int) -> str:
        """A spirit's name for people."""
        return load_content().spirits[self.spirits[seat]].name


def game_of(setup: Setup, table: int = 0) -> Game:
    """The names of a set-up; of the ``table``-th of its variants, if it leaves boards or blight card to chance."""
    concrete = variants(setup)[table]
    return Game(concrete, setup_island(concrete))


def kind_of_variant(variant: int) -> str:
    """Name of the kind of piece that a variant is."""
    if variant == PRESENCE_CODE:
        return "presence"
    if not 0 <= variant < N_VARIANTS:
        raise ValueError(f"no variant {variant}")
    return KINDS[max(kind for kind, first in enumerate(FIRST) if first <= variant)]


def damage_of_variant(variant: int) -> int:
    """Damage that a variant carries."""
    return variant - max(first for first in FIRST if first <= variant)


def power_index(name: str) -> int:
    """Number of a power in the tables."""
    return power_names().index[name]


def power_id(number: int) -> str:
    """Id of a power."""
    return power_names().ids[number]


def target_kind(power: int) -> str:
    """What a power is aimed at: "land" or "spirit"."""
    content = load_content()
    cards = len(content.cards)
    return content.cards[power].target.kind if power < cards else content.innates[power - cards].target.kind


def fear_id(number: int) -> str:
    """Id of a fear card."""
    return fear_names().ids[number]


def invader_title(number: int) -> str:
    """An invader card as position files write it, e.g. ``"II jungle"``; ``"none"`` for no card."""
    return invader_names().titles[number] if number >= 0 else "none"


def members(bits: int) -> list[int]:
    """Numbers of a set given as bits, lowest first."""
    return [number for number in range(64) if int(bits) >> number & 1]
