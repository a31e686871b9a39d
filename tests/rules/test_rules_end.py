"""Victory and defeat, blight, presence and sacred sites (conformance U, V, X, Z)."""

from __future__ import annotations

import pytest

from sim.core.codes import Answer, Counter, Decision, Event, Mask, Outcome, Phase, Piece, Row, Spirit
from sim.game import steps
from tests.rules.scene import HEAT, MUD, TEETH, Scene

pytestmark = pytest.mark.usefixtures("kernels")


def mud(earned: int = 0, pool: int = 6) -> Scene:
    """Mud with three discs in G1, an empty island, some fear cards earned."""
    scene = Scene(MUD)
    scene.put("G1", presence=(3,))
    scene.counter[[Counter.FEAR_EARNED, Counter.FEAR_RESOLVED, Counter.BLIGHT_POOL]] = (earned, earned, pool)
    scene.counter[Counter.TERROR] = 1 + earned // 3
    scene.forget_trace()
    return scene


def outcome(scene: Scene) -> Outcome:
    """Outcome at the end of an action."""
    return Outcome(steps.finish(scene.states, scene.tables))


def add_blight(scene: Scene, name: str) -> None:
    """Add a blight to a land."""
    steps.add_blight(scene.states, scene.tables, scene.land(name))
    assert scene.state["script_fault"] == 0


# ------------------------------------------------------------------------------------------------------------- victory
@pytest.mark.parametrize(
    ("earned", "left", "expected"),
    [
        (0, "2D", Outcome.VICTORY_TERROR_1),
        (0, "1E", Outcome.NONE),
        (0, "1T", Outcome.NONE),
        (3, "5E", Outcome.VICTORY_TERROR_2),
        (3, "1T", Outcome.NONE),
        (3, "1C", Outcome.NONE),
        (6, "5E 5T", Outcome.VICTORY_TERROR_3),
        (6, "1C", Outcome.NONE),
    ],
)
def test_victory_condition_of_each_terror_level(earned: int, left: str, expected: Outcome) -> None:
    scene = mud(earned)
    scene.put("G4", left)
    assert outcome(scene) == expected


def test_the_ninth_fear_card_wins_at_once() -> None:
    scene = mud(earned=8)
    scene.put("G4", "9C 9T", presence=(2,))
    scene.counter[Counter.FEAR_GENERATED] = 3
    scene.use("mysterious_abductions", "G4")
    assert scene.counter[Counter.OUTCOME] == Outcome.VICTORY_FEAR


def test_the_game_is_won_the_moment_the_condition_holds() -> None:
    scene = mud(earned=6)
    scene.put("G4", "1C/2 4T", presence=(2,))
    scene.use("mysterious_abductions", "G1")
    assert scene.counter[Counter.OUTCOME] == Outcome.NONE
    scene.answer(Answer.DAMAGE, Piece.CITY)
    scene.use("mysterious_abductions", "G4")
    assert scene.counter[Counter.OUTCOME] == Outcome.VICTORY_TERROR_3


def test_a_higher_terror_level_is_easier_to_win_at() -> None:
    for left in ("", "1E", "1T", "1C", "1E 1T", "1E 1T 1C"):
        won = []
        for earned in (0, 3, 6, 9):
            scene = mud(earned)
            scene.put("G4", left)
            won.append(outcome(scene) != Outcome.NONE)
        assert won == sorted(won)
        assert won[3]


def test_a_rise_of_the_level_can_win() -> None:
    scene = mud(earned=2)
    scene.put("G4", "3E")
    scene.counter[Counter.FEAR_GENERATED] = 3
    steps.make_fear(scene.states, scene.tables, 1)
    assert outcome(scene) == Outcome.VICTORY_TERROR_2


# -------------------------------------------------------------------------------------------------------------- defeat
def test_the_last_blight_of_the_pool_loses() -> None:
    scene = mud(pool=2)
    scene.put("G8", "1C")
    add_blight(scene, "G4")
    assert outcome(scene) == Outcome.NONE
    add_blight(scene, "G3")
    assert outcome(scene) == Outcome.DEFEAT_BLIGHT


def test_a_spirit_without_presence_on_the_island_loses_for_all() -> None:
    scene = Scene(MUD, HEAT)
    scene.put("G8", "1C", presence=(3, 0))
    scene.put("G4", presence=(0, 1))
    assert outcome(scene) == Outcome.NONE
    add_blight(scene, "G4")
    assert outcome(scene) == Outcome.DEFEAT_PRESENCE


def test_no_invader_card_to_turn_up_loses() -> None:
    scene = mud()
    scene.put("G8", "1C")
    scene.counter[Counter.INVADER_NEXT] = 12
    for phase in (Phase.SPIRIT, Phase.FAST, Phase.FEAR, Phase.RAVAGE, Phase.BUILD):
        assert scene.phase(phase) == Outcome.NONE, "an empty deck alone is no defeat"
    assert scene.phase() == Outcome.DEFEAT_TIME


def test_the_explore_of_round_twelve_finds_no_card() -> None:
    scene = mud()
    scene.put("G8", "1C")
    assert scene.counter[Counter.INVADER_NEXT] == 1
    for _ in range(11):
        for name in scene.names[:7]:
            scene.put(name, presence=(3,) if name == "G1" else ())
        scene.put("G8", "1C")
        assert scene.phase(Phase.EXPLORE) == Outcome.NONE
        scene.counter[[Counter.RAVAGE_CARD, Counter.BUILD_CARD]] = (-1, -1)
    assert scene.phase(Phase.EXPLORE) == Outcome.DEFEAT_TIME


def test_winning_and_losing_at_once_is_a_victory() -> None:
    scene = mud(earned=6, pool=1)
    scene.put("G4", "1C/1 2T 3D", defend=3)
    scene.answer(Answer.DAMAGE, Piece.CITY)
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.counter[Counter.BLIGHT_POOL] == 0
    assert outcome(scene) == Outcome.SACRIFICE


# -------------------------------------------------------------------------------------------------------------- blight
def test_added_blight_comes_from_the_pool_and_removed_blight_returns() -> None:
    scene = mud()
    scene.put("G8", "1C")
    add_blight(scene, "G7")
    assert (scene.blight("G7"), scene.counter[Counter.BLIGHT_POOL]) == (1, 5)
    scene.use("song_of_sanctity", "G7")
    assert (scene.blight("G7"), scene.counter[Counter.BLIGHT_POOL]) == (0, 6)


@pytest.mark.parametrize("way", ["ravage", "power"])
def test_blight_from_anything_costs_each_spirit_there_a_presence(way: str) -> None:
    scene = Scene(MUD, HEAT, TEETH)
    scene.put("G8", "1C", presence=(1, 1, 1))
    scene.put("G4", "1T", presence=(1, 3, 0))
    if way == "ravage":
        steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    else:
        scene.use("drought", "G4", seat=1)
    assert [scene.presence("G4", seat) for seat in range(3)] == [0, 2, 0]
    assert [int(scene.spirit(seat)[Spirit.DESTROYED]) for seat in range(3)] == [1, 1, 0]


def test_presence_lost_to_blight_returns_to_no_track() -> None:
    scene = mud()
    scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN]] = (2, 2)
    scene.put("G8", "1C")
    before = scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN, Spirit.INCOME, Spirit.PLAYS]].tolist()
    elements = scene.spirit()[Spirit.TRACK_ELEMENT : Spirit.TRACK_ELEMENT + 8].tolist()
    add_blight(scene, "G1")
    assert (scene.presence("G1"), scene.spirit()[Spirit.DESTROYED]) == (2, 1)
    assert scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN, Spirit.INCOME, Spirit.PLAYS]].tolist() == before
    assert scene.spirit()[Spirit.TRACK_ELEMENT : Spirit.TRACK_ELEMENT + 8].tolist() == elements
    assert sum(elements) == 2


def test_destroyed_presence_is_no_source_of_growth_but_powers_return_it() -> None:
    scene = mud()
    scene.put("G8", "1C")
    scene.spirit()[Spirit.DESTROYED] = 2
    steps.grow(scene.states, scene.tables, 0, 0)
    assert 2 not in scene.asked(Decision.TRACK)[0].offers
    scene.spirit()[Spirit.DESTROYED] = 2
    scene.answer(Answer.LAND, "G6")
    scene.use("blazing_renewal", 0)
    assert (scene.presence("G6"), scene.spirit()[Spirit.DESTROYED]) == (2, 0)


def test_blight_in_a_blighted_land_cascades_to_one_adjacent_land() -> None:
    scene = mud()
    scene.put("G8", "1C")
    scene.put("G4", blight=1)
    scene.put("G3", presence=(1,))
    scene.answer(Answer.CASCADE, "G3")
    add_blight(scene, "G4")
    assert (scene.blight("G4"), scene.blight("G3"), scene.presence("G3")) == (2, 1, 0)
    assert scene.counter[Counter.BLIGHT_POOL] == 4, "the first stays, the second is one more"
    (asked,) = scene.asked(Decision.CASCADE)
    assert scene.lands(sum(1 << land for land in asked.offers)) == {"G2", "G3", "G5", "G7"}


def test_a_cascade_goes_on_until_a_land_without_blight() -> None:
    scene = mud()
    scene.put("G8", "1C")
    for name in ("G4", "G7", "G5"):
        scene.put(name, blight=1)
    scene.answer(Answer.CASCADE, "G7", "G5", "G6")
    add_blight(scene, "G4")
    assert [scene.blight(name) for name in ("G4", "G7", "G5", "G6")] == [2, 2, 2, 1]
    assert scene.counter[Counter.BLIGHT_POOL] == 2


def test_a_cascade_may_cross_to_another_board() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(1, 1))
    scene.put("G7", blight=1)
    scene.answer(Answer.CASCADE, "H3")
    add_blight(scene, "G7")
    assert scene.blight("H3") == 1


def test_cascaded_blight_can_empty_the_pool() -> None:
    scene = mud(pool=2)
    scene.put("G8", "1C")
    scene.put("G4", blight=1)
    add_blight(scene, "G4")
    assert outcome(scene) == Outcome.DEFEAT_BLIGHT


def test_blight_of_the_set_up_neither_cascades_nor_destroys_presence() -> None:
    scene = Scene(TEETH, empty=False)
    assert (scene.presence("G5"), scene.blight("G5")) == (1, 1)
    assert scene.spirit()[[Spirit.ON_ISLAND, Spirit.DESTROYED]].tolist() == [1, 0]
    assert scene.counter[[Counter.BLIGHT_POOL, Counter.CASCADES]].tolist() == [6, 0]
    assert not scene.told(Event.BLIGHT)


# ------------------------------------------------------------------------------------------------------------ presence
def test_a_land_with_own_presence_is_a_spirits_land() -> None:
    scene = Scene(MUD, HEAT)
    scene.put("G8", "1C", presence=(1, 1))
    scene.put("G4", presence=(0, 2))
    assert scene.lands(scene.state["mask"][Mask.PRESENCE]) == {"G8"}
    assert scene.lands(scene.state["mask"][Mask.PRESENCE + 1]) == {"G8", "G4"}
    scene.use("encompassing_ward", 1)
    scene.put("G4", "1C", presence=(0, 2))
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.told(Event.RAVAGE)[0][2:4] == (1, 3), "each own land of the second spirit has Defend 2"


def test_there_is_no_limit_to_presence_in_a_land() -> None:
    scene = mud()
    scene.put("G8", "1C")
    scene.answer(Answer.TRACK, *[0] * 6, *[1] * 3)
    for _ in range(9):
        steps.grow(scene.states, scene.tables, 0, 0)
    assert scene.spirit()[Spirit.ON_ISLAND] == 12
    assert scene.presence("G1") == 12


def test_presence_sets_where_a_spirit_acts_and_the_tracks_what_it_can_pay() -> None:
    scene = mud()
    scene.put("G8", "1C")
    assert scene.targets("open_shifting_waterways") == {"G1", "G2", "G6"}
    before = scene.spirit()[[Spirit.INCOME, Spirit.PLAYS]].tolist()
    scene.put("G1", presence=(13,))
    assert scene.spirit()[[Spirit.INCOME, Spirit.PLAYS]].tolist() == before, "discs on the island uncover nothing"


def test_presence_means_presence_on_the_island() -> None:
    scene = mud()
    scene.put("G8", "1C")
    scene.put("G1")
    scene.spirit()[Spirit.DESTROYED] = 5
    assert scene.targets("open_shifting_waterways") == set()
    assert outcome(scene) == Outcome.DEFEAT_PRESENCE, "neither tracks nor destroyed discs count"


def test_two_discs_of_a_spirit_are_its_sacred_site() -> None:
    scene = Scene(MUD, HEAT)
    scene.put("G8", "1C", presence=(1, 1))
    assert not scene.state["mask"][Mask.SACRED : Mask.SACRED + 2].any(), "one disc each is a site of none"
    scene.put("G8", "1C", presence=(2, 3))
    sites = [scene.lands(scene.state["mask"][Mask.SACRED + seat]) for seat in range(2)]
    assert sites == [{"G8"}, {"G8"}], "a site of both"


def test_a_sacred_site_comes_and_goes_with_its_second_disc() -> None:
    scene = mud()
    scene.put("G8", "1C")
    scene.put("G1", "1E", presence=(1,))
    assert scene.targets("foul_vapors_and_fetid_muck") == set()
    scene.answer(Answer.TRACK, 0)
    steps.grow(scene.states, scene.tables, 0, 0)
    assert scene.targets("foul_vapors_and_fetid_muck") == {"G1", "G8"}
    add_blight(scene, "G1")
    assert scene.presence("G1") == 1
    assert scene.targets("foul_vapors_and_fetid_muck") == set()


def test_losing_all_dahan_is_no_defeat() -> None:
    scene = mud()
    scene.put("G8", "1C 2D")
    steps.destroy(scene.states, scene.tables, scene.land("G8"), Piece.DAHAN, 2)
    assert outcome(scene) == Outcome.NONE
    assert scene.row("G8")[Row.DAHAN] == 0
