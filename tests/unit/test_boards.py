"""The island: how boards touch, which one each spirit starts on, where its presence goes."""

from __future__ import annotations

import re

import pytest

from sim.content.boards import build_island, choose_boards, starting_presence
from sim.content.load import load_content
from sim.core.codes import Terrain
from sim.errors import BadInput

SIDE_LENGTH = 13


def island(players, boards=(), arrangement=""):
    content = load_content()
    return build_island(content, *choose_boards(content, players, boards, arrangement))


def borders(of):
    """Pairs of names of lands on different boards that touch."""
    return {
        frozenset((of.names[a], of.names[b]))
        for a, others in enumerate(of.neighbours)
        for b in others
        if of.board[a] != of.board[b]
    }


def stretches(side):
    """Each land of a side with where it begins and ends."""
    ends = [0, *side.breaks, SIDE_LENGTH]
    return [(land, ends[place], ends[place + 1]) for place, land in enumerate(side.lands)]


@pytest.mark.parametrize("name", ["horizons_1_G", "horizons_1_H", "horizons_2_GH", "horizons_3_FGH", "horizons_3_FHG"])
def test_edges_follow_from_the_sides_laid_together(name):
    content = load_content()
    arrangement = content.arrangements[name]
    touching = set()
    for join in content.layouts[arrangement.layout].joins:
        first, second = (content.boards[arrangement.boards[slot]] for slot in (join.a, join.b))
        for a, a_from, a_to in stretches(getattr(first, f"side_{join.a_side}")):
            for b, b_from, b_to in stretches(getattr(second, f"side_{join.b_side}")):
                if max(a_from, SIDE_LENGTH - b_to) < min(a_to, SIDE_LENGTH - b_from):
                    touching.add(frozenset((f"{first.id}{a}", f"{second.id}{b}")))
    assert touching == {frozenset(edge) for edge in arrangement.edges}


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


@pytest.mark.parametrize("board", ["F", "G", "H"])
@pytest.mark.parametrize("spirit", list(load_content().spirits))
def test_starting_presence_is_where_the_panel_says(spirit, board):
    content = load_content()
    panel = content.spirits[spirit]
    expected = {int(number): int(discs) for discs, number in re.findall(rf"(\d)x {board}(\d)", panel.setup_on[board])}
    assert starting_presence(content.boards[board], panel) == expected
