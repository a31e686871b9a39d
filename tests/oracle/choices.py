"""Choices of the players, told in advance: those of a worked example, or those a kernel has made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sim.core.codes import Piece

Answer = TypeVar("Answer")

Wounded = tuple[Piece, int]
"""A kind of piece and the damage it carries."""


@dataclass
class Choices:
    """Answers to the decisions of the invader phase, each list used up from its front.

    A decision with one legal answer is not asked.
    """

    cascade: list[int] = field(default_factory=list)
    """lands that cascades go to"""
    hit: list[Wounded] = field(default_factory=list)
    """invaders that damage goes to; each takes what destroys it, the last one the rest"""
    skip: list[bool] = field(default_factory=list)
    """whether an action about to happen is skipped"""
    veto: list[bool] = field(default_factory=list)
    """whether a presence is given so that an action about to happen does not"""
    land: list[int] = field(default_factory=list)
    """lands in which invaders are added: by the action of a stage II card, by a scenario, by Mining Rush"""
    loss: list[int] = field(default_factory=list)
    """lands in which presence is lost for dahan that a Ravage has destroyed"""
    piece: list[Wounded] = field(default_factory=list)
    """dahan that are replaced"""
    order: list[int] = field(default_factory=list)
    """lands of an invader card, the next one each time"""
    asked: list[tuple[str, list[object], object]] = field(default_factory=list)
    """the decisions met so far: kind, legal answers in order, answer"""

    def next_cascade(self, options: Sequence[int]) -> int:
        """The land a cascade goes to."""
        return self._next("cascade", self.cascade, options)

    def next_hit(self, options: Sequence[Wounded]) -> Wounded:
        """The invader that is hit next."""
        return self._next("hit", self.hit, options)

    def next_skip(self) -> bool:
        """Whether the action about to happen is skipped."""
        return self._next("skip", self.skip, (False, True))

    def next_veto(self) -> bool:
        """Whether a presence is given to stop the action about to happen."""
        return self._next("veto", self.veto, (False, True))

    def next_loss(self, options: Sequence[int]) -> int:
        """The land that loses a presence."""
        return self._next("loss", self.loss, options)

    def next_piece(self, options: Sequence[Wounded]) -> Wounded:
        """The piece that is replaced."""
        return self._next("piece", self.piece, options)

    def next_land(self, options: Sequence[int]) -> int:
        """The land an effect is done in."""
        return self._next("land", self.land, options)

    def next_order(self, options: Sequence[int]) -> int:
        """The land of a card that comes next."""
        return self._next("order", self.order, options)

    def _next(self, kind: str, answers: list[Answer], options: Sequence[Answer]) -> Answer:
        if len(options) == 1:
            return options[0]
        assert answers, f"no answer left to the decision {kind}; legal are {list(options)}"
        answer = answers.pop(0)
        self.asked.append((kind, list(options), answer))
        assert answer in options, f"{answer} is no legal {kind}; legal are {list(options)}"
        return answer

    def left(self) -> dict[str, int]:
        """Answers that no decision has asked for, by kind."""
        kinds = ("cascade", "hit", "skip", "veto", "land", "loss", "piece", "order")
        counts = {kind: len(getattr(self, kind)) for kind in kinds}
        return {kind: count for kind, count in counts.items() if count}
