"""The tables of a set-up, read back against the facts they come from."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sim.content import compile as compiling
from sim.content.compile import capacity_faults, compiled
from sim.content.load import load_content
from sim.content.names import power_names
from sim.content.schema_boxes import stages
from sim.content.setup import setup_from_dict, setup_island
from sim.content.tables import build_tables
from sim.content.weights import PLACES
from sim.core.codes import (
    Cards,
    Element,
    Hook,
    Op,
    Option,
    Policy,
    Row,
    Rule,
    Scope,
    Speed,
    TargetKind,
    Terrain,
    Where,
    Who,
)
from sim.core.state import MAX_LANDS, MAX_RANGE, N_WEIGHTS, TABLES

TEETH, EYES, MUD, HEAT, WIND, LIGHTNING, RIVER, SHADOWS, EARTH, GREEN, THUNDER, BRINGER, OCEAN = load_content().spirits
GAMES = {
    "solo G": {"spirits": [MUD]},
    "solo H": {"spirits": [WIND], "boards": ["H"]},
    "pair": {"spirits": [EYES, TEETH]},
    "pair moved": {"spirits": [HEAT, WIND], "boards": ["H", "G"]},
    "trio": {"spirits": [TEETH, MUD, HEAT]},
    "trio other map": {"spirits": [WIND, EYES, MUD], "boards": ["F", "G", "H"], "arrangement": "horizons_3_FHG"},
    "core pair": {"box": "base", "spirits": [RIVER, SHADOWS], "boards": ["B", "D"]},
    "core with oceans": {"box": "base", "spirits": [THUNDER, OCEAN, MUD], "boards": ["C", "A", "D"]},
    "extra board": {"box": "base", "spirits": [GREEN], "boards": ["A", "B"], "options": {"extra_board": True}},
}
WEIGHTS = np.arange(N_WEIGHTS, dtype=float)


def tables(**keys):
    return build_tables(setup_from_dict(keys), WEIGHTS)[0]


def lands(bits):
    return {land for land in range(64) if int(bits) >> land & 1}


@pytest.fixture(params=GAMES, scope="module")
def game(request):
    """A set-up, its island and its tables."""
    setup = setup_from_dict(GAMES[request.param])
    return setup, setup_island(setup), build_tables(setup, WEIGHTS)[0]


def test_shape():
    found = build_tables(setup_from_dict(GAMES["pair"]), WEIGHTS)
    assert found.shape == (1,)
    assert found.dtype.fields.keys() == TABLES.fields.keys()


# The island ----------------------------------------------------------------------------------------------------------
def test_borders_are_those_of_the_island_and_symmetric(game):
    _, island, table = game
    n_lands = int(table["n_lands"])
    assert n_lands == len(island.names)
    assert lands(table["all_lands"] | table["oceans"]) == set(range(n_lands))
    assert lands(table["oceans"]) == set(island.oceans)
    assert not table["all_lands"] & table["oceans"]
    for land in range(n_lands):
        assert lands(table["adjacent"][land]) == set(island.neighbours[land])
        assert all(land in lands(table["adjacent"][other]) for other in lands(table["adjacent"][land]))
    assert not table["adjacent"][n_lands:].any()


def test_reach_is_the_shortest_way(game):
    _, _, table = game
    n_lands = int(table["n_lands"])
    steps = np.full((n_lands, n_lands), MAX_LANDS)
    for land in range(n_lands):
        steps[land, land] = 0
        steps[land, list(lands(table["adjacent"][land]))] = 1
    for middle in range(n_lands):
        steps = np.minimum(steps, steps[:, [middle]] + steps[[middle], :])
    for distance, land in itertools.product(range(MAX_RANGE), range(n_lands)):
        assert lands(table["reach"][distance, land]) == set(np.flatnonzero(steps[land] <= distance))


def test_masks_of_boards_terrains_and_coast(game):
    _, island, table = game
    assert table["n_boards"] == len(island.boards)
    for seat, board in enumerate(island.boards):
        own = lands(table["board_lands"][seat])
        numbers = range(0 if island.oceans else 1, 9)
        assert {island.names[land] for land in own} == {f"{board}{number}" for number in numbers}
        assert table["ocean_of"][seat] == (island.oceans[seat] if island.oceans else -1)
        assert {int(table["board"][land]) for land in own} == {seat}
    for bits in range(1 << len(Terrain)):
        # an ocean in play is a wetland too
        wide = bits | 1 << Terrain.OCEAN if bits & 1 << Terrain.WETLAND else bits
        expected = {land for land, terrain in enumerate(island.terrain) if wide & 1 << terrain}
        assert lands(table["terrain_lands"][bits]) == expected
    assert {island.names[land][1] for land in lands(table["coastal"] & table["all_lands"])} == {"1", "2", "3"}
    assert table["oceans"] & ~table["coastal"] == 0


def test_printed_pieces_and_presence(game):
    setup, island, table = game
    content = load_content()
    rows, n_lands = table["setup_land"].astype(int), len(island.names)
    for land, printed in enumerate(island.printed):
        row = rows[land]
        assert row[[Row.EXPLORER, Row.TOWN, Row.CITY, Row.DAHAN, Row.BLIGHT]].tolist() == [
            printed.explorer,
            printed.town,
            printed.city,
            printed.dahan,
            printed.blight,
        ]
        assert row[[Row.TOWN_0, Row.CITY_0, Row.DAHAN_0]].tolist() == [printed.town, printed.city, printed.dahan]
    for seat, spirit in enumerate(setup.spirits):
        board = island.boards[seat]
        discs = {name: row[Row.PRESENCE + seat] for name, row in zip(island.names, rows[:n_lands], strict=True)}
        found = {f"{number}x {name}" for name, number in discs.items() if number}
        free = {island.names[land] for land in lands(table["setup_choice"][seat])}
        if spirit == OCEAN:
            assert found == {f"1x {board}0"}
            assert free == {f"{board}{number}" for number in (1, 2, 3)}
        else:
            assert found == set(content.spirits[spirit].setup_on[board].split(", "))
            assert not free
    boards = setup.n_boards
    dahan = sum(land.dahan for name in island.boards for land in content.boards[name].lands)
    pieces = Row.TOWN, Row.CITY, Row.DAHAN, Row.BLIGHT
    assert rows.sum(axis=0)[list(pieces)].tolist() == [boards, boards, dahan, boards]
    assert not rows[n_lands:].any()


# Numbers -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("spirits", "fear", "blight"), [([MUD], 4, 6), ([MUD, HEAT], 8, 11), ([MUD, HEAT, WIND], 12, 16)]
)
def test_pools(spirits, fear, blight):
    table = tables(spirits=spirits)
    assert (table["fear_pool"], table["blight_pool"]) == (fear, blight)
    assert tables(spirits=spirits, options={"extra_blight": -3})["blight_pool"] == blight - 3
    assert table["terror_after"].tolist() == [3, 6, 9]
    assert table["n_spirits"] == len(spirits)


@pytest.mark.parametrize(
    ("keys", "healthy", "flipped"),
    [
        ({}, 11, 0),
        ({"blight_card": "downward_spiral"}, 5, 10),
        ({"blight_card": "memory_fades_to_dust"}, 5, 8),
        ({"blight_card": "downward_spiral", "options": {"extra_blight": 2}}, 7, 10),
    ],
)
def test_blight_of_the_core_box(keys, healthy, flipped):
    table = tables(box="base", spirits=[EARTH, GREEN], boards=["A", "B"], **keys)
    assert (table["blight_pool"], table["blight_flip"]) == (healthy, flipped)
    assert (table["blighted_end"] > table["blighted_start"]) == (flipped > 0)


def test_random_boards_and_blight_card_are_as_many_tables():
    found = build_tables(setup_from_dict({"box": "base", "spirits": [RIVER, OCEAN], "blight_card": "random"}), WEIGHTS)
    assert found.shape == (4 * 3 * 2,)
    alone = build_tables(setup_from_dict({"box": "base", "spirits": [RIVER]}), WEIGHTS)
    assert [table["setup_land"].tolist() for table in alone] == [
        tables(box="base", spirits=[RIVER], boards=[board])["setup_land"].tolist() for board in "ABCD"
    ]


def opponent(name, level, **keys):
    return tables(box="base", spirits=[EARTH], boards=["A"], adversary={"id": name, "level": level}, **keys)


def test_an_adversary_changes_health_damage_fear_and_decks():
    table = opponent("england", 5)
    assert table["health"].tolist() == [1, 3, 4, 2]
    assert table["damage"].tolist() == [1, 2, 3, 2]
    assert table["rule"][[Rule.BUILD_NEAR, Rule.BUILDING_LIMIT]].tolist() == [2, 7]
    assert opponent("england", 6)["fear_pool"] == 5
    sweden = opponent("sweden", 3)
    assert sweden["damage"].tolist() == [1, 3, 5, 2]
    assert sweden["health"].tolist() == [1, 2, 3, 2]
    assert sweden["rule"][Rule.HEAVY_MINING] == 6
    prussia = opponent("brandenburg_prussia", 6)
    adversary = load_content().adversaries["brandenburg_prussia"]
    assert prussia["terror_after"].tolist() == list(itertools.accumulate(adversary.levels[6].fear_cards))
    assert "".join(map(str, prussia["deck_stage"][: prussia["deck_size"]])) == stages(adversary.levels[6].deck_order)


@pytest.mark.parametrize("name", load_content().adversaries)
def test_every_adversary_has_its_own_escalation(name):
    table = opponent(name, 0)
    assert table["option"][Option.STAGE_2_ACTION] == 1
    span = int(table["escalation_start"]), int(table["escalation_end"])
    assert span == compiled().escalations[name] and span[0] < span[1]


def test_without_adversary_flags_are_ignored():
    assert tables(box="base", spirits=[EARTH], boards=["A"])["option"][Option.STAGE_2_ACTION] == 0


def test_difficulty_is_that_of_adversary_and_scenario():
    content = load_content()
    for name, scenario in content.scenarios.items():
        table = opponent("sweden", 4, scenario=name)
        assert table["difficulty"] == content.adversaries["sweden"].levels[4].difficulty + scenario.difficulty


def test_an_ocean_is_a_land_only_with_ocean_in_the_game():
    keys = {"box": "base", "boards": ["A", "B"]}
    assert tables(spirits=[RIVER, EARTH], **keys)["n_lands"] == 16
    table = tables(spirits=[RIVER, OCEAN], **keys)
    assert (table["n_lands"], table["ocean_seat"]) == (18, 1)


def test_a_wetland_is_a_sacred_site_of_river_with_one_presence():
    setup = setup_from_dict({"box": "base", "spirits": [RIVER, EARTH], "boards": ["A", "B"]})
    table, island = build_tables(setup, WEIGHTS)[0], setup_island(setup)
    wet = [terrain == Terrain.WETLAND for terrain in island.terrain]
    assert table["sacred_need"][0, :16].tolist() == [1 if land else 2 for land in wet]
    assert table["sacred_need"][1, :16].tolist() == [2] * 16


def test_options_policy_and_weights():
    table = tables(spirits=[MUD], policy="random", temperature=1.5)
    assert table["option"][[Option.STAGE_2_ACTION, Option.POWER_PROGRESSION]].tolist() == [1, 0]
    assert (table["policy"], table["temperature"]) == (Policy.RANDOM, 1.5)
    assert table["weight"].tolist() == WEIGHTS.tolist()
    switched = tables(spirits=[MUD], options={"stage_2_action": False, "power_progression": True})
    assert switched["option"][[Option.STAGE_2_ACTION, Option.POWER_PROGRESSION]].tolist() == [0, 1]


def test_weights_by_name():
    numbers = {name: float(place) for name, place in PLACES.items()}
    table = build_tables(setup_from_dict({"spirits": [MUD]}), numbers)[0]
    for place in PLACES.values():
        assert table["weight"][place] == table["own_weight"][0, place] == place


def test_weights_of_another_length_are_refused():
    with pytest.raises(ValueError, match="not"):
        build_tables(setup_from_dict({"spirits": [MUD]}), np.zeros(3))


# Invader and fear cards ----------------------------------------------------------------------------------------------
def test_invader_cards_name_their_lands(game):
    _, island, table = game
    for index, card in enumerate(load_content().invader_cards):
        if card.lands == ("coastal",):
            expected = {land for land, coastal in enumerate(island.coastal) if coastal}
        else:
            expected = {land for land, terrain in enumerate(island.terrain) if terrain.name.lower() in card.lands}
        expected -= set(island.oceans)
        assert lands(table["invader_lands"][index]) == expected
        assert (table["invader_stage"][index], bool(table["invader_flag"][index])) == (card.stage, card.escalation)
    assert table["n_invader_cards"] == 15
    assert table["deck_stage"][: int(table["deck_size"])].tolist() == [1] * 3 + [2] * 4 + [3] * 5


def test_stage_2_action_adds_a_town_on_each_board():
    table = tables(spirits=[MUD])
    start, end = int(table["escalation_start"]), int(table["escalation_end"])
    assert table["code"][start, 0] == Op.ONE_LAND
    assert Scope.BOARDS in table["code"][start]
    assert Op.ADD in table["code"][start:end, 0]


def test_programs_lie_within_the_code(game):
    _, _, table = game
    size = len(compiled().programs.code)
    spans = [(table["escalation_start"], table["escalation_end"])]
    spans += zip(table["fear_start"][:15].ravel(), table["fear_end"][:15].ravel(), strict=True)
    cards = int(table["n_cards"])
    spans += zip(table["power_start"][:cards], table["power_end"][:cards], strict=True)
    for seat in range(int(table["n_spirits"])):
        n_growth = int(table["n_growth"][seat])
        spans += zip(table["growth_start"][seat, :n_growth], table["growth_end"][seat, :n_growth], strict=True)
    assert table["n_fear_cards"] == 15
    assert all(0 <= start <= end <= size for start, end in spans)
    assert all(start < end for start, end in spans[:46])
    assert not table["code"][size:].any()
    assert table["code"][:size].tolist() == compiled().programs.code


# Powers --------------------------------------------------------------------------------------------------------------
def test_decks_hold_every_card_once(game):
    _, _, table = game
    assert (table["n_cards"], table["n_powers"]) == (110, 127)
    minors = table["minor_card"][: int(table["minor_size"])].tolist()
    majors = table["major_card"][: int(table["major_size"])].tolist()
    assert (minors, majors) == (list(range(36)), list(range(36, 58)))
    # four unique powers for each of 13 spirits; one innate power on each panel of Horizons, 12 on those of the core box
    decks = [Cards.MINOR] * 36 + [Cards.MAJOR] * 22 + [Cards.UNIQUE] * 52 + [Cards.INNATE] * 17
    assert table["power_deck"][:127].tolist() == decks


def test_each_seat_has_the_powers_of_its_spirit(game):
    setup, _, table = game
    content = load_content()
    ids = power_names().ids
    for seat, spirit in enumerate(setup.spirits):
        panel = content.spirits[spirit]
        uniques = table["unique"][seat, : int(table["n_unique"][seat])]
        innates = table["innate"][seat, : int(table["n_innates"][seat])]
        assert [ids[index] for index in uniques] == list(panel.power_cards)
        assert [ids[index] for index in innates] == [innate.id for innate in panel.innates]


def test_power_fields_are_those_of_the_card():
    table = tables(spirits=[MUD, WIND])
    content = load_content()
    for index, card in enumerate(content.cards):
        assert table["power_cost"][index] == card.cost
        assert table["power_speed"][index] == Speed[card.speed.upper()]
        assert [Element(e).name.lower() for e in np.flatnonzero(table["power_element"][index])] == list(card.elements)
        assert table["power_target"][index] == TargetKind[card.target.kind.upper()]
        if card.target.kind == "land":
            assert table["power_range"][index] == card.target.range
            assert bool(table["power_sacred"][index]) == (card.target.from_ == "sacred_site")
            assert table["power_source"][index] == sum(1 << Terrain[name.upper()] for name in card.target.source)
        else:
            assert table["power_who"][index] == Who[card.target.who.upper()]


@pytest.mark.parametrize(
    ("power", "terrains", "coast", "needs"),
    [
        ("tsunami", None, True, 0),
        ("talons_of_lightning", {Terrain.MOUNTAIN, Terrain.WETLAND}, None, 0),
        ("song_of_sanctity", {Terrain.MOUNTAIN, Terrain.JUNGLE}, None, 0),
        ("call_of_the_dahan_ways", None, None, Where.DAHAN),
        ("enticing_splendor", None, None, Where.NO_BLIGHT),
        ("lure_of_the_unknown", None, None, Where.NO_INVADERS),
        ("violent_windstorms", None, None, 0),
        ("mischief_and_sabotage", None, None, Where.INVADERS),
    ],
)
def test_where_a_power_may_be_aimed(power, terrains, coast, needs):
    setup = setup_from_dict({"spirits": [EYES, WIND]})
    island, table = setup_island(setup), build_tables(setup, WEIGHTS)[0]
    index = power_names().index[power]
    fit = {
        land
        for land in range(16)
        if (terrains is None or island.terrain[land] in terrains) and (coast is None or island.coastal[land] == coast)
    }
    assert lands(table["power_where"][index]) == fit
    assert table["power_needs"][index] == needs


def test_levels_of_an_innate_power():
    table = tables(spirits=[MUD])
    index = power_names().index["spreading_and_dreadful_mire"]
    assert table["n_levels"][index] == 4
    water = table["level_need"][index, :, Element.WATER]
    assert water.tolist() == [1, 2, 3, 4]
    assert table["level_range"][index].tolist() == [-1] * 4
    assert (table["level_start"][index] < table["level_end"][index]).all()


def test_packed_elements_have_one_byte_for_each_element(game):
    _, _, table = game
    for numbers, packed in (("power_element", "power_packed"), ("level_need", "level_packed")):
        unpacked = table[packed][..., None] >> 8 * np.arange(8) & 0xFF
        assert (unpacked == table[numbers]).all()


def test_threshold_that_changes_the_range():
    table = tables(spirits=[MUD])
    ids = power_names().index
    assert 3 in table["level_range"][ids["talons_of_lightning"]]
    assert 1 in table["level_range"][ids["sap_the_strength_of_multitudes"]]


ELEMENTS = {None: -1, "any": 8} | {element.name.lower(): element.value for element in Element}


# Spirits -------------------------------------------------------------------------------------------------------------
def test_tracks_are_those_of_the_panel(game):
    setup, _, table = game
    for seat, spirit in enumerate(setup.spirits):
        panel = load_content().spirits[spirit]
        for kind, track in enumerate((panel.energy_track, panel.card_track)):
            length = int(table["track_length"][seat, kind])
            assert length == len(track)
            assert table["track_number"][seat, kind, :length].tolist() == [space.number or 0 for space in track]
            assert table["track_reclaim"][seat, kind, :length].tolist() == [space.reclaim or 0 for space in track]
            elements = [ELEMENTS[space.element] for space in track]
            assert table["track_element"][seat, kind].tolist() == elements + [-1] * (12 - length)
        covered = int(table["track_length"][seat].sum()) - 2
        placed = int(table["setup_land"][:, Row.PRESENCE + seat].sum()) + (table["setup_choice"][seat] != 0)
        assert covered + placed == panel.presence_total


def test_growth_has_one_row_for_each_action_of_an_option(game):
    setup, _, table = game
    for seat, spirit in enumerate(setup.spirits):
        growth = load_content().spirits[spirit].growth
        number = len(growth.options)
        assert table["n_growth"][seat] == number
        rows = table["growth_end"][seat, :number] - table["growth_start"][seat, :number]
        assert rows.tolist() == [len(option.actions) + len(growth.always) for option in growth.options]


@pytest.mark.parametrize(
    ("spirit", "hooks"),
    [
        (TEETH, {Hook.POWER_DAMAGE_BONUS}),
        (EYES, {Hook.AFTER_POWER_DEFEND}),
        (MUD, {Hook.BUILD_UNIT_FILTER}),
        (HEAT, {Hook.INVADER_HEALTH_MODIFIER}),
        (WIND, {Hook.AFTER_GROWTH_PRESENCE}),
        (LIGHTNING, {Hook.SPEED_OVERRIDE}),
        (RIVER, {Hook.SACRED_SITE_TEST}),
        (SHADOWS, {Hook.TARGET_OVERRIDE_PAID}),
        (EARTH, {Hook.PASSIVE_DEFEND}),
        (GREEN, {Hook.INVADER_ACTION_VETO, Hook.GROWTH_PRESENCE_SOURCE}),
        (THUNDER, {Hook.DAHAN_MOVE_FOLLOW, Hook.AFTER_RAVAGE}),
        (BRINGER, {Hook.POWER_DAMAGE_FILTER}),
        (OCEAN, {Hook.OCEAN_LAND, Hook.PRESENCE_PLACEMENT_FILTER, Hook.AFTER_MOVE, Hook.DROWNED_POOL}),
    ],
)
def test_special_rules(spirit, hooks):
    other = MUD if spirit != MUD else WIND
    table = tables(box="base", spirits=[other, spirit], boards=["A", "B"])
    assert {hook for hook in Hook if table["hooks"][1] >> hook & 1} == hooks
    assert table["heat_seat"] == (1 if spirit == HEAT else -1)
    assert table["ocean_seat"] == (1 if spirit == OCEAN else -1)


def test_elements_that_innates_want():
    need = tables(spirits=[TEETH, WIND])["element_need"]
    # at most 4 fire 2 earth 5 animal, and 3 sun 5 air
    expected = np.zeros((2, 8))
    expected[0, [Element.FIRE, Element.EARTH, Element.ANIMAL]] = [0.8, 0.4, 1.0]
    expected[1, [Element.SUN, Element.AIR]] = [0.6, 1.0]
    np.testing.assert_allclose(need[:2], expected)
    assert not need[2:].any()


def test_power_progression_is_in_the_printed_order(game):
    setup, _, table = game
    ids = power_names().ids
    for seat, spirit in enumerate(setup.spirits):
        size = int(table["progression_size"][seat])
        progression = tuple(ids[index] for index in table["progression"][seat, :size])
        assert progression == load_content().spirits[spirit].power_progression


# Room ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("limit", "key"),
    [
        ("MAX_DECK", "power"),
        ("MAX_CODE", "rows of effects"),
        ("MAX_CONDITIONS", "conditions"),
        ("MAX_TRACK", f"spirit[{TEETH}].energy_track"),
        ("MAX_OPTIONS", f"spirit[{TEETH}].growth.options"),
        ("MAX_FEAR_CARDS", "fear_card"),
        ("MAX_INVADER_CARDS", "card"),
    ],
)
def test_facts_beyond_the_room_of_the_tables_are_told(monkeypatch, limit, key):
    assert capacity_faults(load_content(), compiled().programs) == []
    monkeypatch.setattr(compiling, limit, 2)
    faults = capacity_faults(load_content(), compiled().programs)
    assert key in {fault.key for fault in faults}
    assert all("the tables have room for 2" in fault.message for fault in faults)
