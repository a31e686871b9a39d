"""Fear: how it is made, fear cards and terror levels (conformance N and W)."""

from __future__ import annotations

import pytest

from sim.core.codes import Counter, Decision, Deck, Event, Op, Phase, Piece, Row
from sim.game import steps
from tests.rules.scene import EYES, HEAT, MUD, TEETH, Scene, fear_card

pytestmark = pytest.mark.usefixtures("kernels")


def teeth(earned: int = 0, generated: int = 0) -> Scene:
    """Teeth in G1, a city in G8 that keeps the game going, and some fear made already; the pool is 4."""
    scene = Scene(TEETH)
    scene.put("G8", "1C")
    scene.put("G1", presence=(3,))
    scene.counter[[Counter.FEAR_EARNED, Counter.FEAR_RESOLVED, Counter.FEAR_GENERATED]] = (earned, earned, generated)
    scene.counter[Counter.TERROR] = 1 + earned // 3
    scene.forget_trace()
    return scene


def deck(scene: Scene, *cards: str) -> None:
    """Put these cards on top of the fear deck."""
    at = scene.counter[Counter.FEAR_EARNED]
    scene.state["deck"][Deck.FEAR, at : at + len(cards)] = [fear_card(card) for card in cards]


def progress(scene: Scene) -> tuple[int, int, int]:
    """Cards earned, markers generated, terror level."""
    found = scene.counter[[Counter.FEAR_EARNED, Counter.FEAR_GENERATED, Counter.TERROR]]
    return int(found[0]), int(found[1]), int(found[2])


# --------------------------------------------------------------------------------------------------------- making fear
def test_a_power_with_a_fear_symbol_makes_that_much_fear() -> None:
    scene = teeth()
    scene.use("mysterious_abductions", "G8")
    assert progress(scene) == (0, 1, 1)
    scene.use("terrifying_nightmares", "G8")
    assert progress(scene) == (0, 3, 1)


@pytest.mark.parametrize(
    ("piece", "number", "fear"), [(Piece.EXPLORER, 3, 0), (Piece.TOWN, 1, 1), (Piece.TOWN, 3, 3), (Piece.CITY, 1, 2)]
)
def test_destroyed_towns_make_one_fear_cities_two_explorers_none(piece: Piece, number: int, fear: int) -> None:
    scene = teeth()
    scene.put("G5", f"{number}{'ETC'[piece]}")
    steps.destroy(scene.states, scene.tables, scene.land("G5"), piece, number)
    assert (scene.pieces("G5"), progress(scene)) == ("", (0, fear, 1))


def test_each_fear_moves_a_marker_and_the_last_one_earns_a_card() -> None:
    scene = teeth()
    found = []
    for _ in range(5):
        steps.make_fear(scene.states, scene.tables, 1)
        found.append(progress(scene)[:2])
    assert found == [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


@pytest.mark.parametrize(
    ("spirits", "generated", "fear", "after"),
    [((MUD,), 3, 9, (3, 0)), ((MUD, HEAT), 7, 3, (1, 2)), ((MUD, HEAT, EYES), 0, 30, (2, 6))],
)
def test_markers_return_and_fear_beyond_the_card_stays(
    spirits: tuple[str, ...], generated: int, fear: int, after: tuple[int, int]
) -> None:
    scene = Scene(*spirits)
    scene.put("G8", "1C", presence=(1,) * len(spirits))
    scene.counter[Counter.FEAR_GENERATED] = generated
    steps.make_fear(scene.states, scene.tables, fear)
    assert progress(scene)[:2] == after


@pytest.mark.parametrize(("earned", "level"), [(2, 2), (5, 3), (8, 4)])
def test_the_terror_level_rises_at_once_with_the_third_sixth_and_ninth_card(earned: int, level: int) -> None:
    scene = teeth(earned, generated=3)
    scene.counter[Counter.FEAR_RESOLVED] = 0
    assert progress(scene)[2] == level - 1
    steps.make_fear(scene.states, scene.tables, 1)
    assert progress(scene)[2] == level, "at once, though no card has been resolved"


def test_the_level_rises_with_no_other_card() -> None:
    scene = teeth()
    levels = []
    for _ in range(8):
        steps.make_fear(scene.states, scene.tables, 4)
        levels.append(progress(scene)[2])
    assert levels == [1, 1, 2, 2, 2, 3, 3, 3]


# ---------------------------------------------------------------------------------------------------- the fear effects
def test_earned_cards_wait_for_the_fear_step() -> None:
    scene = teeth()
    deck(scene, "dahan_on_their_guard")
    scene.put("G3", "2D")
    steps.make_fear(scene.states, scene.tables, 4)
    assert (progress(scene)[0], scene.counter[Counter.FEAR_RESOLVED], scene.row("G3")[Row.DEFEND]) == (1, 0, 0)
    assert not scene.told(Event.FEAR_CARD)
    scene.phase(Phase.FEAR)
    assert (scene.counter[Counter.FEAR_RESOLVED], scene.row("G3")[Row.DEFEND]) == (1, 2)


def test_cards_are_resolved_in_the_order_they_were_earned_each_before_the_next() -> None:
    scene = teeth()
    deck(scene, "wary_of_the_interior", "emigration_accelerates", "dahan_on_their_guard")
    scene.put("G4", "1E 1D")
    scene.put("G2", "1E")
    steps.make_fear(scene.states, scene.tables, 8)
    scene.forget_trace()
    scene.phase(Phase.FEAR)
    told = [(Event(row[0]), row[1]) for row in scene.told(Event.FEAR_CARD, Event.REMOVED)]
    assert told == [
        (Event.FEAR_CARD, fear_card("wary_of_the_interior")),
        (Event.REMOVED, Row.EXPLORER),
        (Event.FEAR_CARD, fear_card("emigration_accelerates")),
        (Event.REMOVED, Row.EXPLORER),
    ]
    assert scene.row("G4")[Row.DEFEND] == 0, "the third card has not been earned"


@pytest.mark.parametrize(("earned", "defend"), [(0, 2), (3, 3), (6, 4)])
def test_only_the_effect_of_the_terror_level_in_force_applies(earned: int, defend: int) -> None:
    scene = teeth(earned)
    deck(scene, "dahan_on_their_guard")
    scene.put("G3", "2D")
    steps.make_fear(scene.states, scene.tables, 4)
    scene.phase(Phase.FEAR)
    assert scene.row("G3")[Row.DEFEND] == defend


def test_cards_earned_before_the_level_rose_use_the_new_level() -> None:
    scene = teeth(earned=1)
    deck(scene, "dahan_on_their_guard", "dahan_on_their_guard")
    scene.put("G3", "2D")
    steps.make_fear(scene.states, scene.tables, 8)
    scene.phase(Phase.FEAR)
    assert scene.row("G3")[Row.DEFEND] == 3 + 3


def test_a_resolved_card_is_gone() -> None:
    scene = teeth()
    steps.make_fear(scene.states, scene.tables, 4)
    scene.phase(Phase.FEAR)
    scene.forget_trace()
    scene.phase(Phase.FEAR)
    assert not scene.told(Event.FEAR_CARD)


def test_each_player_does_the_card_once_one_after_the_other_in_a_land_it_applies_to() -> None:
    scene = Scene(MUD, HEAT, TEETH)
    scene.put("G8", "1C", presence=(1, 1, 1))
    for name in ("F1", "G2", "H3", "H8"):
        scene.put(name, "1E")
    scene.forget_trace()
    steps.fear_card(scene.states, scene.tables, fear_card("emigration_accelerates"))
    assert [scene.pieces(name) for name in ("F1", "G2", "H3", "H8")] == ["", "", "", "1E"], "H8 is inland"
    asked = scene.asked(Decision.LAND)
    assert [(decision.seat, len(decision.offers)) for decision in asked] == [(0, 3), (1, 2)]


def test_a_card_earned_meanwhile_comes_last_in_the_same_step() -> None:
    scene = teeth(earned=6)
    deck(scene, "scapegoats", "dahan_on_their_guard", "emigration_accelerates")
    scene.put("G2", "1C 3T 2E")
    scene.counter[[Counter.FEAR_EARNED, Counter.FEAR_GENERATED]] = (7, 3)
    scene.phase(Phase.FEAR)
    resolved = [row[1] for row in scene.told(Event.FEAR_CARD)]
    assert resolved == [fear_card("scapegoats"), fear_card("dahan_on_their_guard")]
    assert progress(scene) == (8, 0, 3)


def test_fear_cards_make_no_fear_of_their_own() -> None:
    table = Scene(MUD).table
    for card in range(int(table["n_fear_cards"])):
        for level in range(3):
            rows = table["code"][table["fear_start"][card, level] : table["fear_end"][card, level]]
            assert Op.FEAR not in rows[:, 0]


def test_a_terror_one_card_skips_builds_in_lands_with_a_city() -> None:
    scene = teeth()
    scene.put("G2", "1C")
    scene.put("G4", "1E")
    deck(scene, "trade_suffers")
    steps.make_fear(scene.states, scene.tables, 4)
    scene.phase(Phase.FEAR)
    scene.slots(build="stage1_wetland")
    scene.phase(Phase.BUILD)
    assert (scene.pieces("G2"), scene.pieces("G4")) == ("1C", "1E 1T")
