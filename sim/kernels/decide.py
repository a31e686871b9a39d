"""Decision points: the answers on offer, and who chooses.

Every choice in the engine goes the same way: the caller offers each legal answer with ``offer`` (a code and, if
``scores_wanted``, a score), then ``decide`` returns one of them.  Who chooses: inside a trial the best score;
otherwise a scripted answer if there is one (position files), else the policy.  The offers are a stack, so scoring one
answer may itself lead to decisions.
"""

from __future__ import annotations

import math

import numpy as np

from sim.core.codes import Answer, Counter, Decision, Event, Policy, Stream
from sim.core.jit import kernel
from sim.core.rng import draw, uniform
from sim.core.state import MAX_TRACE
from sim.kernels.pieces import kind_of
from sim.kernels.trace import tell


@kernel(inline=True)
def scores_wanted(S, T):
    """Whether the chooser looks at scores."""
    return T.policy != Policy.RANDOM or S.counter[Counter.TRIAL] > 0


@kernel
def alone_decides(S, T):
    """Whether a policy may act on what its search found without offering it: nobody else has a say or looks on."""
    if S.sure == 1:
        return True
    return T.policy != Policy.RANDOM and T.temperature == 0.0 and S.script_top == 0 and S.trace_on == 0


@kernel
def offer(S, code, score):
    """Put an answer on offer. Changes the stack of offers."""
    S.cand[S.cand_top] = code
    S.score[S.cand_top] = score
    S.cand_top += 1


@kernel
def prefer(S, base, code, score):
    """Lift the score of an answer above all others on offer from ``base`` on, by so much; none if it is not there."""
    best = base
    wanted = -1
    for i in range(base, S.cand_top):
        if S.cand[i] == code:
            wanted = i
        if S.score[i] > S.score[best]:
            best = i
    if wanted >= 0:
        S.score[wanted] = S.score[best] + score


@kernel
def next_answer(S, answer):
    """Index of the next unused scripted answer of a kind, -1 for none."""
    for i in range(S.script_top):
        if S.script[i, 0] == answer and S.script[i, 2] == 0:
            return i
    return -1


@kernel
def keep_matching(S, base, answer, shift, forced):
    """Keep the offers from ``base`` on that agree with the next scripted answer of a kind.

    Parameters
    ----------
    shift : int
        How an offer's code is read: 0 as it is, 1 its land part, 2 the kind of its variant part, 3 the kind of the
        variant it is.
    forced : int
        1 if an answer that fits no offer is a fault, which it is not where the answer may be meant for later.
    """
    entry = next_answer(S, answer)
    if entry < 0:
        return
    value = S.script[entry, 1]
    kept = base
    for i in range(base, S.cand_top):
        code = S.cand[i]
        read = code
        if code >= 0:
            if shift == 1:
                read = code % 64
            elif shift == 2:
                read = kind_of(code // 64)
            elif shift == 3:
                read = kind_of(code)
        if read == value and code >= 0:
            S.cand[kept] = code
            S.score[kept] = S.score[i]
            kept += 1
    if kept > base:
        S.cand_top = kept
        S.script[entry, 2] = 1
    elif forced == 1:
        S.script_fault = answer + 1


@kernel
def keep_code(S, base, code):
    """Keep only the offer with a code, if it is there."""
    for i in range(base, S.cand_top):
        if S.cand[i] == code:
            S.cand[base] = code
            S.score[base] = S.score[i]
            S.cand_top = base + 1
            return


@kernel
def script_move(S, kind, base):
    """Scripted answers to one piece of a push or gather: how many in all, which kind, where to or from."""
    may_stop = S.cand[S.cand_top - 1] == -1
    if may_stop:
        if S.script_moves < 0:
            entry = next_answer(S, Answer.AMOUNT)
            if entry >= 0:
                S.script_moves = S.script[entry, 1]
                S.script[entry, 2] = 1
        if S.script_moves == 0:
            keep_code(S, base, -1)
            return
        if S.script_moves > 0:
            S.script_moves -= 1
            S.cand_top -= 1
    keep_matching(S, base, Answer.PIECES, 2, 0)
    if kind == Decision.PUSH:
        keep_matching(S, base, Answer.PUSH, 1, 1)
    else:
        keep_matching(S, base, Answer.GATHER, 1, 1)
    keep_matching(S, base, Answer.TO, 1, 0)


@kernel
def end_moves(S):
    """Forget the scripted number of an "up to"; one larger than what could be done was no legal answer."""
    if S.script_moves > 0:
        S.script_fault = Answer.AMOUNT + 1
    S.script_moves = -1


@kernel
def script_levels(S, base):
    """Scripted number of levels: keep the set of that size with the lowest levels."""
    entry = next_answer(S, Answer.LEVELS)
    if entry < 0:
        return
    wanted = S.script[entry, 1]
    for i in range(base, S.cand_top):
        n = 0
        for level in range(4):
            n += S.cand[i] >> level & 1
        if n == wanted:
            S.script[entry, 2] = 1
            keep_code(S, base, S.cand[i])
            return
    S.script_fault = Answer.LEVELS + 1


@kernel
def script_pieces(S, base):
    """Scripted piece of a removal, or how many of an "up to"."""
    if S.cand[S.cand_top - 1] == -1:
        if S.script_moves < 0:
            entry = next_answer(S, Answer.AMOUNT)
            if entry >= 0:
                S.script_moves = S.script[entry, 1]
                S.script[entry, 2] = 1
        if S.script_moves == 0:
            keep_code(S, base, -1)
            return
        if S.script_moves > 0:
            S.script_moves -= 1
            S.cand_top -= 1
    keep_matching(S, base, Answer.PIECES, 3, 0)


@kernel
def script_decline(S, base, kind):
    """Scripted yes or no: ``decline = true`` keeps the answer that does nothing."""
    entry = next_answer(S, Answer.DECLINE)
    if entry < 0:
        return
    S.script[entry, 2] = 1
    wanted = S.script[entry, 1]
    if kind == Decision.SKIP or kind == Decision.BONUS:
        wanted = 1 - wanted
    keep_code(S, base, wanted)


@kernel
def follow_script(S, kind, base):
    """Narrow the offers to those that agree with the scripted answers to this kind of decision."""
    if kind == Decision.PUSH or kind == Decision.GATHER:
        script_move(S, kind, base)
    elif kind == Decision.DAMAGE:
        keep_matching(S, base, Answer.DAMAGE, 3, 0)
    elif kind == Decision.DREAD:
        keep_matching(S, base, Answer.DAMAGE, 2, 0)
        keep_matching(S, base, Answer.LAND, 1, 0)
    elif kind == Decision.PIECES:
        script_pieces(S, base)
    elif kind == Decision.LEVELS:
        script_levels(S, base)
    elif kind == Decision.DECLINE or kind == Decision.SKIP or kind == Decision.BONUS:
        script_decline(S, base, kind)
    elif kind == Decision.CASCADE:
        keep_matching(S, base, Answer.CASCADE, 0, 1)
    elif kind == Decision.TO:
        keep_matching(S, base, Answer.TO, 0, 1)
    elif kind == Decision.OPTION:
        keep_matching(S, base, Answer.OPTION, 0, 1)
    elif kind == Decision.TRACK:
        keep_matching(S, base, Answer.TRACK, 0, 1)
    elif kind == Decision.LAND or kind == Decision.LOSE or kind == Decision.TARGET:
        keep_matching(S, base, Answer.LAND, 0, 1)
    elif kind == Decision.CARD:
        keep_matching(S, base, Answer.CARD, 0, 1)
    elif kind == Decision.ORDER:
        keep_matching(S, base, Answer.ORDER, 0, 1)
    elif kind == Decision.AMOUNT:
        keep_matching(S, base, Answer.AMOUNT, 0, 1)


@kernel
def best_offer(S, base):
    """Index of the offer with the best score, the first among equals."""
    best = base
    for i in range(base + 1, S.cand_top):
        if S.score[i] > S.score[best]:
            best = i
    return best


@kernel
def tempered_offer(S, T, base):
    """Index of an offer drawn with probability proportional to exp(score / temperature) (Gumbel's trick)."""
    best = base
    best_score = -1e300
    for i in range(base, S.cand_top):
        noise = -math.log(-math.log(uniform(S, Stream.POLICY) + 1e-12) + 1e-12)
        score = S.score[i] + T.temperature * noise
        if score > best_score:
            best_score = score
            best = i
    return best


@kernel
def tell_decision(S, kind, seat, base, chosen):
    """Trace a decision with all its offers and their scores."""
    tell(S, Event.DECISION, kind, seat, S.cand[chosen], S.cand_top - base)
    for i in range(base, S.cand_top):
        if S.trace_top < MAX_TRACE:
            tell(S, Event.CANDIDATE, S.cand[i], 0, 0, 0)
            S.trace_value[S.trace_top - 1] = S.score[i]


@kernel
def decide(S, T, kind, seat, base):
    """Choose one of the offers from ``base`` on (at least one) and clear them.

    Returns
    -------
    int
        Code of the answer chosen.
    """
    if S.counter[Counter.TRIAL] > 0:
        chosen = best_offer(S, base)
        S.cand_top = base
        return np.int64(S.cand[chosen])
    if S.trace_on != 0 and (S.cand_top - base > 1 or S.trace_on > 1):
        top = S.trace_top
        tell_decision(S, kind, seat, base, base)
    else:
        top = -1
    if S.script_top > 0:
        follow_script(S, kind, base)
    if S.cand_top - base == 1:
        chosen = base
    elif T.policy == Policy.RANDOM:
        chosen = base + draw(S, Stream.POLICY, S.cand_top - base)
    elif T.temperature > 0.0 and S.sure == 0:
        chosen = tempered_offer(S, T, base)
    else:
        chosen = best_offer(S, base)
    S.cand_top = base
    if top >= 0 and top < MAX_TRACE:
        S["trace"][top, 3] = S.cand[chosen]
    return np.int64(S.cand[chosen])
