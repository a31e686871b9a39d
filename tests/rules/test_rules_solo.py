"""The solo game (conformance AD) and the invader board (S284)."""

from __future__ import annotations

import pytest

from sim.core.codes import Counter, Phase, Spirit
from sim.game import steps
from tests.rules.scene import HEAT, MUD, TEETH, WIND, Scene, invader_card, power

pytestmark = pytest.mark.usefixtures("kernels")


@pytest.mark.parametrize("board", ["G", "H"])
def test_solo_is_played_on_one_board_of_the_two_player_side(board: str) -> None:
    scene = Scene(MUD, boards=[board], empty=False)
    assert set(scene.names) == {f"{board}{number}" for number in range(1, 9)}
    assert all(land < 8 for bits in scene.table["adjacent"][:8] for land in range(36) if int(bits) >> land & 1)


def test_six_blight_and_four_fear_markers() -> None:
    scene = Scene(MUD, empty=False)
    assert (scene.counter[Counter.BLIGHT_POOL], scene.table["fear_pool"]) == (6, 4)


@pytest.mark.parametrize(
    ("spirit", "card"),
    [
        (TEETH, "gift_of_furious_might"),
        (MUD, "exaltation_of_tangled_growth"),
        (HEAT, "gift_of_searing_heat"),
        (WIND, "gift_of_the_sunlit_air"),
    ],
)
def test_a_power_for_another_spirit_may_target_oneself(spirit: str, card: str) -> None:
    scene = Scene(spirit)
    scene.put("G8", "1C", presence=(2,))
    assert steps.targets(scene.states, scene.tables, power(card), 0) == 1


def test_a_gift_to_oneself_works_in_the_solo_game() -> None:
    scene = Scene(TEETH)
    scene.put("G8", "1C", presence=(1,))
    scene.use("gift_of_furious_might", 0)
    assert scene.spirit()[Spirit.DAMAGE_BONUS] == 3


def test_with_other_players_it_may_not() -> None:
    scene = Scene(TEETH, MUD, HEAT)
    scene.put("G8", "1C", presence=(2, 2, 2))
    assert steps.targets(scene.states, scene.tables, power("gift_of_furious_might"), 0) == 0b110
    assert steps.targets(scene.states, scene.tables, power("elemental_boon"), 0) == 0b111


def test_three_slots_each_set_the_lands_of_their_action() -> None:
    scene = Scene(TEETH)
    scene.put("G8", "1C")
    scene.put("G1", presence=(3,))
    for name in ("G4", "G3", "G6"):
        scene.put(name, "1T")
    scene.slots(ravage="stage1_wetland", build="stage1_sand")
    scene.next_card("stage1_jungle")
    for phase in (Phase.RAVAGE, Phase.BUILD, Phase.EXPLORE):
        scene.phase(phase)
    assert [scene.blight(name) for name in ("G4", "G3", "G6")] == [1, 0, 0]
    assert [scene.pieces(name) for name in ("G4", "G3", "G6", "G7")] == ["1T", "1T 1C", "1E 1T", "1E"]
    assert scene.counter[Counter.BUILD_CARD] == invader_card("stage1_jungle")
