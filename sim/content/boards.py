"""The island of a set-up: which boards are in play, which lands touch, what is printed on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.core.codes import MAX_LANDS, Terrain
from sim.errors import BadInput, Fault, unknown

if TYPE_CHECKING:
    from sim.content.load import Content
    from sim.content.schema import Arrangement, Board, Land, Placement, SpiritFacts


@dataclass(frozen=True)
class Island:
    """The lands in play, by land index: board by board in seat order, land 1 to 8 of each.

    Attributes
    ----------
    arrangement : str
        How the boards touch.
    boards : tuple of str
        Starting board of each seat.
    names : tuple of str
        Land names, e.g. ``"G5"``.
    board : tuple of int
        Seat whose starting board the land is on.
    terrain : tuple of Terrain
    coastal : tuple of bool
    neighbours : tuple of frozenset of int
        Lands that touch each land, across boards too.
    printed : tuple of Land
        The land as the board shows it, with its starting pieces.
    """

    arrangement: str
    boards: tuple[str, ...]
    names: tuple[str, ...]
    board: tuple[int, ...]
    terrain: tuple[Terrain, ...]
    coastal: tuple[bool, ...]
    neighbours: tuple[frozenset[int], ...]
    printed: tuple[Land, ...]

    def within(self, distance: int) -> list[frozenset[int]]:
        """Lands at most ``distance`` steps from each land, itself included."""
        reached = [frozenset([land]) for land in range(len(self.names))]
        for _ in range(distance):
            reached = [lands.union(*(self.neighbours[land] for land in lands)) for lands in reached]
        return reached


def choose_boards(
    content: Content, players: int, boards: Sequence[str], arrangement: str, file: str = "set-up"
) -> tuple[tuple[str, ...], Arrangement]:
    """The starting board of each seat and the arrangement that says how they touch.

    Parameters
    ----------
    content : Content
        The facts.
    players : int
        Spirits in the game, 1 to 3.
    boards : sequence of str
        Starting boards in seat order; empty for the printed order.
    arrangement : str
        Id of an arrangement; empty for the one that is printed for these boards.
    file : str
        How messages call the set-up.

    Raises
    ------
    BadInput
        If there is no such island.
    """
    faults = unknown_parts(content, boards, arrangement, file)
    if boards and len(boards) != players:
        message = f"there must be one starting board for each spirit: {players}, not {len(boards)}"
        faults.append(Fault(file, "boards", list(boards), message))
    if faults:
        raise BadInput(faults)
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


def unknown_parts(content: Content, boards: Sequence[str], arrangement: str, file: str) -> list[Fault]:
    """Faults of boards that are not in the box or named twice, and of an arrangement that there is not."""
    faults = []
    for seat, board in enumerate(boards):
        if board not in content.boards:
            faults.append(unknown(file, f"boards[{seat}]", board, "board", content.boards))
        elif board in boards[:seat]:
            faults.append(Fault(file, f"boards[{seat}]", board, "is the starting board of another spirit already"))
    if arrangement and arrangement not in content.arrangements:
        faults.append(unknown(file, "arrangement", arrangement, "arrangement", content.arrangements))
    return faults


def _printed(content: Content, players: int) -> list[Arrangement]:
    """The islands of the printed map for this many players, the usual one first."""
    printed = content.horizons_map
    ids = {
        1: printed.solo_arrangements,
        2: (printed.two_player_arrangement,),
        3: (printed.three_player_arrangement,),
    }
    return [content.arrangements[name] for name in ids[players]]


def build_island(content: Content, boards: Sequence[str], arrangement: Arrangement) -> Island:
    """The island of these starting boards, in seat order."""
    lands = [
        (seat, content.boards[board], land) for seat, board in enumerate(boards) for land in content.boards[board].lands
    ]
    if len(lands) > MAX_LANDS:
        raise ValueError(f"an island of {len(lands)} lands: there is room for {MAX_LANDS}")
    names = [f"{board.id}{land.n}" for _, board, land in lands]
    index = {name: number for number, name in enumerate(names)}
    neighbours: list[set[int]] = [{index[f"{board.id}{other}"] for other in land.adjacent} for _, board, land in lands]
    for first, second in arrangement.edges:
        neighbours[index[first]].add(index[second])
        neighbours[index[second]].add(index[first])
    return Island(
        arrangement=arrangement.id,
        boards=tuple(boards),
        names=tuple(names),
        board=tuple(seat for seat, _, _ in lands),
        terrain=tuple(Terrain[land.terrain.upper()] for _, _, land in lands),
        coastal=tuple(land.coastal for _, _, land in lands),
        neighbours=tuple(frozenset(others) for others in neighbours),
        printed=tuple(land for _, _, land in lands),
    )


def starting_presence(board: Board, spirit: SpiritFacts) -> dict[int, int]:
    """Presence that a spirit puts on its starting board: number of the land to discs."""
    placed: dict[int, int] = {}
    for placement in spirit.setup:
        land = _starting_land(board, placement)
        placed[land] = placed.get(land, 0) + placement.count
    return placed


def _starting_land(board: Board, placement: Placement) -> int:
    """The land that a set-up clause means: ``land 5``, ``highest_numbered jungle``."""
    kind, word = placement.where.split()
    if kind == "land":
        return int(word)
    numbers = [land.n for land in board.lands if land.terrain == word]
    return max(numbers) if kind == "highest_numbered" else min(numbers)
