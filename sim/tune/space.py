"""The space that is searched: logarithms of the factors that weights are multiplied by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sim.content.weights import PLACES, Weights
from sim.core.codes import Weight

Point = Sequence[float] | npt.NDArray[np.float64]

ALL_TABLES = "all"
"""What all tables together are called where one is named."""
DIGITS = 4
"""Digits of a weight that was found: what is played is what the file says."""
LEFT_ALONE = tuple(weight.name.lower() for weight in (Weight.VICTORY, Weight.DEFEAT, Weight.HORIZON))
"""Weights that are searched only if they are named: large ones that only need to be large, and a number of rounds."""


def searchable(numbers: npt.NDArray[np.float64]) -> tuple[str, ...]:
    """Names of the weights that are searched unless others are named; one that is 0 has no logarithm."""
    return tuple(name for name, place in PLACES.items() if name not in LEFT_ALONE and numbers[place])


@dataclass(frozen=True)
class Space:
    """Some weights of one table, ``[weights]`` or that of a spirit, or of all tables together.

    A weight keeps its sign.

    Attributes
    ----------
    start : Weights
        The weights at the origin.
    spirit : str or None
        Whose weights they are; None for ``[weights]``. Then everybody plays by that table while it is searched, and
        spirits with weights of their own keep those as they are.
    names : tuple of str
        The weights that are searched.
    shared : bool
        Whether the factors are those of every table: what is searched is what all spirits have in common, and what
        sets them apart stays.
    """

    start: Weights
    spirit: str | None
    names: tuple[str, ...]
    shared: bool = False

    @property
    def table(self) -> str:
        """What the table is called in a file."""
        if self.shared:
            return ALL_TABLES
        return "weights" if self.spirit is None else f"spirit.{self.spirit}"

    @property
    def origin(self) -> npt.NDArray[np.float64]:
        """The numbers of the table at the start."""
        return self.start.default if self.spirit is None else self.start.of(self.spirit)

    def numbers(self, point: Point) -> npt.NDArray[np.float64]:
        """The numbers of the table at a point; ``[weights]`` if it is all tables."""
        return self._multiplied(self.origin, point)

    def whole(self, point: Point) -> Weights:
        """All weights at a point, those of other tables too."""
        numbers, spirits = self.numbers(point), self.start.spirits
        if self.shared:
            spirits = {spirit: self._multiplied(own, point) for spirit, own in spirits.items()}
        if self.spirit is None:
            return replace(self.start, default=numbers, spirits=spirits)
        return replace(self.start, spirits={**spirits, self.spirit: numbers})

    def played(self, point: Point) -> Weights:
        """What is played by at a point."""
        if self.spirit is None and not self.shared:
            return Weights(self.numbers(point), {})
        return self.whole(point)

    def _multiplied(self, numbers: npt.NDArray[np.float64], point: Point) -> npt.NDArray[np.float64]:
        multiplied = numbers.copy()
        for name, log in zip(self.names, point, strict=True):
            if log:
                number = numbers[PLACES[name]] * np.exp(log)
                multiplied[PLACES[name]] = float(f"{number:.{DIGITS}g}")
        return multiplied
