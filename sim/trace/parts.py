"""The rows of a phase taken apart: what happened one after the other, and the decisions that belong to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sim.core.codes import Decision, Event, Phase, Piece
from sim.trace.decisions import Choice, Teller, read_choices
from sim.trace.events import Row
from sim.trace.naming import kind_of_variant

USING = (Event.USE, Event.RITUAL, Event.FEAR_CARD)
HEADS = {
    Phase.SPIRIT: (Event.GROWTH,),
    Phase.FAST: USING,
    Phase.FEAR: (Event.BLIGHTED_ISLAND, Event.FEAR_CARD),
    Phase.RAVAGE: (Event.EXTRA_BUILD, Event.RAVAGE, Event.RAVAGE_SKIPPED),
    Phase.SLOW: USING,
}
"""Events that begin a new part, by phase."""
SETTING_UP = ((Event.BUILD, Event.BUILD_SKIPPED), (Event.ADDED,), (Event.GAIN_CARD,))
"""Events of the set-up that follow one another in one part."""
LEADING = (
    Decision.GROWTH,
    Decision.POWER,
    Decision.TARGET,
    Decision.LEVELS,
    Decision.ORDER,
    Decision.SKIP,
)
"""Decisions that belong to the part after them."""
USES = (Decision.POWER, Decision.TARGET)
"""Decisions after which everything up to the use of the power is paid or gained for it."""
EXPLORING = (Event.EXPLORE, Event.EXPLORE_SKIPPED)
BUILDING = (Event.BUILD, Event.BUILD_SKIPPED)


@dataclass
class Part:
    """A part of a phase: its head, what follows from it, the decisions about it."""

    head: Row | None
    rows: list[Row] = field(default_factory=list)
    choices: list[tuple[Choice, str]] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The decisions in words."""
        return [words for _, words in self.choices]


@dataclass(frozen=True)
class Happening:
    """What was traced in one phase.

    Attributes
    ----------
    phase : Phase
    rows : list of tuple
        Trace rows.
    values : list of float
        Scores that go with them.
    energy : list of int
        Energy of each seat before the phase.
    card : int
        Invader card that acts in the phase, -1 for none.
    """

    phase: Phase
    rows: list[Row]
    values: list[float]
    energy: list[int]
    card: int = -1


class Splitter:
    """Takes a phase apart.

    Parameters
    ----------
    happening : Happening
    teller : Teller
        Tells its decisions.
    """

    def __init__(self, happening: Happening, teller: Teller) -> None:
        self.happening = happening
        self.teller = teller
        self.cuts = _cuts(happening)
        self.parts = [Part(None)]
        self.waiting: list[tuple[Choice, str]] = []
        self.carried: list[Row] = []

    def split(self) -> list[Part]:
        """The parts of the phase; the first one has no head."""
        for place, row in enumerate(self.happening.rows):
            if place in self.cuts:
                self._begin(self.cuts[place])
            if row[0] == Event.DECISION:
                self._decide(place)
            elif self._begins(row):
                self._begin(row)
            elif row[0] == Event.VETO:
                self._veto(place, row)
            elif row[0] != Event.CANDIDATE:
                self._add(row)
        self.parts[-1].choices += self.waiting
        return self.parts

    def _begins(self, row: Row) -> bool:
        """Whether a row is the head of a new part."""
        if self.happening.phase != Phase.SETUP:
            return row[0] in HEADS.get(self.happening.phase, ())
        if row[0] in (Event.INVADER_CARD, Event.DISCARDED):
            return True
        if row[0] == Event.ADDED and row[1] != Piece.EXPLORER:
            return False
        head = self.parts[-1].head
        return any(row[0] in events and (head is None or head[0] not in events) for events in SETTING_UP)

    def _begin(self, head: Row) -> None:
        """Begin a new part with what was kept for it."""
        if head[0] == Event.USE and not self.carried:
            self.carried = _repeat_payment(self.parts[-1].rows, head)
        self.parts.append(Part(head, self.carried, self.waiting))
        self.carried, self.waiting = [], []

    def _decide(self, place: int) -> None:
        """Keep a decision for the part it belongs to; before a ravage a DECLINE is about a veto of it."""
        choice = read_choices(self.happening.rows, self.happening.values, place)
        veto = self.happening.phase == Phase.RAVAGE and choice.kind == Decision.DECLINE
        owner = self.waiting if choice.kind in LEADING or veto else self.parts[-1].choices
        owner.append((choice, self.teller.words(choice)))

    def _veto(self, place: int, row: Row) -> None:
        """A veto says what the loss of the presence just before it was for; a skipped ravage comes after it."""
        self.parts[-1].rows.pop()
        after = self.happening.rows[place + 1]
        (self.carried if self._begins(after) else self.parts[-1].rows).append(row)

    def _add(self, row: Row) -> None:
        """Add a row that is no head."""
        part = self.parts[-1]
        if row[0] in BUILDING:
            part.choices += self.waiting
            self.waiting = []
        using = any(choice.kind in USES for choice, _ in self.waiting)
        (self.carried if using else part.rows).append(row)


def _cuts(happening: Happening) -> dict[int, Row]:
    """Places at which a part begins whatever the row there, each with the head of the part."""
    rows = happening.rows
    if happening.phase == Phase.EXPLORE:
        explored = [place for place, row in enumerate(rows) if row[0] in EXPLORING]
        return {explored[0]: rows[explored[0]], explored[-1] + 1: (Event.INVADER_CARD,)} if explored else {}
    rituals = [place for place, row in enumerate(rows) if row[0] == Event.RITUAL]
    return dict(found for place in rituals if (found := _scattering(rows, place)))


def _scattering(rows: Sequence[Row], ritual: int) -> tuple[int, Row] | None:
    """Where the dahan of a Ritual begin to scatter: after its last fear card, with the first that leaves its land."""
    uses = [place for place in range(ritual + 1, len(rows)) if rows[place][0] in (Event.USE, Event.RITUAL)]
    end = uses[0] if uses else len(rows)
    cards = [place for place in range(ritual, end) if rows[place][0] == Event.FEAR_CARD]
    land = rows[ritual][1]
    for place in range(max(cards, default=ritual) + 1, end):
        row = rows[place]
        if row[0] == Event.MOVED and row[2] == land and kind_of_variant(row[1]) == "dahan":
            start = place
            while rows[start - 1][0] == Event.CANDIDATE:
                start -= 1
            return start - (rows[start - 1][:2] == (Event.DECISION, Decision.PUSH)), row
    return None


def _repeat_payment(before: list[Row], use: Row) -> list[Row]:
    """Take the payment for a repeated card out of the rows before its use; there it does not belong."""
    if before and before[-1][0] == Event.ENERGY and before[-1][1] == use[2] and before[-1][2] < 0:
        return [before.pop()]
    return []
