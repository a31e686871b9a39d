"""Compiles all facts once: one set of programs that every set-up shares."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from sim.content.grammar import Location
from sim.content.load import FEAR, INVADERS, MAJORS, MINORS, SPIRITS, UNIQUES, Content, load_content
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
    escalation : Span
        The stage II action.
    growth : dict of str to tuple of Span
        Growth options of each spirit.
    """

    programs: Programs
    powers: tuple[CompiledPower, ...]
    n_cards: int
    fear: tuple[tuple[Span, ...], ...]
    escalation: Span
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
        for file, deck in ((MINORS, content.minors), (MAJORS, content.majors), (UNIQUES, content.uniques))
        for power in deck
        for card in attempt(compile_power, programs, power, place(file, f"power[{power.id}]"))
    ]
    innates = [
        innate
        for spirit in content.spirits.values()
        for power in spirit.innates
        for innate in attempt(
            compile_innate, programs, power, place(SPIRITS, f"spirit[{spirit.id}].innates[{power.id}]")
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
    escalation = attempt(programs.effects, action, place(INVADERS, "horizons.stage_2_action.effects"))
    growth = {
        spirit.id: tuple(
            span
            for option in spirit.growth.options
            for span in attempt(
                programs.growth,
                option.actions,
                place(SPIRITS, f"spirit[{spirit.id}].growth.options[{option.id}].actions"),
            )
        )
        for spirit in content.spirits.values()
    }
    faults += capacity_faults(content, programs)
    if faults:
        raise BadInput(faults)
    return Compiled(programs, (*cards, *innates), len(cards), tuple(fear), escalation[0], growth)


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
            (SPIRITS, f"{panel}.energy_track", len(spirit.energy_track), MAX_TRACK),
            (SPIRITS, f"{panel}.card_track", len(spirit.card_track), MAX_TRACK),
            (SPIRITS, f"{panel}.growth.options", len(spirit.growth.options), MAX_OPTIONS),
            (SPIRITS, f"{panel}.innates", len(spirit.innates), MAX_INNATES),
            (SPIRITS, f"{panel}.power_cards", len(spirit.power_cards), TABLES["unique"].shape[1]),
            (SPIRITS, f"{panel}.power_progression", len(spirit.power_progression), TABLES["progression"].shape[1]),
        ]
    return [
        Fault(f"{content.folder}/{file}", key, None, f"there are {size}; the tables have room for {most}")
        for file, key, size, most in sizes
        if size > most
    ]
