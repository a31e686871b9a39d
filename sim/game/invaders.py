"""The invader phase: its slots and cards, step by step (RULES 6)."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, Deck, DefeatCause, Event, Mask, Option, Rule
from sim.core.jit import kernel
from sim.kernels.build import build
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.explore import explore
from sim.kernels.fear_cards import fear_step
from sim.kernels.finish import finish_action, over
from sim.kernels.pieces import near_builds
from sim.kernels.power_damage import flush_pool
from sim.kernels.powers import clear_registers
from sim.kernels.program import run
from sim.kernels.ravage import ravage
from sim.kernels.trace import tell
from sim.policies.value import price_land, price_pieces

NO_SLOT = -2
"""Value of ``Counter.EXTRA_CARD`` once the extra slot is gone."""


@kernel
def due_lands(S, T):
    """Note which lands the cards in the slots speak of, for the value function. Changes ``S.mask``."""
    ravage_card = S.counter[Counter.RAVAGE_CARD]
    build_card = S.counter[Counter.BUILD_CARD]
    extra_card = S.counter[Counter.EXTRA_CARD]
    S.mask[Mask.RAVAGE_DUE] = 0
    S.mask[Mask.BUILD_DUE] = 0
    S.mask[Mask.EXTRA_DUE] = 0
    if extra_card >= 0:
        S.mask[Mask.EXTRA_DUE] = T.invader_lands[extra_card]
    if ravage_card >= 0:
        S.mask[Mask.RAVAGE_DUE] = T.invader_lands[ravage_card]
    if build_card >= 0:
        S.mask[Mask.BUILD_DUE] = T.invader_lands[build_card]
    S.mask[Mask.NEXT_RAVAGE] = S.mask[Mask.BUILD_DUE]
    price_pieces(S, T)


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
    if not over(S):
        S.mask[Mask.RAVAGE_DUE] = 0
    S.mask[Mask.STALE] = T.all_lands | T.oceans


@kernel
def build_lands(S, T, lands, due):
    """Build in these lands, one by one in the order the players choose.

    Parameters
    ----------
    due : Mask
        The set of lands that are known to build by the card at hand; those done are taken out of it.
    """
    S.mask[Mask.NEAR_BUILDS] = near_builds(S, T, lands)
    lands &= S.mask[Mask.INVADERS] | S.mask[Mask.NEAR_BUILDS]
    while lands != 0 and not over(S):
        land = choose_order(S, T, lands)
        lands &= ~(1 << land)
        S.mask[due] &= ~(1 << land)
        build(S, T, land)
        finish_action(S, T)
    S.mask[due] = 0
    S.mask[Mask.NEAR_BUILDS] = 0
    S.mask[Mask.STALE] = T.all_lands | T.oceans


@kernel
def escalate(S, T, land):
    """The action of a stage II card when it is turned up: that of the adversary, or the one Horizons prints.

    Parameters
    ----------
    land : int
        The land it is done in, for an adversary that escalates in each land explored; otherwise -1.
    """
    clear_registers(S, T, -1)
    run(S, T, T.escalation_start, T.escalation_end, land, -1, -1)
    flush_pool(S, T)


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
    flagged = T.invader_flag[card] == 1 and T.option[Option.STAGE_2_ACTION] == 1
    each_land = T.rule[Rule.ESCALATION_EACH] != 0
    if flagged and not each_land:
        price_pieces(S, T)
        escalate(S, T, -1)
        finish_action(S, T)
        if over(S):
            return
    explored = explore(S, T, T.invader_lands[card])
    if flagged and each_land:
        while explored != 0:
            escalate(S, T, lowest(explored))
            explored &= explored - 1
    finish_action(S, T)


@kernel
def fill_extra_slot(S, T):
    """High Immigration (England 3): the card that has ravaged moves to the extra slot.

    At the first of its levels a card of stage II does away with the slot instead.
    """
    card = S.counter[Counter.RAVAGE_CARD]
    if S.counter[Counter.EXTRA_CARD] == NO_SLOT:
        return
    S.counter[Counter.EXTRA_CARD] = card
    if T.rule[Rule.EXTRA_BUILD] == 1 and card >= 0 and T.invader_stage[card] > 1:
        S.counter[Counter.EXTRA_CARD] = NO_SLOT


@kernel
def advance_cards(S, T):
    """Every invader card moves on: ravage to the discard, build to ravage, explore to build."""
    if T.rule[Rule.EXTRA_BUILD] != 0:
        fill_extra_slot(S, T)
    S.counter[Counter.RAVAGE_CARD] = S.counter[Counter.BUILD_CARD]
    S.counter[Counter.BUILD_CARD] = S.counter[Counter.EXPLORE_CARD]
    S.counter[Counter.EXPLORE_CARD] = -1
    due_lands(S, T)


@kernel
def extra_build_step(S, T):
    """The Build of the extra slot; at its last level it is done twice in an invader phase without a fear card."""
    card = S.counter[Counter.EXTRA_CARD]
    if card < 0:
        return
    times = 1
    if T.rule[Rule.EXTRA_BUILD_TWICE] != 0 and S.counter[Counter.FEAR_NOW] == 0:
        times = 2
    for _ in range(times):
        if not over(S):
            tell(S, Event.EXTRA_BUILD, card, 0, 0, 0)
            build_lands(S, T, T.invader_lands[card], Mask.EXTRA_DUE)


@kernel
def blighted_island(S, T):
    """What a flipped blight card does at the start of each invader phase."""
    if S.counter[Counter.BLIGHT_FLIPPED] == 0 or T.blighted_end == T.blighted_start:
        return
    tell(S, Event.BLIGHTED_ISLAND, 0, 0, 0, 0)
    clear_registers(S, T, -1)
    run(S, T, T.blighted_start, T.blighted_end, -1, -1, -1)
    finish_action(S, T)


@kernel
def fear_phase(S, T):
    """Begin the invader phase: the blighted island, then the fear cards, which Rituals of Terror lets pile up."""
    S.counter[Counter.FEAR_NOW] = 0
    price_pieces(S, T)
    blighted_island(S, T)
    if T.rule[Rule.RITUALS] == 0:
        fear_step(S, T)


@kernel
def ravage_step(S, T):
    """Ravage in the lands of the card in the slot, after the Build of an extra slot."""
    extra_build_step(S, T)
    if S.counter[Counter.RAVAGE_CARD] >= 0:
        ravage_lands(S, T, T.invader_lands[S.counter[Counter.RAVAGE_CARD]])


@kernel
def build_step(S, T):
    """Build in the lands of the card in the slot."""
    if S.counter[Counter.BUILD_CARD] >= 0:
        build_lands(S, T, T.invader_lands[S.counter[Counter.BUILD_CARD]], Mask.BUILD_DUE)
