"""What tells cells apart, as a design matrix: spirits, levels of adversaries, players and what else differs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.stats.logit import Floats

if TYPE_CHECKING:
    import pandas as pd

NONE = "none"
FACTORS = {"box": "box", "scenario": "scenario", "blight_card": "blight card", "options": "options"}
"""Columns of the counts that may be there and differ among cells, with their words; boards are told apart below."""
TINY = 1e-8


@dataclass
class Design:
    """The matrix, and which differences of its coefficients mean something.

    Every value of every factor has a column, so the columns depend on each other; only differences that the cells can
    tell (``known``) are ever shown.

    Attributes
    ----------
    columns : list of tuple
        What each column stands for: kind and value.
    full : float64[cells, columns]
    spirits : list of str
    levels : list of (str, int)
        Adversary and level, the easiest first; against the first of them the others are measured.
    """

    columns: list[tuple[str, Any]] = field(default_factory=list)
    full: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    spirits: list[str] = field(default_factory=list)
    levels: list[tuple[str, int]] = field(default_factory=list)
    others: list[tuple[str, Floats]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

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
    blocks: list[Floats] = [np.ones((len(counts), 1))]
    columns: list[tuple[str, Any]] = [("all", "")]
    spirits = sorted({spirit for members in counts["members"] for spirit in members})
    blocks.append(
        np.array([[list(group).count(spirit) / len(group) for spirit in spirits] for group in counts["members"]])
    )
    columns += [("spirit", spirit) for spirit in spirits]
    of_cell = cell_levels(counts)
    levels = sorted(set(of_cell), key=lambda level: (level[0] != NONE, order[level], level))
    blocks.append(np.array([[float(level == one) for one in levels] for level in of_cell]))
    columns += [("level", level) for level in levels]
    players = counts["players"].astype(int).to_numpy()
    factors = {"players": (players, sorted(set(players.tolist())))}
    for name, words in FACTORS.items():
        if name in counts and counts[name].nunique(dropna=False) > 1:
            values = counts[name].fillna("").astype(str).replace("", NONE).to_numpy()
            common = counts[name].groupby(values).size().sort_values(ascending=False, kind="stable").index
            factors[words] = values, sorted(common, key=lambda value: (value != NONE, list(common).index(value)))
    notes = []
    pairs: list[tuple[str, int, Floats]] = []
    for words, (values, met) in factors.items():
        if len(met) < 2:
            continue
        first = len(columns)
        blocks.append((values[:, None] == np.array(met)[None, :]).astype(np.float64))
        columns += [(words, value) for value in met]
        pairs += [(f"{words} {value}", first + place, np.array([first])) for place, value in enumerate(met) if place]
        notes.append(f"{words}: against {words} {met[0]}")
    pairs += _boards(counts, players, blocks, columns)
    others = []
    for term, place, against in pairs:
        row = np.zeros(len(columns))
        row[place] += 1
        row[against.astype(int)] -= 1 / len(against)
        others.append((term, row))
    return Design(columns, np.hstack(blocks), spirits, levels, others, notes)


def _boards(
    counts: pd.DataFrame, players: Any, blocks: list[Floats], columns: list[tuple[str, Any]]
) -> list[tuple[str, int, Floats]]:
    """Columns for boards that differ among cells of as many players, against the mean of those boards.

    Boards that differ only as the number of players does say nothing that the number does not.
    """
    found: list[tuple[str, int, Floats]] = []
    if "boards" not in counts:
        return found
    values = counts["boards"].fillna("").astype(str).to_numpy()
    for number in sorted(set(players.tolist())):
        here = players == number
        met = sorted(set(values[here]) - {""})
        if len(met) < 2:
            continue
        block = (here[:, None] & (values[:, None] == np.array(met)[None, :])).astype(np.float64)
        block[here] -= block[here].mean(axis=0)
        places = np.arange(len(columns), len(columns) + len(met))
        blocks.append(block)
        columns += [("boards", (number, value)) for value in met]
        found += [(f"boards {value}", int(place), places) for place, value in zip(places, met, strict=True)]
    return found
