"""Set-up files: their defaults, the shipped ones, and everything that is refused."""

from __future__ import annotations

import itertools

import pytest

from sim.content import setup as setups
from sim.content.boards import choose_boards
from sim.content.load import load_content
from sim.content.names import (
    blight_names,
    fear_names,
    invader_cards,
    invader_names,
    invader_words,
    power_names,
    scenario_names,
)
from sim.content.setup import (
    blight_flip,
    blight_pool,
    deck_order,
    difficulty,
    fear_deck,
    load_setup,
    rules,
    setup_from_dict,
    setup_island,
    setup_pieces,
    shipped_setups,
    variants,
)
from sim.core.codes import Piece, Policy
from sim.errors import BadInput

TEETH, EYES, MUD, HEAT, WIND, LIGHTNING, RIVER, SHADOWS, EARTH, GREEN, THUNDER, BRINGER, OCEAN = load_content().spirits


def base(*spirits, **more):
    """A set-up of the core box, by default of one spirit on one board."""
    return setup_from_dict({"box": "base", "spirits": list(spirits or [RIVER]), **more})


def faults_of(data):
    with pytest.raises(BadInput) as caught:
        setup_from_dict(data, "x.toml")
    return {fault.key: fault for fault in caught.value.faults}


def test_only_spirits_are_needed():
    setup = setup_from_dict({"spirits": [MUD]})
    assert (setup.box, setup.boards, setup.arrangement, setup.policy, setup.temperature) == (
        "horizons",
        (),
        "",
        "greedy",
        0,
    )
    assert (setup.adversary.id, setup.scenario, setup.blight_card) == ("none", "none", "none")
    assert (setup.options.stage_2_action, setup.options.power_progression, setup.options.extra_blight) == (
        True,
        False,
        0,
    )
    assert setup.options.extra_board is False
    assert setup.model_fields_set == {"spirits"}


def test_core_box_draws_its_boards_and_prints_no_action_unless_told():
    setup = base(RIVER, LIGHTNING)
    assert (setup.boards, setup.draws_boards, setup.n_boards) == ((), True, 2)
    assert base(boards="random").draws_boards
    assert not base(boards=["A"]).draws_boards
    assert setup.options.stage_2_action is False
    assert setup.blight_card == "none"
    assert setup_from_dict(setup.model_dump()) == setup


def test_every_shipped_setup_loads_by_name_and_has_a_title():
    for name, path in shipped_setups().items():
        setup = load_setup(name)
        assert setup == load_setup(path)
        assert setup.title and setup.description
        assert len(setup_island(setup).names) == (9 if OCEAN in setup.spirits else 8) * setup.n_boards


def test_shipped_setups_cover_every_spirit_alone_and_every_pair():
    played = {frozenset(load_setup(name).spirits) for name in shipped_setups()}
    assert {frozenset([spirit]) for spirit in load_content().spirits} <= played
    assert {frozenset(pair) for pair in itertools.combinations((TEETH, EYES, MUD, HEAT, WIND), 2)} <= played
    assert {1, 2, 3, 4} == {len(spirits) for spirits in played}


def test_shipped_setups_cover_the_core_box():
    setups = [load_setup(name) for name in shipped_setups()]
    core = [setup for setup in setups if setup.box == "base"]
    opponents = {(setup.adversary.id, setup.adversary.level) for setup in core}
    assert {(name, level) for name in load_content().adversaries for level in (0, 3, 6)} <= opponents
    assert set(load_content().scenarios) <= {setup.scenario for setup in core}
    assert any(setup.blight_card == "random" for setup in core)
    assert any("horizons" in boxes_of(setup) and setup.adversary.id != "none" for setup in core)
    assert any("base" in boxes_of(setup) for setup in setups if setup.box == "horizons")


def boxes_of(setup):
    return {load_content().spirits[name].set for name in setup.spirits}


def test_shipped_setups_switch_the_stage_2_action_and_the_map():
    setups = [load_setup(name) for name in shipped_setups()]
    assert any(not setup.options.stage_2_action for setup in setups)
    assert any(setup.arrangement == "horizons_3_FHG" for setup in setups)
    assert {len(load_setup(f"solo_{name}").spirits) for name in ("teeth", "eyes", "mud", "heat", "whirlwind")} == {1}
    assert load_setup("pair_eyes_teeth").spirits == (EYES, TEETH)
    assert load_setup("trio_teeth_mud_heat").spirits == (TEETH, MUD, HEAT)


def test_installed_setups_are_found_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "sim"
    (package / "content").mkdir(parents=True)
    inside = package / "_scenarios" / "setups"
    inside.mkdir(parents=True)
    (inside / "mine.toml").write_text(f'spirits = ["{MUD}"]\n', encoding="utf-8")
    monkeypatch.setattr(setups, "__file__", str(package / "content" / "setup.py"))
    assert list(shipped_setups()) == ["mine"]
    assert load_setup("mine").spirits == (MUD,)


def test_all_keys(tmp_path):
    path = tmp_path / "game.toml"
    path.write_text(
        f"""
        title = "t"
        description = "d"
        box = "horizons"
        spirits = ["{WIND}", "{HEAT}"]
        boards = ["H", "G"]
        arrangement = "horizons_2_GH"
        adversary = {{ id = "none", level = 0 }}
        scenario = "none"
        blight_card = "none"
        options = {{ stage_2_action = false, power_progression = true, extra_blight = -2 }}
        policy = "random"
        temperature = 2
        games = 5
        seed = 0
        """,
        encoding="utf-8",
    )
    setup = load_setup(path)
    assert setup.boards == ("H", "G")
    assert setup.options.extra_blight == -2
    assert setup.temperature == 2.0
    assert setups.blight_pool(setup, load_content()) == 9


@pytest.mark.parametrize("policy", list(Policy))
def test_every_policy_has_a_name(policy):
    assert setup_from_dict({"spirits": [MUD], "policy": policy.name.lower()}).policy == policy.name.lower()


@pytest.mark.parametrize(
    ("data", "key", "told", "nearest"),
    [
        ({}, "spirits", "is required", None),
        ({"spirits": []}, "spirits", "is required", None),
        ({"spirits": ["eyes_wach"]}, "spirits[0]", "unknown spirit", EYES),
        ({"spirits": [MUD, MUD]}, "spirits[1]", "played by another player", None),
        ({"spirits": [TEETH, EYES, MUD, HEAT]}, "spirits", "Horizons is for 1 to 3 players, not 4", None),
        ({"spirits": MUD}, "spirits", "must be a list", None),
        ({"spirits": [1]}, "spirits[0]", "must be text", None),
        ({"spirits": [MUD], "box": "horizon"}, "box", "unknown box", "horizons"),
        ({"spirits": [MUD], "boards": ["K"]}, "boards[0]", "unknown board", None),
        ({"spirits": [MUD], "boards": ["G", "H"]}, "boards", "one starting board for each spirit: 1, not 2", None),
        ({"spirits": [MUD], "arrangement": "horizons_1_F"}, "arrangement", "unknown arrangement", None),
        (
            {"spirits": [MUD], "adversary": {"id": "england", "level": 3}},
            "adversary.id",
            "Horizons has no adversaries",
            "none",
        ),
        ({"spirits": [MUD], "adversary": {"level": 3}}, "adversary.level", "no adversary to have a level", "0"),
        ({"spirits": [MUD], "adversary": "england"}, "adversary", "must be a table", None),
        ({"spirits": [MUD], "adversary": {"id": "none", "lvl": 0}}, "adversary.lvl", "unknown key", "level"),
        ({"spirits": [MUD], "scenario": "blitz"}, "scenario", "Horizons has no scenarios", "none"),
        ({"spirits": [MUD], "blight_card": "downward_spiral"}, "blight_card", "Horizons has no blight cards", "none"),
        ({"spirits": [MUD], "policy": "gredy"}, "policy", "unknown policy", "greedy"),
        ({"spirits": [MUD], "temperature": -0.5}, "temperature", "at least 0", None),
        ({"spirits": [MUD], "temperature": float("nan")}, "temperature", "", None),
        ({"spirits": [MUD], "temperature": "hot"}, "temperature", "must be a number", None),
        ({"spirits": [MUD], "games": 0}, "games", "at least 1", None),
        ({"spirits": [MUD], "games": 1.5}, "games", "must be a whole number", None),
        ({"spirits": [MUD], "seed": -1}, "seed", "at least 0", None),
        ({"spirits": [MUD], "seed": 2**63}, "seed", "at most", None),
        ({"spirits": [MUD], "spirit": "x"}, "spirit", "unknown key", "spirits"),
        (
            {"spirits": [MUD], "options": {"stage_2_acton": True}},
            "options.stage_2_acton",
            "unknown key",
            "stage_2_action",
        ),
        ({"spirits": [MUD], "options": {"stage_2_action": 1}}, "options.stage_2_action", "must be true or false", None),
        ({"spirits": [MUD], "options": {"extra_blight": -6}}, "options.extra_blight", "blight pool of 0", None),
        ({"spirits": [MUD], "options": {"extra_blight": 1000}}, "options.extra_blight", "at most 99", None),
    ],
)
def test_refused(data, key, told, nearest):
    faults = faults_of(data)
    assert list(faults) == [key]
    assert told in faults[key].message
    assert nearest in (None, faults[key].nearest)


@pytest.mark.parametrize(
    ("data", "key", "told", "nearest"),
    [
        (
            {"spirits": [RIVER, EARTH, GREEN, THUNDER, OCEAN]},
            "spirits",
            "the core box is for 1 to 4 players, not 5",
            None,
        ),
        ({"spirits": [RIVER, RIVER]}, "spirits[1]", "played by another player", None),
        ({"adversary": {"id": "swedn", "level": 3}}, "adversary.id", "unknown adversary", "sweden"),
        ({"adversary": {"id": "sweden", "level": 7}}, "adversary.level", "Sweden has the levels 0 to 6", "6"),
        ({"adversary": {"id": "sweden", "level": -1}}, "adversary.level", "at least 0", None),
        ({"adversary": {"level": 2}}, "adversary.level", "no adversary to have a level", "0"),
        ({"scenario": "blits"}, "scenario", "unknown scenario", "blitz"),
        ({"blight_card": "spiral"}, "blight_card", "unknown blight card", "downward_spiral"),
        ({"boards": ["A", "B"]}, "boards", "one starting board for each spirit: 1, not 2", None),
        ({"boards": "A"}, "boards", "must be a list", None),
        ({"boards": ["H"]}, "boards[0]", "is a board of the Horizons map", None),
        ({"arrangement": "standard_2"}, "arrangement", "is a layout of 2 boards, not 1", "standard_1"),
        ({"options": {"stage_2_action": True}}, "options.stage_2_action", "no action on stage II cards", None),
        (
            {"options": {"power_progression": True}},
            "options.power_progression",
            "no power progression is known of River Surges in Sunlight",
            "false",
        ),
        ({"options": {"extra_blight": -6}}, "options.extra_blight", "blight pool of 0", None),
        (
            {"blight_card": "random", "options": {"extra_blight": -3}},
            "options.extra_blight",
            "blight pool of 0",
            None,
        ),
        (
            {"spirits": [RIVER, EARTH, GREEN, OCEAN], "options": {"extra_board": True}},
            "options.extra_board",
            "there are only 4 boards",
            "false",
        ),
    ],
)
def test_refused_in_the_core_box(data, key, told, nearest):
    faults = faults_of({"box": "base", "spirits": [RIVER]} | data)
    assert list(faults) == [key]
    assert told in faults[key].message
    assert nearest == faults[key].nearest or nearest is None


@pytest.mark.parametrize(
    ("data", "key", "told"),
    [
        ({"boards": "random"}, "boards", "printed, not drawn"),
        ({"options": {"extra_board": True}}, "options.extra_board", "the Horizons map has no extra board"),
        ({"boards": ["A"]}, "boards[0]", "is a board of the core box"),
        (
            {"spirits": [RIVER], "options": {"power_progression": True}},
            "options.power_progression",
            "no power progression is known of River Surges in Sunlight",
        ),
    ],
)
def test_parts_of_the_core_box_are_refused_on_the_horizons_map(data, key, told):
    faults = faults_of({"spirits": [MUD]} | data)
    assert list(faults) == [key]
    assert told in faults[key].message


def test_all_faults_of_a_setup_of_the_core_box_are_told_at_once():
    faults = faults_of(
        {
            "box": "base",
            "spirits": ["rivr", RIVER, RIVER, GREEN, EARTH],
            "boards": ["F", "west", "A", "A", "Q"],
            "arrangement": "standart_4",
            "adversary": {"id": "sweden", "level": 7},
            "scenario": "blits",
            "blight_card": "spiral",
            "games": "many",
            "options": {"stage_2_action": True, "extra_blight": -50},
        }
    )
    assert faults.keys() == {
        "spirits",
        "spirits[0]",
        "spirits[2]",
        "boards[0]",
        "boards[1]",
        "boards[3]",
        "boards[4]",
        "arrangement",
        "adversary.level",
        "scenario",
        "blight_card",
        "games",
        "options.stage_2_action",
        "options.extra_blight",
    }


@pytest.mark.parametrize(
    ("spirits", "box", "boards"),
    [([MUD, RIVER], "base", ["A", "C"]), ([OCEAN], "horizons", ["H"]), ([MUD, OCEAN, EARTH], "horizons", [])],
)
def test_spirits_of_either_box_play_in_either_box(spirits, box, boards):
    setup = setup_from_dict({"box": box, "spirits": spirits, "boards": boards})
    assert len(setup_island(setup).boards) == len(spirits)


# What a set-up comes to ----------------------------------------------------------------------------------------------
def test_a_setup_with_nothing_left_to_chance_is_its_only_variant():
    for setup in (setup_from_dict({"spirits": [MUD]}), base(boards=["B"], blight_card="downward_spiral")):
        assert variants(setup) == (setup,)


def test_variants_are_every_draw_of_boards_and_blight_card():
    drawn = variants(base(RIVER, EARTH, blight_card="random"))
    assert len(drawn) == len({(setup.boards, setup.blight_card) for setup in drawn}) == 12 * 2
    assert {setup.blight_card for setup in drawn} == set(load_content().blight_cards)
    assert all(variants(setup) == (setup,) for setup in drawn)
    assert len(variants(base(boards=["C"], blight_card="random"))) == 2


@pytest.mark.parametrize(
    ("more", "pool", "flip"),
    [
        ({}, 11, 0),
        ({"blight_card": "downward_spiral"}, 5, 10),
        ({"blight_card": "memory_fades_to_dust"}, 5, 8),
        ({"blight_card": "memory_fades_to_dust", "options": {"extra_blight": -2}}, 3, 8),
        ({"blight_card": "downward_spiral", "options": {"extra_board": True}}, 5, 10),
        ({"scenario": "blitz"}, 13, 0),
        ({"scenario": "blitz", "blight_card": "downward_spiral"}, 7, 8),
        ({"scenario": "blitz", "blight_card": "downward_spiral", "options": {"extra_board": True}}, 8, 7),
    ],
)
def test_blight_of_two_players(more, pool, flip):
    setup = base(RIVER, EARTH, **more)
    assert (blight_pool(setup, load_content()), blight_flip(setup, load_content())) == (pool, flip)


def test_horizons_numbers_are_the_usual_ones():
    setup, content = setup_from_dict({"spirits": [MUD]}), load_content()
    assert (fear_deck(setup, content), deck_order(setup, content)) == ((3, 3, 3), "111222233333")
    assert (difficulty(setup, content), rules(setup, content), blight_flip(setup, content)) == (0, {}, 0)
    assert setup_pieces(setup, content).added == ()


def test_level_of_an_adversary_brings_the_rules_of_those_below():
    content = load_content()
    third = base(adversary={"id": "england", "level": 3})
    assert rules(third, content) == {"building_limit": 7, "build_near": 2, "extra_build": 1}
    assert rules(base(adversary={"id": "england", "level": 6}), content) == {
        "building_limit": 7,
        "build_near": 2,
        "extra_build": 2,
        "town_health": 3,
        "city_health": 4,
        "fear_per_player": 1,
        "extra_build_twice": 1,
    }
    assert (fear_deck(third, content), difficulty(third, content)) == ((4, 5, 4), 6)


def test_scenario_adds_to_the_adversary():
    content = load_content()
    setup = base(adversary={"id": "sweden", "level": 2}, scenario="dahan_insurrection")
    assert difficulty(setup, content) == 3 + 4
    assert rules(setup, content) == {
        "escalation_each": 1,
        "heavy_mining": 6,
        "raiding": 1,
        "response": 1,
        "outnumber": 1,
        "dahan_least": 2,
    }


@pytest.mark.parametrize(
    ("adversary", "level", "added", "moved"),
    [
        ("brandenburg_prussia", 0, (), ()),
        ("brandenburg_prussia", 6, ((3, Piece.TOWN, 1),), ()),
        ("england", 1, (), ()),
        ("england", 2, ((1, Piece.CITY, 1), (2, Piece.TOWN, 1)), ()),
        ("sweden", 5, ((4, Piece.CITY, 1),), ((4, 5),)),
        ("sweden", 6, ((4, Piece.CITY, 1), (8, Piece.TOWN, 1), (8, Piece.BLIGHT, 1)), ((4, 5),)),
    ],
)
def test_pieces_of_an_adversary(adversary, level, added, moved):
    pieces = setup_pieces(base(adversary={"id": adversary, "level": level}), load_content())
    assert (pieces.added, pieces.moved_blight) == (added, moved)


def test_deck_of_an_adversary():
    content = load_content()
    orders = [deck_order(base(adversary={"id": "brandenburg_prussia", "level": level}), content) for level in range(7)]
    assert orders == ["111222233333"] * 2 + ["111322223333", "11322223333", "1132223333", "132223333", "32223333"]


def test_all_faults_of_a_setup_are_told_at_once():
    faults = faults_of(
        {
            "spirits": ["eyes_wach", MUD],
            "boards": ["G", "Q"],
            "adversary": {"id": "england", "level": 6},
            "scenario": "blitz",
            "policy": "gredy",
            "games": "many",
            "temprature": 1,
            "options": {"stage_2_action": "no", "extra_blight": -50},
        }
    )
    assert faults.keys() == {
        "spirits[0]",
        "boards[1]",
        "adversary.id",
        "scenario",
        "policy",
        "games",
        "temprature",
        "options.stage_2_action",
        "options.extra_blight",
    }
    assert str(faults["spirits[0]"]) == (
        'x.toml: spirits[0] = "eyes_wach": unknown spirit; nearest: eyes_watch_from_the_trees'
    )


def test_parts_of_the_map_are_checked_whatever_the_spirits_are():
    faults = faults_of({"spirits": [TEETH, EYES, MUD, HEAT], "boards": ["Q"], "arrangement": "round"})
    assert faults.keys() == {"spirits", "boards[0]", "arrangement"}


@pytest.mark.parametrize(
    ("name", "told", "nearest"),
    [("solo_mudd", "neither a shipped set-up nor a file", "solo_mud"), ("nowhere/x.toml", "no such file", None)],
)
def test_setup_that_is_not_there(name, told, nearest):
    with pytest.raises(BadInput) as caught:
        load_setup(name)
    (fault,) = caught.value.faults
    assert (fault.file, fault.nearest) == (name, nearest)
    assert told in fault.message


def test_setup_file_that_is_no_toml(tmp_path):
    path = tmp_path / "game.toml"
    path.write_text("spirits = [\n", encoding="utf-8")
    with pytest.raises(BadInput, match="is not valid TOML"):
        load_setup(path)


def test_misspelt_file_name_has_a_hint(tmp_path):
    (tmp_path / "game.toml").write_text("", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_setup(tmp_path / "gmae.toml")
    assert caught.value.faults[0].nearest == "game.toml"


def test_island_of_a_setup_is_the_chosen_one():
    content = load_content()
    setup = setup_from_dict({"spirits": [MUD, WIND], "boards": ["H", "G"]})
    boards, arrangement = choose_boards(content, 2, ["H", "G"], "")
    assert (setup_island(setup).boards, setup_island(setup).arrangement) == (boards, arrangement.id)


# Names ---------------------------------------------------------------------------------------------------------------
def test_names_follow_the_order_of_the_tables():
    powers = power_names()
    assert (powers.ids[0], powers.ids[36], powers.ids[58]) == (
        "call_of_the_dahan_ways",
        "accelerated_rot",
        "ferocious_rampage",
    )
    assert powers.ids[78] == "harbingers_of_the_lightning"
    assert (powers.ids[114], powers.ids[-1]) == ("violent_windstorms", "ocean_breaks_the_shore")
    assert powers.titles[powers.index["violent_windstorms"]] == "Violent Windstorms"
    assert fear_names().titles[fear_names().index["retreat"]] == "Retreat!"
    assert len(powers.ids) == len(powers.index) == 127


def test_names_of_the_core_box():
    assert scenario_names().titles[scenario_names().index["guard_the_isles_heart"]] == "Guard the Isle's Heart"
    assert blight_names().ids == ("downward_spiral", "memory_fades_to_dust")


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("jungle", ["stage1_jungle", "stage2_jungle"]),
        ("I jungle", ["stage1_jungle"]),
        ("II jungle", ["stage2_jungle"]),
        ("III jungle", []),
        ("coastal", ["stage2_coastal"]),
        ("jungle+sand", ["stage3_jungle_sand"]),
        ("sand+jungle", ["stage3_jungle_sand"]),
        ("III wetland+sand", ["stage3_sand_wetland"]),
        ("none", []),
        ("", []),
    ],
)
def test_invader_cards_by_their_words(words, ids):
    assert [invader_names().ids[card] for card in invader_cards(words)] == ids


def test_every_word_for_an_invader_card_is_understood():
    assert {card for words in invader_words() for card in invader_cards(words)} == set(range(15))
    assert all(invader_cards(title) == (index,) for index, title in enumerate(invader_names().titles))


def test_misspelt_box_hides_no_other_fault():
    data = {"box": "horizon", "spirits": ["eyes_wach_from_the_trees", "sun_bright_whirlwind", "sun_bright_whirlwind"]}
    with pytest.raises(BadInput) as caught:
        setup_from_dict(data)
    assert [fault.key for fault in caught.value.faults] == ["box", "spirits[0]", "spirits[2]"]


def test_misspelt_box_is_read_as_the_one_most_like_it():
    data = {"box": "bse", "spirits": [RIVER], "boards": ["A"], "blight_card": "downward_spiral", "scenario": "blits"}
    assert list(faults_of(data)) == ["box", "scenario"]
