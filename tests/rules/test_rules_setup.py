"""The box, the boards and the set-up (conformance A to F and Y)."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import combinations

import pytest

from sim.content.load import load_content
from sim.content.names import invader_names
from sim.content.setup import setup_from_dict
from sim.core.codes import (
    Cards,
    Counter,
    Decision,
    Deck,
    Event,
    Mask,
    Phase,
    Place,
    Row,
    Spirit,
    Terrain,
)
from sim.errors import BadInput
from sim.game import steps
from tests.rules.scene import EYES, HEAT, MUD, TEETH, WIND, Scene, fear_card, invader_card

pytestmark = pytest.mark.usefixtures("kernels")
BOX = {
    "explorers": 27 + 3 * 6,
    "towns": 24,
    "cities": 18,
    "blight": 21,
    "dahan": 24,
    "fear markers": 21,
    "energy markers": 30,
    "effect markers per player": 3,
}
"""Components of the box; the number of pieces on the island is not limited by them."""
GAMES = 60


# ------------------------------------------------------------------------------------------------------------- the box
@pytest.mark.parametrize("players", [0, 4])
def test_the_game_is_for_one_to_three_players(players: int) -> None:
    for number in (1, 2, 3):
        assert Scene(*[MUD, TEETH, EYES][:number]).table["n_spirits"] == number
    with pytest.raises(BadInput):
        setup_from_dict({"spirits": [MUD, TEETH, EYES, HEAT][:players]})


def test_every_spirit_has_four_unique_powers_of_its_own() -> None:
    uniques = Tally(card.spirit for card in load_content().uniques)
    assert uniques == dict.fromkeys(load_content().spirits, 4)


def test_the_core_box_has_eight_spirits_each_with_a_panel_of_its_own() -> None:
    panels = [panel for panel in load_content().spirits.values() if panel.set == "base"]
    assert len(panels) == 8
    assert {panel.complexity for panel in panels} == {"low", "moderate", "high"}
    for panel in panels:
        assert len(panel.growth.options) >= 3
        assert 1 <= len(panel.innates) <= 2
        assert len(panel.power_cards) == 4
    assert len({innate.id for panel in panels for innate in panel.innates}) == 12


def test_thirteen_discs_for_each_of_three_players() -> None:
    for panel in load_content().spirits.values():
        covered = len(panel.energy_track) - 1 + len(panel.card_track) - 1
        assert covered + sum(placement.count for placement in panel.setup) == 13
    scene = Scene(MUD, TEETH, EYES, empty=False)
    discs = 0
    for seat in range(3):
        discs += int(scene.spirit(seat)[Spirit.ON_ISLAND]) + int(scene.table["track_length"][seat].sum()) - 2
    assert discs == 39


def test_two_dividers_part_the_fear_deck() -> None:
    first, second, cards = Scene(MUD).table["terror_after"]
    assert (first, second, cards) == (3, 6, 9)


@pytest.mark.parametrize(
    ("letter", "number", "total"),
    [
        ("E", BOX["explorers"], Counter.EXPLORERS),
        ("T", BOX["towns"], Counter.TOWNS),
        ("C", BOX["cities"], Counter.CITIES),
        ("D", BOX["dahan"], Counter.DAHAN),
    ],
)
def test_pieces_are_not_limited_by_those_in_the_box(letter: str, number: int, total: Counter) -> None:
    scene = Scene(MUD)
    scene.put("G2", f"{number}{letter} 1C", presence=(1,))
    start = int(scene.counter[total])
    if letter == "E":
        steps.explore_lands(scene.states, scene.tables, scene.bits("G2"))
    elif letter == "T":
        scene.row("G2")[Row.CITY_0] += number
        scene.refresh()
        steps.build_land(scene.states, scene.tables, scene.land("G2"))
    elif letter == "C":
        scene.row("G2")[Row.TOWN_0] += number + 2
        scene.refresh()
        start = int(scene.counter[total])
        steps.build_land(scene.states, scene.tables, scene.land("G2"))
    else:
        scene.row("G2")[Row.EXPLORER] += 1
        scene.refresh()
        scene.use("call_of_the_dahan_ways", "G2")
    assert scene.counter[total] == start + 1
    assert start >= number


def test_blight_of_the_box_covers_every_pool_and_the_printed_blight() -> None:
    for spirits in ([MUD], [MUD, HEAT], [MUD, HEAT, WIND]):
        scene = Scene(*spirits, empty=False)
        assert scene.counter[Counter.BLIGHT_POOL] + scene.state["land"][:, Row.BLIGHT].sum() <= BOX["blight"]


def test_fear_markers_of_the_box_cover_every_pool_and_more_fear_still_counts() -> None:
    scene = Scene(MUD, HEAT, WIND)
    scene.put("G8", "1C", presence=(1, 1, 1))
    assert scene.table["fear_pool"] <= BOX["fear markers"]
    steps.make_fear(scene.states, scene.tables, BOX["fear markers"] + 12)
    assert (scene.counter[Counter.FEAR_EARNED], scene.counter[Counter.FEAR_GENERATED]) == (2, 9)


def test_energy_is_not_limited_by_the_markers_in_the_box() -> None:
    scene = Scene(WIND)
    scene.put("G8", "1C", presence=(1,))
    scene.spirit()[Spirit.ENERGY] = BOX["energy markers"]
    steps.grow(scene.states, scene.tables, 0, 1)
    assert scene.spirit()[Spirit.ENERGY] == BOX["energy markers"] + 4


def test_effects_of_a_turn_are_not_limited_by_their_markers() -> None:
    scene = Scene(EYES)
    scene.put("G8", "1C", presence=(1,))
    uses = BOX["effect markers per player"] + 2
    for _ in range(uses):
        scene.use("sap_the_strength_of_multitudes", "G8")
    assert scene.row("G8")[Row.DEFEND] == 5 * uses


# ------------------------------------------------------------------------------------------------------------- set-up
@pytest.mark.parametrize(
    ("spirits", "boards", "blight", "fear"),
    [((MUD, TEETH), "GH", 11, 8), ((MUD, TEETH, EYES), "FGH", 16, 12)],
)
def test_side_of_the_board_by_the_number_of_players(
    spirits: tuple[str, ...], boards: str, blight: int, fear: int
) -> None:
    scene = Scene(*spirits)
    assert set(scene.names) == {f"{board}{number}" for board in boards for number in range(1, 9)}
    assert (scene.counter[Counter.BLIGHT_POOL], scene.table["fear_pool"]) == (blight, fear)


def test_lands_without_icons_start_empty() -> None:
    scene = Scene(MUD)
    scene.begin(0)
    explored = {scene.names[row[1]] for row in scene.told(Event.EXPLORE)}
    for name in scene.names:
        explorers = 1 if name in explored else 0
        printed = next(land for land in load_content().boards[name[0]].lands if land.n == int(name[1]))
        row = scene.row(name)
        found = [int(row[column]) for column in (Row.EXPLORER, Row.TOWN, Row.CITY, Row.DAHAN, Row.BLIGHT)]
        assert found == [explorers, printed.town, printed.city, printed.dahan, printed.blight]


def invader_decks(scene: Scene) -> list[list[int]]:
    """Invader decks of many games, top first."""
    found = []
    for game in range(GAMES):
        scene.begin(game)
        found.append(scene.state["deck"][Deck.INVADER, : scene.table["deck_size"]].tolist())
    return found


def test_invader_stages_are_shuffled_each_on_its_own_and_stacked_one_two_three() -> None:
    scene = Scene(MUD)
    decks = invader_decks(scene)
    for deck in decks:
        assert [int(scene.table["invader_stage"][card]) for card in deck] == [1] * 3 + [2] * 4 + [3] * 5
        assert len(set(deck)) == 12
    for part, cards in ((slice(0, 3), 4), (slice(3, 7), 5), (slice(7, 12), 6)):
        orders = [tuple(deck[part]) for deck in decks]
        assert {order[0] for order in orders} == {card for order in orders for card in order}
        assert len({order[0] for order in orders}) == cards
    pairs = {(deck[0], deck[3]) for deck in decks}
    assert len(pairs) > 10, "the order of one stage says nothing about the next"


def test_one_random_card_of_each_stage_is_not_in_the_game() -> None:
    scene = Scene(MUD)
    left_out = [set(range(15)) - set(deck) for deck in invader_decks(scene)]
    for cards in left_out:
        assert sorted(int(scene.table["invader_stage"][card]) for card in cards) == [1, 2, 3]
    assert set().union(*left_out) == set(range(15)), "each card is left out in some game"


def test_the_cards_left_out_are_nowhere_to_be_seen() -> None:
    scene = Scene(MUD)
    beyond = int(scene.table["deck_size"])
    for game in range(5):
        scene.begin(game)
        assert not scene.state["deck"][Deck.INVADER, beyond:].any()
        shown = {row[1] for row in scene.told(Event.INVADER_CARD)}
        assert shown == {int(scene.state["deck"][Deck.INVADER, 0])}


def test_fear_deck_is_nine_random_cards_in_random_order() -> None:
    scene = Scene(MUD)
    decks = []
    for game in range(GAMES):
        scene.begin(game)
        decks.append(scene.state["deck"][Deck.FEAR, : scene.table["terror_after"][2]].tolist())
    assert all(len(deck) == len(set(deck)) == 9 for deck in decks)
    assert {deck[0] for deck in decks} == {deck[8] for deck in decks} == set(range(15))


def test_the_game_starts_at_terror_level_one() -> None:
    scene = Scene(MUD, empty=False)
    found = scene.counter[[Counter.TERROR, Counter.FEAR_GENERATED, Counter.FEAR_EARNED]]
    assert found.tolist() == [1, 0, 0]


def test_minor_and_major_powers_are_two_shuffled_decks() -> None:
    scene = Scene(MUD)
    decks: list[list[list[int]]] = [[], []]
    for game in range(3):
        scene.begin(game)
        for deck, size in ((Deck.MINOR, 36), (Deck.MAJOR, 22)):
            cards = scene.state["deck"][deck, :size].tolist()
            kind = Cards.MINOR if deck == Deck.MINOR else Cards.MAJOR
            assert sorted(cards) == [card for card in range(78) if scene.table["power_deck"][card] == kind]
            decks[deck].append(cards)
    assert all(first != second for found in decks for first, second in combinations(found, 2))


def test_every_player_has_discs_of_one_colour_and_four_unique_powers() -> None:
    scene = Scene(MUD, TEETH, empty=False)
    for seat, spirit in enumerate((MUD, TEETH)):
        assert scene.state["land"][:, Row.PRESENCE + seat].sum() == scene.spirit(seat)[Spirit.ON_ISLAND]
        assert scene.cards(Place.HAND, seat) == set(load_content().spirits[spirit].power_cards)
    assert not scene.state["land"][:, Row.PRESENCE + 2 : Row.DREAD].any()


def test_every_player_starts_on_another_board_and_only_there() -> None:
    scene = Scene(MUD, TEETH, EYES, empty=False)
    boards = scene.table["board_lands"][:3]
    assert len({int(lands) for lands in boards}) == 3
    for seat in range(3):
        assert int(scene.state["mask"][Mask.PRESENCE + seat]) & ~int(boards[seat]) == 0
    with pytest.raises(BadInput):
        setup_from_dict({"spirits": [MUD, TEETH], "boards": ["G", "G"]})


def test_presence_and_powers_reach_other_boards_after_the_start() -> None:
    scene = Scene(MUD, TEETH)
    scene.put("G8", "1C", presence=(0, 1))
    scene.put("G3", presence=(1,))
    assert {"H3", "H4", "G3", "G2", "G4"} == scene.targets("open_shifting_waterways")
    steps.grow(scene.states, scene.tables, 0, 1)
    offered = {scene.names[land] for land in scene.asked(Decision.LAND)[0].offers}
    assert offered == {"H3", "H4", "G3", "G2", "G4"}


def test_mud_starts_with_two_discs_in_the_lowest_wetland() -> None:
    scene = Scene(MUD, empty=False)
    wetlands = scene.lands(scene.table["terrain_lands"][1 << Terrain.WETLAND])
    assert scene.presence(min(wetlands)) == 2
    assert scene.spirit()[Spirit.ON_ISLAND] == 2


@pytest.mark.parametrize("spirit", [TEETH, EYES, MUD, HEAT, WIND])
def test_discs_cover_all_but_the_leftmost_space_of_each_track(spirit: str) -> None:
    scene = Scene(spirit, empty=False)
    panel = load_content().spirits[spirit]
    numbers = scene.spirit()[[Spirit.ENERGY_TAKEN, Spirit.CARDS_TAKEN, Spirit.INCOME, Spirit.PLAYS]].tolist()
    assert numbers == [0, 0, panel.energy_track[0].number, panel.card_track[0].number]
    assert not scene.spirit()[Spirit.TRACK_ELEMENT : Spirit.TRACK_ELEMENT + 8].any()


# ------------------------------------------------------------------------------------------ the invaders' first action
@pytest.mark.parametrize("game", range(6))
def test_before_the_first_round_the_top_card_explores_by_the_usual_conditions(game: int) -> None:
    scene = Scene(MUD, empty=False, game=game)
    card = int(scene.state["deck"][Deck.INVADER, 0])
    type_lands = scene.lands(scene.table["invader_lands"][card])
    sources = {"G2", "G8"}
    expected = set()
    for name in type_lands:
        near = scene.lands(scene.table["adjacent"][scene.land(name)]) | {name}
        if near & sources or name in {"G1", "G2", "G3"}:
            expected.add(name)
    assert {name for name in scene.names if scene.row(name)[Row.EXPLORER]} == expected
    assert all(scene.row(name)[Row.EXPLORER] == 1 for name in expected)


def test_setup_explore_with_a_jungle_card() -> None:
    for game in range(GAMES):
        scene = Scene(MUD, empty=False, game=game)
        if scene.state["deck"][Deck.INVADER, 0] == invader_card("stage1_jungle"):
            break
    assert {name for name in scene.names if scene.row(name)[Row.EXPLORER]} == {"G6", "G7"}, "both next to a building"


def test_the_first_card_builds_in_round_one_and_ravages_in_round_two() -> None:
    scene = Scene(TEETH, empty=False)
    card = int(scene.state["deck"][Deck.INVADER, 0])
    slots = [Counter.RAVAGE_CARD, Counter.BUILD_CARD, Counter.EXPLORE_CARD]
    assert scene.counter[slots].tolist() == [-1, card, -1]
    assert scene.counter[[Counter.ROUND, Counter.PHASE]].tolist() == [1, Phase.SPIRIT]
    for _ in range(5):
        scene.phase()
    assert not scene.told(Event.RAVAGE, Event.RAVAGE_SKIPPED), "nothing ravages in round 1"
    built = {scene.names[row[1]] for row in scene.told(Event.BUILD, Event.BUILD_SKIPPED)}
    assert built <= scene.lands(scene.table["invader_lands"][card])
    scene.phase()
    assert scene.counter[Counter.RAVAGE_CARD] == card


# ------------------------------------------------------------------------------------------------------------- boards
def test_lands_are_numbered_one_to_eight_and_set_up_uses_the_numbers() -> None:
    for board in load_content().boards.values():
        assert [land.n for land in board.lands] == list(range(1, 9))
    scene = Scene(TEETH, empty=False)
    assert scene.presence("G5") == 1, "the panel of Teeth names land 5"


def test_the_four_terrains_are_jungle_mountain_sand_and_wetland() -> None:
    scene = Scene(MUD, TEETH, EYES)
    assert set(scene.table["terrain"][:24].tolist()) == {
        Terrain.JUNGLE,
        Terrain.MOUNTAIN,
        Terrain.SAND,
        Terrain.WETLAND,
    }
    assert {terrain for name in invader_names().ids for terrain in name.split("_")[1:]} == {
        "jungle",
        "mountain",
        "sand",
        "wetland",
        "coastal",
    }


@pytest.mark.parametrize("spirits", [(MUD,), (MUD, TEETH), (MUD, TEETH, EYES)])
def test_there_are_as_many_boards_as_players(spirits: tuple[str, ...]) -> None:
    table = Scene(*spirits).table
    assert (table["n_boards"], table["n_lands"]) == (len(spirits), 8 * len(spirits))


def test_lands_that_meet_where_three_boards_meet_are_adjacent() -> None:
    scene = Scene(MUD, TEETH, EYES)
    for name, others in {"F7": {"G7", "H4"}, "G7": {"F7", "H4"}, "H4": {"F7", "G7"}}.items():
        assert others <= scene.lands(scene.table["adjacent"][scene.land(name)])


def test_coastal_lands_are_those_at_the_open_ocean_and_all_others_are_inland() -> None:
    scene = Scene(MUD, TEETH, EYES)
    coastal = scene.lands(scene.table["coastal"])
    assert coastal == {f"{board}{number}" for board in "FGH" for number in (1, 2, 3)}
    for name, expected in (("G4", ""), ("G3", "1E")):
        scene.put(name, "1E", presence=(1, 1, 1))
        steps.fear_card(scene.states, scene.tables, fear_card("wary_of_the_interior"))
        assert scene.pieces(name) == expected, "Wary of the Interior takes explorers of inland lands only"
        scene.put(name)


def test_pieces_affect_their_own_land_only() -> None:
    scene = Scene(MUD)
    scene.put("G2", "2C 3D", presence=(1,), defend=9)
    scene.put("G4", "1T 2D", presence=(1,))
    steps.ravage_land(scene.states, scene.tables, scene.land("G4"))
    assert (scene.pieces("G2"), scene.blight("G2"), scene.presence("G2")) == ("2C 3D", 0, 1)
    assert scene.blight("G4") == 1, "the Defend of G2 is none of G4's"
