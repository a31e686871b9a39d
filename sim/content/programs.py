"""Compiles effects into programs: rows of integers that the kernels interpret.

A program is a half-open slice of ``Programs.code``.  A row is an operation with its arguments, by ``Col``; a block
(``LANDS``, ``ONE_LAND``, ``PLAYERS``, ``CHOOSE``, ``OPTION``) is a row followed by its body.  ``Col.END`` of every row
is the row after it and its body, so a row whose condition does not hold is passed over by going there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from sim.content.grammar import INVADERS, NOWHERE, Choice, Condition, Line, Location, Node, Phrase
from sim.content.notation import all_of, parse, parse_conditions, parse_growth
from sim.core.codes import (
    ALL,
    N_COL,
    Action,
    Col,
    Cond,
    ElementChoice,
    Flag,
    Gain,
    Op,
    Per,
    Piece,
    PowerTrait,
    Scope,
    Who,
)

Columns = Mapping[Col, int]

BLOCKS: dict[str, tuple[Op, Scope]] = {
    "each_player": (Op.PLAYERS, Scope.TARGET),
    "each_adjacent_land": (Op.LANDS, Scope.ADJACENT),
    "one_adjacent_land": (Op.ONE_LAND, Scope.ADJACENT),
    "each_own_land": (Op.LANDS, Scope.OWN),
    "one_own_land": (Op.ONE_LAND, Scope.OWN),
    "target_or_adjacent_land": (Op.ONE_LAND, Scope.TARGET_OR_ADJACENT),
    "each_other_coastal_land": (Op.LANDS, Scope.OTHER_COASTAL_ON_BOARD),
    "each_land_pushed_to": (Op.LANDS, Scope.PUSHED_TO),
    "that_land": (Op.LANDS, Scope.THAT_LAND),
    "one_land_in_range": (Op.ONE_LAND, Scope.WITHIN_RANGE),
    "each_land_where": (Op.LANDS, Scope.ISLAND),
    "one_land_where": (Op.ONE_LAND, Scope.ISLAND),
    "one_land_most": (Op.ONE_LAND, Scope.ISLAND),
}
"""The block that each scope prefix opens."""

LOOPS = ("each_player", "each_land_where")
"""Prefixes that, shared by all options of a choice, stand around it: each player, or each land, chooses anew."""

SPEAKERS = {"to_target_spirit": Who.TARGET, "each_spirit": Who.EACH}

OPERATIONS: dict[str, Op] = {
    "fear": Op.FEAR,
    "damage": Op.DAMAGE,
    "damage_each": Op.DAMAGE_EACH,
    "damage_different": Op.DAMAGE_DIFFERENT,
    "destroy": Op.DESTROY,
    "lose_presence": Op.LOSE_PRESENCE,
    "drown": Op.DROWN,
    "remove": Op.REMOVE,
    "remove_health": Op.REMOVE_HEALTH,
    "remove_health_by_presence": Op.REMOVE_HEALTH,
    "replace": Op.REPLACE,
    "downgrade": Op.DOWNGRADE,
    "push": Op.PUSH,
    "push_uphill": Op.PUSH,
    "gather": Op.GATHER,
    "move_from_origin": Op.MOVE_FROM_ORIGIN,
    "move_to_one_land": Op.MOVE_TO_ONE_LAND,
    "defend": Op.DEFEND,
    "ward": Op.WARD,
    "skip_all": Op.SKIP,
    "skip_one": Op.SKIP,
    "standing_skip": Op.STANDING_SKIP,
    "standing_skip_city": Op.STANDING_SKIP,
    "add": Op.ADD,
    "add_blight": Op.ADD_BLIGHT,
    "add_presence": Op.ADD_PRESENCE,
    "add_presence_near": Op.ADD_PRESENCE_NEAR,
    "build": Op.BUILD,
    "forget": Op.FORGET,
    "energy": Op.ENERGY,
    "energy_by_sacred_site": Op.ENERGY,
    "keep": Op.KEEP,
    "gain": Op.GAIN,
    "gain_rejected": Op.GAIN,
    "gain_power": Op.GAIN,
    "play_gained": Op.PLAY_GAINED,
    "repeat_card": Op.REPEAT_CARD,
    "repeat_card_free": Op.FREE_REPEAT,
    "gift_to_target": Op.GIFT_CARD,
    "gift_to_actor": Op.GIFT_CARD,
    "share_presence": Op.SHARE_PRESENCE,
    "element": Op.ELEMENT,
    "element_any_different": Op.ELEMENT,
    "element_same_as_target": Op.ELEMENT,
    "element_owned": Op.ELEMENT,
    "range_all_powers": Op.RANGE,
    "may_speed": Op.MAY_SPEED,
    "make_fast": Op.MAKE_FAST,
    "damage_bonus": Op.DAMAGE_BONUS,
    "fear_on_destroy": Op.FEAR_ON_DESTROY,
    "fight": Op.FIGHT,
    "health": Op.HEALTH,
    "prevent_blight": Op.PREVENT_BLIGHT,
    "protect": Op.PROTECT,
    "protect_from_ravage": Op.PROTECT_FROM_RAVAGE,
    "simultaneous": Op.SIMULTANEOUS,
    "apparition": Op.APPARITION,
    "rescue": Op.RESCUE,
    "reveal": Op.REVEAL,
    "trigger": Op.TRIGGER,
    "trigger_wide": Op.TRIGGER,
    "move_defend": Op.MOVE_DEFEND,
    "repeat": Op.REPEAT_POWER,
    "repeat_adjacent": Op.REPEAT_POWER,
    "reclaim_all": Op.RECLAIM,
    "reclaim_one": Op.RECLAIM_ONE,
    "card_plays": Op.CARD_PLAYS,
    "place_presence": Op.PLACE_PRESENCE,
    "place_presence_where": Op.PLACE_PRESENCE,
    "add_to_ocean": Op.ADD_TO_OCEAN,
    "gather_to_oceans": Op.GATHER_TO_OCEANS,
    "push_from_oceans": Op.PUSH_FROM_OCEANS,
}
"""The operation of each clause and growth action; ``ward``, ``trigger_wide`` and ``repeat_adjacent`` are told by more
than the clause alone."""

_DAHAN = 1 << Piece.DAHAN

FIXED: dict[str, Columns] = {
    "damage": {Col.PIECES: INVADERS},
    "damage_different": {Col.PIECES: INVADERS},
    "remove_health": {Col.PIECES: INVADERS},
    "remove_health_by_presence": {Col.PIECES: INVADERS, Col.PER: Per.PRESENCE},
    "push_uphill": {Col.FLAGS: Flag.UPHILL},
    "skip_all": {Col.A: Action.RAVAGE | Action.BUILD | Action.EXPLORE},
    "skip_one": {Col.FLAGS: Flag.UPTO},
    "standing_skip_city": {Col.A: Action.BUILD_CITY},
    "energy_by_sacred_site": {Col.PER: Per.OWN_SACRED_WITH_INVADERS},
    "gain_rejected": {Col.A: Gain.REJECTED},
    "gain_power": {Col.A: Gain.ANY},
    "repeat_card": {Col.FLAGS: Flag.PAY_COST},
    "element_any_different": {Col.A: ElementChoice.ANY_DIFFERENT},
    "element_same_as_target": {Col.A: ElementChoice.SAME_AS_TARGET},
    "element_owned": {Col.A: ElementChoice.OWNED},
    "play_gained": {Col.FLAGS: Flag.UPTO | Flag.PAY_COST},
    "lose_presence": {Col.PIECES: 1 << Piece.OWN_PRESENCE},
    "health": {Col.PIECES: _DAHAN},
    "protect": {Col.PIECES: _DAHAN},
    "trigger_wide": {Col.A: 1},
    "move_defend": {Col.PER: Per.DAHAN_PUSHED},
    "repeat": {Col.A: 1},
    "repeat_adjacent": {Col.A: 2},
    "reclaim_all": {Col.AMOUNT: ALL},
}
"""Columns that the form alone decides; pieces named in the line take the place of those here, flags are joined."""

ARGUMENTS: dict[str, Callable[[Phrase], Columns]] = {
    "fear": lambda clause: {Col.A: clause.number},
    "replace": lambda clause: {Col.A: clause.number, Col.B: clause.code},
    "standing_skip": lambda clause: {Col.A: clause.code},
    "skip_one": lambda clause: {Col.A: clause.code},
    "add": lambda clause: {Col.B: clause.code},
    "add_presence": lambda clause: {Col.A: clause.code},
    "gain": lambda clause: {Col.A: clause.code},
    "element": lambda clause: {Col.A: clause.code},
    "make_fast": lambda clause: {Col.A: PowerTrait.PUSH_OR_GATHER},
    "repeat_card_free": lambda clause: {Col.A: clause.number},
    "add_presence_near": lambda clause: {Col.A: clause.number},
    "fear_on_destroy": lambda clause: {Col.A: clause.number},
    "fight": lambda clause: {Col.A: clause.against},
    "place_presence": lambda clause: {Col.A: clause.number},
    "place_presence_where": lambda clause: {Col.A: clause.number},
}
"""Where the arguments of a form go that are neither its amount, its pieces nor what it is counted by."""

MISPLACED = {
    "note": "a note says nothing that can be done",
    "range_more": "'this power' has its range changed only by a threshold with mode modify",
    "range_set": "'this power' has its range changed only by a threshold with mode modify",
    "first": "'first:' stands only in a threshold with mode modify",
    "before": "'before ...:' stands only in a threshold with mode modify",
}
"""Forms that change a power instead of doing something; ``sim.content.powers`` takes them out beforehand."""


class Programs:
    """Programs and conditions compiled so far; equal conditions are kept once.

    Attributes
    ----------
    code : list of list of int
        Rows by ``Col``.
    conditions : list of list of int
        Rows of kind, left, relation, right, negate.
    cond_start, cond_end : list of int
        A condition index stands for the conjunction of the ``conditions`` from start to end.
    """

    def __init__(self) -> None:
        self.code: list[list[int]] = []
        self.conditions: list[list[int]] = []
        self.cond_start: list[int] = []
        self.cond_end: list[int] = []
        self._conjunctions: dict[tuple[Condition, ...], int] = {}

    def effects(self, lines: Iterable[object], location: Location = NOWHERE) -> tuple[int, int]:
        """Compile a list of effects.

        Parameters
        ----------
        lines : iterable
            Lines of the notation, and choices between lists of lines.
        location : Location
            Where they stand, for faults.

        Returns
        -------
        (int, int)
            First row of the program, and the row after its last.

        Raises
        ------
        BadInput
            With every line that is not understood.
        """
        return self.compile(parse(lines, location))

    def compile(self, nodes: Sequence[Node]) -> tuple[int, int]:
        """Compile effects that have been read."""
        start = len(self.code)
        self._nodes(nodes, Who.SELF)
        return start, len(self.code)

    def growth(self, actions: Iterable[str], location: Location = NOWHERE) -> tuple[int, int]:
        """Compile the actions of a growth option, one row each."""
        start = len(self.code)
        for action in parse_growth(actions, location):
            self._row(action, -1, Who.SELF)
        return start, len(self.code)

    def condition(self, texts: Iterable[str], location: Location = NOWHERE) -> int:
        """Index of the conjunction of conditions, -1 if they ask for nothing."""
        return self._conjunction(parse_conditions(texts, location))

    def _conjunction(self, conditions: tuple[Condition, ...], who: Who = Who.SELF) -> int:
        if not conditions:
            return -1
        # who pays is the spirit that the line speaks to
        found = tuple(c._replace(left=who) if c.kind == Cond.PAY else c for c in conditions)
        if found not in self._conjunctions:
            self._conjunctions[found] = len(self.cond_start)
            self.cond_start.append(len(self.conditions))
            self.conditions += [[int(value) for value in condition] for condition in found]
            self.cond_end.append(len(self.conditions))
        return self._conjunctions[found]

    def _add(self, op: Op, columns: Columns) -> int:
        """Append a row; its index."""
        row = [0] * N_COL
        row[Col.OP], row[Col.COND], row[Col.AMOUNT], row[Col.EVERY] = int(op), -1, 1, 1
        for column, value in columns.items():
            row[column] = int(value)
        self.code.append(row)
        row[Col.END] = len(self.code)
        return len(self.code) - 1

    @contextmanager
    def _block(self, op: Op, columns: Columns) -> Iterator[None]:
        index = self._add(op, columns)
        yield
        self.code[index][Col.END] = len(self.code)

    def _nodes(self, nodes: Sequence[Node], who: Who) -> None:
        all_of(partial(self._group, group, who) for group in _groups(nodes))

    def _group(self, group: Sequence[Node], who: Who) -> None:
        """Compile one effect, or what is done in one loop."""
        loop = _loop(group[0])
        if _waits_for_gains(group[0]):
            with self._block(Op.AFTER_GAIN, {}):
                for node in group:
                    self._node(node, who)
        elif loop is None:
            self._node(group[0], who)
        else:
            with self._block(*self._scope(loop, who, ())):
                self._nodes((_without_first(group[0]), *group[1:]), who)

    def _node(self, node: Node, who: Who) -> None:
        if isinstance(node, Line):
            self._line(node.prefixes, node, who, ())
            return
        with self._block(Op.CHOOSE, {Col.A: len(node.options)}):
            for option in node.options:
                guard, option = _guard(option)
                with self._block(Op.OPTION, {Col.COND: self._conjunction(guard)}):
                    self._nodes(option, who)

    def _line(self, prefixes: tuple[Phrase, ...], line: Line, who: Who, conditions: tuple[Condition, ...]) -> None:
        """Compile what stands after the first prefixes of a line."""
        clause = line.clause
        if not prefixes or _spoken(prefixes, clause):
            clause = replace(clause, form=_spoken(prefixes, clause) or clause.form)
            _check_clause(line, clause, who)
            self._row(clause, self._conjunction(conditions, who), who)
            return
        prefix, rest = prefixes[0], prefixes[1:]
        if who == Who.EACH and prefix.form != "if":
            raise line.fault("after 'each spirit:' no other spirit, player or land can be named")
        if prefix.form == "if":
            self._line(rest, line, who, conditions + prefix.conditions)
        elif prefix.form in SPEAKERS:
            self._line(rest, line, SPEAKERS[prefix.form], conditions)
        elif prefix.form == "each_board":
            if not rest or rest[0].form not in ("one_land_where", "one_land_most"):
                raise line.fault(
                    "after 'on each board:' should follow 'in one land where ...:' or 'in one land with most'"
                )
            op, columns = self._scope(rest[0], who, conditions)
            board = self._conjunction(prefix.conditions)
            with self._block(op, {**columns, Col.SCOPE: Scope.BOARDS, Col.A: board}):
                self._line(rest[1:], line, who, ())
        elif prefix.form in MISPLACED:
            raise line.fault(MISPLACED[prefix.form])
        else:
            with self._block(*self._scope(prefix, who, conditions)):
                self._line(rest, line, who, ())

    def _scope(self, prefix: Phrase, who: Who, conditions: tuple[Condition, ...]) -> tuple[Op, Columns]:
        """Operation and columns of the block that a prefix opens."""
        op, scope = BLOCKS[prefix.form]
        if scope == Scope.OWN and who == Who.TARGET:
            scope = Scope.TARGET_SPIRIT
        flags = Flag.MAY * ("may" in prefix.extras) | Flag.DIFFERENT * ("different" in prefix.extras)
        flags |= Flag.MOST * (prefix.form == "one_land_most")
        columns = {Col.COND: self._conjunction(conditions, who), Col.FLAGS: flags, Col.WHO: who, Col.SCOPE: scope}
        if op == Op.PLAYERS:
            return op, columns
        return op, {**columns, Col.A: prefix.number, Col.B: self._conjunction(prefix.conditions)}

    def _row(self, clause: Phrase, cond: int, who: Who) -> None:
        """Append the row of a clause or a growth action."""
        fixed = FIXED.get(clause.form, {})
        flags = fixed.get(Col.FLAGS, 0) | Flag.UPTO * clause.upto | Flag.SPREAD * ("spread" in clause.extras)
        columns = {
            Col.AMOUNT: clause.amount,
            Col.PER: clause.per,
            Col.EVERY: clause.every,
            **fixed,
            Col.COND: cond,
            Col.FLAGS: flags,
            Col.WHO: who,
        }
        if clause.pieces:
            columns[Col.PIECES] = clause.pieces
        if clause.form in ARGUMENTS:
            columns |= ARGUMENTS[clause.form](clause)
        if OPERATIONS[clause.form] == Op.STANDING_SKIP:
            columns[Col.B] = self._conjunction(clause.conditions)
        if OPERATIONS[clause.form] == Op.PLACE_PRESENCE:
            terrain = (Condition(Cond.TERRAIN, clause.code),) if clause.code else ()
            columns[Col.B] = self._conjunction(clause.conditions + terrain)
        self._add(OPERATIONS[clause.form], columns)


def _check_clause(line: Line, clause: Phrase, who: Who) -> None:
    """Refuse a clause that may not stand where it does."""
    if clause.form in MISPLACED:
        raise line.fault(MISPLACED[clause.form])
    if who == Who.EACH and OPERATIONS[clause.form] != Op.ENERGY:
        raise line.fault("'each spirit:' can only gain energy")
    if clause.form == "gift_to_target" and who != Who.SELF:
        raise line.fault("a card goes to the target only from the acting spirit, so without 'to target spirit:'")
    if clause.form == "gift_to_actor" and who != Who.TARGET:
        raise line.fault("a card goes to the actor only from the target, so after 'to target spirit:'")


def _spoken(prefixes: tuple[Phrase, ...], clause: Phrase) -> str | None:
    """The form of a last prefix and a clause that are one operation instead of a block."""
    if len(prefixes) != 1:
        return None
    if prefixes[0].form == "each_own_land" and clause.form == "defend" and clause.per == Per.ONE:
        return "ward"
    if prefixes[0].form == "one_adjacent_land" and clause.form == "repeat":
        return "repeat_adjacent"
    return None


def _groups(nodes: Sequence[Node]) -> list[list[Node]]:
    """Effects one by one, but lines "in that land" with the "each player" line before them: each player does both."""
    groups: list[list[Node]] = []
    for node in nodes:
        loop = _loop(groups[-1][0]) if groups else None
        waits = bool(groups) and _waits_for_gains(groups[-1][0]) and _waits_for_gains(node)
        if waits or loop is not None and loop.form == "each_player" and _first(node) == "that_land":
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups


def _waits_for_gains(node: Node) -> bool:
    """Whether a line asks what a gain before it has cost, which is known only once the gain is done."""
    if not isinstance(node, Line) or _first(node) != "if":
        return False
    return any(condition.kind == Cond.FORGOT_THIS for condition in node.prefixes[0].conditions)


def _first(node: Node) -> str | None:
    """Form of the first prefix of a line."""
    return node.prefixes[0].form if isinstance(node, Line) and node.prefixes else None


def _loop(node: Node) -> Phrase | None:
    """The looping prefix that a line, or every line of a choice, begins with."""
    if isinstance(node, Line):
        return node.prefixes[0] if _first(node) in LOOPS else None
    loops = {_loop(inner) for option in node.options for inner in option}
    return loops.pop() if len(loops) == 1 else None


def _without_first(node: Node) -> Node:
    """A line without its first prefix, or a choice with such lines."""
    if isinstance(node, Line):
        return replace(node, prefixes=node.prefixes[1:])
    return replace(node, options=tuple(tuple(_without_first(inner) for inner in option) for option in node.options))


def _guard(option: tuple[Node, ...]) -> tuple[tuple[Condition, ...], tuple[Node, ...]]:
    """The condition for an option to be there at all, and the option without it.

    An option of several lines has one only if all others wait for the first. A payment stays inside: it is decided when
    the option has been chosen.
    """
    line, *others = option
    if not all(map(_waits_for_gains, others)) or isinstance(line, Choice) or _first(line) != "if":
        return (), option
    conditions = line.prefixes[0].conditions
    if any(condition.kind == Cond.PAY for condition in conditions):
        return (), option
    return conditions, (_without_first(line), *others)
