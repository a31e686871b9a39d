"""The set-up of a game before its first round (RULES 2), with what adversaries and scenarios make of it."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import (
    N_COUNTER,
    N_MASK,
    N_ROW,
    N_SPIRIT,
    Counter,
    Decision,
    Deck,
    Event,
    Phase,
    Piece,
    Place,
    Row,
    Rule,
    Spirit,
    Stream,
)
from sim.core.jit import kernel
from sim.core.rng import draw, seed_streams, shuffle_deck
from sim.game.invaders import advance_cards, build_step, due_lands, explore_step
from sim.kernels.cards import draw_card, own_card, set_up_decks
from sim.kernels.explore import explore
from sim.kernels.finish import over
from sim.kernels.pieces import add_pieces, invaders
from sim.kernels.places import choose_land_for, choose_presence_land
from sim.kernels.presence import change_presence, read_tracks, recount
from sim.kernels.reach import lands_to_hold
from sim.kernels.trace import tell
from sim.kernels.tracks import choose_source, put_from
from sim.kernels.uses import UNTRIED
from sim.policies.plays import UNKNOWN
from sim.policies.value import price_pieces


@kernel
def clear_scratch(S):
    """Forget what policies, scripts and traces have made of the game before."""
    for power in range(S.gain_value.shape[0]):
        S.gain_value[power] = UNTRIED
        S.land_gain_known[power] = 0
    S.journal_top = 0
    S.cand_top = 0
    S.trace_top = 0
    S.script_top = 0
    S.script_moves = -1
    S.script_fault = 0
    S.sure = 0
    S.preparing = -1
    S.hint_track = -1
    S.hint_land = -1
    S.hint_deck = -1


@kernel
def clear_state(S):
    """Empty a state of the game before."""
    for land in range(S.land.shape[0]):
        for column in range(N_ROW):
            S.land[land, column] = 0
    for i in range(N_MASK):
        S.mask[i] = 0
    for i in range(N_COUNTER):
        S.counter[i] = 0
    for seat in range(S.spirit.shape[0]):
        for i in range(N_SPIRIT):
            S.spirit[seat, i] = 0
    for power in range(S.used.shape[0]):
        S.used[power] = 0
        S.card_gain[power] = UNKNOWN
        S.made_fast[power] = 0
    for i in range(S.worth.shape[0]):
        S.worth[i] = 0.0
    clear_scratch(S)


@kernel
def set_up_fear(S, T):
    """Shuffle the fear cards; the first ones (``T.fear_deck_size``) are the fear deck."""
    for card in range(T.n_fear_cards):
        S.deck[Deck.FEAR, card] = card
    shuffle_deck(S, Deck.FEAR, Stream.FEAR, 0, T.n_fear_cards)
    S.counter[Counter.TERROR] = 1


@kernel
def stage_card(S, T, stage, barred):
    """Draw a random invader card of a stage that is not among those barred (bits)."""
    n = 0
    for card in range(T.n_invader_cards):
        if T.invader_stage[card] == stage and barred >> card & 1 == 0:
            n += 1
    skip = draw(S, Stream.INVADER, n)
    for card in range(T.n_invader_cards):
        if T.invader_stage[card] == stage and barred >> card & 1 == 0:
            if skip == 0:
                return card
            skip -= 1
    return -1


@kernel
def set_up_invaders(S, T):
    """Stack the invader deck, stage by stage, each a random card of that stage; what is left over stays unseen."""
    used = 0
    for i in range(T.deck_size):
        card = stage_card(S, T, T.deck_stage[i], used)
        used |= 1 << card
        S.deck[Deck.INVADER, i] = card
    S.counter[Counter.RAVAGE_CARD] = -1
    S.counter[Counter.BUILD_CARD] = -1
    S.counter[Counter.EXPLORE_CARD] = -1
    S.counter[Counter.EXTRA_CARD] = -1


@kernel
def set_up_island(S, T):
    """Printed pieces, starting presence, blight pool, tracks, energy, cards."""
    for land in range(T.n_lands):
        for column in range(N_ROW):
            S.land[land, column] = T.setup_land[land, column]
    S.counter[Counter.BLIGHT_POOL] = T.blight_pool
    S.counter[Counter.ACTOR] = -1
    S.counter[Counter.THAT_LAND] = -1
    S.counter[Counter.POWER] = -1
    S.counter[Counter.GAINED] = -1
    S.counter[Counter.AFTER_GAIN] = -1
    for seat in range(T.n_spirits):
        read_tracks(S, T, seat)
        S.spirit[seat, Spirit.ENERGY] = T.start_energy[seat]
        for element in range(8):
            S.spirit[seat, Spirit.ELEMENT + element] = S.spirit[seat, Spirit.TRACK_ELEMENT + element]
    recount(S, T)
    set_up_decks(S, T)


@kernel
def fewest_invaders(S, lands):
    """Those of the lands that hold the fewest invaders."""
    fewest = 999
    found = 0
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        n = invaders(S, land)
        if n < fewest:
            fewest = n
            found = 0
        if n == fewest:
            found |= 1 << land
    return found


@kernel
def royal_backing(S, T):
    """Royal Backing (Sweden 4): the top card, of the earliest stage left, is discarded; its terrain gets towns.

    One on each board, in the land with the fewest invaders.
    """
    card = S.deck[Deck.INVADER, S.counter[Counter.INVADER_NEXT]]
    S.counter[Counter.INVADER_NEXT] += 1
    tell(S, Event.DISCARDED, card, 0, 0, 0)
    for board in range(T.n_boards):
        lands = fewest_invaders(S, T.invader_lands[card] & T.board_lands[board])
        if lands == 0:
            continue
        land = choose_land_for(S, T, Decision.LAND, -1, lands, Piece.TOWN)
        add_pieces(S, land, Row.TOWN_0, 1)
        tell(S, Event.ADDED, Piece.TOWN, land, 1, 0)


@kernel
def settle_heart(S, T, seat, land):
    """Guard the Isle's Heart: a presence from a track comes to an inner land, or as near to it as may be."""
    for steps in range(T.reach.shape[0]):
        lands = lands_to_hold(S, T, seat, T.reach[steps, land] & T.board_lands[T.board[land]] & T.all_lands)
        if lands != 0:
            land = choose_presence_land(S, T, Decision.LAND, seat, lands, 1)
            put_from(S, T, seat, land, choose_source(S, T, seat, 0))
            return


@kernel
def guard_heart(S, T):
    """The set-up of Guard the Isle's Heart: no towns, explorers and presence in the inner lands."""
    for land in range(T.n_lands):
        for variant in range(Row.TOWN_0, Row.TOWN_2 + 1):
            n = S.land[land, variant]
            if n > 0:
                add_pieces(S, land, variant, -n)
    lands = T.inner
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        add_pieces(S, land, Row.EXPLORER, 1)
        tell(S, Event.ADDED, Piece.EXPLORER, land, 1, 0)
        seat = T.board[land]
        if seat < T.n_spirits:
            settle_heart(S, T, seat, land)


@kernel
def give_powers(S, T):
    """Each spirit starts with a minor and a major power from the top of the decks; nothing is forgotten."""
    for seat in range(T.n_spirits):
        for deck in range(2):
            card = draw_card(S, T, deck)
            if card >= 0:
                own_card(S, seat, card, Place.HAND)
                tell(S, Event.GAIN_CARD, card, seat, -1, 0)


@kernel
def start_more(S, T):
    """Blitz: the invaders take one more set of actions, a Build and an Explore, before the first round."""
    due_lands(S, T)
    build_step(S, T)
    explore_step(S, T)
    if not over(S):
        advance_cards(S, T)


@kernel
def set_pieces(S, T, seed, game):
    """Shuffle the decks and put the pieces on the island; the invaders have not acted yet."""
    clear_state(S)
    seed_streams(S, seed, game)
    set_up_fear(S, T)
    set_up_invaders(S, T)
    set_up_island(S, T)
    price_pieces(S, T)
    for seat in range(T.n_spirits):
        if T.setup_choice[seat] != 0:
            land = choose_presence_land(S, T, Decision.LAND, seat, T.setup_choice[seat], 1)
            change_presence(S, T, land, seat, 1)
    S.counter[Counter.ROUND] = 1
    S.counter[Counter.PHASE] = Phase.SPIRIT


@kernel
def set_position(S, T, seed, game):
    """Set up the island of a position: a game in which the invaders have not acted yet."""
    set_pieces(S, T, seed, game)
    if T.rule[Rule.INNER_LANDS] != 0:
        guard_heart(S, T)


@kernel
def set_up(S, T, seed, game):
    """Set up a game and do the invaders' first action: an Explore, whose card moves to the Build slot."""
    set_pieces(S, T, seed, game)
    card = S.deck[Deck.INVADER, 0]
    S.counter[Counter.INVADER_NEXT] = 1
    tell(S, Event.INVADER_CARD, card, 0, 0, 0)
    explore(S, T, T.invader_lands[card])
    S.counter[Counter.BUILD_CARD] = card
    if T.rule[Rule.ROYAL_BACKING] != 0:
        royal_backing(S, T)
    if T.rule[Rule.EXTRA_START] != 0:
        start_more(S, T)
    if T.rule[Rule.INNER_LANDS] != 0:
        guard_heart(S, T)
    if T.rule[Rule.GIVEN_POWERS] != 0:
        give_powers(S, T)
    due_lands(S, T)
