"""The words of a replay: trace rows written by hand, and what the story makes of them."""

from __future__ import annotations

import pytest

from sim.content.names import blight_names, fear_names, invader_names
from sim.content.setup import setup_from_dict
from sim.core.codes import Action, Decision, Deck, Event, Phase, Piece, Row
from sim.kernels.growth import TAKE_BACK
from sim.kernels.ritual import RITUAL
from sim.kernels.teamwork import SEAT_STEP
from sim.trace.decisions import Choice, Teller
from sim.trace.naming import Game, game_of, power_index
from sim.trace.parts import Happening
from sim.trace.story import Author

Told = list[tuple[str, list[str]]]
THUNDER, GREEN = "Thunderspeaker", "A Spread of Rampant Green"
FEAR = fear_names().titles[0]


def core_game(spirits: tuple[str, ...] = ("thunderspeaker", "a_spread_of_rampant_green"), **more: object) -> Game:
    """The names of a game of the core box on boards A and B, which have the lands 0 to 7 and 8 to 15."""
    setup = {"box": "base", "spirits": list(spirits), "boards": ["A", "B"][: len(spirits)]}
    return game_of(setup_from_dict(setup | {"blight_card": "downward_spiral"} | more))


def tell(game: Game, phase: Phase, *rows: tuple[int, ...], card: int = 0) -> Told:
    """Texts of the entries of a phase with their decisions; rows are filled up with zeros."""
    filled = [(*row, *[0] * (5 - len(row))) for row in rows]
    happening = Happening(phase, filled, [0.0] * len(filled), [0, 0], card)
    chapter = Author(game).chapter(happening)
    return [(entry.text, entry.choices) for entry in chapter.entries] if chapter else []


def texts(game: Game, phase: Phase, *rows: tuple[int, ...], card: int = 0) -> list[str]:
    """The texts alone."""
    return [text for text, _ in tell(game, phase, *rows, card=card)]


def told_decision(kind: Decision, *offers: tuple[int, float], policy: str = "greedy") -> str:
    """The line of a decision of the first seat, from codes and scores; the first was chosen."""
    choice = Choice(kind, 0, offers[0][0], offers)
    return Teller(core_game(policy=policy)).words(choice)


def decision(kind: Decision, seat: int, *codes: int) -> list[tuple[int, ...]]:
    """The rows of a decision; the first of the codes was chosen."""
    return [(Event.DECISION, kind, seat, codes[0], len(codes)), *((Event.CANDIDATE, code) for code in codes)]


def test_a_ritual_with_its_fear_cards_and_the_dahan_it_scatters() -> None:
    told = tell(
        core_game(),
        Phase.FAST,
        *decision(Decision.POWER, -1, RITUAL + SEAT_STEP * 3, -1),
        (Event.RITUAL, 3),
        *decision(Decision.PAYER, -1, 0, 1),
        (Event.ENERGY, 0, -1),
        (Event.ENERGY, 1, -1),
        (Event.ENERGY, 1, -1),
        (Event.PRESENCE_LOST, 0, 3),
        (Event.TERROR, 2),
        (Event.FEAR_CARD, 0, 2),
        (Event.MOVED, Row.EXPLORER, 3, 4),
        *decision(Decision.PUSH, -1, Row.DAHAN_0 * 64 + 1, Row.DAHAN_0 * 64 + 2),
        (Event.MOVED, Row.DAHAN_0, 3, 1),
        (Event.MOVED, Row.DAHAN_0, 3, 1),
    )
    assert told == [
        (
            f"the spirits perform the Ritual in A4: {THUNDER} pays 1 energy; {GREEN} pays 2 energy; "
            f"{THUNDER} loses 1 presence; terror level 2",
            [
                "power: the Ritual in A4 (0.00) over no more (0.00, equal)",
                f"given by: {THUNDER} (0.00) over {GREEN} (0.00, equal)",
            ],
        ),
        (f"{FEAR} at terror level 2: 1 explorer from A4 to A5", []),
        ("the dahan of A4 scatter: 2 dahan to A2", ["push: dahan to A2 (0.00) over dahan to A3 (0.00, equal)"]),
    ]


def test_a_veto_belongs_to_the_ravage_after_it() -> None:
    told = tell(
        core_game(),
        Phase.RAVAGE,
        (Event.RAVAGE, 2, 1, 1),
        *decision(Decision.DECLINE, 1, 0, 1),
        (Event.PRESENCE_LOST, 1, 5),
        (Event.VETO, 1, 5, Action.RAVAGE),
        (Event.RAVAGE_SKIPPED, 5),
    )
    assert told == [
        ("A3: 1 damage", []),
        (
            f"A6: the Ravage is skipped; {GREEN} gives 1 presence for it",
            ["may: yes (0.00) over no (0.00, equal)"],
        ),
    ]


def test_the_extra_build_of_england_comes_before_the_ravage() -> None:
    game = core_game(adversary={"id": "england", "level": 4})
    told = tell(
        game,
        Phase.RAVAGE,
        (Event.EXTRA_BUILD, 0),
        *decision(Decision.ORDER, -1, 1, 2),
        (Event.BUILD, 1, Piece.TOWN),
        (Event.PRESENCE_LOST, 1, 2),
        (Event.VETO, 1, 2, Action.BUILD),
        (Event.BUILD_SKIPPED, 2),
        *decision(Decision.ORDER, -1, 3, 4),
        (Event.RAVAGE, 3, 0, 2),
    )
    assert told == [
        (
            f"extra Build ({invader_names().titles[0]}): a town in A2; skipped in A3; "
            f"{GREEN} gives 1 presence for it in A3",
            ["next land: A2 (0.00) over A3 (0.00, equal)"],
        ),
        ("A4: 0 damage (2 before Defend)", ["next land: A4 (0.00) over A5 (0.00, equal)"]),
    ]


def test_what_a_ravage_does_before_and_after_the_dahan_strike_back() -> None:
    rows = [
        (Event.RAVAGE, 3, 6, 6),
        (Event.ADDED, Piece.TOWN, 4, 1),
        (Event.FLIP, 10),
        (Event.BLIGHT, 3),
        (Event.DESTROYED, Row.DAHAN_0, 3, 2),
        (Event.DESTROYED, Row.TOWN_0, 3, 1),
        (Event.FEAR, 1),
        (Event.PRESENCE_LOST, 0, 4),
    ]
    card = blight_names().titles[0]
    assert texts(core_game(), Phase.RAVAGE, *rows) == [
        f"A4: 6 damage; 1 town added in A5; the blight card flips to {card} with 10 blight; blight added; "
        f"2 dahan destroyed; the dahan strike back: 1 town destroyed, 1 fear; {THUNDER} loses 1 presence in A5"
    ]


def test_the_blighted_island_comes_before_the_fear_cards() -> None:
    rows = [
        (Event.BLIGHTED_ISLAND,),
        *decision(Decision.LOSE, 0, 3, 4),
        (Event.PRESENCE_LOST, 0, 3),
        (Event.FORGET, power_index("gift_of_proliferation"), 1),
        (Event.FEAR_CARD, 0, 1),
    ]
    assert texts(core_game(), Phase.FEAR, *rows) == [
        f"blighted island, Downward Spiral: {THUNDER} loses 1 presence in A4; {GREEN} forgets Gift of Proliferation",
        f"{FEAR} at terror level 1",
    ]


def test_what_drowns_is_told_once_and_what_is_dreamed_lives() -> None:
    game = core_game(("bringer_of_dreams_and_nightmares", "oceans_hungry_grasp"))
    ocean = game.land_index["A0"]
    deeps, terrors = power_index("call_of_the_deeps"), power_index("predatory_nightmares")
    rows = [
        (Event.USE, deeps, 1, ocean, 0),
        (Event.MOVED, Row.TOWN_0, 1, ocean),
        (Event.DESTROYED, Row.TOWN_0, ocean, 1),
        (Event.FEAR, 1),
        (Event.DROWNED, Row.TOWN_0, ocean, 1),
        (Event.ENERGY, 1, 1),
        (Event.USE, terrors, 0, 3, 0),
        (Event.DREAMED, Row.CITY_0, 3),
        (Event.FEAR, 5),
        (Event.DREAMED, Row.EXPLORER, 3),
        (Event.MOVED, Row.EXPLORER, 3, 4),
    ]
    assert texts(game, Phase.FAST, *rows) == [
        "Ocean's Hungry Grasp uses Call of the Deeps in A0: 1 town from A2; 1 town drowned; gains 1 energy; 1 fear",
        "Bringer of Dreams and Nightmares uses Predatory Nightmares in A4: 1 city dreamed to death; "
        "1 explorer dreamed to death; 1 explorer to A5; 5 fear",
    ]


def test_what_is_paid_for_a_power_is_told_with_it() -> None:
    power = power_index("mantle_of_dread")
    game = core_game(("shadows_flicker_like_flame", "thunderspeaker"))
    rows = [
        *decision(Decision.POWER, -1, power, -1),
        (Event.ENERGY, 0, -1),
        (Event.USE, power, 0, 1, 0),
        *decision(Decision.POWER, -1, power, -1),
        *decision(Decision.TARGET, 0, 0, 1),
        (Event.ENERGY, 0, 1),
        (Event.USE, power, 0, 0, 0),
    ]
    assert texts(game, Phase.SLOW, *rows) == [
        "Shadows Flicker Like Flame uses Mantle of Dread on Thunderspeaker: pays 1 energy",
        "Shadows Flicker Like Flame uses Mantle of Dread on itself: gains 1 energy",
    ]


def test_growth_with_actions_of_every_turn_and_cards_taken_back() -> None:
    card = power_index("gift_of_proliferation")
    game = core_game(("a_spread_of_rampant_green",))
    told = tell(
        game,
        Phase.SPIRIT,
        *decision(Decision.GROWTH, 0, 2, 0),
        (Event.GROWTH, 0, 2),
        *decision(Decision.GROWTH_ACTION, 0, 0, 1, 2),
        *decision(Decision.TRACK, 0, 2, 0),
        (Event.PRESENCE_ADDED, 0, 3, 2, 0),
        *decision(Decision.GROWTH_ACTION, 0, TAKE_BACK, -1),
        (Event.RECLAIM, card, 0),
        (Event.ENERGY, 0, 3),
        (Event.ENERGY, 0, 3),
        (Event.PLAY, card, 0, -1),
        *decision(Decision.ELEMENT, 0, 1, 0),
        (Event.ELEMENT, 0, 1, 1),
    )
    growth, income = told
    assert growth[0].startswith(f"{GREEN} grows by option 3 (add presence range 2 where jungle|wetland, ")
    assert growth[0].endswith(
        f"takes back Gift of Proliferation; 1 destroyed presence of {GREEN} returns to A4; gains 3 energy"
    )
    assert growth[1][1].startswith("first: add presence range 2 where jungle|wetland (0.00) over ")
    assert growth[1][2:] == [
        "presence from: the destroyed ones (0.00) over the energy track (0.00, equal)",
        "first: take back a card (0.00) over no more (0.00, equal)",
    ]
    assert income == (
        f"{GREEN} gains 3 energy and has 6; plays Gift of Proliferation and gains 1; gains 1 moon",
        ["element: moon (0.00) over sun (0.00, equal)"],
    )


@pytest.mark.parametrize(
    ("opponent", "rows", "expected"),
    [
        (
            "brandenburg_prussia",
            [(Event.ADDED, Piece.TOWN, 3, 1), (Event.EXPLORE, 3)],
            ["Land Rush: 1 town added in A4", "an explorer in A4"],
        ),
        (
            "england",
            [(Event.BUILD, 3, Piece.CITY), (Event.EXPLORE, 3), (Event.EXPLORE_SKIPPED, 4)],
            ["Building Boom: 1 city built in A4", "an explorer in A4; skipped in A5"],
        ),
        (
            "sweden",
            [(Event.EXPLORE, 3), *decision(Decision.PIECES, -1, 8, 9), (Event.REMOVED, Row.DAHAN_0, 3, 1)],
            ["an explorer in A4", "Swayed by the Invaders: 1 dahan removed from A4"],
        ),
        (
            "none",
            [(Event.ADDED, Piece.TOWN, 3, 1)],
            ["the card's action: 1 town added in A4", "no land of the card can be explored"],
        ),
    ],
)
def test_escalations_are_told_before_or_after_the_explore(
    opponent: str, rows: list[tuple[int, ...]], expected: list[str]
) -> None:
    game = core_game(adversary={"id": opponent, "level": 0})
    assert texts(game, Phase.EXPLORE, (Event.INVADER_CARD, 0), *rows) == expected


def test_the_set_up_tells_what_adversaries_and_scenarios_add() -> None:
    game = core_game(("oceans_hungry_grasp",), adversary={"id": "sweden", "level": 4})
    first, second = invader_names().titles[:2]
    rows = [
        *decision(Decision.LAND, 0, 1, 2),
        (Event.INVADER_CARD, 0),
        (Event.EXPLORE, 0),
        *decision(Decision.LAND, -1, 5, 0),
        (Event.EXPLORE, 5),
        (Event.EXPLORE, 5),
        (Event.DISCARDED, 1),
        (Event.ADDED, Piece.TOWN, 4, 1),
        *decision(Decision.ORDER, -1, 0, 5),
        (Event.BUILD, 0, Piece.TOWN),
        (Event.BUILD, 5, Piece.TOWN),
        (Event.INVADER_CARD, 0),
        (Event.EXPLORE, 1),
        (Event.ADDED, Piece.EXPLORER, 6, 1),
        (Event.PRESENCE_ADDED, 0, 2, 0),
        (Event.GAIN_CARD, power_index("drought"), 0, -1),
        (Event.GAIN_CARD, power_index("cleansing_floods"), 0, -1),
    ]
    told = tell(game, Phase.SETUP, *rows)
    assert [text for text, _ in told] == [
        "Ocean's Hungry Grasp starts in A2 too",
        "an explorer in A1; 2 explorers in A6",
        f"Royal Backing discards {second}: 1 town added in A5",
        "the invaders act once more: towns in A1 and A6",
        f"then they explore ({first}): an explorer in A2",
        "all towns are removed, the inner lands settled: 1 explorer added in A7; "
        "1 presence of Ocean's Hungry Grasp from the energy track to A3",
        "Ocean's Hungry Grasp is dealt Drought and Cleansing Floods",
    ]
    assert [len(choices) for _, choices in told] == [1, 1, 0, 1, 0, 0, 0]


TOLD_APART = {Event.PHASE, Event.DECISION, Event.CANDIDATE, Event.OUTCOME}
"""Events that are no happenings of the island."""


@pytest.mark.parametrize("event", sorted(set(Event) - TOLD_APART))
def test_every_event_is_told_somewhere(event: Event) -> None:
    """A row of each kind, with numbers that every kind can have, changes what some phase tells."""
    game = core_game()
    row = {
        Event.RESHUFFLE: (event, Deck.MINOR),
        Event.FEAR_CARD: (event, 0, 1),
        Event.VETO: (event, 1, 3, Action.BUILD),
        Event.ENERGY: (event, 0, 1),
        Event.USE: (event, power_index("drought"), 0, 3, 0),
    }.get(event, (event, 1, 1, 1, 1))
    around = {Event.VETO: [(Event.PRESENCE_LOST, 1, 3), row, (Event.BUILD_SKIPPED, 3)]}
    around[Event.DROWNED] = [(Event.DESTROYED, *row[1:]), row]
    around[Event.EXPLORE] = around[Event.EXPLORE_SKIPPED] = [(Event.INVADER_CARD, 0), row]
    use = (Event.USE, power_index("drought"), 0, 3, 0)
    changed = False
    for phase in Phase:
        before = [use] if phase in (Phase.FAST, Phase.SLOW) else []
        rows = [*before, *around.get(event, [row])]
        changed = changed or tell(game, phase, *rows) != tell(game, phase, *before)
    assert changed


def test_a_decision_names_the_three_best_other_answers_and_counts_the_rest() -> None:
    offers = [(1, 5.0), (2, 1.0), (3, 4.996), (4, -2.5), (5, 4.0), (6, 3.0)]
    words = "A2 (5.00) over A4 (5.00, equal), A6 (4.00, 1.00 less), A7 (3.00, 2.00 less) and 2 others"
    assert told_decision(Decision.LAND, *offers) == f"land: {words}"
    assert told_decision(Decision.LAND, *offers[:5]).endswith("A3 (1.00, 4.00 less) and 1 other")
    assert told_decision(Decision.LAND, *offers[:4]).endswith("A5 (-2.50, 7.50 less)")


def test_an_answer_taken_in_spite_of_a_better_one_shows() -> None:
    told = told_decision(Decision.LAND, (1, -0.5), (2, 1.0), (3, -0.75))
    assert told == "land: A2 (-0.50) over A3 (1.00, 1.50 more), A4 (-0.75, 0.25 less)"


def test_answers_nobody_weighed_come_last_and_have_no_score() -> None:
    told = told_decision(Decision.LAND, (1, 2.0), (2, -1e9), (3, 1.0), (4, -1e9))
    assert told == "land: A2 (2.00) over A4 (1.00, 1.00 less) and 2 others, not weighed"
    assert told_decision(Decision.LAND, (1, 2.0), (2, -1e9)) == "land: A2 (2.00) over A3 (not weighed)"
    assert told_decision(Decision.LAND, (1, -1e9), (2, 1.0)) == "land: A2 (not weighed) over A3 (1.00)"


def test_chance_has_no_scores() -> None:
    offers = [(land, 0.0) for land in range(1, 7)]
    assert told_decision(Decision.LAND, *offers, policy="random") == "land: A2 over A3, A4, A5 and 2 others"


def test_other_growth_options_say_what_they_do() -> None:
    told = told_decision(Decision.GROWTH, (1, 3.0), (2, 2.0))
    assert told.startswith("growth: option 2 (3.00) over option 3 [")
    assert told.endswith("] (2.00, 1.00 less)")


def test_answers_that_read_the_same_are_told_once() -> None:
    teller = Teller(game_of(setup_from_dict({"spirits": ["fathomless_mud_of_the_swamp"]})), growth=1)
    told = teller.words(Choice(Decision.GROWTH_ACTION, 0, 0, ((0, 3.0), (1, 3.0))))
    assert told == "first: add presence range 1 (3.00); all answers alike"
