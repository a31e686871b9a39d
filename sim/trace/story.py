"""A game as a story: what each phase brought, entry by entry, out of the rows of its trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from sim.content.load import load_content
from sim.content.names import blight_names, fear_names
from sim.content.setup import NONE
from sim.core.codes import Decision, Event, Phase, Piece
from sim.trace.decisions import Teller
from sim.trace.events import Row, Scene, counted, listing, phrases, power_title
from sim.trace.naming import Game, invader_title, kind_of_variant, target_kind
from sim.trace.parts import EXPLORING, Happening, Part, Splitter

CARD_DECISIONS = (Decision.PLAY, Decision.ELEMENT)
"""Decisions of a spirit phase that come after all growth."""
BUILT = (
    (Piece.TOWN, "a town", "towns"),
    (Piece.CITY, "a city", "cities"),
    (Piece.EXPLORER, "an explorer instead of a building", "explorers instead of buildings"),
)
"""What a Build adds, with the words for one and for several."""
STRIKING = (Event.DESTROYED, Event.DAMAGE, Event.FEAR, Event.FEAR_CARD_EARNED, Event.TERROR)
"""What comes of dahan striking back."""


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
        parts = Splitter(happening, self.teller).split()
        writers = {
            Phase.SETUP: self._set_up,
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

    # ----------------------------------------------------------------------------------------------------- set-up
    def _set_up(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Starting lands that were chosen, the first Explore, what adversaries and scenarios add."""
        for choice, said in parts[0].choices:
            yield Entry(f"{self.game.spirit_name(choice.seat)} starts in {self.game.land(choice.chosen)} too", [said])
        for number, part in enumerate(parts[1:]):
            assert part.head is not None
            words = phrases(Scene(self.game), part.rows)
            if part.head[0] == Event.INVADER_CARD:
                if words:
                    yield Entry(_told(self._escalation(), words))
                again = f"then they explore ({invader_title(part.head[1])}): " if number else ""
                yield Entry(again + self._explored(part.rows), part.lines)
            elif part.head[0] == Event.DISCARDED:
                yield Entry(_told(f"Royal Backing discards {invader_title(part.head[1])}", words), part.lines)
            elif part.head[0] == Event.GAIN_CARD:
                yield from self._dealt([part.head, *part.rows])
            elif part.head[0] == Event.ADDED:
                words = phrases(Scene(self.game), [part.head, *part.rows])
                yield Entry(_told("all towns are removed, the inner lands settled", words), part.lines)
            else:
                yield Entry(f"the invaders act once more: {self._built([part.head, *part.rows])}", part.lines)

    def _dealt(self, rows: list[Row]) -> Iterator[Entry]:
        """Power cards that each spirit gets at set-up."""
        for seat in range(len(self.game.spirits)):
            cards = [power_title(row[1]) for row in rows if row[0] == Event.GAIN_CARD and row[2] == seat]
            yield Entry(f"{self.game.spirit_name(seat)} is dealt {listing(cards)}")

    # ---------------------------------------------------------------------------------------------------- spirits
    def _spirits(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Growth of every spirit, then income and cards."""
        content = load_content()
        rows = [row for part in parts for row in part.rows]
        income = _income(rows, len(self.game.spirits))
        first_income = _place(rows, income[0]) if income else len(rows)
        cards, grown = rows[first_income:], rows[:first_income]
        for part in parts:
            if part.head is None:
                continue
            seat, option = part.head[1], part.head[2]
            growth = content.spirits[self.game.spirits[seat]].growth
            actions = ", ".join([*growth.always, *growth.options[option].actions])
            mine = [row for row in part.rows if _place(grown, row) < len(grown)]
            text = f"{self.game.spirit_name(seat)} grows by option {option + 1} ({actions})"
            lines = [words for choice, words in part.choices if choice.kind not in CARD_DECISIONS]
            yield Entry(_told(text, phrases(Scene(self.game, None, seat), mine)), lines)
        choices = [told for part in parts for told in part.choices]
        for seat, earned in income.items():
            energy = happening.energy[seat] + sum(row[2] for row in rows if row[:2] == (Event.ENERGY, seat))
            played = [row for row in cards if row[0] == Event.PLAY and row[2] == seat]
            chosen = [row for row in cards if row[:2] == (Event.ELEMENT, seat)]
            text = f"{self.game.spirit_name(seat)} gains {earned[2]} energy and has {energy}; {_plays(played)}"
            words = [text, *phrases(Scene(self.game, None, seat), chosen)]
            lines = [said for choice, said in choices if choice.kind in CARD_DECISIONS and choice.seat == seat]
            yield Entry("; ".join(words), lines)

    def _powers(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """Powers used, one by one, and Rituals with the fear cards they resolve."""
        for part in parts:
            if part.head is None:
                continue
            if part.head[0] == Event.FEAR_CARD:
                yield self._fear_card(part)
            elif part.head[0] == Event.RITUAL:
                land = part.head[1]
                text = f"the spirits perform the Ritual in {self.game.land(land)}"
                yield Entry(_told(text, phrases(Scene(self.game, land), part.rows)), part.lines)
            elif part.head[0] == Event.MOVED:
                text = f"the dahan of {self.game.land(part.head[2])} scatter"
                yield Entry(_told(text, phrases(Scene(self.game, part.head[2]), part.rows)), part.lines)
            else:
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
        """What the blighted island does, then fear cards, one by one."""
        for part in parts:
            if part.head is not None and part.head[0] == Event.FEAR_CARD:
                yield self._fear_card(part)
            elif part.head is not None:
                card = blight_names().titles[blight_names().index[self.game.setup.blight_card]]
                yield Entry(_told(f"blighted island, {card}", phrases(Scene(self.game), part.rows)), part.lines)

    def _fear_card(self, part: Part) -> Entry:
        """A fear card and what comes of it."""
        assert part.head is not None
        text = f"{fear_names().titles[part.head[1]]} at terror level {part.head[2]}"
        return Entry(_told(text, phrases(Scene(self.game), part.rows)), part.lines)

    def _ravage(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """The Build of an extra slot, then lands that ravage, one by one."""
        for part in parts:
            if part.head is None:
                continue
            if part.head[0] == Event.EXTRA_BUILD:
                yield Entry(f"extra Build ({invader_title(part.head[1])}): {self._built(part.rows)}", part.lines)
                continue
            land = part.head[1]
            scene = Scene(self.game, land)
            if part.head[0] == Event.RAVAGE_SKIPPED:
                words = ["the Ravage is skipped", *phrases(scene, part.rows)]
            else:
                words = _ravaged(scene, part.head[2], part.head[3], part.rows)
            yield Entry(f"{self.game.land(land)}: {'; '.join(words)}", part.lines)
        heads = [part.head[0] for part in parts if part.head is not None]
        if happening.card >= 0 and not {Event.RAVAGE, Event.RAVAGE_SKIPPED} & set(heads):
            yield Entry("no land of the card has invaders")

    def _build(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """What is built where."""
        if happening.card >= 0:
            yield Entry(self._built(parts[0].rows), parts[0].lines)

    def _built(self, rows: list[Row]) -> str:
        """What a Build adds where, and where it is skipped."""
        words = []
        for kind, one, several in BUILT:
            lands = [self.game.land(row[1]) for row in rows if row[0] == Event.BUILD and row[2] == kind]
            if lands:
                words.append(f"{one if len(lands) == 1 else several} in {listing(lands)}")
        skipped = [self.game.land(row[1]) for row in rows if row[0] == Event.BUILD_SKIPPED]
        if skipped:
            words.append(f"skipped in {listing(skipped)}")
        words += phrases(Scene(self.game), [row for row in rows if row[0] == Event.VETO])
        return "; ".join(words) or "no land of the card has invaders"

    def _explore(self, happening: Happening, parts: list[Part]) -> Iterator[Entry]:
        """The action of the card before or after the lands explored, as adversaries have it."""
        if happening.card < 0:
            yield Entry("there is no invader card left")
            return
        told = False
        for part in parts:
            if part.head is not None and part.head[0] in EXPLORING:
                told = True
                yield Entry(self._explored(part.rows), part.lines)
            else:
                action = phrases(Scene(self.game), part.rows)
                if action:
                    yield Entry(_told(self._escalation(), action), part.lines)
        if not told:
            yield Entry(self._explored([]))

    def _explored(self, rows: list[Row]) -> str:
        """Lands that got an explorer, or more, and lands where the Explore is skipped."""
        words = []
        numbers = Counter(row[1] for row in rows if row[0] == Event.EXPLORE)
        for number in sorted(set(numbers.values())):
            lands = [self.game.land(land) for land, explorers in numbers.items() if explorers == number]
            several = "explorers" if len(lands) > 1 else "an explorer"
            words.append(f"{several if number == 1 else f'{number} explorers'} in {listing(lands)}")
        skipped = [self.game.land(row[1]) for row in rows if row[0] == Event.EXPLORE_SKIPPED]
        if skipped:
            words.append(f"skipped in {listing(skipped)}")
        return "; ".join(words) or "no land of the card can be explored"

    def _escalation(self) -> str:
        """What the action of a flagged card is called."""
        opponent = self.game.setup.adversary.id
        if opponent == NONE:
            return "the card's action"
        return load_content().adversaries[opponent].escalation.name

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
    """Cards played, with what was paid, or gained where a card costs less than nothing."""
    cards = [f"{power_title(row[1])} {f'for {row[3]}' if row[3] >= 0 else f'and gains {-row[3]}'}" for row in played]
    return f"plays {listing(cards)}" if cards else "plays no card"


def _place(rows: list[Row], wanted: Row) -> int:
    """Where this very row stands, which may have equals; the length of the list if it is not there."""
    return next((place for place, row in enumerate(rows) if row is wanted), len(rows))


def _income(rows: list[Row], seats: int) -> dict[int, Row]:
    """The income rows by seat: the last gains of energy before the first card, one for each spirit in order.

    None in a game that has ended during growth.
    """
    gains = []
    for row in rows:
        if row[0] == Event.PLAY:
            break
        if row[0] == Event.OUTCOME:
            return {}
        if row[0] == Event.ENERGY:
            gains.append(row)
    last = gains[-seats:]
    return dict(enumerate(last)) if [row[1] for row in last] == list(range(seats)) else {}


def _ravaged(scene: Scene, damage: int, raw: int, rows: list[Row]) -> list[str]:
    """What a land suffers, what its dahan then do to the invaders, what comes after."""
    words = [f"{damage} damage" + (f" ({raw} before Defend)" if raw > damage else "")]
    strike = next((place for place, row in enumerate(rows) if _hurts_invader(row)), len(rows))
    end = next((place for place in range(strike, len(rows)) if rows[place][0] not in STRIKING), len(rows))
    words += phrases(scene, rows[:strike])
    if strike < end:
        words.append(f"the dahan strike back: {', '.join(phrases(scene, rows[strike:end]))}")
    return words + phrases(scene, rows[end:])


def _hurts_invader(row: Row) -> bool:
    """Whether a row tells of damage to an invader, or of its end."""
    variant = row[1] if row[0] == Event.DESTROYED else row[2] if row[0] == Event.DAMAGE else None
    return variant is not None and kind_of_variant(variant) != "dahan"


def summary(numbers: dict[str, int], pool: str) -> str:
    """The island in one line, from numbers by name; ``pool`` is where blight comes from."""
    parts = ", ".join(counted(numbers[kind], kind) for kind in ("explorer", "town", "city", "dahan"))
    return (
        f"terror level {numbers['terror']}, {numbers['fear']} of {numbers['fear_pool']} fear, "
        f"{numbers['blight_pool']} blight {pool}; {parts}"
    )
