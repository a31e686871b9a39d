"""The grammar of the effect notation as tables, and the tree that its lines are read into.

A form is a pattern: small words stand for themselves, words in capitals name a reader of ``sim.content.notation``,
brackets hold what may be left out.  A new verb, prefix or condition is a new row here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sim.core.codes import Action, Cond, Element, Gain, Per, Piece, PresenceFrom, Relation, Terrain
from sim.errors import BadInput, Fault

INVADERS = 1 << Piece.EXPLORER | 1 << Piece.TOWN | 1 << Piece.CITY
"""The kinds of piece that ``invaders`` stands for."""

PREFIXES: dict[str, str] = {
    "if": "if CONDITIONS :",
    "to_target_spirit": "to target spirit :",
    "each_spirit": "each spirit :",
    "each_player": "each player [may] :",
    "each_board": "on each board [where PLACES] :",
    "each_adjacent_land": "in each adjacent land :",
    "one_adjacent_land": "in one adjacent land :",
    "each_own_land": "in each own land :",
    "one_own_land": "in one own land :",
    "target_or_adjacent_land": "in target or one adjacent land :",
    "each_other_coastal_land": "in each other coastal land on board :",
    "each_land_pushed_to": "in each land pushed to :",
    "that_land": "in that land :",
    "one_land_in_range": "in one land range NUMBER :",
    "each_land_where": "in each land where PLACES :",
    "one_land_where": "in one [different] land where PLACES :",
    "one_land_most": "in one land with most town + city :",
    "first": "first :",
    "before": "before VERB :",
}

CLAUSES: dict[str, str] = {
    "fear": "fear COUNT [PER] [max NUMBER]",
    "damage": "damage COUNT [PER] [INVADERS]",
    "damage_each": "damage COUNT each INVADERS",
    "damage_different": "damage_different AMOUNT [PER]",
    "destroy": "destroy AMOUNT [PER] UNITS [PER]",
    "lose_presence": "destroy COUNT own_presence",
    "drown": "drown AMOUNT UNITS",
    "remove": "remove AMOUNT REMOVABLE",
    "remove_health": "remove AMOUNT health of invaders",
    "remove_health_by_presence": "remove AMOUNT * P health of invaders , P = number of presence of all spirits there",
    "replace": "replace AMOUNT UNITS with NUMBER UNIT",
    "downgrade": "downgrade AMOUNT BUILDINGS",
    "push": "push AMOUNT [PER] UNITS [spread]",
    "push_uphill": "push AMOUNT UNITS to land where town + city > town + city of the land it left",
    "gather": "gather AMOUNT [PER] MOVABLE",
    "move_from_origin": "move COUNT own_presence from origin",
    "move_to_one_land": "move AMOUNT UNITS to one land any",
    "defend": "defend COUNT [PER]",
    "skip_all": "skip all",
    "skip_one": "skip upto COUNT ACTIONS",
    "standing_skip": "skip ACTION where PLACES",
    "standing_skip_city": "skip build of city where PLACES",
    "add": "add COUNT UNIT",
    "add_blight": "add COUNT blight",
    "add_presence": "add COUNT presence from SOURCE",
    "add_presence_near": "add COUNT presence from supply range NUMBER",
    "build": "build",
    "forget": "forget COUNT power",
    "energy": "energy COUNT [PER]",
    "energy_by_sacred_site": "energy COUNT per own sacred_site in land where invaders",
    "keep": "keep AMOUNT",
    "gain": "gain DECK",
    "gain_rejected": "gain rejected COUNT",
    "play_gained": "play upto COUNT gained paying",
    "repeat_card": "repeat_card AMOUNT paying",
    "repeat_card_free": "repeat_card AMOUNT free cost <= NUMBER",
    "gift_to_target": "gift AMOUNT card to target",
    "gift_to_actor": "gift AMOUNT card to actor",
    "share_presence": "share_presence with target",
    "element": "element ELEMENT COUNT",
    "element_any_different": "element any_different COUNT",
    "element_same_as_target": "element same_as_target",
    "element_owned": "element owned COUNT",
    "range_all_powers": "range + COUNT all powers",
    "range_more": "range + NUMBER this power",
    "range_set": "range NUMBER this power",
    "may_speed": "make AMOUNT slow power fast",
    "make_fast": "make AMOUNT slow power with push|gather fast",
    "damage_bonus": "damage_bonus COUNT once",
    "fear_on_destroy": "fear_on_destroy COUNT per BUILDINGS max NUMBER",
    "fight": "fight INVADERS vs OPPONENTS",
    "health": "health + COUNT dahan",
    "prevent_blight": "prevent add blight",
    "protect": "protect dahan",
    "protect_from_ravage": "protect dahan from ravage",
    "simultaneous": "dahan_simultaneous ravage",
    "trigger": "trigger after_destroyed UNITS : damage COUNT per piece_destroyed",
    "apparition": "trigger after_power_fear : defend COUNT per fear_made",
    "rescue": "rescue dahan from drowning",
    "reveal": "reveal fear_card COUNT",
    "move_defend": "move_defend COUNT per dahan pushed",
    "repeat": "repeat this power",
}

GROWTH: dict[str, str] = {
    "reclaim_all": "reclaim all",
    "reclaim_one": "reclaim 1",
    "gain_power": "gain power",
    "energy": "energy COUNT",
    "card_plays": "card_plays COUNT",
    "place_presence": "add presence range NUMBER [where TERRAINS]",
    "place_presence_where": "add presence range NUMBER where PLACES",
    "add_to_ocean": "add presence any ocean",
    "gather_to_oceans": "gather presence 1 into each ocean",
    "push_from_oceans": "push presence 1 from each ocean",
}

Conditions = tuple[tuple[str, Cond | None, bool], ...]
LAND_CONDITIONS: Conditions = (
    ("any", None, False),
    ("terrain TERRAINS", Cond.TERRAIN, False),
    ("coastal", Cond.COASTAL, False),
    ("inland", Cond.COASTAL, True),
    ("sacred_site", Cond.SACRED_SITE, False),
    ("count KINDS RELATION count COUNTED", Cond.COUNT_AGAINST, False),
    ("count KINDS RELATION NUMBER", Cond.COUNT, False),
    ("KINDS RELATION NUMBER", Cond.COUNT, False),
    ("KINDS RELATION SUM", Cond.COUNT_AGAINST, False),
    ("KINDS", Cond.COUNT, False),
)
"""What may be said of a land: the pattern, the kind of condition, and whether the words mean its opposite."""

CONDITIONS: Conditions = (
    ("own sacred_sites RELATION NUMBER", Cond.OWN_SACRED_SITES, False),
    ("own power_cards", Cond.OWN_CARDS, False),
    ("target another", Cond.TARGET_ANOTHER, False),
    ("target self", Cond.TARGET_ANOTHER, True),
    ("pushed dahan into KINDS", Cond.PUSHED_INTO, False),
    ("forgot this", Cond.FORGOT_THIS, False),
    ("pay NUMBER energy", Cond.PAY, False),
    ("added", Cond.ADDED, False),
    ("moved", Cond.MOVED, False),
    *LAND_CONDITIONS,
)
"""What may follow an ``if``."""

PERS = {
    "dahan": Per.DAHAN,
    "blight": Per.BLIGHT,
    "own_presence": Per.OWN_PRESENCE,
    "adjacent_blight": Per.ADJACENT_BLIGHT,
    "town": Per.TOWN,
    "city": Per.CITY,
    "explorer": Per.EXPLORER,
    "invader_pushed_here": Per.PUSHED_HERE,
    "card_played": Per.CARD_PLAYED,
    "destroyed": Per.DESTROYED,
}
RELATIONS = {">=": Relation.AT_LEAST, "<=": Relation.AT_MOST, "=": Relation.EQUAL, ">": Relation.MORE_THAN}
ELEMENTS = {element.name.lower(): element for element in Element}
TERRAINS = {terrain.name.lower(): 1 << terrain for terrain in Terrain}
SKIPPED = {"ravage": Action.RAVAGE, "build": Action.BUILD, "explore": Action.EXPLORE}
DECKS = {"any": Gain.ANY, "minor": Gain.MINOR, "major": Gain.MAJOR}
SOURCES = {"supply": PresenceFrom.SUPPLY, "destroyed": PresenceFrom.DESTROYED}

BUILDINGS = {"town": 1 << Piece.TOWN, "city": 1 << Piece.CITY}
INVADER_WORDS = {"explorer": 1 << Piece.EXPLORER, **BUILDINGS, "invaders": INVADERS}
UNITS = {**INVADER_WORDS, "dahan": 1 << Piece.DAHAN}
MOVABLE = {**UNITS, "own_presence": 1 << Piece.OWN_PRESENCE}
REMOVABLE = {**UNITS, "blight": 1 << Piece.BLIGHT}
PREFIX_STARTS = {pattern.split()[0] for pattern in PREFIXES.values()}
VERBS = sorted({pattern.split()[0] for pattern in CLAUSES.values()})
"""The first words of the clauses."""
KINDS = {**MOVABLE, **REMOVABLE, "presence": 1 << Piece.PRESENCE}
SINGLE = {name: Piece[name.upper()] for name in ("explorer", "town", "city", "dahan")}


class Location(NamedTuple):
    """Where something stands in the fact files: what a fault begins with."""

    file: str
    key: str

    def entry(self, index: int) -> Location:
        """An entry of the list that stands here."""
        return Location(self.file, f"{self.key}[{index}]")

    def field(self, name: str) -> Location:
        """A key of the table that stands here."""
        return Location(self.file, f"{self.key}.{name}" if self.key else name)

    def fault(self, value: object, message: str, hint: str | None = None) -> BadInput:
        """The error of one fault here."""
        return BadInput([Fault(self.file, self.key, value, message, hint)])


NOWHERE = Location("notation", "line")
"""The location of a line that is in no file."""


class Condition(NamedTuple):
    """One condition, with the columns of a row of ``Tables.cond``."""

    kind: int
    left: int = 0
    relation: int = Relation.AT_LEAST
    right: int = 0
    negate: int = 0


@dataclass(frozen=True)
class Phrase:
    """A prefix, a clause or a growth action: its form, and what its words say."""

    form: str
    amount: int = 1
    """``ALL`` for every piece"""
    upto: bool = False
    per: int = Per.ONE
    every: int = 1
    """how many of what the amount is counted by make one"""
    pieces: int = 0
    """bits of ``1 << Piece``"""
    against: int = 0
    """bits of the second set of pieces"""
    number: int = 0
    """a second number"""
    code: int = 0
    """the value in ``sim.core.codes`` of a word chosen from a list: an element, a deck, invader actions, terrains"""
    word: str = ""
    """the verb a ``before`` speaks of, or the text of a note"""
    conditions: tuple[Condition, ...] = ()
    extras: frozenset[str] = frozenset()
    """bracketed words that were there"""


@dataclass(frozen=True)
class Line:
    """An effect line."""

    prefixes: tuple[Phrase, ...]
    clause: Phrase
    text: str = field(compare=False)
    location: Location = field(compare=False)

    def fault(self, message: str, hint: str | None = None) -> BadInput:
        """The error of one fault of the line."""
        return self.location.fault(self.text, message, hint)


@dataclass(frozen=True)
class Choice:
    """Options of which one is chosen, each a list of lines and choices."""

    options: tuple[tuple[Line | Choice, ...], ...]
    location: Location = field(compare=False)


Node = Line | Choice
