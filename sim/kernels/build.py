"""Build: a town or a city in each land of the card that has invaders (RULES 6)."""

from __future__ import annotations

from sim.core.codes import Action, Decision, Event, Hook, Mask, Piece, Row, Weight
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, scores_wanted
from sim.kernels.pieces import add_pieces, invaders, touch
from sim.kernels.presence import defend_in, lose_presence
from sim.kernels.standing import standing_skip
from sim.kernels.trace import tell
from sim.policies.value import THIS_TURN, presence_price, price_land, price_ravage


@kernel
def price_action(S, T, land, action):
    """What a ravage or a build that is about to happen in a land costs the players."""
    towns = S.land[land, Row.TOWN]
    cities = S.land[land, Row.CITY]
    if action == Action.RAVAGE:
        effect = S.land[land, Row.EFFECT] | THIS_TURN
        return price_ravage(S, T, land, S.land[land, Row.EXPLORER], towns, cities, defend_in(S, T, land), effect)
    if towns > cities:
        return S.worth[4]
    return S.worth[3]


@kernel
def vetoes(S, T, land, action):
    """Choke the Land with Green: a sacred site may give a presence so that a ravage or build there does not happen."""
    for seat in range(T.n_spirits):
        if T.hooks[seat] >> Hook.INVADER_ACTION_VETO & 1 == 0 or S.mask[Mask.SACRED + seat] >> land & 1 == 0:
            continue
        base = S.cand_top
        score = 0.0
        if scores_wanted(S, T):
            score = price_action(S, T, land, action) - presence_price(S, T, seat) - T.weight[Weight.SACRED_SITE]
        offer(S, 0, score)
        offer(S, 1, 0.0)
        if decide(S, T, Decision.DECLINE, seat, base) == 0:
            lose_presence(S, T, land, seat)
            tell(S, Event.VETO, seat, land, action, 0)
            return True
    return False


@kernel
def uses_skip(S, T, land, action):
    """Whether an invader action is skipped here: skipped outright, by a standing effect, or by the players' choice.

    A skip of one action of the players' choice (Sweltering Exhaustion) is asked for when the action is about to
    happen and used up if taken, which changes ``Row.SKIP_ONE``; then Green is asked for its veto.
    """
    if S.land[land, Row.SKIP] & action != 0 or standing_skip(S, T, action, land):
        return True
    if S.land[land, Row.SKIP_ONE] == 0:
        return vetoes(S, T, land, action)
    base = S.cand_top
    score = 0.0
    if scores_wanted(S, T):
        kept = price_land(S, T, land)
        S.land[land, Row.SKIP] |= action
        score = price_land(S, T, land) - kept
        S.land[land, Row.SKIP] ^= action
    offer(S, 1, score)
    offer(S, 0, 0.0)
    if decide(S, T, Decision.SKIP, -1, base) == 0:
        return vetoes(S, T, land, action)
    touch(S, land)
    S.land[land, Row.SKIP_ONE] -= 1
    return True


@kernel
def mud_in(S, T, land):
    """Whether the land is a sacred site of Fathomless Mud (Offer No Firm Foundations)."""
    for seat in range(T.n_spirits):
        if T.hooks[seat] >> Hook.BUILD_UNIT_FILTER & 1 == 1 and S.mask[Mask.SACRED + seat] >> land & 1 == 1:
            return True
    return False


@kernel
def build(S, T, land):
    """Build in one land: a city if there are more towns than cities, else a town.

    Nothing without invaders, unless the land is one of ``Mask.NEAR_BUILDS``.

    Returns
    -------
    int
        The piece added, -1 for none.
    """
    if invaders(S, land) == 0 and S.mask[Mask.NEAR_BUILDS] >> land & 1 == 0:
        return -1
    piece = 1
    if S.land[land, Row.TOWN] > S.land[land, Row.CITY]:
        piece = 2
    if piece == Piece.CITY and standing_skip(S, T, Action.BUILD_CITY, land):
        tell(S, Event.BUILD_SKIPPED, land, 0, 0, 0)
        return -1
    if uses_skip(S, T, land, Action.BUILD):
        tell(S, Event.BUILD_SKIPPED, land, 0, 0, 0)
        return -1
    if mud_in(S, T, land):
        piece = 0
    if piece == Piece.CITY:
        add_pieces(S, land, Row.CITY_0, 1)
    elif piece == Piece.TOWN:
        add_pieces(S, land, Row.TOWN_0, 1)
    else:
        add_pieces(S, land, Row.EXPLORER, 1)
    tell(S, Event.BUILD, land, piece, 0, 0)
    return piece
