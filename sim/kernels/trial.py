"""Trials: do something to the state itself, look at it, and take it back.

A trial copies the small blocks (sets, counters, spirits) when it opens and each land row when it is first touched;
taking back restores exactly those.  Cards and decks never change in a trial: what would move a card counts as a
number in ``S.worth[0]`` instead, which also keeps hidden cards hidden.
"""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.blocks import restore_frame, restore_row, save_frame
from sim.core.codes import Counter, Mask
from sim.core.jit import kernel
from sim.policies.value import price_land, refresh_values


@kernel
def open_trial(S, T):
    """Start a trial inside those already open.

    Changes the journal, ``Counter.TRIAL``, ``Mask.TOUCHED`` and ``S.land_value``, which holds the values that the
    new trial's gain is measured from.
    """
    depth = S.counter[Counter.TRIAL]
    if depth == 0:
        refresh_values(S, T)
    S.frame_top[depth] = S.journal_top
    S.frame_worth[depth] = S.worth[0]
    save_frame(S, depth)
    changed = S.mask[Mask.CHANGED]
    while changed != 0:
        land = lowest(changed)
        changed &= changed - 1
        S.frame_value[depth, land] = S.land_value[land]
        S.land_value[land] = price_land(S, T, land)
    S.counter[Counter.TRIAL] = depth + 1
    S.mask[Mask.TOUCHED] = 0


@kernel
def take_back(S, T):
    """End the innermost trial and restore the state as it was when it was opened."""
    depth = S.counter[Counter.TRIAL] - 1
    start = S.frame_top[depth]
    for entry in range(start, S.journal_top):
        restore_row(S, S.journal_index[entry], entry)
    S.journal_top = start
    S.worth[0] = S.frame_worth[depth]
    restore_frame(S, depth)
    changed = S.mask[Mask.CHANGED]
    while changed != 0:
        land = lowest(changed)
        changed &= changed - 1
        S.land_value[land] = S.frame_value[depth, land]
