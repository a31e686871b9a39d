"""Compiled powers: targets, levels, changes by thresholds, sets of levels, and what powers are good for."""

from __future__ import annotations

import doctest
from types import SimpleNamespace
from typing import Any

import pytest

from sim.content import powers
from sim.content.grammar import Location
from sim.content.powers import CompiledLevel, CompiledPower, CompiledTarget, closed_sets, compile_innate, compile_power
from sim.content.programs import Programs
from sim.core.codes import Col, Element, Level, Op, Piece, PowerTrait, Speed, TargetKind, Terrain, Useful, Where, Who
from sim.errors import BadInput
from tests.unit.fact_lines import POWER_FILES, QUICKENED, facts, spirits

CARDS = {power["id"]: power for name in POWER_FILES for power in facts(name)["power"]}
INNATES = {innate["id"]: innate for spirit in spirits() for innate in spirit["innates"]}
EXPLORER, TOWN, CITY, DAHAN = (1 << piece for piece in (Piece.EXPLORER, Piece.TOWN, Piece.CITY, Piece.DAHAN))


def as_object(table: dict[str, Any]) -> Any:
    """A power of a fact file with attributes."""
    target: dict[str, Any] = {"source": (), "where": (), **table["target"]}
    target["from_"] = target.pop("from", None)
    tiers = {key: [SimpleNamespace(**tier) for tier in table[key]] for key in ("thresholds", "tiers") if key in table}
    return SimpleNamespace(**(table | tiers | {"target": SimpleNamespace(**target)}))


def card(power: str, programs: Programs | None = None, **changes: Any) -> CompiledPower:
    return compile_power(programs or Programs(), as_object({**CARDS[power], **changes}))


def innate(power: str, **changes: Any) -> CompiledPower:
    return compile_innate(Programs(), as_object({**INNATES[power], **changes}))


def operations(programs: Programs, span: CompiledPower | CompiledLevel) -> list[int]:
    return [row[Col.OP] for row in programs.code[span.start : span.end]]


def need(**elements: int) -> tuple[int, ...]:
    return tuple(elements.get(element.name.lower(), 0) for element in Element)


def terrains(*names: str) -> int:
    return sum(1 << Terrain[name.upper()] for name in names)


def faults_of(power: str, **changes: Any) -> tuple[Any, ...]:
    with pytest.raises(BadInput) as caught:
        compile_power(Programs(), as_object({**CARDS[power], **changes}), Location("cards.toml", f"power[{power}]"))
    return caught.value.faults


@pytest.mark.parametrize("power", CARDS)
def test_every_card_compiles(power: str) -> None:
    compiled = card(power)
    assert compiled.end > compiled.start
    assert compiled.closed[0] == 1
    assert compiled.useful


@pytest.mark.parametrize("power", INNATES)
def test_every_innate_compiles(power: str) -> None:
    compiled = innate(power)
    assert compiled.start == compiled.end
    tiers = [tier for tier in INNATES[power]["tiers"] if tier["effects"] != [QUICKENED]]
    assert len(compiled.levels) == len(tiers)
    assert (compiled.fast_need is None) == ("fast_if" not in INNATES[power])
    assert compiled.closed[0] == 0
    assert compiled.useful


def test_card_as_a_whole() -> None:
    compiled = card("drought")
    assert compiled == CompiledPower(
        id="drought",
        cost=1,
        speed=Speed.SLOW,
        elements=need(sun=1, fire=1, earth=1),
        target=CompiledTarget(TargetKind.LAND, range=1),
        start=0,
        end=3,
        levels=(CompiledLevel(need(sun=3), Level.ALSO, 3, 4),),
        closed=(1, 1) + (0,) * 14,
        traits=PowerTrait.DAMAGE | PowerTrait.DRAWBACK,
        useful=Useful.INVADERS,
    )


@pytest.mark.parametrize(
    ("power", "expected"),
    [
        ("elemental_boon", CompiledTarget(TargetKind.SPIRIT, who=Who.ANY)),
        ("entwined_power", CompiledTarget(TargetKind.SPIRIT, who=Who.ANOTHER)),
        ("cleansing_floods", CompiledTarget(TargetKind.LAND, source=terrains("wetland"), range=1)),
        ("tsunami", CompiledTarget(TargetKind.LAND, sacred=True, range=2, coastal=True)),
        ("song_of_sanctity", CompiledTarget(TargetKind.LAND, range=1, terrains=terrains("mountain", "jungle"))),
        ("enticing_splendor", CompiledTarget(TargetKind.LAND, range=0, needs=Where.NO_BLIGHT)),
        ("lure_of_the_unknown", CompiledTarget(TargetKind.LAND, range=2, needs=Where.NO_INVADERS)),
        ("call_to_tend", CompiledTarget(TargetKind.LAND, range=1, needs=Where.DAHAN)),
        ("foul_vapors_and_fetid_muck", CompiledTarget(TargetKind.LAND, sacred=True, range=2, needs=Where.INVADERS)),
    ],
)
def test_target(power: str, expected: CompiledTarget) -> None:
    assert card(power).target == expected


def test_all_target_conditions_must_hold() -> None:
    target = {"kind": "land", "from": "presence", "range": 1, "where": ["inland", "sand|jungle", "dahan", "town|city"]}
    assert card("drought", target=target).target == CompiledTarget(
        TargetKind.LAND, range=1, terrains=terrains("sand", "jungle"), inland=True, needs=Where.DAHAN | Where.BUILDINGS
    )


def test_replacing_and_added_levels() -> None:
    compiled = innate("mischief_and_sabotage")
    assert [level.mode for level in compiled.levels] == [Level.ALSO, Level.INSTEAD, Level.INSTEAD, Level.INSTEAD]
    assert [level.need for level in compiled.levels][2] == need(moon=2, air=2, plant=4)
    assert compiled.traits & PowerTrait.REPLACES
    assert not innate("violent_windstorms").traits & PowerTrait.REPLACES


def test_threshold_that_adds_to_the_range() -> None:
    compiled = card("sap_the_strength_of_multitudes")
    (level,) = compiled.levels
    assert (level.need, level.mode, level.end - level.start, level.range) == (need(air=1), Level.ALSO, 0, 1)


def test_one_threshold_told_as_two() -> None:
    programs = Programs()
    (level,) = card("talons_of_lightning", programs).levels
    assert (level.mode, level.range) == (Level.ALSO, 3)
    assert operations(programs, level) == [Op.LANDS, Op.DESTROY]


def test_line_put_before_another() -> None:
    programs = Programs()
    (level,) = card("dissolve_the_bonds_of_kinship", programs).levels
    assert level.mode == Level.INSTEAD
    assert operations(programs, level) == [Op.REPLACE, Op.REPLACE, Op.REPLACE, Op.FIGHT, Op.PUSH]
    assert programs.code[level.start + 3][Col.PIECES] == EXPLORER
    assert programs.code[level.start + 3][Col.A] == TOWN | CITY


def test_line_put_first() -> None:
    programs = Programs()
    (level,) = card("wrap_in_wings_of_sunlight", programs).levels
    assert level.mode == Level.INSTEAD
    assert operations(programs, level) == [Op.GATHER, Op.MOVE_TO_ONE_LAND, Op.LANDS, Op.DEFEND]


def test_known_note_widens_the_trigger() -> None:
    programs = Programs()
    compiled = card("vengeance_of_the_dead", programs)
    (level,) = compiled.levels
    assert level.mode == Level.INSTEAD
    printed = programs.code[compiled.start : compiled.end]
    widened = programs.code[level.start : level.end]
    assert [row[: Col.A] for row in widened] == [row[: Col.A] for row in printed]
    assert [row[Col.A] for row in printed] == [0, 0]
    assert [row[Col.A] for row in widened] == [0, 1]


def test_range_and_another_change_in_one_threshold() -> None:
    programs = Programs()
    tiers = [{"need": "1 air", "mode": "modify", "effects": ["first: fear 1", "range +2 this power"]}]
    (level,) = card("sap_the_strength_of_multitudes", programs, thresholds=tiers).levels
    assert (level.mode, level.range) == (Level.INSTEAD, 2)
    assert operations(programs, level) == [Op.FEAR, Op.DEFEND]


@pytest.mark.parametrize(
    ("needs", "alone", "closed"),
    [
        ([], True, {0}),
        ([need(sun=1)], True, {0, 1}),
        ([need(sun=1)], False, {1}),
        # the second level includes the first
        ([need(sun=1), need(sun=2)], True, {0, 1, 3}),
        # either alone, or both
        ([need(sun=1), need(moon=1)], True, {0, 1, 2, 3}),
        # the elements of the first two reach the third
        ([need(sun=2), need(moon=2), need(sun=1, moon=1)], False, {1, 2, 4, 5, 6, 7}),
        ([need(sun=2), need(moon=2), need(sun=2, moon=2)], False, {1, 2, 7}),
    ],
)
def test_closed_sets(needs: list[tuple[int, ...]], alone: bool, closed: set[int]) -> None:
    assert {levels for levels, is_closed in enumerate(closed_sets(needs, alone=alone)) if is_closed} == closed


def test_closed_sets_of_an_innate_with_separate_lines() -> None:
    closed = innate("scorch_with_waves_of_heat").closed
    assert [levels for levels in range(16) if closed[levels]] == [0b0001, 0b0010, 0b0011, 0b0110, 0b0111, 0b1111]


PUSH, DAMAGE, DEFEND, DRAWBACK, REPLACES = PowerTrait


@pytest.mark.parametrize(
    ("power", "traits"),
    [
        ("rain_of_blood", 0),
        ("scatter_to_the_winds", PUSH),
        ("stinging_sandstorm", PUSH | DAMAGE),
        ("tempest_of_leaves_and_branches", DAMAGE),
        ("encompassing_ward", DEFEND),
        ("devouring_ants", DAMAGE | DRAWBACK),
        ("mark_territory_with_scars_and_teeth", PUSH | DEFEND | DRAWBACK),
        ("call_to_migrate", PUSH),
        ("lure_of_the_unknown", PUSH | DRAWBACK),
        ("pillar_of_living_flame", DAMAGE | DRAWBACK),
        ("the_jungle_hungers", DRAWBACK | REPLACES),
        ("natures_resilience", DEFEND | REPLACES),
        ("dissolve_the_bonds_of_kinship", PUSH | DRAWBACK | REPLACES),
        ("the_trees_and_stones_speak_of_war", PUSH | DAMAGE | DEFEND),
        ("death_approaches_from_beneath_the_surface", PUSH | DAMAGE | DRAWBACK),
        ("spreading_and_dreadful_mire", PUSH | DAMAGE | DRAWBACK),
        ("violent_windstorms", PUSH | DAMAGE),
    ],
)
def test_traits(power: str, traits: int) -> None:
    assert (card(power) if power in CARDS else innate(power)).traits == traits


@pytest.mark.parametrize(
    ("power", "useful"),
    [
        ("gnawing_rootbiters", Useful.INVADERS),
        ("drift_down_into_slumber", Useful.RAVAGE),
        ("dark_and_tangled_woods", Useful.RAVAGE | Useful.ONE),
        ("call_to_tend", Useful.BLIGHT | Useful.DAHAN),
        ("call_to_migrate", Useful.NEAR_DAHAN | Useful.DAHAN),
        ("lure_of_the_unknown", Useful.NEAR_INVADERS),
        ("stinging_sandstorm", Useful.NEAR_PRESENCE | Useful.ONE | Useful.INVADERS),
        ("uncanny_melting", Useful.INVADERS | Useful.BLIGHT),
        ("savage_mawbeasts", Useful.INVADERS | Useful.ANYWHERE),
        ("pull_beneath_the_hungry_earth", Useful.INVADERS | Useful.ANYWHERE),
        ("indomitable_claim", Useful.RAVAGE | Useful.INVADERS | Useful.ANYWHERE),
        ("infinite_vitality", Useful.RAVAGE | Useful.ANYWHERE),
        ("talons_of_lightning", Useful.INVADERS | Useful.ONE | Useful.ANYWHERE),
        ("vigor_of_the_breaking_dawn", Useful.INVADERS | Useful.DAHAN),
        ("poisoned_land", Useful.INVADERS | Useful.BLIGHT | Useful.ONE),
        ("elemental_boon", Useful.ONE),
        ("boon_of_watchful_guarding", Useful.ONE),
        ("mischief_and_sabotage", Useful.RAVAGE | Useful.ONE),
    ],
)
def test_useful(power: str, useful: int) -> None:
    assert (card(power) if power in CARDS else innate(power)).useful == useful


def modify(*effects: Any) -> list[dict[str, Any]]:
    return [{"need": "1 air", "mode": "modify", "effects": list(effects)}]


@pytest.mark.parametrize(
    ("thresholds", "message"),
    [
        (modify("note the trigger may do as it likes"), "does not know what this note asks for"),
        (modify("before push: fear 1"), "no line that begins with 'push'"),
        (modify("fear 1"), "mode modify begins with"),
        (modify({"choose": [["fear 1"], ["fear 2"]]}), "a choice cannot change"),
        (modify("range +1 this power", "range 3 this power"), "changed twice"),
        (
            [{"need": "1 sun", "mode": "also", "effects": ["fear 1"]}, *modify("first: fear 1")],
            "only the first threshold",
        ),
    ],
)
def test_wrong_change(thresholds: list[dict[str, Any]], message: str) -> None:
    (fault,) = faults_of("gnawing_rootbiters" if "push" not in str(thresholds) else "drought", thresholds=thresholds)
    assert message in fault.message


def test_range_of_a_power_without_range() -> None:
    (fault,) = faults_of("elemental_boon", thresholds=modify("range +1 this power"))
    assert fault.message == "the power has no range"


def test_unknown_note_names_the_known_one() -> None:
    (fault,) = faults_of("vengeance_of_the_dead", thresholds=modify("note the trigger's damage may go anywhere"))
    assert fault.nearest.startswith("the trigger's damage may be dealt in the target land")


@pytest.mark.parametrize(
    ("where", "value", "nearest"),
    [(["dahn"], "dahn", "dahan"), (["any", "jungle|sandd"], "jungle|sandd", "sand"), (["costal"], "costal", "coastal")],
)
def test_unknown_target_condition(where: list[str], value: str, nearest: str) -> None:
    target = {"kind": "land", "from": "presence", "range": 1, "where": where}
    (fault,) = faults_of("drought", target=target)
    assert (fault.key, fault.value, fault.nearest) == (f"power[drought].target.where[{len(where) - 1}]", value, nearest)


def test_two_terrains_at_once() -> None:
    target = {"kind": "land", "from": "presence", "range": 1, "where": ["jungle", "sand"]}
    (fault,) = faults_of("drought", target=target)
    assert fault.message.startswith("no land has two terrains")


def test_all_faults_of_a_power_at_once() -> None:
    faults = faults_of(
        "drought",
        target={"kind": "land", "from": "presence", "range": 1, "where": ["dahn"]},
        effects=["destroy 3 twon", "fear 1", "faer 1"],
        thresholds=[{"need": "3 sun", "mode": "also", "effects": ["destry 1 city"]}],
    )
    assert [(fault.file, fault.key, fault.nearest) for fault in faults] == [
        ("cards.toml", "power[drought].target.where[0]", "dahan"),
        ("cards.toml", "power[drought].effects[0]", "town"),
        ("cards.toml", "power[drought].effects[2]", "fear"),
        ("cards.toml", "power[drought].thresholds[0].effects[0]", "destroy"),
    ]


def test_examples_of_the_docstrings() -> None:
    result = doctest.testmod(powers)
    assert result.attempted and not result.failed
