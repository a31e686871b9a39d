"""Pieces on lands: adding, taking, moving, wounding, destroying; totals and sets kept along the way.

A *variant* is a kind of piece with the damage it carries, one of the leading columns of a land row.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.blocks import save_row
from sim.core.codes import Counter, Event, LandEffect, Mask, Piece, Row, Rule
from sim.core.jit import kernel
from sim.kernels.fear import make_fear
from sim.kernels.trace import tell

VENGEANCE, RAID, RESPONSE = 1, 2, 4
"""Bits of ``Counter.FOLLOW_UP``: follow-up actions now running, none of which sets itself off again."""


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
def power_fear(S, T, land, n):
    """Fear that a power makes in a land; under Dread Apparitions it also defends the land."""
    make_fear(S, T, n)
    if land >= 0 and n > 0 and S.land[land, Row.APPARITION] > 0:
        touch(S, land)
        S.land[land, Row.DEFEND] = min(120, S.land[land, Row.DEFEND] + n * S.land[land, Row.APPARITION])


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
        fear = n * kind
        extra = 0
        if S.counter[Counter.FEAR_PER_KILL] >> kind & 1 == 1:
            extra = min(n, S.counter[Counter.FEAR_KILL_LEFT])
            S.counter[Counter.FEAR_KILL_LEFT] -= extra
        make_fear(S, T, fear + extra)
        if T.rule[Rule.RESPONSE] != 0 and S.counter[Counter.FOLLOW_UP] & RESPONSE == 0:
            S.land[land, Row.RUINED_TOWNS + kind - 1] += n
            S.mask[Mask.STIRRED] |= 1 << land
    if kind != Piece.EXPLORER and S.land[land, Row.DREAD] > 0 and S.counter[Counter.FOLLOW_UP] & VENGEANCE == 0:
        S.land[land, Row.DREAD_KILLS] += n
        S.mask[Mask.TRIGGERED] |= 1 << land


@kernel
def settle(S, T, land):
    """Destroy every piece whose damage has reached its health, after health here may have sunk or a piece come."""
    for kind in range(4):
        limit = health(S, T, land, kind)
        first = first_variant(kind)
        for variant in range(first + limit, last_variant(kind) + 1):
            n = awake(S, land, variant)
            if n > 0:
                destroy_pieces(S, T, land, variant, n)


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
