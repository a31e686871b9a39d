"""The effect notation of the fact files, read into a small tree; nothing in a line is ever passed over.

A line is ``PREFIX: PREFIX: VERB ARGUMENTS``.  The forms it may take are the tables of ``sim.content.grammar``, which
also has the tree.  A line is read by the first form that fits it to its last word; if none does, the fault names the
word where the best attempt ended, what was expected there and the nearest valid word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial
from typing import Any, TypeVar, overload

from sim.content import grammar
from sim.content.grammar import (
    ELEMENTS,
    NOWHERE,
    PREFIX_STARTS,
    VERBS,
    Choice,
    Condition,
    Line,
    Location,
    Node,
    Phrase,
)
from sim.core.codes import ALL, Cond, Per, Relation
from sim.errors import BadInput, Fault

T = TypeVar("T")
Fields = dict[str, Any]
Reading = tuple[Fields, int] | None
"""What a reader found and the word after it, or None if it does not fit."""


class Words:
    """The words of one line, and how far the readers came."""

    def __init__(self, text: str, location: Location) -> None:
        self.text = text
        self.location = location
        self.words: list[str] = []
        self.furthest = -1
        self.expected: dict[str, tuple[str, list[str]]] = {}
        for found in re.finditer(r"\s+|([A-Za-z_]+(?:\|[A-Za-z_]+)*|\d+|>=|<=|[:,=*+>])|(\S)", text):
            if found[2]:
                raise location.fault(text, f"'{found[2]}' has no meaning there")
            if found[1]:
                self.words.append(found[1])

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return self.words[at]
        return self.words[at] if at < len(self.words) else ""

    def miss(self, at: int, what: str, valid: Iterable[str] = (), part: str | None = None) -> None:
        """Note that ``what`` was expected at word ``at``; only what was expected furthest on is kept."""
        if at > self.furthest:
            self.furthest, self.expected = at, {}
        if at == self.furthest:
            self.expected[what] = (self[at] if part is None else part, list(valid))

    def miss_all(self, at: int, what: str) -> None:
        """Call whatever was expected at word ``at`` by one name."""
        if at == self.furthest:
            part = min((part for part, _ in self.expected.values()), key=len)
            self.expected = {what: (part, [word for _, valid in self.expected.values() for word in valid])}

    def fault(self) -> BadInput:
        """The error at the furthest word that any form reached."""
        what = " or ".join(self.expected)
        if not self[self.furthest]:
            return self.location.fault(self.text, f"ends too early: {what} should follow")
        guesses = [(part, word) for part, valid in self.expected.values() for word in valid or [""]]
        # one kind of a list such as town|ctiy says more than the whole list
        shortest = min(len(part) for part, _ in guesses)
        part, hint = max(
            (guess for guess in guesses if len(guess[0]) == shortest),
            key=lambda guess: SequenceMatcher(None, *guess).ratio(),
        )
        return self.location.fault(self.text, f"'{part}' is not {what}", hint or None)


def _number(words: Words, at: int, least: int = 0) -> int | None:
    word = words[at]
    if word.isdigit() and least <= int(word) < ALL:
        return int(word)
    words.miss(at, f"a number from {least} to {ALL - 1}")
    return None


def _read_number(words: Words, at: int) -> Reading:
    number = _number(words, at)
    return None if number is None else ({"number": number}, at + 1)


def _read_count(words: Words, at: int) -> Reading:
    amount = _number(words, at, least=1)
    return None if amount is None else ({"amount": amount}, at + 1)


def _read_amount(words: Words, at: int) -> Reading:
    upto = words[at] == "upto"
    at += upto
    if words[at] == "all":
        return {"amount": ALL, "upto": upto}, at + 1
    amount = _number(words, at, least=1)
    if amount is None:
        words.miss(at, "'all'", ["all"] if upto else ["all", "upto"])
        return None
    return {"amount": amount, "upto": upto}, at + 1


def _read_per(words: Words, at: int) -> Reading:
    if words[at] != "per":
        words.miss(at, "'per'", ["per"])
        return None
    every = _number(words, at + 1, least=1) if words[at + 1].isdigit() else None
    if every is not None:
        if words[at + 2] in grammar.PERS:
            return {"per": grammar.PERS[words[at + 2]], "every": every}, at + 3
        words.miss(at + 2, "something to count", grammar.PERS)
    elif words[at + 1 : at + 4] == ["dahan", "times", "own_presence"]:
        return {"per": Per.DAHAN_TIMES_PRESENCE}, at + 4
    elif words[at + 1] == "element":
        if words[at + 2] in ELEMENTS:
            return {"per": Per.ELEMENT + ELEMENTS[words[at + 2]]}, at + 3
        words.miss(at + 2, "an element", ELEMENTS)
    elif words[at + 1] in grammar.PERS:
        return {"per": grammar.PERS[words[at + 1]]}, at + 2
    else:
        words.miss(at + 1, "something to count", [*grammar.PERS, "element"])
    return None


def _read_sum(words: Words, at: int) -> Reading:
    total = 0
    while words[at] in grammar.SINGLE:
        total |= 1 << grammar.SINGLE[words[at]]
        if words[at + 1] != "+":
            return {"against": total}, at + 1
        at += 2
    words.miss(at, "a sum of pieces", grammar.SINGLE)
    return None


def _one(name: str, what: str, valid: Mapping[str, int]) -> Callable[[Words, int], Reading]:
    """Reader of one word of a list."""

    def read(words: Words, at: int) -> Reading:
        if words[at] in valid:
            return {name: valid[words[at]]}, at + 1
        words.miss(at, what, valid)
        return None

    return read


def _some(name: str, what: str, valid: Mapping[str, int]) -> Callable[[Words, int], Reading]:
    """Reader of one or more words of a list, joined by ``|``."""

    def read(words: Words, at: int) -> Reading:
        total = 0
        for part in words[at].split("|"):
            if part not in valid:
                words.miss(at, what, valid, part)
                return None
            if total & valid[part]:
                words.miss(at, f"{what} that is new there", (), part)
                return None
            total |= valid[part]
        return {name: total}, at + 1

    return read


def _read_condition(words: Words, at: int, table: grammar.Conditions) -> Reading:
    negated = words[at] in ("not", "no")
    at += negated
    for pattern, kind, opposite in table:
        found = _match(words, _pattern(pattern), at)
        if found is None:
            continue
        if kind is None:
            return None if negated else ({"conditions": ()}, found[1])
        told: Fields = {"pieces": 0, "code": 0, "against": 0, "number": int(kind == Cond.COUNT), **found[0]}
        left, right = told["pieces"] | told["code"], told["number"] | told["against"]
        relation = told.get("relation", Relation.AT_LEAST)
        condition = Condition(kind, left, relation, right, negate=int(negated != opposite))
        return {"conditions": (condition,)}, found[1]
    words.miss_all(at, "a condition")
    return None


def _conditions(table: grammar.Conditions) -> Callable[[Words, int], Reading]:
    """Reader of conditions joined by ``and``."""

    def read(words: Words, at: int) -> Reading:
        found: tuple[Condition, ...] = ()
        while True:
            one = _read_condition(words, at, table)
            if one is None:
                return None
            found += one[0]["conditions"]
            at = one[1]
            if words[at] != "and":
                words.miss(at, "'and'", ["and"])
                return {"conditions": found}, at
            at += 1

    return read


def _read_verb(words: Words, at: int) -> Reading:
    if words[at] in VERBS:
        return {"word": words[at]}, at + 1
    words.miss(at, "a verb", VERBS)
    return None


READERS: dict[str, Callable[[Words, int], Reading]] = {
    "NUMBER": _read_number,
    "COUNT": _read_count,
    "AMOUNT": _read_amount,
    "PER": _read_per,
    "SUM": _read_sum,
    "KINDS": _some("pieces", "a kind of piece", grammar.KINDS),
    "COUNTED": _some("against", "a kind of piece", grammar.KINDS),
    "INVADERS": _some("pieces", "a kind of invader", grammar.INVADER_WORDS),
    "OPPONENTS": _some("against", "a kind of invader", grammar.INVADER_WORDS),
    "BUILDINGS": _some("pieces", "'town' or 'city'", grammar.BUILDINGS),
    "UNITS": _some("pieces", "a kind of invader or 'dahan'", grammar.UNITS),
    "MOVABLE": _some("pieces", "a kind of piece that can be moved", grammar.MOVABLE),
    "REMOVABLE": _some("pieces", "a kind of piece that can be removed", grammar.REMOVABLE),
    "UNIT": _one("code", "one kind of invader or 'dahan'", grammar.SINGLE),
    "TERRAINS": _some("code", "a terrain", grammar.TERRAINS),
    "ACTION": _one("code", "an invader action", grammar.SKIPPED),
    "ACTIONS": _some("code", "an invader action", grammar.SKIPPED),
    "DECK": _one("code", "a deck", grammar.DECKS),
    "SOURCE": _one("code", "a source of presence", grammar.SOURCES),
    "ELEMENT": _one("code", "an element", ELEMENTS),
    "RELATION": _one("relation", "a comparison", grammar.RELATIONS),
    "CONDITIONS": _conditions(grammar.CONDITIONS),
    "PLACES": _conditions(grammar.LAND_CONDITIONS),
    "VERB": _read_verb,
}


def _pattern(text: str) -> list[str]:
    return re.findall(r"\[[^]]*\]|\S+", text)


def _match(words: Words, pattern: Sequence[str], at: int) -> Reading:
    """Read one pattern from word ``at`` on."""
    told: Fields = {}
    for part in pattern:
        if part.startswith("["):
            optional = part[1:-1].split()
            inner = _match(words, optional, at)
            if inner is not None:
                at = inner[1]
                told |= inner[0]
                if optional[0] not in READERS:
                    told["extras"] = told.get("extras", frozenset()) | {optional[0]}
        elif part in READERS:
            found = READERS[part](words, at)
            if found is None:
                return None
            at = found[1]
            told |= found[0]
        elif words[at] == part:
            at += 1
        else:
            words.miss(at, f"'{part}'", [part])
            return None
    return told, at


def _phrase(words: Words, table: Mapping[str, str], at: int, *, whole: bool) -> tuple[Phrase, int] | None:
    """The first form of ``table`` that fits from word ``at`` on; ``whole``: it must end the line."""
    for form, pattern in table.items():
        found = _match(words, _pattern(pattern), at)
        if found is None:
            continue
        if not whole or not words[found[1]]:
            return Phrase(form, **found[0]), found[1]
        words.miss(found[1], "the end of the line")
    return None


def parse_line(text: str, location: Location = NOWHERE) -> Line:
    """Read one effect line.

    Parameters
    ----------
    text : str
        For example ``"if terrain mountain|jungle: defend 3"``.
    location : Location
        Where it stands.

    Returns
    -------
    Line

    Raises
    ------
    BadInput
        If a word is not understood; the fault names the line, the word and the nearest valid one.

    Examples
    --------
    >>> line = parse_line("if invaders and dahan: fear 2")
    >>> line.clause.form, line.clause.amount, len(line.prefixes[0].conditions)
    ('fear', 2, 2)
    >>> parse_line("pusch 1 explorer")
    Traceback (most recent call last):
        ...
    sim.errors.BadInput: notation: line = "pusch 1 explorer": 'pusch' is not a verb; nearest: push
    """
    if text.startswith("note "):
        return Line((), Phrase("note", word=text.removeprefix("note ")), text, location)
    words, at = Words(text, location), 0
    prefixes: list[Phrase] = []
    while words[at] in PREFIX_STARTS:
        found = _phrase(words, grammar.PREFIXES, at, whole=False)
        if found is None:
            raise words.fault()
        prefixes.append(found[0])
        at = found[1]
    if words[at] not in VERBS:
        words.miss(at, "a verb", [*VERBS, *PREFIX_STARTS])
        raise words.fault()
    return Line(tuple(prefixes), _read_whole(words, grammar.CLAUSES, at), text, location)


def _read_whole(words: Words, table: Mapping[str, str], at: int = 0) -> Phrase:
    """The form of ``table`` that fits from word ``at`` to the end."""
    found = _phrase(words, table, at, whole=True)
    if found is None:
        raise words.fault()
    return found[0]


def _parse_growth_action(text: str, location: Location) -> Phrase:
    return _read_whole(Words(text, location), grammar.GROWTH)


def _parse_conditions(text: str, location: Location) -> tuple[Condition, ...]:
    return _read_whole(Words(text, location), {"if": "CONDITIONS"}).conditions


def _parse_item(item: object, location: Location) -> Node:
    """A line, or a choice: a table or an object that has ``choose``."""
    if isinstance(item, str):
        return parse_line(item, location)
    options = item.get("choose") if isinstance(item, Mapping) else getattr(item, "choose", None)
    if not isinstance(options, (list, tuple)) or len(options) < 2 or not all(options):
        raise location.fault(item, "is neither a line nor a table 'choose' of two or more lists of lines")
    place = location.field("choose")
    return Choice(each(lambda option, at: each(_parse_item, option, at), options, place), location)


def all_of(reads: Iterable[Callable[[], T]]) -> tuple[T, ...]:
    """The results of all calls; if any of them find faults, those of all are raised together."""
    found: list[T] = []
    faults: list[Fault] = []
    for read in reads:
        try:
            found.append(read())
        except BadInput as error:
            faults.extend(error.faults)
    if faults:
        raise BadInput(faults)
    return tuple(found)


def each(read: Callable[[Any, Location], T], entries: Iterable[Any], location: Location) -> tuple[T, ...]:
    """Read every entry of a list that stands at ``location``; the faults of all of them are raised together."""
    return all_of(partial(read, entry, location.entry(index)) for index, entry in enumerate(entries))


def parse(effects: Iterable[object], location: Location = NOWHERE) -> tuple[Node, ...]:
    """Read a list of effects.

    Parameters
    ----------
    effects : iterable
        Lines, and choices: tables ``{"choose": [[...], [...]]}`` or objects with that attribute.
    location : Location
        Where the list stands.

    Raises
    ------
    BadInput
        With the faults of all lines.
    """
    return each(_parse_item, effects, location)


def parse_growth(actions: Iterable[str], location: Location = NOWHERE) -> tuple[Phrase, ...]:
    """Read the actions of a growth option."""
    return each(_parse_growth_action, actions, location)


def parse_conditions(texts: Iterable[str], location: Location = NOWHERE) -> tuple[Condition, ...]:
    """Read conditions that must all hold; ``any`` asks for nothing."""
    return tuple(condition for found in each(_parse_conditions, texts, location) for condition in found)
