"""Made-up results in the form that games leave behind, for tests of the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.core.codes import MAX_LEVELS, Outcome, Phase
from sim.game.rows import RESULT
from sim.report.models import Models
from sim.results.load import Results, check_results
from sim.run.columns import to_table
from sim.run.store import ResultWriter

STRENGTH = {
    "eyes_watch_from_the_trees": 0.75,
    "fathomless_mud_of_the_swamp": 0.45,
    "rising_heat_of_stone_and_sand": 0.2,
    "sun_bright_whirlwind": 0.1,
    "devouring_teeth_lurk_underfoot": -0.25,
}
"""Spirit -> what it adds to the logit of a win."""
SPIRITS = tuple(STRENGTH)
CORE_SPIRITS = (
    "lightnings_swift_strike",
    "river_surges_in_sunlight",
    "shadows_flicker_like_flame",
    "vital_strength_of_the_earth",
    "thunderspeaker",
    "a_spread_of_rampant_green",
    "oceans_hungry_grasp",
    "bringer_of_dreams_and_nightmares",
)
NOTCH = 0.35
"""What one point of official difficulty takes from the logit of a win."""
OFFICIAL = {
    "none": (0,),
    "brandenburg_prussia": (1, 2, 4, 6, 7, 9, 10),
    "england": (1, 3, 4, 6, 7, 9, 11),
    "sweden": (1, 2, 3, 5, 6, 7, 8),
}
"""Adversary -> official difficulty of its levels."""
MANIFEST: dict[str, Any] = {
    "format": 1,
    "command": "spirit-sim sweep scenarios/experiments/horizons_all.toml --seed 7 --out results",
    "started": "2026-01-31T12:00:00+00:00",
    "policy": "greedy",
    "temperature": 0.0,
    "weights": "8d1fd5a1c3b0e2f4",
    "seed": 7,
    "cells": {},
    "versions": {"spirit_sim": "0.1.0", "rules": "1", "numba": "0.68.1", "numpy": "2.4.6"},
    "git": "0123456789abcdef",
    "complete": True,
    "games": 0,
    "digest": "5f1d0c7c6a52f3d1a6f5b0a1e7d9c3b2",
}


def all_groups(spirits: Sequence[str] = SPIRITS, most: int = 3) -> list[tuple[str, ...]]:
    """Every spirit alone, every pair, every trio and so on."""
    return [group for size in range(1, most + 1) for group in combinations(spirits, size)]


def make_rows(group: Sequence[str], games: int, seed: int = 1, box: str = "horizons", difficulty: float = 0.0) -> Any:
    """Rows of made-up games; the luck of game 17 is the same for every group, as under one seed.

    Games of the core box are lost to adversaries and scenarios too. One point of difficulty costs ``NOTCH``.
    """
    luck = np.random.default_rng(seed).normal(0.0, 1.2, games)
    chance = np.random.default_rng([seed, *(sum(map(ord, spirit)) for spirit in group)])
    players = len(group)
    logit = 0.5 + 0.25 * players + float(np.mean([STRENGTH.get(spirit, 0.0) for spirit in group])) * 1.4
    logit -= NOTCH * difficulty
    won = chance.random(games) < 1.0 / (1.0 + np.exp(-(logit + luck)))
    rows = np.zeros(games, RESULT)
    rows["game"] = np.arange(games)
    wins = [Outcome.VICTORY_TERROR_1, Outcome.VICTORY_TERROR_2, Outcome.VICTORY_TERROR_3]
    wins += [Outcome.VICTORY_FEAR, Outcome.SACRIFICE]
    losses, shares = [Outcome.DEFEAT_BLIGHT, Outcome.DEFEAT_PRESENCE, Outcome.DEFEAT_TIME], [0.82, 0.07, 0.11]
    if box == "base":
        losses, shares = [*losses, Outcome.DEFEAT_ADVERSARY, Outcome.DEFEAT_SCENARIO], [0.5, 0.07, 0.11, 0.22, 0.1]
    rows["outcome"] = np.where(
        won,
        chance.choice(wins, games, p=[0.01, 0.22, 0.46, 0.30, 0.01]),
        chance.choice(losses, games, p=shares),
    )
    rows["rounds"] = np.clip(
        np.rint(np.where(won, chance.normal(8.6, 1.3, games), chance.normal(7.4, 1.9, games))), 3, 12
    )
    rows["rounds"][rows["outcome"] == Outcome.DEFEAT_TIME] = 13
    rows["phase"] = chance.choice([Phase.FAST, Phase.RAVAGE, Phase.SLOW], games)
    by_outcome = {Outcome.VICTORY_TERROR_1: 1, Outcome.VICTORY_TERROR_2: 2, Outcome.VICTORY_FEAR: 4}
    rows["terror"] = np.where(won, 3, chance.choice([1, 2, 3], games, p=[0.2, 0.6, 0.2]))
    for outcome, level in by_outcome.items():
        rows["terror"][rows["outcome"] == outcome] = level
    rows["fear_cards"] = np.clip(rows["terror"] * 3 - chance.integers(0, 3, games), 0, 9)
    rows["fear_generated"] = chance.integers(0, 4 * players, games)
    rows["invader_cards"] = np.clip(12 - rows["rounds"] - chance.integers(0, 2, games), 0, 12)
    pool = 5 * players + 1
    rows["blight_pool"] = np.where(won, chance.binomial(pool - 1, 0.42, games) + 1, chance.binomial(pool, 0.25, games))
    rows["blight_pool"][np.isin(rows["outcome"], [Outcome.SACRIFICE, Outcome.DEFEAT_BLIGHT])] = 0
    rows["blight"] = pool - rows["blight_pool"]
    rows["cascades"] = chance.poisson(0.6 * players, games)
    for field, mean in {"explorers": 3, "towns": 1.5, "cities": 0.4, "dahan": 5}.items():
        rows[field] = chance.poisson(mean * players, games)
    rows["score"] = (
        np.where(won, 10 + 2 * rows["invader_cards"], 12 - rows["invader_cards"]) - rows["blight"] // players
    )
    for seat in range(players):
        rows["presence"][:, seat] = chance.integers(3, 9, games)
        rows["cards"][:, seat] = chance.integers(5, 10, games)
        _use_levels(rows, seat, group[seat], chance)
    return rows


def _use_levels(rows: Any, seat: int, spirit: str, chance: np.random.Generator) -> None:
    """Rounds in which each innate level was used: fewer for higher levels."""
    used = rows["rounds"].astype(int)
    for level in range(MAX_LEVELS):
        reach = np.clip(0.85 - 0.24 * level + 0.1 * STRENGTH.get(spirit, 0.0), 0.0, 1.0)
        used = chance.binomial(used, reach)
        rows["levels"][:, seat, level] = used


def make_cells(groups: Sequence[Sequence[str]], **more: str) -> list[dict[str, Any]]:
    """Rows of ``cells.csv``."""
    arrangements = {1: "horizons_1_G", 2: "horizons_2_GH", 3: "horizons_3_FGH"}
    return [
        {
            "cell": "+".join([*group, *more.values()]),
            "spirits": "+".join(group),
            "players": len(group),
            "box": "horizons",
            "boards": "+".join("GHF"[: len(group)]),
            "arrangement": arrangements.get(len(group), ""),
            "stage_2_action": False,
            "policy": "greedy",
            "temperature": 0.0,
            "weights": MANIFEST["weights"],
            "seed": MANIFEST["seed"],
            **more,
        }
        for group in groups
    ]


def make_results(
    groups: Sequence[Sequence[str]] | None = None,
    games: int = 400,
    folder: Path = Path("results"),
    difficulty: float | None = None,
    **more: str,
) -> Results:
    """Results of some groups of spirits as the report reads them, without going through files."""
    import pandas as pd

    cells = make_cells(groups if groups is not None else all_groups(), **more)
    if difficulty is not None:
        cells = [cell | {"difficulty": f"{difficulty:g}"} for cell in cells]
    tables = [
        to_table(
            make_rows(
                cell["spirits"].split("+"),
                games,
                box=cell["box"],
                difficulty=difficulty or 0.0,
            ),
            cell["cell"],
            cell["players"],
        ).to_pandas()
        for cell in cells
    ]
    whole = pd.concat([table.astype({"cell": str, "outcome": str, "phase": str}) for table in tables])
    return check_results(whole, pd.DataFrame(cells), MANIFEST | {"games": len(whole)}, folder)


def played(wins: Mapping[str, Any], seed: int = 7, first: int = 0, **manifest: object) -> Results:
    """Results of cells named by their spirits; game ``first`` and the following won where the array says so."""
    import pandas as pd

    cells = [cell | {"seed": seed} for cell in make_cells([cell.split("+") for cell in wins])]
    tables = []
    for cell, won in wins.items():
        outcome = np.where(won, "victory_fear", "defeat_time")
        tables.append(pd.DataFrame({"cell": cell, "game": np.arange(len(won)) + first, "outcome": outcome}))
    rest = ("rounds", "terror", "fear_cards", "invader_cards", "blight_pool", "blight", "cascades", "dahan", "score")
    games = pd.concat(tables).assign(**dict.fromkeys(rest, 1))
    return check_results(games, pd.DataFrame(cells), MANIFEST | manifest, Path("results"))


def make_levels(
    groups: Sequence[Sequence[str]],
    levels: Sequence[tuple[str, int]] | None = None,
    games: int = 200,
    **more: str,
) -> Results:
    """Results of some groups against some levels of adversaries, all of them by default."""
    every = [(name, level) for name, known in OFFICIAL.items() for level in range(len(known))]
    return joined(
        [
            make_results(
                groups,
                games,
                difficulty=float(OFFICIAL[name][level]) if name in OFFICIAL else None,
                box="base",
                boards="random",
                arrangement="",
                adversary=name,
                level=str(level),
                **more,
            )
            for name, level in (every if levels is None else levels)
        ]
    )


def joined(parts: Sequence[Results]) -> Results:
    """Several results as one; their cells must have different names."""
    import pandas as pd

    cells = pd.concat([part.cells.drop(columns="members") for part in parts]).reset_index()
    games = pd.concat([part.games.astype({"cell": str, "outcome": str}) for part in parts])
    return check_results(games, cells.fillna(""), MANIFEST | {"games": len(games)}, Path("results"))


@dataclass(frozen=True)
class MadeUpStrength:
    """What a fitted model of strength gives, made up from the strengths that the games were drawn with."""

    spirits: Any
    pairs: Any
    levels: Any
    notch: tuple[float, float, float]
    level_step: tuple[float, float, float]
    others: Any
    notes: tuple[str, ...] = ()


def make_models(results: Results) -> Models:
    """Models of results whose numbers are the planted ones."""
    import pandas as pd

    nan = float("nan")
    names = sorted({spirit for members in results.cells["members"] for spirit in members})
    strengths = np.array([1.4 * STRENGTH.get(spirit, 0.07 * len(spirit) - 1.5) for spirit in names])
    strengths -= strengths.mean()
    spirits = pd.DataFrame({"logit": strengths, "low": strengths - 0.09, "high": strengths + 0.09}, index=names)
    opposed = "adversary" in results.cells.columns
    for column, shift in {"levels": 0.0, "levels_low": -0.2, "levels_high": 0.2}.items():
        spirits[column] = strengths / 0.5 + shift if opposed else nan
    met = sorted({tuple(sorted(members)) for members in results.cells["members"] if len(members) == 2})
    synergy = np.array([0.34 * np.sin(7.0 * n) for n in range(len(met))])
    index = pd.MultiIndex.from_tuples(met, names=["spirit", "partner"]) if met else pd.MultiIndex.from_arrays([[], []])
    pairs = pd.DataFrame({"synergy": synergy, "low": synergy - 0.2, "high": synergy + 0.2}, index=index)
    keys = [(name, level) for name, known in OFFICIAL.items() for level in range(len(known)) if opposed]
    official = np.array([float(OFFICIAL[name][level]) for name, level in keys])
    levels = pd.DataFrame(
        {
            "games": 100,
            "rate": 0.5,
            "logit": -NOTCH * official,
            "official": official,
            "fitted": official + 0.3,
            "low": official - 0.1,
            "high": official + 0.7,
        },
        index=pd.MultiIndex.from_tuples(keys, names=["adversary", "level"]) if keys else None,
    )
    order = np.argsort(-strengths, kind="stable")
    places = np.empty(len(names), int)
    places[order] = np.arange(1, len(names) + 1)
    ranks = pd.DataFrame(
        {
            "rank_low": np.maximum(places - 1, 1),
            "rank_high": np.minimum(places + 1, len(names)),
            "ties": [chr(ord("a") + place // 3) for place in places],
        },
        index=names,
    )
    cost = (NOTCH, NOTCH - 0.02, NOTCH + 0.02) if opposed else (nan, nan, nan)
    step = (0.5, 0.47, 0.53) if opposed else (nan, nan, nan)
    return Models(MadeUpStrength(spirits, pairs, levels, cost, step, pd.DataFrame()), ranks)


def leave_drawing_out(patch: pytest.MonkeyPatch) -> None:
    """Leave the drawing out, which takes most of a page's time, where a test is about words and tables."""
    patch.setattr("sim.report.parts.svg", lambda draw, frame, name: "<svg></svg>")


def plant_models(patch: pytest.MonkeyPatch) -> None:
    """Give pages the planted models, which need no fitting."""
    patch.setattr("sim.report.parts.models_of", make_models)


def write_folder(
    folder: Path,
    groups: Sequence[Sequence[str]] | None = None,
    games: int = 400,
    difficulty: dict[str, float] | None = None,
    **header: Any,
) -> Path:
    """A results folder as a sweep leaves it; ``difficulty`` makes games of a spirit harder, as changed rules might."""
    cells = make_cells(groups if groups is not None else all_groups())
    told = {key: value for key, value in MANIFEST.items() if key not in ("format", "complete", "games", "digest")}
    header = {**told, **header}
    harder = difficulty or {}
    writer = ResultWriter(folder, header, seats=max(cell["players"] for cell in cells))
    for cell in cells:
        writer.begin_cell(cell, cell["players"])
        members = cell["spirits"].split("+")
        writer.add(
            cell["cell"], make_rows(members, games, difficulty=sum(harder.get(spirit, 0.0) for spirit in members))
        )
    writer.close(complete=True)
    return folder
