"""Energy, playing cards and elements (conformance I to K)."""

from __future__ import annotations

import pytest

from sim.core.codes import Answer, Counter, Decision, Deck, Event, Phase, Place, Speed, Spirit
from sim.game import steps
from tests.rules.scene import EYES, HEAT, MUD, TEETH, Scene, power

pytestmark = pytest.mark.usefixtures("kernels")
FREE, SLOW_FREE, COSTLY, CHEAP = (
    "exaltation_of_tangled_growth",
    "foul_vapors_and_fetid_muck",
    "intractable_thickets_and_thorns",
    "open_shifting_waterways",
)
"""Unique powers of Mud: they cost 0, 0, 2 (fast) and 1 (slow)."""


def mud(energy: int = 0, plays: int = 1) -> Scene:
    """Mud with one disc in G4, some energy and plays, and a city that keeps the game going."""
    scene = Scene(MUD)
    scene.put("G8", "1C")
    scene.put("G4", presence=(1,))
    scene.spirit()[Spirit.ENERGY] = energy
    scene.spirit()[Spirit.PLAYS] = plays
    scene.forget_trace()
    return scene


def play(scene: Scene, *cards: str) -> None:
    """Play cards that may be played."""
    for card in cards:
        assert may_play(scene, card)
        steps.play(scene.states, scene.tables, 0, power(card))


def may_play(scene: Scene, card: str) -> bool:
    """Whether a card can be played now."""
    return steps.may_play(scene.states, scene.tables, 0, power(card))


# -------------------------------------------------------------------------------------------------------------- energy
@pytest.mark.parametrize(("taken", "income"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (6, 4)])
def test_income_is_the_highest_uncovered_number(taken: int, income: int) -> None:
    scene = Scene(EYES)
    scene.put("G8", "1C", presence=(2,))
    scene.spirit()[Spirit.ENERGY_TAKEN] = taken
    scene.refresh()
    assert scene.spirit()[Spirit.INCOME] == income


def test_income_is_gained_every_round_and_unspent_energy_stays() -> None:
    scene = mud(energy=40, plays=0)
    scene.state["card_place"][[power(card) for card in (FREE, SLOW_FREE, COSTLY, CHEAP)]] = Place.DISCARD
    scene.answer(Answer.TRACK, 0)
    scene.phase(Phase.SPIRIT)
    gained = sum(row[2] for row in scene.told(Event.ENERGY))
    spent = sum(row[3] for row in scene.told(Event.PLAY))
    energy = int(scene.spirit()[Spirit.ENERGY])
    assert energy == 40 + gained - spent
    scene.phase(Phase.TIME_PASSES)
    assert scene.spirit()[Spirit.ENERGY] == energy


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_energy_and_plays_serve_their_own_spirit_only(policy: str) -> None:
    for game in range(3):
        scene = Scene(MUD, HEAT, TEETH, empty=False, game=game, policy=policy)
        for _ in range(2):
            before = [int(scene.spirit(seat)[Spirit.ENERGY]) for seat in range(3)]
            scene.forget_trace()
            scene.phase(Phase.SPIRIT)
            for seat in range(3):
                gained = sum(row[2] for row in scene.told(Event.ENERGY) if row[1] == seat)
                played = [row for row in scene.told(Event.PLAY) if row[2] == seat]
                assert scene.spirit(seat)[Spirit.ENERGY] == before[seat] + gained - sum(row[3] for row in played)
                assert gained in (scene.spirit(seat)[Spirit.INCOME] + bonus for bonus in (0, 1, 2, 3))
                assert len(played) <= scene.spirit(seat)[Spirit.PLAYS]
            scene.phase(Phase.TIME_PASSES)


# --------------------------------------------------------------------------------------------------------------- plays
def test_at_most_as_many_cards_as_the_highest_uncovered_number() -> None:
    scene = mud(energy=9)
    scene.spirit()[Spirit.CARDS_TAKEN] = 3
    scene.refresh()
    assert scene.spirit()[Spirit.PLAYS] == 3
    play(scene, FREE, SLOW_FREE, CHEAP)
    assert not may_play(scene, COSTLY)


def test_a_card_costs_its_printed_number() -> None:
    scene = mud(energy=9, plays=4)
    left = []
    for card in (FREE, SLOW_FREE, COSTLY, CHEAP):
        play(scene, card)
        left.append(int(scene.spirit()[Spirit.ENERGY]))
    assert left == [9, 9, 7, 6]


def test_a_slow_card_is_paid_at_once_too() -> None:
    scene = mud(energy=3)
    assert scene.table["power_speed"][power(CHEAP)] == Speed.SLOW
    play(scene, CHEAP)
    assert scene.spirit()[Spirit.ENERGY] == 2


def test_a_card_that_cannot_be_paid_cannot_be_played() -> None:
    scene = mud(energy=2, plays=4)
    play(scene, COSTLY)
    assert not may_play(scene, CHEAP)
    assert may_play(scene, FREE)


def test_three_energy_and_two_plays_allow_cards_of_cost_one_and_none() -> None:
    scene = mud(energy=3, plays=2)
    play(scene, CHEAP, FREE)
    assert scene.spirit()[Spirit.ENERGY] == 2
    assert not may_play(scene, SLOW_FREE), "both plays are used"
    scene = mud(energy=3, plays=2)
    scene.own("drought", Place.HAND)
    scene.own("tsunami", Place.HAND)
    play(scene, COSTLY)
    assert may_play(scene, "drought")
    assert not may_play(scene, "tsunami")


@pytest.mark.parametrize("place", [Place.DISCARD, Place.PLAY])
def test_cards_are_played_from_the_hand_and_lie_in_play(place: Place) -> None:
    scene = mud(energy=9, plays=4)
    scene.place(FREE, place)
    assert not may_play(scene, FREE)
    play(scene, CHEAP)
    assert CHEAP in scene.cards(Place.PLAY)
    assert CHEAP not in scene.cards(Place.HAND)


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_fewer_cards_than_allowed_may_be_played(policy: str) -> None:
    scene = Scene(MUD, empty=False, policy=policy)
    scene.phase(Phase.SPIRIT)
    asked = scene.asked(Decision.PLAY)
    assert asked
    assert all(-1 in decision.offers for decision in asked), "to stop is always legal, before the first card too"


def test_unused_plays_are_lost() -> None:
    scene = mud(energy=9, plays=2)
    scene.spirit()[Spirit.EXTRA_PLAYS] = 1
    play(scene, FREE)
    scene.phase(Phase.TIME_PASSES)
    scene.refresh()
    assert scene.spirit()[[Spirit.PLAYS, Spirit.EXTRA_PLAYS, Spirit.PLAYED]].tolist() == [1, 0, 0]


# ------------------------------------------------------------------------------------------------------------ elements
@pytest.mark.parametrize("card", [COSTLY, CHEAP])
def test_a_card_gives_its_elements_when_it_is_paid_whatever_its_speed(card: str) -> None:
    scene = mud(energy=9)
    play(scene, card)
    assert (scene.element("moon"), scene.element("water")) == (1, 1)


def test_elements_of_a_slow_card_count_in_the_fast_phase() -> None:
    scene = Scene(EYES)
    scene.put("G8", "1C", presence=(2,))
    scene.spirit()[Spirit.ENERGY] = 9
    innate = power("mischief_and_sabotage")
    scene.phase(Phase.FAST)
    assert not scene.asked(Decision.POWER)
    for card in ("eerie_noises_and_moving_trees", "whispered_guidance_through_the_night"):
        assert scene.table["power_speed"][power(card)] == Speed.SLOW
        steps.play(scene.states, scene.tables, 0, power(card))
    scene.phase(Phase.FAST)
    assert scene.asked(Decision.POWER)[0].offers == [innate, -1]


def test_elements_last_for_the_round_and_go_in_time_passes() -> None:
    scene = mud(energy=9, plays=2)
    play(scene, COSTLY, CHEAP)
    for phase in (Phase.FAST, Phase.FEAR, Phase.RAVAGE, Phase.BUILD, Phase.EXPLORE, Phase.SLOW):
        scene.phase(phase)
        assert [scene.element(name) for name in ("moon", "water", "earth", "plant", "animal")] == [2, 2, 1, 1, 1]
    scene.phase(Phase.TIME_PASSES)
    assert not scene.spirit()[Spirit.ELEMENT : Spirit.ELEMENT + 8].any()


def test_elements_leave_with_a_forgotten_card() -> None:
    scene = mud(energy=9, plays=2)
    play(scene, FREE, CHEAP)
    scene.answer(Answer.CARD, int(scene.state["deck"][Deck.MAJOR, scene.counter[Counter.MAJOR_TOP]]), CHEAP)
    steps.gain(scene.states, scene.tables, 0, Deck.MAJOR)
    assert [scene.element(name) for name in ("moon", "water", "animal")] == [0, 1, 0]


def test_elements_are_not_used_up() -> None:
    scene = mud()
    scene.put("G2", "1C", presence=(2,))
    scene.has(moon=3, water=3, earth=2, fire=2)
    before = scene.spirit()[Spirit.ELEMENT : Spirit.ELEMENT + 8].tolist()
    for name in ("spreading_and_dreadful_mire", "visions_of_fiery_doom", "visions_of_fiery_doom"):
        scene.use(name, "G2")
        assert scene.spirit()[Spirit.ELEMENT : Spirit.ELEMENT + 8].tolist() == before
    assert scene.counter[Counter.FEAR_EARNED] * 4 + scene.counter[Counter.FEAR_GENERATED] == 2 + 2 + 2


def test_elements_of_the_tracks_stay() -> None:
    scene = mud()
    scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN]] = (1, 2)
    scene.refresh()
    scene.has(fire=1)
    for _ in range(2):
        scene.phase(Phase.TIME_PASSES)
        assert [scene.element(name) for name in ("plant", "earth", "fire")] == [1, 1, 0]
