"""The round: its phases, who decides, what ends with it (conformance G, S, T)."""

from __future__ import annotations

import pytest

from sim.core.codes import Counter, Decision, Event, Outcome, Phase, Place, Row, Spirit
from sim.game import steps
from sim.game.rows import RESULT
from tests.rules.scene import HEAT, MUD, TEETH, WIND, Scene, power

pytestmark = pytest.mark.usefixtures("kernels")
ROUND = [
    Phase.SPIRIT,
    Phase.FAST,
    Phase.FEAR,
    Phase.RAVAGE,
    Phase.BUILD,
    Phase.EXPLORE,
    Phase.SLOW,
    Phase.TIME_PASSES,
]
"""Spirit phase; fast powers; four steps of the invaders, who advance their cards after Explore; slow powers; end."""


def test_five_phases_in_order_and_the_invaders_in_five_steps() -> None:
    scene = Scene(MUD, empty=False)
    for number in (1, 2):
        scene.forget_trace()
        for phase in ROUND:
            assert scene.counter[[Counter.ROUND, Counter.PHASE]].tolist() == [number, phase]
            assert scene.phase() == Outcome.NONE
        assert [row[1] for row in scene.told(Event.PHASE)] == ROUND
    assert scene.counter[Counter.ROUND] == 3


def test_cards_advance_after_explore_and_before_the_slow_powers() -> None:
    scene = Scene(MUD, empty=False)
    card = int(scene.counter[Counter.BUILD_CARD])
    while scene.counter[Counter.PHASE] != Phase.EXPLORE:
        scene.phase()
        assert scene.counter[Counter.BUILD_CARD] == card
    scene.phase()
    assert scene.counter[Counter.RAVAGE_CARD] == card
    assert scene.counter[Counter.PHASE] == Phase.SLOW


def test_rounds_follow_each_other_until_the_game_is_won_or_lost() -> None:
    scene = Scene(TEETH, empty=False, policy="random")
    rounds = []
    while scene.counter[Counter.OUTCOME] == Outcome.NONE:
        rounds.append(int(scene.counter[Counter.ROUND]))
        scene.phase()
        scene.forget_trace()
    assert sorted(set(rounds)) == list(range(1, max(rounds) + 1))
    assert rounds == sorted(rounds)
    assert max(rounds) <= 12


def test_spirit_phase_is_growth_then_energy_then_cards_of_all_players() -> None:
    scene = Scene(MUD, HEAT, TEETH, empty=False)
    scene.phase()
    told = scene.told(Event.GROWTH, Event.ENERGY, Event.PLAY)
    kinds = [row[0] for row in told]
    growth = max(place for place, kind in enumerate(kinds) if kind == Event.GROWTH)
    plays = [place for place, kind in enumerate(kinds) if kind == Event.PLAY]
    assert kinds.count(Event.GROWTH) == 3
    assert plays, "someone played a card"
    income = [place for place, row in enumerate(told) if row[0] == Event.ENERGY][-3:]
    assert growth < min(income)
    assert max(income) < min(plays)
    assert scene.counter[Counter.PHASE] == Phase.FAST, "only now do fast powers come"


def test_decisions_of_nobody_are_made_by_all_players() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(1, 1))
    scene.put("G4", "1T", blight=1)
    scene.put("G2", "1T")
    scene.slots(ravage="stage1_wetland")
    scene.phase(Phase.RAVAGE)
    for kind in (Decision.ORDER, Decision.CASCADE):
        assert {asked.seat for asked in scene.asked(kind)} == {-1}


def test_powers_of_two_players_may_alternate() -> None:
    seats = set()
    for game in range(12):
        scene = Scene(MUD, WIND, policy="random", game=game)
        scene.put("G8", "1C 1E", presence=(2, 2))
        for seat, cards in enumerate((["steam_vents", "call_to_isolation"], ["drift_down_into_slumber", "drought"])):
            for card in cards:
                scene.own(card, Place.PLAY, seat)
        scene.forget_trace()
        scene.phase(Phase.FAST)
        seats.add(tuple(row[2] for row in scene.told(Event.USE)))
    assert any(order[:1] == (0,) for order in seats)
    assert any(order[:1] == (1,) for order in seats)


def test_one_result_for_all_players() -> None:
    assert RESULT["outcome"].shape == ()
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(2, 0))
    scene.put("G4", presence=(0, 1))
    steps.add_blight(scene.states, scene.tables, scene.land("G4"))
    assert steps.finish(scene.states, scene.tables) == Outcome.DEFEAT_PRESENCE, "one spirit's end is everyone's"


# --------------------------------------------------------------------------------------------------------- time passes
def test_cards_played_go_to_their_owners_discard() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(1, 1))
    for seat, card in ((0, "exaltation_of_tangled_growth"), (1, "ferocious_rampage")):
        scene.place(card, Place.PLAY, seat)
    scene.phase(Phase.TIME_PASSES)
    assert scene.cards(Place.DISCARD, 0) == {"exaltation_of_tangled_growth"}
    assert scene.cards(Place.DISCARD, 1) == {"ferocious_rampage"}
    assert (len(scene.cards(Place.HAND, 0)), len(scene.cards(Place.HAND, 1))) == (3, 3)


def test_invaders_and_dahan_are_healed() -> None:
    scene = Scene(MUD)
    scene.put("G8", "1C/2 1C/1 1T/1 1E 2D/1 1D", presence=(1,))
    scene.phase(Phase.TIME_PASSES)
    assert scene.pieces("G8") == "1E 1T 2C 3D"


def test_damage_stays_until_then() -> None:
    scene = Scene(MUD)
    scene.put("G8", "1C/2 1D/1", presence=(1,))
    for phase in (Phase.FAST, Phase.FEAR, Phase.RAVAGE, Phase.BUILD, Phase.SLOW):
        scene.phase(phase)
    assert scene.pieces("G8") == "1C/2 1D/1"


def test_effects_of_the_turn_end_with_it() -> None:
    scene = Scene(MUD)
    scene.put("G8", "1C", presence=(2,), defend=7)
    scene.row("G8")[[Row.SKIP, Row.SKIP_ONE, Row.EFFECT, Row.VITALITY, Row.DREAD]] = (7, 1, 3, 4, 1)
    scene.spirit()[[Spirit.RANGE, Spirit.WARD, Spirit.DAMAGE_BONUS, Spirit.REPEATS]] = (2, 2, 3, 1)
    scene.counter[Counter.STANDING] = 1
    scene.phase(Phase.TIME_PASSES)
    assert not scene.row("G8")[[Row.DEFEND, Row.SKIP, Row.SKIP_ONE, Row.EFFECT, Row.VITALITY, Row.DREAD]].any()
    assert not scene.spirit()[Spirit.RANGE : Spirit.PLAYED + 1].any()
    assert scene.counter[Counter.STANDING] == 0


def test_a_new_round_follows() -> None:
    scene = Scene(MUD)
    scene.put("G8", "1C", presence=(1,))
    scene.phase(Phase.TIME_PASSES)
    assert scene.counter[[Counter.ROUND, Counter.PHASE]].tolist() == [2, Phase.SPIRIT]


# --------------------------------------------------------------------------------------- what the phase order comes to
def test_slow_powers_cannot_prevent_this_rounds_ravage_but_fast_ones_can() -> None:
    for card, blight in (("intractable_thickets_and_thorns", 0), ("open_shifting_waterways", 1)):
        scene = Scene(MUD)
        scene.put("G8", "1C")
        scene.put("G4", "1T", presence=(2,))
        scene.slots(ravage="stage1_wetland")
        scene.place(card, Place.PLAY)
        scene.phase(Phase.FAST)
        on_offer = any(power(card) in asked.offers for asked in scene.asked(Decision.POWER))
        assert on_offer == (blight == 0)
        if on_offer:
            scene.use(card, "G4")
        scene.phase(Phase.RAVAGE)
        assert scene.blight("G4") == blight
