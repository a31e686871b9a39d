"""The report as a Markdown summary: headline, findings and the first tables, for notes and messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.report.parts import Cell, Section, Table

if TYPE_CHECKING:
    from sim.report.page import Chapter, Content

MOST_ROWS = 20
"""Rows of a table that the summary keeps."""
KEPT = ("spirits", "strength", "players", "curve-1", "pairs", "synergy", "losses", "people", "skill")
"""Tables that the summary keeps, by the ends of their names."""


def markdown_summary(content: Content) -> str:
    """The summary as text.

    Parameters
    ----------
    content : Content
        What the page says.

    Returns
    -------
    str
        Markdown; equal results give equal text. Names from files stand as they are, with marks of Markdown and HTML
        disarmed.
    """
    lines = [f"# {escaped(content.title)}", "", escaped(content.lead), ""]
    if content.unfinished:
        lines += ["These results are not finished: fewer games were played than asked for.", ""]
    lines += [
        "A win rate is the share of games won by this set-up in the hands of this player; it is not the chance of "
        "people at a table. Every rate stands with its 95% interval.",
        "",
    ]
    for chapter in content.chapters:
        lines += _chapter(chapter)
    if content.skill is not None:
        lines += _section(content.skill)
    for chapter in content.chapters:
        for section in chapter.sections:
            lines += _section(section, chapter.label if len(content.chapters) > 1 else "")
    if content.limits:
        lines += [
            "## Known limits",
            "",
            *(f"- **{escaped(name)}** {escaped(words)}" for name, words in content.limits),
            "",
        ]
    lines += ["## Command, seed, versions", ""]
    if content.command:
        lines += [*_code(content.command), ""]
    lines += [f"- {escaped(key)}: {escaped(value)}" for key, value in content.origin]
    return "\n".join(lines) + "\n"


def _chapter(chapter: Chapter) -> list[str]:
    tiles = [[Cell(label, ""), Cell(rate, ""), Cell(behind, "")] for label, rate, behind in chapter.tiles]
    return [
        f"## {escaped(chapter.heading)}",
        "",
        escaped(chapter.policy),
        "",
        *_rows(["Games of", "Won", "95% interval, games"], tiles),
        "",
        *(f"- {escaped(finding)}" for finding in chapter.findings),
        "",
    ]


def _section(section: Section, label: str = "") -> list[str]:
    tables = [plot.table for plot in section.plots] + list(section.tables)
    kept = [table for table in tables if re.sub(r"^p\d+-", "", table.name) in KEPT]
    if not kept:
        return []
    heading = f"{section.heading} ({label})" if label else section.heading
    lines = [f"## {escaped(heading)}", ""]
    for table in kept:
        lines += _table(table)
    return lines


def _table(table: Table) -> list[str]:
    shown = table.rows[:MOST_ROWS]
    lines = [f"{escaped(table.caption)}.", "", *_rows([column.label for column in table.columns], shown), ""]
    if len(table.rows) > MOST_ROWS:
        lines += [f"The first {MOST_ROWS} of {len(table.rows)} rows; all are in report.html.", ""]
    return lines


def _rows(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[str]:
    lines = [[escaped(head) for head in heads], ["---"] * len(heads)]
    lines += [[escaped(cell.text) for cell in row] for row in rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _code(words: str) -> list[str]:
    """A code block whose fence is longer than any in the words."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", words)), default=0))
    return [fence, " ".join(words.splitlines()), fence]


def escaped(words: str) -> str:
    """Words on one line, with what Markdown or HTML would read as marks disarmed.

    Examples
    --------
    >>> escaped("a|b <i>")
    'a\\\\|b &lt;i&gt;'
    """
    one_line = " ".join(words.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#~])", r"\\\1", one_line)
