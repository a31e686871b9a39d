"""The round, phase by phase (RULES 3)."""

from __future__ import annotations

from sim.core.codes import Counter, Event, Mask, Outcome, Phase, Row, Speed, Spirit
from sim.core.jit import kernel
from sim.game.invaders import advance_cards, build_step, explore_step, fear_phase, ravage_step
from sim.kernels.cards import discard_played, keep_cards
from sim.kernels.energy import change_energy
from sim.kernels.finish import finish_action, over
from sim.kernels.growth import grow
from sim.kernels.pieces import heal, touch
from sim.kernels.trace import tell
from sim.kernels.uses import UNTRIED, power_phase
from sim.policies.choice import forget_land_gains
from sim.policies.plays import choose_any, play_cards
from sim.policies.value import price_pieces


@kernel
def spirit_phase(S, T):
    """Growth, energy, cards: spirit by spirit, all growth before any card so that powers see every presence."""
    price_pieces(S, T)
    forget_land_gains(S)
    for seat in range(T.n_spirits):
        grow(S, T, seat)
        finish_action(S, T)
        if over(S):
            return
    for seat in range(T.n_spirits):
        change_energy(S, T, seat, S.spirit[seat, Spirit.INCOME])
    for seat in range(T.n_spirits):
        play_cards(S, T, seat)
        choose_any(S, T, seat)


@kernel
def time_passes(S, T):
    """Cards in play are discarded, damage heals, effects of the turn end; a new round begins."""
    for seat in range(T.n_spirits):
        keep_cards(S, T, seat)
        discard_played(S, T, seat)
        for element in range(8):
            S.spirit[seat, Spirit.ELEMENT + element] = S.spirit[seat, Spirit.TRACK_ELEMENT + element]
        for number in range(Spirit.RANGE, Spirit.PLAYED + 1):
            S.spirit[seat, number] = 0
        for number in range(Spirit.MAY_SPEED, Spirit.ANY_CHOSEN + 1):
            S.spirit[seat, number] = 0
    for land in range(T.n_lands):
        touch(S, land)
        heal(S, land)
        for column in range(Row.DEFEND, Row.PUSHED_HERE + 1):
            S.land[land, column] = 0
        for column in range(Row.DREAD, Row.APPARITION + 1):
            S.land[land, column] = 0
    S.mask[Mask.PUSHED_TO] = 0
    S.mask[Mask.TRIGGERED] = 0
    S.counter[Counter.STANDING] = 0
    for power in range(T.n_powers):
        S.used[power] = 0
        S.made_fast[power] = 0
        S.gain_value[power] = UNTRIED
    S.counter[Counter.ROUND] += 1


@kernel
def do_phase(S, T):
    """Do the phase the game stands in and move on to the next.

    Returns
    -------
    int
        The outcome, ``Outcome.NONE`` while the game goes on.
    """
    phase = S.counter[Counter.PHASE]
    tell(S, Event.PHASE, phase, S.counter[Counter.ROUND], 0, 0)
    if phase == Phase.SPIRIT:
        spirit_phase(S, T)
    elif phase == Phase.FAST:
        power_phase(S, T, Speed.FAST)
    elif phase == Phase.FEAR:
        fear_phase(S, T)
    elif phase == Phase.RAVAGE:
        ravage_step(S, T)
    elif phase == Phase.BUILD:
        build_step(S, T)
    elif phase == Phase.EXPLORE:
        explore_step(S, T)
        if not over(S):
            advance_cards(S, T)
    elif phase == Phase.SLOW:
        power_phase(S, T, Speed.SLOW)
    else:
        time_passes(S, T)
        if T.inner != 0:
            # what stands in the heart of the island counts from here on
            finish_action(S, T)
    if not over(S):
        if phase == Phase.TIME_PASSES:
            S.counter[Counter.PHASE] = Phase.SPIRIT
        else:
            S.counter[Counter.PHASE] = phase + 1
    return S.counter[Counter.OUTCOME]


@kernel
def play_out(S, T):
    """Play a set-up game to its end."""
    outcome = 0
    while outcome == Outcome.NONE:
        outcome = do_phase(S, T)
    return outcome
