"""The page: headline, sections, methods and origin, put into the template."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.report.names import POLICY_WORDS, key_name
from sim.report.parts import Part, Section, listing, make_part
from sim.report.sections_games import closeness_section, ending_finding, ending_section, innate_section
from sim.report.sections_rates import cell_section, findings, group_section, overview, pair_section, spirit_section
from sim.report.style import palette_css
from sim.results.load import Results
from sim.results.rates import by_policy, spirits_of

TEMPLATES = Path(__file__).parent / "templates"
BOX_NAMES = {"horizons": "Horizons of Spirit Island", "base": "Spirit Island", "core": "Spirit Island"}
FIRST_KEYS = ("policy", "seed", "games", "digest")
"""Keys of the manifest that the page shows first; ``command`` stands by itself."""
NOT_SHOWN = ("command", "format", "started", "columns", "parts", "cells")
"""Keys of the manifest that tell of the files and the day, not of the games: the same games give the same page."""
SET_UP_LINES = 8
"""Values of one key of the set-up that are listed one by one; of more, their number is told."""
LONGEST = 2000
"""Letters of a value of the manifest that the page shows."""
MAP_LIMIT = (
    "The Horizons map.",
    "No source at hand shows the printed map itself. The lands of each board are sure; which boards share a side, and "
    "which lands touch across their borders, is inferred from the standard joins. Single contacts may differ from the "
    "printed map. That touches games of two and three spirits, not those of one.",
)


@dataclass(frozen=True)
class Chapter:
    """What the page says about one policy."""

    prefix: str
    label: str
    heading: str
    policy: str
    tiles: Sequence[tuple[str, str, str]]
    findings: Sequence[str]
    sections: Sequence[Section]


def render_page(results: Results) -> str:
    """The whole page as text.

    Parameters
    ----------
    results : Results
        All games; those of different policies get chapters of their own.

    Returns
    -------
    str
        HTML with everything inside; equal results give equal text.
    """
    from jinja2 import Environment, FileSystemLoader
    from markupsafe import Markup

    split = by_policy(results)
    chapters = [
        _chapter(make_part(share, f"p{n}-" if len(split) > 1 else ""), _told_apart(who, split))
        for n, (who, share) in enumerate(split, 1)
    ]
    script = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    css = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("report.html.j2").render(
        title=_title(results),
        lead=_lead(results),
        chapters=chapters,
        unfinished=results.manifest.get("complete") is False,
        limits=[MAP_LIMIT] if _on_horizons_map(results) else [],
        command=_shown(results.manifest["command"]) if "command" in results.manifest else "",
        origin=origin_lines(results.manifest),
        set_up=set_up_lines(results),
        css=Markup(palette_css() + "\n" + css),
        script=script,
        script_hash="sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _chapter(part: Part, who: dict[str, str]) -> Chapter:
    sections = [spirit_section(part)]
    if 2 in part.players:
        sections.append(pair_section(part))
    sections += [group_section(part, players) for players in part.players if players > 2]
    sections += [ending_section(part), closeness_section(part)]
    innates = innate_section(part)
    sections += [innates] if innates else []
    sections.append(cell_section(part))
    if "policy" not in who and "policy" in part.results.manifest:
        who = {"policy": _shown(part.results.manifest["policy"]), **who}
    policy = who.get("policy", "not recorded")
    label = ", ".join([policy, *(f"{key} {value}" for key, value in who.items() if key != "policy")])
    heading = f"In short: {label}" if part.prefix else "In short"
    said = [*findings(part), ending_finding(part)]
    words = _policy_words(policy, label, _is_tempered(who) and policy != "random")
    return Chapter(part.prefix, label, heading, words, overview(part), said, sections)


def _told_apart(who: dict[str, str], split: Sequence[tuple[dict[str, str], Results]]) -> dict[str, str]:
    """The policy's name, its temperature unless that is 0, and what else tells it from the others."""
    told = {key for key in who if len({other[key] for other, _ in split}) > 1} | {"policy"}
    told |= {"temperature"} if _is_tempered(who) else set()
    return {key: value for key, value in who.items() if key in told}


def _is_tempered(who: dict[str, str]) -> bool:
    """Whether the policy plays at a temperature other than 0."""
    return who.get("temperature", "0.0") not in ("0", "0.0")


def _policy_words(policy: str, label: str, tempered: bool) -> str:
    """Who played and how; ``tempered`` says that its temperature changes how."""
    words = f"Policy that played: {label}."
    words += f" It {POLICY_WORDS[policy]}." if policy in POLICY_WORDS else ""
    return words + (" At its temperature it takes lesser answers too, the more often the higher." if tempered else "")


def _box(results: Results) -> str:
    boxes = sorted(set(results.cells["box"])) if "box" in results.cells.columns else []
    return listing([BOX_NAMES.get(str(box), str(box)) for box in boxes]) if boxes else "Spirit Island"


def _title(results: Results) -> str:
    return f"Balance report: {_box(results)}"


def _lead(results: Results) -> str:
    sizes = results.games.groupby("cell").size()
    each = f"{sizes.min():,}" if sizes.min() == sizes.max() else f"{sizes.min():,} to {sizes.max():,}"
    counts = results.cells.groupby("players").size()
    kinds = {1: "alone", 2: "in pairs", 3: "in trios", 4: "in fours"}
    words = listing([f"{number} {kinds.get(int(players), f'with {players}')}" for players, number in counts.items()])
    spirits = len(spirits_of(results.cells))
    cells = len(results.cells)
    return (
        f"{len(results.games):,} complete games with {spirits} {'spirit' if spirits == 1 else 'spirits'} in "
        f"{cells} {'set-up' if cells == 1 else 'set-ups'} ({words}), {each} games each."
    )


def _on_horizons_map(results: Results) -> bool:
    columns = [column for column in ("box", "arrangement") if column in results.cells.columns]
    several = results.cells[results.cells["players"] > 1]
    return any(several[column].astype(str).str.startswith("horizons").any() for column in columns)


def set_up_lines(results: Results) -> list[tuple[str, str]]:
    """What the cells have in common and in what they differ, besides their spirits.

    Returns
    -------
    list of (str, str)
        Key of the set-up, and its value or values.
    """
    lines = []
    for column in results.cells.columns:
        if column in ("spirits", "players", "members"):
            continue
        values = list(dict.fromkeys(str(value) for value in results.cells[column]))
        if values == [""]:
            continue
        words = ", ".join(value or "none" for value in values)
        lines.append((key_name(str(column)), words if len(values) <= SET_UP_LINES else f"{len(values)} values"))
    return lines


def origin_lines(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    """The manifest as lines of the page.

    Returns
    -------
    list of (str, str)
        Key and value; nested tables flattened, what describes the data files left out.
    """
    keys = [key for key in FIRST_KEYS if key in manifest]
    keys += [key for key in manifest if key not in (*FIRST_KEYS, *NOT_SHOWN)]
    lines: list[tuple[str, str]] = []
    for key in keys:
        value = manifest[key]
        if isinstance(value, dict):
            lines += [(key_name(f"{key}.{inner}"), _shown(entry)) for inner, entry in value.items()]
        else:
            lines.append((key_name(key), _shown(value)))
    return lines


def _shown(value: Any) -> str:
    """A value of the manifest as words; what is too long for a page is left to the manifest."""
    words = _words(value)
    return words if len(words) <= LONGEST else "see manifest.json"


def _words(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_words(entry) for entry in value)
    if isinstance(value, dict):
        return ", ".join(f"{key_name(str(key))} {_words(entry)}" for key, entry in value.items())
    return "none" if value is None else str(value)
