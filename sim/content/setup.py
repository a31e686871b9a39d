"""Set-ups: which spirits play on which boards by which rules, from a TOML file, a shipped name or a mapping."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from sim.content.boards import (
    Island,
    board_faults,
    build_island,
    choose_boards,
    choose_layout,
    inner_lands,
    layout_edges,
)
from sim.content.fields import BASE, HORIZONS, Count, Items, Strict
from sim.content.load import Content, load_content
from sim.content.schema_boxes import AdversaryLevel, Rules, merged, stages
from sim.core.codes import Piece, Policy
from sim.errors import BadInput, Fault, nearest, read_toml, unknown, validation_faults

MOST_EXTRA_BLIGHT = 99
"""With it the pool of any game still fits into a result row."""
LARGEST_SEED = 2**63 - 1
POLICIES = tuple(policy.name.lower() for policy in Policy)
BOXES = {HORIZONS: "Horizons", BASE: "the core box"}
"""The boxes, with their names in messages."""
NONE, RANDOM = "none", "random"


def _list_of_word(boards: Any) -> Any:
    """The word for boards drawn at random as a list, which is how boards are kept."""
    return (RANDOM,) if boards == RANDOM else boards


class Opponent(Strict):
    """An adversary and its level."""

    id: str = NONE
    level: Count = 0


class Options(Strict):
    """Rules that a set-up may switch."""

    stage_2_action: bool | None = None
    """the action printed on flagged stage II cards of Horizons; a set-up of the core box has none"""
    power_progression: bool = False
    """each gained power card is the next of the spirit's printed progression"""
    extra_blight: Annotated[int, Field(ge=-MOST_EXTRA_BLIGHT, le=MOST_EXTRA_BLIGHT)] = 0
    """blight added to the pool, or taken from it"""
    extra_board: bool = False
    """core box: one more board than spirits, on which nobody starts"""


class Setup(Strict):
    """A game to play, before any card is shuffled.

    Attributes
    ----------
    title, description : str
        For people.
    box : str
        The box the rules come from.
    spirits : tuple of str
        Spirit ids in seat order.
    boards : tuple of str
        Starting boards in seat order, and then the extra board.  Empty for the printed order of the Horizons map, and
        in the core box, as is ``("random",)``, for boards drawn anew in every game.
    arrangement : str
        How the boards touch: an arrangement of the Horizons map, empty for the printed one; in the core box a layout,
        empty for the standard one.
    adversary, scenario, blight_card
        Parts of the core box: "none" on the Horizons map.  The blight card may be "random".
    options : Options
    policy : str
        Who decides: a name of ``sim.core.codes.Policy``.
    temperature : float
        0 for the best answer; the larger, the more chance.
    games, seed : int
        How many games are played, and from which seed.
    """

    title: str = ""
    description: str = ""
    box: str = HORIZONS
    spirits: Items[str] = ()
    boards: Annotated[Items[str], BeforeValidator(_list_of_word)] = ()
    arrangement: str = ""
    adversary: Opponent = Opponent()
    scenario: str = NONE
    blight_card: str = NONE
    options: Options = Options()
    policy: str = "greedy"
    temperature: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    games: Annotated[int, Field(ge=1)] = 1000
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 1

    @property
    def players(self) -> int:
        """Spirits in the game."""
        return len(self.spirits)

    @property
    def player(self) -> str:
        """Who decides, in words: the policy, and its temperature unless that is 0."""
        return f"{self.policy} at temperature {self.temperature:g}" if self.temperature else self.policy

    @property
    def n_boards(self) -> int:
        """Boards in play."""
        return self.players + self.options.extra_board

    @property
    def draws_boards(self) -> bool:
        """Whether boards are drawn anew in every game."""
        return self.box == BASE and self.boards in ((), (RANDOM,))

    @model_validator(mode="after")
    def _stage_2_action_of_the_box(self) -> Self:
        """Unless it is said, the action is done as the box prints it."""
        if self.options.stage_2_action is None:
            options = self.options.model_copy(update={"stage_2_action": self.box == HORIZONS})
            object.__setattr__(self, "options", options)
        return self


def scenario_folder(kind: str) -> Path:
    """Where shipped scenario files of a kind ("setups") are: in the package if installed, else in the checkout."""
    package = Path(__file__).parent.parent
    installed = package / "_scenarios" / kind
    return installed if installed.is_dir() else package.parent / "scenarios" / kind


def shipped_setups() -> dict[str, Path]:
    """The files of the set-ups that come with the program, by name."""
    return {path.stem: path for path in sorted(scenario_folder("setups").glob("*.toml"))}


def load_setup(path_or_name: str | Path) -> Setup:
    """The set-up of a TOML file, or a shipped one by its name.

    Parameters
    ----------
    path_or_name : str or Path
        A file, e.g. ``my_game.toml``, or a name, e.g. ``solo_mud``.

    Raises
    ------
    BadInput
        With all its faults.
    """
    name = str(path_or_name)
    shipped = shipped_setups()
    if name in shipped:
        return setup_from_dict(read_toml(shipped[name], shipped[name].name), shipped[name].name)
    path = Path(path_or_name)
    if len(path.parts) == 1 and not path.suffix and not path.exists():
        raise BadInput([Fault(name, "", None, "is neither a shipped set-up nor a file", nearest(name, shipped))])
    return setup_from_dict(read_toml(path), name)


def setup_from_dict(data: Mapping[str, Any], file: str = "set-up") -> Setup:
    """The set-up that a mapping describes, as it would stand in a file.

    Parameters
    ----------
    data : mapping
        Keys as in a set-up file.
    file : str
        How messages call it.

    Raises
    ------
    BadInput
        With all its faults.

    Examples
    --------
    >>> setup_from_dict({"spirits": ["sun_bright_whirlwind"], "boards": ["H"]}).players
    1
    """
    faults: list[Fault] = []
    wrong: set[str] = set()
    try:
        setup = Setup.model_validate(data)
    except ValidationError as error:
        locations = [item["loc"] for item in error.errors()]
        faults = validation_faults(error, Setup, data, file)
        wrong = {str(location[0]) for location in locations}
        setup = Setup.model_validate(_without(data, locations))
    faults += [fault for fault in setup_faults(setup, load_content(), file) if fault.key not in wrong]
    if faults:
        raise BadInput(faults)
    return setup


def _without(data: Mapping[str, Any], locations: Iterable[tuple[int | str, ...]]) -> dict[str, Any]:
    """The mapping less what stands at ``locations``; a list goes as a whole."""
    sound = copy.deepcopy(dict(data))
    for location in locations:
        node = sound
        *way, last = [str(part) for part in itertools.takewhile(lambda part: isinstance(part, str), location)]
        for part in way:
            node = node.get(part, {})
        node.pop(last, None)
    return sound


def setup_faults(setup: Setup, content: Content, file: str) -> list[Fault]:
    """Every rule or part that the set-up asks for and this version has not, as a sentence each."""
    faults = []
    if setup.box not in BOXES:
        # the other faults are told as in the box that is most likely meant
        faults = [unknown(file, "box", setup.box, "box", BOXES)]
        setup = setup.model_copy(update={"box": nearest(setup.box, BOXES)})
    faults += _spirit_faults(setup, content, file)
    faults += _base_faults(setup, content, file) if setup.box == BASE else _horizons_faults(setup, file)
    faults += _map_faults(setup, content, file)
    if setup.policy not in POLICIES:
        faults.append(unknown(file, "policy", setup.policy, "policy", POLICIES))
    pool = blight_pool(setup, content)
    if setup.players and pool < 1:
        message = f"makes a blight pool of {pool}; it must be at least 1"
        faults.append(Fault(file, "options.extra_blight", setup.options.extra_blight, message))
    return faults


def _players(setup: Setup, content: Content) -> tuple[int, ...]:
    """Numbers of players the box is for."""
    return content.base.players if setup.box == BASE else content.numbers.players


def _spirit_faults(setup: Setup, content: Content, file: str) -> Iterator[Fault]:
    """Spirits that are unknown or played twice, too many or too few of them, or without a power progression."""
    players = _players(setup, content)
    if not setup.spirits:
        yield Fault(file, "spirits", None, "is required: the spirits of the game, in seat order")
    elif setup.players not in players:
        message = f"{BOXES[setup.box]} is for {min(players)} to {max(players)} players, not {setup.players}"
        yield Fault(file, "spirits", list(setup.spirits), message)
    for seat, spirit in enumerate(setup.spirits):
        if spirit not in content.spirits:
            yield unknown(file, f"spirits[{seat}]", spirit, "spirit", content.spirits)
        elif spirit in setup.spirits[:seat]:
            yield Fault(file, f"spirits[{seat}]", spirit, "is played by another player already")
    panels = [content.spirits[spirit] for spirit in dict.fromkeys(setup.spirits) if spirit in content.spirits]
    without = [panel.name for panel in panels if not panel.power_progression]
    if setup.options.power_progression and without:
        message = f"no power progression is known of {', '.join(without)}"
        yield Fault(file, "options.power_progression", True, message, "false")


def _horizons_faults(setup: Setup, file: str) -> Iterator[Fault]:
    """Parts that only the core box has."""
    if setup.adversary.id != NONE:
        yield Fault(file, "adversary.id", setup.adversary.id, "Horizons has no adversaries; leave the table out", NONE)
    else:
        yield from _level_without_adversary(setup, file)
    if setup.scenario != NONE:
        yield Fault(file, "scenario", setup.scenario, "Horizons has no scenarios; leave the key out", NONE)
    if setup.blight_card != NONE:
        message = "Horizons has no blight cards, only a pool of blight; leave the key out"
        yield Fault(file, "blight_card", setup.blight_card, message, NONE)
    if setup.options.extra_board:
        yield Fault(file, "options.extra_board", True, "the Horizons map has no extra board; leave the option out")


def _level_without_adversary(setup: Setup, file: str) -> Iterator[Fault]:
    if setup.adversary.level:
        yield Fault(file, "adversary.level", setup.adversary.level, "there is no adversary to have a level", "0")


def _base_faults(setup: Setup, content: Content, file: str) -> Iterator[Fault]:
    """Adversaries, scenarios and blight cards that are not in the box, and what it knows nothing of."""
    opponent = setup.adversary
    adversary = content.adversaries.get(opponent.id)
    if adversary is not None:
        highest = len(adversary.levels) - 1
        if opponent.level > highest:
            message = f"{adversary.name} has the levels 0 to {highest}"
            yield Fault(file, "adversary.level", opponent.level, message, str(highest))
    elif opponent.id == NONE:
        yield from _level_without_adversary(setup, file)
    else:
        yield unknown(file, "adversary.id", opponent.id, "adversary", [*content.adversaries, NONE])
    if setup.scenario != NONE and setup.scenario not in content.scenarios:
        yield unknown(file, "scenario", setup.scenario, "scenario", [*content.scenarios, NONE])
    if setup.blight_card not in (NONE, RANDOM, *content.blight_cards):
        yield unknown(file, "blight_card", setup.blight_card, "blight card", [*content.blight_cards, RANDOM, NONE])
    if setup.options.stage_2_action:
        message = (
            "the core box has no action on stage II cards, only the escalations of adversaries; leave the option out"
        )
        yield Fault(file, "options.stage_2_action", True, message)


def _map_faults(setup: Setup, content: Content, file: str) -> Iterator[Fault]:
    """Boards and arrangements that do not make an island for these players."""
    boards = () if setup.draws_boards else setup.boards
    if boards == (RANDOM,):
        yield Fault(file, "boards", RANDOM, "the boards of the Horizons map are printed, not drawn; leave the key out")
        boards = ()
    found = board_faults(content, setup.box, boards, setup.arrangement, file)
    yield from found
    if setup.players not in _players(setup, content):
        return
    most = sum(BASE in board.sets for board in content.boards.values())
    if setup.box == BASE and setup.n_boards > most:
        message = f"there are only {most} boards; an extra board goes with 1 to {most - 1} players"
        yield Fault(file, "options.extra_board", True, message, "false")
        return
    if boards and len(boards) != setup.n_boards:
        extra = " and the extra board" if setup.options.extra_board else ""
        message = f"there must be one starting board for each spirit{extra}: {setup.n_boards}, not {len(boards)}"
        yield Fault(file, "boards", list(boards), message)
    elif not found:
        try:
            if setup.box == BASE:
                choose_layout(content, setup.n_boards, setup.arrangement, file)
            else:
                choose_boards(content, setup.players, boards, setup.arrangement, file)
        except BadInput as error:
            yield from error.faults


# What a set-up comes to -----------------------------------------------------------------------------------------------
def variants(setup: Setup) -> tuple[Setup, ...]:
    """Every equally likely set-up, nothing left to chance, that a game of this one may be played with.

    Boards that are drawn go to the seats, and to the place of the extra board, in every order.
    """
    content = load_content()
    boards: list[tuple[str, ...]] = [setup.boards]
    if setup.draws_boards:
        own = [board.id for board in content.boards.values() if BASE in board.sets]
        boards = list(itertools.permutations(own, setup.n_boards))
    cards = list(content.blight_cards) if setup.blight_card == RANDOM else [setup.blight_card]
    return tuple(setup.model_copy(update={"boards": drawn, "blight_card": card}) for drawn in boards for card in cards)


def setup_island(setup: Setup) -> Island:
    """The island that a set-up is played on; the first of its variants if boards are drawn."""
    content = load_content()
    setup = variants(setup)[0]
    oceans = any("ocean_land" in content.spirits[spirit].hooks for spirit in setup.spirits)
    if setup.box == HORIZONS:
        boards, printed = choose_boards(content, setup.players, setup.boards, setup.arrangement)
        return build_island(content, boards, printed.id, printed.edges, oceans=oceans)
    layout = choose_layout(content, setup.n_boards, setup.arrangement)
    panels = [content.boards[board] for board in setup.boards]
    edges = layout_edges(panels, layout)
    scenario = content.scenarios.get(setup.scenario)
    inner = inner_lands(panels, layout, scenario.inner_lands[layout.id]) if scenario and scenario.inner_lands else ()
    return build_island(content, setup.boards, layout.id, edges, oceans=oceans, inner=inner)


def adversary_level(setup: Setup, content: Content) -> AdversaryLevel | None:
    """The level of the adversary that is played, if there is one."""
    adversary = content.adversaries.get(setup.adversary.id)
    return adversary.levels[setup.adversary.level] if adversary else None


def rules(setup: Setup, content: Content) -> Rules:
    """What the adversary, at its level and those below, and the scenario change; a rule left out is as usual."""
    adversary, scenario = content.adversaries.get(setup.adversary.id), content.scenarios.get(setup.scenario)
    return merged(
        [
            adversary.rules(setup.adversary.level) if adversary else {},
            scenario.rules if scenario else {},
        ]
    )


def blight_pool(setup: Setup, content: Content) -> int:
    """Blight in the pool, or on the healthy side of the blight card, at the start."""
    if setup.box == HORIZONS:
        rule = content.numbers.blight_pool
    elif setup.blight_card == NONE:
        rule = content.base.blight_without_card
    else:
        rule = content.base.blight_with_card
    more = rules(setup, content).get("healthy_blight", 0) * setup.n_boards
    return rule.of(setup.players) + more + setup.options.extra_blight


def blight_flip(setup: Setup, content: Content) -> int:
    """Blight put on the back of the blight card when it flips; 0 without a card."""
    if setup.blight_card == NONE:
        return 0
    card = content.blight_cards[variants(setup)[0].blight_card]
    return card.per_player * setup.players - rules(setup, content).get("flipped_blight", 0) * setup.n_boards


def fear_deck(setup: Setup, content: Content) -> tuple[int, int, int]:
    """Fear cards earned at terror level 1, 2 and 3."""
    level = adversary_level(setup, content)
    box = content.base if setup.box == BASE else content.numbers
    first, second, third = level.fear_cards if level else box.fear_deck.dividers
    return first, second, third


def fear_pool(setup: Setup, content: Content) -> int:
    """Fear that earns a card: 4 for each player, and what an adversary adds."""
    return (content.numbers.fear_pool_per_player + rules(setup, content).get("fear_per_player", 0)) * setup.players


def fear_cards(setup: Setup, content: Content) -> int:
    """Cards in the fear deck: those of all terror levels, or all there are where rituals raise the level."""
    if rules(setup, content).get("rituals"):
        return len(content.fear_cards)
    return sum(fear_deck(setup, content))


def deck_order(setup: Setup, content: Content) -> str:
    """Stages of the invader deck, top card first."""
    level = adversary_level(setup, content)
    return stages(level.deck_order) if level else content.deck_order


def difficulty(setup: Setup, content: Content) -> int:
    """The official difficulty: that of the adversary's level and that of the scenario together."""
    level, scenario = adversary_level(setup, content), content.scenarios.get(setup.scenario)
    return (level.difficulty if level else 0) + (scenario.difficulty if scenario else 0)


@dataclass(frozen=True)
class SetupPieces:
    """What an adversary changes on every board before the set-up Explore.

    Attributes
    ----------
    added : tuple of tuple
        Number of the land, kind of piece, how many.
    moved_blight : tuple of tuple
        Number of the land whose printed blight moves, number of the land it goes to.
    """

    added: tuple[tuple[int, Piece, int], ...]
    moved_blight: tuple[tuple[int, int], ...]


def setup_pieces(setup: Setup, content: Content) -> SetupPieces:
    """The pieces of the adversary at its level and those below."""
    adversary = content.adversaries.get(setup.adversary.id)
    levels = adversary.levels[: setup.adversary.level + 1] if adversary else ()
    steps = [step for level in levels for step in level.setup]
    kinds = (Piece.EXPLORER, Piece.TOWN, Piece.CITY, Piece.DAHAN, Piece.BLIGHT)
    return SetupPieces(
        added=tuple(
            (step.land, kind, amount)
            for step in steps
            for kind in kinds
            if (amount := getattr(step, kind.name.lower()))
        ),
        moved_blight=tuple((step.land, step.blight_to) for step in steps if step.blight_to is not None),
    )
