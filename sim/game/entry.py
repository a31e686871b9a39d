"""The one entry point of the engine: everything that Python asks of the kernels goes through ``engine``.

One entry point is one compilation and one cached object, shared by the runner, traces, position files and tests.
``Call`` says what is asked; the modules ``sim.game.play`` and ``sim.game.steps`` give each call its name.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from sim.core.codes import Counter, Gain, Mask, Rule, Speed, Spirit, Stream
from sim.core.jit import JIT, kernel
from sim.core.rng import draw, seed_streams
from sim.core.state import as_records
from sim.game.invaders import build_lands, due_lands, escalate, explore_step, ravage_lands
from sim.game.result import write_row
from sim.game.rows import RESULT
from sim.game.setting import set_position, set_up
from sim.kernels.blight import add_blight
from sim.kernels.build import build
from sim.kernels.cards import play_card, reclaim_all
from sim.kernels.explore import explore
from sim.kernels.fear import make_fear
from sim.kernels.fear_cards import fear_card
from sim.kernels.finish import finish_action
from sim.kernels.gains import gain_power
from sim.kernels.growth import grow_by
from sim.kernels.harm import destroy_pieces
from sim.kernels.pieces import first_variant, last_variant, near_builds
from sim.kernels.powers import levels_reached, packed_elements, payable_targets, uses_left
from sim.kernels.presence import read_tracks, recount
from sim.kernels.ravage import ravage
from sim.kernels.ritual import perform_ritual, ritual_lands
from sim.kernels.uses import choose_levels, pay_repeat, pay_speed, use_for_real
from sim.planning.copies import copy_game_anew
from sim.planning.outlook import read_outlook
from sim.planning.planner import next_phase, play_out
from sim.policies.plays import choose_any, may_play


class Call(IntEnum):
    """What is asked of the engine; ``a``, ``b``, ``c`` are its arguments."""

    PLAY_GAMES = 0
    """seed, first game, number of games; fills the rows"""
    BEGIN_GAME = 1
    """seed, game"""
    NEXT_PHASE = 2
    READ_RESULT = 3
    """game; fills the first row"""
    REFRESH = 4
    FINISH = 5
    RAVAGE_LAND = 6
    """land"""
    RAVAGE_LANDS = 7
    """set of lands"""
    BUILD_LAND = 8
    BUILD_LANDS = 9
    EXPLORE_LANDS = 10
    ADD_BLIGHT = 11
    MAKE_FEAR = 12
    FEAR_CARD = 13
    DESTROY = 14
    """land, piece, number"""
    TARGETS = 15
    """power, seat"""
    LEVELS = 16
    MAY_USE = 17
    USE = 18
    """power, seat, target"""
    GROW = 19
    """seat, option"""
    MAY_PLAY = 20
    """seat, card"""
    PLAY = 21
    RECLAIM = 22
    """seat"""
    GAIN = 23
    """seat, deck"""
    ESCALATE = 24
    """land, -1 for none"""
    EXPLORE_STEP = 25
    SET_POSITION = 26
    """seed, game"""
    RITUAL_LANDS = 27
    PERFORM_RITUAL = 28
    """land"""
    OUTLOOK = 29
    """fills the features of the state"""
    COPY = 30
    """number of the sample; the last state becomes the copy of the game that it is taken on"""


@kernel
def refresh_state(S, T):
    """Recompute totals, sets of lands and tracks after rows or discs were written from outside."""
    recount(S, T)
    for seat in range(T.n_spirits):
        for element in range(8):
            S.spirit[seat, Spirit.ELEMENT + element] -= S.spirit[seat, Spirit.TRACK_ELEMENT + element]
        read_tracks(S, T, seat)
        for element in range(8):
            S.spirit[seat, Spirit.ELEMENT + element] += S.spirit[seat, Spirit.TRACK_ELEMENT + element]
    due_lands(S, T)


@kernel
def destroy_kind(S, T, land, piece, n):
    """Destroy ``n`` pieces of a kind, unhurt ones first."""
    for variant in range(first_variant(piece), last_variant(piece) + 1):
        here = min(n, S.land[land, variant])
        if here > 0:
            destroy_pieces(S, T, land, variant, here)
            n -= here


@kernel
def use_any_time(S, T, power, seat, target):
    """Use a power on a legal target, whatever the phase and its speed."""
    choose_any(S, T, seat)
    S.gain_fresh[power] = 0
    reached = levels_reached(T, power, packed_elements(S, seat))
    levels = choose_levels(S, T, power, seat, target, reached)
    pay_repeat(S, T, power, seat, target, levels)
    if T.rule[Rule.ALL_FAST] != 0:
        pay_speed(S, T, power, seat, Speed.FAST)
    use_for_real(S, T, power, seat, target, levels)


@kernel
def do_invaders(S, T, call, a, b, c):
    """Calls that concern the invaders and the island."""
    if call == Call.RAVAGE_LAND:
        S.mask[Mask.RAVAGE_DUE] &= ~(1 << a)
        return np.int64(ravage(S, T, a))
    if call == Call.RAVAGE_LANDS:
        ravage_lands(S, T, a)
    elif call == Call.BUILD_LAND:
        S.mask[Mask.NEAR_BUILDS] = near_builds(S, T, 1 << a)
        return np.int64(build(S, T, a))
    elif call == Call.BUILD_LANDS:
        build_lands(S, T, a, Mask.BUILD_DUE)
    elif call == Call.EXPLORE_LANDS:
        explore(S, T, a)
    elif call == Call.ADD_BLIGHT:
        add_blight(S, T, a)
    elif call == Call.MAKE_FEAR:
        make_fear(S, T, a)
    elif call == Call.FEAR_CARD:
        fear_card(S, T, a)
    elif call == Call.DESTROY:
        destroy_kind(S, T, a, b, c)
    elif call == Call.ESCALATE:
        escalate(S, T, a)
    elif call == Call.EXPLORE_STEP:
        explore_step(S, T)
    elif call == Call.RITUAL_LANDS:
        return ritual_lands(S, T)
    elif call == Call.PERFORM_RITUAL:
        perform_ritual(S, T, a)
    return 0


@kernel
def do_spirit_call(S, T, call, a, b, c):
    """Calls that concern spirits, their cards and powers."""
    if call == Call.TARGETS:
        return payable_targets(S, T, a, b, levels_reached(T, a, packed_elements(S, b)))
    if call == Call.LEVELS:
        return np.int64(levels_reached(T, a, packed_elements(S, b)))
    if call == Call.MAY_USE:
        return np.int64(uses_left(S, T, a, b))
    if call == Call.MAY_PLAY:
        return np.int64(may_play(S, T, a, b))
    if call == Call.USE:
        use_any_time(S, T, a, b, c)
    elif call == Call.GROW:
        grow_by(S, T, a, b)
    elif call == Call.PLAY:
        play_card(S, T, a, b)
    elif call == Call.RECLAIM:
        reclaim_all(S, T, a)
    elif call == Call.GAIN:
        gain_power(S, T, a, b + Gain.MINOR)
    return 0


@kernel
def draw_table(S, seed, game, n):
    """Which of ``n`` tables a game is played by: one of equally likely islands. Changes ``S.table``."""
    S.table = 0
    if n > 1:
        seed_streams(S, seed, game)
        S.table = draw(S, Stream.ISLAND, n)


def _row_types() -> dict[str, Any]:
    if not JIT:
        return {}
    import numba
    from numba import types

    return {"rows": types.Array(numba.from_dtype(RESULT), 1, "C")}


@kernel(entry=True, **_row_types())
def engine(states, tables, rows, call, slot, a, b, c):
    """Do what ``call`` asks on ``states[slot]`` with the table that its game is played by.

    Parameters
    ----------
    states : STATE[n]
        Changed in place.
    tables : TABLES[n]
        One for each island that is equally likely; a game draws one when it begins.
    rows : RESULT[m]
        Filled by the calls that write results.
    call : Call
    slot : int
        Which state.
    a, b, c : int
        Arguments, as ``Call`` tells.

    Returns
    -------
    int
        The answer to a question, else the outcome or 0.
    """
    S = states[slot]
    if call == Call.PLAY_GAMES:
        for i in range(c):
            draw_table(S, a, b + i, len(tables))
            T = tables[S.table]
            set_up(S, T, a, b + i)
            play_out(S, states[-1], tables)
            write_row(S, T, rows[i], b + i)
        return c
    if call == Call.BEGIN_GAME:
        draw_table(S, a, b, len(tables))
        set_up(S, tables[S.table], a, b)
        return 0
    T = tables[S.table]
    if call == Call.SET_POSITION:
        set_position(S, T, a, b)
        return 0
    if call == Call.NEXT_PHASE:
        return np.int64(next_phase(S, states[-1], tables))
    if call == Call.READ_RESULT:
        write_row(S, T, rows[0], a)
        return 0
    if call == Call.REFRESH:
        refresh_state(S, T)
        return 0
    if call == Call.FINISH:
        finish_action(S, T)
        return np.int64(S.counter[Counter.OUTCOME])
    if call >= Call.TARGETS and call <= Call.GAIN:
        return do_spirit_call(S, T, call, a, b, c)
    if call == Call.OUTLOOK:
        read_outlook(S, T)
        return 0
    if call == Call.COPY:
        return copy_game_anew(S, states[-1], tables, a)
    return do_invaders(S, T, call, a, b, c)


NO_ROWS = as_records(np.zeros(1, dtype=RESULT))
"""Rows for calls that write none."""
