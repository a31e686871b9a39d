"""Short-hand for the positions of the worked examples: two of the core boards and pieces written as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.core.codes import Piece, Terrain
from tests.oracle.island import Island, Land

LETTERS = {"E": Piece.EXPLORER, "T": Piece.TOWN, "C": Piece.CITY, "D": Piece.DAHAN}
M, J, S, W = Terrain.MOUNTAIN, Terrain.JUNGLE, Terrain.SAND, Terrain.WETLAND

# terrain, coastal, neighbours on the same board
BOARD_A = [
    (M, True, "A2 A4 A5 A6"),
    (W, True, "A1 A3 A4"),
    (J, True, "A2 A4"),
    (S, False, "A1 A2 A3 A5"),
    (W, False, "A1 A4 A6 A7 A8"),
    (M, False, "A1 A5 A8"),
    (S, False, "A5 A8"),
    (J, False, "A5 A6 A7"),
]
BOARD_B = [
    (W, True, "B2 B4 B5 B6"),
    (M, True, "B1 B3 B4"),
    (S, True, "B2 B4"),
    (J, False, "B1 B2 B3 B5 B7"),
    (S, False, "B1 B4 B6 B7"),
    (W, False, "B1 B5 B7 B8"),
    (M, False, "B4 B5 B6 B8"),
    (J, False, "B6 B7"),
]
SEAM_A_B = "A7-B3 A5-B3 A4-B3 A3-B3 A3-B4 A3-B7"


def index(name: str) -> int:
    """Index of a land: A1 is 0, B1 is 8."""
    return 8 * "AB".index(name[0]) + int(name[1]) - 1


def empty_island(boards: str = "A", seats: int = 1, pool: int = 6, earned: int = 0, generated: int = 0) -> Island:
    """An island without pieces: board A, or A and B in the standard layout."""
    lands = []
    for board, rows in enumerate([BOARD_A, BOARD_B][: len(boards)]):
        for terrain, coastal, near in rows:
            lands.append(Land(terrain, coastal, frozenset(map(index, near.split())), board))
    if boards == "AB":
        for pair in SEAM_A_B.split():
            left, right = map(index, pair.split("-"))
            lands[left].adjacent |= {right}
            lands[right].adjacent |= {left}
    return Island(lands, seats, pool, fear_pool=4 * seats, fear_earned=earned, fear_generated=generated)


def put(
    island: Island, name: str, text: str = "", presence: Sequence[int] = (), blight: int = 0, defend: int = 0
) -> int:
    """Set what is in a land; ``"1E 2D 1D/1"`` is an explorer, two dahan and one more with 1 damage.

    Returns
    -------
    int
        Index of the land.
    """
    land = island.lands[index(name)]
    for count, letter, wound in re.findall(r"(\d+)([ETCD])(?:/(\d))?", text):
        land.pieces[LETTERS[letter]] += [int(wound or 0)] * int(count)
    if presence:
        land.presence = list(presence)
    land.blight = blight
    land.defend = defend
    return index(name)


def pieces(island: Island, name: str) -> str:
    """What is in a land, as ``put`` takes it: kinds in order, unhurt ones first."""
    land = island.lands[index(name)]
    found = [(kind, wound) for kind in LETTERS.values() for wound in sorted(land.pieces[kind])]
    letter = {kind: name for name, kind in LETTERS.items()}
    words = []
    for kind, wound in sorted(set(found)):
        words.append(f"{found.count((kind, wound))}{letter[kind]}" + (f"/{wound}" if wound else ""))
    return " ".join(words)
