"""Fear: markers, fear cards earned, terror levels (RULES 8)."""

from __future__ import annotations

from sim.core.codes import Counter, Event, Row, Rule
from sim.core.jit import kernel
from sim.kernels.pieces import touch
from sim.kernels.trace import tell


@kernel
def terror_level(T, earned):
    """Terror level after so many fear cards earned; 4 is the fear victory."""
    level = 1
    for divider in range(3):
        if earned >= T.terror_after[divider]:
            level += 1
    return level


@kernel
def make_fear(S, T, n):
    """Generate ``n`` fear: earns a card for every full pool, raises the terror level at once; none after the last."""
    if n <= 0 or S.counter[Counter.FEAR_EARNED] >= T.fear_deck_size:
        return
    tell(S, Event.FEAR, n, 0, 0, 0)
    S.counter[Counter.FEAR_GENERATED] += n
    while S.counter[Counter.FEAR_GENERATED] >= T.fear_pool and S.counter[Counter.FEAR_EARNED] < T.fear_deck_size:
        S.counter[Counter.FEAR_GENERATED] -= T.fear_pool
        S.counter[Counter.FEAR_EARNED] += 1
        tell(S, Event.FEAR_CARD_EARNED, S.counter[Counter.FEAR_EARNED], 0, 0, 0)
        level = terror_level(T, S.counter[Counter.FEAR_EARNED])
        if T.rule[Rule.RITUALS] == 0 and level != S.counter[Counter.TERROR]:
            S.counter[Counter.TERROR] = level
            tell(S, Event.TERROR, level, 0, 0, 0)
    if S.counter[Counter.FEAR_EARNED] >= T.fear_deck_size:
        S.counter[Counter.FEAR_GENERATED] = 0


@kernel
def power_fear(S, T, land, n):
    """Fear that a power makes in a land; under Dread Apparitions it also defends the land."""
    make_fear(S, T, n)
    if land >= 0 and n > 0 and S.land[land, Row.APPARITION] > 0:
        touch(S, land)
        S.land[land, Row.DEFEND] = min(120, S.land[land, Row.DEFEND] + n * S.land[land, Row.APPARITION])
