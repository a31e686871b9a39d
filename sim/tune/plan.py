"""What a search is: its set-ups, the weights it starts from, how long it is, and its seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sim import RULES_VERSION
from sim.content.fields import BASE
from sim.content.load import load_content
from sim.content.setup import RANDOM, Opponent, Setup
from sim.tune.objective import MARGIN_WEIGHT
from sim.tune.space import Space

LAST_PART = 0.8
"""After this share of the generations the margin counts no more: wins alone decide."""
CHECK_EVERY = 5
"""Generations after which the mean of the search is compared with the start, for the line of progress only."""
CHECK_GAMES = 4
"""Games of such a comparison, as a multiple of those of a candidate."""
ADVERSARY_LEVEL = 1
"""Of the adversaries in the usual set-ups."""


@dataclass(frozen=True)
class Plan:
    """Everything that a search depends on.

    Attributes
    ----------
    setups : dict of str to Setup
        What is played, by the names that people know it by.
    space : Space
        The weights that are searched, and where from.
    generations, population : int
        How many generations, of how many candidates.
    games : int
        Games of each candidate in each set-up.
    sigma : float
        First standard deviation of the logarithms.
    held_out : int
        Games of the verdict in each set-up, each played before and after.
    seed : int
        Seed of all chance.
    """

    setups: Mapping[str, Setup]
    space: Space
    generations: int
    population: int
    games: int
    sigma: float
    held_out: int
    seed: int

    @property
    def policy(self) -> str:
        """Who plays, and how carefully."""
        players = {(setup.policy, setup.temperature) for setup in self.setups.values()}
        return ", ".join(f"{name} at temperature {heat:g}" if heat else name for name, heat in sorted(players))

    @property
    def total_games(self) -> int:
        """Games of the whole search, its verdict included."""
        checks = sum(map(self.checked_after, range(self.generations)))
        candidates = self.generations * self.population + 2 * CHECK_GAMES * checks
        return len(self.setups) * (candidates * self.games + 2 * self.held_out)

    def margin_weight(self, generation: int) -> float:
        """What a game's margin counts in a generation."""
        return MARGIN_WEIGHT if generation < LAST_PART * self.generations else 0.0

    def checked_after(self, generation: int) -> bool:
        """Whether the mean is compared with the start after a generation; the last has the verdict."""
        return (generation + 1) % CHECK_EVERY == 0 and generation + 1 < self.generations

    def seeds(self, purpose: str, number: int = 0) -> list[int]:
        """Seeds of the games for some purpose, one for each set-up; no two purposes share any."""
        return [_mixed(self.seed, purpose, number, cell) for cell in range(len(self.setups))]

    def settings(self) -> dict[str, Any]:
        """All of it in a form fit for JSON."""
        apart = {"title", "description", "games", "seed"}
        return {
            "setups": {name: setup.model_dump(mode="json", exclude=apart) for name, setup in self.setups.items()},
            "weights": self.space.start.digest,
            "table": self.space.table,
            "searched": list(self.space.names),
            "generations": self.generations,
            "population": self.population,
            "games": self.games,
            "sigma": self.sigma,
            "held_out": self.held_out,
            "seed": self.seed,
            "rules_version": RULES_VERSION,
        }


def usual_setups(spirit: str | None, like: Setup) -> dict[str, Setup]:
    """The set-ups of a search that names none.

    For a spirit: alone, alone against each adversary at level 1, and paired with its neighbours in the list of its box.
    For all: each spirit alone, alone against one of the adversaries in turn, and paired with the next.

    Parameters
    ----------
    spirit : str, optional
        The spirit whose weights are searched.
    like : Setup
        Gives policy and temperature.
    """
    found = [*_setups_of_all(like)] if spirit is None else [*_setups_of_one(spirit, like)]
    return {_name(setup): setup for setup in found}


def _setups_of_all(like: Setup) -> Iterator[Setup]:
    adversaries = list(load_content().adversaries)
    for number, spirit in enumerate(load_content().spirits):
        yield _in_own_box((spirit,), like)
        yield _against(spirit, adversaries[number % len(adversaries)], like)
        yield _in_own_box((spirit, _neighbour(spirit, 1)), like)


def _setups_of_one(spirit: str, like: Setup) -> Iterator[Setup]:
    yield _in_own_box((spirit,), like)
    for adversary in load_content().adversaries:
        yield _against(spirit, adversary, like)
    for step in (1, -1):
        yield _in_own_box((spirit, _neighbour(spirit, step)), like)


def _neighbour(spirit: str, step: int) -> str:
    """The spirit so many places further in its box."""
    spirits = load_content().spirits
    box = [other.id for other in spirits.values() if other.set == spirits[spirit].set]
    return box[(box.index(spirit) + step) % len(box)]


def _in_own_box(spirits: tuple[str, ...], like: Setup) -> Setup:
    box = load_content().spirits[spirits[0]].set
    drawn = {"boards": (RANDOM,), "blight_card": RANDOM} if box == BASE else {}
    return _made(like, box=box, spirits=spirits, **drawn)


def _against(spirit: str, adversary: str, like: Setup) -> Setup:
    opponent = Opponent(id=adversary, level=ADVERSARY_LEVEL)
    return _made(like, box=BASE, spirits=(spirit,), boards=(RANDOM,), blight_card=RANDOM, adversary=opponent)


def _made(like: Setup, **given: Any) -> Setup:
    return Setup(policy=like.policy, temperature=like.temperature, **given)


def _name(setup: Setup) -> str:
    spirits = "+".join(setup.spirits)
    opponent = setup.adversary
    return f"{spirits} against {opponent.id} {opponent.level}" if opponent.level else spirits


def _mixed(*parts: object) -> int:
    """A seed that depends on all of its parts."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()
    # seeds of set-ups are 63 bits long
    return int.from_bytes(digest) >> 1
