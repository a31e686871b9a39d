"""Reads the fact files; every fault of all files is reported at once."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from sim.content.files import (
    ADVERSARIES,
    BLIGHT_CARDS,
    BOARDS,
    BOX_OF_SPIRITS,
    DECKS,
    FEAR,
    INVADERS,
    MAJORS,
    MINORS,
    SCENARIOS,
    SPIRITS,
    SPIRITS_BASE,
    UNIQUES,
    UNIQUES_BASE,
    Entries,
)
from sim.content.load_checks import blight_faults, box_faults, content_faults, count_faults, deck_faults, doubled_faults
from sim.content.schema import (
    Arrangement,
    Board,
    BoardsFile,
    HorizonsMap,
    Innate,
    Layout,
    Power,
    PowersFile,
    SpiritFacts,
    SpiritsFile,
)
from sim.content.schema_boxes import (
    AdversariesFile,
    Adversary,
    BaseNumbers,
    BlightCard,
    BlightFile,
    FearCard,
    FearFile,
    HealthySide,
    HorizonsNumbers,
    InvaderCard,
    InvaderFile,
    Scenario,
    ScenariosFile,
    stages,
)
from sim.errors import BadInput, Fault, read_toml, validation_faults

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Content:
    """The facts of both boxes, checked.

    Attributes
    ----------
    folder : str
        How messages call the folder of the fact files.
    boards, layouts, arrangements, spirits, blight_cards, adversaries, scenarios : dict
        By id, in the order of the files; the spirits of Horizons come first.
    horizons_map : HorizonsMap
        Which arrangement is played with how many players.
    minors, majors, uniques : tuple of Power
        The uniques of Horizons come first.
    fear_cards, invader_cards : tuple
    deck_order : str
        Stages of the invader deck, top card first.
    numbers : HorizonsNumbers
        Pools, decks and the stage II action of Horizons.
    base : BaseNumbers
        Pools and decks of the core box.
    healthy : HealthySide
        Blight on the healthy side of a blight card.
    """

    folder: str
    boards: dict[str, Board]
    layouts: dict[str, Layout]
    arrangements: dict[str, Arrangement]
    horizons_map: HorizonsMap
    minors: tuple[Power, ...]
    majors: tuple[Power, ...]
    uniques: tuple[Power, ...]
    fear_cards: tuple[FearCard, ...]
    invader_cards: tuple[InvaderCard, ...]
    deck_order: str
    numbers: HorizonsNumbers
    base: BaseNumbers
    spirits: dict[str, SpiritFacts]
    healthy: HealthySide
    blight_cards: dict[str, BlightCard]
    adversaries: dict[str, Adversary]
    scenarios: dict[str, Scenario]

    @property
    def cards(self) -> tuple[Power, ...]:
        """All power cards, in the order of their indices: minor, major, unique."""
        return self.minors + self.majors + self.uniques

    @property
    def innates(self) -> tuple[Innate, ...]:
        """All innate powers, spirit by spirit; their indices follow those of the cards."""
        return tuple(innate for spirit in self.spirits.values() for innate in spirit.innates)


@functools.cache
def load_content() -> Content:
    """The shipped facts.

    Raises
    ------
    BadInput
        With every fault of every file.
    """
    return read_content(files("sim").joinpath("facts"), "sim/facts")


def read_content(folder: Path | Traversable, called: str) -> Content:
    """The facts of a folder with all fact files.

    Parameters
    ----------
    folder : Path or Traversable
        Where the files are.
    called : str
        How messages call the folder.

    Raises
    ------
    BadInput
        With every fault of every file.
    """
    faults: list[Fault] = []

    def read(model: type[M], name: str) -> M | None:
        file = f"{called}/{name}"
        try:
            data = read_toml(folder.joinpath(name), file)
        except BadInput as error:
            faults.extend(error.faults)
            return None
        try:
            return model.model_validate(data)
        except ValidationError as error:
            faults.extend(validation_faults(error, model, data, file))
            return None

    boards, invaders, fear = read(BoardsFile, BOARDS), read(InvaderFile, INVADERS), read(FearFile, FEAR)
    powers = {file: read(PowersFile, file) for file in DECKS}
    spirits = {file: read(SpiritsFile, file) for file in BOX_OF_SPIRITS}
    blight, adversaries = read(BlightFile, BLIGHT_CARDS), read(AdversariesFile, ADVERSARIES)
    scenarios = read(ScenariosFile, SCENARIOS)
    if faults or not (boards and invaders and fear and blight and adversaries and scenarios):
        raise BadInput(faults)
    cards = {file: found.power for file, found in powers.items() if found}
    panels = {file: found.spirit for file, found in spirits.items() if found}
    content = Content(
        folder=called,
        boards={board.id: board for board in boards.board},
        layouts={layout.id: layout for layout in boards.layout},
        arrangements={arrangement.id: arrangement for arrangement in boards.arrangement},
        horizons_map=boards.horizons_map,
        minors=cards[MINORS],
        majors=cards[MAJORS],
        uniques=cards[UNIQUES] + cards[UNIQUES_BASE],
        fear_cards=fear.fear_card,
        invader_cards=invaders.card,
        deck_order=stages(invaders.deck.standard_order),
        numbers=invaders.horizons,
        base=invaders.base,
        spirits={spirit.id: spirit for spirit in panels[SPIRITS] + panels[SPIRITS_BASE]},
        healthy=blight.healthy,
        blight_cards={card.id: card for card in blight.blight_card},
        adversaries={adversary.id: adversary for adversary in adversaries.adversary},
        scenarios={scenario.id: scenario for scenario in scenarios.scenario},
    )
    entries: Entries = [
        (BOARDS, "board", boards.board),
        (BOARDS, "layout", boards.layout),
        (BOARDS, "arrangement", boards.arrangement),
        (INVADERS, "card", invaders.card),
        (FEAR, "fear_card", fear.fear_card),
        (BLIGHT_CARDS, "blight_card", blight.blight_card),
        (ADVERSARIES, "adversary", adversaries.adversary),
        (SCENARIOS, "scenario", scenarios.scenario),
        *((file, "power", members) for file, members in cards.items()),
        *((file, "spirit", members) for file, members in panels.items()),
    ]
    found = [
        *doubled_faults(entries),
        *count_faults(entries),
        *box_faults(cards, panels),
        *content_faults(content),
        *deck_faults(invaders),
        *blight_faults(content, invaders),
    ]
    if found:
        raise BadInput([Fault(f"{called}/{f.file}", f.key, f.value, f.message, f.nearest) for f in found])
    return content
