"""Invaders, dahan and the words of effects (conformance AA to AC)."""

from __future__ import annotations

import pytest

from sim.core.codes import Answer, Col, Counter, Decision, Event, Op, Phase, Piece, Place, Row
from sim.game import steps
from tests.rules.scene import EYES, MUD, TEETH, WIND, Scene, fear_card, power

pytestmark = pytest.mark.usefixtures("kernels")


def mud() -> Scene:
    """Mud with two discs in G4, and a city in G8 that keeps the game going."""
    scene = Scene(MUD)
    scene.put("G8", "1C")
    scene.put("G4", presence=(2,))
    scene.forget_trace()
    return scene


def fear(scene: Scene) -> int:
    """All fear made so far."""
    return int(4 * scene.counter[Counter.FEAR_EARNED] + scene.counter[Counter.FEAR_GENERATED])


# ------------------------------------------------------------------------------------------------------------ invaders
@pytest.mark.parametrize(("letter", "health", "strength", "made"), [("E", 1, 1, 0), ("T", 2, 2, 1), ("C", 3, 3, 2)])
def test_health_damage_and_fear(letter: str, health: int, strength: int, made: int) -> None:
    scene = mud()
    scene.put("G4", f"1{letter}", presence=(2,))
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.told(Event.RAVAGE)[0][2] == strength
    for carried in range(1, health + 1):
        scene.use("mysterious_abductions", "G4")
        assert scene.pieces("G4") == ("" if carried == health else f"1{letter}/{carried}")
    assert fear(scene) == health + made, "1 by each use of the power"


def test_damage_adds_up_within_the_round_and_destroys() -> None:
    scene = mud()
    scene.put("G4", "1C", presence=(2,))
    found = []
    for _ in range(3):
        scene.use("mysterious_abductions", "G4")
        found.append(scene.pieces("G4"))
    assert found == ["1C/1", "1C/2", ""]


def test_damage_that_does_not_destroy_heals_at_the_end_of_the_round() -> None:
    scene = mud()
    scene.put("G4", "1C", presence=(2,))
    scene.use("mysterious_abductions", "G4")
    scene.phase(Phase.TIME_PASSES)
    assert scene.pieces("G4") == "1C"
    for _ in range(2):
        scene.use("mysterious_abductions", "G4")
    assert scene.pieces("G4") == "1C/2"


def test_some_effects_destroy_without_damage() -> None:
    scene = mud()
    scene.put("G4", "2T 2E", presence=(2,))
    scene.use("the_jungle_hungers", "G4")
    assert (scene.pieces("G4"), fear(scene)) == ("", 2)


# --------------------------------------------------------------------------------------------------------------- dahan
def test_a_dahan_has_two_health_and_strikes_for_two() -> None:
    scene = mud()
    scene.put("G4", "1E 1D", presence=(2,))
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.pieces("G4") == "1D/1"
    scene.put("G4", "1T 1D/1", presence=(2,), defend=1)
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.pieces("G4") == "1T", "a second damage is its end"
    scene.put("G4", "1C 1D", presence=(2,), defend=9)
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert scene.pieces("G4") == "1C/2 1D"


def test_dahan_attack_only_when_ravaged_or_told_to_by_a_power() -> None:
    scene = mud()
    scene.put("G4", "1E 1T 3D", presence=(2,))
    for phase in (Phase.FAST, Phase.FEAR, Phase.RAVAGE, Phase.BUILD, Phase.SLOW):
        scene.phase(phase)
    assert scene.pieces("G4") == "1E 1T 3D"
    scene.answer(Answer.OPTION, 1)
    scene.use("call_to_bloodshed", "G4")
    assert scene.pieces("G4") == "3D"


def test_damage_of_spirits_spares_dahan_unless_the_power_says_so() -> None:
    scene = mud()
    scene.put("G4", "1E 3D", presence=(2,))
    scene.use("accelerated_rot", "G4")
    assert scene.pieces("G4") == "3D", "damage without further words is damage to invaders"
    scene.use("devouring_ants", "G4")
    assert scene.pieces("G4") == "2D", "a power that destroys 1 dahan"


@pytest.mark.parametrize("board", ["G", "H"])
def test_six_dahan_start_on_each_board(board: str) -> None:
    scene = Scene(MUD, empty=False, boards=[board])
    assert scene.counter[Counter.DAHAN] == 6


# ------------------------------------------------------------------------------------------------------------ keywords
def test_removed_pieces_make_no_fear_destroyed_ones_do() -> None:
    for way, made in (("remove", 0), ("destroy", 2)):
        scene = mud()
        scene.put("G2", "1C", presence=(2,))
        if way == "remove":
            scene.counter[Counter.TERROR] = 3
            scene.answer(Answer.OPTION, 2)
            steps.fear_card(scene.states, scene.tables, fear_card("fear_of_the_unseen"))
        else:
            steps.destroy(scene.states, scene.tables, scene.land("G2"), Piece.CITY, 1)
        assert (scene.pieces("G2"), fear(scene)) == ("", made)


def test_a_replaced_piece_passes_its_damage_on() -> None:
    scene = mud()
    scene.put("G4", "1C/1", presence=(2,))
    scene.use("winds_of_rust_and_atrophy", "G4")
    assert (scene.pieces("G4"), fear(scene)) == ("1T/1", 1), "the fear is the card's own"
    scene.put("G4", "1C/2", presence=(2,))
    scene.use("winds_of_rust_and_atrophy", "G4")
    assert (scene.pieces("G4"), fear(scene)) == ("", 1 + 1 + 1), "two damage destroy the new town"


@pytest.mark.parametrize(("before", "after"), [("1C", "1T"), ("1T", "1E"), ("1E", "")])
def test_downgrade(before: str, after: str) -> None:
    scene = mud()
    # the box has no effect that downgrades explorers: the line of this card is widened to them
    scene.tables = scene.tables.copy()
    code = scene.table["code"]
    line = next(row for row in rows_of(scene, "winds_of_rust_and_atrophy") if code[row, Col.OP] == Op.DOWNGRADE)
    code[line, Col.PIECES] |= 1 << Piece.EXPLORER
    scene.put("G4", before, presence=(2,))
    scene.use("winds_of_rust_and_atrophy", "G4")
    assert (scene.pieces("G4"), fear(scene)) == (after, 1), "the fear is the card's own"


def rows_of(scene: Scene, card: str) -> range:
    """Rows of the program of a card."""
    number = power(card)
    return range(int(scene.table["power_start"][number]), int(scene.table["power_end"][number]))


@pytest.mark.parametrize(
    ("hit", "left"),
    [
        ((Piece.CITY, Piece.TOWN), "2E 1T/1"),
        ((Piece.TOWN, Piece.CITY), "2E 1C/2"),
        ((Piece.EXPLORER, Piece.EXPLORER, Piece.TOWN), "1C"),
        ((Piece.EXPLORER, Piece.CITY), "1E 1T"),
    ],
)
def test_the_players_divide_damage_among_the_invaders(hit: tuple[Piece, ...], left: str) -> None:
    scene = mud()
    scene.put("G4", "2E 1T 1C", presence=(2,))
    scene.answer(Answer.DAMAGE, *hit)
    scene.use("accelerated_rot", "G4")
    assert scene.pieces("G4") == left
    assert len(scene.asked(Decision.DAMAGE)[0].offers) == 3


def test_defend_protects_land_and_dahan_adds_up_and_ends_with_the_round() -> None:
    scene = mud()
    scene.put("G4", "3C 3D", presence=(2,))
    for card in ("sap_the_strength_of_multitudes", "natures_resilience"):
        scene.use(card, "G4")
    assert scene.row("G4")[Row.DEFEND] == 11
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert (scene.blight("G4"), scene.row("G4")[Row.DAHAN]) == (0, 3)
    scene.phase(Phase.TIME_PASSES)
    assert scene.row("G4")[Row.DEFEND] == 0


def test_gather_moves_pieces_in_from_adjacent_lands() -> None:
    scene = mud()
    for name, text in (("G2", "1D"), ("G5", "2D"), ("G6", "2D")):
        scene.put(name, text)
    scene.answer(Answer.AMOUNT, 3)
    scene.answer(Answer.GATHER, "G2", "G5", "G5")
    scene.use("call_to_migrate", "G4")
    first = scene.asked(Decision.GATHER)[0]
    sources = {scene.names[code % 64] for code in first.offers if code >= 0}
    assert sources == {"G2", "G5"}, "G6 is not adjacent"
    assert (scene.pieces("G2"), scene.pieces("G5"), scene.pieces("G6")) == ("", "", "2D")
    assert scene.counter[Counter.DAHAN] == 5


def test_push_moves_pieces_out_to_adjacent_lands_each_to_another_if_wanted_never_into_the_ocean() -> None:
    scene = Scene(WIND)
    scene.put("G8", "1C")
    scene.put("G1", "2E", presence=(2,))
    scene.answer(Answer.AMOUNT, 2)
    scene.answer(Answer.PUSH, "G2", "G6")
    scene.use("foul_vapors_and_fetid_muck", "G1")
    targets = {scene.names[code % 64] for code in scene.asked(Decision.PUSH)[0].offers if code >= 0}
    assert targets == {"G2", "G6"}, "G1 is coastal, but the ocean takes nothing"
    assert (scene.pieces("G1"), scene.pieces("G2"), scene.pieces("G6")) == ("", "1E", "1E")


def test_a_number_is_mandatory_and_up_to_is_not() -> None:
    scene = Scene(TEETH)
    scene.put("G8", "1C")
    scene.put("G5", "2D", presence=(1,))
    scene.use("mark_territory_with_scars_and_teeth", "G5")
    assert all(-1 not in asked.offers for asked in scene.asked(Decision.PUSH))
    scene = Scene(EYES)
    scene.put("G8", "1C")
    scene.put("G5", "2E", presence=(1,))
    scene.use("eerie_noises_and_moving_trees", "G5")
    assert all(-1 in asked.offers for asked in scene.asked(Decision.PUSH))


def test_a_repeat_does_the_power_again_once_without_its_elements() -> None:
    scene = mud()
    scene.put("G4", "1C 1T", presence=(2,))
    scene.own("winds_of_rust_and_atrophy", Place.PLAY)
    scene.has(air=3, water=3, animal=2)
    elements = [scene.element(name) for name in ("air", "water", "animal")]
    scene.answer(Answer.LAND, "G4")
    scene.use("winds_of_rust_and_atrophy", "G4")
    uses = [row for row in scene.told(Event.USE) if row[1] == power("winds_of_rust_and_atrophy")]
    assert len(uses) == 2, "the repeat does not repeat itself"
    assert scene.row("G4")[Row.DEFEND] == 12
    assert [scene.element(name) for name in ("air", "water", "animal")] == elements
