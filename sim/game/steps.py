"""Single steps of a game on the first state: what position files and tests ask of the engine.

Every function takes ``states`` (STATE, an array of one record, changed in place) and ``tables`` (TABLES).
"""

from __future__ import annotations

from typing import Any

from sim.game.entry import NO_ROWS, Call, engine


def _ask(states: Any, tables: Any, call: Call, a: int = 0, b: int = 0, c: int = 0) -> int:
    return int(engine(states, tables, NO_ROWS, call.value, 0, a, b, c))


def set_position(states: Any, tables: Any, seed: int, game: int) -> None:
    """Set up the island of a game, in which the invaders have not acted yet."""
    _ask(states, tables, Call.SET_POSITION, seed, game)


def refresh(states: Any, tables: Any) -> None:
    """Recompute totals, sets of lands and tracks after rows or discs were written from outside."""
    _ask(states, tables, Call.REFRESH)


def finish(states: Any, tables: Any) -> int:
    """End the action at hand: follow-ups, victory and defeat. Returns the outcome."""
    return _ask(states, tables, Call.FINISH)


def ravage_land(states: Any, tables: Any, land: int) -> int:
    """One Ravage action in one land, without the check of the end. Returns 1 if the land ravaged."""
    return _ask(states, tables, Call.RAVAGE_LAND, land)


def ravage_lands(states: Any, tables: Any, lands: int) -> None:
    """A Ravage in a set of lands (bits), in the order the players choose."""
    _ask(states, tables, Call.RAVAGE_LANDS, lands)


def build_land(states: Any, tables: Any, land: int) -> int:
    """One Build action in one land, without the check of the end. Returns the piece added, -1 for none."""
    return _ask(states, tables, Call.BUILD_LAND, land)


def build_lands(states: Any, tables: Any, lands: int) -> None:
    """A Build in a set of lands (bits), in the order the players choose."""
    _ask(states, tables, Call.BUILD_LANDS, lands)


def explore_lands(states: Any, tables: Any, lands: int) -> None:
    """An Explore in a set of lands (bits), without turning a card."""
    _ask(states, tables, Call.EXPLORE_LANDS, lands)


def add_blight(states: Any, tables: Any, land: int) -> None:
    """Add a blight to a land with all that follows, without the check of the end."""
    _ask(states, tables, Call.ADD_BLIGHT, land)


def make_fear(states: Any, tables: Any, n: int) -> None:
    """Generate fear, without the check of the end."""
    _ask(states, tables, Call.MAKE_FEAR, n)


def fear_card(states: Any, tables: Any, card: int) -> None:
    """Resolve a fear card at the terror level in force."""
    _ask(states, tables, Call.FEAR_CARD, card)


def destroy(states: Any, tables: Any, land: int, piece: int, n: int) -> None:
    """Destroy pieces of a kind, unhurt ones first, without the check of the end."""
    _ask(states, tables, Call.DESTROY, land, piece, n)


def targets(states: Any, tables: Any, power: int, seat: int) -> int:
    """Targets a power may have now with all levels reached, as bits: lands or seats."""
    return _ask(states, tables, Call.TARGETS, power, seat)


def levels(states: Any, tables: Any, power: int, seat: int) -> int:
    """Levels of a power that the seat's elements reach, as bits."""
    return _ask(states, tables, Call.LEVELS, power, seat)


def may_use(states: Any, tables: Any, power: int, seat: int) -> bool:
    """Whether a power may still be used this turn, whatever the phase."""
    return _ask(states, tables, Call.MAY_USE, power, seat) == 1


def use(states: Any, tables: Any, power: int, seat: int, target: int) -> None:
    """Use a power on a legal target, whatever the phase and its speed."""
    _ask(states, tables, Call.USE, power, seat, target)


def grow(states: Any, tables: Any, seat: int, option: int) -> None:
    """Do a growth option (from 0)."""
    _ask(states, tables, Call.GROW, seat, option)


def may_play(states: Any, tables: Any, seat: int, card: int) -> bool:
    """Whether a card can be played now."""
    return _ask(states, tables, Call.MAY_PLAY, seat, card) == 1


def play(states: Any, tables: Any, seat: int, card: int) -> None:
    """Play one card from hand."""
    _ask(states, tables, Call.PLAY, seat, card)


def reclaim(states: Any, tables: Any, seat: int) -> None:
    """Reclaim all cards."""
    _ask(states, tables, Call.RECLAIM, seat)


def gain(states: Any, tables: Any, seat: int, deck: int) -> None:
    """Gain a power card from the minor (0) or major (1) deck."""
    _ask(states, tables, Call.GAIN, seat, deck)


def escalate(states: Any, tables: Any, land: int = -1) -> None:
    """The action of a stage II card; in a land, for an adversary whose escalation is done land by land."""
    _ask(states, tables, Call.ESCALATE, land)


def ritual_lands(states: Any, tables: Any) -> int:
    """Lands where a Ritual can be performed now (Rituals of Terror), as bits."""
    return _ask(states, tables, Call.RITUAL_LANDS)


def perform_ritual(states: Any, tables: Any, land: int) -> None:
    """Perform a Ritual in a land where it can be."""
    _ask(states, tables, Call.PERFORM_RITUAL, land)


def explore_step(states: Any, tables: Any) -> None:
    """The Explore step: turn up a card and explore."""
    _ask(states, tables, Call.EXPLORE_STEP)
