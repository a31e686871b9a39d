"""The round, phase by phase (RULES 3), and the set-up before the first (RULES 2)."""

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
    DefeatCause,
    Event,
    Mask,
    Option,
    Outcome,
    Phase,
    Row,
    Speed,
    Spirit,
    Stream,
)
from sim.core.jit import kernel
from sim.core.rng import draw, seed_streams, shuffle_deck
from sim.kernels.build import build
from sim.kernels.cards import discard_played, keep_cards, set_up_decks
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.explore import explore
from sim.kernels.finish import finish_action, over
from sim.kernels.growth import grow
from sim.kernels.lines import change_energy
from sim.kernels.pieces import heal, touch
from sim.kernels.power_damage import flush_pool
from sim.kernels.powers import clear_registers
from sim.kernels.presence import read_tracks, recount
from sim.kernels.program import run
from sim.kernels.ravage import ravage
from sim.kernels.trace import tell
from sim.kernels.uses import UNTRIED, power_phase
from sim.policies.plays import play_cards
from sim.policies.value import price_land, price_pieces

# ------------------------------------------------------------------------------------------------- set-up


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
        S.made_fast[power] = 0
        S.gain_value[power] = UNTRIED
    for i in range(S.worth.shape[0]):
        S.worth[i] = 0.0
    S.journal_top = 0
    S.cand_top = 0
    S.trace_top = 0
    S.script_top = 0
    S.script_moves = -1
    S.script_fault = 0


@kernel
def set_up_fear(S, T):
    """Shuffle the fear cards; the first nine (the last divider's number) are the fear deck."""
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


@kernel
def set_up_island(S, T):
    """Printed pieces, starting presence, blight pool, tracks, energy, cards."""
    for land in range(T.n_lands):
        for column in range(N_ROW):
            S.land[land, column] = T.setup_land[land, column]
    S.counter[Counter.BLIGHT_POOL] = T.blight_pool
    S.counter[Counter.ACTOR] = -1
    S.counter[Counter.THAT_LAND] = -1
    for seat in range(T.n_spirits):
        read_tracks(S, T, seat)
        S.spirit[seat, Spirit.ENERGY] = T.start_energy[seat]
        for element in range(8):
            S.spirit[seat, Spirit.ELEMENT + element] = S.spirit[seat, Spirit.TRACK_ELEMENT + element]
    recount(S, T)
    set_up_decks(S, T)


@kernel
def due_lands(S, T):
    """Note which lands the cards in the slots speak of, for the value function. Changes ``S.mask``."""
    ravage_card = S.counter[Counter.RAVAGE_CARD]
    build_card = S.counter[Counter.BUILD_CARD]
    S.mask[Mask.RAVAGE_DUE] = 0
    S.mask[Mask.BUILD_DUE] = 0
    if ravage_card >= 0:
        S.mask[Mask.RAVAGE_DUE] = T.invader_lands[ravage_card]
    if build_card >= 0:
        S.mask[Mask.BUILD_DUE] = T.invader_lands[build_card]
    S.mask[Mask.NEXT_RAVAGE] = S.mask[Mask.BUILD_DUE]
    price_pieces(S, T)


@kernel
def set_up(S, T, seed, game):
    """Set up a game and do the invaders' first action: an Explore, whose card moves to the Build slot."""
    clear_state(S)
    seed_streams(S, seed, game)
    set_up_fear(S, T)
    set_up_invaders(S, T)
    set_up_island(S, T)
    card = S.deck[Deck.INVADER, 0]
    S.counter[Counter.INVADER_NEXT] = 1
    tell(S, Event.INVADER_CARD, card, 0, 0, 0)
    explore(S, T, T.invader_lands[card])
    S.counter[Counter.BUILD_CARD] = card
    S.counter[Counter.ROUND] = 1
    S.counter[Counter.PHASE] = Phase.SPIRIT
    due_lands(S, T)


# ------------------------------------------------------------------------------------------------- spirits


@kernel
def spirit_phase(S, T):
    """Growth, energy, cards: spirit by spirit, all growth before any card so that powers see every presence."""
    price_pieces(S, T)
    for seat in range(T.n_spirits):
        grow(S, T, seat)
        finish_action(S, T)
        if over(S):
            return
    for seat in range(T.n_spirits):
        change_energy(S, T, seat, S.spirit[seat, Spirit.INCOME])
    for seat in range(T.n_spirits):
        play_cards(S, T, seat)


# ------------------------------------------------------------------------------------------------ invaders


@kernel
def fear_card(S, T, card):
    """Resolve a fear card at the terror level now in force."""
    terror = S.counter[Counter.TERROR]
    tell(S, Event.FEAR_CARD, card, terror, 0, 0)
    clear_registers(S, T, -1)
    run(S, T, T.fear_start[card, terror - 1], T.fear_end[card, terror - 1], -1, -1, -1)
    flush_pool(S, T)
    finish_action(S, T)


@kernel
def fear_step(S, T):
    """Resolve the fear cards earned, first earned first; those earned meanwhile come last."""
    while S.counter[Counter.FEAR_RESOLVED] < S.counter[Counter.FEAR_EARNED] and not over(S):
        card = S.deck[Deck.FEAR, S.counter[Counter.FEAR_RESOLVED]]
        S.counter[Counter.FEAR_RESOLVED] += 1
        price_pieces(S, T)
        fear_card(S, T, card)


@kernel
def choose_order(S, T, lands):
    """Which land of an invader action comes next; those where nothing can happen are not asked for."""
    base = S.cand_top
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scores_wanted(S, T):
            score = price_land(S, T, land) - 0.01 * land
        offer(S, land, score)
    return decide(S, T, Decision.ORDER, -1, base)


@kernel
def ravage_lands(S, T, lands):
    """Ravage in these lands, one by one in the order the players choose; the end of the game is checked after each."""
    S.mask[Mask.RAVAGE_DUE] |= lands
    price_pieces(S, T)
    lands &= S.mask[Mask.INVADERS]
    while lands != 0 and not over(S):
        land = choose_order(S, T, lands)
        lands &= ~(1 << land)
        S.mask[Mask.RAVAGE_DUE] &= ~(1 << land)
        ravage(S, T, land)
        finish_action(S, T)
    S.mask[Mask.RAVAGE_DUE] = 0
    S.mask[Mask.STALE] = T.all_lands


@kernel
def build_lands(S, T, lands):
    """Build in these lands, one by one in the order the players choose."""
    lands &= S.mask[Mask.INVADERS]
    while lands != 0 and not over(S):
        land = choose_order(S, T, lands)
        lands &= ~(1 << land)
        S.mask[Mask.BUILD_DUE] &= ~(1 << land)
        build(S, T, land)
        finish_action(S, T)
    S.mask[Mask.BUILD_DUE] = 0
    S.mask[Mask.STALE] = T.all_lands


@kernel
def escalate(S, T):
    """The printed action of a stage II card, once, when it is turned up."""
    clear_registers(S, T, -1)
    run(S, T, T.escalation_start, T.escalation_end, -1, -1, -1)


@kernel
def explore_step(S, T):
    """Turn up the next invader card, do its action, explore; without a card the players lose."""
    position = S.counter[Counter.INVADER_NEXT]
    if position >= T.deck_size:
        S.counter[Counter.DEFEAT] |= DefeatCause.TIME
        finish_action(S, T)
        return
    card = S.deck[Deck.INVADER, position]
    S.counter[Counter.INVADER_NEXT] += 1
    S.counter[Counter.EXPLORE_CARD] = card
    tell(S, Event.INVADER_CARD, card, 0, 0, 0)
    if T.invader_flag[card] == 1 and T.option[Option.STAGE_2_ACTION] == 1:
        price_pieces(S, T)
        escalate(S, T)
    explore(S, T, T.invader_lands[card])
    finish_action(S, T)


@kernel
def advance_cards(S, T):
    """Every invader card moves on: ravage to the discard, build to ravage, explore to build."""
    S.counter[Counter.RAVAGE_CARD] = S.counter[Counter.BUILD_CARD]
    S.counter[Counter.BUILD_CARD] = S.counter[Counter.EXPLORE_CARD]
    S.counter[Counter.EXPLORE_CARD] = -1
    due_lands(S, T)


@kernel
def ravage_step(S, T):
    """Ravage in the lands of the card in the slot."""
    if S.counter[Counter.RAVAGE_CARD] >= 0:
        ravage_lands(S, T, T.invader_lands[S.counter[Counter.RAVAGE_CARD]])


@kernel
def build_step(S, T):
    """Build in the lands of the card in the slot."""
    if S.counter[Counter.BUILD_CARD] >= 0:
        build_lands(S, T, T.invader_lands[S.counter[Counter.BUILD_CARD]])


# --------------------------------------------------------------------------------------------- time passes


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
    for land in range(T.n_lands):
        touch(S, land)
        heal(S, land)
        for column in range(Row.DEFEND, Row.PUSHED_HERE + 1):
            S.land[land, column] = 0
        for column in range(Row.DREAD, Row.DREAD_KILLS + 1):
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
        price_pieces(S, T)
        power_phase(S, T, Speed.FAST)
    elif phase == Phase.FEAR:
        fear_step(S, T)
    elif phase == Phase.RAVAGE:
        ravage_step(S, T)
    elif phase == Phase.BUILD:
        build_step(S, T)
    elif phase == Phase.EXPLORE:
        explore_step(S, T)
        if not over(S):
            advance_cards(S, T)
    elif phase == Phase.SLOW:
        price_pieces(S, T)
        power_phase(S, T, Speed.SLOW)
    else:
        time_passes(S, T)
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
