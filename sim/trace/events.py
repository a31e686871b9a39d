"""The events of a trace in the words of the game: short phrases, like ones counted together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sim.content.names import blight_names, fear_names, power_names
from sim.core.codes import Deck, Element, Event
from sim.kernels.tracks import FROM_LAND
from sim.trace.naming import KINDS, Game, kind_of_variant

Row = tuple[int, ...]
DESTROYED_PILE = 2
"""Where an added presence comes from, as ``Decision.TRACK`` has it, when it was destroyed."""
TRACK_NAMES = ("the energy track", "the card plays track")
PLURALS = {"explorer": "explorers", "town": "towns", "city": "cities", "card": "cards", "fear card": "fear cards"}
LATE = (Event.FEAR_CARD_EARNED, Event.TERROR)
"""What comes of fear is told after it."""


def counted(number: int, noun: str) -> str:
    """A number of things.

    Examples
    --------
    >>> counted(1, "explorer"), counted(3, "city"), counted(2, "dahan")
    ('1 explorer', '3 cities', '2 dahan')
    """
    return f"{number} {noun if number == 1 else PLURALS.get(noun, noun)}"


def listing(words: Sequence[str]) -> str:
    """Words joined as in a sentence.

    Examples
    --------
    >>> listing(["G1", "G2", "G6"])
    'G1, G2 and G6'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def power_title(number: int) -> str:
    """A power's name for people."""
    return power_names().titles[number]


@dataclass
class Phrase:
    """Something that happened.

    Attributes
    ----------
    key : tuple
        Equal for phrases that may be one, their numbers added; it begins with the ``Event``.
    number : int
    pattern : str
        The words, with ``{}`` for the number.
    noun : str
        What the number counts, if the word depends on it.
    word : str
        Before the lands: ``in``, ``from``.
    lands : list of str
        Lands it happened in, the same in each; empty if that needs no saying.
    """

    key: tuple[object, ...]
    number: int
    pattern: str
    noun: str = ""
    word: str = "in"
    lands: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """The phrase in words."""
        words = self.pattern.format(counted(self.number, self.noun) if self.noun else self.number)
        each = "each of " if len(self.lands) > 1 else ""
        return f"{words} {self.word} {each}{listing(self.lands)}" if self.lands else words

    def is_like(self, other: Phrase) -> bool:
        """Whether the other says the same of other lands."""
        mine, its = (self.pattern, self.noun, self.number), (other.pattern, other.noun, other.number)
        return bool(self.lands and other.lands) and mine == its


@dataclass(frozen=True)
class Scene:
    """What an action takes for granted, so that its phrases need not say it.

    Attributes
    ----------
    game : Game
        The names.
    land : int or None
        Where it is.
    seat : int or None
        Whose action it is.
    """

    game: Game
    land: int | None = None
    seat: int | None = None

    def where(self, land: int) -> list[str]:
        """The land's name in a list, empty if it is taken for granted."""
        return [] if land == self.land else [self.game.land(land)]

    def way(self, source: int, target: int) -> str:
        """Where something went."""
        words = "" if source == self.land else f" from {self.game.land(source)}"
        return words if target == self.land else f"{words} to {self.game.land(target)}"

    def who(self, seat: int, verb: str) -> str:
        """Who does something, with the verb; only the verb if that is taken for granted."""
        return verb if seat == self.seat else f"{self.game.spirit_name(seat)} {verb}"

    def whose(self, seat: int) -> str:
        """Whose a presence is; nothing if that is taken for granted."""
        return "" if seat == self.seat else f" of {self.game.spirit_name(seat)}"


def phrases(scene: Scene, rows: Sequence[Row]) -> list[str]:
    """What the rows of an action say, like ones together; all its fear comes last.

    Rows that a heading tells (a power used, a land explored) are passed over.
    """
    found: list[Phrase] = []
    late: list[Phrase] = []
    fear = sum(row[1] for row in rows if row[0] == Event.FEAR)
    for row in _once(rows):
        make = _MAKERS.get(Event(row[0]))
        phrase = make(scene, row) if make else None
        if phrase is None or phrase.number == 0:
            continue
        told = late if phrase.key[0] in LATE else found
        if told and told[-1].key == phrase.key:
            told[-1].number += phrase.number
        else:
            told.append(phrase)
    words = [*_taken_back(scene, rows), *map(str, _by_lands(found))]
    words += [f"{fear} fear"] if fear else []
    return words + [str(phrase) for phrase in late]


def _taken_back(scene: Scene, rows: Sequence[Row]) -> list[str]:
    """Cards taken back from the discard, spirit by spirit."""
    seats = dict.fromkeys(row[2] for row in rows if row[0] == Event.RECLAIM)
    cards = {
        seat: [power_title(row[1]) for row in rows if row[0] == Event.RECLAIM and row[2] == seat] for seat in seats
    }
    return [scene.who(seat, f"takes back {listing(names)}") for seat, names in cards.items()]


def _once(rows: Sequence[Row]) -> list[Row]:
    """The rows without those that another one tells better: what drowns is destroyed, as the row before it says."""
    kept: list[Row] = []
    for row in rows:
        if row[0] == Event.DROWNED:
            gone = [place for place, other in enumerate(kept) if other == (Event.DESTROYED, *row[1:])]
            kept[gone[-1]] = row
        else:
            kept.append(row)
    return kept


def _by_lands(found: list[Phrase]) -> list[Phrase]:
    """Phrases in a row that say the same of different lands, as one."""
    merged: list[Phrase] = []
    for phrase in found:
        if merged and merged[-1].is_like(phrase):
            merged[-1].lands += phrase.lands
        else:
            merged.append(phrase)
    return merged


def _destroyed(scene: Scene, row: Row) -> Phrase:
    kind, land = kind_of_variant(row[1]), row[2]
    return Phrase((Event.DESTROYED, kind, land), row[3], "{} destroyed", kind, lands=scene.where(land))


def _removed(scene: Scene, row: Row) -> Phrase:
    kind, land = kind_of_variant(row[1]), row[2]
    return Phrase((Event.REMOVED, kind, land), row[3], "{} removed", kind, "from", scene.where(land))


def _moved(scene: Scene, row: Row) -> Phrase:
    kind, source, target = kind_of_variant(row[1]), row[2], row[3]
    return Phrase((Event.MOVED, kind, source, target), 1, f"{{}}{scene.way(source, target)}", kind)


def _added(scene: Scene, row: Row) -> Phrase:
    kind, land = KINDS[row[1]], row[2]
    return Phrase((Event.ADDED, kind, land), row[3], "{} added", kind, lands=scene.where(land))


def _blight(scene: Scene, row: Row) -> Phrase:
    land, cascaded = row[1], row[2]
    if cascaded:
        return Phrase((Event.BLIGHT, object()), 1, f"blight cascades to {scene.game.land(land)}")
    return Phrase((Event.BLIGHT, object()), 1, "blight added", lands=scene.where(land))


def _blight_removed(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.BLIGHT_REMOVED, row[1]), row[2], "{} blight removed", "", "from", scene.where(row[1]))


def _presence_added(scene: Scene, row: Row) -> Phrase:
    seat, land, source = row[1], row[2], row[3]
    key = (Event.PRESENCE_ADDED, seat, land, source)
    if source == DESTROYED_PILE:
        words = f"{{}} destroyed presence of {scene.game.spirit_name(seat)} returns to {scene.game.land(land)}"
        # growth adds one at a time and does not say so
        return Phrase(key, max(1, row[4]), words)
    origin = scene.game.land(source - FROM_LAND) if source >= FROM_LAND else TRACK_NAMES[source]
    return Phrase(key, 1, f"{{}} presence{scene.whose(seat)} from {origin} to {scene.game.land(land)}")


def _presence_lost(scene: Scene, row: Row) -> Phrase:
    words = scene.who(row[1], "loses {} presence")
    return Phrase((Event.PRESENCE_LOST, row[1], row[2]), 1, words, lands=scene.where(row[2]))


def _presence_moved(scene: Scene, row: Row) -> Phrase:
    words = f"{{}} presence{scene.whose(row[1])}{scene.way(row[2], row[3])}"
    return Phrase((Event.PRESENCE_MOVED, *row[1:4]), 1, words)


def _defend(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.DEFEND, row[1]), row[2], "Defend {}", lands=scene.where(row[1]))


def _damage(scene: Scene, row: Row) -> Phrase:
    # no two wounds are one: they may be on different pieces
    words = f"{{}} damage to a {kind_of_variant(row[2])}"
    return Phrase((Event.DAMAGE, object()), row[3], words, lands=scene.where(row[1]))


def _gain_card(scene: Scene, row: Row) -> Phrase:
    verb = "is given" if row[3] >= 0 else "gains"
    return Phrase((Event.GAIN_CARD, row[1]), 1, scene.who(row[2], f"{verb} {power_title(row[1])}"))


def _forget(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.FORGET, row[1]), 1, scene.who(row[2], f"forgets {power_title(row[1])}"))


def _energy(scene: Scene, row: Row) -> Phrase:
    seat, change = row[1], row[2]
    verb = "gains" if change > 0 else "pays"
    return Phrase((Event.ENERGY, seat, verb), abs(change), scene.who(seat, f"{verb} {{}} energy"))


def _reshuffle(scene: Scene, row: Row) -> Phrase:
    deck = Deck(row[1]).name.lower()
    return Phrase((Event.RESHUFFLE, row[1]), 1, f"the discarded {deck} powers become a new deck")


def _element(scene: Scene, row: Row) -> Phrase:
    element = Element(row[2]).name.lower()
    return Phrase((Event.ELEMENT, row[1], element), row[3], scene.who(row[1], f"gains {{}} {element}"))


def _fear_card_earned(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.FEAR_CARD_EARNED,), 1, "{} earned", "fear card")


def _terror(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.TERROR, row[1]), 1, f"terror level {row[1]}" if row[1] < 4 else "that was the last fear card")


def _flip(scene: Scene, row: Row) -> Phrase:
    card = blight_names().titles[blight_names().index[scene.game.setup.blight_card]]
    return Phrase((Event.FLIP,), row[1], f"the blight card flips to {card} with {{}} blight")


def _dreamed(scene: Scene, row: Row) -> Phrase:
    kind, land = kind_of_variant(row[1]), row[2]
    return Phrase((Event.DREAMED, kind, land), 1, "{} dreamed to death", kind, lands=scene.where(land))


def _drowned(scene: Scene, row: Row) -> Phrase:
    kind, land = kind_of_variant(row[1]), row[2]
    return Phrase((Event.DROWNED, kind, land), row[3], "{} drowned", kind, lands=scene.where(land))


def _revealed(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.REVEALED, row[1]), 1, f"{fear_names().titles[row[1]]} is the next fear card")


def _veto(scene: Scene, row: Row) -> Phrase:
    seat, land = row[1], row[2]
    return Phrase((Event.VETO, seat, land), 1, scene.who(seat, "gives {} presence for it"), lands=scene.where(land))


def _build(scene: Scene, row: Row) -> Phrase:
    kind, land = KINDS[row[2]], row[1]
    return Phrase((Event.BUILD, kind, land), 1, "{} built", kind, lands=scene.where(land))


def _build_skipped(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.BUILD_SKIPPED, row[1]), 1, "the Build is skipped", lands=scene.where(row[1]))


def _play(scene: Scene, row: Row) -> Phrase:
    return Phrase((Event.PLAY, row[1]), 1, scene.who(row[2], f"plays {power_title(row[1])} for {row[3]}"))


_MAKERS: dict[Event, Callable[[Scene, Row], Phrase]] = {
    Event.DESTROYED: _destroyed,
    Event.REMOVED: _removed,
    Event.MOVED: _moved,
    Event.ADDED: _added,
    Event.BLIGHT: _blight,
    Event.BLIGHT_REMOVED: _blight_removed,
    Event.PRESENCE_ADDED: _presence_added,
    Event.PRESENCE_LOST: _presence_lost,
    Event.PRESENCE_MOVED: _presence_moved,
    Event.DEFEND: _defend,
    Event.DAMAGE: _damage,
    Event.GAIN_CARD: _gain_card,
    Event.FORGET: _forget,
    Event.ENERGY: _energy,
    Event.RESHUFFLE: _reshuffle,
    Event.ELEMENT: _element,
    Event.FEAR_CARD_EARNED: _fear_card_earned,
    Event.TERROR: _terror,
    Event.FLIP: _flip,
    Event.DREAMED: _dreamed,
    Event.DROWNED: _drowned,
    Event.VETO: _veto,
    Event.REVEALED: _revealed,
    Event.BUILD: _build,
    Event.BUILD_SKIPPED: _build_skipped,
    Event.PLAY: _play,
}
