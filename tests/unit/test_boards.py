"""The island: how boards touch, which one each spirit starts on, where its presence goes."""

from __future__ import annotations

import itertools
import re
import tomllib
from pathlib import Path

import pytest

from sim.content.boards import layout_edges, starting_choice, starting_presence
from sim.content.load import load_content
from sim.content.schema import Layout
from sim.content.setup import setup_from_dict, setup_island, variants
from sim.core.codes import MAX_LANDS, Terrain
from sim.errors import BadInput

JOINS = tomllib.loads((Path(__file__).parent / "data" / "joins.toml").read_text(encoding="utf-8"))
HORIZONS = [spirit.id for spirit in load_content().spirits.values() if spirit.set == "horizons"]
CORE = [spirit.id for spirit in load_content().spirits.values() if spirit.set == "base"]
OCEAN = "oceans_hungry_grasp"


def island(players, boards=(), arrangement=""):
    data = {"spirits": HORIZONS[:players], "boards": list(boards), "arrangement": arrangement}
    return setup_island(setup_from_dict(data))


def borders(of):
    """Pairs of names of lands on different boards that touch."""
    return {
        frozenset((of.names[a], of.names[b]))
        for a, others in enumerate(of.neighbours)
        for b in others
        if of.board[a] != of.board[b]
    }


def base_island(spirits, boards, **more):
    return setup_island(setup_from_dict({"box": "base", "spirits": spirits, "boards": boards, **more}))


def pairs(edges):
    return {frozenset(edge) for edge in edges}


# Boards laid side to side --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["horizons_1_G", "horizons_1_H", "horizons_2_GH", "horizons_3_FGH", "horizons_3_FHG"])
def test_edges_of_the_horizons_map_follow_from_the_sides_laid_together(name):
    content = load_content()
    arrangement = content.arrangements[name]
    boards = [content.boards[board] for board in arrangement.boards]
    assert pairs(layout_edges(boards, content.layouts[arrangement.layout])) == pairs(arrangement.edges)


@pytest.mark.parametrize("join", JOINS["join"], ids=lambda join: "-".join(map(str, join["boards"] + join["sides"])))
def test_two_sides_touch_as_listed(join):
    content = load_content()
    a_side, b_side = join["sides"]
    joins = [{"a": 0, "a_side": a_side, "b": 1, "b_side": b_side}]
    layout = Layout.model_validate({"id": "two", "players": 2, "slots": 2, "joins": joins, "checked": ["x"]})
    edges = layout_edges([content.boards[board] for board in join["boards"]], layout)
    assert pairs(edges) == pairs(join["pairs"])
    assert len(edges) == len(join["pairs"])


@pytest.mark.parametrize("listed", JOINS["island"], ids=lambda island: island["id"])
def test_island_of_the_core_box_touches_as_listed(listed):
    spirits = CORE[: len(listed["boards"])]
    found = base_island(spirits, listed["boards"], arrangement=listed["layout"])
    assert borders(found) == pairs(listed["edges"] + listed.get("corner", []))
    assert (found.boards, found.arrangement) == (tuple(listed["boards"]), listed["layout"])


def test_every_join_of_core_boards_in_the_layouts_is_listed():
    layouts = [layout for layout in load_content().layouts.values() if layout.joins]
    sides = {tuple(sorted((join.a_side, join.b_side), reverse=True)) for layout in layouts for join in layout.joins}
    listed = {(frozenset(join["boards"]), tuple(join["sides"])) for join in JOINS["join"]}
    assert {sides for _, sides in listed} == sides
    assert {boards for boards, _ in listed} == {frozenset(pair) for pair in itertools.combinations("ABCD", 2)}


def test_centre_of_four_boards_is_one_corner_where_all_touch():
    found = base_island(CORE[:4], ["D", "C", "B", "A"])
    centre = [found.names.index(name) for name in ("D8", "C4", "B8", "A7")]
    assert all(b in found.neighbours[a] for a in centre for b in centre if a != b)


def test_standard_layout_is_that_of_the_number_of_boards():
    for players in (1, 2, 3, 4):
        assert base_island(CORE[:players], list("DBCA")[:players]).arrangement == f"standard_{players}"


# Whole islands -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "boards", "arrangement"),
    [(1, (), ""), (1, ("H",), ""), (2, (), ""), (2, ("H", "G"), ""), (3, (), ""), (3, (), "horizons_3_FHG")],
)
def test_island_is_whole(players, boards, arrangement):
    found = island(players, boards, arrangement)
    assert len(found.names) == len(set(found.names)) == 8 * players
    assert all(land in found.neighbours[other] for land, others in enumerate(found.neighbours) for other in others)
    assert all(land not in others for land, others in enumerate(found.neighbours))
    everywhere = found.within(len(found.names))
    assert all(len(reached) == len(found.names) for reached in everywhere)
    for seat in range(players):
        terrains = [found.terrain[land] for land in range(8 * players) if found.board[land] == seat]
        assert sorted(terrains) == sorted(2 * [Terrain.MOUNTAIN, Terrain.JUNGLE, Terrain.SAND, Terrain.WETLAND])
    assert [name for name, coastal in zip(found.names, found.coastal, strict=True) if coastal] == [
        f"{board}{number}" for board in found.boards for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("players", "boards", "arrangement"),
    [(1, ("G",), "horizons_1_G"), (2, ("G", "H"), "horizons_2_GH"), (3, ("F", "G", "H"), "horizons_3_FGH")],
)
def test_without_boards_the_printed_map_is_played(players, boards, arrangement):
    found = island(players)
    assert (found.boards, found.arrangement) == (boards, arrangement)


def test_solo_may_be_played_on_the_other_board_of_its_side():
    assert island(1, ["H"]).arrangement == "horizons_1_H"


def test_boards_in_another_order_move_the_seats_and_not_the_borders():
    printed, moved = island(3), island(3, ["H", "F", "G"])
    assert moved.boards == ("H", "F", "G")
    assert moved.names[0] == "H1"
    assert borders(moved) == borders(printed)
    assert {moved.names[a] for a in moved.neighbours[moved.names.index("F8")]} == {
        printed.names[a] for a in printed.neighbours[printed.names.index("F8")]
    }


def test_other_order_of_the_three_boards_is_chosen_by_the_arrangement():
    other = island(3, ["F", "G", "H"], "horizons_3_FHG")
    assert other.boards == ("F", "G", "H")
    assert frozenset(("F8", "H3")) in borders(other)
    assert borders(other) != borders(island(3))


def test_two_board_map_touches_as_printed():
    assert borders(island(2)) == {frozenset(pair) for pair in (("G7", "H3"), ("G4", "H3"), ("G3", "H3"), ("G3", "H4"))}


@pytest.mark.parametrize(
    ("spirits", "boards", "more", "key", "told"),
    [
        (1, ["F"], {}, "boards[0]", "a board of the Horizons map, not of the core box; the boards are A, B, C, D"),
        (1, ["northeast"], {}, "boards[0]", "thematic boards wait until how they join is known"),
        (1, ["Q"], {}, "boards[0]", "unknown board"),
        (2, ["B", "B"], {}, "boards[1]", "starting board of another spirit"),
        (2, ["B"], {}, "boards", "one starting board for each spirit: 2, not 1"),
        (2, ["B", "C"], {"arrangement": "standard_3"}, "arrangement", "is a layout of 3 boards, not 2"),
        (1, ["B"], {"arrangement": "opposite_shores_2"}, "arrangement", "is a layout of 2 boards, not 1"),
        (2, ["B", "C"], {"arrangement": "horizons_2_GH"}, "arrangement", "unknown layout"),
        (2, ["B", "C"], {"options": {"extra_board": True}}, "boards", "each spirit and the extra board: 3, not 2"),
        (4, [], {"options": {"extra_board": True}}, "options.extra_board", "there are only 4 boards"),
    ],
)
def test_island_of_the_core_box_that_does_not_exist(spirits, boards, more, key, told):
    with pytest.raises(BadInput) as caught:
        base_island(CORE[:spirits], boards, **more)
    (fault,) = caught.value.faults
    assert fault.key == key
    assert told in fault.message


@pytest.mark.parametrize("boards", ["A", "AB", "ABC", "ABCD"])
def test_island_of_the_core_box_is_whole(boards):
    found = base_island(CORE[: len(boards)], list(boards))
    assert found.names == tuple(f"{board}{number}" for board in boards for number in range(1, 9))
    assert all(land in found.neighbours[other] for land, others in enumerate(found.neighbours) for other in others)
    assert all(len(reached) == len(found.names) for reached in found.within(len(found.names)))
    assert found.oceans == () and found.inner == frozenset()


def test_extra_board_comes_last_and_lies_in_the_next_larger_layout():
    found = base_island(CORE[:2], ["C", "A", "D"], options={"extra_board": True})
    assert (found.boards, found.arrangement) == (("C", "A", "D"), "standard_3")
    assert borders(found) == borders(base_island(CORE[:3], ["C", "A", "D"]))


# Oceans --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("box", "boards"),
    [("base", ["D"]), ("base", ["B", "A", "C"]), ("base", ["D", "C", "B", "A"]), ("horizons", ["H", "G"])],
)
def test_ocean_of_each_board_is_a_land_after_all_others(box, boards):
    spirits = [*CORE[: len(boards) - 1], OCEAN]
    found = setup_island(setup_from_dict({"box": box, "spirits": spirits, "boards": boards}))
    dry = setup_island(setup_from_dict({"box": box, "spirits": CORE[: len(boards)], "boards": boards}))
    count = len(dry.names)
    assert found.names == (*dry.names, *(f"{board}0" for board in boards))
    assert found.oceans == tuple(range(count, count + len(boards)))
    for place, ocean in enumerate(found.oceans):
        own = {found.names.index(f"{boards[place]}{number}") for number in (1, 2, 3)}
        assert found.neighbours[ocean] == own
        assert all(ocean in found.neighbours[land] for land in own)
        assert (found.board[ocean], found.terrain[ocean], found.coastal[ocean]) == (place, Terrain.OCEAN, True)
        assert not any(dict(found.printed[ocean]).values())
    for land in range(count):
        assert found.neighbours[land] - set(found.oceans) == dry.neighbours[land]


def test_largest_island_has_room():
    found = base_island([OCEAN, *CORE[:2]], ["A", "B", "C", "D"], options={"extra_board": True})
    assert len(found.names) == MAX_LANDS


def test_distances_through_an_ocean():
    found = base_island([OCEAN], ["A"])
    a1, a3 = found.names.index("A1"), found.names.index("A3")
    assert a3 in found.within(2)[a1]
    assert a3 not in found.within(1)[a1]


# Inner lands of Guard the Isle's Heart -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("boards", "layout", "inner"),
    [
        ("C", "", {"C7"}),
        ("AB", "", {"A7", "B7"}),
        ("CD", "opposite_shores_2", {"C7", "D7"}),
        ("ABC", "", {"A7", "B7", "C4"}),
        ("DAC", "", {"D6", "A7", "C4"}),
        ("ABCD", "", {"A8", "B7", "C8", "D6"}),
        ("DCBA", "", {"D8", "C4", "B8", "A7"}),
    ],
)
def test_inner_lands(boards, layout, inner):
    found = base_island(CORE[: len(boards)], list(boards), arrangement=layout, scenario="guard_the_isles_heart")
    assert {found.names[land] for land in found.inner} == inner


@pytest.mark.parametrize("boards", ["ABC", "DCBA"])
def test_inner_lands_of_three_and_four_boards_all_touch(boards):
    found = base_island(CORE[: len(boards)], list(boards), scenario="guard_the_isles_heart")
    assert all(found.inner - {land} <= found.neighbours[land] for land in found.inner)


# Boards drawn at random ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("spirits", "extra", "islands"), [(1, 0, 4), (2, 0, 12), (3, 0, 24), (4, 0, 24), (1, 1, 12)])
def test_random_boards_are_every_choice_of_boards_for_the_seats(spirits, extra, islands):
    data = {"box": "base", "spirits": CORE[:spirits], "boards": "random", "options": {"extra_board": bool(extra)}}
    drawn = [setup.boards for setup in variants(setup_from_dict(data))]
    assert len(drawn) == len(set(drawn)) == islands
    assert all(sorted(boards) == sorted(set(boards)) and set(boards) <= set("ABCD") for boards in drawn)
    assert {len(boards) for boards in drawn} == {spirits + extra}


# The Horizons map, and presence --------------------------------------------------------------------------------------
def test_distances():
    found = island(2)
    g1, h4 = found.names.index("G1"), found.names.index("H4")
    steps = next(distance for distance in range(9) if h4 in found.within(distance)[g1])
    assert steps == 3  # by way of G2 and G3
    assert found.within(0)[g1] == {g1}


@pytest.mark.parametrize(
    ("players", "boards", "arrangement", "key", "told"),
    [
        (2, ["G", "Q"], "", "boards[1]", "unknown board"),
        (2, ["G", "G"], "", "boards[1]", "starting board of another spirit"),
        (2, ["G"], "", "boards", "one starting board for each spirit: 2, not 1"),
        (2, ["F", "G"], "", "boards", "no such island"),
        (2, ["G", "A"], "", "boards[1]", "a board of the core box, not of the Horizons map; the boards are F, G, H"),
        (2, ["G", "west"], "", "boards[1]", "thematic boards wait until how they join is known"),
        (1, ["F"], "", "boards", "with one spirit the boards are G or H"),
        (2, [], "horizons_2_HG", "arrangement", "unknown arrangement"),
        (2, [], "horizons_3_FGH", "arrangement", "island of the boards F, G, H"),
        (2, ["F", "G"], "horizons_2_GH", "arrangement", "island of the boards G, H"),
    ],
)
def test_island_that_does_not_exist(players, boards, arrangement, key, told):
    with pytest.raises(BadInput) as caught:
        island(players, boards, arrangement)
    (fault,) = caught.value.faults
    assert fault.key == key
    assert told in fault.message


@pytest.mark.parametrize(
    ("spirit", "board"),
    [(spirit.id, board) for spirit in load_content().spirits.values() for board in spirit.setup_on if board != "E"],
)
def test_starting_presence_is_where_the_panel_says(spirit, board):
    content = load_content()
    panel = content.spirits[spirit]
    expected = {int(number): int(discs) for discs, number in re.findall(rf"(\d)x {board}(\d)", panel.setup_on[board])}
    assert starting_presence(content.boards[board], panel) == expected
    free = re.findall(rf"1x any of {board}(\d)-{board}(\d)", panel.setup_on[board])
    between = [number for first, last in free for number in range(int(first), int(last) + 1)]
    assert starting_choice(content.boards[board], panel) == between


@pytest.mark.parametrize("board", list("ABCDFGH"))
@pytest.mark.parametrize("spirit", CORE)
def test_core_spirits_start_on_every_board(spirit, board):
    content = load_content()
    panel, printed = content.spirits[spirit], content.boards[board]
    placed = sum(starting_presence(printed, panel).values()) + bool(starting_choice(printed, panel))
    assert placed == sum(placement.count for placement in panel.setup)


@pytest.mark.parametrize(
    ("spirit", "told"),
    [("thunderspeaker", "more than two lands"), ("a_spread_of_rampant_green", "has 2 lands of jungle without dahan")],
)
def test_tie_that_a_player_would_decide_is_refused(spirit, told):
    content = load_content()
    lands = tuple(land.model_copy(update={"dahan": 0}) for land in content.boards["A"].lands)
    with pytest.raises(ValueError, match=told):
        starting_presence(content.boards["A"].model_copy(update={"lands": lands}), content.spirits[spirit])
