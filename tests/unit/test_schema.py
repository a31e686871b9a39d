"""The fact files: they load, they say what is printed, and a wrong one is told with all its faults."""

from __future__ import annotations

import shutil
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from sim.content.compile import compile_content
from sim.content.fields import TERRAINS, read_need
from sim.content.load import load_content, read_content
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
def test_box_has_the_printed_number_of_cards_and_panels():
    content = load_content()
    assert (len(content.minors), len(content.majors), len(content.uniques)) == (36, 22, 20)
    assert (len(content.fear_cards), len(content.invader_cards), len(content.spirits)) == (15, 15, 5)
    assert len(content.cards) == 78
    assert len(content.innates) == 5


@pytest.mark.parametrize(("players", "fear", "blight"), [(1, 4, 6), (2, 8, 11), (3, 12, 16)])
def test_pools_by_number_of_players(players, fear, blight):
    row = load_content().numbers.numbers[players - 1]
    assert (row.players, row.fear_pool, row.blight_pool) == (players, fear, blight)


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
    deck = load_content().numbers.fear_deck
    assert (deck.cards, deck.dividers) == (9, (3, 3, 3))


@pytest.mark.parametrize("board", ["F", "G", "H"])
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
    assert len(panel.growth.options) == 3


def test_no_horizons_unique_has_a_threshold():
    assert not any(power.thresholds for power in load_content().uniques)


def test_power_card_fields_are_those_of_the_card():
    cards = {power.id: power for power in load_content().cards}
    card = cards["talons_of_lightning"]
    assert (card.cost, card.speed, card.elements) == (6, "fast", ("fire", "air"))
    assert (card.target.from_, card.target.range, card.target.where) == ("presence", 1, ("mountain|wetland",))
    assert [read_need(tier.need) for tier in card.thresholds] == [(0, 0, 3, 3, 0, 0, 0, 0)] * 2
    choice = cards["call_to_bloodshed"].effects[0]
    assert choice.choose == (("damage 1 per dahan",), ("gather upto 3 dahan",))


# What is refused -----------------------------------------------------------------------------------------------------
def test_all_faults_of_all_files_are_told_at_once(facts):
    change(
        facts,
        "powers_minor.toml",
        ('["moon", "water", "animal"]', '["mon", "water"]'),
        ("cost     = 1", "cost     = -1"),
    )
    change(facts, "spirits_horizons.toml", ('hook = "power_damage_bonus"', 'hook = "power_damage_bonu"'))
    change(facts, "boards.toml", ('terrain = "sand"', 'terrain = "sandy"'))
    change(facts, "invader_deck.toml", ("stage = 1", 'stage = "1"'))
    change(facts, "fear_cards.toml", ("\nterror_2 =", "\nterror_4 ="))
    faults = faults_of(facts)
    assert faults.keys() == {
        "powers_minor.toml: power[call_of_the_dahan_ways].elements[0]",
        "powers_minor.toml: power[call_of_the_dahan_ways].cost",
        "spirits_horizons.toml: spirit[devouring_teeth_lurk_underfoot].special_rules[territorial_aggression].hook",
        "boards.toml: board[F].lands[0].terrain",
        "invader_deck.toml: card[stage1_jungle].stage",
        "fear_cards.toml: fear_card[avoid_the_dahan].terror_2",
        "fear_cards.toml: fear_card[avoid_the_dahan].terror_4",
    }
    assert str(faults["boards.toml: board[F].lands[0].terrain"]) == (
        'facts/boards.toml: board[F].lands[0].terrain = "sandy": unknown terrain; nearest: sand'
    )
    assert faults["powers_minor.toml: power[call_of_the_dahan_ways].elements[0]"].nearest == "moon"
    assert faults["fear_cards.toml: fear_card[avoid_the_dahan].terror_4"].nearest.startswith("terror_")


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "told"),
    [
        (
            "boards.toml",
            "adjacent = [2, 5, 6]",
            "adjacent = [2, 5]",
            "board[F].lands[5].adjacent",
            "land 1 does not list land 6",
        ),
        (
            "boards.toml",
            "adjacent = [2, 5, 6]",
            "adjacent = [1, 2, 5, 6]",
            "board[F].lands[0].adjacent",
            "no other land",
        ),
        ("boards.toml", 'terrain = "sand"', 'terrain = "jungle"', "board[F].lands", "not 2"),
        ("boards.toml", "dahan = 2", "dahan = 1", "board[F].lands", "5 dahan, not 6"),
        ("boards.toml", "n = 1,", "n = 8,", "board[F].lands", "in order"),
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
        ("invader_deck.toml", "fear_pool = 8", "fear_pool = 7", "horizons.numbers[1].fear_pool", "the rule gives 8"),
        ("invader_deck.toml", "blight_pool = 11", "blight_pool = 10", "horizons.numbers[1].blight_pool", "gives 11"),
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
    faults = faults_of(facts)
    assert faults["powers_major.toml: power[drought].id"].message == "another power has this id"
    assert faults["fear_cards.toml: fear_card[avoid_the_dahan].id"].message == "occurs 2 times"


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
