"""Adversaries, scenarios and blight cards: the numbers of their panels and the rules that they name."""

from __future__ import annotations

import pytest

from sim.content.load import load_content
from sim.content.names import level_title
from sim.content.schema import Choice
from sim.content.schema_boxes import stages
from sim.core.codes import Rule

OFFICIAL = {
    "brandenburg_prussia": ([1, 2, 4, 6, 7, 9, 10], "333 333 333 343 443 443 444"),
    "england": ([1, 3, 4, 6, 7, 9, 11], "333 343 443 454 455 455 454"),
    "sweden": ([1, 2, 3, 5, 6, 7, 8], "333 333 343 343 344 444 445"),
}
"""Difficulty of each level, and fear cards at each terror level."""


@pytest.mark.parametrize("adversary", OFFICIAL)
def test_levels_have_the_official_difficulty_and_fear_cards(adversary):
    levels = load_content().adversaries[adversary].levels
    difficulty, fear = OFFICIAL[adversary]
    assert [level.difficulty for level in levels] == difficulty
    assert ["".join(map(str, level.fear_cards)) for level in levels] == fear.split()


def test_only_prussia_stacks_another_deck():
    for adversary in load_content().adversaries.values():
        orders = {level.deck_order for level in adversary.levels}
        assert (orders == {"111-2222-33333"}) == (adversary.id != "brandenburg_prussia")


def test_prussia_takes_a_card_away_at_most_levels():
    levels = load_content().adversaries["brandenburg_prussia"].levels
    assert [len(stages(level.deck_order)) for level in levels] == [12, 12, 12, 11, 10, 9, 8]


def test_levels_but_the_first_are_named_and_say_what_changes():
    for adversary in load_content().adversaries.values():
        for level in adversary.levels:
            assert bool(level.name) == bool(level.changes) == bool(level.level)
    assert level_title("england", 5) == "England 5 (Local Autonomy)"


def test_every_level_above_0_changes_rules_pieces_or_the_deck():
    for adversary in load_content().adversaries.values():
        for before, level in zip(adversary.levels, adversary.levels[1:], strict=False):
            assert level.rules or level.setup or level.deck_order != before.deck_order


@pytest.mark.parametrize(
    ("adversary", "effect"),
    [
        ("brandenburg_prussia", "on each board where town|city: in one land where no town: add 1 town"),
        ("england", "on each board where town|city: in one land with most town + city: build"),
        ("sweden", "if dahan and invaders >= dahan: replace 1 dahan with 1 town"),
    ],
)
def test_escalation(adversary, effect):
    assert load_content().adversaries[adversary].escalation.effects == (effect,)


def test_every_rule_is_named_by_an_adversary_or_a_scenario():
    content = load_content()
    named = {rule for scenario in content.scenarios.values() for rule in scenario.rules}
    named |= {rule for adversary in content.adversaries.values() for rule in adversary.rules(6)}
    assert named == {rule.name.lower() for rule in Rule}


def test_later_level_says_the_number_of_a_rule():
    england = load_content().adversaries["england"]
    assert [england.rules(level).get("extra_build") for level in range(7)] == [None, None, None, 1, 2, 2, 2]
    assert all(england.rules(level)["building_limit"] == 7 for level in range(7))


@pytest.mark.parametrize(
    ("scenario", "difficulty", "rules"),
    [
        ("blitz", 0, {"healthy_blight", "flipped_blight", "all_fast", "explore_more", "extra_start"}),
        ("guard_the_isles_heart", 0, {"inner_lands", "given_powers"}),
        ("rituals_of_terror", 3, {"rituals"}),
        ("dahan_insurrection", 4, {"raiding", "response", "outnumber", "dahan_least"}),
    ],
)
def test_scenario(scenario, difficulty, rules):
    sheet = load_content().scenarios[scenario]
    assert (sheet.difficulty, sheet.rules.keys()) == (difficulty, rules)
    assert any((sheet.words.setup, sheet.words.rules, sheet.words.victory, sheet.words.loss))


def test_dahan_insurrection_is_lost_below_two_dahan_per_player():
    assert load_content().scenarios["dahan_insurrection"].rules["dahan_least"] == 2


def test_rituals_use_all_fear_cards():
    content = load_content()
    sizes = {scenario.id: scenario.fear_cards for scenario in content.scenarios.values() if scenario.fear_cards}
    assert sizes == {"rituals_of_terror": len(content.fear_cards)}


def test_only_the_heart_of_the_isle_has_inner_lands_and_in_every_layout():
    content = load_content()
    inner = {
        scenario.id: scenario.inner_lands.keys() for scenario in content.scenarios.values() if scenario.inner_lands
    }
    assert inner == {"guard_the_isles_heart": content.layouts.keys()}


def test_blight_cards():
    cards = load_content().blight_cards
    assert {card.id: card.per_player for card in cards.values()} == {"downward_spiral": 5, "memory_fades_to_dust": 4}
    assert cards["downward_spiral"].ongoing.effects == ("each player: destroy 1 own_presence",)
    (either,) = cards["memory_fades_to_dust"].ongoing.effects
    assert isinstance(either, Choice)
    assert len(either.choose) == 2
    healthy = load_content().healthy
    assert (healthy.per_player, healthy.setup_extra) == (2, 1)
