"""Whole games: what the runner and traces ask of the engine."""

from __future__ import annotations

from typing import Any

from sim.game.entry import NO_ROWS, Call, engine


def play_games(states: Any, tables: Any, rows: Any, slot: int, seed: int, first: int, count: int) -> None:
    """Play games ``first`` to ``first + count - 1`` on one state and fill ``rows[0:count]``.

    A game depends on the tables, the seed and its index only. The interpreter lock is released meanwhile.

    Parameters
    ----------
    states : STATE[n]
        ``states[slot]`` is changed in place; threads use slots of their own.
    tables : TABLES[n]
        As ``build_tables`` gives them; each game draws one of them.
    rows : RESULT[m], m >= count
    """
    engine(states, tables, rows, Call.PLAY_GAMES.value, slot, seed, first, count)


def begin_game(states: Any, tables: Any, slot: int, seed: int, game: int) -> None:
    """Set up one game on a state, to be played phase by phase."""
    engine(states, tables, NO_ROWS, Call.BEGIN_GAME.value, slot, seed, game, 0)


def next_phase(states: Any, tables: Any, slot: int) -> int:
    """Play the next phase of a game.

    Returns
    -------
    int
        The outcome, ``Outcome.NONE`` while the game goes on.
    """
    return int(engine(states, tables, NO_ROWS, Call.NEXT_PHASE.value, slot, 0, 0, 0))


def read_result(states: Any, tables: Any, rows: Any, slot: int, game: int) -> None:
    """Fill ``rows[0]`` from a game played phase by phase."""
    engine(states, tables, rows, Call.READ_RESULT.value, slot, game, 0, 0)
