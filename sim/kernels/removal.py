"""Destroying, removing, replacing, downgrading: the players choose which pieces (RULES 5, effect words)."""

from __future__ import annotations

from sim.core.codes import ALL, Counter, Decision, Event, Flag, LandEffect, Piece, Row
from sim.core.jit import kernel
from sim.kernels.decide import decide, end_moves, offer, scores_wanted
from sim.kernels.dreams import awake, part_with
from sim.kernels.harm import destroy_pieces, settle
from sim.kernels.pieces import add_pieces, first_variant, health, kind_of, last_variant
from sim.kernels.trace import tell
from sim.policies.value import price_with


@kernel
def spares_dahan(S, land):
    """Whether nothing can destroy dahan in a land: they are protected, or the power in use only dreams."""
    return S.land[land, Row.EFFECT] & LandEffect.PROTECT_DAHAN != 0 or S.counter[Counter.DREAM] == 1


@kernel
def choose_piece(S, T, land, kinds, flags, fear, most):
    """Choose a piece of a land, or none if that is free.

    Parameters
    ----------
    fear : int
        1 if destroying it makes fear (counts in the score).
    most : int
        Greatest health of a piece that may be chosen.

    Returns
    -------
    int
        The variant, -1 for none.
    """
    base = S.cand_top
    for kind in range(Piece.BLIGHT):
        if kinds >> kind & 1 == 0 or health(S, T, land, kind) > most:
            continue
        if kind == Piece.DAHAN and fear == 1 and spares_dahan(S, land):
            continue
        for variant in range(last_variant(kind), first_variant(kind) - 1, -1):
            n = S.land[land, variant]
            if fear == 1:
                n = awake(S, land, variant)
            if n > 0:
                score = 0.0
                if scores_wanted(S, T):
                    score = price_with(S, T, land, kind, -1)
                    if fear == 1 and S.counter[Counter.DREAM] == 1:
                        score = kind * (kind + 3) // 2 * S.worth[5]
                    elif fear == 1 and kind < Piece.DAHAN:
                        score += kind * S.worth[5]
                    score -= 0.001 * (variant - first_variant(kind))
                offer(S, variant, score)
    if S.cand_top == base:
        return -1
    if flags & Flag.UPTO != 0:
        offer(S, -1, 1e-9)
    return decide(S, T, Decision.PIECES, S.counter[Counter.ACTOR], base)


@kernel
def destroy(S, T, land, n, kinds, flags):
    """Destroy ``n`` pieces of these kinds, as far as there are any; ``ALL`` destroys every one."""
    S.script_moves = -1
    if n >= ALL:
        for variant in range(Row.DAHAN_9 + 1):
            kind = kind_of(variant)
            n = awake(S, land, variant)
            safe = kind == Piece.DAHAN and spares_dahan(S, land)
            if kinds >> kind & 1 == 1 and n > 0 and not safe:
                destroy_pieces(S, T, land, variant, n)
        return
    for _ in range(n):
        variant = choose_piece(S, T, land, kinds, flags, 1, ALL)
        if variant < 0:
            break
        destroy_pieces(S, T, land, variant, 1)
    end_moves(S)


@kernel
def remove_piece(S, land, variant):
    """Take one piece off the board without fear.

    Returns
    -------
    int
        The variant the piece really was, damage only dreamed left out.
    """
    add_pieces(S, land, variant, -1)
    tell(S, Event.REMOVED, variant, land, 1, 0)
    if S.counter[Counter.DREAM] == 1 and variant < Row.DAHAN_0:
        return part_with(S, land, variant) % 64
    return variant


@kernel
def remove(S, T, land, n, kinds, flags):
    """Remove ``n`` pieces of these kinds without fear."""
    S.script_moves = -1
    for _ in range(n):
        variant = choose_piece(S, T, land, kinds, flags, 0, ALL)
        if variant < 0:
            break
        remove_piece(S, land, variant)
    end_moves(S)


@kernel
def remove_health(S, T, land, budget, kinds, flags):
    """Remove invaders whose health adds up to at most ``budget``; damage on them does not lower it."""
    S.script_moves = -1
    while budget > 0:
        variant = choose_piece(S, T, land, kinds, flags, 0, budget)
        if variant < 0:
            break
        budget -= health(S, T, land, kind_of(variant))
        remove_piece(S, land, variant)
    end_moves(S)


@kernel
def choose_split(S, T, damage, pieces):
    """On how many of several explorers the damage of a replaced piece is put; each of them is destroyed."""
    base = S.cand_top
    for n in range(min(damage, pieces), 0, -1):
        offer(S, n, n * 1.0)
    return decide(S, T, Decision.AMOUNT, S.counter[Counter.ACTOR], base)


@kernel
def put_replacement(S, T, land, piece, n, damage):
    """Put ``n`` pieces in place of one that carried damage, which passes on; too much of it destroys them."""
    first = first_variant(piece)
    add_pieces(S, land, first, n)
    tell(S, Event.ADDED, piece, land, n, 0)
    if damage == 0:
        return
    if piece == Piece.EXPLORER:
        destroy_pieces(S, T, land, first, choose_split(S, T, damage, n))
    elif damage >= health(S, T, land, piece):
        destroy_pieces(S, T, land, first, 1)
    else:
        add_pieces(S, land, first, -1)
        add_pieces(S, land, first + damage, 1)


@kernel
def replace(S, T, land, n, kinds, flags, new, piece):
    """Replace ``n`` pieces of these kinds, each by ``new`` pieces of kind ``piece``; damage passes on, no fear."""
    S.script_moves = -1
    for _ in range(n):
        variant = choose_piece(S, T, land, kinds, flags, 0, ALL)
        if variant < 0:
            break
        variant = remove_piece(S, land, variant)
        put_replacement(S, T, land, piece, new, variant - first_variant(kind_of(variant)))
    end_moves(S)


@kernel
def downgrade(S, T, land, n, kinds, flags):
    """Downgrade ``n`` pieces: a city to a town, a town to an explorer, an explorer is removed; damage stays."""
    S.script_moves = -1
    for _ in range(n):
        variant = choose_piece(S, T, land, kinds, flags, 0, ALL)
        if variant < 0:
            break
        kind = kind_of(variant)
        variant = remove_piece(S, land, variant)
        if kind != Piece.EXPLORER:
            put_replacement(S, T, land, kind - 1, 1, variant - first_variant(kind))
    end_moves(S)
    settle(S, T, land)
