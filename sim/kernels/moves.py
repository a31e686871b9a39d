"""Push, gather, and other moves: piece by piece, each a decision (RULES 5)."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, Flag, Hook, Mask, Piece, Row, Weight
from sim.core.jit import kernel
from sim.kernels.decide import decide, end_moves, offer, scores_wanted
from sim.kernels.harm import move_piece
from sim.kernels.pieces import first_variant, health, kind_of, last_variant, neighbours, touch
from sim.kernels.presence import may_hold, move_presence
from sim.policies.value import price_after, price_land, price_sacred_sites, price_with, value_now

RELUCTANT = -1e3
"""Score of stopping to gather dahan that the next power needs."""


@kernel
def lands_with(S, kind):
    """Lands that may hold a kind of piece, as bits; a superset for single kinds of invader."""
    if kind == Piece.DAHAN:
        return S.mask[Mask.DAHAN]
    if kind == Piece.EXPLORER:
        return S.mask[Mask.INVADERS]
    return S.mask[Mask.BUILDINGS]


@kernel
def next_to(S, T, land):
    """Lands next to a land for the effect at hand: an ocean in play is one for powers and special rules only."""
    if S.counter[Counter.ACTOR] >= 0:
        return neighbours(S, T, land)
    return T.adjacent[land] & T.all_lands


@kernel
def offer_pushes(S, T, land, others, kinds):
    """Offer every push of one piece of these kinds out of a land into one of the others."""
    scored = scores_wanted(S, T)
    for kind in range(Piece.BLIGHT):
        if kinds >> kind & 1 == 0 or lands_with(S, kind) >> land & 1 == 0:
            continue
        for variant in range(first_variant(kind), last_variant(kind) + 1):
            if S.land[land, variant] == 0:
                continue
            home = 0.0
            if scored:
                home = price_with(S, T, land, kind, -1)
            left = others
            while left != 0:
                other = lowest(left)
                left &= left - 1
                score = 0.0
                if scored:
                    score = home + price_with(S, T, other, kind, 1) + lethal_move(S, T, other, variant)
                offer(S, variant * 64 + other, score)


@kernel
def offer_gathers(S, T, land, kinds):
    """Offer every gather of one piece of these kinds into a land from an adjacent one."""
    scored = scores_wanted(S, T)
    for kind in range(Piece.BLIGHT):
        sources = next_to(S, T, land) & lands_with(S, kind)
        if kinds >> kind & 1 == 0 or sources == 0:
            continue
        home = 0.0
        if scored:
            home = price_with(S, T, land, kind, 1)
        for variant in range(first_variant(kind), last_variant(kind) + 1):
            left = sources
            while left != 0:
                other = lowest(left)
                left &= left - 1
                if S.land[other, variant] == 0:
                    continue
                score = 0.0
                if scored:
                    score = home + price_with(S, T, other, kind, -1) + lethal_move(S, T, land, variant)
                offer(S, variant * 64 + other, score)


@kernel
def lethal_move(S, T, target, variant):
    """What a move gains because it kills the piece: an ocean drowns it, or its damage is too much where it goes."""
    kind = kind_of(variant)
    if T.oceans >> target & 1 == 1:
        if kind == Piece.DAHAN:
            return -T.weight[Weight.DAHAN]
        return S.worth[2 + kind] + kind * S.worth[5]
    carried = variant - first_variant(kind)
    if carried == 0 or kind == Piece.DAHAN or carried < health(S, T, target, kind):
        return 0.0
    return S.worth[2 + kind] + kind * S.worth[5]


@kernel
def price_presence(S, T, land, seat, n):
    """Change of a land's value if a seat had ``n`` more presence there, its sacred site included."""
    before = value_now(S, T, land)
    S.land[land, Row.PRESENCE + seat] += n
    change = price_land(S, T, land) - before
    S.land[land, Row.PRESENCE + seat] -= n
    sites = S.mask[Mask.SACRED + seat]
    after = sites & ~(1 << land)
    if S.land[land, Row.PRESENCE + seat] + n >= T.sacred_need[seat, land]:
        after |= 1 << land
    return change + price_sacred_sites(S, T, seat, after) - price_sacred_sites(S, T, seat, sites)


@kernel
def move_along(S, T, source, target):
    """Ally of the Dahan: a dahan has just left a land, and one own presence there may go with it."""
    for seat in range(T.n_spirits):
        if T.hooks[seat] >> Hook.DAHAN_MOVE_FOLLOW & 1 == 0 or S.land[source, Row.PRESENCE + seat] == 0:
            continue
        base = S.cand_top
        score = 0.0
        if scores_wanted(S, T):
            score = price_presence(S, T, source, seat, -1) + price_presence(S, T, target, seat, 1)
        offer(S, 0, score)
        offer(S, 1, 0.0)
        if decide(S, T, Decision.DECLINE, seat, base) == 0:
            move_presence(S, T, source, target, seat)


@kernel
def uphill_lands(S, T, land):
    """Adjacent lands with more towns and cities than this one (Seek Safety)."""
    here = S.land[land, Row.TOWN] + S.land[land, Row.CITY]
    lands = 0
    others = next_to(S, T, land)
    while others != 0:
        other = lowest(others)
        others &= others - 1
        if S.land[other, Row.TOWN] + S.land[other, Row.CITY] > here:
            lands |= 1 << other
    return lands


@kernel
def push(S, T, land, n, kinds, flags, seat):
    """Push ``n`` pieces of these kinds from a land, each to any adjacent land; into an ocean only if it is in play.

    With ``Flag.UPTO`` the player may stop; with ``Flag.SPREAD`` no land gets another piece while one that could take
    a piece has none.  Remembers where pieces went (``Mask.PUSHED_TO``, ``Row.PUSHED_HERE``).

    Returns
    -------
    int
        Pieces pushed.
    """
    S.script_moves = -1
    S.counter[Counter.PUSHED_DAHAN] = 0
    others = next_to(S, T, land)
    if flags & Flag.UPHILL != 0:
        others = uphill_lands(S, T, land)
    fresh = others
    moved = 0
    while moved < n:
        base = S.cand_top
        if flags & Flag.SPREAD != 0 and fresh != 0:
            offer_pushes(S, T, land, fresh, kinds)
        else:
            offer_pushes(S, T, land, others, kinds)
        if S.cand_top == base:
            break
        if flags & Flag.UPTO != 0:
            offer(S, -1, 1e-9)
        code = decide(S, T, Decision.PUSH, seat, base)
        if code < 0:
            break
        variant = code // 64
        target = code % 64
        move_piece(S, T, land, target, variant)
        if kind_of(variant) == Piece.DAHAN:
            S.counter[Counter.PUSHED_DAHAN] += 1
            move_along(S, T, land, target)
        S.land[target, Row.PUSHED_HERE] += 1
        S.mask[Mask.PUSHED_TO] |= 1 << target
        fresh &= ~(1 << target)
        moved += 1
    end_moves(S)
    S.counter[Counter.MOVED] += moved
    return moved


@kernel
def gather(S, T, land, n, kinds, flags, seat):
    """Gather ``n`` pieces of these kinds into a land from adjacent lands; with ``Flag.UPTO`` the player may stop.

    Returns
    -------
    int
        Pieces gathered.
    """
    S.script_moves = -1
    moved = 0
    while moved < n:
        base = S.cand_top
        offer_gathers(S, T, land, kinds)
        if S.cand_top == base:
            break
        if flags & Flag.UPTO != 0:
            score = 1e-9
            if kinds == 1 << Piece.DAHAN and S.preparing >= 0 and S.preparing == S.counter[Counter.POWER]:
                score = RELUCTANT
            offer(S, -1, score)
        code = decide(S, T, Decision.GATHER, seat, base)
        if code < 0:
            break
        move_piece(S, T, code % 64, land, code // 64)
        if kind_of(code // 64) == Piece.DAHAN:
            move_along(S, T, code % 64, land)
        moved += 1
    end_moves(S)
    S.counter[Counter.MOVED] += moved
    return moved


@kernel
def gather_presence(S, T, land, n, flags, seat):
    """Gather own presence into a land from adjacent lands (Stinging Sandstorm, the innate of Teeth).

    Returns
    -------
    int
        Presence gathered.
    """
    S.script_moves = -1
    moved = 0
    while moved < n:
        sources = next_to(S, T, land) & S.mask[Mask.PRESENCE + seat]
        if sources == 0 or not may_hold(S, T, seat, land):
            break
        base = S.cand_top
        while sources != 0:
            source = lowest(sources)
            sources &= sources - 1
            score = 0.0
            if scores_wanted(S, T):
                score = price_presence(S, T, source, seat, -1) + price_presence(S, T, land, seat, 1)
            offer(S, Row.PRESENCE * 64 + source, score)
        if flags & Flag.UPTO != 0:
            offer(S, -1, 0.0)
        code = decide(S, T, Decision.GATHER, seat, base)
        if code < 0:
            break
        move_presence(S, T, code % 64, land, seat)
        moved += 1
    end_moves(S)
    S.counter[Counter.MOVED] += moved
    return moved


@kernel
def move_to_one_land(S, T, land, n, seat):
    """Move up to ``n`` dahan from a land, all of them to one land anywhere (Wrap in Wings of Sunlight).

    Returns
    -------
    int
        Dahan moved; ``Counter.THAT_LAND`` is the land they went to.
    """
    S.counter[Counter.THAT_LAND] = land
    n = min(n, S.land[land, Row.DAHAN])
    if n == 0:
        return 0
    base = S.cand_top
    offer(S, land, 0.0)
    lands = S.mask[Mask.LANDS] & ~(1 << land)
    while lands != 0:
        other = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = price_after(S, T, other, Piece.DAHAN, n) - value_now(S, T, other)
            score += price_after(S, T, land, Piece.DAHAN, -n) - value_now(S, T, land)
        offer(S, other, score)
    target = decide(S, T, Decision.TO, seat, base)
    S.counter[Counter.THAT_LAND] = target
    moved = 0
    while moved < n and S.land[land, Row.DAHAN] > 0:
        base = S.cand_top
        for variant in range(Row.DAHAN_0, Row.DAHAN_9 + 1):
            if S.land[land, variant] > 0:
                offer(S, variant, 1.0)
        offer(S, -1, 0.0)
        variant = decide(S, T, Decision.PIECES, seat, base)
        if variant < 0:
            break
        if target != land:
            move_piece(S, T, land, target, variant)
            move_along(S, T, land, target)
        moved += 1
        if target == land and moved == S.land[land, Row.DAHAN]:
            break
    S.script_moves = -1
    S.counter[Counter.MOVED] += moved
    return moved


@kernel
def push_afraid(S, T):
    """Push every explorer and town that the power in use has dreamed (To Dream a Thousand Deaths)."""
    seat = S.counter[Counter.ACTOR]
    while S.mask[Mask.AFRAID] != 0:
        land = lowest(S.mask[Mask.AFRAID])
        for variant in range(Row.CITY_0):
            while S.land[land, Row.AFRAID + variant] > 0:
                base = S.cand_top
                others = next_to(S, T, land)
                while others != 0:
                    other = lowest(others)
                    others &= others - 1
                    score = 0.0
                    if scores_wanted(S, T):
                        kind = kind_of(variant)
                        score = price_with(S, T, other, kind, 1) + lethal_move(S, T, other, variant)
                    offer(S, variant * 64 + other, score)
                code = decide(S, T, Decision.PUSH, seat, base)
                other = code % 64
                touch(S, other)
                S.land[land, Row.AFRAID + variant] -= 1
                S.land[land, Row.DREAMED + variant] -= 1
                S.land[other, Row.DREAMED + variant] += 1
                S.mask[Mask.DREAMING] |= 1 << other
                move_piece(S, T, land, other, variant)
        S.mask[Mask.AFRAID] &= ~(1 << land)


@kernel
def forget_pushes(S):
    """Clear what is remembered of pushes, before another power is used. Changes rows and ``S.mask``."""
    lands = S.mask[Mask.PUSHED_TO]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        touch(S, land)
        S.land[land, Row.PUSHED_HERE] = 0
    S.mask[Mask.PUSHED_TO] = 0
