"""``spirit-sim list``: what there is to play with."""

from __future__ import annotations

import json
from typing import Any

import click

from sim.cli.options import NameType

KINDS = (
    "spirits",
    "powers",
    "boards",
    "arrangements",
    "setups",
    "experiments",
    "policies",
    "fear-cards",
    "invader-cards",
    "adversaries",
    "scenarios",
    "blight-cards",
)
NOT_IN_TABLE = ("cards",)
"""Columns that only the JSON has, for want of room."""


@click.command(name="list", short_help="List spirits, powers, boards, setups, policies and more.")
@click.argument("what", type=NameType(KINDS), metavar="WHAT")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list instead of a table.")
def command(what: str, as_json: bool) -> None:
    """List WHAT there is.

    WHAT is one of spirits, powers, boards, arrangements, setups, experiments, policies, fear-cards, invader-cards,
    adversaries, scenarios, blight-cards.
    """
    from sim.cli.list_rows import LISTS, TABLES

    rows = LISTS[what]()
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _print(TABLES[what](rows) if what in TABLES else rows)


def _print(rows: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from sim.cli.screen import console

    columns = [column for column in rows[0] if column not in NOT_IN_TABLE]
    table = Table(box=None, pad_edge=False)
    for column in columns:
        # the first is what other commands take, so it stays in one piece
        table.add_column(column.replace("_", " "), no_wrap=column == columns[0])
    for row in rows:
        table.add_row(*(escape(_cell(row[column])) for column in columns))
    console().print(table)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return ("\n" if any(" " in str(entry) for entry in value) else " ").join(str(entry) for entry in value)
    return str(value)
