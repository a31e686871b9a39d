"""Games won by chance, with the luck that cells under one seed share, for tests of models."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from sim.stats.logit import chance


def games_won(logits: Any, numbers: int, seed: int, shared: float = 0.3, played: Any = None) -> NDArray[np.int8]:
    """Which games are won, by cell and game number.

    Every cell has exactly the win rate of its logit; ``shared`` is the correlation of the luck of two cells.

    Parameters
    ----------
    logits : float64[cells]
    numbers : int
        Games of each cell.
    seed : int
    shared : float
    played : int[cells], optional
        Games of each cell where it has fewer: the first ones.
    """
    random = np.random.default_rng(seed)
    common, own = random.standard_normal(numbers), random.standard_normal((len(logits), numbers))
    luck = np.sqrt(shared) * common + np.sqrt(1 - shared) * own
    won = (luck < ndtri(chance(np.asarray(logits)))[:, None]).astype(np.int8)
    if played is not None:
        won[np.arange(numbers) >= np.asarray(played)[:, None]] = -1
    return won


def counted(cells: pd.DataFrame, won: NDArray[np.int8]) -> pd.DataFrame:
    """Cells with their games and wins."""
    return cells.assign(games=(won >= 0).sum(axis=1), wins=(won > 0).sum(axis=1))
