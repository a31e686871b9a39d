"""Pieces on lands: counts by kind and damage, with the totals and sets of lands kept along the way.

A *variant* is a kind of piece with the damage it carries, one of the leading columns of a land row.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.blocks import save_row
from sim.core.codes import Counter, Mask, Piece, Row, Rule
from sim.core.jit import kernel


@kernel(inline=True)
def kind_of(variant):
    """Piece kind of a variant."""
    if variant < Row.TOWN_0:
        return 0
    if variant < Row.CITY_0:
        return 1
    if variant < Row.DAHAN_0:
        return 2
    return 3


@kernel(inline=True)
def first_variant(kind):
    """Variant of an unhurt piece of the kind."""
    if kind == Piece.EXPLORER:
        return 0
    if kind == Piece.TOWN:
        return 1
    if kind == Piece.CITY:
        return 4
    return 8


@kernel(inline=True)
def last_variant(kind):
    """Variant of the most wounded piece of the kind."""
    if kind == Piece.EXPLORER:
        return 0
    if kind == Piece.TOWN:
        return 3
    if kind == Piece.CITY:
        return 7
    return 17


@kernel(inline=True)
def invaders(S, land):
    """Number of explorers, towns and cities in a land."""
    return S.land[land, Row.EXPLORER] + S.land[land, Row.TOWN] + S.land[land, Row.CITY]


@kernel(inline=True)
def neighbours(S, T, land):
    """Lands next to a land that powers, special rules and blight reach, oceans in play included."""
    return T.adjacent[land] & S.mask[Mask.LANDS]


@kernel
def near_builds(S, T, lands):
    """Those of the lands that build without invaders, because enough towns and cities are next to them (England)."""
    near = 0
    if T.rule[Rule.BUILD_NEAR] == 0:
        return near
    lands &= ~S.mask[Mask.INVADERS]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        buildings = 0
        others = T.adjacent[land] & S.mask[Mask.BUILDINGS]
        while others != 0:
            other = lowest(others)
            others &= others - 1
            buildings += S.land[other, Row.TOWN] + S.land[other, Row.CITY]
        if buildings >= T.rule[Rule.BUILD_NEAR]:
            near |= 1 << land
    return near


@kernel
def touch(S, land):
    """To be called before a land's row changes: a trial saves the row, else its cached value is marked stale."""
    bit = 1 << land
    if S.counter[Counter.TRIAL] == 0:
        S.mask[Mask.STALE] |= bit
        S.mask[Mask.DISTURBED] |= bit
    elif S.mask[Mask.TOUCHED] & bit == 0:
        S.mask[Mask.TOUCHED] |= bit
        S.mask[Mask.CHANGED] |= bit
        top = S.journal_top
        S.journal_index[top] = land
        save_row(S, land, top)
        S.journal_top = top + 1


@kernel
def mark_land(S, land):
    """Bring the sets of lands up to date with one row. Changes ``S.mask``."""
    bit = 1 << land
    buildings = S.land[land, Row.TOWN] + S.land[land, Row.CITY]
    if buildings > 0:
        S.mask[Mask.BUILDINGS] |= bit
    else:
        S.mask[Mask.BUILDINGS] &= ~bit
    if buildings + S.land[land, Row.EXPLORER] > 0:
        S.mask[Mask.INVADERS] |= bit
    else:
        S.mask[Mask.INVADERS] &= ~bit
    if S.land[land, Row.DAHAN] > 0:
        S.mask[Mask.DAHAN] |= bit
    else:
        S.mask[Mask.DAHAN] &= ~bit
    if S.land[land, Row.BLIGHT] > 0:
        S.mask[Mask.BLIGHT] |= bit
    else:
        S.mask[Mask.BLIGHT] &= ~bit


@kernel
def add_pieces(S, land, variant, n):
    """Add ``n`` pieces of a variant (take, if negative). Changes the row, the totals and the sets of lands."""
    touch(S, land)
    S.land[land, variant] += n
    kind = kind_of(variant)
    if kind > 0:
        S.land[land, Row.TOWN + kind - 1] += n
    S.counter[Counter.EXPLORERS + kind] += n
    mark_land(S, land)


@kernel
def health(S, T, land, kind):
    """Health of a kind of piece in a land.

    Explorer 1, town 2, city 3, dahan 2 (RULES 1), more for buildings of England 5; one less, at least 1, for
    invaders in a sacred site of Rising Heat (Blistering Heat); more for dahan under Infinite Vitality.
    """
    full = np.int64(T.health[kind])
    if kind == Piece.DAHAN:
        return full + S.land[land, Row.VITALITY]
    if T.heat_seat >= 0 and full > 1 and S.mask[Mask.SACRED + T.heat_seat] >> land & 1 == 1:
        return full - 1
    return full


@kernel
def heal(S, land):
    """All damage in a land is healed (Time passes)."""
    for kind in range(Piece.TOWN, Piece.DAHAN + 1):
        first = first_variant(kind)
        for variant in range(first + 1, last_variant(kind) + 1):
            n = S.land[land, variant]
            if n > 0:
                S.land[land, variant] = 0
                S.land[land, first] += n
