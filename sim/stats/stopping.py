"""How many games to play for an interval of a wanted width.

The rule looks at the result after a first 1,000 games, then each time after as many games as the rate seen so far says
are needed (at least 5% more than at the last look, at most twice as many), and stops at the first look where the
interval is narrow enough.  A stop that depends on the result costs a little coverage, and so does counting whole
games; both are paid for by a nominal confidence slightly above 95%, for the stop and for the interval that is shown.
Simulated for true rates from 1% to 99% and widths from 0.25% to 5%, the interval then covers the true rate in at least
94.5% of runs, and in more than 95% on average.

Looks depend on games won and played only, so a run of a seed stops at the same game on any machine.
"""

from __future__ import annotations

import math

from sim.stats.intervals import half_width
from sim.stats.normal import z_value

FIRST_LOOK = 1000
"""Games before the first look."""
SEQUENTIAL_CONFIDENCE = 0.955
"""Nominal confidence under which an interval of 95% keeps its promise in spite of the stopping."""


def games_needed(rate: float, within: float) -> int:
    """Games for an interval of this half-width if the share of wins stays as it is.

    Examples
    --------
    >>> games_needed(0.5, 0.01)
    10043
    """
    # half_width(rate, games) = within, solved for games
    z = z_value(SEQUENTIAL_CONFIDENCE)
    spread = rate * (1 - rate) - 2 * within**2
    games = z * z * (spread + math.sqrt(spread**2 + within**2 * (1 - 4 * within**2))) / (2 * within**2)
    return max(math.ceil(games), 1)


def next_look(wins: int, games: int, within: float) -> int:
    """Games to have played at the next look at the result.

    Parameters
    ----------
    wins, games : int
        Games won and played so far.
    within : float
        Wanted half-width of the interval.

    Returns
    -------
    int
        ``games`` itself once the interval is narrow enough.

    Examples
    --------
    >>> next_look(0, 0, 0.01)
    1000
    >>> next_look(500, 1000, 0.01)
    2000
    >>> next_look(6000, 12000, 0.01)
    12000
    """
    if games < FIRST_LOOK:
        return FIRST_LOOK
    rate = wins / games
    if half_width(rate, games, SEQUENTIAL_CONFIDENCE) <= within:
        return games
    return look_after(games, games_needed(rate, within))


def look_after(games: int, needed: int) -> int:
    """The look after one at so many games: at those needed, but at least 5% further on and at most twice as far.

    Examples
    --------
    >>> look_after(1000, 1010), look_after(1000, 1500), look_after(1000, 9000)
    (1050, 1500, 2000)
    """
    return min(max(needed, math.ceil(games * 1.05)), games * 2)
