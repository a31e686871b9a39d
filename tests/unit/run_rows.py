"""Result rows drawn at random, for tests of what happens to rows after they were played."""

from __future__ import annotations

import numpy as np

from sim.core.codes import Outcome, Phase
from sim.game.rows import RESULT
from sim.run.tally import Rows


def random_rows(count: int, seed: int = 1, first: int = 0) -> Rows:
    """Rows of games ``first`` to ``first + count - 1`` with every field filled."""
    chance = np.random.default_rng(seed)
    rows = np.zeros(count, dtype=RESULT)
    for field in RESULT.names or ():
        rows[field] = chance.integers(-9, 100, size=rows[field].shape)
    rows["game"] = np.arange(first, first + count)
    rows["outcome"] = chance.integers(1, len(Outcome), size=count)
    rows["phase"] = chance.integers(0, len(Phase), size=count)
    return rows
