"""Powers: kinds, phases, targets, levels (conformance L and M)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sim.core.codes import Answer, Cards, Counter, Decision, Event, Phase, Place, Row, Speed, Spirit
from sim.game import steps
from tests.rules.scene import EYES, HEAT, MUD, TEETH, WIND, Scene, power

pytestmark = pytest.mark.usefixtures("kernels")
MIRE = "spreading_and_dreadful_mire"
SEAT = 256
"""A power decision's code is the power plus this for each seat."""


def mud(presence: int = 2) -> Scene:
    """Mud in G4 (wetland, next to G2, G3, G5, G7), and a city in G8 that keeps the game going."""
    scene = Scene(MUD)
    scene.put("G8", "1C")
    scene.put("G4", presence=(presence,))
    scene.forget_trace()
    return scene


def ready(scene: Scene, *cards: str, seat: int = 0) -> None:
    """Put cards into play, owned or not."""
    for card in cards:
        if card in scene.cards(Place.HAND, seat):
            scene.place(card, Place.PLAY, seat)
        else:
            scene.own(card, Place.PLAY, seat)


def fear(scene: Scene) -> int:
    """All fear made so far."""
    earned = scene.counter[Counter.FEAR_EARNED]
    return int(earned * scene.table["fear_pool"] + scene.counter[Counter.FEAR_GENERATED])


def offered(scene: Scene) -> set[int]:
    """Codes of all powers that were on offer."""
    return {code for asked in scene.asked(Decision.POWER) for code in asked.offers}


# ------------------------------------------------------------------------------------------------------ kinds of power
def test_powers_are_innate_or_cards_and_fast_or_slow() -> None:
    scene = Scene(MUD, EYES, TEETH)
    table = scene.table
    number = int(table["n_powers"])
    assert number == 36 + 22 + 4 * 13 + 5 + 12
    assert set(table["power_speed"][:number].tolist()) == {Speed.FAST, Speed.SLOW}
    assert table["n_innates"][:3].tolist() == [1, 1, 1]
    innates = [int(table["innate"][seat, 0]) for seat in range(3)]
    assert set(table["power_deck"][innates].tolist()) == {Cards.INNATE}
    assert set(table["power_deck"][: table["n_cards"]].tolist()) == {Cards.MINOR, Cards.MAJOR, Cards.UNIQUE}


def test_an_innate_power_needs_its_elements_and_neither_play_nor_energy() -> None:
    scene = mud()
    scene.put("G4", "1E", presence=(2,))
    scene.phase(Phase.SLOW)
    assert not offered(scene), "no elements"
    scene.has(water=1)
    scene.phase(Phase.SLOW)
    assert offered(scene) == {power(MIRE), -1}
    scene.use(MIRE, "G4")
    assert scene.spirit()[[Spirit.ENERGY, Spirit.PLAYED]].tolist() == [0, 0]


def test_an_innate_power_is_there_again_each_round() -> None:
    scene = mud()
    scene.put("G4", "1E", presence=(2,))
    for _ in range(2):
        assert steps.may_use(scene.states, scene.tables, power(MIRE), 0)
        scene.use(MIRE, "G4")
        assert not steps.may_use(scene.states, scene.tables, power(MIRE), 0)
        scene.phase(Phase.TIME_PASSES)


@pytest.mark.parametrize(("phase", "speed"), [(Phase.FAST, Speed.FAST), (Phase.SLOW, Speed.SLOW)])
def test_each_power_phase_offers_its_speed_only(phase: Phase, speed: Speed) -> None:
    scene = mud()
    scene.put("G4", "1E", presence=(2,))
    cards = ["foul_vapors_and_fetid_muck", "intractable_thickets_and_thorns", "open_shifting_waterways", "steam_vents"]
    ready(scene, *cards)
    scene.has(water=1)
    scene.phase(phase)
    expected = {power(name) for name in [*cards, MIRE] if scene.table["power_speed"][power(name)] == speed}
    assert offered(scene) - {-1} == expected


def test_fast_powers_come_before_the_invaders_and_slow_ones_after() -> None:
    assert Phase.FAST < Phase.FEAR < Phase.RAVAGE < Phase.BUILD < Phase.EXPLORE < Phase.SLOW


def test_powers_of_all_players_are_on_offer_together_in_any_order() -> None:
    scene = Scene(MUD, EYES)
    scene.put("G8", "1C 2E", presence=(2, 2))
    ready(scene, "intractable_thickets_and_thorns", "sap_the_strength_of_multitudes")
    ready(scene, "mysterious_abductions", seat=1)
    scene.phase(Phase.FAST)
    first = scene.asked(Decision.POWER)[0]
    expected = {power("intractable_thickets_and_thorns"), power("sap_the_strength_of_multitudes")}
    assert set(first.offers) == expected | {power("mysterious_abductions") + SEAT, -1}
    assert first.seat == -1, "the players decide together"


@pytest.mark.parametrize("game", range(3))
def test_a_power_is_completed_before_another_begins(game: int) -> None:
    scene = Scene(WIND, MUD, TEETH, empty=False, game=game, policy="random")
    for _ in range(3):
        for seat in range(3):
            scene.has(seat, sun=3, air=5, moon=3, water=4, earth=3, plant=2, fire=4, animal=5)
        while scene.counter[Counter.PHASE] != Phase.TIME_PASSES:
            scene.forget_trace()
            scene.phase()
            chosen = (Event.DECISION, Decision.POWER)
            kinds = [row[0] for row in scene.trace if row[0] == Event.USE or row[:2] == chosen]
            for before, after in pairwise(kinds):
                assert (before, after) != (Event.DECISION, Event.DECISION), "chosen while another was in use"
        scene.phase()
        if scene.counter[Counter.OUTCOME]:
            break


def test_a_power_may_be_left_unused_and_its_energy_is_not_returned() -> None:
    stopped = 0
    for game in range(12):
        scene = Scene(MUD, policy="random", game=game)
        scene.put("G8", "1C")
        scene.put("G4", presence=(2,))
        scene.spirit()[Spirit.ENERGY] = 2
        steps.play(scene.states, scene.tables, 0, power("intractable_thickets_and_thorns"))
        scene.forget_trace()
        scene.phase(Phase.FAST)
        (asked,) = scene.asked(Decision.POWER)
        assert asked.offers == [power("intractable_thickets_and_thorns"), -1]
        assert bool(scene.told(Event.USE)) == (asked.answer != -1)
        stopped += asked.answer == -1
        for phase in (Phase.SLOW, Phase.TIME_PASSES):
            scene.phase(phase)
        assert scene.spirit()[Spirit.ENERGY] == 0
    assert 0 < stopped < 12


def test_a_fast_power_not_used_cannot_be_used_later() -> None:
    scene = mud()
    ready(scene, "intractable_thickets_and_thorns", "open_shifting_waterways")
    scene.phase(Phase.SLOW)
    assert offered(scene) == {power("open_shifting_waterways"), -1}


def test_each_power_is_used_once_a_round() -> None:
    scene = mud()
    scene.put("G4", "1C 5E", presence=(2,))
    ready(scene, "open_shifting_waterways")
    scene.has(moon=1, water=2, earth=1)
    for name in ("open_shifting_waterways", MIRE):
        scene.use(name, "G4")
        assert not steps.may_use(scene.states, scene.tables, power(name), 0)
    scene.forget_trace()
    scene.phase(Phase.SLOW)
    assert not scene.asked(Decision.POWER)
    assert not scene.told(Event.USE)


def test_effects_of_a_power_end_with_the_round() -> None:
    scene = mud()
    scene.use("intractable_thickets_and_thorns", "G4")
    scene.use("reaching_grasp", 0)
    scene.use("encompassing_ward", 0)
    scene.use("infinite_vitality", "G4")
    scene.use("paralyzing_fright", "G4")
    spirit = scene.spirit()
    assert (spirit[Spirit.RANGE], spirit[Spirit.WARD], scene.row("G4")[Row.DEFEND]) == (2, 2, 5)
    scene.phase(Phase.TIME_PASSES)
    assert not spirit[Spirit.RANGE : Spirit.PLAYED + 1].any()
    assert not scene.row("G4")[[Row.DEFEND, Row.SKIP, Row.SKIP_ONE, Row.EFFECT, Row.VITALITY]].any()


# -------------------------------------------------------------------------------------------------- resolving a power
def test_as_much_as_possible_is_done_and_the_rest_skipped() -> None:
    scene = Scene(TEETH)
    scene.put("G8", "1C")
    scene.put("G5", "1D", presence=(1,))
    scene.use("mark_territory_with_scars_and_teeth", "G5")
    assert (scene.row("G5")[Row.DEFEND], scene.pieces("G5"), fear(scene)) == (9, "", 0)
    assert scene.counter[Counter.DAHAN] == 1, "one of two dahan was there to push"


def test_a_part_that_can_be_done_must_be_done() -> None:
    scene = Scene(TEETH)
    scene.put("G8", "1C")
    scene.put("G5", "1E 3D", presence=(1,))
    scene.use("mark_territory_with_scars_and_teeth", "G5")
    assert (scene.row("G5")[Row.DEFEND], scene.pieces("G5"), fear(scene)) == (9, "1E 1D", 2)


def test_effects_are_done_in_the_printed_order() -> None:
    scene = mud()
    scene.put("G2", "2D")
    scene.put("G4", "1T", presence=(2,))
    scene.answer(Answer.AMOUNT, 2)
    scene.use("open_shifting_waterways", "G4")
    assert (scene.pieces("G4"), fear(scene)) == ("1T/1 2D", 1), "the dahan gathered count for the line after"
    scene = mud()
    scene.put("G4", "1T", presence=(2,))
    scene.use("open_shifting_waterways", "G4")
    assert (scene.pieces("G4"), fear(scene)) == ("1T", 0)


def test_the_whole_effect_applies_to_one_target_land() -> None:
    scene = Scene(TEETH)
    scene.put("G8", "1C 3E")
    scene.put("G5", "1E", presence=(1,))
    scene.use("ferocious_rampage", "G5")
    assert (scene.pieces("G5"), scene.pieces("G8")) == ("", "3E 1C"), "damage left over is not spread to other lands"


@pytest.mark.parametrize(
    ("card", "lands"),
    [
        ("sap_the_strength_of_multitudes", "G4"),
        ("open_shifting_waterways", "G4 G2 G3 G5 G7"),
        ("drift_down_into_slumber", "G1 G2 G3 G4 G5 G6 G7 G8"),
    ],
)
def test_range_is_the_largest_distance_from_own_presence(card: str, lands: str) -> None:
    assert mud().targets(card) == set(lands.split())


def test_the_range_may_be_limited_to_presence_in_some_lands() -> None:
    scene = Scene(EYES)
    scene.put("G4", "1C", presence=(2,))
    assert scene.targets("whispered_guidance_through_the_night") == set(), "G4 is a wetland"
    scene.put("G6", presence=(1,))
    assert scene.targets("whispered_guidance_through_the_night") == {"G6", "G1", "G2", "G5", "G8"}


def test_the_range_may_be_counted_from_sacred_sites_only() -> None:
    scene = mud(presence=1)
    for name in ("G1", "G3", "G4", "G6"):
        scene.put(name, "1E", presence=(1,) if name == "G4" else ())
    assert scene.targets("foul_vapors_and_fetid_muck") == set()
    scene.put("G1", "1E", presence=(2,))
    assert scene.targets("foul_vapors_and_fetid_muck") == {"G1", "G3", "G4", "G6", "G8"}


def test_the_target_box_limits_the_lands() -> None:
    scene = mud()
    assert scene.targets("foul_vapors_and_fetid_muck") == {"G8"}, "lands with invaders"
    assert scene.targets("lure_of_the_unknown") == {f"G{number}" for number in range(1, 8)}, "lands without"
    assert scene.targets("song_of_sanctity") == {"G7"}, "mountain or jungle"
    assert scene.targets("open_shifting_waterways") == {"G2", "G3", "G4", "G5", "G7"}, "any land"


def test_a_threshold_adds_its_effect_if_the_elements_are_there() -> None:
    for fire, expected in ((1, 1), (2, 2), (3, 2)):
        scene = mud()
        scene.has(fire=fire)
        scene.use("visions_of_fiery_doom", "G4")
        assert fear(scene) == expected


@pytest.mark.parametrize(
    ("elements", "reached"),
    [
        ({}, 0),
        ({"water": 1}, 0b001),
        ({"moon": 2, "water": 2, "earth": 3}, 0b011),
        ({"moon": 2, "water": 3, "earth": 2}, 0b111),
        ({"moon": 3, "water": 4, "earth": 3, "plant": 2}, 0b1111),
    ],
)
def test_every_level_whose_elements_are_there_is_reached(elements: dict[str, int], reached: int) -> None:
    scene = mud()
    scene.has(**elements)
    assert steps.levels(scene.states, scene.tables, power(MIRE), 0) == reached


def test_levels_are_done_from_the_first_downward() -> None:
    scene = mud()
    scene.put("G5", "1T 2D")
    scene.has(moon=2, water=3, earth=2)
    scene.answer(Answer.LEVELS, 3)
    scene.use(MIRE, "G5")
    rows = [row for row in scene.trace if row[0] in (Event.PRESENCE_MOVED, Event.FEAR, Event.MOVED, Event.DESTROYED)]
    kinds = [Event(row[0]) for row in rows]
    assert kinds[:2] == [Event.PRESENCE_MOVED, Event.FEAR]
    assert kinds.count(Event.MOVED) == 2
    assert (scene.presence("G5"), scene.pieces("G5"), fear(scene)) == (1, "", 1 + 1 + 1)


def test_the_player_may_stop_at_any_level() -> None:
    for levels, presence, town, made in ((1, 1, "1T 2D", 0), (2, 1, "1T/1 1D", 1)):
        scene = mud()
        scene.put("G5", "1T 2D")
        scene.has(moon=2, water=3, earth=2)
        scene.answer(Answer.LEVELS, levels)
        scene.use(MIRE, "G5")
        assert {0b001, 0b011, 0b111} <= set(scene.asked(Decision.LEVELS)[0].offers)
        assert (scene.presence("G5"), scene.pieces("G5"), fear(scene)) == (presence, town, made)


def test_two_moon_two_water_three_earth_do_two_levels_of_the_mire() -> None:
    scene = mud()
    scene.put("G5", "1C 1D")
    scene.has(moon=2, water=2, earth=3)
    scene.answer(Answer.LEVELS, 2)
    scene.use(MIRE, "G5")
    assert (scene.presence("G5"), scene.pieces("G5"), fear(scene)) == (1, "1C/1", 1)


@pytest.mark.parametrize(("land", "defend"), [("G7", 3), ("G8", 3), ("G4", 0), ("G5", 0)])
def test_dark_and_tangled_woods(land: str, defend: int) -> None:
    scene = mud()
    scene.put("G5", presence=(1,))
    card = power("dark_and_tangled_woods")
    table = scene.table
    fields = (table["power_cost"][card], table["power_speed"][card], table["power_range"][card])
    assert fields == (1, Speed.FAST, 1)
    assert table["power_element"][card].tolist() == [0, 1, 0, 0, 0, 1, 1, 0]
    assert land in scene.targets("dark_and_tangled_woods")
    scene.use("dark_and_tangled_woods", land)
    assert (scene.row(land)[Row.DEFEND], fear(scene)) == (defend, 2)


@pytest.mark.parametrize(("moves", "left"), [(0, "3E"), (1, "2E"), (2, "1E")])
def test_a_slow_card_that_makes_fear_and_pushes_up_to_two_explorers(moves: int, left: str) -> None:
    scene = mud()
    scene.put("G4", "3E", presence=(2,))
    assert scene.table["power_speed"][power("foul_vapors_and_fetid_muck")] == Speed.SLOW
    scene.answer(Answer.AMOUNT, moves)
    scene.use("foul_vapors_and_fetid_muck", "G4")
    assert (scene.pieces("G4"), fear(scene)) == (left, 1)


def test_decisions_a_power_leaves_open_are_its_users() -> None:
    scene = Scene(EYES, HEAT)
    scene.put("G8", "1C 2E 1T", presence=(2, 2))
    scene.use("stinging_sandstorm", "G8", seat=1)
    assert {asked.seat for asked in scene.asked(Decision.DAMAGE)} == {1}
    scene.use("mysterious_abductions", "G8", seat=0)
    assert {asked.seat for asked in scene.asked(Decision.DAMAGE)} == {0, 1}
