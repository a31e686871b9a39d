"""The Ritual of Rituals of Terror: spirits give energy and presence among the dahan to raise the terror level."""

from __future__ import annotations

from sim.core.bits import lowest, size
from sim.core.codes import Counter, Decision, Event, Flag, Mask, Piece, Row, Rule, Spirit
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.energy import change_energy
from sim.kernels.fear_cards import next_fear_card, resolve_fear
from sim.kernels.finish import FEAR_VICTORY, finish_action
from sim.kernels.moves import next_to, push
from sim.kernels.presence import any_presence, lose_presence
from sim.kernels.trace import tell

RITUAL = 255
"""Stands where a power would in a ``Decision.POWER`` code, and the land where the seat would."""
DAHAN_NEEDED = 3
"""Dahan per player that a Ritual needs in its land."""
PRICE = 3
"""Energy, and presence in the land, that it takes from all spirits together."""


@kernel
def ritual_lands(S, T):
    """Lands where the Ritual can be performed now, as bits."""
    if T.rule[Rule.RITUALS] == 0:
        return 0
    energy = 0
    lands = S.mask[Mask.DAHAN]
    for seat in range(T.n_spirits):
        energy += S.spirit[seat, Spirit.ENERGY]
        lands &= S.mask[Mask.PRESENCE + seat]
    if energy < PRICE:
        return 0
    found = 0
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if S.land[land, Row.DAHAN] >= DAHAN_NEEDED * T.n_spirits and any_presence(S, T, land) >= PRICE:
            found |= 1 << land
    return found


@kernel
def choose_giver(S, T, land):
    """The spirit that gives the next energy (``land`` -1) or the next presence of a land."""
    base = S.cand_top
    for seat in range(T.n_spirits):
        held = S.spirit[seat, Spirit.ENERGY]
        if land >= 0:
            held = S.land[land, Row.PRESENCE + seat]
        if held > 0:
            score = 0.0
            if scores_wanted(S, T):
                score = held * 1.0
            offer(S, seat, score)
    return decide(S, T, Decision.PAYER, -1, base)


@kernel
def scatter_dahan(S, T, land):
    """Push all dahan out of a land, as evenly as possible over the lands next to it."""
    others = size(next_to(S, T, land))
    while S.land[land, Row.DAHAN] > 0 and others > 0:
        push(S, T, land, others, 1 << Piece.DAHAN, Flag.SPREAD, -1)


@kernel
def perform_ritual(S, T, land):
    """Pay, raise the terror level, resolve all fear cards earned at the new level, scatter the dahan.

    All of it is one action; only terror victory, which the third Ritual brings, comes at once.
    """
    tell(S, Event.RITUAL, land, 0, 0, 0)
    for _ in range(PRICE):
        change_energy(S, T, choose_giver(S, T, -1), -1)
    for _ in range(PRICE):
        lose_presence(S, T, land, choose_giver(S, T, land))
    S.counter[Counter.TERROR] += 1
    tell(S, Event.TERROR, S.counter[Counter.TERROR], 0, 0, 0)
    if S.counter[Counter.TERROR] < FEAR_VICTORY:
        while S.counter[Counter.FEAR_RESOLVED] < S.counter[Counter.FEAR_EARNED]:
            resolve_fear(S, T, next_fear_card(S, T))
        scatter_dahan(S, T, land)
    finish_action(S, T)
