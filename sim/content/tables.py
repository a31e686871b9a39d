"""Fills the tables that one game is played by: the facts as integers, for the spirits and boards of a set-up."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.content import setup as setups
from sim.content.boards import Island, starting_choice, starting_presence
from sim.content.compile import Compiled, compiled
from sim.content.fields import ELEMENTS, HORIZONS
from sim.content.load import Content, load_content
from sim.content.powers import CompiledPower, CompiledTarget
from sim.content.schema import Space, SpiritFacts
from sim.content.setup import Setup, setup_island, variants
from sim.content.weights import Weights, load_weights, weights_from_dict
from sim.core.codes import Cards, Hook, Option, Piece, Policy, Row, Rule, Speed, Terrain
from sim.core.state import MAX_RANGE, N_WEIGHTS, TABLES, as_records

AnyWeights = Weights | Mapping[str, float] | npt.NDArray[np.float64]


HEALTH = {Piece.EXPLORER: 1, Piece.TOWN: 2, Piece.CITY: 3, Piece.DAHAN: 2}
"""Health of each piece, and its damage in a ravage, unless an adversary changes it (RULES 1)."""
ANY_ELEMENT = "any"
USUAL_SACRED_SITE = 2
"""Presence that makes a land a sacred site."""


def build_tables(setup: Setup, weights: AnyWeights | None = None) -> Any:
    """The tables of one set-up: one record for each of the islands that are equally likely.

    Parameters
    ----------
    setup : Setup
        Spirits, boards, options, policy.
    weights : Weights, mapping of str to float, or ndarray of float64, shape (N_WEIGHTS,), optional
        Weights of the value function; a mapping or an array holds for every spirit. By default the shipped ones.

    Returns
    -------
    numpy.ndarray of TABLES, shape (number of variants,)
        More than one if the set-up leaves boards or blight card to chance; each game draws its own.
        With ``NUMBA_DISABLE_JIT`` a record array.

    Raises
    ------
    BadInput
        If the facts or the weights are wrong.
    """
    concrete = variants(setup)
    tables = np.zeros(len(concrete), dtype=TABLES)
    _fill_facts(tables[0], concrete[0])
    tables[1:] = tables[0]
    for table, variant in zip(tables, concrete, strict=True):
        _fill_variant(table, variant)
    _fill_backs(tables, setup)
    set_weights(tables, setup, _weights(weights))
    return as_records(tables)


def set_weights(tables: Any, setup: Setup, weights: Weights) -> None:
    """Let the players of a set-up's tables play by these weights: each spirit by its own, all together by the mean.

    It is much cheaper than to build the tables anew.
    """
    own = [weights.of(spirit) for spirit in setup.spirits]
    tables["own_weight"][:, : len(own)] = own
    tables["weight"] = np.mean(own, axis=0)


def _fill_facts(table: Any, setup: Setup) -> None:
    """All that the variants of a set-up have in common: cards, panels, numbers."""
    content, programs = load_content(), compiled()
    spirits = [content.spirits[name] for name in setup.spirits]
    table["n_spirits"] = len(spirits)
    _fill_numbers(table, setup, content)
    _fill_invader_cards(table, setup, content, programs)
    _fill_programs(table, programs)
    for index, power in enumerate(programs.powers):
        _fill_power(table, index, power)
    _fill_prices(table)
    _fill_decks(table, content, programs, spirits)
    for seat, spirit in enumerate(spirits):
        _fill_spirit(table, seat, spirit, programs)


def _fill_variant(table: Any, setup: Setup) -> None:
    """What boards and blight card decide; the facts are there already."""
    content, programs = load_content(), compiled()
    island = setup_island(setup)
    spirits = [content.spirits[name] for name in setup.spirits]
    _fill_island(table, island)
    _fill_printed_pieces(table, island, content, spirits)
    _fill_setup_changes(table, setup, content, island)
    _fill_card_lands(table, content, programs)
    _fill_sacred_sites(table, spirits)
    _fill_oceans(table, island, setup)
    if table["rule"][Rule.INNER_LANDS]:
        table["inner"] = mask(island.inner)
    table["blight_pool"] = setups.blight_pool(setup, content)
    table["blight_flip"] = setups.blight_flip(setup, content)
    if setup.blight_card in programs.blighted:
        table["blighted_start"], table["blighted_end"] = programs.blighted[setup.blight_card]


def _fill_backs(tables: Any, setup: Setup) -> None:
    """What players know of the back of the blight card: nothing, if it was drawn."""
    backs = len(load_content().blight_cards) if setup.blight_card == setups.RANDOM else 1
    tables["n_backs"] = backs
    means = tables["blight_flip"].reshape(-1, backs).mean(axis=1)
    tables["blight_back"] = np.repeat(means.astype(int), backs)


def mask(lands: Iterable[int]) -> int:
    """A set of lands as bits."""
    return sum(1 << land for land in set(lands))


def packed(elements: Sequence[int]) -> int:
    """Numbers of elements in one integer, one byte for each element.

    Examples
    --------
    >>> hex(packed((2, 0, 1, 0, 0, 0, 0, 0)))
    '0x10002'
    """
    return sum(number << 8 * element for element, number in enumerate(elements))


def _fill_island(table: Any, island: Island) -> None:
    """Lands, borders and distances; oceans are lands of their own kind."""
    lands = range(len(island.names))
    table["n_lands"] = len(lands)
    table["n_boards"] = len(island.boards)
    table["all_lands"] = mask(land for land in lands if land not in island.oceans)
    table["oceans"] = mask(island.oceans)
    table["coastal"] = mask(land for land in lands if island.coastal[land])
    for land in lands:
        table["terrain"][land] = island.terrain[land]
        table["board"][land] = island.board[land]
        table["adjacent"][land] = mask(island.neighbours[land])
    for seat in range(len(island.boards)):
        table["board_lands"][seat] = mask(land for land in lands if island.board[land] == seat)
    by_terrain = [mask(land for land in lands if island.terrain[land] == terrain) for terrain in Terrain]
    # an ocean in play is a wetland too
    by_terrain[Terrain.WETLAND] |= by_terrain[Terrain.OCEAN]
    for bits in range(1 << len(Terrain)):
        here = [by_terrain[terrain] for terrain in Terrain if bits >> terrain & 1]
        table["terrain_lands"][bits] = functools.reduce(operator.or_, here, 0)
    reached = [1 << land for land in lands]
    for distance in range(MAX_RANGE):
        table["reach"][distance, : len(lands)] = reached
        # what lies within one step more is what lies within this many of a neighbour
        reached = [
            functools.reduce(operator.or_, (reached[other] for other in island.neighbours[land]), reached[land])
            for land in lands
        ]


def _fill_printed_pieces(table: Any, island: Island, content: Content, spirits: list[SpiritFacts]) -> None:
    """The pieces that the boards print and the presence that the panels say."""
    for land, printed in enumerate(island.printed):
        row = table["setup_land"][land]
        row[Row.EXPLORER] = printed.explorer
        row[[Row.TOWN_0, Row.TOWN]] = printed.town
        row[[Row.CITY_0, Row.CITY]] = printed.city
        row[[Row.DAHAN_0, Row.DAHAN]] = printed.dahan
        row[Row.BLIGHT] = printed.blight
    for seat, (name, spirit) in enumerate(zip(island.boards, spirits, strict=False)):
        board = content.boards[name]
        for number, discs in starting_presence(board, spirit).items():
            table["setup_land"][island.names.index(f"{name}{number}")][Row.PRESENCE + seat] = discs
        free = starting_choice(board, spirit)
        table["setup_choice"][seat] = mask(island.names.index(f"{name}{number}") for number in free)


def _fill_numbers(table: Any, setup: Setup, content: Content) -> None:
    """Pools, terror levels, the policy, and what adversary and scenario change."""
    split = setups.fear_deck(setup, content)
    table["fear_pool"] = setups.fear_pool(setup, content)
    table["terror_after"] = np.cumsum(split)
    table["fear_deck_size"] = setups.fear_cards(setup, content)
    table["difficulty"] = setups.difficulty(setup, content)
    with_adversary = setup.adversary.id != setups.NONE
    horizons_action = setup.box == HORIZONS and setup.options.stage_2_action
    table["option"][Option.STAGE_2_ACTION] = with_adversary or horizons_action
    table["option"][Option.POWER_PROGRESSION] = setup.options.power_progression
    table["policy"] = Policy[setup.policy.upper()]
    table["temperature"] = setup.temperature
    rules = setups.rules(setup, content)
    for name, value in rules.items():
        table["rule"][Rule[name.upper()]] = value
    for piece, health in HEALTH.items():
        name = piece.name.lower()
        table["health"][piece] = rules.get(f"{name}_health", health)
        table["damage"][piece] = rules.get(f"{name}_damage", health)
    table["losing_lands"] = bool(rules.get("building_limit") or rules.get("inner_lands"))


def _fill_setup_changes(table: Any, setup: Setup, content: Content, island: Island) -> None:
    """Pieces that the levels of an adversary add to every board, and printed blight that moves."""
    columns = {
        Piece.EXPLORER: (Row.EXPLORER,),
        Piece.TOWN: (Row.TOWN_0, Row.TOWN),
        Piece.CITY: (Row.CITY_0, Row.CITY),
        Piece.DAHAN: (Row.DAHAN_0, Row.DAHAN),
        Piece.BLIGHT: (Row.BLIGHT,),
    }
    changes = setups.setup_pieces(setup, content)
    rows = table["setup_land"]
    for board in island.boards:
        for move in changes.moved_blight:
            source, target = (island.names.index(f"{board}{number}") for number in move)
            rows[target, Row.BLIGHT] += rows[source, Row.BLIGHT]
            rows[source, Row.BLIGHT] = 0
        for number, piece, amount in changes.added:
            for column in columns[piece]:
                rows[island.names.index(f"{board}{number}"), column] += amount


def _fill_prices(table: Any) -> None:
    """What cards cost to play: less for fast ones if every power is fast (Blitz)."""
    table["power_price"] = table["power_cost"]
    if table["rule"][Rule.ALL_FAST]:
        table["power_price"] -= table["power_speed"] == Speed.FAST


def _fill_oceans(table: Any, island: Island, setup: Setup) -> None:
    """Who brings which ocean into play."""
    table["ocean_seat"] = -1
    table["ocean_of"] = -1
    for board, ocean in enumerate(island.oceans):
        table["ocean_of"][board] = ocean
    for seat in range(setup.players):
        if table["hooks"][seat] >> Hook.OCEAN_LAND & 1:
            table["ocean_seat"] = seat


def _weights(weights: AnyWeights | None) -> Weights:
    """The weights from whichever form they come in."""
    if weights is None:
        return load_weights()
    if isinstance(weights, Weights):
        return weights
    if isinstance(weights, Mapping):
        return weights_from_dict({"weights": weights})
    if weights.shape != (N_WEIGHTS,):
        raise ValueError(f"weights have shape {weights.shape}, not ({N_WEIGHTS},)")
    return Weights(weights, {})


def _fill_invader_cards(table: Any, setup: Setup, content: Content, programs: Compiled) -> None:
    """Invader cards in file order, the order of their stages, what flagged ones do, and the fear cards."""
    table["n_invader_cards"] = len(content.invader_cards)
    for index, card in enumerate(content.invader_cards):
        table["invader_stage"][index] = card.stage
        table["invader_flag"][index] = card.escalation
    order = setups.deck_order(setup, content)
    table["deck_size"] = len(order)
    table["deck_stage"][: len(order)] = [int(stage) for stage in order]
    escalation = programs.escalations.get(setup.adversary.id, programs.stage_2_action)
    table["escalation_start"], table["escalation_end"] = escalation
    table["n_fear_cards"] = len(programs.fear)
    for index, levels in enumerate(programs.fear):
        table["fear_start"][index] = [start for start, _ in levels]
        table["fear_end"][index] = [end for _, end in levels]


def _fill_programs(table: Any, compiled_facts: Compiled) -> None:
    """Rows and conditions of all programs."""
    programs = compiled_facts.programs
    table["code"][: len(programs.code)] = programs.code
    table["cond"][: len(programs.conditions)] = programs.conditions
    table["cond_start"][: len(programs.cond_start)] = programs.cond_start
    table["cond_end"][: len(programs.cond_end)] = programs.cond_end


def _fill_power(table: Any, index: int, power: CompiledPower) -> None:
    """One power card or innate power."""
    target = power.target
    for name, value in (
        ("cost", power.cost),
        ("speed", power.speed),
        ("element", power.elements),
        ("packed", packed(power.elements)),
        ("target", target.kind),
        ("who", target.who),
        ("sacred", target.sacred),
        ("source", target.source),
        ("range", target.range),
        ("needs", target.needs),
        ("start", power.start),
        ("end", power.end),
        ("traits", power.traits),
        ("useful", power.useful),
    ):
        table[f"power_{name}"][index] = value
    table["power_fast_need"][index] = -1 if power.fast_need is None else packed(power.fast_need)
    table["n_levels"][index] = len(power.levels)
    table["level_closed"][index] = power.closed
    table["level_range"][index] = -1
    for place, level in enumerate(power.levels):
        table["level_need"][index, place] = level.need
        table["level_packed"][index, place] = packed(level.need)
        table["level_mode"][index, place] = level.mode
        table["level_start"][index, place] = level.start
        table["level_end"][index, place] = level.end
        table["level_range"][index, place] = level.range


def _fill_card_lands(table: Any, content: Content, programs: Compiled) -> None:
    """Lands that each invader card speaks of, and those where each power may be aimed by terrain and coast."""
    for index, card in enumerate(content.invader_cards):
        terrains = sum(1 << Terrain[name.upper()] for name in card.lands if name != "coastal")
        lands = table["terrain_lands"][terrains] if terrains else table["coastal"]
        table["invader_lands"][index] = lands & table["all_lands"]
    for index, power in enumerate(programs.powers):
        table["power_where"][index] = _lands_that_fit(table, power.target)


def _fill_sacred_sites(table: Any, spirits: list[SpiritFacts]) -> None:
    """Presence that makes each land a sacred site of each spirit."""
    for seat, spirit in enumerate(spirits):
        table["sacred_need"][seat] = USUAL_SACRED_SITE
        if Hook.SACRED_SITE_TEST in _hooks(spirit):
            wetlands = int(table["terrain_lands"][1 << Terrain.WETLAND])
            table["sacred_need"][seat, [land for land in range(table["n_lands"]) if wetlands >> land & 1]] = 1


def _lands_that_fit(table: Any, target: CompiledTarget) -> int:
    """Lands whose terrain and coast a target may have."""
    anywhere = table["all_lands"] | table["oceans"]
    lands = int(table["terrain_lands"][target.terrains] if target.terrains else anywhere)
    if target.coastal:
        lands &= int(table["coastal"])
    if target.inland:
        lands &= ~int(table["coastal"])
    return lands


def _fill_decks(table: Any, content: Content, programs: Compiled, spirits: list[SpiritFacts]) -> None:
    """Which deck each power belongs to, and which seat makes invaders frail."""
    n_minors, n_majors, n_cards = len(content.minors), len(content.majors), programs.n_cards
    table["n_powers"], table["n_cards"] = len(programs.powers), n_cards
    table["power_deck"][:n_minors] = Cards.MINOR
    table["power_deck"][n_minors : n_minors + n_majors] = Cards.MAJOR
    table["power_deck"][n_minors + n_majors : n_cards] = Cards.UNIQUE
    table["power_deck"][n_cards : len(programs.powers)] = Cards.INNATE
    table["minor_size"], table["major_size"] = n_minors, n_majors
    table["minor_card"][:n_minors] = range(n_minors)
    table["major_card"][:n_majors] = range(n_minors, n_minors + n_majors)
    table["heat_seat"] = -1
    for seat, spirit in enumerate(spirits):
        if Hook.INVADER_HEALTH_MODIFIER in _hooks(spirit):
            table["heat_seat"] = seat


def _hooks(spirit: SpiritFacts) -> list[Hook]:
    """The kernels of a spirit's special rules."""
    return [Hook[name.upper()] for rule in spirit.special_rules for name in rule.hooks]


def _fill_spirit(table: Any, seat: int, spirit: SpiritFacts, programs: Compiled) -> None:
    """One panel: tracks, growth, powers."""
    index = {power.id: number for number, power in enumerate(programs.powers)}
    uniques = [index[name] for name in spirit.power_cards]
    innates = [index[innate.id] for innate in spirit.innates]
    table["hooks"][seat] = sum(1 << hook for hook in _hooks(spirit))
    table["start_energy"][seat] = spirit.starting_energy
    for kind, track in enumerate((spirit.energy_track, spirit.card_track)):
        _fill_track(table, seat, kind, track)
    growth = programs.growth[spirit.id]
    table["n_growth"][seat] = len(growth)
    table["growth_start"][seat, : len(growth)] = [start for start, _ in growth]
    table["growth_end"][seat, : len(growth)] = [end for _, end in growth]
    table["n_unique"][seat], table["n_innates"][seat] = len(uniques), len(innates)
    table["unique"][seat, : len(uniques)] = uniques
    table["innate"][seat, : len(innates)] = innates
    needs = np.max([level.need for innate in innates for level in programs.powers[innate].levels], axis=0)
    table["element_need"][seat] = needs / needs.max()
    progression = [index[name] for name in spirit.power_progression]
    table["progression_size"][seat] = len(progression)
    table["progression"][seat, : len(progression)] = progression


def _fill_track(table: Any, seat: int, kind: int, track: tuple[Space, ...]) -> None:
    """The spaces of one presence track: ``kind`` 0 energy, 1 card plays."""
    table["track_length"][seat, kind] = len(track)
    table["track_element"][seat, kind] = -1
    for place, space in enumerate(track):
        table["track_number"][seat, kind, place] = space.number or 0
        table["track_reclaim"][seat, kind, place] = space.reclaim or 0
        if space.element == ANY_ELEMENT:
            table["track_element"][seat, kind, place] = len(ELEMENTS)
        elif space.element is not None:
            table["track_element"][seat, kind, place] = ELEMENTS.index(space.element)
