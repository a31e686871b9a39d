"""The fact files: they load, they say what is printed, and a wrong one is told with all its faults."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from sim.content.compile import compile_content
from sim.content.fields import HOOKS, TERRAINS, read_need
from sim.content.files import spirits_file, uniques_file
from sim.content.load import load_content, read_content
from sim.content.schema import Choice
from sim.errors import BadInput, Fault, key_path, nearest

FACTS = Path(str(files("sim").joinpath("facts")))


@pytest.fixture
def facts(tmp_path):
    """A folder with a copy of the fact files."""
    return Path(shutil.copytree(FACTS, tmp_path / "facts"))


def change(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    """Replace the first occurrence of each text in a file."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def faults_of(folder: Path) -> dict[str, Fault]:
    """Faults of a folder by file and key."""
    with pytest.raises(BadInput) as caught:
        read_content(folder, "facts")
    return {f"{fault.file.removeprefix('facts/')}: {fault.key}": fault for fault in caught.value.faults}


# What is printed -----------------------------------------------------------------------------------------------------
def test_boxes_have_the_printed_number_of_cards_and_panels():
    content = load_content()
    assert (len(content.minors), len(content.majors), len(content.uniques)) == (36, 22, 52)
    assert (len(content.fear_cards), len(content.invader_cards), len(content.spirits)) == (15, 15, 13)
    assert (len(content.blight_cards), len(content.adversaries), len(content.scenarios)) == (2, 3, 4)
    assert len(content.cards) == 110
    assert len(content.innates) == 17


def test_spirits_and_uniques_of_horizons_come_first():
    content = load_content()
    assert [spirit.set for spirit in content.spirits.values()] == ["horizons"] * 5 + ["base"] * 8
    assert [power.sets for power in content.uniques] == [("horizons",)] * 20 + [("base",)] * 32
    assert {spirits_file(spirit) for spirit in content.spirits.values()} == {
        "spirits_horizons.toml",
        "spirits_base.toml",
    }
    assert uniques_file(content.uniques[0]) == "powers_unique_horizons.toml"
    assert uniques_file(content.uniques[-1]) == "powers_unique_base.toml"


@pytest.mark.parametrize(("players", "fear", "blight"), [(1, 4, 6), (2, 8, 11), (3, 12, 16)])
def test_pools_by_number_of_players(players, fear, blight):
    row = load_content().numbers.numbers[players - 1]
    assert (row.players, row.fear_pool, row.blight_pool) == (players, fear, blight)


@pytest.mark.parametrize(
    ("players", "fear", "with_card", "without"), [(1, 4, 3, 6), (2, 8, 5, 11), (3, 12, 7, 16), (4, 16, 9, 21)]
)
def test_pools_of_the_core_box(players, fear, with_card, without):
    row = load_content().base.numbers[players - 1]
    assert (row.players, row.fear_pool) == (players, fear)
    assert (row.blight_card_healthy, row.blight_without_card) == (with_card, without)


def test_invader_deck_has_three_four_and_five_cards():
    content = load_content()
    assert content.deck_order == "111222233333"
    stages = Counter(card.stage for card in content.invader_cards)
    assert stages == {1: 4, 2: 5, 3: 6}


def test_invader_cards_show_every_terrain_once_per_stage_and_every_pair():
    cards = load_content().invader_cards
    shown = {stage: sorted(card.lands for card in cards if card.stage == stage) for stage in (1, 2, 3)}
    single = sorted((terrain,) for terrain in TERRAINS)
    assert shown[1] == single
    assert shown[2] == sorted([*single, ("coastal",)])
    assert {frozenset(lands) for lands in shown[3]} == {frozenset((a, b)) for a in TERRAINS for b in TERRAINS if a < b}


def test_only_stage_two_cards_with_a_terrain_carry_the_action():
    cards = load_content().invader_cards
    assert all(card.escalation == (card.stage == 2 and card.lands != ("coastal",)) for card in cards)


def test_fear_deck_is_nine_cards_in_threes():
    for deck in (load_content().numbers.fear_deck, load_content().base.fear_deck):
        assert (deck.cards, deck.dividers) == (9, (3, 3, 3))


@pytest.mark.parametrize("board", list("ABCDFGH"))
def test_board_prints_a_town_a_city_six_dahan_and_one_blight(board):
    lands = load_content().boards[board].lands
    printed = [sum(getattr(land, piece) for land in lands) for piece in ("explorer", "town", "city", "dahan", "blight")]
    assert printed == [0, 1, 1, 6, 1]
    assert Counter(land.terrain for land in lands) == dict.fromkeys(TERRAINS, 2)
    assert [land.n for land in lands if land.coastal] == [1, 2, 3]


@pytest.mark.parametrize(
    ("spirit", "energy", "plays", "set_up"),
    [
        ("devouring_teeth_lurk_underfoot", [2, 3, 4, 6, 7], [1, 2, 3, 4], 1),
        ("eyes_watch_from_the_trees", [1, 1, 2, 3, 4], [1, 2, 3, 4], 2),
        ("fathomless_mud_of_the_swamp", [1, 2, 3, 4, 5], [1, 2, 3, 4], 2),
        ("rising_heat_of_stone_and_sand", [1, 2, 3, 4, 5], [1, 2, 2, 3, 4, 5], 2),
        ("sun_bright_whirlwind", [1, 2, 3, 4, 6], [1, 2, 3, 4, 5], 3),
        ("lightnings_swift_strike", [1, 1, 2, 2, 3, 4, 4, 5], [2, 3, 4, 5, 6], 2),
        ("river_surges_in_sunlight", [1, 2, 2, 3, 4, 4, 5], [1, 2, 2, 3, 4, 5], 1),
        ("shadows_flicker_like_flame", [0, 1, 3, 4, 5, 6], [1, 2, 3, 3, 4, 5], 3),
        ("vital_strength_of_the_earth", [2, 3, 4, 6, 7, 8], [1, 1, 2, 2, 3, 4], 3),
        ("a_spread_of_rampant_green", [0, 1, 2, 2, 3], [1, 1, 2, 2, 3, 4], 2),
        ("thunderspeaker", [1, 2, 3], [1, 2, 2, 3, 3, 4], 2),
        ("bringer_of_dreams_and_nightmares", [2, 3, 4, 5], [2, 2, 2, 3, 3], 2),
        ("oceans_hungry_grasp", [0, 1, 2], [1, 2, 2, 3, 4, 5], 2),
    ],
)
def test_panel(spirit, energy, plays, set_up):
    panel = load_content().spirits[spirit]
    assert [space.number for space in panel.energy_track if space.number is not None] == energy
    assert [space.number for space in panel.card_track if space.number is not None] == plays
    assert sum(placement.count for placement in panel.setup) == set_up
    assert panel.presence_total == 13
    assert panel.starting_energy == 0
    assert len(panel.power_cards) == 4
    assert len(panel.growth.options) == (4 if spirit == "bringer_of_dreams_and_nightmares" else 3)


def test_only_horizons_panels_have_a_power_progression():
    spirits = load_content().spirits.values()
    assert [spirit.set for spirit in spirits if spirit.power_progression] == ["horizons"] * 5


def test_track_spaces_that_only_core_panels_have():
    spirits = load_content().spirits
    reclaims = {
        name: [space.reclaim for space in panel.card_track].index(1)
        for name, panel in spirits.items()
        if any(space.reclaim for space in panel.card_track)
    }
    assert reclaims == {"river_surges_in_sunlight": 4, "thunderspeaker": 4}
    bringer = spirits["bringer_of_dreams_and_nightmares"]
    assert (bringer.energy_track[5].element, bringer.card_track[5].element) == ("any", "any")
    assert spirits["a_spread_of_rampant_green"].growth.always == ("add presence range 2 where jungle|wetland",)
    assert {innate.fast_if for innate in spirits["thunderspeaker"].innates} == {"4 air"}


def test_special_rules_name_their_hooks():
    spirits = load_content().spirits
    ocean = ("ocean_land", "presence_placement_filter", "after_move", "drowned_pool")
    assert spirits["oceans_hungry_grasp"].hooks == ocean
    assert spirits["sun_bright_whirlwind"].hooks == ("after_growth_presence",)
    assert sorted(hook for panel in spirits.values() for hook in panel.hooks) == sorted(HOOKS)


def test_no_unique_has_a_threshold():
    assert not any(power.thresholds for power in load_content().uniques)


def test_unsayable_notes_are_no_effects():
    notes = [line for power in load_content().cards for line in lines(power.effects) if line.startswith("note")]
    assert notes == []


def test_power_card_fields_are_those_of_the_card():
    cards = {power.id: power for power in load_content().cards}
    card = cards["talons_of_lightning"]
    assert (card.cost, card.speed, card.elements) == (6, "fast", ("fire", "air"))
    assert (card.target.from_, card.target.range, card.target.where) == ("presence", 1, ("mountain|wetland",))
    assert [read_need(tier.need) for tier in card.thresholds] == [(0, 0, 3, 3, 0, 0, 0, 0)] * 2
    choice = cards["call_to_bloodshed"].effects[0]
    assert choice.choose == (("damage 1 per dahan",), ("gather upto 3 dahan",))


def lines(effects: Iterable[Any]) -> Iterator[str]:
    """The lines of a list of effects, those inside choices too."""
    for effect in effects:
        if isinstance(effect, Choice):
            for option in effect.choose:
                yield from lines(option)
        else:
            yield effect


# What is refused -----------------------------------------------------------------------------------------------------
def test_all_faults_of_all_files_are_told_at_once(facts):
    change(
        facts,
        "powers_minor.toml",
        ('["moon", "water", "animal"]', '["mon", "water"]'),
        ("cost     = 1", "cost     = -1"),
    )
    change(facts, "spirits_horizons.toml", ('hooks = ["power_damage_bonus"]', 'hooks = ["power_damage_bonu"]'))
    change(facts, "boards.toml", ('terrain = "sand"', 'terrain = "sandy"'))
    change(facts, "blight_cards.toml", ("on_flip = []", 'on_flip = ["add 1 blight"]'))
    change(facts, "adversaries.toml", ("{ building_limit = 7", "{ biulding_limit = 7"))
    change(facts, "scenarios.toml", ("extra_start = 1 }", "extra_start = 0 }"))
    change(facts, "invader_deck.toml", ("stage = 1", 'stage = "1"'))
    change(facts, "fear_cards.toml", ("\nterror_2 =", "\nterror_4 ="))
    faults = faults_of(facts)
    assert faults.keys() == {
        "powers_minor.toml: power[call_of_the_dahan_ways].elements[0]",
        "powers_minor.toml: power[call_of_the_dahan_ways].cost",
        "spirits_horizons.toml: spirit[devouring_teeth_lurk_underfoot].special_rules[territorial_aggression].hooks[0]",
        "boards.toml: board[A].lands[3].terrain",
        "blight_cards.toml: blight_card[downward_spiral].on_flip",
        "adversaries.toml: adversary[england].levels[0].rules.biulding_limit",
        "scenarios.toml: scenario[blitz].rules.extra_start",
        "invader_deck.toml: card[stage1_jungle].stage",
        "fear_cards.toml: fear_card[avoid_the_dahan].terror_2",
        "fear_cards.toml: fear_card[avoid_the_dahan].terror_4",
    }
    assert str(faults["boards.toml: board[A].lands[3].terrain"]) == (
        'facts/boards.toml: board[A].lands[3].terrain = "sandy": unknown terrain; nearest: sand'
    )
    assert "not part of this version" in faults["blight_cards.toml: blight_card[downward_spiral].on_flip"].message
    assert faults["adversaries.toml: adversary[england].levels[0].rules.biulding_limit"].nearest == "building_limit"
    assert faults["powers_minor.toml: power[call_of_the_dahan_ways].elements[0]"].nearest == "moon"
    assert faults["fear_cards.toml: fear_card[avoid_the_dahan].terror_4"].nearest.startswith("terror_")


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "told"),
    [
        (
            "boards.toml",
            "adjacent = [2, 4, 5, 6]",
            "adjacent = [2, 4, 5]",
            "board[A].lands[5].adjacent",
            "land 1 does not list land 6",
        ),
        (
            "boards.toml",
            "adjacent = [2, 4, 5, 6]",
            "adjacent = [1, 2, 4, 5, 6]",
            "board[A].lands[0].adjacent",
            "no other land",
        ),
        ("boards.toml", 'terrain = "sand"', 'terrain = "jungle"', "board[A].lands", "not 2"),
        ("boards.toml", "dahan = 2", "dahan = 1", "board[A].lands", "5 dahan, not 6"),
        ("boards.toml", "n = 1,", "n = 8,", "board[A].lands", "in order"),
        (
            "boards.toml",
            "lands = [7, 5, 4, 3]",
            "lands = [7, 5, 4, 9]",
            "board[A].side_0.lands",
            "no land of the board",
        ),
        ("boards.toml", "breaks = [1, 3, 7]", "breaks = [1, 4, 7]", "board[A].side_0.breaks", "odd and rising"),
        ("boards.toml", "breaks = [1, 3, 7]", "breaks = [1, 3]", "board[A].side_0.breaks", "one between each land"),
        ("boards.toml", "corner_1 = 7", "corner_1 = 8", "board[A].corner_lands.corner_1", "has land 7 in that"),
        ("boards.toml", "b = 1, b_side = 0", "b = 2, b_side = 0", "layout[standard_2].joins[0].b", "2 slots"),
        ("boards.toml", "b = 2, b_side = 0", "b = 2, b_side = 1", "layout[standard_3].joins", "against 2 others"),
        ("boards.toml", '["corner_2", ', "[", "layout[standard_4].centre", "has 4 slots"),
        ("boards.toml", '["F8", "G3"]', '["F9", "G3"]', "arrangement[horizons_3_FGH].edges[0]", "unknown land"),
        ("boards.toml", '["F8", "G3"]', '["F8", "F3"]', "arrangement[horizons_3_FGH].edges[0]", "lands of one board"),
        (
            "boards.toml",
            'layout = "standard_2"',
            'layout = "standard_3"',
            "arrangement[horizons_2_GH].boards",
            "3 slots",
        ),
        (
            "boards.toml",
            '"horizons_2_GH"',
            '"horizons_2_HG"',
            "horizons_map.two_player_arrangement",
            "unknown arrangement",
        ),
        ("invader_deck.toml", "size = 12", "size = 11", "deck.size", "12 cards"),
        ("invader_deck.toml", "stage_2 = 5", "stage_2 = 4", "cards.per_stage.stage_2", "5 cards"),
        ("invader_deck.toml", '= "111-2222', '= "11111-2222', "deck.standard_order", "too many stage 1"),
        ("invader_deck.toml", "fear_pool = 8", "fear_pool = 7", "base.numbers[1].fear_pool", "the rule gives 8"),
        ("invader_deck.toml", "blight_pool = 11", "blight_pool = 10", "horizons.numbers[1].blight_pool", "gives 11"),
        (
            "invader_deck.toml",
            "blight_without_card = 11",
            "blight_without_card = 10",
            "base.numbers[1].blight_without_card",
            "gives 11",
        ),
        ("invader_deck.toml", "dividers = [3, 3, 3]", "dividers = [3, 3, 4]", "base.fear_deck.dividers", "must add up"),
        ("blight_cards.toml", "setup_extra = 1", "setup_extra = 0", "healthy.setup_extra", "invader_deck.toml says 1"),
        (
            "adversaries.toml",
            "level = 1",
            "level = 2",
            "adversary[brandenburg_prussia].levels",
            "levels 0 to 6 in order",
        ),
        (
            "adversaries.toml",
            "base_difficulty = 1",
            "base_difficulty = 2",
            "base_difficulty",
            "level 0 has difficulty 1",
        ),
        (
            "adversaries.toml",
            "difficulty = 4",
            "difficulty = 2",
            "levels[2].difficulty",
            "more than that of the level before",
        ),
        ("adversaries.toml", "[4, 5, 5]", "[4, 6, 6]", "adversary[england].levels[4].fear_cards", "only 15 fear cards"),
        ("adversaries.toml", '"3-222-3333"', '"3-222222-3333"', "levels[6].deck_order", "too many stage 2"),
        ("adversaries.toml", 'name = "Fast Start"', 'name = ""', "levels[1].name", "every level but the first"),
        ("scenarios.toml", "fear_cards = 15", "fear_cards = 16", "scenario[rituals_of_terror].fear_cards", "only 15"),
        ("scenarios.toml", "standard_3 =", "standard_5 =", "inner_lands.standard_5", "unknown layout"),
        ("scenarios.toml", 'standard_3 = "corner_1", ', "", "inner_lands", "does not say which they are in standard_3"),
        ("scenarios.toml", '"corner_1"', '"centre"', "inner_lands.standard_3", "has no centre"),
        ("powers_unique_base.toml", '["base"]', '["horizons"]', "harbingers_of_the_lightning].sets", "must name base"),
        (
            "spirits_base.toml",
            'set = "base"',
            'set = "horizons"',
            "spirit[lightnings_swift_strike].set",
            "must be base",
        ),
        (
            "powers_major.toml",
            'deck     = "major"',
            'deck     = "minor"',
            "power[accelerated_rot].deck",
            "must be major",
        ),
        (
            "powers_minor.toml",
            '"base", "horizons"',
            '"base"',
            "power[call_of_the_dahan_ways].sets",
            "must name horizons",
        ),
        ("spirits_horizons.toml", "presence_total = 13", "presence_total = 12", "presence_total", "make 13"),
        (
            "spirits_horizons.toml",
            '"devouring_ants"',
            '"devouring_ant"',
            "power_progression[0]",
            "unknown minor or major",
        ),
        (
            "spirits_horizons.toml",
            '"ferocious_rampage"',
            '"stinging_sandstorm"',
            "power_cards[0]",
            "belongs to rising_heat",
        ),
    ],
)
def test_fault_across_entries_is_told(facts, name, old, new, key, told):
    change(facts, name, (old, new))
    hits = [fault for place, fault in faults_of(facts).items() if place.startswith(name) and place.endswith(key)]
    assert hits
    assert told in hits[0].message


def test_ids_are_unique_across_files(facts):
    change(facts, "powers_major.toml", ('"accelerated_rot"', '"drought"'))
    change(facts, "fear_cards.toml", ('"belief_takes_root"', '"avoid_the_dahan"'))
    change(facts, "spirits_base.toml", ('id = "thunderspeaker"', 'id = "sun_bright_whirlwind"'))
    faults = faults_of(facts)
    assert faults["powers_major.toml: power[drought].id"].message == "another power has this id"
    assert faults["fear_cards.toml: fear_card[avoid_the_dahan].id"].message == "another fear card has this id"
    assert faults["spirits_base.toml: spirit[sun_bright_whirlwind].id"].message == "another spirit has this id"


def test_missing_card_is_counted(facts):
    path = facts / "powers_minor.toml"
    path.write_text(path.read_text(encoding="utf-8").rsplit("[[power]]", 1)[0], encoding="utf-8")
    assert "36 of them, not 35" in faults_of(facts)["powers_minor.toml: power"].message


def test_broken_and_missing_files_are_told_together(facts):
    (facts / "boards.toml").unlink()
    (facts / "fear_cards.toml").write_text("[[fear_card]\n", encoding="utf-8")
    (facts / "powers_minor.toml").write_bytes(b"# \xff\n")
    faults = faults_of(facts)
    assert "no such file" in faults["boards.toml: "].message
    assert "line 1" in faults["fear_cards.toml: "].message
    assert "UTF-8" in faults["powers_minor.toml: "].message


def test_every_line_that_cannot_be_read_is_told_with_its_place(facts):
    change(
        facts, "powers_minor.toml", ('"fear 2", "if terrain mountain|jungle', '"feer 2", "if terrain montain|jungle')
    )
    change(facts, "fear_cards.toml", ('"skip explore where dahan>=2"', '"skip explor where dahan>=2"'))
    change(facts, "spirits_horizons.toml", ('"add presence range 2", "energy 3"', '"add presense range 2", "energy 3"'))
    with pytest.raises(BadInput) as caught:
        compile_content(read_content(facts, "facts"))
    assert {(fault.file, fault.key) for fault in caught.value.faults} == {
        ("facts/powers_minor.toml", "power[dark_and_tangled_woods].effects[0]"),
        ("facts/powers_minor.toml", "power[dark_and_tangled_woods].effects[1]"),
        ("facts/fear_cards.toml", "fear_card[avoid_the_dahan].terror_1[0]"),
        ("facts/spirits_horizons.toml", "spirit[devouring_teeth_lurk_underfoot].growth.options[g3].actions[0]"),
    }
    assert all(fault.nearest for fault in caught.value.faults)


# How faults are told -------------------------------------------------------------------------------------------------
def test_several_faults_are_one_block():
    error = BadInput([Fault("a.toml", "x", True, "must be text"), Fault("b.toml", "", None, "no such file")])
    assert str(error) == "2 faults\n  a.toml: x = true: must be text\n  b.toml: no such file"


def test_one_fault_is_one_line():
    assert str(BadInput([Fault("a.toml", "x", [1, "b"], "is odd")])) == 'a.toml: x = [1, "b"]: is odd'


def test_long_values_are_shortened():
    assert len(str(Fault("a.toml", "x", "y" * 500, "is long"))) < 120


def test_nearest_prefers_a_name_that_contains_the_word():
    names = ["devouring_teeth_lurk_underfoot", "fathomless_mud_of_the_swamp", "eyes_watch_from_the_trees"]
    assert nearest("mud", names) == "fathomless_mud_of_the_swamp"
    assert nearest("Eyes_wach", names) == "eyes_watch_from_the_trees"
    assert nearest("x", []) is None


def test_key_path_names_entries_by_id_and_leaves_out_what_is_not_in_the_file():
    data = {"power": [{"id": "drought", "effects": ["damage 1", {"choose": [["a"]]}]}]}
    assert key_path(("power", 0, "effects", 1, "table", "choose", 0), data) == "power[drought].effects[1].choose[0]"
    assert key_path(("power", 0, "cost"), data) == "power[drought].cost"


@pytest.mark.parametrize("need", ["", "moon", "0 moon", "2 mon", "1 moon 1 moon", "2  moon", "64 moon"])
def test_need_that_cannot_be_read(need):
    with pytest.raises(ValueError):
        read_need(need)
