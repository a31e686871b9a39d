"""Does the steps of a position: each verb once, with its answers, and the checks of the rules that go before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.content.load import load_content
from sim.content.names import fear_names, invader_cards
from sim.core.codes import Answer, Cards, Counter, Outcome, Phase, Piece, Place, Row, Spirit, TargetKind
from sim.errors import BadInput, Fault
from sim.game import steps
from sim.game.play import next_phase
from sim.trace.answers import PIECE_ANSWERS, decisions_of, legal_answers, unused, used, write_script
from sim.trace.naming import members, power_index
from sim.trace.positions import Step
from sim.trace.stage import Stage, put_deck

PHASES = {
    "spirit": (Phase.SPIRIT,),
    "fast": (Phase.FAST,),
    "invader": (Phase.FEAR, Phase.RAVAGE, Phase.BUILD, Phase.EXPLORE),
    "slow": (Phase.SLOW,),
    "time_passes": (Phase.TIME_PASSES,),
}
EVERY_DECISION = 2
"""Value of ``State.trace_on`` that traces decisions with one legal answer too."""
ROUND = tuple(phase for phases in PHASES.values() for phase in phases)
WHOLE = (Row.EXPLORER, Row.TOWN, Row.CITY, Row.DAHAN)
"""Columns that count all pieces of a kind."""


@dataclass(eq=False)
class Refusal(Exception):
    """The rules do not allow a step.

    Attributes
    ----------
    key : str
        The key of the step that is not legal.
    value : object
        What stands there.
    message : str
        Why not.
    """

    key: str
    value: object
    message: str


@dataclass(frozen=True)
class Done:
    """What a step brought to light.

    Attributes
    ----------
    refusal : Refusal or None
        Why the rules refuse it; it then has changed nothing.
    unmet : list of (key, value)
        Answers to decisions that were not met.
    legal : dict
        The legal answers found, for each kind the step asks for; None if no such decision was met.
    """

    refusal: Refusal | None
    unmet: list[tuple[str, Any]]
    legal: dict[str, list[Any] | None]


def is_over(stage: Stage) -> bool:
    """Whether the game has ended."""
    return bool(stage.state["counter"][Counter.OUTCOME] != Outcome.NONE)


def do_step(stage: Stage, step: Step) -> Done:
    """Do one step, and check the end of the game.

    A step that the rules refuse, or that is meant to be illegal, leaves the state as it was.
    """
    state = stage.state
    before = stage.states.copy()
    state["trace_on"], state["trace_top"] = EVERY_DECISION, 0
    write_script(stage, step.choices)
    refusal = None
    legal: dict[str, list[Any] | None] = {}
    try:
        legal = _do_verb(stage, step)
        _check_answers(stage, step)
        if _is_action(step):
            steps.finish(stage.states, stage.tables)
        legal |= _legal_choices(stage, step)
    except Refusal as found:
        refusal = found
    unmet = [(f"choices.{kind.name.lower()}", answer) for kind, answer in unused(stage)]
    if step.illegal and refusal is None and unmet:
        refusal = Refusal(*unmet[0], "is not a legal answer")
    if refusal is not None or step.illegal:
        stage.states[:] = before
    state["script_top"] = 0
    return Done(refusal, unmet, legal)


def _is_action(step: Step) -> bool:
    """Whether the end of the game is checked after a step: cards change hands, and questions are asked, without it."""
    if step.verb in ("power", "innate"):
        return step.target is not None
    return step.verb not in ("play", "reclaim", "gain")


def _do_verb(stage: Stage, step: Step) -> dict[str, list[Any] | None]:
    """Do what a step says; the legal targets if they are asked for."""
    verb = step.verb
    if verb in ("power", "innate"):
        return _use(stage, step)
    if verb in ("ravage", "build", "explore"):
        _invader_action(stage, verb, getattr(step, verb))
    elif verb in ("growth", "play", "reclaim", "gain"):
        _spirit_action(stage, step)
    elif verb in ("phase", "round"):
        _phases(stage, PHASES[step.phase] if step.phase else ROUND * (step.round or 1))
    else:
        _island_action(stage, step)
    return {}


# ------------------------------------------------------------------------------------------------ invaders and island


def _invader_action(stage: Stage, verb: str, where: str) -> None:
    """Ravage, build or explore in a land or in all lands of a card."""
    states, tables = stage.states, stage.tables
    if where in stage.game.land_index:
        land = stage.game.land_index[where]
        single = {"ravage": steps.ravage_land, "build": steps.build_land}
        if verb in single:
            single[verb](states, tables, land)
        else:
            steps.explore_lands(states, tables, 1 << land)
        return
    lands = int(stage.table["invader_lands"][invader_cards(where)[0]])
    whole = {"ravage": steps.ravage_lands, "build": steps.build_lands, "explore": steps.explore_lands}
    whole[verb](states, tables, lands)


def _island_action(stage: Stage, step: Step) -> None:
    """Fear, fear cards, Rituals, blight, destruction, the action of a stage II card."""
    states, tables = stage.states, stage.tables
    if step.fear is not None:
        steps.make_fear(states, tables, step.fear)
    elif step.fear_card is not None:
        steps.fear_card(states, tables, fear_names().index[step.fear_card])
    elif step.ritual is not None:
        land = stage.game.land_index[step.ritual]
        if not steps.ritual_lands(states, tables) >> land & 1:
            raise Refusal("ritual", step.ritual, "dahan, presence or energy do not suffice for a Ritual there")
        steps.perform_ritual(states, tables, land)
    elif step.add_blight is not None:
        steps.add_blight(states, tables, stage.game.land_index[step.add_blight])
    elif step.destroy is not None:
        land = stage.game.land_index[step.destroy.land]
        for kind, number in step.destroy.what.items():
            piece = Piece[kind.upper()]
            here = int(stage.state["land"][land, WHOLE[piece]])
            if number > here:
                raise Refusal(f"destroy.what.{kind}", number, f"only {here} are in {step.destroy.land}")
            steps.destroy(states, tables, land, piece, number)
    else:
        steps.escalate(states, tables)


def _phases(stage: Stage, phases: tuple[Phase, ...]) -> None:
    """Play whole phases, until the game ends."""
    for phase in phases:
        stage.state["counter"][Counter.PHASE] = phase
        if next_phase(stage.states, stage.tables, 0) != Outcome.NONE:
            break


# ------------------------------------------------------------------------------------------------------------ spirits


def _spirit_action(stage: Stage, step: Step) -> None:
    """Growth, playing, reclaiming and gaining cards."""
    states, tables = stage.states, stage.tables
    seat = stage.game.spirits.index(step.by or "")
    if step.growth is not None:
        options = int(stage.table["n_growth"][seat])
        if step.growth > options:
            raise Refusal("growth", step.growth, f"the panel has {options} growth options")
        steps.grow(states, tables, seat, step.growth - 1)
    elif step.play is not None:
        for number, name in enumerate(step.play):
            card = power_index(name)
            if not steps.may_play(states, tables, seat, card):
                raise Refusal(f"play[{number}]", name, _why_not_played(stage, seat, card))
            steps.play(states, tables, seat, card)
    elif step.reclaim is not None:
        steps.reclaim(states, tables, seat)
    else:
        deck = ("minor", "major").index(step.gain or "")
        _show_first(stage, deck, step.offered)
        steps.gain(states, tables, seat, deck)


def _why_not_played(stage: Stage, seat: int, card: int) -> str:
    """Why a card cannot be played."""
    if stage.state["card_place"][card] != Place.HAND + 4 * seat:
        return "is not in the hand"
    numbers = stage.state["spirit"][seat]
    if stage.table["power_cost"][card] > numbers[Spirit.ENERGY]:
        return f"costs {stage.table['power_cost'][card]} energy; {numbers[Spirit.ENERGY]} is left"
    return f"no card play is left of {numbers[Spirit.PLAYS] + numbers[Spirit.EXTRA_PLAYS]}"


def _show_first(stage: Stage, deck: int, offered: tuple[str, ...]) -> None:
    """Put the cards that a gain is to show on top of their deck."""
    state, counter = stage.state, stage.state["counter"]
    cards = [power_index(name) for name in offered]
    for number, card in enumerate(cards):
        if state["card_place"][card] not in (Place.MINOR_DECK + deck, Place.MINOR_DISCARD + deck):
            raise Refusal(f"offered[{number}]", offered[number], "is neither in its deck nor in its discard pile")
    top, size = (int(counter[column + 3 * deck]) for column in (Counter.MINOR_TOP, Counter.MINOR_SIZE))
    order = [int(card) for card in state["deck"][deck, top:size]]
    pile = [int(card) for card in state["pile"][deck, : counter[Counter.MINOR_DISCARDS + 3 * deck]]]
    order = cards + [card for card in order if card not in cards]
    put_deck(stage, deck, order, [card for card in pile if card not in cards])


def _use(stage: Stage, step: Step) -> dict[str, list[Any] | None]:
    """Use a power or an innate power; without a target it is only asked about."""
    name = step.power or step.innate or ""
    power = power_index(name)
    seat = stage.game.spirits.index(step.by or "")
    reached = steps.levels(stage.states, stage.tables, power, seat)
    legal = _targets(stage, power, seat)
    found: dict[str, list[Any] | None] = {"target": list(legal)} if "target" in step.legal.model_fields_set else {}
    asked_only = step.target is None and stage.table["power_target"][power] != TargetKind.NONE
    if asked_only and not step.illegal:
        _take_decline(stage)
        return found
    if not steps.may_use(stage.states, stage.tables, power, seat):
        raise Refusal(step.verb, name, "is used up for this turn")
    if stage.table["power_deck"][power] == Cards.INNATE and reached == 0:
        raise Refusal(step.verb, name, f"no level is reached; the lowest needs {_lowest_need(name)}")
    if step.target is not None and step.target not in legal:
        raise Refusal("target", step.target, f"is not a legal target; legal: {', '.join(legal) or 'none'}")
    if asked_only:
        if not legal:
            raise Refusal(step.verb, name, "has no legal target")
        return found
    steps.use(stage.states, stage.tables, power, seat, legal[step.target] if step.target else 0)
    return found


def _targets(stage: Stage, power: int, seat: int) -> dict[str, int]:
    """Legal targets of a power by name."""
    numbers = members(steps.targets(stage.states, stage.tables, power, seat))
    if stage.table["power_target"][power] == TargetKind.SPIRIT:
        return {stage.game.spirits[number]: number for number in numbers}
    return {stage.game.land(number): number for number in numbers}


def _take_decline(stage: Stage) -> None:
    """A power that is only asked about is not used: that answers ``decline = true``."""
    for row in stage.state["script"][: int(stage.state["script_top"])]:
        if row[0] == Answer.DECLINE and row[1] == 1:
            row[2] = 1


def _lowest_need(name: str) -> str:
    """Elements that the first level of an innate power needs."""
    return next(innate.tiers[0].need for innate in load_content().innates if innate.id == name)


# ------------------------------------------------------------------------------------------------------------ answers


def _check_answers(stage: Stage, step: Step) -> None:
    """Refuse a step in which an answer was not legal."""
    fault = int(stage.state["script_fault"])
    if fault > 0:
        _refuse_answer(stage, step, Answer(fault - 1))
    for kind, _ in unused(stage):
        if kind in PIECE_ANSWERS and len(decisions_of(stage, kind)) > used(stage, kind):
            _refuse_answer(stage, step, kind)


def _refuse_answer(stage: Stage, step: Step, kind: Answer) -> None:
    """Refuse the first answer of a kind that is not legal where it is given."""
    answers = step.choices.given()[kind.name.lower()]
    decisions = [legal_answers(stage.game, kind, met) for met in decisions_of(stage, kind)]
    wrong = [(answer, legal) for answer, legal in zip(answers, decisions) if answer not in legal]
    answer, legal = wrong[0] if wrong else (answers[-1], [])
    message = "is not a legal answer" + (f"; legal: {', '.join(map(str, legal))}" if legal else "")
    raise Refusal(f"choices.{kind.name.lower()}", answer, message)


def _legal_choices(stage: Stage, step: Step) -> dict[str, list[Any] | None]:
    """The legal answers to the first decision of each kind that the step asks about."""
    found: dict[str, list[Any] | None] = {}
    for name in step.legal.given():
        if name != "target":
            kind = Answer[name.upper()]
            met = decisions_of(stage, kind)
            found[name] = legal_answers(stage.game, kind, met[0]) if met else None
    return found


def refused(file: str, number: int, refusal: Refusal) -> BadInput:
    """The fault of a file whose step the rules refuse."""
    return BadInput([Fault(file, f"do[{number}].{refusal.key}", refusal.value, refusal.message)])
