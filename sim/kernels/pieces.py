"""Pieces on lands: adding, taking, moving, wounding, destroying; totals and sets kept along the way.

A *variant* is a kind of piece with the damage it carries, one of the leading columns of a land row.
"""

from __future__ import annotations

from sim.core.blocks import save_row
from sim.core.codes import Counter, Event, LandEffect, Mask, Piece, Row
from sim.core.jit import kernel
from sim.kernels.fear import make_fear
from sim.kernels.trace import tell


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


@kernel
def touch(S, land):
    """To be called before a land's row changes: a trial saves the row, else its cached value is marked stale."""
    bit = 1 << land
    if S.counter[Counter.TRIAL] == 0:
        S.mask[Mask.STALE] |= bit
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

    Explorer 1, town 2, city 3, dahan 2 (RULES 1); one less, at least 1, for invaders in a sacred site of Rising
    Heat (Blistering Heat); more for dahan under Infinite Vitality.
    """
    if kind == Piece.DAHAN:
        return 2 + S.land[land, Row.VITALITY]
    full = 1 + kind
    if T.heat_seat >= 0 and full > 1 and S.mask[Mask.SACRED + T.heat_seat] >> land & 1 == 1:
        return full - 1
    return full


@kernel
def destroy_pieces(S, T, land, variant, n):
    """Destroy ``n`` pieces of a variant: off the board, with the fear of towns (1) and cities (2).

    Also feeds what waits for destroyed pieces: Mists of Oblivion (extra fear) and Vengeance of the Dead.
    """
    add_pieces(S, land, variant, -n)
    kind = kind_of(variant)
    tell(S, Event.DESTROYED, variant, land, n, 0)
    if kind == Piece.TOWN or kind == Piece.CITY:
        fear = n * kind
        extra = 0
        if S.counter[Counter.FEAR_PER_KILL] >> kind & 1 == 1:
            extra = min(n, S.counter[Counter.FEAR_KILL_LEFT])
            S.counter[Counter.FEAR_KILL_LEFT] -= extra
        make_fear(S, T, fear + extra)
    if kind != Piece.EXPLORER and S.land[land, Row.DREAD] > 0 and S.counter[Counter.FOLLOW_UP] == 0:
        S.land[land, Row.DREAD_KILLS] += n
        S.mask[Mask.TRIGGERED] |= 1 << land


@kernel
def settle(S, T, land):
    """Destroy every piece whose damage has reached its health, after health here may have sunk or a piece come."""
    for kind in range(4):
        limit = health(S, T, land, kind)
        first = first_variant(kind)
        for variant in range(first + limit, last_variant(kind) + 1):
            n = S.land[land, variant]
            if n > 0:
                destroy_pieces(S, T, land, variant, n)


@kernel
def hit_piece(S, T, land, variant, damage):
    """Deal damage to one piece of a variant: destroy it if the damage reaches its health, else wound it."""
    kind = kind_of(variant)
    carried = variant - first_variant(kind) + damage
    if carried >= health(S, T, land, kind):
        destroy_pieces(S, T, land, variant, 1)
    else:
        add_pieces(S, land, variant, -1)
        add_pieces(S, land, variant + damage, 1)
        tell(S, Event.DAMAGE, land, variant, damage, 0)


@kernel
def move_piece(S, T, source, target, variant):
    """Move one piece of a variant; damage goes with it, and may kill it where health is lower."""
    add_pieces(S, source, variant, -1)
    add_pieces(S, target, variant, 1)
    tell(S, Event.MOVED, variant, source, target, 0)
    if variant != first_variant(kind_of(variant)):
        settle(S, T, target)


@kernel
def hurt_dahan(S, T, land, damage):
    """Damage to dahan: destroys as many as possible, the most wounded first; a rest stays on one (RULES 6).

    Returns
    -------
    int
        Dahan destroyed.
    """
    if S.land[land, Row.EFFECT] & LandEffect.PROTECT_DAHAN != 0:
        return 0
    full = health(S, T, land, Piece.DAHAN)
    killed = 0
    for carried in range(full - 1, -1, -1):
        variant = Row.DAHAN_0 + carried
        n = min(S.land[land, variant], damage // (full - carried))
        if n > 0:
            destroy_pieces(S, T, land, variant, n)
            damage -= n * (full - carried)
            killed += n
    if damage > 0:
        for carried in range(full - 1, -1, -1):
            variant = Row.DAHAN_0 + carried
            if damage > 0 and S.land[land, variant] > 0:
                hit_piece(S, T, land, variant, damage)
                damage = 0
    return killed


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
