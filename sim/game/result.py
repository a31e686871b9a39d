"""The result of a finished game: who won, the official score, the row that is kept."""

from __future__ import annotations

from typing import Any

from sim.core.codes import MAX_LEVELS, MAX_SPIRITS, Counter, Outcome, Row, Spirit
from sim.core.jit import JIT, kernel
from sim.game.rows import RESULT

WIN_SCORE = 10
"""Official score of a victory, apart from the difficulty and what is left."""


def _row_types() -> dict[str, Any]:
    if not JIT:
        return {}
    import numba

    return {"R": numba.from_dtype(RESULT)}


@kernel
def is_win(outcome):
    """Whether an outcome counts as a win; a sacrifice victory does."""
    return outcome >= Outcome.VICTORY_TERROR_1 and outcome <= Outcome.SACRIFICE


@kernel
def official_score(S, T):
    """Score (RULES 9): a win counts 10, five times the difficulty, and 2 for each card left in the invader deck.

    A defeat counts twice the difficulty, and 1 for each card no longer in the deck; both add living dahan and take off
    blight, each per player and rounded down.
    """
    left = T.deck_size - S.counter[Counter.INVADER_NEXT]
    blight = 0
    for land in range(T.n_lands):
        blight += S.land[land, Row.BLIGHT]
    score = S.counter[Counter.DAHAN] // T.n_spirits - blight // T.n_spirits
    if is_win(S.counter[Counter.OUTCOME]):
        return score + WIN_SCORE + 5 * T.difficulty + 2 * left
    return score + 2 * T.difficulty + T.deck_size - left


@kernel(**_row_types())
def write_row(S, T, R, game):
    """Fill the result row ``R`` (RESULT) from a finished game."""
    R.game = game
    R.outcome = S.counter[Counter.OUTCOME]
    R.rounds = S.counter[Counter.ROUND]
    R.phase = S.counter[Counter.PHASE]
    R.terror = S.counter[Counter.TERROR]
    R.fear_cards = S.counter[Counter.FEAR_EARNED]
    R.fear_generated = S.counter[Counter.FEAR_GENERATED]
    R.invader_cards = T.deck_size - S.counter[Counter.INVADER_NEXT]
    R.blight_pool = S.counter[Counter.BLIGHT_POOL]
    R.blight_flipped = S.counter[Counter.BLIGHT_FLIPPED]
    blight = 0
    for land in range(T.n_lands):
        blight += S.land[land, Row.BLIGHT]
    R.blight = blight
    R.cascades = S.counter[Counter.CASCADES]
    R.explorers = S.counter[Counter.EXPLORERS]
    R.towns = S.counter[Counter.TOWNS]
    R.cities = S.counter[Counter.CITIES]
    R.dahan = S.counter[Counter.DAHAN]
    R.score = official_score(S, T)
    for seat in range(MAX_SPIRITS):
        R.presence[seat] = S.spirit[seat, Spirit.ON_ISLAND]
        R.destroyed[seat] = S.spirit[seat, Spirit.DESTROYED]
        R.energy[seat] = S.spirit[seat, Spirit.ENERGY]
        R.cards[seat] = S.spirit[seat, Spirit.OWNED]
        R.majors[seat] = S.spirit[seat, Spirit.GAINED_MAJOR]
        for level in range(MAX_LEVELS):
            R.levels[seat, level] = S.spirit[seat, Spirit.LEVEL_USED + level]
