"""The compiler: tricky lines against rows written by hand, and the proof that no word of a line is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sim.content.grammar import Location
from sim.content.programs import Programs
from sim.core.codes import (
    ALL,
    Action,
    Col,
    Cond,
    Element,
    ElementChoice,
    Flag,
    Gain,
    Op,
    Per,
    Piece,
    PowerTrait,
    PresenceFrom,
    Relation,
    Scope,
    Terrain,
    Who,
)
from sim.errors import BadInput
from tests.unit.fact_lines import GROWTH_OPTIONS, QUICKENED, SHIPPED, effect_lists

EXPLORER, TOWN, CITY, DAHAN, BLIGHT = (
    1 << p for p in (Piece.EXPLORER, Piece.TOWN, Piece.CITY, Piece.DAHAN, Piece.BLIGHT)
)
PRESENCE, OWN_PRESENCE = 1 << Piece.PRESENCE, 1 << Piece.OWN_PRESENCE
INVADERS = EXPLORER | TOWN | CITY
JUNGLE, SAND, MOUNTAIN = 1 << Terrain.JUNGLE, 1 << Terrain.SAND, 1 << Terrain.MOUNTAIN

LAND_BLOCKS = (Op.LANDS, Op.ONE_LAND)
BLOCKS = (*LAND_BLOCKS, Op.PLAYERS, Op.CHOOSE, Op.OPTION, Op.AFTER_GAIN)
IN_MODIFY_ONLY = ("note ", "range +1 this", "range 3 this", "first:", "before ", QUICKENED)

HEALTH_BY_PRESENCE = "remove upto 2*P health of invaders, P = number of presence of all spirits there"
PUSH_UPHILL = "push 1 explorer to land where town+city > town+city of the land it left"

Told = tuple[Any, ...]


def some(kinds: int, number: int = 1, relation: int = Relation.AT_LEAST, negate: int = 0) -> Told:
    """A condition that counts pieces."""
    return (Cond.COUNT, kinds, relation, number, negate)


def row(op: Op, amount: int = 1, **columns: Any) -> Told:
    """A row as ``rows`` tells it: columns by name, those at their default left out."""
    return (op, amount, {name: value for name, value in columns.items() if value})


def rows(effects: list[Any], *, growth: bool = False) -> list[Told]:
    """A program with its conditions written out; ``body`` is the number of rows inside a block."""
    programs = Programs()
    start, end = programs.growth(effects) if growth else programs.effects(effects)

    def conjunction(index: int) -> tuple[Told, ...]:
        if index < 0:
            return ()
        return tuple(tuple(r) for r in programs.conditions[programs.cond_start[index] : programs.cond_end[index]])

    told = []
    for index, code in enumerate(programs.code[start:end], start):
        op = Op(code[Col.OP])
        names: dict[str, Any] = {
            c.name.lower(): code[c] for c in Col if c not in (Col.OP, Col.COND, Col.AMOUNT, Col.END)
        }
        names |= {"cond": conjunction(code[Col.COND]), "body": code[Col.END] - index - 1}
        if op in (*LAND_BLOCKS, Op.STANDING_SKIP, Op.PLACE_PRESENCE):
            names["b"] = conjunction(code[Col.B])
        if code[Col.SCOPE] == Scope.BOARDS:
            names["a"] = conjunction(code[Col.A])
        if code[Col.EVERY] == 1:
            del names["every"]
        assert op in BLOCKS or not names["body"]
        told.append(row(op, code[Col.AMOUNT], **names))
    return told


GOLDEN: list[tuple[list[Any], list[Told]]] = [
    (["fear 2"], [row(Op.FEAR, 2)]),
    (["fear 1 per blight"], [row(Op.FEAR, 1, per=Per.BLIGHT)]),
    (["damage 4"], [row(Op.DAMAGE, 4, pieces=INVADERS)]),
    (["damage 2 per dahan"], [row(Op.DAMAGE, 2, per=Per.DAHAN, pieces=INVADERS)]),
    (["damage 3 explorer|town"], [row(Op.DAMAGE, 3, pieces=EXPLORER | TOWN)]),
    (["damage 1 per adjacent_blight"], [row(Op.DAMAGE, 1, per=Per.ADJACENT_BLIGHT, pieces=INVADERS)]),
    (["damage 1 per element water"], [row(Op.DAMAGE, 1, per=Per.ELEMENT + Element.WATER, pieces=INVADERS)]),
    (["damage 1 each town|city"], [row(Op.DAMAGE_EACH, 1, pieces=TOWN | CITY)]),
    (["damage_different upto 5"], [row(Op.DAMAGE_DIFFERENT, 5, pieces=INVADERS, flags=Flag.UPTO)]),
    (["damage_different 1 per dahan"], [row(Op.DAMAGE_DIFFERENT, 1, pieces=INVADERS, per=Per.DAHAN)]),
    (["destroy all dahan"], [row(Op.DESTROY, ALL, pieces=DAHAN)]),
    (["remove 1 blight"], [row(Op.REMOVE, 1, pieces=BLIGHT)]),
    (["replace 1 town with 2 explorer"], [row(Op.REPLACE, 1, pieces=TOWN, a=2, b=Piece.EXPLORER)]),
    (["replace 1 explorer with 1 dahan"], [row(Op.REPLACE, 1, pieces=EXPLORER, a=1, b=Piece.DAHAN)]),
    (["downgrade 1 town|city"], [row(Op.DOWNGRADE, 1, pieces=TOWN | CITY)]),
    (["push all explorer spread"], [row(Op.PUSH, ALL, pieces=EXPLORER, flags=Flag.SPREAD)]),
    (
        ["push upto 5 explorer|town|dahan spread"],
        [row(Op.PUSH, 5, pieces=EXPLORER | TOWN | DAHAN, flags=Flag.UPTO | Flag.SPREAD)],
    ),
    (
        ["push upto 1 per dahan explorer|town|dahan"],
        [row(Op.PUSH, 1, per=Per.DAHAN, pieces=EXPLORER | TOWN | DAHAN, flags=Flag.UPTO)],
    ),
    (["gather 1 own_presence"], [row(Op.GATHER, 1, pieces=OWN_PRESENCE)]),
    (["move 1 own_presence from origin"], [row(Op.MOVE_FROM_ORIGIN, 1)]),
    (["skip all"], [row(Op.SKIP, 1, a=Action.RAVAGE | Action.BUILD | Action.EXPLORE)]),
    (["skip upto 1 ravage|build"], [row(Op.SKIP, 1, a=Action.RAVAGE | Action.BUILD, flags=Flag.UPTO)]),
    (["skip explore where dahan>=2"], [row(Op.STANDING_SKIP, 1, a=Action.EXPLORE, b=(some(DAHAN, 2),))]),
    (
        ["skip build where dahan > town+city"],
        [
            row(
                Op.STANDING_SKIP,
                a=Action.BUILD,
                b=((Cond.COUNT_AGAINST, DAHAN, Relation.MORE_THAN, TOWN | CITY, 0),),
            )
        ],
    ),
    (
        ["skip build of city where coastal"],
        [row(Op.STANDING_SKIP, a=Action.BUILD_CITY, b=((Cond.COASTAL, 0, 0, 0, 0),))],
    ),
    (["add 1 blight"], [row(Op.ADD_BLIGHT, 1)]),
    (["add 1 dahan"], [row(Op.ADD, 1, b=Piece.DAHAN)]),
    (["add 1 presence from supply"], [row(Op.ADD_PRESENCE, 1, a=PresenceFrom.SUPPLY)]),
    (["element sun 1"], [row(Op.ELEMENT, 1, a=Element.SUN)]),
    (
        ["to target spirit: element any_different 3", "if target another: element same_as_target"],
        [
            row(Op.ELEMENT, 3, a=ElementChoice.ANY_DIFFERENT, who=Who.TARGET),
            row(Op.ELEMENT, 1, a=ElementChoice.SAME_AS_TARGET, cond=((Cond.TARGET_ANOTHER, 0, 0, 0, 0),)),
        ],
    ),
    (
        ["to target spirit: keep upto 1", "if target another: keep upto 1"],
        [
            row(Op.KEEP, 1, flags=Flag.UPTO, who=Who.TARGET),
            row(Op.KEEP, 1, flags=Flag.UPTO, cond=((Cond.TARGET_ANOTHER, 0, 0, 0, 0),)),
        ],
    ),
    (
        ["if own sacred_sites >= 2: to target spirit: energy 1"],
        [row(Op.ENERGY, 1, who=Who.TARGET, cond=((Cond.OWN_SACRED_SITES, 0, Relation.AT_LEAST, 2, 0),))],
    ),
    (["gain any", "gain rejected 1"], [row(Op.GAIN, a=Gain.ANY), row(Op.GAIN, a=Gain.REJECTED)]),
    (["to target spirit: gain minor"], [row(Op.GAIN, a=Gain.MINOR, who=Who.TARGET)]),
    (
        ["to target spirit: if pay 1 energy: gain any", "if pay 2 energy: gain any"],
        [
            row(Op.GAIN, who=Who.TARGET, cond=((Cond.PAY, Who.TARGET, 0, 1, 0),)),
            row(Op.GAIN, cond=((Cond.PAY, Who.SELF, 0, 2, 0),)),
        ],
    ),
    (
        ["gift upto 1 card to target", "to target spirit: gift upto 1 card to actor"],
        [row(Op.GIFT_CARD, flags=Flag.UPTO), row(Op.GIFT_CARD, flags=Flag.UPTO, who=Who.TARGET)],
    ),
    (
        ["to target spirit: repeat_card upto 2 paying"],
        [row(Op.REPEAT_CARD, 2, flags=Flag.UPTO | Flag.PAY_COST, who=Who.TARGET)],
    ),
    (["to target spirit: range +2 all powers"], [row(Op.RANGE, 2, who=Who.TARGET)]),
    (
        ["to target spirit: make upto 1 slow power with push|gather fast", "make 1 slow power fast"],
        [row(Op.MAKE_FAST, flags=Flag.UPTO, a=PowerTrait.PUSH_OR_GATHER, who=Who.TARGET), row(Op.MAY_SPEED)],
    ),
    (["to target spirit: damage_bonus 3 once"], [row(Op.DAMAGE_BONUS, 3, who=Who.TARGET)]),
    (["share_presence with target"], [row(Op.SHARE_PRESENCE)]),
    (["fear_on_destroy 1 per town|city max 4"], [row(Op.FEAR_ON_DESTROY, 1, pieces=TOWN | CITY, a=4)]),
    (["fight explorer vs town|city"], [row(Op.FIGHT, pieces=EXPLORER, a=TOWN | CITY)]),
    (
        ["health +4 dahan", "prevent add blight", "protect dahan"],
        [row(Op.HEALTH, 4, pieces=DAHAN), row(Op.PREVENT_BLIGHT), row(Op.PROTECT, pieces=DAHAN)],
    ),
    (
        ["trigger after_destroyed town|city|dahan: damage 1 per piece_destroyed"],
        [row(Op.TRIGGER, 1, pieces=TOWN | CITY | DAHAN)],
    ),
    (["move_defend 2 per dahan pushed"], [row(Op.MOVE_DEFEND, 2, per=Per.DAHAN_PUSHED)]),
    (["repeat this power"], [row(Op.REPEAT_POWER, a=1)]),
    (["in one adjacent land: repeat this power"], [row(Op.REPEAT_POWER, a=2)]),
    (["to target spirit: in each own land: defend 2"], [row(Op.WARD, 2, who=Who.TARGET)]),
    (
        ["in each own land: damage 1"],
        [row(Op.LANDS, scope=Scope.OWN, body=1), row(Op.DAMAGE, pieces=INVADERS)],
    ),
    (
        ["if terrain mountain|jungle: defend 3", "if not terrain jungle|sand: defend 1"],
        [
            row(Op.DEFEND, 3, cond=((Cond.TERRAIN, MOUNTAIN | JUNGLE, 0, 0, 0),)),
            row(Op.DEFEND, 1, cond=((Cond.TERRAIN, JUNGLE | SAND, 0, 0, 1),)),
        ],
    ),
    (
        ["if invaders and dahan: fear 1", "if not explorer: remove 1 blight"],
        [
            row(Op.FEAR, cond=(some(INVADERS), some(DAHAN))),
            row(Op.REMOVE, pieces=BLIGHT, cond=(some(EXPLORER, negate=1),)),
        ],
    ),
    (
        ["if blight: if terrain sand: fear 1"],
        [row(Op.FEAR, cond=(some(BLIGHT), (Cond.TERRAIN, SAND, 0, 0, 0)))],
    ),
    (
        ["in one land range 2: to target spirit: add 2 presence from destroyed", "if added: in that land: damage 4"],
        [
            row(Op.ONE_LAND, scope=Scope.WITHIN_RANGE, a=2, body=1),
            row(Op.ADD_PRESENCE, 2, a=PresenceFrom.DESTROYED, who=Who.TARGET),
            row(Op.LANDS, scope=Scope.THAT_LAND, cond=((Cond.ADDED, 0, 0, 0, 0),), body=1),
            row(Op.DAMAGE, 4, pieces=INVADERS),
        ],
    ),
    (
        ["move upto 5 dahan to one land any", "if moved: in that land: defend 5"],
        [
            row(Op.MOVE_TO_ONE_LAND, 5, pieces=DAHAN, flags=Flag.UPTO),
            row(Op.LANDS, scope=Scope.THAT_LAND, cond=((Cond.MOVED, 0, 0, 0, 0),), body=1),
            row(Op.DEFEND, 5),
        ],
    ),
    (
        ["in target or one adjacent land: remove 1 blight", "in each other coastal land on board: fear 1"],
        [
            row(Op.ONE_LAND, scope=Scope.TARGET_OR_ADJACENT, body=1),
            row(Op.REMOVE, pieces=BLIGHT),
            row(Op.LANDS, scope=Scope.OTHER_COASTAL_ON_BOARD, body=1),
            row(Op.FEAR),
        ],
    ),
    (
        ["in each land pushed to: damage 1 per invader_pushed_here", "in each adjacent land: destroy 1 town"],
        [
            row(Op.LANDS, scope=Scope.PUSHED_TO, body=1),
            row(Op.DAMAGE, per=Per.PUSHED_HERE, pieces=INVADERS),
            row(Op.LANDS, scope=Scope.ADJACENT, body=1),
            row(Op.DESTROY, pieces=TOWN),
        ],
    ),
    (
        ["on each board: in one land where no town: add 1 town"],
        [
            row(Op.ONE_LAND, scope=Scope.BOARDS, b=(some(TOWN, negate=1),), body=1),
            row(Op.ADD, b=Piece.TOWN),
        ],
    ),
    (
        ["each spirit: energy 1 per own sacred_site in land where invaders"],
        [row(Op.ENERGY, who=Who.EACH, per=Per.OWN_SACRED_WITH_INVADERS)],
    ),
    (
        ["in each land where town|city: destroy 2 explorer per city"],
        [
            row(Op.LANDS, scope=Scope.ISLAND, b=(some(TOWN | CITY),), body=1),
            row(Op.DESTROY, 2, pieces=EXPLORER, per=Per.CITY),
        ],
    ),
    (
        [f"each player: in one different land where any: {HEALTH_BY_PRESENCE}"],
        [
            row(Op.PLAYERS, body=2),
            row(Op.ONE_LAND, scope=Scope.ISLAND, flags=Flag.DIFFERENT, body=1),
            row(Op.REMOVE_HEALTH, 2, per=Per.PRESENCE, pieces=INVADERS, flags=Flag.UPTO),
        ],
    ),
    (
        ["each player may: in one land where no city: remove upto 3 health of invaders"],
        [
            row(Op.PLAYERS, flags=Flag.MAY, body=2),
            row(Op.ONE_LAND, scope=Scope.ISLAND, b=(some(CITY, negate=1),), body=1),
            row(Op.REMOVE_HEALTH, 3, pieces=INVADERS, flags=Flag.UPTO),
        ],
    ),
    (
        [f"each player may: in one land where any: {PUSH_UPHILL}"],
        [
            row(Op.PLAYERS, flags=Flag.MAY, body=2),
            row(Op.ONE_LAND, scope=Scope.ISLAND, body=1),
            row(Op.PUSH, pieces=EXPLORER, flags=Flag.UPHILL),
        ],
    ),
    (
        [
            "each player: in one different land where any: gather upto 2 dahan",
            "in that land: if dahan: damage 1",
            "fear 1",
        ],
        [
            row(Op.PLAYERS, body=4),
            row(Op.ONE_LAND, scope=Scope.ISLAND, flags=Flag.DIFFERENT, body=1),
            row(Op.GATHER, 2, pieces=DAHAN, flags=Flag.UPTO),
            row(Op.LANDS, scope=Scope.THAT_LAND, body=1),
            row(Op.DAMAGE, pieces=INVADERS, cond=(some(DAHAN),)),
            row(Op.FEAR),
        ],
    ),
    (
        [
            {
                "choose": [
                    ["each player may: in one land where town|city: gather 1 explorer"],
                    ["each player may: in one land where city: gather 1 town"],
                ]
            }
        ],
        [
            row(Op.PLAYERS, flags=Flag.MAY, body=7),
            row(Op.CHOOSE, a=2, body=6),
            row(Op.OPTION, body=2),
            row(Op.ONE_LAND, scope=Scope.ISLAND, b=(some(TOWN | CITY),), body=1),
            row(Op.GATHER, pieces=EXPLORER),
            row(Op.OPTION, body=2),
            row(Op.ONE_LAND, scope=Scope.ISLAND, b=(some(CITY),), body=1),
            row(Op.GATHER, pieces=TOWN),
        ],
    ),
    (
        [
            {"choose": [["in each land where dahan: remove 2 explorer"], ["in each land where dahan: remove 1 town"]]},
            "in each land where dahan>=2: remove 1 city",
        ],
        [
            row(Op.LANDS, scope=Scope.ISLAND, b=(some(DAHAN),), body=5),
            row(Op.CHOOSE, a=2, body=4),
            row(Op.OPTION, body=1),
            row(Op.REMOVE, 2, pieces=EXPLORER),
            row(Op.OPTION, body=1),
            row(Op.REMOVE, 1, pieces=TOWN),
            row(Op.LANDS, scope=Scope.ISLAND, b=(some(DAHAN, 2),), body=1),
            row(Op.REMOVE, 1, pieces=CITY),
        ],
    ),
    (
        [{"choose": [["damage 1 per blight"], ["if terrain mountain|sand: remove 1 blight"]]}],
        [
            row(Op.CHOOSE, a=2, body=4),
            row(Op.OPTION, body=1),
            row(Op.DAMAGE, per=Per.BLIGHT, pieces=INVADERS),
            row(Op.OPTION, cond=((Cond.TERRAIN, MOUNTAIN | SAND, 0, 0, 0),), body=1),
            row(Op.REMOVE, pieces=BLIGHT),
        ],
    ),
    (
        [
            {
                "choose": [
                    ["to target spirit: in one own land: defend 4"],
                    ["to target spirit: if pay 1 energy: in one own land: defend 8"],
                ]
            }
        ],
        [
            row(Op.CHOOSE, a=2, body=6),
            row(Op.OPTION, body=2),
            row(Op.ONE_LAND, scope=Scope.TARGET_SPIRIT, who=Who.TARGET, body=1),
            row(Op.DEFEND, 4, who=Who.TARGET),
            row(Op.OPTION, body=2),
            row(
                Op.ONE_LAND, scope=Scope.TARGET_SPIRIT, who=Who.TARGET, cond=((Cond.PAY, Who.TARGET, 0, 1, 0),), body=1
            ),
            row(Op.DEFEND, 8, who=Who.TARGET),
        ],
    ),
    (
        [{"choose": [["if pay 1 energy: fear 1"], ["if dahan: fear 1", "fear 2"], ["each player: fear 1"]]}],
        [
            row(Op.CHOOSE, a=3, body=8),
            row(Op.OPTION, body=1),
            row(Op.FEAR, cond=((Cond.PAY, Who.SELF, 0, 1, 0),)),
            row(Op.OPTION, body=2),
            row(Op.FEAR, cond=(some(DAHAN),)),
            row(Op.FEAR, 2),
            row(Op.OPTION, body=2),
            row(Op.PLAYERS, body=1),
            row(Op.FEAR),
        ],
    ),
]

GOLDEN += [
    (["drown 1 explorer|town"], [row(Op.DROWN, pieces=EXPLORER | TOWN)]),
    (["protect dahan from ravage"], [row(Op.PROTECT_FROM_RAVAGE)]),
    (["dahan_simultaneous ravage"], [row(Op.SIMULTANEOUS)]),
    (["trigger after_power_fear: defend 1 per fear_made"], [row(Op.APPARITION)]),
    (["repeat_card upto 1 free cost <= 3"], [row(Op.FREE_REPEAT, flags=Flag.UPTO, a=3)]),
    (["reveal fear_card 1"], [row(Op.REVEAL)]),
    (["element owned 1"], [row(Op.ELEMENT, a=ElementChoice.OWNED)]),
    (["destroy 1 per 2 dahan town"], [row(Op.DESTROY, pieces=TOWN, per=Per.DAHAN, every=2)]),
    (["fear 1 per 2 dahan max 3"], [row(Op.FEAR, per=Per.DAHAN, every=2, a=3)]),
    (["each player: destroy 1 own_presence"], [row(Op.PLAYERS, body=1), row(Op.LOSE_PRESENCE, pieces=OWN_PRESENCE)]),
    (
        ["if forgot this: energy 1 per dahan", "if forgot this: play upto 1 gained paying"],
        [
            row(Op.AFTER_GAIN, body=2),
            row(Op.ENERGY, per=Per.DAHAN, cond=((Cond.FORGOT_THIS, 0, 0, 0, 0),)),
            row(Op.PLAY_GAINED, flags=Flag.UPTO | Flag.PAY_COST, cond=((Cond.FORGOT_THIS, 0, 0, 0, 0),)),
        ],
    ),
    (
        ["on each board where town|city: in one land with most town + city: build"],
        [
            row(Op.ONE_LAND, flags=Flag.MOST, a=(some(TOWN | CITY),), scope=Scope.BOARDS, body=1),
            row(Op.BUILD),
        ],
    ),
    (
        ["if dahan and invaders >= dahan: replace 1 dahan with 1 town"],
        [
            row(
                Op.REPLACE,
                pieces=DAHAN,
                a=1,
                b=Piece.TOWN,
                cond=(some(DAHAN), (Cond.COUNT_AGAINST, INVADERS, Relation.AT_LEAST, DAHAN, 0)),
            )
        ],
    ),
]
"""Lines that only the core box has."""


@pytest.mark.parametrize(("effects", "expected"), GOLDEN, ids=[str(effects[0])[:60] for effects, _ in GOLDEN])
def test_rows(effects: list[Any], expected: list[Told]) -> None:
    assert rows(effects) == expected


def test_raw_columns() -> None:
    programs = Programs()
    assert programs.effects(["in each land where presence: defend 2", "if coastal: fear 1"]) == (0, 3)
    assert programs.code == [
        [Op.LANDS, -1, 1, Per.ONE, 0, 0, Who.SELF, 0, 0, Scope.ISLAND, 2, 1],
        [Op.DEFEND, -1, 2, Per.ONE, 0, 0, Who.SELF, 0, 0, Scope.TARGET, 2, 1],
        [Op.FEAR, 1, 1, Per.ONE, 0, 0, Who.SELF, 0, 0, Scope.TARGET, 3, 1],
    ]
    assert programs.conditions == [[Cond.COUNT, PRESENCE, Relation.AT_LEAST, 1, 0], [Cond.COASTAL, 0, 0, 0, 0]]
    assert (programs.cond_start, programs.cond_end) == ([0, 1], [1, 2])
    assert all(type(value) is int for code in programs.code for value in code)


def test_land_block_without_a_condition_has_minus_one() -> None:
    programs = Programs()
    programs.effects(["in each adjacent land: fear 1"])
    assert programs.code[0][Col.B] == -1


def test_growth_is_one_row_for_each_action() -> None:
    actions = [
        "reclaim all",
        "gain power",
        "energy 3",
        "add presence range 2",
        "add presence range 3 where sand|mountain",
        "add presence range 1 where dahan",
        "reclaim 1",
        "card_plays 1",
        "add presence any ocean",
        "gather presence 1 into each ocean",
        "push presence 1 from each ocean",
    ]
    assert rows(actions, growth=True) == [
        row(Op.RECLAIM, ALL),
        row(Op.GAIN, a=Gain.ANY),
        row(Op.ENERGY, 3),
        row(Op.PLACE_PRESENCE, a=2),
        row(Op.PLACE_PRESENCE, a=3, b=((Cond.TERRAIN, SAND | MOUNTAIN, 0, 0, 0),)),
        row(Op.PLACE_PRESENCE, a=1, b=(some(DAHAN),)),
        row(Op.RECLAIM_ONE),
        row(Op.CARD_PLAYS),
        row(Op.ADD_TO_OCEAN),
        row(Op.GATHER_TO_OCEANS),
        row(Op.PUSH_FROM_OCEANS),
    ]


def test_conditions_are_shared() -> None:
    programs = Programs()
    programs.effects(["if dahan: fear 1", "if dahan: fear 2", "if coastal and dahan: fear 1"])
    assert [code[Col.COND] for code in programs.code] == [0, 0, 1]
    assert (programs.cond_start, programs.cond_end) == ([0, 1], [1, 3])
    assert programs.condition(["coastal", "dahan"]) == 1
    assert programs.condition(["any"]) == -1
    assert programs.condition([]) == -1
    # who pays is part of the condition
    programs.effects(["if pay 1 energy: fear 1", "to target spirit: if pay 1 energy: energy 1"])
    assert [code[Col.COND] for code in programs.code[3:]] == [2, 3]


def test_programs_follow_one_another() -> None:
    programs = Programs()
    assert programs.effects(["fear 1", "fear 2"]) == (0, 2)
    assert programs.effects([]) == (2, 2)
    assert programs.growth(["gain power"]) == (2, 3)


@pytest.mark.parametrize("effects", list(effect_lists()), ids=lambda effects: str(effects)[:60])
def test_every_shipped_list_compiles_to_well_formed_blocks(effects: list[Any]) -> None:
    if any(isinstance(item, str) and item.startswith(IN_MODIFY_ONLY) for item in effects):
        with pytest.raises(BadInput):
            Programs().effects(effects)
        return
    programs = Programs()
    start, end = programs.effects(effects)
    assert start == 0 and end == len(programs.code) > 0
    open_ends = [end]
    for index, code in enumerate(programs.code):
        while index == open_ends[-1]:
            open_ends.pop()
        assert index < code[Col.END] <= open_ends[-1]
        if code[Col.OP] in BLOCKS:
            assert code[Col.END] > index + 1
            open_ends.append(code[Col.END])
        else:
            assert code[Col.END] == index + 1
        assert -1 <= code[Col.COND] < len(programs.cond_start)


@pytest.mark.parametrize("option", GROWTH_OPTIONS)
def test_every_shipped_growth_option_compiles(option: dict[str, Any]) -> None:
    assert Programs().growth(option["actions"]) == (0, len(option["actions"]))


def mutants(line: str) -> Iterator[str]:
    """The line without each of its words and signs, and with each number one higher."""
    for found in re.finditer(r"[A-Za-z_]+|\d+|>=|<=|\S", line):
        before, after = line[: found.start()], line[found.end() :]
        # "count town >= 2" says no more than "town >= 2"
        if found[0] != "count":
            yield before + after
        if found[0].isdigit():
            yield f"{before}{int(found[0]) + 1}{after}"


@pytest.mark.parametrize("line", [line for line in SHIPPED if not line.startswith(IN_MODIFY_ONLY)])
def test_no_word_is_passed_over(line: str) -> None:
    """Whatever word is taken out or number changed, the line is refused or another program comes out."""
    printed = rows([line])
    for mutant in mutants(line):
        try:
            changed = rows([mutant])
        except BadInput:
            continue
        assert changed != printed, mutant


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("note anything", "a note says nothing"),
        ("range +1 this power", "mode modify"),
        ("range 3 this power", "mode modify"),
        ("first: fear 1", "mode modify"),
        ("before push: fear 1", "mode modify"),
        ("on each board: fear 1", "should follow 'in one land where"),
        ("on each board: in each land where dahan: fear 1", "should follow 'in one land where"),
        ("to target spirit: gift upto 1 card to target", "without 'to target spirit:'"),
        ("each spirit: fear 1", "can only gain energy"),
        ("each spirit: in one own land: energy 1", "no other spirit, player or land"),
        ("gift upto 1 card to actor", "after 'to target spirit:'"),
    ],
)
def test_line_in_a_wrong_place(line: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Programs().effects(["fear 1", line, "fear 1", line], Location("x.toml", "effects"))
    assert [(fault.key, fault.value) for fault in caught.value.faults] == [("effects[1]", line), ("effects[3]", line)]
    assert message in caught.value.faults[0].message
