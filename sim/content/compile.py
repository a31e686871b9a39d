"""Compiles all facts once: one set of programs that every set-up shares."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from sim.content.files import (
    ADVERSARIES,
    BLIGHT_CARDS,
    FEAR,
    INVADERS,
    MAJORS,
    MINORS,
    UNIQUES,
    UNIQUES_BASE,
    spirits_file,
)
from sim.content.grammar import Location
from sim.content.load import Content, load_content
from sim.content.powers import CompiledPower, compile_innate, compile_power
from sim.content.programs import Programs
from sim.core.codes import MAX_POWERS
from sim.core.state import (
    MAX_CODE,
    MAX_CONDITIONS,
    MAX_DECK,
    MAX_FEAR_CARDS,
    MAX_INNATES,
    MAX_INVADER_CARDS,
    MAX_OPTIONS,
    MAX_TRACK,
    TABLES,
)
from sim.errors import BadInput, Fault

HORIZONS = "horizons"

P = ParamSpec("P")
T = TypeVar("T")
Span = tuple[int, int]
"""First row of a program, and the row after its last."""


@dataclass(frozen=True)
class Compiled:
    """The programs of all cards and panels.

    Attributes
    ----------
    programs : Programs
        Rows and conditions of them all.
    powers : tuple of CompiledPower
        Cards (minor, major, unique) and then innate powers: the order of ``Tables.power_*``.
    n_cards : int
        How many of them are cards.
    fear : tuple of tuple of Span
        Programs of each fear card, by terror level.
    stage_2_action : Span
        The action that Horizons prints on stage II cards.
    escalations : dict of str to Span
        The escalation of each adversary.
    blighted : dict of str to Span
        What each blight card does at the start of an invader phase once it has flipped.
    growth : dict of str to tuple of Span
        Growth options of each spirit.
    """

    programs: Programs
    powers: tuple[CompiledPower, ...]
    n_cards: int
    fear: tuple[tuple[Span, ...], ...]
    stage_2_action: Span
    escalations: dict[str, Span]
    blighted: dict[str, Span]
    growth: dict[str, tuple[Span, ...]]


@functools.cache
def compiled() -> Compiled:
    """The shipped facts, compiled.

    Raises
    ------
    BadInput
        With every line that is not understood.
    """
    return compile_content(load_content())


def compile_content(content: Content) -> Compiled:
    """Compile the facts of a folder; faults as for ``compiled``."""
    faults: list[Fault] = []

    def attempt(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> list[T]:
        """What the call gives, or nothing: its faults are kept."""
        try:
            return [call(*args, **kwargs)]
        except BadInput as error:
            faults.extend(error.faults)
            return []

    def place(file: str, key: str) -> Location:
        return Location(f"{content.folder}/{file}", key)

    programs = Programs()
    cards = [
        card
        for file, deck in (
            (MINORS, content.minors),
            (MAJORS, content.majors),
            (UNIQUES, [power for power in content.uniques if HORIZONS in power.sets]),
            (UNIQUES_BASE, [power for power in content.uniques if HORIZONS not in power.sets]),
        )
        for power in deck
        for card in attempt(compile_power, programs, power, place(file, f"power[{power.id}]"))
    ]
    innates = [
        innate
        for spirit in content.spirits.values()
        for power in spirit.innates
        for innate in attempt(
            compile_innate, programs, power, place(spirits_file(spirit), f"spirit[{spirit.id}].innates[{power.id}]")
        )
    ]
    fear = [
        tuple(
            span
            for level, effects in enumerate((card.terror_1, card.terror_2, card.terror_3), start=1)
            for span in attempt(programs.effects, effects, place(FEAR, f"fear_card[{card.id}].terror_{level}"))
        )
        for card in content.fear_cards
    ]
    action = content.numbers.stage_2_action.effects
    stage_2_action = attempt(programs.effects, action, place(INVADERS, "horizons.stage_2_action.effects"))
    escalations = {
        adversary.id: attempt(
            programs.effects,
            adversary.escalation.effects,
            place(ADVERSARIES, f"adversary[{adversary.id}].escalation.effects"),
        )
        for adversary in content.adversaries.values()
    }
    blighted = {
        card.id: attempt(
            programs.effects, card.ongoing.effects, place(BLIGHT_CARDS, f"blight_card[{card.id}].ongoing.effects")
        )
        for card in content.blight_cards.values()
    }
    growth = {
        spirit.id: tuple(
            span
            for option in spirit.growth.options
            for span in attempt(
                programs.growth,
                # what is always done joins the option: all actions of a turn may be done in any order
                (*spirit.growth.always, *option.actions),
                place(spirits_file(spirit), f"spirit[{spirit.id}].growth.options[{option.id}].actions"),
            )
        )
        for spirit in content.spirits.values()
    }
    faults += capacity_faults(content, programs)
    if faults:
        raise BadInput(faults)
    return Compiled(
        programs,
        (*cards, *innates),
        len(cards),
        tuple(fear),
        stage_2_action[0],
        {name: span for name, (span,) in escalations.items()},
        {name: span for name, (span,) in blighted.items()},
        growth,
    )


def capacity_faults(content: Content, programs: Programs) -> list[Fault]:
    """Facts that the tables have no room for."""
    sizes = [
        (MINORS, "power", len(content.minors), MAX_DECK),
        (MAJORS, "power", len(content.majors), MAX_DECK),
        (UNIQUES, "power", len(content.cards) + len(content.innates), MAX_POWERS),
        (FEAR, "fear_card", len(content.fear_cards), MAX_FEAR_CARDS),
        (INVADERS, "card", len(content.invader_cards), MAX_INVADER_CARDS),
        (INVADERS, "deck.standard_order", len(content.deck_order), TABLES["deck_stage"].shape[0]),
        ("*.toml", "rows of effects", len(programs.code), MAX_CODE),
        ("*.toml", "conditions", max(len(programs.cond_start), len(programs.conditions)), MAX_CONDITIONS),
    ]
    for spirit in content.spirits.values():
        panel = f"spirit[{spirit.id}]"
        sizes += [
            (spirits_file(spirit), f"{panel}.energy_track", len(spirit.energy_track), MAX_TRACK),
            (spirits_file(spirit), f"{panel}.card_track", len(spirit.card_track), MAX_TRACK),
            (spirits_file(spirit), f"{panel}.growth.options", len(spirit.growth.options), MAX_OPTIONS),
            (spirits_file(spirit), f"{panel}.innates", len(spirit.innates), MAX_INNATES),
            (spirits_file(spirit), f"{panel}.power_cards", len(spirit.power_cards), TABLES["unique"].shape[1]),
            (
                spirits_file(spirit),
                f"{panel}.power_progression",
                len(spirit.power_progression),
                TABLES["progression"].shape[1],
            ),
        ]
    return [
        Fault(f"{content.folder}/{file}", key, None, f"there are {size}; the tables have room for {most}")
        for file, key, size, most in sizes
        if size > most
    ]
