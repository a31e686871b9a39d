"""What spirits play against: the opponent of each cell, and which cells may be averaged when opponents differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sim.report.names import adversary_name, adversary_place, key_name, set_up_name
from sim.results.grouping import POLICY_COLUMNS

if TYPE_CHECKING:
    import pandas as pd

Item = TypeVar("Item", bound=Hashable)

OWN_COLUMNS = ("cell", "spirits", "players", "members", "seed", "difficulty", *POLICY_COLUMNS)
"""Columns of a cell that are not what its spirits play against."""
PLACES = ("boards", "arrangement")
"""Columns that say where a game is played; with more spirits there are more boards."""
NOTHING = ("", "none", "None")
"""How a cell says that it has no adversary or scenario."""


@dataclass(frozen=True)
class Opponent:
    """Adversary and level, and what else of the set-up differs between cells.

    Attributes
    ----------
    adversary : str
        Identifier; ``none`` without.
    level : int
        Level of the adversary.
    rest : tuple of (str, str)
        Further columns in which cells differ (scenario, blight card, options), with their values.
    difficulty : float
        Official difficulty; NaN where cells do not tell it. It follows from the rest, and is not compared.
    """

    adversary: str
    level: int
    rest: tuple[tuple[str, str], ...]
    difficulty: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opponent) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.adversary, self.level, self.rest

    @property
    def order(self) -> tuple[Any, ...]:
        """What opponents are sorted by: further columns, adversary as in the box, level."""
        return self.rest, adversary_place(self.adversary), self.adversary, self.level

    @property
    def rated(self) -> bool:
        """Whether its official difficulty is known."""
        return self.difficulty == self.difficulty

    @property
    def extra(self) -> str:
        """Further columns in words; empty without."""
        return ", ".join(_extra_words(key, value) for key, value in self.rest if value not in NOTHING)

    @property
    def heading(self) -> str:
        """Everything but the level in words."""
        return ", ".join(word for word in (adversary_name(self.adversary), self.extra) if word)

    @property
    def label(self) -> str:
        """The opponent in words: ``England 3``."""
        name = adversary_name(self.adversary)
        words = name if self.adversary == "none" else f"{name} {self.level}"
        return ", ".join(word for word in (words, self.extra) if word)


def _extra_words(key: str, value: str) -> str:
    name = set_up_name(value)
    if key == "scenario":
        return name
    if value in ("True", "1"):
        return key_name(key)
    return f"no {key_name(key)}" if value in ("False", "0") else f"{key_name(key)} {name}"


def opponents_of(cells: pd.DataFrame) -> dict[str, Opponent]:
    """The opponent of every cell.

    Parameters
    ----------
    cells : pandas.DataFrame
        As in ``Results``.

    Returns
    -------
    dict
        Cell -> opponent.
    """
    further = [
        str(column)
        for column in cells.columns
        if column not in (*OWN_COLUMNS, *PLACES, "adversary", "level") and cells[column].astype(str).nunique() > 1
    ]
    found = {}
    for cell, row in zip(cells.index, cells.to_dict("records"), strict=True):
        adversary = str(row.get("adversary", ""))
        adversary = "none" if adversary in NOTHING else adversary
        level = 0 if adversary == "none" else int(_number(row.get("level", 0), 0.0))
        rest = tuple((column, str(row[column])) for column in further)
        # without an adversary there is a difficulty only where the box has one
        found[str(cell)] = Opponent(adversary, level, rest, _number(row.get("difficulty", ""), float("nan")))
    return found


def _number(value: object, otherwise: float) -> float:
    try:
        return float(str(value))
    except ValueError:
        return otherwise


def places_of(cells: pd.DataFrame) -> dict[str, tuple[str, ...]]:
    """Boards and arrangement of every cell."""
    columns = [column for column in PLACES if column in cells.columns]
    rows = cells[columns].astype(str).itertuples(index=False)
    return {str(cell): tuple(row) for cell, row in zip(cells.index, rows, strict=True)}


@dataclass(frozen=True)
class Shared(Generic[Item]):
    """Cells over which several items (spirits, groups, numbers of players) may be averaged and compared.

    Attributes
    ----------
    cells : dict
        Item -> its cells; empty where the items have no opponent in common.
    met : list
        The settings (opponents, or opponents and boards) that every item met, in equal proportions.
    left_out : int
        Settings that only some of them met, or not in the same proportion.
    """

    cells: dict[Item, list[str]]
    met: list[Any]
    left_out: int

    @property
    def whole(self) -> bool:
        """Whether nothing had to be left out."""
        return self.left_out == 0


def shared_cells(items: Mapping[Item, Sequence[str]], setting: Mapping[str, Hashable]) -> Shared[Item]:
    """Find the cells over which means may be compared: every item must have met the same settings alike.

    A mean over cells of different difficulty says how strong an item is only against that mixture. So the settings are
    kept that every item met and in one proportion: if one spirit has two games' worth of a level, all have.

    Parameters
    ----------
    items : mapping
        Item -> its cells.
    setting : mapping
        Cell -> what was played against.

    Returns
    -------
    Shared
        The most settings for which this holds; all cells where it holds for all.
    """
    counts = {item: Counter(setting[cell] for cell in cells) for item, cells in items.items()}
    settings = list(dict.fromkeys(setting[cell] for cells in items.values() for cell in cells))
    alike: dict[tuple[int, ...], list[Hashable]] = defaultdict(list)
    for one in settings:
        numbers = [count[one] for count in counts.values()]
        if min(numbers) > 0:
            divisor = gcd(*numbers)
            alike[tuple(number // divisor for number in numbers)].append(one)
    if not alike:
        return Shared({}, [], len(settings))
    # most settings; of equals the one in which all items have equally many cells
    kept = max(alike.items(), key=lambda entry: (len(entry[1]), len(set(entry[0])) == 1))[1]
    chosen = set(kept)
    cells = {item: [cell for cell in own if setting[cell] in chosen] for item, own in items.items()}
    return Shared(cells, kept, len(settings) - len(kept))
