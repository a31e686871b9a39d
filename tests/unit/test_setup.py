"""Set-up files: their defaults, the shipped ones, and everything that is refused."""

from __future__ import annotations

import itertools

import pytest

from sim.content import setup as setups
from sim.content.boards import choose_boards
from sim.content.load import load_content
from sim.content.names import fear_names, invader_cards, invader_names, invader_words, power_names, spirit_names
from sim.content.setup import load_setup, setup_from_dict, setup_island, shipped_setups
from sim.core.codes import Policy
from sim.errors import BadInput

TEETH, EYES, MUD, HEAT, WIND = load_content().spirits


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
    assert setup.model_fields_set == {"spirits"}


def test_every_shipped_setup_loads_by_name_and_has_a_title():
    for name, path in shipped_setups().items():
        setup = load_setup(name)
        assert setup == load_setup(path)
        assert setup.title and setup.description
        assert len(setup_island(setup).names) == 8 * setup.players


def test_shipped_setups_cover_every_spirit_alone_and_every_pair():
    played = {frozenset(load_setup(name).spirits) for name in shipped_setups()}
    spirits = load_content().spirits
    assert {frozenset([spirit]) for spirit in spirits} <= played
    assert {frozenset(pair) for pair in itertools.combinations(spirits, 2)} <= played
    assert any(len(spirits) == 3 for spirits in played)


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
        ({"spirits": [MUD], "box": "base"}, "box", "the core box is not part of this version", None),
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


def test_a_setup_of_another_box_is_refused_in_one_sentence():
    data = {"box": "base", "spirits": ["river_surges_in_sunlight"], "boards": ["A"], "blight_card": "downward_spiral"}
    assert list(faults_of(data)) == ["box"]


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
    assert powers.ids[-1] == "violent_windstorms"
    assert powers.titles[powers.index["violent_windstorms"]] == "Violent Windstorms"
    assert fear_names().titles[fear_names().index["retreat"]] == "Retreat!"
    assert spirit_names().titles[spirit_names().index[WIND]] == "Sun-Bright Whirlwind"
    assert len(powers.ids) == len(powers.index) == 83


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
