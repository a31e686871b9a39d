"""Fear cards: resolved in the order they were earned, each at the terror level then in force (RULES 6)."""

from __future__ import annotations

import numpy as np

from sim.core.codes import Counter, Deck, Event
from sim.core.jit import kernel
from sim.kernels.finish import finish_action, over
from sim.kernels.power_damage import flush_pool
from sim.kernels.powers import clear_registers
from sim.kernels.program import run
from sim.kernels.trace import tell
from sim.policies.value import price_pieces


@kernel
def resolve_fear(S, T, card):
    """Do what a fear card says at the terror level now in force; whatever it is part of is not finished by it."""
    terror = min(3, S.counter[Counter.TERROR])
    tell(S, Event.FEAR_CARD, card, terror, 0, 0)
    clear_registers(S, T, -1)
    run(S, T, T.fear_start[card, terror - 1], T.fear_end[card, terror - 1], -1, -1, -1)
    flush_pool(S, T)


@kernel
def fear_card(S, T, card):
    """Resolve a fear card, an action of its own."""
    resolve_fear(S, T, card)
    finish_action(S, T)


@kernel
def next_fear_card(S, T):
    """Take the fear card that was earned first off the stack."""
    card = np.int64(S.deck[Deck.FEAR, S.counter[Counter.FEAR_RESOLVED]])
    S.counter[Counter.FEAR_RESOLVED] += 1
    S.counter[Counter.FEAR_NOW] += 1
    price_pieces(S, T)
    return card


@kernel
def fear_step(S, T):
    """Resolve the fear cards earned, first earned first; those earned meanwhile come last."""
    while S.counter[Counter.FEAR_RESOLVED] < S.counter[Counter.FEAR_EARNED] and not over(S):
        fear_card(S, T, next_fear_card(S, T))
