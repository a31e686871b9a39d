"""What tells cells apart, as a design matrix: spirits, levels of adversaries, players and what else differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sim.stats.logit import Floats

if TYPE_CHECKING:
    import pandas as pd

NONE = "none"
FACTORS = {"box": "box", "scenario": "scenario", "blight_card": "blight card", "options": "options"}
"""Columns of the counts that may be there and differ among cells, with their words; boards are told apart below."""
TINY = 1e-8


class Term(NamedTuple):
    """What differs among cells besides spirits and adversaries: its name, its column and those it is compared with."""

    name: str
    column: int
    against: tuple[int, ...]


@dataclass
class Design:
    """The matrix, and which differences of its coefficients mean something.

    Every value of every factor has a column, so the columns depend on each other; only differences that the cells can
    tell (``known``) are ever shown.

    Attributes
    ----------
    columns : list of (str, object)
        What each column stands for: kind and value.
    full : float64[cells, columns]
    spirits : list of str
    levels : list of (str, int)
        Adversary and level, the easiest first; against the first of them the others are measured.
    others : list of Term
        Everything else, against the mean of its ``against``.
    notes : list of str
        What other terms are measured against, in words.
    basis : float64[columns, coefficients]
        Directions in which the cells differ.
    matrix : float64[cells, coefficients]
        The design in these directions: of full column rank.
    """

    columns: list[tuple[str, Any]]
    full: Floats
    spirits: list[str]
    levels: list[tuple[str, int]]
    others: list[Term]
    notes: list[str]

    def __post_init__(self) -> None:
        _, sizes, directions = np.linalg.svd(self.full, full_matrices=False)
        kept = sizes > TINY * max(sizes.max(initial=0.0), 1.0)
        self.basis: Floats = directions[kept].T
        self.matrix: Floats = self.full @ self.basis

    def known(self, differences: Floats) -> Floats:
        """Differences of columns as differences of the coefficients of ``matrix``.

        Parameters
        ----------
        differences : float64[differences, columns]

        Returns
        -------
        float64[differences, coefficients]
            NaN in the rows of differences that the cells cannot tell.
        """
        inside = differences @ self.basis
        lost = np.abs(differences - inside @ self.basis.T).max(axis=1, initial=0.0) > 1e-6
        return np.where(lost[:, None], np.nan, inside)

    @property
    def spirit_differences(self) -> Floats:
        """Each spirit against the mean of all."""
        places = [self.columns.index(("spirit", spirit)) for spirit in self.spirits]
        rows = np.zeros((len(places), len(self.columns)))
        rows[:, places] = np.eye(len(places)) - 1 / len(places)
        return rows

    @property
    def level_differences(self) -> Floats:
        """Each level of an adversary against the first."""
        places = [self.columns.index(("level", level)) for level in self.levels]
        rows = np.zeros((len(places), len(self.columns)))
        rows[range(len(places)), places] += 1
        rows[:, places[0]] -= 1
        return rows

    @property
    def other_differences(self) -> Floats:
        """Each other term against those it is compared with."""
        rows = np.zeros((len(self.others), len(self.columns)))
        for row, term in zip(rows, self.others, strict=True):
            row[term.column] += 1
            row[list(term.against)] -= 1 / len(term.against)
        return rows


def cell_levels(counts: pd.DataFrame) -> list[tuple[str, int]]:
    """Adversary and level of each cell; none and 0 where there is no adversary or the box has none."""
    if "adversary" not in counts:
        return [(NONE, 0)] * len(counts)
    found = []
    for adversary, level in zip(counts["adversary"], counts["level"], strict=True):
        named = isinstance(adversary, str) and adversary not in ("", NONE)
        found.append((adversary, int(level)) if named else (NONE, 0))
    return found


def make_design(counts: pd.DataFrame, order: dict[tuple[str, int], float]) -> Design:
    """The design of some cells.

    Parameters
    ----------
    counts : pandas.DataFrame
        Cells, as for ``sim.stats.models.fit_strength``.
    order : dict
        Levels of adversaries with the official difficulty of each.

    Notes
    -----
    A cell has the *mean* of the strengths of its spirits, so that a strength means the same alone and in pairs: by how
    much the logit of a win differs if all seats are as strong as this one.
    """
    spirits = sorted({spirit for members in counts["members"] for spirit in members})
    of_cell = cell_levels(counts)
    levels = sorted(set(of_cell), key=lambda level: (level[0] != NONE, order[level], level))
    blocks: list[Floats] = [
        np.ones((len(counts), 1)),
        np.array([[group.count(spirit) / len(group) for spirit in spirits] for group in counts["members"]]),
        indicators(of_cell, levels),
    ]
    columns: list[tuple[str, Any]] = [
        ("all", ""),
        *(("spirit", one) for one in spirits),
        *(("level", one) for one in levels),
    ]
    others: list[Term] = []
    notes = []
    for words, (values, met) in _factors(counts).items():
        first = len(columns)
        blocks.append(indicators(values, met))
        columns += [(words, value) for value in met]
        others += [Term(f"{words} {value}", first + place, (first,)) for place, value in enumerate(met) if place]
        notes.append(f"{words}: against {words} {met[0]}")
    for block, number, met in _boards(counts):
        places = range(len(columns), len(columns) + len(met))
        blocks.append(block)
        columns += [("boards", (number, value)) for value in met]
        others += [Term(f"boards {value}", place, tuple(places)) for place, value in zip(places, met, strict=True)]
        notes.append(f"boards: with {number} spirits against the mean of {', '.join(met)}")
    return Design(columns, np.hstack(blocks), spirits, levels, others, notes)


def indicators(values: Sequence[Any], met: Sequence[Any]) -> Floats:
    """A row for each value and a column for each value met: 1 where they are the same, or else 0."""
    return np.array([[float(value == one) for one in met] for value in values])


def _factors(counts: pd.DataFrame) -> dict[str, tuple[list[Any], list[Any]]]:
    """Factors in which cells differ: the value of each cell, and the values met, the one to compare with first.

    Players are compared with the fewest; anything else with none of it, or else with what most cells have.
    """
    players = [int(number) for number in counts["players"]]
    found: dict[str, tuple[list[Any], list[Any]]] = {"players": (players, sorted(set(players)))}
    for name, words in FACTORS.items():
        if name in counts:
            values = [str(value) or NONE for value in counts[name].fillna("")]
            cells = Counter(values)
            found[words] = values, sorted(cells, key=lambda value: (value != NONE, -cells[value], value))
    return {words: (values, met) for words, (values, met) in found.items() if len(met) > 1}


def _boards(counts: pd.DataFrame) -> list[tuple[Floats, int, list[str]]]:
    """Columns for boards that differ among cells of as many players; the number of players, and the boards.

    Boards that differ only as the number of players does say nothing that the number does not; so each column is taken
    against its mean over the cells of that number.
    """
    found: list[tuple[Floats, int, list[str]]] = []
    if "boards" not in counts:
        return found
    values = counts["boards"].fillna("").astype(str).to_numpy()
    players = counts["players"].to_numpy()
    for number in sorted(set(players.tolist())):
        here = players == number
        met = sorted(set(values[here].tolist()) - {""})
        if len(met) > 1:
            block = here[:, None] * indicators(values.tolist(), met)
            block[here] -= block[here].mean(axis=0)
            found.append((block, int(number), met))
    return found
