"""The island of a set-up: which boards are in play, which lands touch, what is printed on them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.content.fields import BASE, HORIZONS
from sim.content.schema import SIDE_LENGTH, Pieces, Side
from sim.core.codes import MAX_LANDS, Terrain
from sim.errors import BadInput, Fault, unknown

if TYPE_CHECKING:
    from sim.content.load import Content
    from sim.content.schema import Arrangement, Board, Layout, SpiritFacts

OCEAN = 0
"""Number of a board's ocean, as lands are numbered."""
NOTHING = Pieces(explorer=0, town=0, city=0, dahan=0, blight=0)

Edge = tuple[str, str]
"""Names of two lands that touch across the border of their boards."""


@dataclass(frozen=True)
class Island:
    """The lands in play, by land index: board by board in seat order, land 1 to 8 of each, then the oceans.

    Attributes
    ----------
    arrangement : str
        How the boards touch: an arrangement of the Horizons map or a layout.
    boards : tuple of str
        Starting board of each seat, and then the extra board if there is one.
    names : tuple of str
        Land names, e.g. ``"G5"``; ``"G0"`` is the ocean of board G.
    board : tuple of int
        Place in ``boards`` of the board the land is on.
    terrain : tuple of Terrain
    coastal : tuple of bool
    neighbours : tuple of frozenset of int
        Lands that touch each land, across boards too.
    printed : tuple of Pieces
        What the board prints on the land.
    oceans : tuple of int
        Land index of each board's ocean; empty if no spirit can bring oceans into play.
    inner : frozenset of int
        Inner lands of the scenario that has some.
    """

    arrangement: str
    boards: tuple[str, ...]
    names: tuple[str, ...]
    board: tuple[int, ...]
    terrain: tuple[Terrain, ...]
    coastal: tuple[bool, ...]
    neighbours: tuple[frozenset[int], ...]
    printed: tuple[Pieces, ...]
    oceans: tuple[int, ...] = ()
    inner: frozenset[int] = frozenset()

    def within(self, distance: int) -> list[frozenset[int]]:
        """Lands at most ``distance`` steps from each land, itself included."""
        reached = [frozenset([land]) for land in range(len(self.names))]
        for _ in range(distance):
            reached = [lands.union(*(self.neighbours[land] for land in lands)) for lands in reached]
        return reached


# The printed map of Horizons ----------------------------------------------------------------------------------------
def choose_boards(
    content: Content, players: int, boards: Sequence[str], arrangement: str, file: str = "set-up"
) -> tuple[tuple[str, ...], Arrangement]:
    """The starting board of each seat on the Horizons map and the arrangement that says how they touch.

    Parameters
    ----------
    content : Content
        The facts.
    players : int
        Spirits in the game, 1 to 3.
    boards : sequence of str
        Starting boards in seat order, as many as there are spirits; empty for the printed order.
    arrangement : str
        Id of an arrangement; empty for the one that is printed for these boards.
    file : str
        How messages call the set-up.

    Raises
    ------
    BadInput
        If there is no such island.
    """
    if arrangement:
        chosen = content.arrangements[arrangement]
        if set(boards or chosen.boards) != set(chosen.boards) or len(chosen.boards) != players:
            message = f"is an island of the boards {', '.join(chosen.boards)}, not of the starting boards of this game"
            raise BadInput([Fault(file, "arrangement", arrangement, message)])
        return tuple(boards) or chosen.boards, chosen
    printed = _printed(content, players)
    for candidate in printed:
        if not boards or set(boards) == set(candidate.boards):
            return tuple(boards) or candidate.boards, candidate
    islands = " or ".join(", ".join(candidate.boards) for candidate in printed)
    spirits = "one spirit" if players == 1 else f"{players} spirits"
    message = f"the Horizons map has no such island; with {spirits} the boards are {islands}"
    raise BadInput([Fault(file, "boards", list(boards), message)])


def _printed(content: Content, players: int) -> list[Arrangement]:
    """The islands of the printed map for this many players, the usual one first."""
    printed = content.horizons_map
    ids = {
        1: printed.solo_arrangements,
        2: (printed.two_player_arrangement,),
        3: (printed.three_player_arrangement,),
    }
    return [content.arrangements[name] for name in ids[players]]


# Loose boards, side to side -----------------------------------------------------------------------------------------
def choose_layout(content: Content, boards: int, layout: str, file: str = "set-up") -> Layout:
    """How this many boards of the core box are laid.

    Parameters
    ----------
    content : Content
        The facts.
    boards : int
        Boards in play, 1 to 4.
    layout : str
        Id of a layout; empty for the standard one.
    file : str
        How messages call the set-up.

    Raises
    ------
    BadInput
        If the layout is for another number of boards.
    """
    chosen = content.layouts[layout or f"standard_{boards}"]
    if chosen.slots != boards:
        fitting = [other.id for other in content.layouts.values() if other.slots == boards]
        message = f"is a layout of {_boards(chosen.slots)}, not {boards}"
        raise BadInput([Fault(file, "arrangement", layout, message, fitting[0])])
    return chosen


def _boards(number: int) -> str:
    return "1 board" if number == 1 else f"{number} boards"


def layout_edges(boards: Sequence[Board], layout: Layout) -> tuple[Edge, ...]:
    """Every pair of lands that touch across a border, for these boards in the slots of a layout.

    Parameters
    ----------
    boards : sequence of Board
        In the order of the slots.
    layout : Layout
        Which sides lie against each other.
    """
    edges: dict[Edge, None] = {}
    for join in layout.joins:
        first, second = boards[join.a], boards[join.b]
        for a, b in _touching(first.sides[join.a_side], second.sides[join.b_side]):
            edges[f"{first.id}{a}", f"{second.id}{b}"] = None
    middle = [f"{board.id}{board.corner_land(corner)}" for board, corner in zip(boards, layout.centre, strict=False)]
    for one, other in itertools.combinations(middle, 2):
        if (other, one) not in edges:
            edges[one, other] = None
    return tuple(edges)


def _touching(first: Side, second: Side) -> Iterator[tuple[int, int]]:
    """Lands of two sides that meet when the sides, which run in opposite directions, are laid together."""
    for a, a_from, a_to in _stretches(first):
        for b, b_from, b_to in _stretches(second):
            if max(a_from, SIDE_LENGTH - b_to) < min(a_to, SIDE_LENGTH - b_from):
                yield a, b


def _stretches(side: Side) -> Iterator[tuple[int, int, int]]:
    """Each land of a side with where it begins and ends."""
    ends = (0, *side.breaks, SIDE_LENGTH)
    return zip(side.lands, ends[:-1], ends[1:], strict=True)


def inner_lands(boards: Sequence[Board], layout: Layout, words: str) -> list[str]:
    """Names of the lands that a scenario calls inner: ``land 7``, ``corner_1`` or ``centre`` of each board."""
    if words.startswith("land"):
        return [f"{board.id}{words.split()[1]}" for board in boards]
    corners = layout.centre if words == "centre" else (words,) * len(boards)
    return [f"{board.id}{board.corner_land(corner)}" for board, corner in zip(boards, corners, strict=True)]


# The island ---------------------------------------------------------------------------------------------------------
def board_faults(
    content: Content, box: str, boards: Sequence[str], arrangement: str, file: str = "set-up"
) -> list[Fault]:
    """Faults of boards that are not in the box or named twice, and of an arrangement that there is not."""
    own = [board.id for board in content.boards.values() if box in board.sets]
    thematic = [board.reverse for board in content.boards.values() if board.reverse]
    faults = []
    for seat, board in enumerate(boards):
        key = f"boards[{seat}]"
        if board in thematic:
            faults.append(Fault(file, key, board, "thematic boards wait until how they join is known"))
        elif board not in content.boards:
            faults.append(unknown(file, key, board, "board", own))
        elif board not in own:
            faults.append(Fault(file, key, board, f"{_OTHER_BOARD[box]}; the boards are {', '.join(own)}"))
        elif board in boards[:seat]:
            faults.append(Fault(file, key, board, "is the starting board of another spirit already"))
    kind = "layout" if box == BASE else "arrangement"
    names = content.layouts if box == BASE else content.arrangements
    if arrangement and arrangement not in names:
        faults.append(unknown(file, "arrangement", arrangement, kind, names))
    return faults


_OTHER_BOARD = {
    BASE: "is a board of the Horizons map, not of the core box",
    HORIZONS: "is a board of the core box, not of the Horizons map",
}


def build_island(
    content: Content,
    boards: Sequence[str],
    arrangement: str,
    edges: Iterable[Sequence[str]],
    *,
    oceans: bool = False,
    inner: Iterable[str] = (),
) -> Island:
    """The island of these boards.

    Parameters
    ----------
    content : Content
        The facts.
    boards : sequence of str
        In seat order, an extra one last.
    arrangement : str
        Name of how they touch.
    edges : iterable of pairs of str
        Lands that touch across borders.
    oceans : bool
        Whether the ocean of each board gets a land of its own, after all others.
    inner : iterable of str
        Names of the inner lands.
    """
    places = [(place, content.boards[name]) for place, name in enumerate(boards)]
    lands = [(place, board, land) for place, board in places for land in board.lands]
    seas = places if oceans else []
    if len(lands) + len(seas) > MAX_LANDS:
        raise ValueError(f"an island of {len(lands) + len(seas)} lands: there is room for {MAX_LANDS}")
    names = [f"{board.id}{land.n}" for _, board, land in lands] + [f"{board.id}{OCEAN}" for _, board in seas]
    index = {name: number for number, name in enumerate(names)}
    borders = [(f"{board.id}{land.n}", f"{board.id}{other}") for _, board, land in lands for other in land.adjacent]
    borders += [
        (f"{board.id}{OCEAN}", f"{board.id}{land.n}") for _, board in seas for land in board.lands if land.coastal
    ]
    neighbours: list[set[int]] = [set() for _ in names]
    for first, second in itertools.chain(borders, edges):
        neighbours[index[first]].add(index[second])
        neighbours[index[second]].add(index[first])
    return Island(
        arrangement=arrangement,
        boards=tuple(boards),
        names=tuple(names),
        board=tuple([place for place, _, _ in lands] + [place for place, _ in seas]),
        terrain=tuple(Terrain[land.terrain.upper()] for *_, land in lands) + (Terrain.OCEAN,) * len(seas),
        coastal=tuple(land.coastal for *_, land in lands) + (True,) * len(seas),
        neighbours=tuple(frozenset(others) for others in neighbours),
        printed=tuple(land for *_, land in lands) + (NOTHING,) * len(seas),
        oceans=tuple(range(len(lands), len(names))),
        inner=frozenset(index[name] for name in inner),
    )


# Presence -----------------------------------------------------------------------------------------------------------
def starting_presence(board: Board, spirit: SpiritFacts) -> dict[int, int]:
    """Presence that a spirit puts on its starting board whatever its player likes: number of the land to discs.

    The ocean of the board has the number 0.
    """
    placed: dict[int, int] = {}
    for placement in spirit.setup:
        if not placement.is_choice:
            land = _starting_land(board, placement.where)
            placed[land] = placed.get(land, 0) + placement.count
    return placed


def starting_choice(board: Board, spirit: SpiritFacts) -> list[int]:
    """Numbers of the lands one of which gets a disc that its player places; empty if there is no such disc."""
    choice = any(placement.is_choice for placement in spirit.setup)
    return [land.n for land in board.lands if choice and land.coastal]


def _starting_land(board: Board, where: str) -> int:
    """The land that a set-up clause means: ``land 5``, ``highest_numbered jungle``, ``most_dahan 2nd``, ``ocean``."""
    match where.split():
        case ["ocean"]:
            return OCEAN
        case ["land", number]:
            return int(number)
        case ["highest_numbered", terrain]:
            return max(land.n for land in board.lands if land.terrain == terrain)
        case ["lowest_numbered", terrain]:
            return min(land.n for land in board.lands if land.terrain == terrain)
        case ["most_dahan", place]:
            most = sorted(board.lands, key=lambda land: -land.dahan)
            if most[1].dahan == most[2].dahan:
                raise ValueError(f"board {board.id}: more than two lands have the most dahan, the player would choose")
            return most[("1st", "2nd").index(place)].n
        case [terrain, "no_dahan"]:
            free = [land.n for land in board.lands if land.terrain == terrain and not land.dahan]
            if len(free) != 1:
                raise ValueError(
                    f"board {board.id} has {len(free)} lands of {terrain} without dahan, the player would choose"
                )
            return free[0]
    raise ValueError(f"no land is {where}")
