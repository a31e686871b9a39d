"""The notation reader: every shipped line is understood, every wrong one is refused with the word and a suggestion."""

from __future__ import annotations

import doctest
from types import SimpleNamespace
from typing import Any

import pytest

from sim.content import notation
from sim.content.grammar import CLAUSES, PREFIXES, Choice, Condition, Line, Location, Phrase
from sim.content.notation import parse, parse_conditions, parse_growth, parse_line
from sim.core.codes import ALL, Action, Cond, Element, Per, Piece, Relation, Terrain
from sim.errors import BadInput
from tests.unit.fact_lines import GROWTH_OPTIONS, SHIPPED

EXPLORER, TOWN, CITY, DAHAN = (1 << piece for piece in (Piece.EXPLORER, Piece.TOWN, Piece.CITY, Piece.DAHAN))
INVADERS = EXPLORER | TOWN | CITY


def fault_of(line: str) -> Any:
    with pytest.raises(BadInput) as caught:
        parse_line(line)
    (fault,) = caught.value.faults
    assert fault.value == line
    return fault


@pytest.mark.parametrize("line", SHIPPED)
def test_every_shipped_line_is_read(line: str) -> None:
    assert parse_line(line).text == line


def test_every_form_is_met_by_a_line() -> None:
    lines = [parse_line(line) for line in (*SHIPPED, "element sun 1")]
    assert {line.clause.form for line in lines} == {*CLAUSES, "note"}
    assert {prefix.form for line in lines for prefix in line.prefixes} == set(PREFIXES)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fear 2", Phrase("fear", 2)),
        ("damage 2 explorer|town", Phrase("damage", 2, pieces=EXPLORER | TOWN)),
        ("damage 1 per dahan town|city", Phrase("damage", 1, per=Per.DAHAN, pieces=TOWN | CITY)),
        ("damage 1 per element water", Phrase("damage", 1, per=Per.ELEMENT + Element.WATER)),
        ("damage 1 each invaders", Phrase("damage_each", 1, pieces=INVADERS)),
        ("destroy upto 3 explorer|town", Phrase("destroy", 3, upto=True, pieces=EXPLORER | TOWN)),
        ("destroy 2 explorer per city", Phrase("destroy", 2, per=Per.CITY, pieces=EXPLORER)),
        ("push upto all explorer|town", Phrase("push", ALL, upto=True, pieces=EXPLORER | TOWN)),
        ("push all explorer spread", Phrase("push", ALL, pieces=EXPLORER, extras=frozenset({"spread"}))),
        ("replace 1 town with 2 explorer", Phrase("replace", 1, pieces=TOWN, number=2, code=Piece.EXPLORER)),
        ("skip upto 1 ravage|build", Phrase("skip_one", 1, code=Action.RAVAGE | Action.BUILD)),
        ("range +1 this power", Phrase("range_more", number=1)),
        ("range 0 this power", Phrase("range_set", number=0)),
        ("fear 1 per 2 dahan max 3", Phrase("fear", 1, per=Per.DAHAN, every=2, number=3, extras=frozenset({"max"}))),
        ("destroy 1 per 2 dahan town", Phrase("destroy", 1, per=Per.DAHAN, every=2, pieces=TOWN)),
        ("drown 1 explorer|town", Phrase("drown", 1, pieces=EXPLORER | TOWN)),
        ("repeat_card upto 1 free cost <= 3", Phrase("repeat_card_free", 1, upto=True, number=3)),
        ("trigger after_power_fear: defend 1 per fear_made", Phrase("apparition", 1)),
        ("note Odd words: it's up to you!", Phrase("note", word="Odd words: it's up to you!")),
    ],
)
def test_clause(line: str, expected: Phrase) -> None:
    assert parse_line(line) == Line((), expected, line, Location("", ""))


def test_prefixes_in_their_order() -> None:
    line = parse_line("to target spirit: if pay 1 energy: in one own land: defend 8")
    assert [prefix.form for prefix in line.prefixes] == ["to_target_spirit", "if", "one_own_land"]
    assert line.prefixes[1].conditions == (Condition(Cond.PAY, right=1),)
    assert line.clause == Phrase("defend", 8)


def test_spacing_does_not_matter() -> None:
    assert parse_line("in  each land where dahan >= 2 :defend 1") == parse_line("in each land where dahan>=2: defend 1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any", ()),
        ("coastal", (Condition(Cond.COASTAL),)),
        ("inland", (Condition(Cond.COASTAL, negate=1),)),
        ("not inland", (Condition(Cond.COASTAL),)),
        ("sacred_site", (Condition(Cond.SACRED_SITE),)),
        ("presence", (Condition(Cond.COUNT, 1 << Piece.PRESENCE, right=1),)),
        ("own_presence", (Condition(Cond.COUNT, 1 << Piece.OWN_PRESENCE, right=1),)),
        ("town|city", (Condition(Cond.COUNT, TOWN | CITY, right=1),)),
        ("no city", (Condition(Cond.COUNT, CITY, right=1, negate=1),)),
        ("dahan>=2", (Condition(Cond.COUNT, DAHAN, Relation.AT_LEAST, 2),)),
        ("invaders<=2", (Condition(Cond.COUNT, INVADERS, Relation.AT_MOST, 2),)),
        ("invaders=1", (Condition(Cond.COUNT, INVADERS, Relation.EQUAL, 1),)),
        ("town > 0", (Condition(Cond.COUNT, TOWN, Relation.MORE_THAN, 0),)),
        ("count town|city >= 2", (Condition(Cond.COUNT, TOWN | CITY, Relation.AT_LEAST, 2),)),
        ("dahan > town+city", (Condition(Cond.COUNT_AGAINST, DAHAN, Relation.MORE_THAN, TOWN | CITY),)),
        ("terrain jungle|sand", (Condition(Cond.TERRAIN, 1 << Terrain.JUNGLE | 1 << Terrain.SAND),)),
        ("not terrain sand", (Condition(Cond.TERRAIN, 1 << Terrain.SAND, negate=1),)),
        ("own sacred_sites >= 2", (Condition(Cond.OWN_SACRED_SITES, right=2),)),
        ("target another", (Condition(Cond.TARGET_ANOTHER),)),
        ("added", (Condition(Cond.ADDED),)),
        ("moved", (Condition(Cond.MOVED),)),
        ("forgot this", (Condition(Cond.FORGOT_THIS),)),
        ("own power_cards", (Condition(Cond.OWN_CARDS),)),
        ("pushed dahan into town|city", (Condition(Cond.PUSHED_INTO, TOWN | CITY),)),
        ("invaders and dahan", (Condition(Cond.COUNT, INVADERS, right=1), Condition(Cond.COUNT, DAHAN, right=1))),
    ],
)
def test_condition(text: str, expected: tuple[Condition, ...]) -> None:
    assert parse_conditions([text]) == expected


def test_conditions_of_several_texts_must_all_hold() -> None:
    assert parse_conditions(["dahan", "coastal"]) == parse_conditions(["dahan and coastal"])


def test_growth_actions() -> None:
    sand_or_mountain = 1 << Terrain.SAND | 1 << Terrain.MOUNTAIN
    assert parse_growth(["reclaim all", "gain power", "energy 2", "add presence range 3 where sand|mountain"]) == (
        Phrase("reclaim_all"),
        Phrase("gain_power"),
        Phrase("energy", 2),
        Phrase("place_presence", number=3, code=sand_or_mountain, extras=frozenset({"where"})),
    )


@pytest.mark.parametrize("growth", GROWTH_OPTIONS)
def test_every_shipped_growth_option_is_read(growth: dict[str, Any]) -> None:
    assert len(parse_growth(growth["actions"])) == len(growth["actions"])


@pytest.mark.parametrize(
    ("line", "word", "nearest"),
    [
        ("pusch 1 explorer", "pusch", "push"),
        ("damag 2", "damag", "damage"),
        ("iff invaders: fear 1", "iff", "if"),
        ("dahan_damage 1 each", "dahan_damage", "damage"),
        ("push 1 explorrer", "explorrer", "explorer"),
        ("push 1 blight", "blight", None),
        ("damage 2 explorer|twon", "twon", "town"),
        ("damage 1 dahan", "dahan", None),
        ("damage 1 town|town", "town", None),
        ("destroy 1 invader", "invader", "invaders"),
        ("gain mjor", "mjor", "major"),
        ("element wtaer 1", "wtaer", "water"),
        ("fear 1 per dahn", "dahn", "dahan"),
        ("fear 1 per element fyre", "fyre", "fire"),
        ("skip upto 1 ravage|biuld", "biuld", "build"),
        ("add 1 presence from suply", "suply", "supply"),
        ("replace 1 town with 2 explorers", "explorers", "explorer"),
        ("push 1 explorer quickly", "quickly", None),
        ("fear 2 2", "2", None),
        ("push upto 2 explorer spreed", "spreed", "spread"),
        ("push 0 town", "0", None),
        ("push 99 town", "99", None),
        ("push many town", "many", None),
        ("fear upto 2", "upto", None),
        ("fear -2", "-", None),
        ("fear 2!", "!", None),
        ("push 1 explorer|", "|", None),
        ("range +1 this card", "card", "power"),
        ("if terrain jungel: fear 1", "jungel", "jungle"),
        ("if terrain lake: fear 1", "lake", None),
        ("if dahann: fear 1", "dahann", "dahan"),
        ("if invaders fear 1", "fear", None),
        ("if dahan and : fear 1", ":", None),
        ("if no any: fear 1", "any", None),
        ("in each land wher dahan: fear 1", "wher", "where"),
        ("in each land where added: fear 1", "added", None),
        ("in each adjcent land: fear 1", "adjcent", "adjacent"),
        ("in one land range: fear 1", ":", None),
        ("before pusch: fear 1", "pusch", "push"),
        ("repeat this card", "card", "power"),
    ],
)
def test_wrong_line_names_the_word(line: str, word: str, nearest: str | None) -> None:
    fault = fault_of(line)
    assert fault.message.startswith(f"'{word}' ")
    if nearest:
        assert fault.nearest == nearest


@pytest.mark.parametrize(
    "line", ["", "push", "push upto", "damage 1 each", "if dahan:", "energy 1 per own sacred_site", "fight explorer vs"]
)
def test_line_that_ends_too_early(line: str) -> None:
    assert fault_of(line).message.startswith("ends too early: ")


def test_wrong_growth_action() -> None:
    with pytest.raises(BadInput, match=r"actions\[1\] = \"reclame all\": 'reclame' is not .*; nearest: reclaim"):
        parse_growth(["gain power", "reclame all"], Location("spirits.toml", "actions"))


def test_all_faults_are_told_at_once_with_their_places() -> None:
    effects = ["fear 1", "faer 2", {"choose": [["defend 1"], ["defend 2", "defand 3"]]}, "push 1 twon"]
    with pytest.raises(BadInput) as caught:
        parse(effects, Location("powers_minor.toml", "power[drought].effects"))
    assert [(fault.file, fault.key, fault.nearest) for fault in caught.value.faults] == [
        ("powers_minor.toml", "power[drought].effects[1]", "fear"),
        ("powers_minor.toml", "power[drought].effects[2].choose[1][1]", "defend"),
        ("powers_minor.toml", "power[drought].effects[3]", "town"),
    ]


def test_choice_is_a_table_or_an_object() -> None:
    options = [["fear 1"], ["push 1 town", {"choose": [["defend 1"], ["defend 2"]]}]]
    (node,) = parse([{"choose": options}])
    assert isinstance(node, Choice)
    assert [len(option) for option in node.options] == [1, 2]
    assert isinstance(node.options[1][1], Choice)
    inner = SimpleNamespace(choose=(("defend 1",), ("defend 2",)))
    assert parse([SimpleNamespace(choose=(("fear 1",), ("push 1 town", inner)))]) == (node,)


@pytest.mark.parametrize(
    "item", [{}, {"choose": []}, {"choose": [["fear 1"]]}, {"choose": [["fear 1"], []]}, {"chose": 1}, 3]
)
def test_neither_line_nor_choice(item: object) -> None:
    with pytest.raises(BadInput, match="neither a line nor a table"):
        parse([item])


def test_examples_of_the_docstrings() -> None:
    result = doctest.testmod(notation)
    assert result.attempted and not result.failed
