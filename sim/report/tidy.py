"""The numbers of the page as one long table: one row per number, with what it is of and its interval."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.report.opponents import Opponent
from sim.report.parts import Part
from sim.report.sections_levels import heat_rates, opponent_rates
from sim.report.sections_people import orders_beside
from sim.report.sections_players import shared_players
from sim.report.sections_rates import group_rates
from sim.results.rates import Rate

if TYPE_CHECKING:
    import pandas as pd

TIDY_TABLES: dict[str, str] = {
    "cells": "win rate of each set-up",
    "spirits": "win rate of each spirit by number of spirits, over the opponents that all of them met",
    "opponents": "win rate against each opponent by number of spirits, over the spirits that met all of them",
    "heat": "win rate of each spirit against each opponent",
    "players": "win rate by number of spirits, over the opponents they share",
    "groups": "win rate of each pair and larger group",
    "outcomes": "share of games by how they end (name), by number of spirits",
    "strength": "fitted strength of each spirit, in logits or adversary levels (name)",
    "places": "places of each spirit that chance leaves open (low, high)",
    "synergy": "fitted synergy of each pair, in logits",
    "difficulty": "fitted difficulty of each level on the official scale; name official gives the official number",
    "worth": "logit of a win that one point of difficulty or one level costs (name)",
    "people": "rank correlation of each published order (name) with ours",
}
"""Tables of ``tidy.csv`` and what their rows say."""
TIDY_COLUMNS = (
    "table",
    "policy",
    "temperature",
    "weights",
    "cell",
    "players",
    "spirit",
    "partner",
    "adversary",
    "level",
    "setting",
    "name",
    "value",
    "low",
    "high",
    "games",
)
Row = dict[str, Any]


def tidy_table(parts: Sequence[tuple[Mapping[str, str], Part]]) -> pd.DataFrame:
    """All numbers in long form.

    Parameters
    ----------
    parts : sequence of (mapping, Part)
        Who played, as ``by_policy`` names it, and the results.

    Returns
    -------
    pandas.DataFrame
        Columns ``TIDY_COLUMNS``; empty entries where a column does not apply.
    """
    import pandas as pd

    rows = [{**who, **row} for who, part in parts for row in _rows(part)]
    table = pd.DataFrame(rows, columns=list(TIDY_COLUMNS))
    # whole numbers stay whole beside empty entries
    return table.assign(**{name: table[name].astype("Int64") for name in ("players", "level", "games")})


def _rows(part: Part) -> Iterator[Row]:
    yield from _cells(part)
    for players in part.players:
        for spirit, rate in part.spirit_rates(players).items():
            yield {"table": "spirits", "players": players, "spirit": spirit, **_rate(rate)}
        for opponent, rate in opponent_rates(part, players)[0].items():
            yield {"table": "opponents", "players": players, **_against(opponent), **_rate(rate)}
        heat = heat_rates(part, players)
        for (row, column), rate in sorted(heat.rates.items()):
            against = _against(heat.opponents[column])
            yield {"table": "heat", "players": players, "spirit": heat.spirits[row], **against, **_rate(rate)}
        if players > 1:
            for (spirit, *partners), rate in group_rates(part, players)[0].items():
                yield {
                    "table": "groups",
                    "players": players,
                    "spirit": spirit,
                    "partner": "+".join(partners),
                    **_rate(rate),
                }
    for players, cells in shared_players(part).cells.items():
        yield {"table": "players", "players": players, **_rate(part.rates.mean(cells))}
    for count, shares in part.outcomes_by_players.iterrows():
        for name, value in shares.items():
            yield {"table": "outcomes", "players": count, "name": name, "value": value}
    yield from _fitted(part)
    for beside in orders_beside(part):
        known = beside.agreement
        ends = {"value": known.correlation, "low": known.low, "high": known.high}
        yield {"table": "people", "name": beside.order.id, **ends}


def _cells(part: Part) -> Iterator[Row]:
    for cell, row in zip(part.results.cells.index, part.results.cells.to_dict("records"), strict=True):
        spirit, *partners = row["members"]
        yield {
            "table": "cells",
            "cell": cell,
            "players": row["players"],
            "spirit": spirit,
            "partner": "+".join(partners),
            **_against(part.opponents[str(cell)]),
            **_rate(part.rates.mean([str(cell)])),
        }


def _fitted(part: Part) -> Iterator[Row]:
    strength, ranks = part.models.strength, part.models.ranks
    for spirit, row in strength.spirits.iterrows():
        yield {"table": "strength", "spirit": spirit, "name": "logit", **_ends(row, "logit", "low", "high")}
        if math.isfinite(row["levels"]):
            ends = _ends(row, "levels", "levels_low", "levels_high")
            yield {"table": "strength", "spirit": spirit, "name": "levels", **ends}
    if ranks is not None:
        for spirit, row in ranks.iterrows():
            places = {"low": row["rank_low"], "high": row["rank_high"]}
            yield {"table": "places", "spirit": spirit, "name": row["ties"], **places}
    for (spirit, partner), row in strength.pairs.iterrows():
        yield {"table": "synergy", "spirit": spirit, "partner": partner, **_ends(row, "synergy", "low", "high")}
    for (adversary, level), row in strength.levels.iterrows():
        keys = {"table": "difficulty", "adversary": adversary, "level": level}
        yield {**keys, "name": "fitted", **_ends(row, "fitted", "low", "high"), "games": row["games"]}
        yield {**keys, "name": "official", "value": row["official"]}
    for name, fitted in (("point of difficulty", strength.notch), ("level", strength.level_step)):
        if math.isfinite(fitted[0]):
            yield {"table": "worth", "name": name, "value": fitted[0], "low": fitted[1], "high": fitted[2]}


def _ends(row: pd.Series, value: str, low: str, high: str) -> Row:
    return {"value": row[value], "low": row[low], "high": row[high]}


def _rate(rate: Rate) -> Row:
    return {"value": rate.rate, "low": rate.low, "high": rate.high, "games": rate.games}


def _against(opponent: Opponent) -> Row:
    setting = ";".join(f"{key}={value}" for key, value in opponent.rest)
    return {"adversary": opponent.adversary, "level": opponent.level, "setting": setting}
