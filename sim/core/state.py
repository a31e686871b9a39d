"""The state of one game and the tables it is played by: two structured dtypes.

A game is one record of ``STATE``; a batch is an array of them, one for each thread.  The facts that a game needs,
compiled for one set-up, are one record of ``TABLES``.  Records cost one pointer with constant offsets, which is what
makes the kernels as fast as a C struct; the names below are attributes in kernels (``S.land[l, Row.DAHAN]``) and
fields outside (``state["land"]``).

Counts are signed bytes, sets of lands are bits of an int64.  No field may be named like a method of ``numpy.record``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.codes import (
    MAX_LANDS,
    MAX_LEVELS,
    MAX_POWERS,
    MAX_SPIRITS,
    N_COL,
    N_COND,
    N_COUNTER,
    N_MASK,
    N_ROW,
    N_RULES,
    N_SPIRIT,
)
from sim.core.features import FIRST_OUTLOOK, N_OUTLOOK

MAX_TRIALS = 4
"""Trials that may be open inside each other."""
JOURNAL = 160
MAX_OWNED = 40
MAX_DECK = 64
MAX_CANDIDATES = 1024
MAX_SETS = 64
"""Sets of cards a policy weighs at a time: those of its six best."""
MAX_PLANS = 48
MAX_TRACE = 6000
MAX_SCRIPT = 256
MAX_CODE = 1536
MAX_CONDITIONS = 256
MAX_TRACK = 12
MAX_OPTIONS = 8
MAX_INNATES = 4
MAX_FEAR_CARDS = 32
MAX_INVADER_CARDS = 24
MAX_STANDING = 16
MAX_BOARDS = 4
MAX_RANGE = 12
N_STREAMS = 6
N_WEIGHTS = FIRST_OUTLOOK + N_OUTLOOK
"""Those of ``Weight``, then those of ``Outlook``."""
FIRST_SCRATCH = "land_value"
"""First field of ``STATE`` that is no part of the game itself: what policies and traces make of it."""

STATE = np.dtype(
    [
        ("land", "i1", (MAX_LANDS, N_ROW)),  # one row of Row columns for each land
        ("mask", "i8", (N_MASK,)),  # sets of lands, by Mask
        ("counter", "i2", (N_COUNTER,)),  # numbers of the island, by Counter
        ("spirit", "i2", (MAX_SPIRITS, N_SPIRIT)),  # numbers of each seat, by Spirit
        (
            "worth",
            "f8",
            (6,),
        ),  # off-board gain of trials; prices of blight, explorer, town, city, fear (policies/value.py)
        # cards
        ("card_place", "i1", (MAX_POWERS,)),  # Place of each power card
        ("owned", "i2", (MAX_SPIRITS, MAX_OWNED)),  # cards of each seat: hand, in play, discard
        ("used", "i1", (MAX_POWERS,)),  # uses of each power this turn
        ("made_fast", "i1", (MAX_POWERS,)),  # slow powers that are fast this turn
        ("deck", "i2", (4, MAX_DECK)),  # by Deck: cards in order, top first
        ("pile", "i2", (2, MAX_DECK)),  # discards of the minor and of the major deck
        ("shown", "i2", (8,)),  # cards the last gain showed and did not keep
        ("pending", "i2", (8, 2)),  # gains ordered by the power in use: seat, Gain
        ("standing", "i2", (MAX_STANDING, 2)),  # standing fear effects: bits of Action, condition
        # chance
        ("rng", "u8", (N_STREAMS,)),  # state of each Stream
        ("table", "i8"),  # which of the tables the game is played by, where its boards are drawn
        # what is remembered of powers on the board as it stands
        ("card_gain", "f8", (MAX_POWERS,)),  # gain of each card this round
        ("innate_gain", "f8", (MAX_SPIRITS, 4, 16)),  # best gain of each innate power by set of levels
        ("gain_target", "i2", (MAX_POWERS,)),  # target of the best gain last found
        ("land_value", "f8", (MAX_LANDS,)),  # value of each land not in Mask.STALE
        ("potential", "f8", (MAX_LANDS,)),  # what its value would gain if all invaders were destroyed
        ("cascade_price", "f8", (MAX_LANDS,)),  # cost of the cheapest cascade out of each blighted land
        ("cascade_tokens", "i2", (MAX_LANDS,)),  # blight it takes
        ("move_value", "f8", (MAX_LANDS, 8)),  # change by one piece more (by kind) or less (4 + kind), where known
        ("move_known", "u1", (MAX_LANDS,)),  # which of those are known, as bits
        ("hit_score", "f8", (3,)),  # scratch of damage: best value if a kind is among those destroyed
        ("place_value", "f8", (MAX_LANDS,)),  # scratch of growth: worth of presence in each land
        ("feature", "f8", (N_OUTLOOK,)),  # by Outlook, filled by ``read_outlook``
        ("supply", "f8", (8,)),  # scratch of the outlook: elements that a seat may expect in a round
        ("preparing", "i8"),  # power used to prepare another one, so that as many dahan as may be come; -1 for none
        ("sure", "i8"),  # 1: a copy on which the future is tried; every answer is the best one
        ("plan", "i8", (MAX_PLANS,)),  # plans that are compared, and what is known of each
        ("plan_total", "f8", (MAX_PLANS,)),
        ("plan_samples", "i8", (MAX_PLANS,)),
        ("hint_track", "i8"),  # the source and the land of the next presence that growth adds, -1 for none
        ("hint_land", "i8"),
        ("hint_deck", "i8"),  # the deck of the next gain
        ("hint_bonus", "f8"),  # by how much they are better than what greedy would choose
        # the journal of trials: rows as they were, and whole copies of the small blocks
        ("journal_top", "i8"),
        ("journal_index", "i1", (JOURNAL,)),
        ("journal_row", "i1", (JOURNAL, N_ROW)),
        ("frame_top", "i8", (MAX_TRIALS,)),
        ("frame_mask", "i8", (MAX_TRIALS, N_MASK)),
        ("frame_counter", "i2", (MAX_TRIALS, N_COUNTER)),
        ("frame_spirit", "i2", (MAX_TRIALS, MAX_SPIRITS, N_SPIRIT)),
        ("frame_worth", "f8", (MAX_TRIALS,)),
        ("frame_value", "f8", (MAX_TRIALS, MAX_LANDS)),
        # decisions
        ("cand_top", "i8"),
        ("cand", "i4", (MAX_CANDIDATES,)),  # stack of the answers now on offer
        ("score", "f8", (MAX_CANDIDATES,)),
        ("trace_on", "i8"),  # 1: what happens and every choice between answers; 2: decisions with a single answer too
        ("trace_top", "i8"),
        ("trace", "i4", (MAX_TRACE, 5)),  # Event, a, b, c, d
        ("trace_value", "f8", (MAX_TRACE,)),
        ("script_top", "i8"),
        ("script", "i4", (MAX_SCRIPT, 3)),  # Answer kind, value, 1 once used
        ("script_moves", "i8"),  # pieces a scripted "up to" has still to move, -1 for no such answer
        ("script_fault", "i8"),  # decision kind + 1 whose scripted answer was not legal
        ("gain_value", "f8", (MAX_POWERS,)),  # scratch of the card choice: best gain of each card
        ("gain_fresh", "i1", (MAX_POWERS,)),  # 1: the gain is that of the board as it stands
        ("gain_levels", "i2", (MAX_POWERS,)),
        ("land_gain", "f8", (MAX_POWERS, MAX_LANDS)),  # gain of each power on each target, ...
        ("land_gain_known", "i8", (MAX_POWERS,)),  # ... where known (bits), ...
        ("land_gain_levels", "i2", (MAX_POWERS,)),  # ... with this set of levels
        ("set_elements", "i8", (MAX_SETS,)),  # scratch of the card choice: sums over each set of cards
        ("set_cost", "i8", (MAX_SETS,)),
        ("set_gain", "f8", (MAX_SETS,)),
    ],
    align=True,
)

TABLES = np.dtype(
    [
        ("n_lands", "i8"),
        ("n_spirits", "i8"),
        ("n_boards", "i8"),
        ("adjacent", "i8", (MAX_LANDS,)),  # lands that touch each land
        ("reach", "i8", (MAX_RANGE, MAX_LANDS)),  # lands within so many steps of each land, itself included
        ("terrain", "i1", (MAX_LANDS,)),
        ("board", "i1", (MAX_LANDS,)),
        ("board_lands", "i8", (MAX_BOARDS,)),
        ("terrain_lands", "i8", (32,)),  # lands of each set of terrains (bits of 1 << Terrain), oceans as wetland too
        ("coastal", "i8"),  # oceans included
        ("all_lands", "i8"),  # oceans left out
        ("oceans", "i8"),  # oceans that may come into play
        ("ocean_of", "i1", (MAX_BOARDS,)),  # ocean of each board, -1 if oceans never come into play
        ("ocean_seat", "i8"),  # seat that brings them into play, -1
        ("inner", "i8"),  # inner lands that must not be built on, none without that rule
        ("losing_lands", "i8"),  # 1 if towns and cities in a land can lose the game at once
        ("setup_choice", "i8", (MAX_SPIRITS,)),  # lands of which one gets a presence at set-up, 0 for no such choice
        ("setup_land", "i1", (MAX_LANDS, N_ROW)),  # printed pieces and starting presence
        ("blight_pool", "i8"),
        ("blight_flip", "i8"),  # blight that the back of the blight card brings, 0 without card
        ("blight_back", "i8"),  # the same as far as players know: the mean where the card is drawn
        ("n_backs", "i8"),  # tables in a row that differ in the back of the blight card only
        ("blighted_start", "i8"),  # what a blighted island does at the start of each invader phase
        ("blighted_end", "i8"),
        ("fear_pool", "i8"),
        ("fear_deck_size", "i8"),
        ("terror_after", "i8", (3,)),  # fear cards earned that bring terror level 2, 3, and victory
        ("difficulty", "i8"),  # official difficulty of adversary and scenario
        ("rule", "i2", (N_RULES,)),  # by Rule
        ("health", "i1", (4,)),  # by Piece, explorer to dahan
        ("damage", "i1", (4,)),  # the same: damage dealt in a ravage
        ("option", "i1", (8,)),
        ("policy", "i8"),
        ("temperature", "f8"),
        ("weight", "f8", (N_WEIGHTS,)),  # of the players together: the means of those of their spirits
        ("own_weight", "f8", (MAX_SPIRITS, N_WEIGHTS)),  # by seat
        # invader cards
        ("n_invader_cards", "i8"),
        ("invader_lands", "i8", (MAX_INVADER_CARDS,)),
        ("invader_stage", "i1", (MAX_INVADER_CARDS,)),
        ("invader_flag", "i1", (MAX_INVADER_CARDS,)),  # carries the stage II action
        ("deck_stage", "i1", (16,)),  # stage of each card of the invader deck, top first
        ("deck_size", "i8"),
        ("escalation_start", "i8"),
        ("escalation_end", "i8"),
        # fear cards
        ("n_fear_cards", "i8"),
        ("fear_start", "i2", (MAX_FEAR_CARDS, 3)),
        ("fear_end", "i2", (MAX_FEAR_CARDS, 3)),
        # effect programs
        ("code", "i2", (MAX_CODE, N_COL)),
        ("cond", "i2", (MAX_CONDITIONS, N_COND)),
        ("cond_start", "i2", (MAX_CONDITIONS,)),
        ("cond_end", "i2", (MAX_CONDITIONS,)),
        # powers: cards first, then innates
        ("n_powers", "i8"),
        ("n_cards", "i8"),
        ("power_deck", "i1", (MAX_POWERS,)),  # Cards
        ("power_cost", "i1", (MAX_POWERS,)),  # as printed
        ("power_price", "i1", (MAX_POWERS,)),  # energy paid; negative where playing it gives energy
        ("power_speed", "i1", (MAX_POWERS,)),
        ("power_fast_need", "i8", (MAX_POWERS,)),  # packed elements that let a slow power be used as fast, -1 for none
        ("power_element", "i1", (MAX_POWERS, 8)),
        ("power_packed", "i8", (MAX_POWERS,)),  # the same, one byte for each element
        ("power_target", "i1", (MAX_POWERS,)),  # TargetKind
        ("power_who", "i1", (MAX_POWERS,)),  # Who may be targeted
        ("power_sacred", "i1", (MAX_POWERS,)),  # 1: range counted from sacred sites
        ("power_source", "i1", (MAX_POWERS,)),  # terrains the range may be counted from, 0 for any
        ("power_range", "i1", (MAX_POWERS,)),
        ("power_where", "i8", (MAX_POWERS,)),  # lands whose terrain and coast fit
        ("power_needs", "i2", (MAX_POWERS,)),  # bits of Where
        ("power_start", "i2", (MAX_POWERS,)),
        ("power_end", "i2", (MAX_POWERS,)),
        ("power_traits", "i2", (MAX_POWERS,)),
        ("power_useful", "i2", (MAX_POWERS,)),
        ("n_levels", "i1", (MAX_POWERS,)),
        ("level_need", "i1", (MAX_POWERS, MAX_LEVELS, 8)),
        ("level_packed", "i8", (MAX_POWERS, MAX_LEVELS)),  # the same, one byte for each element
        ("level_mode", "i1", (MAX_POWERS, MAX_LEVELS)),
        ("level_start", "i2", (MAX_POWERS, MAX_LEVELS)),
        ("level_end", "i2", (MAX_POWERS, MAX_LEVELS)),
        ("level_range", "i1", (MAX_POWERS, MAX_LEVELS)),  # range while the level is reached, -1: as printed
        ("level_closed", "i1", (MAX_POWERS, 16)),  # 1: this set of levels can be had by holding back elements
        ("minor_size", "i8"),
        ("minor_card", "i2", (MAX_DECK,)),
        ("major_size", "i8"),
        ("major_card", "i2", (MAX_DECK,)),
        # spirits, by seat
        ("hooks", "i8", (MAX_SPIRITS,)),  # bits of 1 << Hook
        ("sacred_need", "i1", (MAX_SPIRITS, MAX_LANDS)),  # presence that makes a land a sacred site
        ("heat_seat", "i8"),  # seat whose sacred sites lower the health of invaders, -1
        ("start_energy", "i1", (MAX_SPIRITS,)),
        ("track_length", "i1", (MAX_SPIRITS, 2)),  # spaces, the open first one included
        ("track_number", "i1", (MAX_SPIRITS, 2, MAX_TRACK)),  # energy or plays printed on a space, 0 for none
        ("track_element", "i1", (MAX_SPIRITS, 2, MAX_TRACK)),  # -1 for none, 8 for any
        ("track_reclaim", "i1", (MAX_SPIRITS, 2, MAX_TRACK)),  # cards taken back each turn
        ("n_growth", "i1", (MAX_SPIRITS,)),
        ("growth_start", "i2", (MAX_SPIRITS, MAX_OPTIONS)),
        ("growth_end", "i2", (MAX_SPIRITS, MAX_OPTIONS)),
        ("n_unique", "i1", (MAX_SPIRITS,)),
        ("unique", "i2", (MAX_SPIRITS, 8)),
        ("n_innates", "i1", (MAX_SPIRITS,)),
        ("innate", "i2", (MAX_SPIRITS, MAX_INNATES)),
        ("element_need", "f8", (MAX_SPIRITS, 8)),  # how much the innates of a seat want each element, 0 to 1
        ("progression_size", "i1", (MAX_SPIRITS,)),
        ("progression", "i2", (MAX_SPIRITS, 12)),
    ],
    align=True,
)


def new_states(n: int) -> Any:
    """States of ``n`` games, zeroed, and one more; each thread has an array of its own.

    Returns
    -------
    numpy.ndarray of STATE, shape (n + 1,)
        The last one is for policies that try the future on a copy of the game.
        With ``NUMBA_DISABLE_JIT`` a record array, so that kernels run as plain Python may use attributes.
    """
    return as_records(np.zeros(n + 1, dtype=STATE))


def as_records(array: np.ndarray[Any, Any]) -> Any:
    """The same memory, with attribute access when kernels run uncompiled."""
    import numba

    return array.view(np.recarray) if numba.config.DISABLE_JIT else array
