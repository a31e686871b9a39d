"""Two set-ups, A and B, met by the same games: played in turns, counted pair by pair."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sim.core.codes import Outcome
from sim.run.cells import Cell
from sim.run.pool import Job, Pool
from sim.run.tally import MEANS, OUTCOMES, WINS, Rows, Tally
from sim.stats.intervals import CONFIDENCE, wilson_interval
from sim.stats.paired import Pairs, paired_gain
from sim.stats.paired_stopping import CLEAR_CONFIDENCE, next_clear_look, next_narrow_look, pairs_needed
from sim.stats.stopping import SEQUENTIAL_CONFIDENCE
from sim.stats.verdict import Verdict, each_of, judge, mean_difference

SIDES = ("A", "B")
"""Names of the two sides, and of their cells in a results folder."""
FIRST_TURN = 16
"""Games of one side before the first turn of the other."""
TURN_SHARE = 4
"""A turn is the games played so far divided by this, so that an interruption costs at most so much."""
LOSSES = tuple(outcome for outcome in OUTCOMES if outcome not in WINS)


@dataclass(frozen=True)
class PairedAmount:
    """How many games each side plays.

    Attributes
    ----------
    games : int
        So many, unless ``within`` is given; at most so many if ``until_clear``.
    within : float or None
        As many as make the interval of the difference this narrow: half its width.
    until_clear : bool
        Until the verdict is clear.
    """

    games: int
    within: float | None = None
    until_clear: bool = False

    @property
    def confidence(self) -> float:
        """Nominal confidence of every interval; see ``sim.stats.paired_stopping``."""
        if self.until_clear:
            return CLEAR_CONFIDENCE
        return CONFIDENCE if self.within is None else SEQUENTIAL_CONFIDENCE

    def goal(self, pairs: Pairs) -> int:
        """Games after which to look at the result again; ``pairs.games`` itself when they are enough."""
        if self.until_clear:
            return next_clear_look(pairs, self.games)
        return self.games if self.within is None else next_narrow_look(pairs, self.within)

    def expected(self, pairs: Pairs) -> int:
        """Games it will take in all, as far as one can tell by now."""
        if self.within is None or not pairs.games:
            return self.games if self.within is None else self.goal(pairs)
        return max(self.goal(pairs), pairs_needed(pairs, self.within))


class Mean(NamedTuple):
    """A mean of A and of B, and A's less B's with its interval."""

    a: float
    b: float
    difference: float
    low: float
    high: float


class PairTally:
    """Counts of pairs of games; both sides' rows must come in game order.

    Attributes
    ----------
    sides : tuple of Tally
        What each side alone comes to.
    games : int
        Pairs counted.
    outcomes : ndarray of int64, shape (outcomes, outcomes)
        Pairs by ``Outcome`` of A and of B.
    """

    def __init__(self) -> None:
        self.sides = (Tally(), Tally())
        self.outcomes = np.zeros((len(Outcome), len(Outcome)), dtype=np.int64)
        self._sums = np.zeros((2, len(MEANS)), dtype=np.int64)

    @property
    def games(self) -> int:
        """Pairs counted."""
        return self.sides[0].games

    def add(self, a: Rows, b: Rows) -> None:
        """Count the next games.

        Parameters
        ----------
        a, b : numpy.ndarray of RESULT
            Rows of the same games, of either side.

        Raises
        ------
        ValueError
            If they are not the same games.
        """
        if not np.array_equal(a["game"], b["game"]):
            raise ValueError("pairs must be of the same games")
        for tally, rows in zip(self.sides, (a, b), strict=True):
            tally.add(rows)
        np.add.at(self.outcomes, (a["outcome"], b["outcome"]), 1)
        for column, field in enumerate(MEANS):
            differences = a[field].astype(np.int64) - b[field]
            self._sums[:, column] += (differences.sum(), (differences**2).sum())

    @property
    def pairs(self) -> Pairs:
        """Pairs by who won them; a gain is what A wins more often."""
        return self.pairs_of(WINS)

    def pairs_of(self, endings: tuple[Outcome, ...]) -> Pairs:
        """Pairs by whose game ended in one of these ways, instead of by who won."""
        chosen = list(endings)
        both = int(self.outcomes[np.ix_(chosen, chosen)].sum())
        a, b = int(self.outcomes[chosen].sum()), int(self.outcomes[:, chosen].sum())
        return Pairs(self.games, both=both, lost=b - both, won=a - both)

    def losses_against(self, loser: int) -> dict[str, int]:
        """How the games ended that one side lost and the other won: where games flip.

        Parameters
        ----------
        loser : int
            Place of the side in ``SIDES``.

        Returns
        -------
        dict of str to int
            Games by how they ended for the loser; every way to lose is named.
        """
        by_loser = self.outcomes if loser == 0 else self.outcomes.T
        return {OUTCOMES[loss]: int(by_loser[loss, list(WINS)].sum()) for loss in LOSSES}

    def mean(self, field: str, confidence: float) -> Mean:
        """Mean of a field of the result row on both sides, of one game at least, and the paired difference."""
        a, b = (tally.mean(field) or 0.0 for tally in self.sides)
        total, squares = self._sums[:, MEANS.index(field)]
        return Mean(a, b, *mean_difference(int(total), int(squares), self.games, confidence))


class Comparison:
    """Games of two cells under one seed.

    Parameters
    ----------
    cells : tuple of Cell
        A and B; the seed is A's.
    amount : PairedAmount
        How many games.

    Attributes
    ----------
    tally : PairTally
        What both sides have played so far: game by game, never one side alone.
    seconds : float
        Time it took.
    """

    def __init__(self, cells: tuple[Cell, Cell], amount: PairedAmount) -> None:
        self.cells = cells
        self.amount = amount
        self.seed = cells[0].setup.seed
        self.tally = PairTally()
        self.seconds = 0.0
        self._tables = [cell.tables for cell in cells]
        self._waiting: tuple[list[Rows], list[Rows]] = ([], [])

    def play(
        self, pool: Pool, stop: threading.Event, keep: Callable[[str, Rows], None] | None = None
    ) -> Iterator[PairTally]:
        """Play until there are enough games or ``stop`` is set.

        Parameters
        ----------
        pool : Pool
            Who plays.
        stop : threading.Event
            Ends the comparison early; games that only one side has played by then do not count.
        keep : callable, optional
            Given the name of a side and the rows of its next games, in game order, once both sides have played them.

        Yields
        ------
        PairTally
            The comparison's own, after every chunk.
        """
        started = time.perf_counter()
        while not self.complete and not stop.is_set():
            for side, rows in pool.play_jobs(self._turns(self.amount.goal(self.tally.pairs)), stop):
                self._waiting[side].append(rows)
                self._count(keep)
                self.seconds = time.perf_counter() - started
                yield self.tally

    def _turns(self, goal: int) -> Iterator[Job]:
        """Games up to a goal, the sides in turns, a turn longer the more was played."""
        first = self.tally.games
        while first < goal:
            games = min(max(first // TURN_SHARE, FIRST_TURN), goal - first)
            for side, tables in enumerate(self._tables):
                yield Job(side, tables, self.seed, first, games)
            first += games

    def _count(self, keep: Callable[[str, Rows], None] | None) -> None:
        """Count the games that both sides have played."""
        ready = min(sum(map(len, waiting)) for waiting in self._waiting)
        if not ready:
            return
        both = []
        for waiting in self._waiting:
            rows = np.concatenate(waiting)
            waiting[:] = [rows[ready:]]
            both.append(rows[:ready])
        self.tally.add(*both)
        if keep is not None:
            for side, rows in zip(SIDES, both, strict=True):
                keep(side, rows)

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.amount.goal(self.tally.pairs) == self.tally.games

    @property
    def verdict(self) -> Verdict | None:
        """What the games say; None before the first."""
        return judge(self.tally.pairs, self.amount.confidence) if self.tally.games else None

    def interval(self, side: int) -> tuple[float, float]:
        """Interval of the win rate of one side."""
        tally = self.tally.sides[side]
        low, high = wilson_interval(tally.wins, tally.games, self.amount.confidence)
        return low, high

    def endings(self) -> dict[str, Mean]:
        """Share of every ending that was met, with intervals of the differences that hold together."""
        shares = {name: self.tally.pairs_of((outcome,)) for outcome, name in OUTCOMES.items()}
        met = {name: pairs for name, pairs in shares.items() if pairs.both + pairs.won + pairs.lost}
        confidence = each_of(len(met), self.amount.confidence)
        return {name: Mean(pairs.after, pairs.before, *paired_gain([pairs], confidence)) for name, pairs in met.items()}

    def closeness(self) -> dict[str, Mean]:
        """Means that tell how close games were, with intervals of the differences that hold together."""
        if not self.tally.games:
            return {}
        confidence = each_of(len(MEANS), self.amount.confidence)
        return {field: self.tally.mean(field, confidence) for field in MEANS}


def same_games(cells: tuple[Cell, Cell]) -> bool:
    """Whether two cells would play the very same games, since nothing that a game is played by differs."""
    a, b = (np.asarray(cell.tables) for cell in cells)
    return bool(a.shape == b.shape and a.tobytes() == b.tobytes())


def summary(comparison: Comparison) -> dict[str, Any]:
    """The pairs as counts, by who won."""
    pairs = comparison.tally.pairs
    return {
        "both_won": pairs.both,
        "only_a_won": pairs.won,
        "only_b_won": pairs.lost,
        "neither_won": pairs.games - pairs.both - pairs.won - pairs.lost,
    }
