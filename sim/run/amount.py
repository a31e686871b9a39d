"""How many games to play: a number, or as many as a precise answer takes."""

from __future__ import annotations

from dataclasses import dataclass

from sim.stats.intervals import CONFIDENCE
from sim.stats.stopping import SEQUENTIAL_CONFIDENCE, games_needed, next_look


@dataclass(frozen=True)
class Amount:
    """How many games to play.

    Attributes
    ----------
    games : int
        So many, unless ``within`` is given.
    within : float or None
        As many as make the interval of the win rate this narrow: half its width.
    """

    games: int
    within: float | None = None

    @property
    def confidence(self) -> float:
        """Nominal confidence of the interval; see ``sim.stats.stopping``."""
        return CONFIDENCE if self.within is None else SEQUENTIAL_CONFIDENCE

    def goal(self, wins: int, games: int) -> int:
        """Games after which to look at the result again; ``games`` itself when they are enough."""
        return self.games if self.within is None else next_look(wins, games, self.within)

    def expected(self, wins: int, games: int) -> int:
        """Games it will take in all, as far as one can tell by now."""
        if self.within is None:
            return self.games
        return max(self.goal(wins, games), games_needed(wins / games, self.within) if games else 0)
