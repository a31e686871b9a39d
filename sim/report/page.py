"""The page: headline, sections, methods and origin, put into the template."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.report.names import POLICY_WORDS, key_name
from sim.report.parts import Part, Section, listing
from sim.report.sections_games import closeness_section, ending_finding, ending_section, innate_section
from sim.report.sections_levels import curve_section, heat_section, level_findings
from sim.report.sections_losses import close_levels_section, loss_section
from sim.report.sections_people import people_section
from sim.report.sections_players import player_findings, players_section, skill_section
from sim.report.sections_rates import cell_section, findings, group_section, overview, pair_section, spirit_section
from sim.report.sections_strength import strength_findings, strength_section, synergy_section
from sim.report.style import palette_css
from sim.report.tidy import TIDY_TABLES
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
OPPONENTS_LIMIT = (
    "Different opponents.",
    "A mean is taken over the same opponents for everything it compares: each spirit, pair or number of spirits has "
    "then met the same adversaries at the same levels. Games outside that are left to the tables and to the model. "
    "Such a mean depends on which opponents were played; against others the order may differ.",
)
MODEL_LIMIT = (
    "The model.",
    "A logit of the chance to win with terms for spirits, opponents and numbers of spirits, and shrunken terms for "
    "pairs. It takes a spirit to be as much stronger against one opponent as against another. Ranks are told apart "
    "only beyond chance over all comparisons at once.",
)
MOST_CHAPTERS = 3
"""Policies of which the page tells everything; of more, it tells win rates only."""


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


@dataclass(frozen=True)
class Content:
    """All that the page and the Markdown summary say.

    Attributes
    ----------
    title, lead : str
        Headline, and what was played.
    chapters : sequence of Chapter
        One for each policy.
    skill : Section or None
        Policies beside each other.
    unfinished : bool
        Whether fewer games were played than asked for.
    short : bool
        Whether chapters leave sections out, because they are many.
    limits : sequence of (str, str)
        Known limits of these results: heading and words.
    command : str
        The command that played the games; empty where not recorded.
    origin, set_up : sequence of (str, str)
        Lines on where the games come from, and on the set-ups.
    parts : sequence of (dict, Part)
        Who played, and the results.
    """

    title: str
    lead: str
    chapters: Sequence[Chapter]
    skill: Section | None
    unfinished: bool
    short: bool
    limits: Sequence[tuple[str, str]]
    command: str
    origin: Sequence[tuple[str, str]]
    set_up: Sequence[tuple[str, str]]
    parts: Sequence[tuple[dict[str, str], Part]]


def page_content(results: Results) -> Content:
    """Everything the report says about some results.

    Parameters
    ----------
    results : Results
        All games; those of different policies get chapters of their own.
    """
    split = by_policy(results)
    short = len(split) > MOST_CHAPTERS
    parts = [Part(f"p{n}-" if len(split) > 1 else "", share) for n, (_, share) in enumerate(split, 1)]
    chapters = [_chapter(part, _told_apart(who, split), short) for part, (who, _) in zip(parts, split, strict=True)]
    return Content(
        title=_title(results),
        lead=_lead(results),
        chapters=chapters,
        skill=skill_section(results, split) if len(split) > 1 else None,
        unfinished=results.manifest.get("complete") is False,
        short=short,
        limits=known_limits(results, parts),
        command=_shown(results.manifest["command"]) if "command" in results.manifest else "",
        origin=origin_lines(results.manifest),
        set_up=set_up_lines(results),
        parts=[(who, part) for part, (who, _) in zip(parts, split, strict=True)],
    )


def render_content(content: Content) -> str:
    """The page of what ``page_content`` gives."""
    return fill_template("report.html.j2", {**vars(content), "tidy_tables": listing(list(TIDY_TABLES))})


def fill_template(name: str, values: Mapping[str, Any]) -> str:
    """A page from its template, with style sheet and script inside; every value is escaped.

    Parameters
    ----------
    name : str
        File name of the template.
    values : mapping
        What it is filled with.
    """
    from jinja2 import Environment, FileSystemLoader
    from markupsafe import Markup

    script = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    css = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(name).render(
        **values,
        css=Markup(palette_css() + "\n" + css),
        script=script,
        script_hash="sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _sections(part: Part, short: bool) -> list[Section]:
    """The sections that the results of a policy have enough for."""
    found = [spirit_section(part), heat_section(part), strength_section(part)]
    if not short:
        found += [players_section(part), curve_section(part)]
        found += [pair_section(part) if 2 in part.players else None, synergy_section(part)]
        found += [group_section(part, players) for players in part.players if players > 2]
        found += [ending_section(part), loss_section(part), closeness_section(part), close_levels_section(part)]
        found += [innate_section(part), people_section(part)]
    return [section for section in [*found, cell_section(part)] if section is not None]


def _chapter(part: Part, who: dict[str, str], short: bool) -> Chapter:
    if "policy" not in who and "policy" in part.results.manifest:
        who = {"policy": _shown(part.results.manifest["policy"]), **who}
    policy = who.get("policy", "not recorded")
    label = ", ".join([policy, *(f"{key} {value}" for key, value in who.items() if key != "policy")])
    heading = f"In short: {label}" if part.prefix else "In short"
    said = [*findings(part), *level_findings(part), *player_findings(part), *strength_findings(part)]
    words = policy_words(policy, label, _is_tempered(who) and policy != "random")
    tiles, sections = overview(part), _sections(part, short)
    return Chapter(part.prefix, label, heading, words, tiles, [*said, ending_finding(part)], sections)


def known_limits(results: Results, parts: Sequence[Part]) -> list[tuple[str, str]]:
    """Limits that hold for these results, heading and words."""
    limits = [MAP_LIMIT] if _on_horizons_map(results) else []
    if any(len(part.levels) > 1 for part in parts):
        limits.append(OPPONENTS_LIMIT)
    return [*limits, MODEL_LIMIT]


def _told_apart(who: dict[str, str], split: Sequence[tuple[dict[str, str], Results]]) -> dict[str, str]:
    """The policy's name, its temperature unless that is 0, and what else tells it from the others."""
    told = {key for key in who if len({other[key] for other, _ in split}) > 1} | {"policy"}
    told |= {"temperature"} if _is_tempered(who) else set()
    return {key: value for key, value in who.items() if key in told}


def _is_tempered(who: dict[str, str]) -> bool:
    """Whether the policy plays at a temperature other than 0."""
    return who.get("temperature", "0.0") not in ("0", "0.0")


def policy_words(policy: str, label: str = "", tempered: bool = False) -> str:
    """Who played and how: its name, the words for it if others, and whether its temperature changes how."""
    label = label or policy
    words = f"Policy that played: {label}."
    words += f" It {POLICY_WORDS[policy]}." if policy in POLICY_WORDS else ""
    return words + (" At its temperature it takes lesser answers too, the more often the higher." if tempered else "")


def box_name(results: Results) -> str:
    """Name of the box or boxes that the set-ups are of."""
    boxes = sorted(set(results.cells["box"])) if "box" in results.cells.columns else []
    return listing([BOX_NAMES.get(str(box), str(box)) for box in boxes]) if boxes else "Spirit Island"


def _title(results: Results) -> str:
    return f"Balance report: {box_name(results)}"


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
