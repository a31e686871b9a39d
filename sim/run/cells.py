"""Cells: the set-ups of one run, each played under the same seed, and the folder their games go to."""

from __future__ import annotations

import functools
import shlex
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sim.content.fields import BASE
from sim.content.load import load_content
from sim.content.setup import RANDOM, Setup, difficulty, setup_island
from sim.content.tables import build_tables
from sim.content.weights import Weights, load_weights
from sim.run.amount import Amount
from sim.run.play import Run
from sim.run.pool import Pool
from sim.run.provenance import git_hash, versions
from sim.run.store import ResultWriter
from sim.run.tally import Tally


class Cell:
    """One set-up of a run.

    Parameters
    ----------
    setup : Setup
        What is played.
    weights : Weights, optional
        Weights of the policy; by default the shipped ones.
    name : str, optional
        Tells it from the other cells of the run; by default its spirits joined by "+".
    """

    def __init__(self, setup: Setup, weights: Weights | None = None, name: str = "") -> None:
        self.setup = setup
        self.name = name or "+".join(setup.spirits)
        self._weights = weights or load_weights()
        self.weights_hash = self._weights.digest

    @property
    def tables(self) -> Any:
        """The set-up, compiled anew each time: a megabyte or two where boards and blight card are drawn."""
        return build_tables(self.setup, self._weights)

    def run(self, amount: Amount) -> Run:
        """Games of this cell, none played yet."""
        return Run(self.tables, self.setup.seed, amount)

    @property
    def row(self) -> dict[str, Any]:
        """The cell's row of ``cells.csv``; boards that every game draws anew are not named."""
        island = setup_island(self.setup)
        return {
            "cell": self.name,
            "spirits": "+".join(self.setup.spirits),
            "players": self.setup.players,
            "box": self.setup.box,
            "boards": RANDOM if self.setup.draws_boards else "+".join(island.boards),
            "arrangement": island.arrangement,
            **self._opposition,
            **self.setup.options.model_dump(),
            "policy": self.setup.policy,
            "temperature": self.setup.temperature,
            "weights": self.weights_hash,
            "seed": self.setup.seed,
        }

    @property
    def _opposition(self) -> dict[str, Any]:
        """Columns that only set-ups of the core box have."""
        if self.setup.box != BASE:
            return {}
        return {
            "adversary": self.setup.adversary.id,
            "level": self.setup.adversary.level,
            "scenario": self.setup.scenario,
            "blight_card": self.setup.blight_card,
            "difficulty": difficulty(self.setup, load_content()),
        }


def play_cell(
    cell: Cell, run: Run, pool: Pool, stop: threading.Event, writer: ResultWriter | None = None
) -> Iterator[Tally]:
    """Play a run of a cell and keep its rows, if there is a ``writer``; yields the tally after every chunk."""
    yield from run.play(pool, stop, functools.partial(writer.add, cell.name) if writer else None)


def results_writer(folder: Path, cells: Sequence[Cell], more: Mapping[str, Any] | None = None) -> ResultWriter:
    """A new results folder that lists these cells, whose games are to come.

    Parameters
    ----------
    folder : Path
        The folder.
    cells : sequence of Cell
        What is played.
    more : mapping, optional
        Further entries of the manifest.

    Raises
    ------
    BadInput
        If the folder holds results or cannot be written to.
    """
    return listed_writer(folder, results_header(cells, more or {}), cells)


def listed_writer(
    folder: Path, header: dict[str, Any], cells: Sequence[Cell], parts: Sequence[dict[str, Any]] | None = None
) -> ResultWriter:
    """A ``ResultWriter`` that lists these cells; the other arguments are its own."""
    writer = ResultWriter(folder, header, max(cell.setup.players for cell in cells), parts)
    for cell in cells:
        writer.begin_cell(cell.row, cell.setup.players)
    return writer


def results_header(cells: Sequence[Cell], more: Mapping[str, Any]) -> dict[str, Any]:
    """What the manifest says of these cells, and ``more``."""
    setups = [cell.setup for cell in cells]
    return {
        "command": shlex.join(["spirit-sim", *sys.argv[1:]]),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "policy": _one({setup.policy for setup in setups}),
        "temperature": _one({setup.temperature for setup in setups}),
        "weights": _one({cell.weights_hash for cell in cells}),
        "seed": _one({setup.seed for setup in setups}),
        "cells": {cell.name: cell.setup.model_dump(mode="json") for cell in cells},
        "versions": versions(),
        "git": git_hash(),
        **more,
    }


def _one(values: set[Any]) -> Any:
    """The one value of a set, or all of them in a list."""
    return next(iter(values)) if len(values) == 1 else sorted(values)
