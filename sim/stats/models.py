"""Strength of spirits, synergy of pairs and true difficulty of adversary levels: one logit model of games won."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.stats.design import NONE, Design, cell_levels, indicators, make_design
from sim.stats.intervals import CONFIDENCE
from sim.stats.logit import (
    DRAWS,
    SEED,
    TRACE,
    Floats,
    chance,
    draw_counts,
    draw_given,
    draw_numbers,
    fit_logit,
    middle,
    refit,
)
from sim.stats.normal import z_value
from sim.stats.pairs import pair_effects

if TYPE_CHECKING:
    import pandas as pd

Estimate = tuple[float, float, float]
"""A number with the lower and upper end of its 95% interval."""
UNKNOWN: Estimate = (float("nan"), float("nan"), float("nan"))
COLUMNS = ("members", "players", "games", "wins")
"""Columns that the counts must have."""


@dataclass(frozen=True)
class StrengthModel:
    """What the win rates of many cells say of spirits, pairs and adversary levels; intervals are of 95%.

    Attributes
    ----------
    spirits : pandas.DataFrame
        Indexed by spirit: ``logit``, ``low``, ``high``, strength against the mean spirit (they sum to 0), and
        ``levels``, ``levels_low``, ``levels_high``, the same in levels of an adversary.  A strength is by how much the
        logit of a win differs if all seats are as strong as this spirit, alone or in company.
    pairs : pandas.DataFrame
        Indexed by (spirit, partner), in alphabetical order: ``synergy``, ``low``, ``high``, by how much the logit of a
        win differs from what both strengths let expect, shrunk; ``levels``, ``levels_low``, ``levels_high``.  Empty
        where no spirits play together, or the cells cannot tell pairs from spirits.
    levels : pandas.DataFrame
        Indexed by (adversary, level), no adversary first: ``games``, ``rate`` (share of all games won), ``logit``
        against no adversary (or the easiest level met) with ``logit_low`` and ``logit_high``, ``official`` difficulty,
        and ``fitted``, ``low``, ``high``: the difficulty on the official scale that fits its win rates.  Empty where no
        adversary is met.
    notch, level_step : tuple of (float, float, float)
        By how much one point of official difficulty, and one level of an adversary, lower the logit of a win, with
        their intervals; NaN where nothing tells.
    others : pandas.DataFrame
        Indexed by term ("players 2", "blight card downward_spiral"): ``logit``, ``low``, ``high``, against what
        ``notes`` name.
    cells, games : int
        What stands behind it.
    dispersion : float
        Variance of win counts about the model, against what chance alone makes: 1 if the model says it all.
    pair_width : float
        Standard deviation of pair effects, in logits; NaN without pairs.
    paired : bool
        Whether intervals take account of decks that cells share.
    notes : tuple of str
        What terms are measured against, and what the cells could not tell.
    """

    spirits: pd.DataFrame
    pairs: pd.DataFrame
    levels: pd.DataFrame
    notch: Estimate
    level_step: Estimate
    others: pd.DataFrame
    cells: int
    games: int
    dispersion: float
    pair_width: float
    paired: bool
    notes: tuple[str, ...]


def fit_strength(
    counts: pd.DataFrame, wins: NDArray[Any] | None = None, draws: int = DRAWS, seed: int = SEED
) -> StrengthModel:
    """Fit logit(win) = level of the adversary + mean strength of the spirits + players + what else differs.

    Parameters
    ----------
    counts : pandas.DataFrame
        One row for each cell: ``members`` (tuple of spirits), ``players``, ``games``, ``wins``; and, where cells have
        them, ``adversary``, ``level``, ``difficulty`` (official), ``scenario``, ``blight_card``, ``boards``, ``box``,
        ``options``.  All cells must be played by one policy.
    wins : array[cells, numbers], optional
        Which games were won, by game number: 1 won, 0 lost, NaN or negative not played.  With it intervals take account
        of the decks that cells share; without it cells count as independent.
    draws, seed : int
        Draws behind the intervals, and their seed.

    Returns
    -------
    StrengthModel
        What the cells cannot tell is NaN and named in the notes.

    Raises
    ------
    ValueError
        If columns are missing, no game was played, or ``wins`` does not fit.

    Notes
    -----
    The fit is Firth's, the draws behind intervals are those of ``sim.stats.logit``.  Pair effects are fitted on top of
    the model (``sim.stats.pairs``) and do not change the strengths.
    """
    _check(counts, wins)
    played = (counts["games"] > 0).to_numpy()
    counts = counts[played].reset_index(drop=True)
    won, games = counts["wins"].to_numpy(np.float64), counts["games"].to_numpy(np.float64)
    official = _official(counts)
    design = make_design(counts, official)
    found, given = fit_logit(design.matrix, won, games)
    dispersion = _dispersion(design, won, games, found, given)
    if wins is None:
        drawn = draw_counts(won, games, dispersion, draws, seed)
    else:
        drawn = draw_numbers(np.asarray(wins)[played], draws, seed)
    more = draw_given(given, draws, seed)
    samples = refit(design.matrix, drawn[0] + more[0] + TRACE, drawn[1] + more[1] + TRACE, found)
    fit = _Fit(design, found, samples, counts, games + given)
    levels, notch, step, step_draws = _levels(fit, official)
    spirits, unknown = _spirits(fit, step, step_draws)
    pairs, width = _pairs(fit, won + given / 2, step)
    others, lost = _others(fit)
    notes = [*design.notes, *(f"{name}: these cells cannot tell" for name in [*unknown, *lost])]
    return StrengthModel(
        spirits,
        pairs,
        levels,
        notch,
        step,
        others,
        len(counts),
        int(games.sum()),
        dispersion,
        width,
        wins is not None,
        tuple(notes),
    )


@dataclass(frozen=True)
class _Fit:
    """A fitted design: its coefficients, draws of them, and the cells."""

    design: Design
    found: Floats
    samples: Floats
    counts: pd.DataFrame
    weighed: Floats

    def of(self, differences: Floats) -> tuple[Floats, Floats]:
        """Differences of columns: the estimates, and their draws."""
        known = self.design.known(differences)
        return known @ self.found, self.samples @ known.T

    @property
    def information(self) -> Floats:
        """How much each cell tells about its logit: one over the variance."""
        rate = chance(self.design.matrix @ self.found)
        information: Floats = self.weighed * rate * (1 - rate)
        return information


def _check(counts: pd.DataFrame, wins: NDArray[Any] | None) -> None:
    """Refuse what cannot be fitted."""
    missing = [name for name in COLUMNS if name not in counts]
    if missing:
        raise ValueError(f"the counts lack the columns {', '.join(missing)}")
    if not counts["games"].sum():
        raise ValueError("no game was played")
    if wins is None:
        return
    told = np.asarray(wins)
    if told.ndim != 2 or len(told) != len(counts):
        raise ValueError(f"wins must have a row for each of the {len(counts)} cells, not the shape {told.shape}")
    fits = ((told >= 0).sum(axis=1) == counts["games"]) & ((told > 0).sum(axis=1) == counts["wins"])
    if not fits.all():
        raise ValueError(f"wins by game number and counts differ in {(~fits).sum()} cells")


def _official(counts: pd.DataFrame) -> dict[tuple[str, int], float]:
    """Official difficulty of each level met: the least of its cells, for scenarios add to it."""
    least: dict[tuple[str, int], float] = {}
    told = counts["difficulty"] if "difficulty" in counts else [np.nan] * len(counts)
    for level, difficulty in zip(cell_levels(counts), told, strict=True):
        difficulty = 0.0 if level[0] == NONE else float(difficulty)
        least[level] = np.fmin(least.get(level, np.nan), difficulty)
    return least


def _dispersion(design: Design, won: Floats, games: Floats, found: Floats, given: Floats) -> float:
    """Pearson's statistic by its degrees of freedom, at least 1; 1 where there are none."""
    if len(games) <= design.matrix.shape[1]:
        return 1.0
    import statsmodels.api as sm

    # with the games given by the fit added, it is that of an ordinary model
    wins = won + given / 2
    model = sm.GLM(np.column_stack([wins, games + given - wins]), design.matrix, family=sm.families.Binomial())
    with warnings.catch_warnings():
        # that rates are next to 0 or 1 is what Firth's fit is made for
        warnings.simplefilter("ignore")
        pearson = float(model.fit(start_params=found).pearson_chi2)
    return float(max(1.0, pearson / (len(games) - design.matrix.shape[1])))


def _table(index: Any, columns: dict[str, Any]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(columns, index=index, dtype=np.float64)


def _spirits(fit: _Fit, step: Estimate, step_draws: Floats) -> tuple[pd.DataFrame, list[str]]:
    """The table of spirits, and those whose strength the cells cannot tell."""
    import pandas as pd

    design = fit.design
    logit, drawn = fit.of(design.spirit_differences)
    low, high = middle(drawn)
    in_levels = middle(np.where(step_draws > 0, drawn.T / np.maximum(step_draws, TRACE), np.nan).T)
    columns = {"logit": logit, "low": low, "high": high, "levels": logit / _certain(step)}
    for name, ends in zip(("levels_low", "levels_high"), in_levels, strict=True):
        columns[name] = np.where(np.isnan(columns["levels"]), np.nan, ends)
    unknown = [spirit for spirit, found in zip(design.spirits, logit, strict=True) if np.isnan(found)]
    return _table(pd.Index(design.spirits, name="spirit"), columns), unknown


def _others(fit: _Fit) -> tuple[pd.DataFrame, list[str]]:
    """The table of what else differs, and the terms that the cells cannot tell."""
    import pandas as pd

    terms = [term.name for term in fit.design.others]
    logit, drawn = fit.of(fit.design.other_differences)
    low, high = middle(drawn)
    unknown = [term for term, found in zip(terms, logit, strict=True) if np.isnan(found)]
    return _table(pd.Index(terms, name="term", dtype="object"), {"logit": logit, "low": low, "high": high}), unknown


def _pairs(fit: _Fit, wins: Floats, step: Estimate) -> tuple[pd.DataFrame, float]:
    """The table of pairs, and the standard deviation of their effects."""
    import pandas as pd

    found = pair_effects(list(fit.counts["members"]), fit.design.matrix, fit.found, wins, fit.weighed)
    names = ["spirit", "partner"]
    if found is None:
        kinds = ("synergy", "low", "high", "levels", "levels_low", "levels_high")
        return _table(pd.MultiIndex.from_tuples([], names=names), dict.fromkeys(kinds, np.zeros(0))), float("nan")
    half = z_value(CONFIDENCE) * found.errors
    columns = {"synergy": found.effects, "low": found.effects - half, "high": found.effects + half}
    in_levels = zip(("levels", "levels_low", "levels_high"), list(columns.values()), strict=True)
    columns |= {name: values / _certain(step) for name, values in in_levels}
    return _table(pd.MultiIndex.from_tuples(found.pairs, names=names), columns), found.width


def _certain(step: Estimate) -> float:
    """What a level costs; NaN, so that nothing is told in levels, unless it is certain that it costs something."""
    return step[0] if step[1] > 0 else float("nan")


# Levels of adversaries -----------------------------------------------------------------------------------------------
def _levels(fit: _Fit, official: dict[tuple[str, int], float]) -> tuple[pd.DataFrame, Estimate, Estimate, Floats]:
    """The table of levels, what a point of difficulty and a level cost, and draws of the latter."""
    import pandas as pd

    design = fit.design
    met = design.levels
    inside = indicators(met, cell_levels(fit.counts))
    counts = fit.counts
    games, won = inside @ counts["games"].to_numpy(np.float64), inside @ counts["wins"].to_numpy(np.float64)
    logit, drawn = fit.of(design.level_differences)
    points = np.array([official[level] for level in met])
    variance = 1 / np.maximum(inside @ fit.information, TRACE)
    scale = np.column_stack([np.ones(len(met)), points])
    notch, notch_draws, shift, shift_draws = _slope(scale, logit, drawn, variance)
    adversaries = [adversary for adversary, _ in met]
    own = indicators(adversaries, sorted(set(adversaries)))
    steps = np.column_stack([own, [float(level) for _, level in met]])
    step, step_draws, _, _ = _slope(steps, logit, drawn, variance)
    fitted, low, high = np.full(len(met), np.nan), np.full(len(met), np.nan), np.full(len(met), np.nan)
    if notch[1] > 0:
        fitted = (shift - logit) / notch[0]
        falling = notch_draws > 0
        each = (shift_draws[:, None] - drawn) / np.maximum(notch_draws, TRACE)[:, None]
        low, high = middle(np.where(falling[:, None], each, np.nan))
    ends = middle(drawn)
    columns = {
        "games": games,
        "rate": won / games,
        "logit": logit,
        "logit_low": ends[0],
        "logit_high": ends[1],
        "official": points,
        "fitted": fitted,
        "low": low,
        "high": high,
    }
    table = _table(pd.MultiIndex.from_tuples(met, names=["adversary", "level"]), columns)
    table["games"] = table["games"].astype(int)
    return (table.iloc[:0] if met == [(NONE, 0)] else table), notch, step, step_draws


def _slope(line: Floats, logit: Floats, drawn: Floats, variance: Floats) -> tuple[Estimate, Floats, float, Floats]:
    """By how much the logit falls for one more in the last column of ``line``; and the first coefficient.

    Levels scatter about a line by more than chance makes, so the well known ones count little more than the others:
    the variance of that scatter is added to their own (R. DerSimonian and N. Laird, "Meta-analysis in clinical trials",
    Controlled Clinical Trials 7, 1986).
    """
    draws = len(drawn)
    known = ~np.isnan(logit) & ~np.isnan(line).any(axis=1)
    line, logit, drawn, variance = line[known], logit[known], drawn[:, known], variance[known]
    spare = len(logit) - np.linalg.matrix_rank(line) if len(logit) else 0
    rest = line[:, :-1]
    told = line[:, -1] - rest @ np.linalg.lstsq(rest, line[:, -1], rcond=None)[0] if len(logit) else np.zeros(0)
    if np.abs(told).max(initial=0.0) < 1e-9:
        return UNKNOWN, np.full(draws, np.nan), float("nan"), np.full(draws, np.nan)

    def solver(weight: Floats) -> Floats:
        return np.linalg.pinv(line.T @ (weight[:, None] * line), hermitian=True) @ (line.T * weight)

    weight = 1 / variance
    if spare > 0:
        fit = solver(weight)
        excess = float((weight * (logit - line @ (fit @ logit)) ** 2).sum()) - spare
        room = float(weight.sum() - np.trace(fit @ (weight[:, None] * line)))
        weight = 1 / (variance + max(0.0, excess / room))
    fit = solver(weight)
    slopes, firsts = -(drawn @ fit[-1]), drawn @ fit[0]
    low, high = middle(slopes)
    return (float(-(fit[-1] @ logit)), float(low), float(high)), slopes, float(fit[0] @ logit), firsts
