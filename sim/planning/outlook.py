"""The outlook: what a position at the start of a round is worth, by features of the whole game (``codes.Outlook``).

Where ``sim.policies.value`` prices what one action changes, this prices where the players stand.  The weighed sum is
the logarithm of the odds of winning, up to what no plan can change; ``UNIT`` turns it into explorers.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import lowest, size
from sim.core.codes import (
    Cards,
    Counter,
    Mask,
    Piece,
    Place,
    Row,
    Rule,
    Spirit,
)
from sim.core.features import FIRST_OUTLOOK, FIRST_OWN, N_OUTLOOK, Outlook
from sim.core.jit import kernel
from sim.game.result import is_win
from sim.kernels.cards import place_of
from sim.kernels.finish import over
from sim.kernels.presence import defend_in
from sim.kernels.ravage import BLIGHT_DAMAGE
from sim.kernels.reach import lands_in_reach
from sim.planning.copies import cards_turned
from sim.policies.value import blight_left, in_the_way, price_cascades

DECK = 12.0
"""Cards of a whole invader deck."""
UNIT = 10.0
"""Explorers to one unit of the logarithm of the odds."""
CARDS_A_ROUND = 0.6
"""Share of a spirit's cards it can play in a round at most: a hand is played out in a few, then taken back."""
FALLEN = 5.0
"""Taken off the outlook of a lost game for each land that would have blighted besides."""
DECIDED = 60.0
"""Outlook of a game won or lost, beyond any other."""


@kernel
def presence_in(S, T, land):
    """Spirits with presence in a land."""
    n = 0
    for seat in range(T.n_spirits):
        if S.land[land, Row.PRESENCE + seat] > 0:
            n += 1
    return n


@kernel
def damage_in(S, T, land, towns, cities):
    """Damage of a ravage in a land with these buildings, what is defended taken off; may be less than 0."""
    damage = S.land[land, Row.EXPLORER] - defend_in(S, T, land)
    return damage + T.damage[Piece.TOWN] * towns + T.damage[Piece.CITY] * cities


@kernel
def look_at_threat(S, T, land, towns, cities, first):
    """Count what a ravage in a land would cost.

    Parameters
    ----------
    first : Outlook
        ``RAVAGE_BLIGHT`` or ``BUILD_BLIGHT``.

    Returns
    -------
    bool
        Whether the land would blight.
    """
    ravage = first == Outlook.RAVAGE_BLIGHT
    # between rounds no Defend is left but what sacred sites give
    damage = damage_in(S, T, land, towns, cities)
    dahan = S.land[land, Row.DAHAN]
    lost = min(dahan, max(0, damage) >> 1)
    if ravage:
        S.feature[Outlook.RAVAGE_DAHAN] += lost
        health = S.land[land, Row.EXPLORER] + T.health[Piece.TOWN] * towns + T.health[Piece.CITY] * cities
        S.feature[Outlook.RAVAGE_KILLS] += min(health, T.damage[Piece.DAHAN] * (dahan - lost))
    else:
        S.feature[Outlook.BUILD_DAHAN] += lost
    if damage < BLIGHT_DAMAGE:
        return False
    S.feature[first] += 1.0
    if ravage:
        if S.land[land, Row.BLIGHT] > 0:
            S.feature[Outlook.RAVAGE_CASCADE] += S.cascade_tokens[land]
        S.feature[Outlook.RAVAGE_PRESENCE] += presence_in(S, T, land)
    else:
        if S.land[land, Row.BLIGHT] > 0:
            S.feature[Outlook.BUILD_CASCADE] += S.cascade_tokens[land]
        S.feature[Outlook.BUILD_PRESENCE] += presence_in(S, T, land)
    return True


@kernel
def look_at_invaders(S, T):
    """Fill the features of lands. Returns the lands that the coming ravage will blight, as bits."""
    blighting = 0
    lands = S.mask[Mask.INVADERS] | S.mask[Mask.NEAR_DUE]
    while lands != 0:
        land = lowest(lands)
        bit = 1 << land
        lands &= lands - 1
        towns = S.land[land, Row.TOWN]
        cities = S.land[land, Row.CITY]
        if towns + cities > 0 and T.coastal & bit == 0:
            S.feature[Outlook.INLAND_SOURCES] += 1.0
        if S.land[land, Row.DAHAN] > 0:
            S.feature[Outlook.DAHAN_FIGHTERS] += S.land[land, Row.DAHAN]
        if S.mask[Mask.RAVAGE_DUE] & bit != 0:
            if look_at_threat(S, T, land, towns, cities, Outlook.RAVAGE_BLIGHT.value):
                blighting |= bit
        if S.mask[Mask.BUILD_DUE] & bit != 0:
            S.feature[Outlook.BUILD_LANDS] += 1.0
            if towns + cities == 0 and S.land[land, Row.EXPLORER] == 1:
                S.feature[Outlook.BUILD_LONE] += 1.0
            if towns > cities:
                cities += 1
            else:
                towns += 1
            look_at_threat(S, T, land, towns, cities, Outlook.BUILD_BLIGHT.value)
        if S.mask[Mask.EXTRA_DUE] & bit != 0:
            S.feature[Outlook.EXTRA_BUILDS] += 1.0
        if T.rule[Rule.BUILDING_LIMIT] > 0:
            S.feature[Outlook.CROWDED] += 1.0 / max(1, T.rule[Rule.BUILDING_LIMIT] - towns - cities)
    S.feature[Outlook.RAVAGE_WORST] = max(0.0, S.feature[Outlook.RAVAGE_BLIGHT] - T.n_spirits)
    S.feature[Outlook.BUILD_WORST] = max(0.0, S.feature[Outlook.BUILD_BLIGHT] - T.n_spirits)
    after = max(0.0, blight_left(S, T) - S.feature[Outlook.RAVAGE_BLIGHT] - S.feature[Outlook.RAVAGE_CASCADE])
    S.feature[Outlook.MARGIN_AFTER] = T.n_spirits / (after / T.n_spirits + 0.5)
    return blighting


@kernel
def expected_explorers(S, T):
    """Explorers that the next invader card brings on average, over the cards of its stage not yet seen."""
    position = S.counter[Counter.INVADER_NEXT]
    if position >= T.deck_size:
        return 0.0
    seen = cards_turned(S)
    buildings = S.mask[Mask.BUILDINGS]
    open_lands = T.coastal & T.all_lands
    while buildings != 0:
        land = lowest(buildings)
        buildings &= buildings - 1
        open_lands |= T.adjacent[land] | (1 << land)
    n = 0
    total = 0
    for card in range(T.n_invader_cards):
        if T.invader_stage[card] == T.deck_stage[position] and seen >> card & 1 == 0:
            n += 1
            total += size(T.invader_lands[card] & open_lands)
    return total / max(1, n)


@kernel
def look_at_fear(S, T):
    """Fill the features of terror level and fear."""
    feature = S.feature
    terror = S.counter[Counter.TERROR]
    earned = S.counter[Counter.FEAR_EARNED]
    markers = S.counter[Counter.FEAR_GENERATED] / T.fear_pool
    below = 0
    above = T.fear_deck_size
    if terror >= 2:
        feature[Outlook.TERROR_2] = 1.0
        below = T.terror_after[0]
    else:
        above = T.terror_after[0]
    if terror >= 3:
        feature[Outlook.TERROR_3] = 1.0
        below = T.terror_after[1]
    elif terror == 2:
        above = T.terror_after[1]
    feature[Outlook.FEAR] = T.n_spirits * (earned + markers) / T.fear_deck_size
    feature[Outlook.FEAR_STEP] = T.n_spirits * (earned + markers - below) / max(1, above - below)
    feature[Outlook.FEAR_LAST] = T.n_spirits / (1.0 + T.fear_deck_size - earned)


@kernel
def look_at_clock(S, T):
    """Fill the features of what ends the game: invader cards and blight."""
    feature = S.feature
    left = T.deck_size - S.counter[Counter.INVADER_NEXT]
    feature[Outlook.CARDS] = T.n_spirits * left / DECK
    feature[Outlook.CARDS_LAST] = T.n_spirits * max(0, 3 - left)
    margin = blight_left(S, T)
    feature[Outlook.MARGIN] = margin
    feature[Outlook.MARGIN_THIN] = T.n_spirits / (margin / T.n_spirits + 0.5)
    feature[Outlook.FLIPPED] = T.n_spirits * S.counter[Counter.BLIGHT_FLIPPED]
    feature[Outlook.BLIGHTED] = size(S.mask[Mask.BLIGHT])


@kernel
def look_at_pieces(S, T):
    """Fill the features of all invaders and dahan together."""
    feature = S.feature
    terror = S.counter[Counter.TERROR]
    explorers = S.counter[Counter.EXPLORERS]
    towns = S.counter[Counter.TOWNS]
    cities = S.counter[Counter.CITIES]
    feature[Outlook.EXPLORERS] = explorers
    feature[Outlook.TOWNS] = towns
    feature[Outlook.CITIES] = cities
    standing = in_the_way(terror, towns, cities)
    if terror == 2:
        feature[Outlook.EXPLORERS_TERROR_2] = explorers
    if terror >= 3:
        feature[Outlook.EXPLORERS_TERROR_3] = explorers
        feature[Outlook.TOWNS_TERROR_3] = towns
        feature[Outlook.CITIES_TERROR_3] = cities
    elif terror == 1:
        standing += explorers
    feature[Outlook.LAST_BUILDINGS] = T.n_spirits / (1.0 + standing)
    feature[Outlook.EXPLORE] = expected_explorers(S, T)
    feature[Outlook.DAHAN] = S.counter[Counter.DAHAN]


@kernel
def weigh(S, T, seat, feature, score):
    """Add to a feature what a seat has of it, times the seat's weight."""
    S.feature[feature] += T.own_weight[seat, FIRST_OUTLOOK + feature] * score


@kernel
def look_at_cards(S, T, seat):
    """Add the features of a seat's cards."""
    hand = 0
    discard = 0
    cost = 0
    majors = 0
    elements = 0.0
    for i in range(S.spirit[seat, Spirit.OWNED]):
        card = S.owned[seat, i]
        if T.power_deck[card] == Cards.MAJOR:
            majors += 1
        if S.card_place[card] == place_of(seat, Place.HAND):
            hand += 1
            cost += T.power_price[card]
            for element in range(8):
                elements += T.power_element[card, element] * T.element_need[seat, element]
        else:
            discard += 1
    plays = np.int64(S.spirit[seat, Spirit.PLAYS])
    filled = min(hand, plays)
    funds = S.spirit[seat, Spirit.ENERGY] + S.spirit[seat, Spirit.INCOME]
    weigh(S, T, seat, Outlook.MAJORS, majors)
    weigh(S, T, seat, Outlook.CARD_ELEMENTS, elements)
    weigh(S, T, seat, Outlook.HAND, filled)
    weigh(S, T, seat, Outlook.HAND_MORE, hand - filled)
    weigh(S, T, seat, Outlook.DISCARD, discard)
    weigh(S, T, seat, Outlook.UNFILLED, max(0, plays - hand - np.int64(S.spirit[seat, Spirit.RECLAIM_SPACES])))
    if hand > 0:
        weigh(S, T, seat, Outlook.CARD_COSTS, max(0.0, cost * filled / hand - funds))


@kernel
def look_at_tempo(S, T, seat, rounds):
    """Add what a seat can play in each round left: plays, cards over a cycle of reclaiming, and energy together."""
    owned = np.int64(S.spirit[seat, Spirit.OWNED])
    if owned == 0 or rounds <= 0:
        return
    cost = 0
    for i in range(owned):
        cost += max(0, T.power_price[S.owned[seat, i]])
    mean_cost = max(0.5, cost / owned)
    energy = S.spirit[seat, Spirit.INCOME] + S.spirit[seat, Spirit.ENERGY] / rounds
    playable = CARDS_A_ROUND * owned + S.spirit[seat, Spirit.RECLAIM_SPACES]
    plays = min(S.spirit[seat, Spirit.PLAYS] + 0.0, playable)
    weigh(S, T, seat, Outlook.FUNDED_AHEAD, min(plays, energy / mean_cost) * rounds)
    weigh(S, T, seat, Outlook.SPENT_AHEAD, min(plays * mean_cost, energy) * rounds)


@kernel
def supply(S, T, seat, element):
    """Expected number of an element in a round: that of the tracks, and of as many cards as there are plays."""
    have = 0
    owned = S.spirit[seat, Spirit.OWNED]
    for i in range(owned):
        have += T.power_element[S.owned[seat, i], element]
    share = min(1.0, S.spirit[seat, Spirit.PLAYS] / max(1, owned))
    return S.spirit[seat, Spirit.TRACK_ELEMENT + element] + have * share


@kernel
def innate_levels(S, T, seat):
    """Levels of innate powers that a seat may expect to reach in a round; a level partly met counts in part."""
    total = 0.0
    for element in range(8):
        S.supply[element] = supply(S, T, seat, element)
    for i in range(T.n_innates[seat]):
        power = T.innate[seat, i]
        for level in range(T.n_levels[power]):
            met = 1.0
            for element in range(8):
                need = T.level_need[power, level, element]
                if need > 0:
                    met *= min(1.0, S.supply[element] / need)
            total += met
    return total


@kernel
def look_at_spirit(S, T, seat, blighting):
    """Add the features of one seat, each times its weight.

    Parameters
    ----------
    blighting : int
        Lands that the coming ravage will blight, as bits.
    """
    rounds = min(6, T.deck_size - S.counter[Counter.INVADER_NEXT])
    n = max(1, np.int64(S.spirit[seat, Spirit.ON_ISLAND]))
    income = S.spirit[seat, Spirit.INCOME]
    plays = S.spirit[seat, Spirit.PLAYS]
    energy = S.spirit[seat, Spirit.ENERGY]
    near = lands_in_reach(T, S.mask[Mask.PRESENCE + seat], 1)
    elements = S.spirit[seat, Spirit.ANY_SPACES] + 0.0
    others = elements
    for element in range(8):
        elements += T.element_need[seat, element] * S.spirit[seat, Spirit.TRACK_ELEMENT + element]
        others += S.spirit[seat, Spirit.TRACK_ELEMENT + element]
    look_at_tempo(S, T, seat, rounds)
    weigh(S, T, seat, Outlook.INNATES_AHEAD, innate_levels(S, T, seat) * rounds)
    weigh(S, T, seat, Outlook.PRESENCE, n)
    weigh(S, T, seat, Outlook.PRESENCE_FEW, 1.0 / (n * n))
    weigh(S, T, seat, Outlook.SACRED_SITES, min(2, size(S.mask[Mask.SACRED + seat])))
    weigh(S, T, seat, Outlook.REACH, size(near & T.all_lands) / size(T.all_lands))
    weigh(S, T, seat, Outlook.REACH_RAVAGE, size(near & blighting))
    weigh(S, T, seat, Outlook.INCOME, income)
    weigh(S, T, seat, Outlook.PLAYS, plays)
    weigh(S, T, seat, Outlook.INCOME_AHEAD, income * rounds)
    weigh(S, T, seat, Outlook.PLAYS_AHEAD, plays * rounds)
    weigh(S, T, seat, Outlook.ELEMENTS, elements * rounds)
    weigh(S, T, seat, Outlook.ELEMENTS_OTHER, others * rounds)
    weigh(S, T, seat, Outlook.RECLAIM_SPACES, S.spirit[seat, Spirit.RECLAIM_SPACES] * rounds)
    weigh(S, T, seat, Outlook.ENERGY, min(4, np.int64(energy)))
    weigh(S, T, seat, Outlook.ENERGY_MORE, max(0, energy - 4))
    look_at_cards(S, T, seat)


@kernel
def read_outlook(S, T):
    """Fill ``S.feature`` with the island's features, unweighed, and the weighed sums of those of the spirits."""
    for i in range(N_OUTLOOK):
        S.feature[i] = 0.0
    price_cascades(S, T)
    look_at_fear(S, T)
    look_at_clock(S, T)
    look_at_pieces(S, T)
    blighting = look_at_invaders(S, T)
    for seat in range(T.n_spirits):
        look_at_spirit(S, T, seat, blighting)


@kernel
def still_to_blight(S, T):
    """Lands still to ravage that would blight, had the game not ended before."""
    n = 0
    lands = S.mask[Mask.RAVAGE_DUE] & S.mask[Mask.INVADERS]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if damage_in(S, T, land, S.land[land, Row.TOWN], S.land[land, Row.CITY]) >= BLIGHT_DAMAGE:
            n += 1
    return n


@kernel
def outlook(S, T):
    """Outlook of the players at the start of a round, in explorers. Changes ``S.feature``."""
    if over(S):
        left = T.deck_size - S.counter[Counter.INVADER_NEXT]
        if is_win(S.counter[Counter.OUTCOME]):
            return DECIDED * UNIT + left
        return -DECIDED * UNIT - left - FALLEN * still_to_blight(S, T)
    read_outlook(S, T)
    total = 0.0
    for i in range(FIRST_OWN):
        total += T.weight[FIRST_OUTLOOK + i] * S.feature[i]
    for i in range(FIRST_OWN, N_OUTLOOK):
        total += S.feature[i]
    return total / T.n_spirits * UNIT
