"""How many pairs of games to play: until the interval of the difference is narrow, or until the verdict is clear.

*Narrow* looks as ``sim.stats.stopping`` does: after a first 1,000 pairs, then each time after as many as the pairs so
far say are needed, at least 5% and at most twice as many.  It pays for the stopping with the same nominal confidence.

*Clear* looks a fixed number of times, after 1/32, 1/16, ... 1/2 and all of the games there may be, and stops where the
interval leaves 0 out.  Six looks at 95% would declare a winner of two equal sides in 20% of runs; a higher nominal
confidence at each look (Pocock's constant boundary) makes it 5%.  Intervals under it are repeated confidence
intervals: whatever the look a run stops at, they cover the true difference in at least 95% of runs.  A run that is
interrupted between two looks may be read in the same way, since that reading takes the place of the look to come.

References
----------
S. J. Pocock, "Group sequential methods in the design and analysis of clinical trials", Biometrika 64 (1977).
C. Jennison and B. W. Turnbull, "Interim analyses: the repeated confidence interval approach", JRSS B 51 (1989).
"""

from __future__ import annotations

import math

from sim.stats.normal import z_value
from sim.stats.paired import Pairs, paired_gain
from sim.stats.stopping import FIRST_LOOK, SEQUENTIAL_CONFIDENCE, look_after

LOOKS = 6
"""Looks at whether the verdict is clear, each at twice the games of the one before."""
LEAST_PAIRS = 100
"""Pairs before the first of them: the interval is a normal one, and fewer games are no base for it."""
CLEAR_CONFIDENCE = 0.9892
"""Nominal confidence of each look: six looks then err in 5% of runs; see the test for the integral behind it."""


def paired_half_width(pairs: Pairs, confidence: float) -> float:
    """Half the width of the interval of ``paired_gain``."""
    return z_value(confidence) * math.sqrt(pairs.variance)


def pairs_needed(pairs: Pairs, within: float) -> int:
    """Pairs for an interval of this half-width if games go on as they went.

    Examples
    --------
    >>> pairs_needed(Pairs(games=1000, both=300, lost=150, won=150), 0.01)
    12056
    """
    # z^2 (spread n + 1) = within^2 (n + 2)^2, the variance of Pairs with n games, solved for n + 2
    z = z_value(SEQUENTIAL_CONFIDENCE)
    spread = (pairs.won + pairs.lost - (pairs.won - pairs.lost) ** 2 / (pairs.games + 2)) / pairs.games
    root = math.sqrt(z**2 * spread**2 + 4 * within**2 * (1 - 2 * spread))
    return max(math.ceil(z * (z * spread + root) / (2 * within**2) - 2), 1)


def next_narrow_look(pairs: Pairs, within: float) -> int:
    """Pairs to have played at the next look at how narrow the interval is.

    Parameters
    ----------
    pairs : Pairs
        Those played so far, perhaps none.
    within : float
        Wanted half-width of the interval of the difference.

    Returns
    -------
    int
        ``pairs.games`` itself once the interval is narrow enough.
    """
    games = pairs.games
    if games < FIRST_LOOK:
        return FIRST_LOOK
    if paired_half_width(pairs, SEQUENTIAL_CONFIDENCE) <= within:
        return games
    return look_after(games, pairs_needed(pairs, within))


def clear_looks(most: int) -> tuple[int, ...]:
    """Pairs after which to look at whether the verdict is clear.

    Parameters
    ----------
    most : int
        Pairs to play at most, at least one.

    Examples
    --------
    >>> clear_looks(20_000)
    (625, 1250, 2500, 5000, 10000, 20000)
    >>> clear_looks(300)
    (150, 300)
    """
    looks = [math.ceil(most / 2**halvings) for halvings in reversed(range(LOOKS))]
    return (*(look for look in looks[:-1] if look >= LEAST_PAIRS), most)


def next_clear_look(pairs: Pairs, most: int) -> int:
    """Pairs to have played at the next look at whether the verdict is clear.

    Parameters
    ----------
    pairs : Pairs
        Those played so far, perhaps none.
    most : int
        Pairs to play at most.

    Returns
    -------
    int
        ``pairs.games`` itself once the verdict is clear or all games are played.
    """
    looks = clear_looks(most)
    if pairs.games in looks:
        _, low, high = paired_gain([pairs], CLEAR_CONFIDENCE)
        if not low <= 0 <= high:
            return pairs.games
    return next((look for look in looks if look > pairs.games), pairs.games)
