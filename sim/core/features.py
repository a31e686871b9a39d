"""Features of a whole position, which the outlook weighs, and where their weights stand among all weights."""

from __future__ import annotations

from enum import IntEnum


class Outlook(IntEnum):
    """Features of a position at the start of a round, for the value function that looks ahead (``S.feature``).

    Island features are per player; those from ``PRESENCE`` on are sums over spirits, each weighed by its own weights,
    per player too.
    """

    TERROR_2 = 0
    """1 from terror level 2 on, 0 before; the next likewise"""
    TERROR_3 = 1
    FEAR = 2
    """share of all fear of the game already made"""
    FEAR_STEP = 3
    """share of the fear between two terror levels already made"""
    FEAR_LAST = 4
    """one by the fear cards left to earn, plus one"""
    CARDS = 5
    """invader cards left, as a share of a full deck"""
    CARDS_LAST = 6
    """how many of the last three invader cards are gone"""
    MARGIN = 7
    """blight left until defeat"""
    MARGIN_THIN = 8
    """one by that, plus a half"""
    MARGIN_AFTER = 9
    """one by what is left of the margin after the coming ravage if nothing is done, plus a half"""
    FLIPPED = 10
    BLIGHTED = 11
    """lands with blight"""
    EXPLORERS = 12
    TOWNS = 13
    CITIES = 14
    EXPLORERS_TERROR_2 = 15
    """the same at that terror level"""
    EXPLORERS_TERROR_3 = 16
    TOWNS_TERROR_3 = 17
    CITIES_TERROR_3 = 18
    LAST_BUILDINGS = 19
    """1 / (1 + buildings that stand between the players and victory at the terror level in force)"""
    INLAND_SOURCES = 20
    """lands not on the coast with towns or cities"""
    EXPLORE = 21
    """explorers that the next invader card is expected to bring"""
    RAVAGE_BLIGHT = 22
    """lands that the coming ravage will blight if nothing is done"""
    RAVAGE_CASCADE = 23
    """blight that cascades out of them, the cheapest way"""
    RAVAGE_WORST = 24
    """lands of ``RAVAGE_BLIGHT`` beyond one for each player"""
    RAVAGE_DAHAN = 25
    """dahan lost"""
    RAVAGE_PRESENCE = 26
    """presence lost"""
    RAVAGE_KILLS = 27
    """health of invaders that dahan destroy in return"""
    BUILD_LANDS = 28
    """lands that will be built on"""
    BUILD_LONE = 29
    """those with a single explorer and nothing else"""
    BUILD_BLIGHT = 30
    """those that will then blight at the ravage after the coming one"""
    BUILD_CASCADE = 31
    BUILD_DAHAN = 32
    """dahan then lost"""
    BUILD_PRESENCE = 33
    BUILD_WORST = 34
    """lands of ``BUILD_BLIGHT`` beyond one for each player"""
    EXTRA_BUILDS = 35
    """lands with invaders where an extra Build is due (England)"""
    CROWDED = 36
    """how near lands are to the towns and cities that lose the game (England)"""
    DAHAN = 37
    DAHAN_FIGHTERS = 38
    """dahan in lands with invaders"""
    PRESENCE = 39
    PRESENCE_FEW = 40
    """one by the square of the presence on the island"""
    SACRED_SITES = 41
    """of the first two"""
    REACH = 42
    """share of all lands within 1 of own presence"""
    REACH_RAVAGE = 43
    """lands that will blight within 1 of own presence"""
    INCOME = 44
    PLAYS = 45
    INCOME_AHEAD = 46
    """the same for each round left"""
    PLAYS_AHEAD = 47
    ELEMENTS = 48
    """elements of the tracks, by how much the innate powers need them"""
    ELEMENTS_OTHER = 49
    RECLAIM_SPACES = 50
    ENERGY = 51
    """up to 4"""
    ENERGY_MORE = 52
    """beyond"""
    HAND = 53
    """cards in hand that there are plays for"""
    HAND_MORE = 54
    """beyond"""
    DISCARD = 55
    MAJORS = 56
    CARD_ELEMENTS = 57
    """elements of the cards in hand, by how much the innate powers need them"""
    CARD_COSTS = 58
    """energy that the cards in hand cost beyond what there will be"""
    FUNDED_AHEAD = 59
    """card plays that there are cards and energy for, for each round left"""
    INNATES_AHEAD = 60
    """levels of innate powers that tracks and cards are expected to reach, for each round left"""
    UNFILLED = 61
    """plays of the next round without a card in hand"""
    SPENT_AHEAD = 62
    """energy that the funded plays take, for each round left"""


FIRST_OWN = Outlook.PRESENCE
"""First feature that is each spirit's own."""
N_OUTLOOK = len(Outlook)
FIRST_OUTLOOK = 64
"""Place of the weight of the first feature among the weights, behind those of ``Weight``."""
