"""Ravage, Build, Explore, the stages of the invader cards and how they advance (conformance O to S)."""

from __future__ import annotations

import pytest

from sim.core.codes import Action, Answer, Counter, Decision, Event, Option, Phase, Piece, Row, Spirit
from sim.game import steps
from tests.rules.scene import HEAT, MUD, TEETH, Scene, invader_card

pytestmark = pytest.mark.usefixtures("kernels")
JUNGLE, SAND, WETLAND = "stage1_jungle", "stage1_sand", "stage1_wetland"
"""On board G: jungle is G6 and G7, sand G3 and G5, wetland G2 and G4, mountain G1 and G8."""


def teeth() -> Scene:
    """Teeth in G1, and a city in G8 that keeps the game going."""
    scene = Scene(TEETH)
    scene.put("G8", "1C")
    scene.put("G1", presence=(3,))
    scene.forget_trace()
    return scene


def ravaged(text: str, *hit: Piece, blight: int = 0, presence: int = 1, defend: int = 0) -> Scene:
    """After the Ravage of G4, which held this; the damage of the dahan goes to these pieces in order."""
    scene = teeth()
    scene.put("G4", text, presence=(presence,), blight=blight, defend=defend)
    scene.answer(Answer.DAMAGE, *hit)
    assert steps.ravage_land(scene.states, scene.tables, scene.land("G4")) == 1
    return scene


def found(scene: Scene) -> tuple[str, int, int]:
    """Pieces, blight and presence of G4."""
    return scene.pieces("G4"), scene.blight("G4"), scene.presence("G4")


# -------------------------------------------------------------------------------------------------------------- ravage
def test_without_a_card_in_the_slot_nothing_ravages() -> None:
    scene = teeth()
    scene.put("G4", "3C")
    scene.phase(Phase.RAVAGE)
    assert (scene.blight("G4"), scene.told(Event.RAVAGE)) == (0, [])


def test_lands_of_the_card_ravage_and_no_others_and_only_those_with_invaders() -> None:
    scene = teeth()
    for name in ("G4", "G6", "G3"):
        scene.put(name, "1T")
    scene.put("G2", "3D")
    scene.slots(ravage=WETLAND)
    scene.phase(Phase.RAVAGE)
    assert {scene.names[row[1]] for row in scene.told(Event.RAVAGE)} == {"G4"}
    assert [scene.blight(name) for name in ("G2", "G3", "G4", "G6")] == [0, 0, 1, 0]


@pytest.mark.parametrize("first", ["G2", "G4"])
def test_the_players_choose_the_order_of_the_lands(first: str) -> None:
    scene = teeth()
    for name in ("G2", "G4"):
        scene.put(name, "1T")
    scene.slots(ravage=WETLAND)
    scene.answer(Answer.ORDER, first)
    scene.phase(Phase.RAVAGE)
    assert scene.names[scene.told(Event.RAVAGE)[0][1]] == first
    asked = scene.asked(Decision.ORDER)[0]
    assert (asked.seat, scene.lands(sum(1 << land for land in asked.offers))) == (-1, {"G2", "G4"})


@pytest.mark.parametrize(("text", "damage"), [("3E", 3), ("3T", 6), ("2C", 6), ("2E 1T 1C", 7)])
def test_explorers_do_one_damage_towns_two_cities_three(text: str, damage: int) -> None:
    for defend, blight in ((damage - 2, 1), (damage - 1, 0)):
        assert found(ravaged(text, defend=defend))[1] == blight


def test_the_same_damage_hits_the_land_and_in_full_the_dahan() -> None:
    assert found(ravaged("1T 1E 2D", Piece.TOWN)) == ("1E 1D/1", 1, 0)
    assert found(ravaged("2C 4D", Piece.CITY, defend=2)) == ("1C/1 2D", 1, 0)


def test_all_defend_of_the_land_is_taken_off() -> None:
    scene = teeth()
    scene.put("G4", "2C 2D", presence=(1,))
    for _ in range(2):
        scene.use("intractable_thickets_and_thorns", "G4")
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert found(scene) == ("1C/1 2D", 0, 1), "6 damage less twice 5: neither land nor dahan suffer"


def test_the_land_is_damaged_first_then_the_dahan_then_they_strike_back() -> None:
    scene = ravaged("1C 2D", Piece.CITY)
    order = [Event(row[0]) for row in scene.trace if row[0] in (Event.BLIGHT, Event.DESTROYED, Event.DAMAGE)]
    assert order == [Event.BLIGHT, Event.DESTROYED, Event.DAMAGE, Event.DAMAGE]
    assert found(scene) == ("1C/2 1D/1", 1, 0)


def test_two_or_more_damage_add_exactly_one_blight_from_the_pool() -> None:
    for text in ("2E", "1T", "3C", "5C 5T"):
        scene = ravaged(text)
        assert (scene.blight("G4"), scene.counter[Counter.BLIGHT_POOL]) == (1, 5)


@pytest.mark.parametrize(("text", "defend"), [("1E", 0), ("1T", 1), ("1T", 9)])
def test_one_damage_or_none_adds_no_blight_and_costs_no_presence(text: str, defend: int) -> None:
    assert found(ravaged(text, defend=defend)) == (text, 0, 1)


def test_every_spirit_with_presence_there_loses_one() -> None:
    scene = Scene(MUD, HEAT, TEETH)
    scene.put("G8", "1C", presence=(1, 1, 1))
    scene.put("G4", "1E 1T", presence=(3, 1, 0))
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert [scene.presence("G4", seat) for seat in range(3)] == [2, 0, 0]
    assert [int(scene.spirit(seat)[Spirit.DESTROYED]) for seat in range(3)] == [1, 1, 0]


def test_ravage_of_a_blighted_land_cascades() -> None:
    scene = teeth()
    scene.put("G4", "1T", blight=1)
    scene.answer(Answer.CASCADE, "G3")
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert (scene.blight("G4"), scene.blight("G3")) == (2, 1)


def test_an_explorer_and_a_town_add_a_blight_and_cost_a_presence() -> None:
    assert found(ravaged("1E 1T")) == ("1E 1T", 1, 0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1E 1D", "1D/1"),
        ("1T 1D", ""),
        ("1T 2D", "1D"),
        ("1E 1T 3D", "1D 1D/1"),
        ("1C 1D 1D/1", ""),
        ("1T 1D/1 1D", "1D/1"),
        ("2T 3D", "1D"),
    ],
)
def test_as_many_dahan_as_possible_are_destroyed_and_a_rest_stays_on_one(before: str, after: str) -> None:
    scene = ravaged(before)
    assert " ".join(word for word in scene.pieces("G4").split() if "D" in word) == after


def test_three_damage_against_two_dahan() -> None:
    row = ravaged("1E 1T 2D").row("G4")
    assert (row[Row.DAHAN_0], row[Row.DAHAN_1]) == (0, 1)


def test_each_dahan_left_a_damaged_one_too_deals_two_damage() -> None:
    scene = ravaged("1E 2C 3D", Piece.CITY, Piece.CITY, Piece.EXPLORER, defend=4)
    assert found(scene) == ("1E 1C/1 1D 1D/1", 1, 0)


@pytest.mark.parametrize(
    ("hit", "left"),
    [((Piece.TOWN,), "1E 1D"), ((Piece.EXPLORER,), "1T/1 1D")],
)
def test_the_players_divide_the_damage_of_the_dahan(hit: tuple[Piece, ...], left: str) -> None:
    scene = ravaged("1E 1T 1D", *hit, defend=3)
    assert scene.pieces("G4") == left
    assert scene.asked(Decision.DAMAGE)[0].seat == -1


@pytest.mark.parametrize("defend", [3, 20])
def test_dahan_strike_back_though_all_damage_was_defended(defend: int) -> None:
    assert found(ravaged("1E 1T 1D", Piece.TOWN, defend=defend)) == ("1E 1D", 0, 1)


def test_dahan_do_not_strike_back_when_the_ravage_is_skipped() -> None:
    scene = teeth()
    scene.put("G4", "1C 2D")
    scene.row("G4")[Row.SKIP] = Action.RAVAGE
    scene.slots(ravage=WETLAND)
    scene.phase(Phase.RAVAGE)
    assert found(scene) == ("1C 2D", 0, 0)


def test_the_one_dahan_left_destroys_the_town() -> None:
    scene = ravaged("1E 1T 2D", Piece.TOWN)
    assert found(scene) == ("1E 1D/1", 1, 0)
    assert scene.counter[Counter.FEAR_GENERATED] == 1


def test_invaders_that_do_not_ravage_do_no_harm() -> None:
    scene = teeth()
    scene.put("G4", "2C 2T 2E 2D", presence=(2,))
    for phase in (Phase.FAST, Phase.FEAR, Phase.RAVAGE, Phase.BUILD, Phase.SLOW, Phase.TIME_PASSES):
        scene.phase(phase)
    assert found(scene) == ("2E 2T 2C 2D", 0, 2)


# --------------------------------------------------------------------------------------------------------------- build
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2E", "2E 1T"),
        ("1E", "1E 1T"),
        ("1T", "1T 1C"),
        ("1E 1C", "1E 1T 1C"),
        ("1T 1C", "2T 1C"),
        ("2T 1C", "2T 2C"),
        ("3T", "3T 1C"),
        ("2C", "1T 2C"),
        ("2D", "2D"),
        ("1T/1", "1T/1 1C"),
    ],
)
def test_build(before: str, after: str) -> None:
    scene = teeth()
    scene.put("G4", before)
    steps.build_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.pieces("G4") == after


def test_lands_of_the_card_build_and_no_others_and_only_those_with_invaders() -> None:
    scene = teeth()
    scene.put("G4", "1E")
    scene.put("G3", "1E")
    scene.put("G2", "2D")
    scene.slots(build=WETLAND)
    scene.phase(Phase.BUILD)
    assert [scene.pieces(name) for name in ("G2", "G3", "G4")] == ["2D", "1E", "1E 1T"]


def test_build_comes_after_every_ravage() -> None:
    scene = teeth()
    for name in ("G4", "G2"):
        scene.put(name, "1T 2D")
    scene.slots(ravage=WETLAND, build=WETLAND)
    scene.phase(Phase.RAVAGE)
    scene.phase()
    assert [scene.pieces(name) for name in ("G2", "G4")] == ["1D", "1D"], "the dahan had destroyed the towns"
    assert not scene.told(Event.BUILD)


# ------------------------------------------------------------------------------------------------------------- explore
def explored(scene: Scene, card: str) -> set[str]:
    """Lands that get an explorer from the top card; one each."""
    before = {name: int(scene.row(name)[Row.EXPLORER]) for name in scene.names}
    scene.next_card(card)
    scene.phase(Phase.EXPLORE)
    gained = {name: int(scene.row(name)[Row.EXPLORER]) - before[name] for name in scene.names}
    assert set(gained.values()) <= {0, 1}, "one explorer for each land, from nowhere else"
    return {name for name, number in gained.items() if number}


def test_explore_turns_up_the_top_card_after_build() -> None:
    scene = teeth()
    scene.next_card(SAND)
    before = int(scene.counter[Counter.INVADER_NEXT])
    scene.phase(Phase.BUILD)
    assert scene.counter[Counter.PHASE] == Phase.EXPLORE
    scene.phase()
    assert [row[1] for row in scene.told(Event.INVADER_CARD)] == [invader_card(SAND)]
    assert scene.counter[Counter.INVADER_NEXT] == before + 1


def test_explore_into_lands_with_or_next_to_buildings_or_coastal_ones() -> None:
    scene = teeth()
    assert explored(scene, "stage1_mountain") == {"G1", "G8"}, "coastal; with a city"
    assert explored(scene, SAND) == {"G3", "G5"}, "coastal; next to a city"
    assert explored(scene, JUNGLE) == {"G6", "G7"}, "both next to a city"
    assert explored(scene, WETLAND) == {"G2"}, "G4 is neither"


@pytest.mark.parametrize("source", ["1T", "1C"])
@pytest.mark.parametrize("where", ["G4", "G7", "G5"])
def test_a_town_or_a_city_in_or_next_to_a_land_is_a_source(source: str, where: str) -> None:
    scene = teeth()
    scene.put("G8")
    scene.put(where, source)
    assert "G4" in explored(scene, WETLAND)


def test_explorers_are_no_source_and_several_sources_are_one_explorer() -> None:
    scene = teeth()
    scene.put("G4", "3E")
    scene.put("G7", "2E")
    assert explored(scene, WETLAND) == {"G2"}
    scene.put("G2", "1T 1C")
    scene.put("G3", "2T")
    assert explored(scene, WETLAND) == {"G2", "G4"}


def test_two_mountains_next_to_buildings_are_explored() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(1, 1))
    scene.put("H5", "1T")
    assert explored(scene, "stage1_mountain") == {"G1", "G8", "H3", "H4"}


# ------------------------------------------------------------------------------------------------------ stages of cards
def test_most_stage_two_cards_have_an_action_which_may_be_switched_off() -> None:
    table = Scene(TEETH).table
    stages = table["invader_stage"][:15].tolist()
    flagged = [stage for stage, flag in zip(stages, table["invader_flag"][:15], strict=True) if flag]
    assert (stages.count(2), flagged) == (5, [2] * 4)
    for switch, towns in ((True, 1), (False, 0)):
        scene = Scene(TEETH, options={"stage_2_action": switch})
        scene.put("G8", "1C")
        scene.put("G1", presence=(1,))
        assert scene.table["option"][Option.STAGE_2_ACTION] == switch
        scene.next_card("stage2_sand")
        scene.phase(Phase.EXPLORE)
        assert scene.counter[Counter.TOWNS] == towns


def test_the_stage_two_action_is_done_once_when_the_card_is_turned_up() -> None:
    scene = teeth()
    scene.slots(ravage="stage2_sand", build="stage2_wetland")
    scene.next_card("stage2_jungle")
    for phase in (Phase.RAVAGE, Phase.BUILD):
        scene.phase(phase)
        assert scene.counter[Counter.TOWNS] == 0
    scene.phase(Phase.EXPLORE)
    assert scene.counter[Counter.TOWNS] == 1


def test_the_stage_two_action_comes_before_the_explorers_of_the_card() -> None:
    scene = teeth()
    scene.answer(Answer.LAND, "G3")
    scene.next_card("stage2_wetland")
    scene.phase(Phase.EXPLORE)
    assert scene.pieces("G3") == "1T"
    assert scene.pieces("G4") == "1E", "the new town next to it is its source"


def test_the_stage_two_action_adds_a_town_on_each_board_to_a_land_without_one() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C 1T", presence=(1, 1))
    for number in range(1, 8):
        scene.put(f"H{number}", "1T")
    scene.forget_trace()
    steps.escalate(scene.states, scene.tables)
    (asked,) = scene.asked(Decision.LAND)
    assert scene.lands(sum(1 << land for land in asked.offers)) == {f"G{number}" for number in range(1, 8)}
    assert scene.pieces("H8") == "1T", "the only land of its board without a town"
    assert scene.counter[Counter.TOWNS] == 10


def test_the_stage_two_action_passes_over_a_board_full_of_towns() -> None:
    scene = Scene(MUD, TEETH)
    for number in range(1, 9):
        scene.put(f"H{number}", "1T", presence=(1, 1))
    steps.escalate(scene.states, scene.tables)
    assert scene.counter[Counter.TOWNS] == 9


def test_both_terrains_of_a_stage_three_card_explore_build_and_ravage() -> None:
    card = "stage3_jungle_wetland"
    scene = teeth()
    assert explored(scene, card) == {"G2", "G6", "G7"}
    scene.counter[Counter.BUILD_CARD] = -1
    scene.slots(build=card)
    scene.phase(Phase.BUILD)
    assert {scene.names[row[1]] for row in scene.told(Event.BUILD)} == {"G2", "G6", "G7"}
    scene.slots(ravage=card)
    scene.phase(Phase.RAVAGE)
    assert {scene.names[row[1]] for row in scene.told(Event.RAVAGE)} == {"G2", "G6", "G7"}


def test_lands_of_both_terrains_may_alternate() -> None:
    scene = teeth()
    for name in ("G2", "G4", "G6", "G7"):
        scene.put(name, "1T")
    scene.slots(ravage="stage3_jungle_wetland")
    order = ["G2", "G6", "G4", "G7"]
    scene.answer(Answer.ORDER, *order[:3])
    scene.phase(Phase.RAVAGE)
    assert [scene.names[row[1]] for row in scene.told(Event.RAVAGE)] == order
    assert len(scene.asked(Decision.ORDER)[0].offers) == 4


# ------------------------------------------------------------------------------------------------------------- advance
def test_cards_move_one_slot_and_the_ravage_card_is_discarded() -> None:
    scene = teeth()
    scene.slots(ravage=JUNGLE, build=SAND)
    scene.next_card(WETLAND)
    scene.phase(Phase.EXPLORE)
    slots = scene.counter[[Counter.RAVAGE_CARD, Counter.BUILD_CARD, Counter.EXPLORE_CARD]]
    assert slots.tolist() == [invader_card(SAND), invader_card(WETLAND), -1]
