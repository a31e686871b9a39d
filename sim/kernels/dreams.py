"""To Dream a Thousand Deaths: what a power of Bringer would hurt it only frightens (the panel of Bringer).

While such a power is in use a land's row shows each invader with the damage it has dreamed; further columns remember
what it really is and whether it has been dreamed to death already.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Counter, Event, Mask, Piece, Row
from sim.core.jit import kernel
from sim.kernels.fear import power_fear
from sim.kernels.pieces import add_pieces, first_variant, kind_of, touch
from sim.kernels.trace import tell


@kernel
def scratch_column(real, variant):
    """Column of ``Row.SCRATCH`` for pieces that look like ``variant`` in a dream and really are ``real``."""
    if variant < Row.CITY_0:
        carried = variant - Row.TOWN_0
        return Row.SCRATCH + carried * (carried - 1) // 2 + real - Row.TOWN_0
    carried = variant - Row.CITY_0
    return Row.SCRATCH + 3 + carried * (carried - 1) // 2 + real - Row.CITY_0


@kernel
def scratched(S, land, variant):
    """Pieces of an invader variant in a land whose damage is partly dreamed."""
    n = 0
    for real in range(first_variant(kind_of(variant)), variant):
        n += S.land[land, scratch_column(real, variant)]
    return n


@kernel
def awake(S, land, variant):
    """Pieces of a variant in a land that damage and destruction can still reach: those not yet dreamed by the power."""
    n = np.int64(S.land[land, variant])
    if S.counter[Counter.DREAM] == 1 and variant < Row.DAHAN_0:
        n -= S.land[land, Row.DREAMED + variant]
    return n


@kernel
def part_with(S, land, variant):
    """Let go of one piece of a variant that has just been taken off a land while a power dreams.

    A piece that no dream has touched goes first. Changes the dream columns of the row.

    Returns
    -------
    int
        The variant the piece really is, plus 64 if it has been dreamed.
    """
    left = S.land[land, variant]
    if scratched(S, land, variant) + S.land[land, Row.DREAMED + variant] <= left:
        return variant
    if S.land[land, Row.DREAMED + variant] > 0:
        S.land[land, Row.DREAMED + variant] -= 1
        return variant + 64
    real = first_variant(kind_of(variant))
    while S.land[land, scratch_column(real, variant)] == 0:
        real += 1
    S.land[land, scratch_column(real, variant)] -= 1
    return real


@kernel
def dream_pieces(S, T, land, variant, n):
    """A power dreams ``n`` pieces to death: fear 2 for a town and 5 for a city, which all live on (the panel of
    Bringer); explorers and towns are then afraid and to be pushed. Dahan are not touched.
    """
    kind = kind_of(variant)
    if kind == Piece.DAHAN:
        return
    S.mask[Mask.DREAMING] |= 1 << land
    for _ in range(n):
        add_pieces(S, land, variant, -1)
        real = part_with(S, land, variant) % 64
        add_pieces(S, land, real, 1)
        S.land[land, Row.DREAMED + real] += 1
        if kind != Piece.CITY:
            S.land[land, Row.AFRAID + real] += 1
            S.mask[Mask.AFRAID] |= 1 << land
        tell(S, Event.DREAMED, real, land, 0, 0)
        if kind == Piece.TOWN:
            power_fear(S, T, land, 2)
        elif kind == Piece.CITY:
            power_fear(S, T, land, 5)


@kernel
def end_dream(S):
    """The power in use ends: damage that was only dreamed is gone. Changes the rows of ``Mask.DREAMING``."""
    lands = S.mask[Mask.DREAMING]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        touch(S, land)
        for variant in range(Row.TOWN_1, Row.DAHAN_0):
            for real in range(first_variant(kind_of(variant)), variant):
                n = S.land[land, scratch_column(real, variant)]
                S.land[land, variant] -= n
                S.land[land, real] += n
        for column in range(Row.DREAMED, Row.RUINED_TOWNS):
            S.land[land, column] = 0
        for column in range(Row.AFRAID, Row.AFRAID + 4):
            S.land[land, column] = 0
    S.mask[Mask.DREAMING] = 0
    S.mask[Mask.AFRAID] = 0
    S.counter[Counter.DREAM] = 0


@kernel
def carry_dream(S, source, target, variant):
    """Let a piece that has just been moved take along what a dream has done to it."""
    state = part_with(S, source, variant)
    if state == variant:
        return
    S.mask[Mask.DREAMING] |= 1 << target
    if state >= 64:
        S.land[target, Row.DREAMED + variant] += 1
        if variant < Row.CITY_0 and S.land[source, Row.AFRAID + variant] > S.land[source, Row.DREAMED + variant]:
            S.land[source, Row.AFRAID + variant] -= 1
    else:
        S.land[target, scratch_column(state, variant)] += 1
