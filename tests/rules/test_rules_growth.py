"""Growth (conformance H)."""

from __future__ import annotations

import pytest

from sim.content.names import power_names
from sim.core.codes import (
    Answer,
    Counter,
    Decision,
    Deck,
    Event,
    Mask,
    Op,
    Phase,
    Place,
    Spirit,
)
from sim.game import steps
from tests.rules.scene import EYES, HEAT, MUD, TEETH, WIND, Scene, power

pytestmark = pytest.mark.usefixtures("kernels")
RECLAIM, TWICE, GAIN = 0, 1, 2
"""Options of Mud: reclaim and presence at range 0; presence at range 1 twice; a card, presence at range 2, 2 energy."""
UNIQUES = [
    "exaltation_of_tangled_growth",
    "foul_vapors_and_fetid_muck",
    "intractable_thickets_and_thorns",
    "open_shifting_waterways",
]


def mud() -> Scene:
    """Mud with one disc in G4, and a city that keeps the game going."""
    scene = Scene(MUD)
    scene.put("G8", "1C")
    scene.put("G4", presence=(1,))
    scene.forget_trace()
    return scene


def grow(scene: Scene, option: int) -> None:
    """Do a growth option; every answer the test gave must have been legal."""
    steps.grow(scene.states, scene.tables, 0, option)
    assert scene.state["script_fault"] == 0


def growth_rows(spirit: str) -> list[list[Op]]:
    """Kinds of action of each option of a spirit."""
    table = Scene(spirit).table
    spans = zip(table["growth_start"][0], table["growth_end"][0], strict=True)
    options = [table["code"][start:end] for start, end in list(spans)[: table["n_growth"][0]]]
    return [[Op(row[0]) for row in rows] for rows in options]


# --------------------------------------------------------------------------------------------------------- the options
@pytest.mark.parametrize("spirit", [TEETH, EYES, MUD, HEAT, WIND])
def test_three_options_of_two_or_three_actions(spirit: str) -> None:
    options = growth_rows(spirit)
    assert len(options) == 3
    assert all(len(actions) in (2, 3) for actions in options)


def test_growth_adds_presence_gains_energy_gains_cards_and_reclaims() -> None:
    kinds = {kind for spirit in (TEETH, EYES, MUD, HEAT, WIND) for option in growth_rows(spirit) for kind in option}
    assert kinds == {Op.PLACE_PRESENCE, Op.ENERGY, Op.GAIN, Op.RECLAIM}


def test_exactly_one_of_the_options_each_round() -> None:
    scene = Scene(MUD, HEAT, empty=False)
    for _ in range(2):
        scene.forget_trace()
        scene.phase(Phase.SPIRIT)
        assert [row[1] for row in scene.told(Event.GROWTH)] == [0, 1]
        assert [asked.offers for asked in scene.asked(Decision.GROWTH)] == [[0, 1, 2], [0, 1, 2]]


def test_all_actions_of_the_option_are_done() -> None:
    scene = mud()
    scene.answer(Answer.TRACK, 0)
    grow(scene, GAIN)
    assert scene.spirit()[[Spirit.ENERGY, Spirit.ON_ISLAND]].tolist() == [2, 2]
    assert len(scene.told(Event.GAIN_CARD)) == 1


def test_actions_of_the_option_may_be_done_in_any_order() -> None:
    scene = mud()
    grow(scene, GAIN)
    first, second = scene.asked(Decision.GROWTH_ACTION)
    assert first.offers == [0, 1, 2]
    assert sorted([first.answer, *second.offers]) == [0, 1, 2]


# ------------------------------------------------------------------------------------------------------- add presence
@pytest.mark.parametrize(("track", "taken"), [(0, [1, 0]), (1, [0, 1])])
def test_the_player_chooses_the_track(track: int, taken: list[int]) -> None:
    scene = mud()
    scene.answer(Answer.TRACK, track)
    grow(scene, RECLAIM)
    assert scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN]].tolist() == taken
    assert {0, 1} <= set(scene.asked(Decision.TRACK)[0].offers)


def test_the_leftmost_disc_is_taken_and_uncovers_energy_plays_or_an_element() -> None:
    scene = mud()
    found = []
    for track in (0, 0, 1, 1):
        scene.answer(Answer.TRACK, track)
        grow(scene, RECLAIM)
        spirit = scene.spirit()
        found.append(
            (spirit[Spirit.INCOME], spirit[Spirit.PLAYS], scene.element("plant"), scene.element("earth")),
        )
    assert found == [(1, 1, 1, 0), (2, 1, 1, 0), (2, 2, 1, 0), (2, 2, 1, 1)]


def test_a_space_with_several_benefits_gives_all() -> None:
    scene = Scene(WIND)
    scene.put("G8", "1C", presence=(1,))
    scene.spirit()[Spirit.ENERGY_TAKEN] = 3
    scene.refresh()
    assert (scene.spirit()[Spirit.INCOME], scene.element("air")) == (3, 0)
    scene.answer(Answer.TRACK, 0)
    grow(scene, 1)
    assert (scene.spirit()[Spirit.INCOME], scene.element("air")) == (4, 1)


def test_a_disc_on_the_island_may_be_moved_instead() -> None:
    scene = mud()
    scene.put("G1", presence=(1,))
    scene.answer(Answer.TRACK, 16 + scene.land("G1"))
    scene.answer(Answer.LAND, "G4")
    grow(scene, RECLAIM)
    assert (scene.presence("G1"), scene.presence("G4")) == (0, 2)
    spirit = scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN, Spirit.ON_ISLAND]]
    assert spirit.tolist() == [0, 0, 2]


def test_presence_goes_within_the_printed_range_of_own_presence() -> None:
    for option, numbers in ((RECLAIM, "16"), (TWICE, "12568"), (GAIN, "12345678")):
        scene = mud()
        scene.put("G4")
        for name in ("G1", "G6"):
            scene.put(name, presence=(1,))
        scene.forget_trace()
        grow(scene, option)
        offered = scene.lands(sum(1 << land for land in scene.asked(Decision.LAND)[0].offers))
        assert offered == {f"G{number}" for number in numbers}


def test_the_range_is_counted_from_own_presence_only() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(0, 1))
    scene.put("G1", presence=(1,))
    scene.forget_trace()
    grow(scene, TWICE)
    assert scene.lands(sum(1 << land for land in scene.asked(Decision.LAND)[0].offers)) == {"G1", "G2", "G6"}


def test_a_growth_action_may_be_limited_to_some_terrains() -> None:
    scene = Scene(HEAT)
    scene.put("G8", "1C")
    scene.put("G4", presence=(1,))
    scene.forget_trace()
    grow(scene, 1)
    asked = scene.asked(Decision.LAND)
    assert len(asked) == 2
    assert all(scene.lands(sum(1 << land for land in each.offers)) == {"G1", "G3", "G5", "G8"} for each in asked)


def test_range_one_reaches_an_adjacent_land_three() -> None:
    scene = mud()
    scene.answer(Answer.TRACK, 0, 0)
    scene.answer(Answer.LAND, "G3", "G3")
    grow(scene, TWICE)
    assert (scene.presence("G3"), scene.presence("G4")) == (2, 1)


def test_a_second_disc_may_go_within_range_of_the_first() -> None:
    scene = mud()
    scene.answer(Answer.TRACK, 0, 0)
    scene.answer(Answer.LAND, "G5", "G8")
    grow(scene, TWICE)
    assert scene.lands(scene.state["mask"][Mask.PRESENCE]) == {"G4", "G5", "G8"}


def test_a_second_play_counts_in_the_same_round() -> None:
    scene = mud()
    scene.spirit()[Spirit.ENERGY] = 9
    first, second, third = UNIQUES[:3]
    scene.answer(Answer.TRACK, 1)
    grow(scene, RECLAIM)
    steps.play(scene.states, scene.tables, 0, power(first))
    assert steps.may_play(scene.states, scene.tables, 0, power(second))
    steps.play(scene.states, scene.tables, 0, power(second))
    assert not steps.may_play(scene.states, scene.tables, 0, power(third))


def test_energy_of_growth_comes_on_top_of_the_income() -> None:
    scene = mud()
    grow(scene, GAIN)
    assert scene.spirit()[Spirit.ENERGY] == 2
    scene = Scene(MUD, empty=False)
    scene.phase(Phase.SPIRIT)
    gains = [row[2] for row in scene.told(Event.ENERGY)]
    option = scene.told(Event.GROWTH)[0][2]
    income = int(scene.spirit()[Spirit.INCOME])
    assert gains == ([2, income] if option == GAIN else [income])


# --------------------------------------------------------------------------------------------------------- power cards
def top_of(scene: Scene, deck: Deck, number: int = 4) -> list[str]:
    """Ids of the next cards of a deck."""
    top = scene.counter[Counter.MINOR_TOP + 3 * deck]
    return [power_names().ids[card] for card in scene.state["deck"][deck, top : top + number]]


def gain(scene: Scene, deck: Deck, *answers: str) -> None:
    """Gain a card from a deck, with these answers."""
    scene.answer(Answer.CARD, *answers)
    steps.gain(scene.states, scene.tables, 0, deck)
    assert scene.state["script_fault"] == 0


def test_a_gain_of_growth_chooses_minor_or_major() -> None:
    scene = mud()
    grow(scene, GAIN)
    assert scene.asked(Decision.DECK)[0].offers == [0, 1]


@pytest.mark.parametrize("deck", [Deck.MINOR, Deck.MAJOR])
def test_four_cards_are_shown_one_is_kept_three_are_discarded(deck: Deck) -> None:
    scene = mud()
    shown = top_of(scene, deck)
    gain(scene, deck, shown[2], *UNIQUES[:deck])
    assert scene.asked(Decision.CARD)[0].offers == [power(card) for card in shown]
    assert scene.place(shown[2]) == Place.HAND
    assert [scene.place(shown[i]) for i in (0, 1, 3)] == [Place.MINOR_DISCARD + deck] * 3
    discards = Counter.MINOR_DISCARDS + 3 * deck
    assert scene.counter[discards] == 3
    assert {int(card) for card in scene.state["pile"][deck, :3]} == {power(shown[i]) for i in (0, 1, 3)}


def test_a_short_deck_is_drawn_and_its_discards_reshuffled_for_the_rest() -> None:
    scene = mud()
    deck = scene.state["deck"][Deck.MINOR, :36].copy()
    scene.state["pile"][0, :9] = deck[:9]
    scene.counter[[Counter.MINOR_TOP, Counter.MINOR_DISCARDS]] = [34, 9]
    gain(scene, Deck.MINOR)
    offers = scene.asked(Decision.CARD)[0].offers
    assert offers[:2] == deck[34:36].tolist(), "the last two of the deck"
    assert set(offers[2:]) <= set(deck[:9].tolist()), "then two of the discards"
    assert len(set(offers)) == 4
    assert scene.counter[[Counter.MINOR_SIZE, Counter.MINOR_TOP, Counter.MINOR_DISCARDS]].tolist() == [9, 2, 3]
    assert [row[1] for row in scene.told(Event.RESHUFFLE)] == [Deck.MINOR]


def test_a_reshuffle_changes_the_order() -> None:
    scene = mud()
    pile = scene.state["deck"][Deck.MINOR, :36].copy()
    scene.state["pile"][0, :36] = pile
    scene.counter[[Counter.MINOR_TOP, Counter.MINOR_DISCARDS]] = [36, 36]
    gain(scene, Deck.MINOR)
    assert sorted(scene.state["deck"][Deck.MINOR, :36]) == sorted(pile)
    assert scene.state["deck"][Deck.MINOR, :36].tolist() != pile.tolist()


def test_a_major_costs_a_card_from_hand_discard_play_or_itself() -> None:
    scene = mud()
    scene.place(UNIQUES[0], Place.PLAY)
    scene.place(UNIQUES[1], Place.DISCARD)
    major = top_of(scene, Deck.MAJOR)[0]
    gain(scene, Deck.MAJOR, major, UNIQUES[2])
    assert set(scene.asked(Decision.CARD)[1].offers) == {power(card) for card in [*UNIQUES, major]}
    assert scene.spirit()[Spirit.OWNED] == 4
    assert scene.cards(Place.HAND) == {UNIQUES[3], major}


@pytest.mark.parametrize("place", [Place.HAND, Place.PLAY, Place.DISCARD])
def test_a_forgotten_unique_power_is_out_of_the_game(place: Place) -> None:
    scene = mud()
    scene.place(UNIQUES[1], place)
    gain(scene, Deck.MAJOR, top_of(scene, Deck.MAJOR)[0], UNIQUES[1])
    assert scene.place(UNIQUES[1]) == Place.FORGOTTEN
    assert all(UNIQUES[1] not in scene.cards(anywhere) for anywhere in (Place.HAND, Place.PLAY, Place.DISCARD))


def test_the_major_just_gained_may_be_forgotten() -> None:
    scene = mud()
    major = top_of(scene, Deck.MAJOR)[0]
    gain(scene, Deck.MAJOR, major, major)
    assert scene.place(major) == Place.MAJOR_DISCARD
    assert scene.cards(Place.HAND) == set(UNIQUES)


def test_a_forgotten_minor_or_major_goes_to_the_discards_of_its_deck() -> None:
    scene = mud()
    for owned, place in (("call_to_tend", Place.MINOR_DISCARD), ("tsunami", Place.MAJOR_DISCARD)):
        scene.own(owned, Place.HAND)
        major = next(card for card in top_of(scene, Deck.MAJOR) if card != owned)
        gain(scene, Deck.MAJOR, major, owned)
        assert scene.place(owned) == place
        deck = place - Place.MINOR_DISCARD
        pile = scene.state["pile"][deck, : scene.counter[Counter.MINOR_DISCARDS + 3 * deck]]
        assert power(owned) in pile, "a reshuffle brings it back"


def test_a_minor_costs_no_card() -> None:
    scene = mud()
    gain(scene, Deck.MINOR)
    assert scene.spirit()[Spirit.OWNED] == 5
    assert not scene.told(Event.FORGET)


def test_reclaim_takes_the_whole_discard_back() -> None:
    scene = mud()
    for card in UNIQUES:
        scene.place(card, Place.DISCARD)
    grow(scene, RECLAIM)
    assert scene.cards(Place.HAND) == set(UNIQUES)


def test_reclaim_leaves_cards_in_play() -> None:
    scene = mud()
    scene.place(UNIQUES[0], Place.PLAY)
    scene.place(UNIQUES[1], Place.DISCARD)
    grow(scene, RECLAIM)
    assert scene.cards(Place.PLAY) == {UNIQUES[0]}
