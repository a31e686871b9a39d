"""Looks for a game that was won or lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from sim.run import tally
from sim.run.pool import Pool

MOST_SEARCHED = 10_000
"""Games looked at before the search is given up."""


def first_game(
    tables: Any, seed: int, first: int, won: bool, pool: Pool, said: Callable[[int], None] = lambda looked: None
) -> int | None:
    """Number of the first game from ``first`` on that is won, or lost; None if it is none of ``MOST_SEARCHED``.

    Parameters
    ----------
    tables : numpy.ndarray of TABLES
        The set-up, compiled.
    seed, first : int
        The seed, and the number of the game to begin with.
    won : bool
        Whether it is to be a game won or one lost.
    pool : Pool
        Who plays.
    said : callable, optional
        Told from time to time how many games were looked at.
    """
    looked = 0
    for rows in pool.play(tables, seed, first, MOST_SEARCHED, threading.Event()):
        found = np.flatnonzero(tally.won(rows) == won)
        if len(found):
            return int(rows["game"][found[0]])
        looked += len(rows)
        said(looked)
    return None
