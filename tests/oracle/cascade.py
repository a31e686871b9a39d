"""Blight: what one more token in a land does (rule 7), and the blight card that it is taken from."""

from __future__ import annotations

from tests.oracle.choices import Choices
from tests.oracle.island import Island


def take_blight(island: Island) -> None:
    """Take a token from the pool; the last one off the front of a blight card turns the card over at once."""
    island.blight_pool -= 1
    if island.blight_pool == 0 and island.changes.blight_flip and not island.flipped:
        island.flipped = True
        island.blight_pool = island.changes.blight_flip


def add_blight(island: Island, land: int, choices: Choices) -> int:
    """Add 1 blight to the land, with the loss of presence and all that cascades.

    An empty pool has no token to give: the blight that cannot be taken is not added.

    Returns
    -------
    int
        Tokens added in all.
    """
    here = island.lands[land]
    if here.prevents_blight or island.blight_pool == 0:
        return 0
    take_blight(island)
    cascades = here.blight > 0
    here.blight += 1
    for seat in range(island.seats):
        if here.presence[seat]:
            island.lose_presence(land, seat)
    if not cascades or island.blight_pool == 0:
        return 1
    return 1 + add_blight(island, choices.next_cascade(island.neighbours(land)), choices)
