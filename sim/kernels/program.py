"""The interpreter of effect programs: blocks, conditions, choices; one for trials and for real."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest
from sim.core.codes import Col, Cond, Counter, Decision, Flag, Mask, Op, Per, Piece, Row, Scope, Who
from sim.core.jit import kernel
from sim.kernels.conditions import holds, lands_where
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.lines import do_line
from sim.kernels.moves import next_to
from sim.kernels.power_damage import flush_pool
from sim.kernels.presence import may_hold
from sim.kernels.reach import lands_in_reach
from sim.kernels.trial import open_trial, take_back
from sim.policies.value import trial_gain


@kernel
def scope_lands(S, T, pc, land, actor, target):
    """Lands that the scope of a block speaks of."""
    scope = T.code[pc, Col.SCOPE]
    if scope == Scope.ADJACENT:
        return next_to(S, T, land)
    if scope == Scope.OWN:
        return S.mask[Mask.PRESENCE + actor]
    if scope == Scope.TARGET_SPIRIT:
        return S.mask[Mask.PRESENCE + target]
    if scope == Scope.PUSHED_TO:
        return S.mask[Mask.PUSHED_TO]
    if scope == Scope.THAT_LAND:
        if S.counter[Counter.THAT_LAND] < 0:
            return 0
        return 1 << np.int64(S.counter[Counter.THAT_LAND])
    if scope == Scope.ISLAND and S.counter[Counter.ACTOR] >= 0:
        return S.mask[Mask.LANDS]
    if scope == Scope.ISLAND or scope == Scope.BOARDS:
        return T.all_lands
    if scope == Scope.WITHIN_RANGE:
        own = S.mask[Mask.PRESENCE + actor] & S.mask[Mask.LANDS]
        return lands_in_reach(T, own, T.code[pc, Col.A]) & S.mask[Mask.LANDS]
    if scope == Scope.TARGET_OR_ADJACENT:
        return next_to(S, T, land) | (1 << land)
    if scope == Scope.OTHER_COASTAL_ON_BOARD:
        return T.coastal & T.board_lands[T.board[land]] & S.mask[Mask.LANDS] & ~(1 << land)
    return 1 << land


@kernel
def on_board(S, T, condition, board):
    """Whether a condition holds in some land of a board."""
    return condition < 0 or lands_where(S, T, T.board_lands[board] & T.all_lands, condition, -1, -1) != 0


@kernel
def with_most_buildings(S, lands):
    """Those of the lands that hold the most towns and cities."""
    most = 0
    found = 0
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        n = S.land[land, Row.TOWN] + S.land[land, Row.CITY]
        if n > most:
            most = n
            found = 0
        if n == most:
            found |= 1 << land
    return found


@kernel
def possible(S, T, pc, land, actor, target):
    """Whether a line finds in a land the pieces it takes, or may put its presence there; what can be done must be."""
    if T.code[pc, Col.OP] == Op.ADD_PRESENCE:
        seat = actor
        if T.code[pc, Col.WHO] == Who.TARGET:
            seat = target
        return may_hold(S, T, seat, land)
    if T.code[pc, Col.FLAGS] & Flag.UPTO != 0:
        return True
    op = T.code[pc, Col.OP]
    kinds = T.code[pc, Col.PIECES]
    if op == Op.GATHER:
        near = 0
        if kinds >> Piece.DAHAN & 1 == 1:
            near |= S.mask[Mask.DAHAN]
        if kinds & 0b111 != 0:
            near |= S.mask[Mask.INVADERS]
        return near & next_to(S, T, land) != 0
    if op == Op.REMOVE or op == Op.PUSH or op == Op.DOWNGRADE or op == Op.REPLACE or op == Op.DESTROY:
        for kind in range(Piece.BLIGHT + 1):
            if kinds >> kind & 1 == 0:
                continue
            if kind == Piece.EXPLORER:
                if S.land[land, Row.EXPLORER] > 0:
                    return True
            elif S.land[land, Row.TOWN + kind - 1] > 0:
                return True
        return False
    if op == Op.DAMAGE or op == Op.REMOVE_HEALTH:
        return S.mask[Mask.INVADERS] >> land & 1 == 1
    return True


@kernel
def sees_damage(T, condition):
    """Whether a condition may depend on damage that waits: unless it asks for terrain, coast or dahan only."""
    for row in range(T.cond_start[condition], T.cond_end[condition]):
        kind = T.cond[row, 0]
        steady = kind == Cond.TERRAIN or kind == Cond.COASTAL or kind == Cond.TARGET_ANOTHER
        if not steady and not (kind == Cond.COUNT and T.cond[row, 1] & 0b111 == 0):
            return True
    return False


@kernel
def flush_before(S, T, pc):
    """Deal waiting damage before a line that could see or change its outcome.

    Fear, further damage, Defend, skips and losing dahan leave the invaders of the land alone, so damage lines on
    either side of them stay one pool that may be divided freely.
    """
    if S.counter[Counter.POOL] == 0:
        return
    op = T.code[pc, Col.OP]
    condition = T.code[pc, Col.COND]
    if condition >= 0 and sees_damage(T, condition):
        flush_pool(S, T)
    elif (
        op == Op.FEAR
        and T.code[pc, Col.PER] != Per.DESTROYED
        or op == Op.DEFEND
        or op == Op.SKIP
        or op == Op.REPEAT_POWER
        or op == Op.DAMAGE
        and T.code[pc, Col.PIECES] & 0b111 == 0b111
        or op == Op.DESTROY
        and T.code[pc, Col.PIECES] == 1 << Piece.DAHAN
    ):
        return
    else:
        flush_pool(S, T)


@kernel
def run(S, T, start, end, land, actor, target):
    """Do the rows ``start`` to ``end - 1`` of the program table in a land, for an acting and a targeted spirit.

    A choice between lands or options is scored, if the chooser looks at scores, by trying its body.

    Returns
    -------
    int
        0
    """
    pc = start
    while pc < end:
        op = T.code[pc, Col.OP]
        stop = pc + 1
        if op <= Op.AFTER_GAIN:
            stop = T.code[pc, Col.END]
        flush_before(S, T, pc)
        if not holds(S, T, T.code[pc, Col.COND], land, actor, target):
            pc = stop
            continue
        if op > Op.AFTER_GAIN:
            do_line(S, T, pc, land, actor, target)
        elif op == Op.LANDS:
            lands = lands_where(S, T, scope_lands(S, T, pc, land, actor, target), T.code[pc, Col.B], actor, target)
            while lands != 0:
                each = lowest(lands)
                lands &= lands - 1
                run(S, T, pc + 1, stop, each, actor, target)
                flush_pool(S, T)
        elif op == Op.ONE_LAND:
            groups = 1
            if T.code[pc, Col.SCOPE] == Scope.BOARDS:
                groups = T.n_boards
            lands = lands_where(S, T, scope_lands(S, T, pc, land, actor, target), T.code[pc, Col.B], actor, target)
            if T.code[pc, Col.FLAGS] & Flag.DIFFERENT != 0:
                lands &= ~S.mask[Mask.TAKEN]
            for group in range(groups):
                mine = lands
                if groups > 1:
                    mine &= T.board_lands[group]
                if T.code[pc, Col.SCOPE] == Scope.BOARDS and not on_board(S, T, T.code[pc, Col.A], group):
                    continue
                if T.code[pc, Col.FLAGS] & Flag.MOST != 0:
                    mine = with_most_buildings(S, mine)
                base = S.cand_top
                while mine != 0:
                    each = lowest(mine)
                    mine &= mine - 1
                    if not possible(S, T, pc + 1, each, actor, target):
                        continue
                    score = 0.0
                    if scores_wanted(S, T):
                        open_trial(S, T)
                        run(S, T, pc + 1, stop, each, actor, target)
                        flush_pool(S, T)
                        score = trial_gain(S, T)
                        take_back(S, T)
                    offer(S, each, score)
                S.counter[Counter.THAT_LAND] = -1
                if S.cand_top > base:
                    each = decide(S, T, Decision.LAND, actor, base)
                    S.counter[Counter.THAT_LAND] = each
                    S.mask[Mask.TAKEN] |= 1 << each
                    run(S, T, pc + 1, stop, each, actor, target)
        elif op == Op.PLAYERS:
            S.mask[Mask.TAKEN] = 0
            for seat in range(T.n_spirits):
                if T.code[pc, Col.FLAGS] & Flag.MAY != 0:
                    base = S.cand_top
                    score = 0.0
                    if scores_wanted(S, T):
                        open_trial(S, T)
                        run(S, T, pc + 1, stop, land, seat, seat)
                        flush_pool(S, T)
                        score = trial_gain(S, T)
                        take_back(S, T)
                    offer(S, 0, score)
                    offer(S, 1, 0.0)
                    if decide(S, T, Decision.DECLINE, seat, base) == 1:
                        continue
                run(S, T, pc + 1, stop, land, seat, seat)
                flush_pool(S, T)
        elif op == Op.AFTER_GAIN:
            S.counter[Counter.AFTER_GAIN] = pc
            S.counter[Counter.AFTER_LAND] = land
        elif op == Op.CHOOSE:
            base = S.cand_top
            branch = pc + 1
            number = 1
            while branch < stop:
                if holds(S, T, T.code[branch, Col.COND], land, actor, target):
                    score = 0.0
                    if scores_wanted(S, T):
                        open_trial(S, T)
                        run(S, T, branch + 1, np.int64(T.code[branch, Col.END]), land, actor, target)
                        flush_pool(S, T)
                        score = trial_gain(S, T)
                        take_back(S, T)
                    offer(S, number, score)
                branch = T.code[branch, Col.END]
                number += 1
            if S.cand_top > base:
                number = decide(S, T, Decision.OPTION, actor, base)
                branch = pc + 1
                for _ in range(number - 1):
                    branch = T.code[branch, Col.END]
                run(S, T, branch + 1, np.int64(T.code[branch, Col.END]), land, actor, target)
        pc = stop
    return 0
