"""Growth: one option of the panel, its actions in any order (RULES 4)."""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import (
    Col,
    Counter,
    Decision,
    Event,
    Flag,
    Hook,
    Mask,
    Op,
    Piece,
    Place,
    Row,
    Spirit,
    Weight,
)
from sim.core.jit import kernel
from sim.kernels.cards import card_fit, count_cards, place_of, reclaim_all, reclaim_one
from sim.kernels.conditions import lands_where
from sim.kernels.decide import decide, offer, prefer, scores_wanted
from sim.kernels.energy import change_energy
from sim.kernels.gains import gain_next, score_deck
from sim.kernels.moves import price_presence, push
from sim.kernels.places import choose_presence_land
from sim.kernels.presence import move_presence
from sim.kernels.reach import lands_in_reach, lands_to_hold
from sim.kernels.trace import tell
from sim.kernels.tracks import choose_source, covered, may_regrow, put_from, track_value

STIFF_WIND_KINDS = (1 << Piece.EXPLORER) | (1 << Piece.DAHAN)
DEAREST = 9
"""No card costs more."""
TAKE_BACK = 8
"""``Decision.GROWTH_ACTION`` code of taking back a card by a space of a track; -1 leaves it."""


@kernel
def growth_lands(S, T, pc, seat):
    """Lands where a growth action may put presence: within its range of own presence, of the kind it asks for.

    No growth puts presence into an ocean but Ocean's own action for that.
    """
    if T.code[pc, Col.OP] == Op.ADD_TO_OCEAN:
        return T.oceans
    near = lands_in_reach(T, S.mask[Mask.PRESENCE + seat] & S.mask[Mask.LANDS], T.code[pc, Col.A]) & T.all_lands
    return lands_to_hold(S, T, seat, lands_where(S, T, near, T.code[pc, Col.B], seat, seat))


@kernel
def puts_presence(T, pc):
    """Whether a growth action adds a presence."""
    op = T.code[pc, Col.OP]
    return op == Op.PLACE_PRESENCE or op == Op.ADD_TO_OCEAN


@kernel
def place_score(S, T, seat, land, near):
    """What greedy thinks presence in a land is worth: the land's value, what comes within reach, being at the front.

    Parameters
    ----------
    near : int
        Lands already within 1 of own presence, as bits.
    """
    score = price_presence(S, T, land, seat, 1)
    score += T.own_weight[seat, Weight.REACH] * size(T.reach[1, land] & ~near & S.mask[Mask.INVADERS])
    if S.land[land, Row.PRESENCE + seat] == 0 and S.mask[Mask.INVADERS] >> land & 1 == 1:
        score += T.own_weight[seat, Weight.FRONT]
    if T.hooks[seat] >> Hook.AFTER_GROWTH_PRESENCE & 1 == 1 and S.land[land, Row.EXPLORER] > 0:
        score += S.worth[2]
    return score


@kernel
def score_places(S, T, seat):
    """Score presence in every land that a growth option can reach, once for all. Changes ``S.place_value``."""
    lands = 0
    for option in range(T.n_growth[seat]):
        for pc in range(T.growth_start[seat, option], T.growth_end[seat, option]):
            if puts_presence(T, pc):
                lands |= growth_lands(S, T, pc, seat)
    near = lands_in_reach(T, S.mask[Mask.PRESENCE + seat], 1)
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        S.place_value[land] = place_score(S, T, seat, land, near)


@kernel
def best_place(S, T, seat, pc):
    """Best of ``S.place_value`` over the lands a growth action allows, 0 if there is none."""
    lands = growth_lands(S, T, pc, seat)
    if lands == 0:
        return 0.0
    best = -1e9
    while lands != 0:
        best = max(best, S.place_value[lowest(lands)])
        lands &= lands - 1
    return best


@kernel
def place_presence(S, T, seat, pc):
    """Growth action: add presence from a track or from the island, within range; Whirlwind may push from there."""
    lands = growth_lands(S, T, pc, seat)
    if lands == 0:
        return
    regrow = 0
    if may_regrow(S, T, seat):
        regrow = 1
    source = choose_source(S, T, seat, regrow)
    if source < 0:
        return
    near = lands_in_reach(T, S.mask[Mask.PRESENCE + seat], 1)
    base = S.cand_top
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = place_score(S, T, seat, land, near)
        offer(S, land, score)
    if S.hint_land >= 0:
        prefer(S, base, S.hint_land, S.hint_bonus)
    land = decide(S, T, Decision.LAND, seat, base)
    S.hint_track = -1
    S.hint_land = -1
    put_from(S, T, seat, land, source)
    if T.hooks[seat] >> Hook.AFTER_GROWTH_PRESENCE & 1 == 1:
        S.counter[Counter.ACTOR] = seat
        push(S, T, land, 1, STIFF_WIND_KINDS, Flag.UPTO, seat)
        S.counter[Counter.ACTOR] = -1


@kernel
def move_by_ocean(S, T, seat, board, into):
    """Growth action of Ocean on one board: a presence next to its ocean moves into it, or one of it to the coast.

    Parameters
    ----------
    into : bool
        Whether presence goes into the ocean.
    """
    ocean = np.int64(T.ocean_of[board])
    lands = T.adjacent[ocean]
    if into:
        lands &= S.mask[Mask.PRESENCE + seat]
    elif S.land[ocean, Row.PRESENCE + seat] == 0:
        lands = 0
    if lands == 0:
        return
    change = 1
    if into:
        change = -1
    land = choose_presence_land(S, T, Decision.LAND, seat, lands, change)
    if into:
        move_presence(S, T, land, ocean, seat)
    else:
        move_presence(S, T, ocean, land, seat)


@kernel
def cards_at(S, T, seat, place, price):
    """Cards of a seat in a place that cost so much; those of price 0 include any that cost less."""
    n = 0
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = S.owned[seat, i]
        if S.card_place[card] == place_of(seat, place) and max(0, T.power_price[card]) == price:
            n += 1
    return n


@kernel
def fill_value(S, T, seat, back, gained, energy, plays):
    """Worth of the cards a hand can play this round, and by half of those it can play in the next.

    Parameters
    ----------
    back : bool
        Whether the discard is in the hand too.
    gained : int
        Cards not yet known that join the hand; they are taken to cost 1.
    energy : int
        Energy there is to pay for cards.
    plays : int
        Card plays.
    """
    now = 0
    total = 0
    for price in range(DEAREST + 1):
        n = cards_at(S, T, seat, Place.HAND, price)
        if back:
            n += cards_at(S, T, seat, Place.DISCARD, price)
        if price == 1:
            n += gained
        total += n
        n = min(n, plays - now)
        if price > 0:
            n = min(n, energy // price)
        now += n
        energy -= n * price
    if total == 0:
        return -T.own_weight[seat, Weight.HAND_EMPTY]
    later = min(total - now, plays)
    later = min(later, 1 + energy + S.spirit[seat, Spirit.INCOME])
    return T.own_weight[seat, Weight.CARD_PLAY_EMPTY] * (now + 0.5 * later)


@kernel
def reclaim_score(S, T, seat):
    """Worth of having the cards of the discard nearer to use, apart from the plays they fill."""
    value = 0.0
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = S.owned[seat, i]
        if S.card_place[card] == place_of(seat, Place.DISCARD):
            value += 0.3 * max(0.0, card_fit(S, T, seat, card))
    return value


@kernel
def growth_action_score(S, T, seat, pc, placed):
    """Worth of one growth action apart from the card plays it lets the hand fill.

    ``placed`` presence actions of the same option came before it.
    """
    op = T.code[pc, Col.OP]
    if op == Op.RECLAIM:
        return reclaim_score(S, T, seat)
    if op == Op.RECLAIM_ONE:
        return min(1.0, reclaim_score(S, T, seat))
    if op == Op.CARD_PLAYS or op == Op.GATHER_TO_OCEANS or op == Op.PUSH_FROM_OCEANS:
        return 0.0
    if puts_presence(T, pc):
        track = max(track_value(S, T, seat, 0), track_value(S, T, seat, 1))
        if covered(S, T, seat, 0) + covered(S, T, seat, 1) == 0:
            return 0.0
        return (track + best_place(S, T, seat, pc)) * (1.0 - 0.15 * placed)
    if op == Op.GAIN:
        return max(score_deck(S, T, seat, 0), score_deck(S, T, seat, 1))
    spare = max(0, S.spirit[seat, Spirit.ENERGY] - 6)
    return T.own_weight[seat, Weight.ENERGY] * T.code[pc, Col.AMOUNT] / (1.0 + 0.3 * spare)


@kernel
def growth_score(S, T, seat, option):
    """Worth of a growth option: the sum over its actions, and the card plays that they let the hand fill together."""
    value = 0.0
    placed = 0
    back = False
    gained = 0
    energy = S.spirit[seat, Spirit.ENERGY] + S.spirit[seat, Spirit.INCOME]
    plays = S.spirit[seat, Spirit.PLAYS]
    for pc in range(T.growth_start[seat, option], T.growth_end[seat, option]):
        value += growth_action_score(S, T, seat, pc, placed)
        op = T.code[pc, Col.OP]
        if puts_presence(T, pc):
            placed += 1
        elif op == Op.RECLAIM:
            back = True
        elif op == Op.GAIN or op == Op.RECLAIM_ONE:
            gained += 1
        elif op == Op.ENERGY:
            energy += T.code[pc, Col.AMOUNT]
        elif op == Op.CARD_PLAYS:
            plays += T.code[pc, Col.AMOUNT]
    return value + fill_value(S, T, seat, back, gained, energy, plays)


@kernel
def growth_action(S, T, seat, pc):
    """Do one growth action."""
    op = T.code[pc, Col.OP]
    if op == Op.RECLAIM:
        reclaim_all(S, T, seat)
    elif op == Op.RECLAIM_ONE:
        reclaim_one(S, T, seat)
    elif op == Op.CARD_PLAYS:
        S.spirit[seat, Spirit.EXTRA_PLAYS] += T.code[pc, Col.AMOUNT]
    elif puts_presence(T, pc):
        place_presence(S, T, seat, pc)
    elif op == Op.GAIN:
        gain_next(S, T, seat)
    else:
        change_energy(S, T, seat, T.code[pc, Col.AMOUNT])


@kernel
def action_rank(T, pc):
    """The order greedy takes growth actions in: hand and board first, so that the gain can look at them."""
    op = T.code[pc, Col.OP]
    if op == Op.RECLAIM or op == Op.RECLAIM_ONE:
        return 4.0
    if puts_presence(T, pc):
        return 3.0
    if op == Op.ENERGY:
        return 2.0
    return 1.0


@kernel
def may_take_back(S, T, seat):
    """Whether a space of a track lets the spirit take back a discarded card, once each turn."""
    if S.spirit[seat, Spirit.RECLAIM_SPACES] <= S.spirit[seat, Spirit.RECLAIMED]:
        return False
    return count_cards(S, T, seat, Place.DISCARD) > 0


@kernel
def do_growth(S, T, seat, pc, boards):
    """Do a growth action; one that is done for each ocean is done for the next of them.

    Parameters
    ----------
    boards : int
        Boards done so far of such an action.

    Returns
    -------
    bool
        Whether the action is done.
    """
    op = T.code[pc, Col.OP]
    if op == Op.GATHER_TO_OCEANS or op == Op.PUSH_FROM_OCEANS:
        move_by_ocean(S, T, seat, boards, op == Op.GATHER_TO_OCEANS)
        return boards + 1 >= T.n_boards
    growth_action(S, T, seat, pc)
    return True


@kernel
def grow_by(S, T, seat, option):
    """Do all actions of a growth option, in an order the player chooses.

    Each ocean is an action of its own, and so is taking back a card by a space of a track, which may be left.
    """
    tell(S, Event.GROWTH, seat, option, 0, 0)
    start = T.growth_start[seat, option]
    n = T.growth_end[seat, option] - start
    left = (1 << n) - 1
    boards = 0
    while left != 0 or may_take_back(S, T, seat):
        base = S.cand_top
        bits = left
        while bits != 0:
            action = lowest(bits)
            bits &= bits - 1
            offer(S, action, action_rank(T, start + action))
        if may_take_back(S, T, seat):
            offer(S, TAKE_BACK, 0.5)
            if left == 0:
                offer(S, -1, 0.0)
        action = decide(S, T, Decision.GROWTH_ACTION, seat, base)
        if action < 0:
            return
        if action == TAKE_BACK:
            S.spirit[seat, Spirit.RECLAIMED] += 1
            reclaim_one(S, T, seat)
        elif do_growth(S, T, seat, start + action, boards >> (4 * action) & 15):
            left &= ~(1 << action)
        else:
            boards += 1 << (4 * action)


@kernel
def grow(S, T, seat):
    """Choose a growth option and do it."""
    if scores_wanted(S, T):
        score_places(S, T, seat)
    base = S.cand_top
    for option in range(T.n_growth[seat]):
        score = 0.0
        if scores_wanted(S, T):
            score = growth_score(S, T, seat, option)
        offer(S, option, score)
    grow_by(S, T, seat, decide(S, T, Decision.GROWTH, seat, base))
