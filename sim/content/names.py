"""Names of what games are made of: powers, cards, spirits, adversaries, scenarios; for traces, messages and files."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from sim.content.load import load_content

STAGES = ("I", "II", "III")


@dataclass(frozen=True)
class Names:
    """Ids and names of one kind of thing, by index.

    Attributes
    ----------
    ids : tuple of str
        As in files.
    titles : tuple of str
        For people.
    """

    ids: tuple[str, ...]
    titles: tuple[str, ...]

    @functools.cached_property
    def index(self) -> dict[str, int]:
        """Index of each id."""
        return {name: number for number, name in enumerate(self.ids)}


class Named(Protocol):
    """An entry of the facts with an id and a name."""

    @property
    def id(self) -> str:
        """As in files."""

    @property
    def name(self) -> str:
        """For people."""


def _names(entries: Iterable[Named]) -> Names:
    """Ids and names of entries, in their order."""
    listed = list(entries)
    return Names(tuple(entry.id for entry in listed), tuple(entry.name for entry in listed))


@functools.cache
def power_names() -> Names:
    """Power cards (minor, major, unique) and then innate powers, in the order of ``Tables.power_*``."""
    content = load_content()
    return _names([*content.cards, *content.innates])


@functools.cache
def fear_names() -> Names:
    """Fear cards, in the order of ``Tables.fear_start``."""
    return _names(load_content().fear_cards)


@functools.cache
def invader_names() -> Names:
    """Invader cards, in the order of ``Tables.invader_lands``; a title is as in position files: ``"II jungle"``."""
    cards = load_content().invader_cards
    return Names(
        tuple(card.id for card in cards),
        tuple(f"{STAGES[card.stage - 1]} {'+'.join(card.lands)}" for card in cards),
    )


@functools.cache
def blight_names() -> Names:
    """Blight cards, in the order of the fact file."""
    return _names(load_content().blight_cards.values())


@functools.cache
def scenario_names() -> Names:
    """Scenarios, in the order of the fact file."""
    return _names(load_content().scenarios.values())


def level_title(adversary: str, level: int) -> str:
    """An adversary and its level for people.

    Examples
    --------
    >>> level_title("sweden", 3)
    'Sweden 3 (Fine Steel for Tools and Guns)'
    >>> level_title("england", 0)
    'England 0'
    """
    entry = load_content().adversaries[adversary]
    name = entry.levels[level].name
    return f"{entry.name} {level} ({name})" if name else f"{entry.name} {level}"


def invader_cards(words: str) -> tuple[int, ...]:
    """Invader cards that the words of a position file may mean, lowest stage first.

    Parameters
    ----------
    words : str
        Terrains joined by ``+`` in any order, or ``coastal``; a stage may stand in front.

    Returns
    -------
    tuple of int
        Indices; empty if no card is like that.

    Examples
    --------
    >>> [invader_names().ids[card] for card in invader_cards("jungle")]
    ['stage1_jungle', 'stage2_jungle']
    >>> [invader_names().ids[card] for card in invader_cards("III sand+jungle")]
    ['stage3_jungle_sand']
    """
    *stages, terrains = words.split() or [""]
    wanted = sorted(terrains.split("+"))
    return tuple(
        number
        for number, card in enumerate(load_content().invader_cards)
        if sorted(card.lands) == wanted and stages in ([], [STAGES[card.stage - 1]])
    )


def invader_words() -> tuple[str, ...]:
    """All words that mean an invader card, with and without its stage."""
    titles = invader_names().titles
    return (*titles, *dict.fromkeys(title.split(" ", 1)[1] for title in titles))
