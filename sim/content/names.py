"""Names of what the tables number: powers, fear cards, invader cards, spirits; for traces, messages and files."""

from __future__ import annotations

import functools
from dataclasses import dataclass

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


@functools.cache
def power_names() -> Names:
    """Power cards (minor, major, unique) and then innate powers, in the order of ``Tables.power_*``."""
    content = load_content()
    named = [(power.id, power.name) for power in content.cards] + [(power.id, power.name) for power in content.innates]
    return Names(tuple(name for name, _ in named), tuple(title for _, title in named))


@functools.cache
def fear_names() -> Names:
    """Fear cards, in the order of ``Tables.fear_start``."""
    cards = load_content().fear_cards
    return Names(tuple(card.id for card in cards), tuple(card.name for card in cards))


@functools.cache
def invader_names() -> Names:
    """Invader cards, in the order of ``Tables.invader_lands``; a title is as in position files: ``"II jungle"``."""
    cards = load_content().invader_cards
    return Names(
        tuple(card.id for card in cards),
        tuple(f"{STAGES[card.stage - 1]} {'+'.join(card.lands)}" for card in cards),
    )


@functools.cache
def spirit_names() -> Names:
    """Spirits, in the order of the fact file."""
    spirits = load_content().spirits.values()
    return Names(tuple(spirit.id for spirit in spirits), tuple(spirit.name for spirit in spirits))


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
