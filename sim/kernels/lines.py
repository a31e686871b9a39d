"""What single lines of an effect program do to lands and pieces, and the one kernel that does any line."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import (
    ALL,
    MAX_VITALITY,
    Col,
    Counter,
    Decision,
    Deck,
    Event,
    Flag,
    Hook,
    LandEffect,
    Mask,
    Op,
    Per,
    Piece,
    PresenceFrom,
    Row,
    Spirit,
    Who,
)
from sim.core.jit import kernel
from sim.kernels.blight import add_blight, remove_blight
from sim.kernels.build import build
from sim.kernels.damage import damage_different, damage_each, deal_damage
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.fear import make_fear, power_fear
from sim.kernels.follow_ups import drown_pieces
from sim.kernels.harm import destroy_pieces
from sim.kernels.moves import gather, gather_presence, move_to_one_land, price_presence, push, push_afraid
from sim.kernels.pieces import add_pieces, first_variant, neighbours, touch
from sim.kernels.power_damage import DREAMER, extra_damage, pool_damage, power_damage
from sim.kernels.presence import any_presence, may_hold, move_presence
from sim.kernels.ravage import INVADER_KINDS
from sim.kernels.removal import choose_piece, destroy, downgrade, remove, remove_health, replace
from sim.kernels.spirit_lines import do_spirit
from sim.kernels.trace import tell
from sim.kernels.tracks import add_presence, return_destroyed


@kernel
def adjacent_blight(S, T, land):
    """Blight in all lands adjacent to one."""
    total = 0
    lands = neighbours(S, T, land) & S.mask[Mask.BLIGHT]
    while lands != 0:
        total += S.land[lowest(lands), Row.BLIGHT]
        lands &= lands - 1
    return total


@kernel
def counted(S, T, per, land, actor):
    """How many there are of what an amount is counted by (a ``Per``)."""
    if per >= Per.ELEMENT:
        return np.int64(S.spirit[actor, Spirit.ELEMENT + per - Per.ELEMENT])
    if per == Per.ADJACENT_BLIGHT:
        return adjacent_blight(S, T, land)
    if per == Per.OWN_SACRED_WITH_INVADERS:
        return size(S.mask[Mask.SACRED + actor] & S.mask[Mask.INVADERS])
    if per == Per.PUSHED_HERE:
        return np.int64(S.land[land, Row.PUSHED_HERE])
    if per == Per.DAHAN_PUSHED:
        return np.int64(S.counter[Counter.PUSHED_DAHAN])
    if per == Per.PRESENCE:
        return any_presence(S, T, land)
    if per == Per.OWN_PRESENCE:
        return np.int64(S.land[land, Row.PRESENCE + actor])
    if per == Per.CARD_PLAYED:
        return np.int64(S.spirit[actor, Spirit.PLAYED])
    if per == Per.DESTROYED:
        return np.int64(S.counter[Counter.KILLS])
    if per == Per.DAHAN_TIMES_PRESENCE:
        return np.int64(S.land[land, Row.DAHAN] * S.land[land, Row.PRESENCE + actor])
    if per == Per.DAHAN:
        return np.int64(S.land[land, Row.DAHAN])
    if per == Per.BLIGHT:
        return np.int64(S.land[land, Row.BLIGHT])
    if per == Per.TOWN:
        return np.int64(S.land[land, Row.TOWN])
    if per == Per.CITY:
        return np.int64(S.land[land, Row.CITY])
    return np.int64(S.land[land, Row.EXPLORER])


@kernel
def amount_of(S, T, pc, land, actor):
    """Amount of a line: its number times what it counts, or every so many of that, counted now."""
    n = T.code[pc, Col.AMOUNT]
    per = T.code[pc, Col.PER]
    if per == Per.ONE:
        return n
    return n * (counted(S, T, per, land, actor) // T.code[pc, Col.EVERY])


@kernel
def fight(S, T, land):
    """Explorers against towns and cities: both totals are fixed, then dealt at one time (Dissolve the Bonds)."""
    explorers = S.land[land, Row.EXPLORER]
    damage = 2 * S.land[land, Row.TOWN] + 3 * S.land[land, Row.CITY]
    killed = min(explorers, damage)
    deal_damage(S, T, land, explorers, (1 << Piece.TOWN) | (1 << Piece.CITY))
    if killed > 0:
        destroy_pieces(S, T, land, Row.EXPLORER, killed)


@kernel
def do_damage(S, T, pc, op, land, n):
    """Lines that damage invaders."""
    kinds = T.code[pc, Col.PIECES]
    if op == Op.DAMAGE:
        if kinds & INVADER_KINDS == INVADER_KINDS:
            pool_damage(S, T, land, n)
        else:
            power_damage(S, T, land, n, kinds)
    elif op == Op.DAMAGE_EACH:
        extra_damage(S, T, land, kinds, damage_each(S, T, land, n, kinds))
    elif op == Op.DAMAGE_DIFFERENT:
        extra_damage(S, T, land, INVADER_KINDS, damage_different(S, T, land, n))
    else:
        fight(S, T, land)


@kernel
def drown(S, T, land, n, kinds):
    """Drown ``n`` pieces of these kinds in a land, as far as there are any."""
    S.script_moves = -1
    for _ in range(n):
        variant = choose_piece(S, T, land, kinds, 0, 1, ALL)
        if variant < 0:
            break
        drown_pieces(S, T, land, variant, 1)


@kernel
def do_pieces(S, T, pc, op, land, actor, n):
    """Lines that destroy, drown, remove, replace, push, gather, build or add pieces."""
    kinds = T.code[pc, Col.PIECES]
    flags = T.code[pc, Col.FLAGS]
    if op == Op.PUSH:
        push(S, T, land, n, kinds, flags, actor)
    elif op == Op.GATHER:
        if kinds >> Piece.OWN_PRESENCE & 1 == 1:
            gather_presence(S, T, land, n, flags, actor)
        else:
            gather(S, T, land, n, kinds, flags, actor)
    elif op == Op.DESTROY:
        destroy(S, T, land, n, kinds, flags)
    elif op == Op.REMOVE:
        if kinds == 1 << Piece.BLIGHT:
            remove_blight(S, T, land, n)
        else:
            remove(S, T, land, n, kinds, flags)
    elif op == Op.REMOVE_HEALTH:
        remove_health(S, T, land, n, INVADER_KINDS, flags)
    elif op == Op.REPLACE:
        replace(S, T, land, n, kinds, flags, T.code[pc, Col.A], T.code[pc, Col.B])
    elif op == Op.DOWNGRADE:
        downgrade(S, T, land, n, kinds, flags)
    elif op == Op.DROWN:
        drown(S, T, land, n, kinds)
    elif op == Op.BUILD:
        build(S, T, land)
    elif op == Op.ADD:
        add_pieces(S, land, first_variant(T.code[pc, Col.B]), n)
        S.counter[Counter.ADDED] += n
        if T.oceans >> land & 1 == 1 and T.code[pc, Col.B] == Piece.DAHAN:
            S.land[land, Row.AFLOAT] += n
        tell(S, Event.ADDED, T.code[pc, Col.B], land, n, 0)
    elif op == Op.ADD_BLIGHT:
        for _ in range(n):
            add_blight(S, T, land)
    else:
        move_to_one_land(S, T, land, n, actor)


@kernel
def move_defend(S, land, n):
    """Dahan just pushed take Defend along: so much for each, from the land they left (Trees and Stones)."""
    lands = S.mask[Mask.PUSHED_TO]
    while lands != 0:
        other = lowest(lands)
        lands &= lands - 1
        moved = min(n * S.land[other, Row.PUSHED_HERE], S.land[land, Row.DEFEND])
        touch(S, land)
        touch(S, other)
        S.land[land, Row.DEFEND] -= moved
        S.land[other, Row.DEFEND] += moved


@kernel
def do_land(S, T, pc, op, land, actor, n):
    """Lines that put an effect of this turn on a land."""
    touch(S, land)
    if op == Op.DEFEND:
        S.land[land, Row.DEFEND] = min(120, S.land[land, Row.DEFEND] + n)
        S.mask[Mask.DEFENDED] |= 1 << land
        tell(S, Event.DEFEND, land, n, 0, 0)
    elif op == Op.SKIP:
        if T.code[pc, Col.FLAGS] & Flag.UPTO != 0:
            S.land[land, Row.SKIP_ONE] += n
        else:
            S.land[land, Row.SKIP] |= T.code[pc, Col.A]
    elif op == Op.HEALTH:
        S.land[land, Row.VITALITY] = min(MAX_VITALITY, S.land[land, Row.VITALITY] + n)
    elif op == Op.PREVENT_BLIGHT:
        S.land[land, Row.EFFECT] |= LandEffect.PREVENT_BLIGHT
    elif op == Op.PROTECT:
        S.land[land, Row.EFFECT] |= LandEffect.PROTECT_DAHAN
    elif op == Op.PROTECT_FROM_RAVAGE:
        S.land[land, Row.EFFECT] |= LandEffect.PROTECT_FROM_RAVAGE
    elif op == Op.SIMULTANEOUS:
        S.land[land, Row.EFFECT] |= LandEffect.SIMULTANEOUS
    elif op == Op.APPARITION:
        S.land[land, Row.APPARITION] += n
    elif op == Op.TRIGGER:
        S.land[land, Row.DREAD] += n
        S.land[land, Row.DREAD_WIDE] |= T.code[pc, Col.A]
        if actor >= 0 and T.hooks[actor] >> Hook.POWER_DAMAGE_FILTER & 1 == 1:
            S.land[land, Row.DREAD_WIDE] |= (actor + 1) << DREAMER
    else:
        move_defend(S, land, T.code[pc, Col.AMOUNT])


@kernel
def choose_origin(S, T, land, seat):
    """Own sacred site that the range of the power in use is counted from; several in range are the player's choice."""
    base = S.cand_top
    steps = min(T.reach.shape[0] - 1, 1 + S.spirit[seat, Spirit.RANGE])
    sites = S.mask[Mask.SACRED + seat] & T.reach[steps, land]
    while sites != 0:
        site = lowest(sites)
        sites &= sites - 1
        score = 0.0
        if scores_wanted(S, T) and site != land:
            score = price_presence(S, T, site, seat, -1)
        offer(S, site, score)
    if S.cand_top == base:
        return -1
    return decide(S, T, Decision.LOSE, seat, base)


@kernel
def move_from_origin(S, T, land, seat):
    """Move one own presence from the origin of the power's range to the target land (Spreading and Dreadful Mire)."""
    origin = choose_origin(S, T, land, seat)
    if origin >= 0 and may_hold(S, T, seat, land):
        move_presence(S, T, origin, land, seat)


@kernel
def add_standing(S, T, pc):
    """Put a standing effect of a fear card in force until the end of the turn."""
    n = S.counter[Counter.STANDING]
    S.standing[n, 0] = T.code[pc, Col.A]
    S.standing[n, 1] = T.code[pc, Col.B]
    S.counter[Counter.STANDING] = n + 1


@kernel
def do_line(S, T, pc, land, actor, target):
    """Do one line of a program (not a block) in a land, for an acting and a targeted spirit."""
    op = T.code[pc, Col.OP]
    seat = actor
    other = target
    if T.code[pc, Col.WHO] == Who.TARGET:
        seat = target
        other = actor
    n = amount_of(S, T, pc, land, seat)
    if op != Op.FEAR:
        S.counter[Counter.KILLS] = 0
    if op == Op.FEAR:
        most = T.code[pc, Col.A]
        if most > 0:
            n = min(n, most)
        if S.counter[Counter.ACTOR] >= 0:
            power_fear(S, T, land, n)
        else:
            make_fear(S, T, n)
    elif op <= Op.DAMAGE_DIFFERENT or op == Op.FIGHT:
        do_damage(S, T, pc, op, land, n)
    elif op == Op.MOVE_FROM_ORIGIN:
        move_from_origin(S, T, land, actor)
    elif (
        op == Op.DEFEND
        or op == Op.SKIP
        or (op >= Op.HEALTH and op <= Op.MOVE_DEFEND)
        or (op >= Op.PROTECT_FROM_RAVAGE and op <= Op.APPARITION)
    ):
        do_land(S, T, pc, op, land, actor, n)
    elif op <= Op.ADD_BLIGHT or op == Op.DROWN or op == Op.BUILD:
        do_pieces(S, T, pc, op, land, actor, n)
    elif op == Op.ADD_PRESENCE:
        added = 0
        if T.code[pc, Col.A] == PresenceFrom.DESTROYED:
            added = return_destroyed(S, T, seat, land, n)
        else:
            for _ in range(n):
                added += add_presence(S, T, seat, land)
        S.counter[Counter.ADDED] += added
    elif op == Op.FEAR_ON_DESTROY:
        S.counter[Counter.FEAR_PER_KILL] = T.code[pc, Col.PIECES]
        S.counter[Counter.FEAR_KILL_LEFT] = T.code[pc, Col.A]
    elif op == Op.REPEAT_POWER:
        S.counter[Counter.REPEAT] = T.code[pc, Col.A]
        S.counter[Counter.REPEATS] += 1
    elif op == Op.RESCUE:
        S.counter[Counter.RESCUE] = 1
    elif op == Op.REVEAL:
        if S.counter[Counter.FEAR_EARNED] < T.fear_deck_size:
            tell(S, Event.REVEALED, S.deck[Deck.FEAR, S.counter[Counter.FEAR_EARNED]], 0, 0, 0)
    elif op == Op.STANDING_SKIP:
        if S.counter[Counter.TRIAL] == 0:
            add_standing(S, T, pc)
    elif T.code[pc, Col.WHO] == Who.EACH:
        for each in range(T.n_spirits):
            do_spirit(S, T, pc, op, each, each, amount_of(S, T, pc, land, each))
    else:
        do_spirit(S, T, pc, op, seat, other, n)
    if S.mask[Mask.AFRAID] != 0:
        push_afraid(S, T)
