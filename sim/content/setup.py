"""Set-ups: which spirits play on which boards by which rules, from a TOML file, a shipped name or a mapping."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from sim.content.boards import Island, build_island, choose_boards, unknown_parts
from sim.content.fields import Count, Items, Strict
from sim.content.load import Content, load_content
from sim.core.codes import Policy
from sim.errors import BadInput, Fault, nearest, read_toml, unknown, validation_faults

MOST_EXTRA_BLIGHT = 99
"""With it the pool of any game still fits into a result row."""
LARGEST_SEED = 2**63 - 1
POLICIES = tuple(policy.name.lower() for policy in Policy)
HORIZONS = "horizons"
OTHER_BOXES = {"base": "the core box is not part of this version"}
NONE = "none"


class Adversary(Strict):
    """An adversary and its level."""

    id: str = NONE
    level: Count = 0


class Options(Strict):
    """Rules that a set-up may switch."""

    stage_2_action: bool = True
    """the action printed on flagged stage II cards"""
    power_progression: bool = False
    """each gained power card is the next of the spirit's printed progression"""
    extra_blight: Annotated[int, Field(ge=-MOST_EXTRA_BLIGHT, le=MOST_EXTRA_BLIGHT)] = 0
    """blight added to the pool, or taken from it"""


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
        Starting boards in seat order; empty for the printed order.
    arrangement : str
        How the boards touch; empty for the printed map.
    adversary, scenario, blight_card
        Parts of other boxes: "none" here.
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
    boards: Items[str] = ()
    arrangement: str = ""
    adversary: Adversary = Adversary()
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
    if setup.box in OTHER_BOXES:
        return [Fault(file, "box", setup.box, OTHER_BOXES[setup.box])]
    faults = []
    if setup.box != HORIZONS:
        faults = [unknown(file, "box", setup.box, "box", [HORIZONS, *OTHER_BOXES])]
    faults += [*_spirit_faults(setup, content, file), *_other_boxes_faults(setup, file)]
    try:
        if setup.players not in content.numbers.players:
            faults += unknown_parts(content, setup.boards, setup.arrangement, file)
        else:
            choose_boards(content, setup.players, setup.boards, setup.arrangement, file)
    except BadInput as error:
        faults += error.faults
    if setup.policy not in POLICIES:
        faults.append(unknown(file, "policy", setup.policy, "policy", POLICIES))
    pool = blight_pool(setup, content)
    if setup.players and pool < 1:
        message = f"makes a blight pool of {pool}; it must be at least 1"
        faults.append(Fault(file, "options.extra_blight", setup.options.extra_blight, message))
    return faults


def _spirit_faults(setup: Setup, content: Content, file: str) -> Iterator[Fault]:
    """Spirits that are unknown or played twice, and too many or too few of them."""
    players = content.numbers.players
    if not setup.spirits:
        yield Fault(file, "spirits", None, "is required: the spirits of the game, in seat order")
    elif setup.players not in players:
        message = f"Horizons is for {min(players)} to {max(players)} players, not {setup.players}"
        yield Fault(file, "spirits", list(setup.spirits), message)
    for seat, spirit in enumerate(setup.spirits):
        if spirit not in content.spirits:
            yield unknown(file, f"spirits[{seat}]", spirit, "spirit", content.spirits)
        elif spirit in setup.spirits[:seat]:
            yield Fault(file, f"spirits[{seat}]", spirit, "is played by another player already")


def _other_boxes_faults(setup: Setup, file: str) -> Iterator[Fault]:
    """Parts that only other boxes have."""
    if setup.adversary.id != NONE:
        yield Fault(file, "adversary.id", setup.adversary.id, "Horizons has no adversaries; leave the table out", NONE)
    elif setup.adversary.level:
        yield Fault(file, "adversary.level", setup.adversary.level, "there is no adversary to have a level", "0")
    if setup.scenario != NONE:
        yield Fault(file, "scenario", setup.scenario, "Horizons has no scenarios; leave the key out", NONE)
    if setup.blight_card != NONE:
        message = "Horizons has no blight cards, only a pool of blight; leave the key out"
        yield Fault(file, "blight_card", setup.blight_card, message, NONE)


def blight_pool(setup: Setup, content: Content) -> int:
    """Blight in the pool at the start: 5 for each player and 1, and what the set-up adds."""
    rule = content.numbers.blight_pool
    return rule.per_player * setup.players + rule.extra + setup.options.extra_blight


def setup_island(setup: Setup) -> Island:
    """The island that a set-up is played on."""
    content = load_content()
    return build_island(content, *choose_boards(content, setup.players, setup.boards, setup.arrangement))
