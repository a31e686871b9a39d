"""Blight: what one more token in a land does (rule 7)."""

from __future__ import annotations

from tests.oracle.choices import Choices
from tests.oracle.island import Island


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
    island.blight_pool -= 1
    cascades = here.blight > 0
    here.blight += 1
    for seat in range(island.seats):
        if here.presence[seat]:
            here.presence[seat] -= 1
            island.destroyed[seat] += 1
    if not cascades or island.blight_pool == 0:
        return 1
    return 1 + add_blight(island, choices.next_cascade(sorted(here.adjacent)), choices)
