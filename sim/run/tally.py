"""What is kept of games whose rows are not: counts, sums and a digest, in a few hundred bytes however many games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.core.codes import Outcome

Rows = np.ndarray[Any, np.dtype[np.void]]
"""Rows of RESULT, one for each game."""

OUTCOMES = {outcome: outcome.name.lower() for outcome in Outcome if outcome is not Outcome.NONE}
"""Names of the ways a game ends, wins first."""
WINS = tuple(outcome for outcome in OUTCOMES if outcome <= Outcome.SACRIFICE)
"""A sacrifice victory is a win."""
WIN_NAMES = tuple(OUTCOMES[outcome] for outcome in WINS)
MEANS = ("rounds", "terror", "fear_cards", "invader_cards", "blight_pool", "score")
"""Fields of the result row whose means tell how close a game was."""


def won(rows: Rows) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which of the games were won."""
    return np.isin(rows["outcome"], WINS)


def combined_digest(tallies: Sequence[Tally]) -> str:
    """Hash of all rows of several cells, in whatever turns they were played; of one cell, its own digest."""
    if len(tallies) == 1:
        return tallies[0].digest
    return hashlib.blake2b("".join(tally.digest for tally in tallies).encode(), digest_size=16).hexdigest()


class Tally:
    """Counts of the games played so far; rows must come in game order.

    Attributes
    ----------
    games, wins : int
        Games played and won.
    """

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0
        self._outcomes = np.zeros(len(Outcome), dtype=np.int64)
        self._sums = np.zeros((2, len(MEANS)), dtype=np.int64)
        self._hash = hashlib.blake2b(digest_size=16)

    def add(self, rows: Rows) -> None:
        """Count the next games.

        Parameters
        ----------
        rows : numpy.ndarray of RESULT
            Their rows, in game order.
        """
        wins = won(rows)
        self.games += len(rows)
        self.wins += int(wins.sum())
        self._outcomes += np.bincount(rows["outcome"], minlength=len(Outcome))
        for column, field in enumerate(MEANS):
            values = rows[field].astype(np.int64)
            self._sums[:, column] += (values[~wins].sum(), values[wins].sum())
        self._hash.update(rows.tobytes())

    @property
    def digest(self) -> str:
        """Hash of all rows in game order: equal games give equal digests, whatever workers, chunks or machine."""
        return self._hash.hexdigest()

    @property
    def outcomes(self) -> dict[str, int]:
        """How often games ended in each way; every way is named."""
        return {name: int(self._outcomes[outcome]) for outcome, name in OUTCOMES.items()}

    def mean(self, field: str, won: bool | None = None) -> float | None:
        """Mean of a field of the result row.

        Parameters
        ----------
        field : str
            One of ``MEANS``.
        won : bool, optional
            Over games won or lost only.

        Returns
        -------
        float or None
            None where there is no such game.
        """
        games = {None: self.games, True: self.wins, False: self.games - self.wins}[won]
        if games == 0:
            return None
        sums = self._sums[:, MEANS.index(field)]
        return float(sums.sum() if won is None else sums[int(won)]) / games
