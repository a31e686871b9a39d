"""Harm to pieces and moves of them: destroying, wounding, killing by damage carried along."""

from __future__ import annotations

from sim.core.codes import Counter, Event, LandEffect, Mask, Piece, Row, Rule
from sim.core.jit import kernel
from sim.kernels.dreams import awake, carry_dream, dream_pieces, part_with, scratch_column
from sim.kernels.fear import make_fear, power_fear
from sim.kernels.pieces import add_pieces, first_variant, health, kind_of, last_variant
from sim.kernels.trace import tell

VENGEANCE, RAID, RESPONSE = 1, 2, 4
"""Bits of ``Counter.FOLLOW_UP``: follow-up actions now running, none of which sets itself off again."""


@kernel
def destroy_pieces(S, T, land, variant, n):
    """Destroy ``n`` pieces of a variant: off the board, with the fear of towns (1) and cities (2).

    Also feeds what waits for destroyed pieces: Mists of Oblivion (extra fear), Vengeance of the Dead, the military
    response of Dahan Insurrection. A power that only dreams destroys nothing.
    """
    if S.counter[Counter.DREAM] == 1:
        dream_pieces(S, T, land, variant, n)
        return
    add_pieces(S, land, variant, -n)
    kind = kind_of(variant)
    S.counter[Counter.KILLS] += n
    tell(S, Event.DESTROYED, variant, land, n, 0)
    if kind == Piece.TOWN or kind == Piece.CITY:
        # what the power itself makes of it is fear of a power; the usual fear of destroyed buildings is not
        fear = n * kind
        extra = 0
        if S.counter[Counter.FEAR_PER_KILL] >> kind & 1 == 1:
            extra = min(n, S.counter[Counter.FEAR_KILL_LEFT])
            S.counter[Counter.FEAR_KILL_LEFT] -= extra
        make_fear(S, T, fear)
        power_fear(S, T, land, extra)
        if T.rule[Rule.RESPONSE] != 0 and S.counter[Counter.FOLLOW_UP] & RESPONSE == 0:
            S.land[land, Row.RUINED_TOWNS + kind - 1] += n
            S.mask[Mask.STIRRED] |= 1 << land
    if kind != Piece.EXPLORER and S.land[land, Row.DREAD] > 0 and S.counter[Counter.FOLLOW_UP] & VENGEANCE == 0:
        S.land[land, Row.DREAD_KILLS] += n
        S.mask[Mask.TRIGGERED] |= 1 << land


@kernel
def settle(S, T, land):
    """Destroy every piece whose damage has reached its health, after health here may have sunk or a piece come.

    A dahan that carries its wounds out of an Infinite Vitality dies of them even where the power that moves it only
    dreams: they are real.
    """
    dream = S.counter[Counter.DREAM]
    for kind in range(4):
        if kind == Piece.DAHAN:
            S.counter[Counter.DREAM] = 0
        limit = health(S, T, land, kind)
        first = first_variant(kind)
        for variant in range(first + limit, last_variant(kind) + 1):
            n = awake(S, land, variant)
            if n > 0:
                destroy_pieces(S, T, land, variant, n)
    S.counter[Counter.DREAM] = dream


@kernel
def hit_piece(S, T, land, variant, damage):
    """Deal damage to one piece of a variant: destroy it if the damage reaches its health, else wound it."""
    kind = kind_of(variant)
    carried = variant - first_variant(kind) + damage
    if carried >= health(S, T, land, kind):
        destroy_pieces(S, T, land, variant, 1)
    elif S.counter[Counter.DREAM] == 0:
        add_pieces(S, land, variant, -1)
        add_pieces(S, land, variant + damage, 1)
        tell(S, Event.DAMAGE, land, variant, damage, 0)
    elif kind != Piece.DAHAN:
        S.mask[Mask.DREAMING] |= 1 << land
        add_pieces(S, land, variant, -1)
        real = part_with(S, land, variant) % 64
        add_pieces(S, land, variant + damage, 1)
        S.land[land, scratch_column(real, variant + damage)] += 1


@kernel
def move_piece(S, T, source, target, variant):
    """Move one piece of a variant; damage goes with it, and may kill it where health is lower."""
    add_pieces(S, source, variant, -1)
    add_pieces(S, target, variant, 1)
    tell(S, Event.MOVED, variant, source, target, 0)
    if S.counter[Counter.DREAM] == 1 and variant < Row.DAHAN_0:
        carry_dream(S, source, target, variant)
    if T.rule[Rule.RAIDING] != 0 and variant >= Row.DAHAN_0:
        # one that had come here before and goes on raids only where it ends up
        if S.land[source, Row.RAIDERS] > S.land[source, Row.DAHAN]:
            S.land[source, Row.RAIDERS] -= 1
        S.land[target, Row.RAIDERS] += 1
        S.mask[Mask.STIRRED] |= 1 << target
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
    if S.land[land, Row.EFFECT] & LandEffect.PROTECT_DAHAN != 0 or S.counter[Counter.DREAM] == 1:
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
