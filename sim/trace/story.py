"""A game as a story: what each phase brought, entry by entry, out of the rows of its trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sim.content.load import load_content
from sim.content.names import fear_names
from sim.core.codes import Decision, Event, Phase, Piece
from sim.trace.decisions import Choice, Teller, read_choices
from sim.trace.events import Row, Scene, counted, listing, phrases, power_title
from sim.trace.naming import Game, invader_title, kind_of_variant, target_kind

HEADS = {
    Phase.SPIRIT: (Event.GROWTH,),
    Phase.FAST: (Event.USE,),
    Phase.FEAR: (Event.FEAR_CARD,),
    Phase.RAVAGE: (Event.RAVAGE, Event.RAVAGE_SKIPPED),
    Phase.SLOW: (Event.USE,),
}
"""Events that begin a new entry."""
LEADING = (
    Decision.GROWTH,
    Decision.PLAY,
    Decision.POWER,
    Decision.TARGET,
    Decision.LEVELS,
    Decision.ORDER,
    Decision.SKIP,
)
"""Decisions that belong to the entry after them."""
NO_CARD = -1
BUILT = (
    (Piece.TOWN, "a town", "towns"),
    (Piece.CITY, "a city", "cities"),
    (Piece.EXPLORER, "an explorer instead of a building", "explorers instead of buildings"),
)
"""What a Build adds, with the words for one and for several."""


EXPLORED = (
    (Event.EXPLORE, "an explorer", "explorers"),
    (Event.EXPLORE_SKIPPED, "skipped", "skipped"),
)


@dataclass
class Entry:
    """Something that happened, with the decisions that led to it.

    Attributes
    ----------
    text : str
    choices : list of str
        Decisions, one line each.
    """

    text: str
    choices: list[str] = field(default_factory=list)


@dataclass
class Chapter:
    """One phase of a round.

    Attributes
    ----------
    title : str
    entries : list of Entry
    """

    title: str
    entries: list[Entry]


@dataclass
class Part:
    """The rows of one entry: its head, what follows from it, the decisions about it."""

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
    card: int = NO_CARD


class Author:
    """Writes the chapters of one game.

    Parameters
    ----------
    game : Game
        The names.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.teller = Teller(game)

    def chapter(self, happening: Happening) -> Chapter | None:
        """The chapter of a phase; None if there is nothing to tell."""
        parts = self._parts(happening)
        writers = {
            Phase.SETUP: self._explore,
            Phase.SPIRIT: self._spirits,
            Phase.FAST: self._powers,
            Phase.FEAR: self._fear,
            Phase.RAVAGE: self._ravage,
            Phase.BUILD: self._build,
            Phase.EXPLORE: self._explore,
            Phase.SLOW: self._powers,
            Phase.TIME_PASSES: self._time_passes,
        }
        entries = list(writers[happening.phase](happening, parts))
        return Chapter(_title(happening), entries) if entries else None

    def _parts(self, happening: Happening) -> list[Part]:
        """The rows of a phase, entry by entry; the first part has no head."""
        parts = [Part(None)]
        waiting: list[tuple[Choice, str]] = []
        heads = HEADS.get(happening.phase, ())
        for place, row in enumerate(happening.rows):
            if row[0] == Event.DECISION:
                choice = read_choices(happening.rows, happening.values, place)
                owner = waiting if choice.kind in LEADING else parts[-1].choices
                owner.append((choice, self.teller.words(choice)))
            elif row[0] in heads:
                parts.append(Part(row, choices=waiting))
                waiting = []
                if row[0] == Event.USE:
                    parts[-1].rows = _repeat_payment(parts[-2].rows, row)
            elif row[0] != Event.CANDIDATE:
                parts[-1].rows.append(row)
        parts[-1].choices += waiting
        return parts

    # ---------------------------------------------------------------------------------------------------- spirits
    def _spirits(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Growth of every spirit, then income and cards."""
        content = load_content()
        rows = [row for part in parts for row in part.rows]
        income = _income(rows, len(self.game.spirits))
        for part in parts:
            if part.head is None:
                continue
            seat, option = part.head[1], part.head[2]
            actions = content.spirits[self.game.spirits[seat]].growth.options[option].actions
            told = phrases(Scene(self.game, None, seat), [row for row in part.rows if row not in income.values()])
            text = f"{self.game.spirit_name(seat)} grows by option {option + 1} ({', '.join(actions)})"
            yield Entry(_told(text, told), [words for choice, words in part.choices if choice.kind != Decision.PLAY])
        for seat, earned in income.items():
            gained = sum(row[2] for row in rows if row[0] == Event.ENERGY and row[1] == seat)
            played = [row for row in rows if row[0] == Event.PLAY and row[2] == seat]
            text = f"{self.game.spirit_name(seat)} gains {earned[2]} energy and has "
            text += f"{happening.energy[seat] + gained}; {_plays(played)}"
            choices = [told for part in parts for told in part.choices]
            mine = [words for choice, words in choices if (choice.kind, choice.seat) == (Decision.PLAY, seat)]
            yield Entry(text, mine)

    def _powers(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Powers used, one by one."""
        for part in parts:
            if part.head is not None:
                scene = Scene(self.game, _target_land(part.head), part.head[2])
                yield Entry(_told(self._use(part.head), phrases(scene, part.rows)), part.lines)

    def _use(self, head: Row) -> str:
        """Who uses which power where, with which levels."""
        power, seat, target, levels = head[1:5]
        land = _target_land(head)
        where = f" in {self.game.land(target)}" if land is not None else f" on {self.game.spirit_name(target)}"
        if land is None and target == seat:
            where = " on itself"
        reached = [str(level + 1) for level in range(levels.bit_length()) if levels >> level & 1]
        is_card = power < len(load_content().cards)
        how = ""
        if reached:
            how = " with its threshold" if is_card else f", level{'s' if len(reached) > 1 else ''} {listing(reached)}"
        return f"{self.game.spirit_name(seat)} uses {power_title(power)}{where}{how}"

    # --------------------------------------------------------------------------------------------------- invaders
    def _fear(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Fear cards, one by one."""
        for part in parts:
            if part.head is not None:
                title = fear_names().titles[part.head[1]]
                text = f"{title} at terror level {part.head[2]}"
                yield Entry(_told(text, phrases(Scene(self.game), part.rows)), part.lines)

    def _ravage(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Lands that ravage, one by one."""
        for part in parts:
            if part.head is None:
                continue
            land = part.head[1]
            if part.head[0] == Event.RAVAGE_SKIPPED:
                yield Entry(f"{self.game.land(land)}: the Ravage is skipped", part.lines)
                continue
            damage, raw = part.head[2], part.head[3]
            words = [f"{damage} damage" + (f" ({raw} before Defend)" if raw > damage else "")]
            suffered, struck = _counterattack(part.rows)
            words += phrases(Scene(self.game, land), suffered)
            if struck:
                words.append(f"the dahan strike back: {', '.join(phrases(Scene(self.game, land), struck))}")
            yield Entry(f"{self.game.land(land)}: {'; '.join(words)}", part.lines)
        if happening.card >= 0 and len(parts) == 1:
            yield Entry("no land of the card has invaders")

    def _build(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """What is built where."""
        rows, choices = parts[0].rows, parts[0].lines
        words = []
        for kind, one, several in BUILT:
            lands = [self.game.land(row[1]) for row in rows if row[0] == Event.BUILD and row[2] == kind]
            if lands:
                words.append(f"{one if len(lands) == 1 else several} in {listing(lands)}")
        skipped = [self.game.land(row[1]) for row in rows if row[0] == Event.BUILD_SKIPPED]
        if skipped:
            words.append(f"skipped in {listing(skipped)}")
        if happening.card >= 0:
            yield Entry("; ".join(words) or "no land of the card has invaders", choices)

    def _explore(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """The action of the card, then the lands explored."""
        rows, choices = parts[0].rows, parts[0].lines
        action = phrases(Scene(self.game), [row for row in rows if row[0] == Event.ADDED])
        if action:
            yield Entry(f"the card's action: {', '.join(action)}", choices)
        words = []
        for event, one, several in EXPLORED:
            lands = [self.game.land(row[1]) for row in rows if row[0] == event]
            if lands:
                words.append(f"{one if len(lands) == 1 else several} in {listing(lands)}")
        if happening.card >= 0:
            yield Entry("; ".join(words) or "no land of the card can be explored")
        else:
            yield Entry("there is no invader card left")

    def _time_passes(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Cards that return to hands at the end of the turn."""
        for seat, name in enumerate(self.game.spirits):
            kept = [power_title(row[1]) for row in parts[0].rows if row[0] == Event.RECLAIM and row[2] == seat]
            if kept:
                yield Entry(f"{load_content().spirits[name].name} takes back {listing(kept)}", parts[0].lines)


def _title(happening: Happening) -> str:
    """Heading of a chapter."""
    titles = {
        Phase.SETUP: "Set-up, first Explore",
        Phase.SPIRIT: "Spirits",
        Phase.FAST: "Fast powers",
        Phase.FEAR: "Fear",
        Phase.RAVAGE: "Ravage",
        Phase.BUILD: "Build",
        Phase.EXPLORE: "Explore",
        Phase.SLOW: "Slow powers",
        Phase.TIME_PASSES: "Time passes",
    }
    card = f" ({invader_title(happening.card)})" if happening.card >= 0 else ""
    return titles[happening.phase] + card


def _target_land(head: Row) -> int | None:
    """The land that a use of a power is aimed at."""
    return head[3] if target_kind(head[1]) == "land" else None


def _told(text: str, words: list[str]) -> str:
    """What is done, and what came of it."""
    return f"{text}: {'; '.join(words)}" if words else text


def _plays(played: list[Row]) -> str:
    """Cards played, with what was paid."""
    cards = [f"{power_title(row[1])} for {row[3]}" for row in played]
    return f"plays {listing(cards)}" if cards else "plays no card"


def _income(rows: list[Row], seats: int) -> dict[int, Row]:
    """The income rows by seat: the last gains of energy before the first card, one for each spirit in order."""
    gains = []
    for row in rows:
        if row[0] == Event.PLAY:
            break
        if row[0] == Event.ENERGY:
            gains.append(row)
    last = gains[-seats:]
    return dict(enumerate(last)) if [row[1] for row in last] == list(range(seats)) else {}


def _repeat_payment(before: list[Row], use: Row) -> list[Row]:
    """Take the payment for a repeated card out of the rows before its use; there it does not belong."""
    if before and before[-1][0] == Event.ENERGY and before[-1][1] == use[2] and before[-1][2] < 0:
        return [before.pop()]
    return []


def _counterattack(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """What a ravaged land suffers, and what its dahan then do to the invaders."""
    for place, row in enumerate(rows):
        variant = row[1] if row[0] == Event.DESTROYED else row[2] if row[0] == Event.DAMAGE else None
        if variant is not None and kind_of_variant(variant) != "dahan":
            return rows[:place], rows[place:]
    return rows, []


def summary(numbers: dict[str, int]) -> str:
    """The island in one line, from numbers by name."""
    parts = ", ".join(counted(numbers[kind], kind) for kind in ("explorer", "town", "city", "dahan"))
    return (
        f"terror level {numbers['terror']}, {numbers['fear']} of {numbers['fear_pool']} fear, "
        f"{numbers['blight_pool']} blight in the pool; {parts}"
    )
