"""Sections on what is fitted: how strong each spirit is, in adversary levels too, and which partners fit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from sim.report.figures_strength import Strength, strength_dots, synergy_map
from sim.report.parts import (
    DASH,
    Cell,
    Column,
    Part,
    Section,
    Table,
    ends,
    listing,
    make_plot,
    number,
    signed,
    signed_words,
    text,
)

if TYPE_CHECKING:
    import pandas as pd

EVEN = 25.0
"""Points of win rate that one unit of the logit is worth in an even game."""
NAMED = 3
"""Pairs that a sentence names at each end."""


def strength_section(part: Part) -> Section | None:
    """Strength of spirits by the model; None where it tells of fewer than two."""
    if part.models.strength.spirits["logit"].notna().sum() < 2:
        return None
    spirits = part.models.strength.spirits.sort_values("logit", ascending=False, kind="stable")
    ranks = part.models.ranks
    in_levels = bool(spirits["levels"].notna().any())
    columns = [Column("Spirit", False), Column("Strength (logit)", True), Column("95% interval", True)]
    columns += [Column("In adversary levels", True), Column("95% interval (levels)", True)] if in_levels else []
    columns += [Column("Places", True), Column("Ties", False)] if ranks is not None else []
    table = Table(
        f"{part.prefix}strength",
        "Strength of each spirit by the model",
        columns,
        [_strength_row(part, str(spirit), row, in_levels) for spirit, row in spirits.iterrows()],
    )
    value, low, high = ("levels", "levels_low", "levels_high") if in_levels else ("logit", "low", "high")
    drawn = [
        Strength(_name(part, spirit), float(row[value]), float(row[low]), float(row[high]), _note(ranks, spirit))
        for spirit, row in spirits.iterrows()
        if math.isfinite(row[value]) and math.isfinite(row[low]) and math.isfinite(row[high])
    ]
    label = "strength in adversary levels" if in_levels else "strength, logit of a win"
    heading = "places, ties" if ranks is not None else ""
    unit = "levels" if in_levels else "logits"
    best, worst = drawn[0], drawn[-1]
    alt = (
        f"Dot plot of the fitted strength of {len(drawn)} spirits. Strongest: {best.name}, {signed_words(best.value)} "
        f"{unit}; weakest: {worst.name}, {signed_words(worst.value)} {unit}."
    )
    caption = "Strength above or below the mean of these spirits, with 95% intervals."
    if ranks is not None:
        caption += " Right: the places that chance leaves open, and letters; spirits that share a letter are tied."
    paragraphs = _strength_words(in_levels, ranks is not None)
    paragraphs += _notes(part)
    plot = make_plot(lambda frame: strength_dots(frame, drawn, label, heading), alt, caption, table)
    return Section(f"{part.prefix}strength-section", "Strength of the spirits", paragraphs, [plot])


def _strength_words(in_levels: bool, ranked: bool) -> list[str]:
    said = [
        "A model of all games together (a logit of the chance to win, with a term for each spirit, opponent and number "
        "of spirits) sets spirits beside each other even where they met different opponents or partners."
    ]
    if in_levels:
        said.append(
            "Strength in adversary levels: a spirit at +1 does as well against one level more as the mean of these "
            "spirits does."
        )
    if ranked:
        said.append(
            "Places and ties come from the win rates over the opponents that every spirit met: two spirits are called "
            "different only where their difference stands up to all the comparisons made at once (at most one wrong "
            "call in twenty such tables); all others are ties."
        )
    return said


def _notes(part: Part) -> list[str]:
    """What the model says of itself: what its terms are measured against, and what its cells cannot tell."""
    notes = part.models.strength.notes
    return [f"Of the model: {'; '.join(notes)}."] if notes else []


def _name(part: Part, spirit: Any) -> str:
    return part.names.get(str(spirit), str(spirit))


def _note(ranks: pd.DataFrame | None, spirit: Any) -> str:
    if ranks is None or spirit not in ranks.index:
        return ""
    row = ranks.loc[spirit]
    return f"{_places(int(row['rank_low']), int(row['rank_high']))}  {row['ties']}"


def _places(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _strength_row(part: Part, spirit: str, row: pd.Series, in_levels: bool) -> list[Cell]:
    cells = [text(_name(part, spirit)), signed(float(row["logit"])), ends(float(row["low"]), float(row["high"]))]
    if in_levels:
        cells += [signed(float(row["levels"]), 1), ends(float(row["levels_low"]), float(row["levels_high"]), 1)]
    ranks = part.models.ranks
    if ranks is not None:
        known = ranks.loc[spirit] if spirit in ranks.index else None
        if known is None:
            return [*cells, DASH, text("")]
        low, high = int(known["rank_low"]), int(known["rank_high"])
        cells += [Cell(_places(low, high), low), text(str(known["ties"]))]
    return cells


def synergy_section(part: Part) -> Section | None:
    """Which partners fit, by the model; None where it has no pair terms."""
    if part.models.strength.pairs.empty:
        return None
    pairs = part.models.strength.pairs.sort_values("synergy", ascending=False, kind="stable")
    met = {str(spirit) for pair in pairs.index for spirit in pair}
    order = [spirit for spirit in part.spirits if spirit in met]
    place = {spirit: number for number, spirit in enumerate(order)}
    values, sure = {}, set()
    for (one, other), row in pairs.iterrows():
        key = tuple(sorted((place[str(one)], place[str(other)])))
        values[key[0], key[1]] = EVEN * float(row["synergy"])
        if float(row["low"]) > 0.0 or float(row["high"]) < 0.0:
            sure.add((key[0], key[1]))
    table = Table(
        f"{part.prefix}synergy",
        "How much better or worse each pair does than the strength of its spirits says",
        [
            Column("Spirit", False),
            Column("with", False),
            Column("Points in an even game", True),
            Column("Synergy (logit)", True),
            Column("95% interval", True),
        ],
        [
            [
                text(_name(part, one)),
                text(_name(part, other)),
                signed(EVEN * float(row["synergy"]), 1),
                signed(float(row["synergy"])),
                ends(float(row["low"]), float(row["high"])),
            ]
            for (one, other), row in pairs.iterrows()
        ],
    )
    names = [(part.names[spirit], part.shorts[spirit]) for spirit in order]
    said = _synergy_findings(part, pairs)
    alt = f"Map of the synergy of {len(pairs)} pairs. " + " ".join(said)
    caption = (
        "Points of win rate, in an even game, above (blue) or below (orange) what the two spirits' strengths add up "
        "to. A dark frame marks pairs whose 95% interval leaves out zero."
    )
    paragraphs = [
        "Pair terms are shrunken: what a few games say is pulled towards nothing, so that the largest are not only the "
        "luckiest. A blue pair helps each other more than two spirits of their strength do.",
        *said,
    ]
    plot = make_plot(lambda frame: synergy_map(frame, names, values, sure), alt, caption, table)
    return Section(f"{part.prefix}synergy-section", "Which partners fit", paragraphs, [plot])


def _synergy_findings(part: Part, pairs: pd.DataFrame) -> list[str]:
    """The pairs that fit best and worst beyond doubt, in sentences."""
    shorts = part.shorts
    said = []
    for words, chosen in (
        ("Fit best", pairs[pairs["low"] > 0.0].head(NAMED)),
        ("Fit worst", pairs[pairs["high"] < 0.0].tail(NAMED).iloc[::-1]),
    ):
        named = [
            f"{shorts.get(str(one), str(one))} with {shorts.get(str(other), str(other))} "
            f"({signed_words(EVEN * float(row['synergy']), 1)})"
            for (one, other), row in chosen.iterrows()
        ]
        if named:
            said.append(f"{words}: {listing(named)}.")
    return said or ["No pair differs from the strength of its spirits beyond chance."]


def strength_findings(part: Part) -> list[str]:
    """Strongest and weakest by the model and the worth of a point of difficulty, in sentences."""
    if part.models.strength.spirits["logit"].notna().sum() < 2:
        return []
    strength = part.models.strength
    said = []
    spirits = strength.spirits.sort_values("logit", ascending=False, kind="stable").dropna(subset="logit")
    if spirits["levels"].notna().any():
        gap = float(spirits["levels"].iloc[0] - spirits["levels"].iloc[-1])
        said.append(
            f"By the model {_name(part, spirits.index[0])} is the strongest and {_name(part, spirits.index[-1])} the "
            f"weakest spirit; {number(gap, 1).text} adversary levels lie between them."
        )
    if math.isfinite(float(strength.notch[0])):
        even = 1.0 / (1.0 + math.exp(float(strength.notch[0])))
        said.append(f"One point of official difficulty turns an even game into one won {100 * even:.0f}% of the time.")
    return said
