"""What a search makes the most of: wins, a little of how clear they are, and nearness to the start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.run.tally import Rows, won

MARGIN_WEIGHT = 0.25
"""Of the margin of a game beside its win."""
RIDGE_DEVIATION = 0.5
"""Logarithms of weights are held to be normal about the start with this standard deviation."""
RIDGE_PRICE = 0.001
"""Worth of a unit of its log density, in wins for each game: games outvote it where they have anything to say."""


@dataclass(frozen=True)
class Scale:
    """What the games of a set-up are measured by.

    Attributes
    ----------
    rounds : int
        Cards of the invader deck.
    fear_cards : int
        Fear cards that win the game.
    pool, back : int
        Blight of the pool at the start, and what the back of the blight card brings.
    """

    rounds: int
    fear_cards: int
    pool: int
    back: int

    @classmethod
    def of(cls, tables: Any) -> Scale:
        """The scale of a set-up; where the blight card is drawn, that of the larger back."""
        numbers = ("deck_size", "fear_deck_size", "blight_pool", "blight_flip")
        return cls(*(int(tables[number].max()) for number in numbers))


def margins(rows: Rows, scale: Scale) -> npt.NDArray[np.float64]:
    """How clearly games were won or lost, from -1 to 1.

    A win counts from 0 to 1 by the rounds and the blight left, a defeat from -1 to 0 by the fear cards earned and the
    rounds survived.
    """
    blight = rows["blight_pool"] + scale.back * (1 - rows["blight_flipped"].astype(np.int64))
    left = _share(rows["invader_cards"], scale.rounds) + _share(blight, scale.pool + scale.back)
    earned = _share(rows["fear_cards"], scale.fear_cards) + _share(rows["rounds"], scale.rounds)
    return np.where(won(rows), left / 2, earned / 2 - 1)


def scores(rows: Rows, scale: Scale, margin_weight: float = MARGIN_WEIGHT) -> npt.NDArray[np.float64]:
    """What each game is worth: 1 for a win, and its margin; every win is worth more than any defeat."""
    return won(rows) + margin_weight * margins(rows, scale)


def ridge(point: npt.NDArray[np.float64]) -> float:
    """What is taken off the mean score of weights for their distance from the start, given as logarithms of factors."""
    return RIDGE_PRICE * float(np.sum((point / RIDGE_DEVIATION) ** 2)) / 2


def _share(number: Any, whole: int) -> npt.NDArray[np.float64]:
    return np.clip(np.asarray(number, dtype=np.float64) / whole, 0.0, 1.0)
