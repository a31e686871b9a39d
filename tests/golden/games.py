"""Golden games: whole games as text, so that a change of the rules or of the policy shows as a difference to read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sim.content.setup import load_setup
from sim.trace.narrate import replay

FOLDER = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Golden:
    """One golden game.

    Attributes
    ----------
    setup : str
        A shipped set-up.
    policy : str
    seed, game : int
    decisions : bool
        Its decisions are told too.
    """

    setup: str
    policy: str
    seed: int
    game: int
    decisions: bool = False

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.setup}_{self.policy}_{self.seed}_{self.game}.txt"

    def tell(self) -> str:
        """The game as it is played now."""
        setup = load_setup(self.setup).model_copy(update={"policy": self.policy})
        return replay(setup, self.seed, self.game, decisions=self.decisions) + "\n"


GAMES = (
    Golden("solo_mud", "random", 1, 0),
    Golden("pair_eyes_teeth_first_game", "random", 1, 0),
    Golden("solo_whirlwind", "greedy", 1, 0, decisions=True),
    Golden("pair_eyes_heat", "greedy", 1, 0),
    Golden("trio_teeth_mud_heat", "greedy", 1, 0),
    Golden("solo_ocean", "greedy", 1, 0),
    Golden("solo_bringer", "greedy", 1, 0),
    Golden("solo_green", "greedy", 1, 0, decisions=True),
    Golden("pair_green_thunder", "random", 1, 0),
    Golden("quartet_lightning_river_shadows_earth", "greedy", 1, 0),
    Golden("england_6", "greedy", 1, 0),
    Golden("sweden_6", "greedy", 1, 0),
    Golden("prussia_3", "greedy", 1, 0),
    Golden("prussia_3", "random", 1, 24),
    Golden("blitz", "greedy", 1, 0),
    Golden("guard", "greedy", 1, 0),
    Golden("rituals", "greedy", 1, 0, decisions=True),
    Golden("insurrection", "greedy", 1, 0),
)
