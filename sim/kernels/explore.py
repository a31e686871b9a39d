"""Explore: one explorer into each land of the card that a source or the coast lets in (RULES 6)."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Action, Decision, Event, Mask, Piece, Row, Rule
from sim.core.jit import kernel
from sim.kernels.pieces import add_pieces
from sim.kernels.places import choose_land_for
from sim.kernels.standing import standing_skip
from sim.kernels.trace import tell


@kernel
def explore_more(S, T, explored):
    """Blitz: one of the lands explored on each board, which the players choose, gets another explorer."""
    for board in range(T.n_boards):
        lands = explored & T.board_lands[board]
        if lands == 0:
            continue
        land = choose_land_for(S, T, Decision.LAND, -1, lands, Piece.EXPLORER)
        add_pieces(S, land, Row.EXPLORER, T.rule[Rule.EXPLORE_MORE])
        tell(S, Event.EXPLORE, land, 0, 0, 0)


@kernel
def explore(S, T, lands):
    """Explore in these lands, all at once: explorers just added are no source.

    A land qualifies if it holds a town or city, is adjacent to one, or is coastal.

    Returns
    -------
    int
        Lands that got an explorer, as bits.
    """
    buildings = S.mask[Mask.BUILDINGS]
    explored = 0
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        bit = 1 << land
        if (T.adjacent[land] | bit) & buildings == 0 and T.coastal & bit == 0:
            continue
        if S.land[land, Row.SKIP] & Action.EXPLORE != 0 or standing_skip(S, T, Action.EXPLORE, land):
            tell(S, Event.EXPLORE_SKIPPED, land, 0, 0, 0)
            continue
        add_pieces(S, land, Row.EXPLORER, 1)
        tell(S, Event.EXPLORE, land, 0, 0, 0)
        explored |= bit
    if T.rule[Rule.EXPLORE_MORE] > 0:
        explore_more(S, T, explored)
    return explored
