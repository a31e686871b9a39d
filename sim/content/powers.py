"""Compiles power cards and innate powers: their programs, levels and targets, and what they are good for.

Nothing here depends on a set-up: terrains stay bits, spirits stay names.  A threshold with mode ``modify`` is done away
with: a changed range becomes the range of its level, any other change a whole program that replaces the printed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import le
from typing import Any

from sim.content.fields import read_need
from sim.content.grammar import CLAUSES, ELEMENTS, NOWHERE, TERRAINS, Line, Location, Node
from sim.content.merits import traits_of, useful_of
from sim.content.notation import all_of, each, parse
from sim.content.programs import Programs
from sim.core.codes import MAX_LEVELS, Element, Level, PowerTrait, Speed, TargetKind, Useful, Where, Who
from sim.errors import nearest

NEEDS = {
    "dahan": Where.DAHAN,
    "invaders": Where.INVADERS,
    "no_invaders": Where.NO_INVADERS,
    "blight": Where.BLIGHT,
    "no_blight": Where.NO_BLIGHT,
    "own_presence": Where.OWN_PRESENCE,
    "town|city": Where.BUILDINGS,
}
"""Target conditions that change during a game."""

COASTS = ("coastal", "inland")
QUICKENING = ("speed fast optional",)
"""The effects of a level that does nothing but let the power be used in the fast phase."""


@dataclass(frozen=True)
class CompiledLevel:
    """A threshold of a card or a level of an innate power."""

    need: tuple[int, ...]
    """by ``Element``"""
    mode: Level
    start: int
    end: int
    range: int = -1
    """range of the power while the level is reached, -1: as printed"""


@dataclass(frozen=True)
class CompiledTarget:
    """What a power may be aimed at."""

    kind: TargetKind
    who: Who = Who.ANY
    sacred: bool = False
    """the range is counted from sacred sites"""
    source: int = 0
    """bits of the terrains the range may be counted from, 0 for any"""
    range: int = 0
    terrains: int = 0
    """bits of the terrains the target may have, 0 for any"""
    coastal: bool = False
    inland: bool = False
    needs: int = 0
    """bits of ``Where``"""


@dataclass(frozen=True)
class CompiledPower:
    """A power with everything that does not depend on the set-up; of an innate power only the levels do anything."""

    id: str
    cost: int
    speed: Speed
    elements: tuple[int, ...]
    """by ``Element``"""
    target: CompiledTarget
    start: int
    end: int
    levels: tuple[CompiledLevel, ...]
    closed: tuple[int, ...]
    """by set of levels: 1 if it can be had by holding back elements"""
    traits: int
    """bits of ``PowerTrait``"""
    useful: int
    """bits of ``Useful``"""
    fast_need: tuple[int, ...] | None = None
    """elements that let a slow power be used as a fast one, by ``Element``"""


def compile_power(programs: Programs, power: Any, location: Location = NOWHERE) -> CompiledPower:
    """Compile a power card.

    Parameters
    ----------
    programs : Programs
        Where its programs are added.
    power : object
        With the keys of ``[[power]]`` as attributes.
    location : Location
        Where it stands, for faults.

    Raises
    ------
    BadInput
        With every line and target condition that is not understood.
    """
    elements = tuple(int(name in power.elements) for name in ELEMENTS)
    place = location.field("thresholds")
    return _compile(programs, power, power.effects, power.thresholds, place, location, power.cost, elements)


def compile_innate(programs: Programs, innate: Any, location: Location = NOWHERE) -> CompiledPower:
    """Compile an innate power: no program of its own, only levels.

    Parameters
    ----------
    programs : Programs
        Where its programs are added.
    innate : object
        With the keys of ``[[spirit.innates]]`` as attributes.
    location : Location
        Where it stands, for faults.

    Raises
    ------
    BadInput
        With every line and target condition that is not understood.
    """
    tiers, place = innate.tiers, location.field("tiers")
    quickening = [tier for tier in tiers if tuple(tier.effects) == QUICKENING]
    fast_if = getattr(innate, "fast_if", None)
    if any(tier.need != fast_if for tier in quickening):
        raise place.fault(fast_if, "fast_if must be what the level 'speed fast optional' needs")
    levels = [tier for tier in tiers if tier not in quickening]
    compiled = _compile(programs, innate, (), levels, place, location)
    return replace(compiled, fast_need=read_need(fast_if)) if quickening and fast_if else compiled


def _compile(
    programs: Programs,
    power: Any,
    effects: Iterable[object],
    tiers: Sequence[Any],
    tiers_location: Location,
    location: Location,
    cost: int = 0,
    elements: tuple[int, ...] = (0,) * len(ELEMENTS),
) -> CompiledPower:
    reads: list[Callable[[], Any]] = [
        partial(_target, power.target, location.field("target")),
        partial(parse, effects, location.field("effects")),
        partial(each, _read_tier, tiers, tiers_location),
    ]
    target, base, read = all_of(reads)
    compiles: list[Callable[[], Any]] = [
        partial(programs.compile, base),
        partial(_levels, programs, base, read, target),
    ]
    (start, end), levels = all_of(compiles)
    spans = [(start, end), *((level.start, level.end) for level in levels)]
    traits = traits_of(programs, spans)
    if any(level.mode == Level.INSTEAD for level in levels):
        traits |= PowerTrait.REPLACES
    return CompiledPower(
        id=power.id,
        cost=cost,
        speed=Speed[power.speed.upper()],
        elements=elements,
        target=target,
        start=start,
        end=end,
        levels=levels,
        closed=closed_sets([level.need for level in levels], alone=end > start),
        traits=traits,
        useful=useful_of(programs, spans) if target.kind == TargetKind.LAND else Useful.ONE,
    )


def closed_sets(needs: Sequence[tuple[int, ...]], *, alone: bool) -> tuple[int, ...]:
    """Which sets of levels can be had by holding back elements.

    A set can be had if the elements it takes reach no level outside it.

    Parameters
    ----------
    needs : sequence of tuple of int
        Elements of each level, by ``Element``.
    alone : bool
        Whether the power does anything without a level.

    Returns
    -------
    tuple of int
        1 or 0 for each set, a set being the bits of its levels; sets of levels that do not exist have 0.

    Examples
    --------
    >>> closed_sets([read_need("1 sun"), read_need("2 sun")], alone=True)[:4]
    (1, 1, 0, 1)
    """
    closed = [0] * (1 << MAX_LEVELS)
    for levels in range(1 << len(needs)):
        taken = [need for level, need in enumerate(needs) if levels >> level & 1]
        held = [max((need[element] for need in taken), default=0) for element in Element]
        reached = sum(1 << level for level, need in enumerate(needs) if all(map(le, need, held)))
        closed[levels] = int(reached == levels and (levels > 0 or alone))
    return tuple(closed)


def _target(target: Any, location: Location) -> CompiledTarget:
    kind = TargetKind[target.kind.upper()]
    if kind != TargetKind.LAND:
        return CompiledTarget(kind, who=Who[target.who.upper()] if kind == TargetKind.SPIRIT else Who.ANY)
    found = CompiledTarget(
        kind,
        sacred=target.from_ == "sacred_site",
        source=sum(TERRAINS[name] for name in target.source),
        range=target.range,
    )
    place = location.field("where")
    terms = each(_target_condition, target.where, place)
    if sum(term.terrains > 0 for term in terms) > 1:
        raise place.fault(list(target.where), "no land has two terrains; join terrains with |")
    for term in terms:
        found = replace(
            found,
            terrains=found.terrains | term.terrains,
            coastal=found.coastal or term.coastal,
            inland=found.inland or term.inland,
            needs=found.needs | term.needs,
        )
    return found


def _target_condition(condition: str, location: Location) -> CompiledTarget:
    """A target with one of its conditions."""
    anywhere = CompiledTarget(TargetKind.LAND)
    if condition == "any":
        return anywhere
    if condition in COASTS:
        return replace(anywhere, coastal=condition == "coastal", inland=condition == "inland")
    if condition in NEEDS:
        return replace(anywhere, needs=NEEDS[condition])
    unknown = [name for name in condition.split("|") if name not in TERRAINS]
    if unknown:
        hint = nearest(unknown[0], ["any", *COASTS, *NEEDS, *TERRAINS])
        raise location.fault(condition, f"'{unknown[0]}' is no condition of a target", hint)
    return replace(anywhere, terrains=sum(TERRAINS[name] for name in set(condition.split("|"))))


@dataclass(frozen=True)
class _Tier:
    """A threshold that has been read."""

    need: tuple[int, ...]
    mode: str
    nodes: tuple[Node, ...]
    location: Location


def _read_tier(tier: Any, location: Location) -> _Tier:
    return _Tier(read_need(tier.need), tier.mode, parse(tier.effects, location.field("effects")), location)


def _levels(
    programs: Programs, base: tuple[Node, ...], tiers: Sequence[_Tier], target: CompiledTarget
) -> tuple[CompiledLevel, ...]:
    ranges = {tier.need: _new_range(tier, target) for tier in tiers if tier.mode == "modify" and _range_lines(tier)}
    levels: list[CompiledLevel] = []
    for tier in tiers:
        nodes, mode = tier.nodes, Level.INSTEAD if tier.mode == "instead" else Level.ALSO
        if tier.mode == "modify":
            changes = tuple(node for node in tier.nodes if node not in _range_lines(tier))
            if not changes and any(other.need == tier.need for other in tiers if other is not tier):
                # one printed threshold, told as two
                continue
            if changes and levels:
                raise tier.location.fault(None, "only the first threshold can change the lines of the power")
            nodes, mode = (_changed(base, changes), Level.INSTEAD) if changes else ((), Level.ALSO)
        levels.append(CompiledLevel(tier.need, mode, *programs.compile(nodes), range=ranges.get(tier.need, -1)))
    return tuple(levels)


def _range_lines(tier: _Tier) -> list[Line]:
    """Lines that change the range of the power itself."""
    lines = [node for node in tier.nodes if isinstance(node, Line) and not node.prefixes]
    return [line for line in lines if line.clause.form in ("range_more", "range_set")]


def _new_range(tier: _Tier, target: CompiledTarget) -> int:
    line, *more = _range_lines(tier)
    if more or target.kind != TargetKind.LAND:
        raise line.fault("the range is changed twice" if more else "the power has no range")
    return line.clause.number + (target.range if line.clause.form == "range_more" else 0)


def _changed(base: tuple[Node, ...], changes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The lines of a power as a threshold changes them."""
    for change in changes:
        if not isinstance(change, Line):
            raise change.location.fault(None, "a choice cannot change the lines of a power")
        base = _changed_once(base, change)
    return base


def _changed_once(base: tuple[Node, ...], change: Line) -> tuple[Node, ...]:
    if change.clause.form == "note":
        if change.clause.word not in KNOWN_NOTES:
            hint = nearest(change.clause.word, KNOWN_NOTES)
            raise change.fault("the program does not know what this note asks for", hint)
        return KNOWN_NOTES[change.clause.word](base)
    form = change.prefixes[0].form if change.prefixes else ""
    line = replace(change, prefixes=change.prefixes[1:])
    if form == "first":
        return (line, *base)
    if form == "before":
        verb = change.prefixes[0].word
        for index, node in enumerate(base):
            if isinstance(node, Line) and CLAUSES[node.clause.form].split()[0] == verb:
                return (*base[:index], line, *base[index:])
        raise change.fault(f"the power has no line that begins with '{verb}'")
    raise change.fault("a threshold with mode modify begins with 'range', 'first:', 'before VERB:' or a known note")


def _widen_trigger(base: tuple[Node, ...]) -> tuple[Node, ...]:
    """Let the damage of a trigger go to adjacent lands too."""

    def widened(node: Node) -> Node:
        if isinstance(node, Line) and node.clause.form == "trigger":
            return replace(node, clause=replace(node.clause, form="trigger_wide"))
        return node

    return tuple(widened(node) for node in base)


KNOWN_NOTES: dict[str, Callable[[tuple[Node, ...]], tuple[Node, ...]]] = {
    "the trigger's damage may be dealt in the target land or in lands adjacent to it, split freely; "
    "what is counted is still only what is destroyed in the target land": _widen_trigger,
}
"""What the notes of thresholds ask for, by their exact text; any other note is refused."""
