"""What comes of a search: a table of weights that stays only if held-out games say so, and the record of it."""

from __future__ import annotations

import datetime
from dataclasses import replace

from sim import RULES_VERSION
from sim.content.history import KEPT, NOT_KEPT, CellGain, Gain, Tuning
from sim.content.weights import Weights
from sim.stats.paired import Pairs, paired_gain
from sim.tune.search import Search

HEADER = "# Weights of the value function, written by spirit-sim tune; [[history]] says how they were found.\n"
PLACES = 6
"""Decimal places of rates in the record."""


def record(search: Search) -> Tuning:
    """The record of a search that is complete."""
    plan, pairs = search.plan, search.state.pairs
    cells = [CellGain(setup=name, **_gain([cell]).model_dump()) for name, cell in zip(plan.setups, pairs, strict=True)]
    gain = _gain(pairs)
    return Tuning(
        **gain.model_dump(),
        table=plan.space.table,
        verdict=KEPT if gain.interval[0] > 0 else NOT_KEPT,
        date=datetime.date.today(),
        start=plan.space.start.digest,
        found=plan.space.whole(search.state.mean).digest,
        rules_version=RULES_VERSION,
        policy=plan.policy,
        seed=plan.seed,
        generations=plan.generations,
        population=plan.population,
        games=plan.games,
        held_out=plan.held_out,
        sigma=plan.sigma,
        searched=plan.space.names,
        cells=tuple(cells),
    )


def outcome(search: Search, entry: Tuning) -> Weights:
    """The weights that a search leaves: those it found if they are kept, else those it began with."""
    space = search.plan.space
    weights = space.whole(search.state.mean) if entry.verdict == KEPT else space.start
    return replace(weights, history=(*space.start.history, entry))


def file_text(weights: Weights) -> str:
    """The weights file."""
    return f"{HEADER}\n{weights.toml()}"


def _gain(pairs: list[Pairs]) -> Gain:
    """Mean rates of set-ups with the gain and its interval."""
    gain, low, high = (round(value, PLACES) for value in paired_gain(pairs))
    before, after = (round(sum(rates) / len(pairs), PLACES) for rates in zip(*((p.before, p.after) for p in pairs)))
    return Gain(before=before, after=after, gain=gain, interval=(low, high))
