"""Adding presence: a disc from a track, from another land, or from beside the island (RULES 4)."""

from __future__ import annotations

from sim.core.bits import lowest
from sim.core.codes import Counter, Decision, Event, Hook, Mask, Spirit, Weight
from sim.core.jit import kernel
from sim.kernels.decide import decide, offer, prefer, scores_wanted
from sim.kernels.energy import change_energy
from sim.kernels.moves import price_presence
from sim.kernels.presence import ANY, change_presence, may_hold, uncover
from sim.kernels.trace import tell
from sim.policies.value import rounds_left

DISCS_AHEAD = 4
"""Discs of a track that a policy looks ahead."""
PATIENCE = 0.9
"""Share left of the worth of a space for each disc that must be taken before it."""
FROM_DESTROYED = 2
"""``Decision.TRACK`` code of a disc from beside the island."""
FROM_LAND = 16
"""``Decision.TRACK`` codes from here on are lands a disc is moved from."""


@kernel
def number_weight(S, T, seat, track, before):
    """Worth of one more income or card play, for each round: less where the other track cannot keep up with it."""
    income = S.spirit[seat, Spirit.INCOME]
    plays = S.spirit[seat, Spirit.PLAYS]
    funds = income + 0.25 * S.spirit[seat, Spirit.ENERGY]
    if track == 0:
        weight = T.own_weight[seat, Weight.INCOME]
        if before > plays or funds > 2.0 * (plays + 1):
            weight *= T.own_weight[seat, Weight.INCOME_SPARE]
        return weight
    weight = T.own_weight[seat, Weight.PLAY]
    if funds < before:
        weight *= T.own_weight[seat, Weight.PLAY_UNPAID]
    if S.spirit[seat, Spirit.OWNED] < 2 * (before + 1):
        weight *= T.own_weight[seat, Weight.PLAY_UNFILLED]
    return weight


@kernel
def space_value(S, T, seat, track, space, rounds):
    """What uncovering one space of a track is worth over the rounds left."""
    if space >= T.track_length[seat, track]:
        return 0.0
    value = 0.0
    number = T.track_number[seat, track, space]
    if number > 0:
        before = 0
        for earlier in range(space):
            if T.track_number[seat, track, earlier] > 0:
                before = T.track_number[seat, track, earlier]
        value += number_weight(S, T, seat, track, before) * (number - before) * rounds
    if T.track_reclaim[seat, track, space] > 0:
        value += 0.5 * rounds * T.own_weight[seat, Weight.CARD_PLAY_EMPTY]
    element = T.track_element[seat, track, space]
    if element == ANY:
        value += rounds * (T.own_weight[seat, Weight.ELEMENT_OTHER] + T.own_weight[seat, Weight.ELEMENT])
    elif element >= 0:
        need = T.element_need[seat, element]
        value += rounds * (T.own_weight[seat, Weight.ELEMENT_OTHER] + T.own_weight[seat, Weight.ELEMENT] * need)
    return value


@kernel
def track_value(S, T, seat, track):
    """Worth of the next disc of a track: the space it uncovers, and a share of the one after.

    A space that brings nothing yet is worth what the way to the next one that does brings for each disc, less for
    the wait.
    """
    rounds = rounds_left(S, T)
    space = S.spirit[seat, Spirit.ENERGY_TAKEN + track] + 1
    total = space_value(S, T, seat, track, space, rounds)
    after = space_value(S, T, seat, track, space + 1, max(0.0, rounds - 1.0))
    best = total + T.own_weight[seat, Weight.TRACK_AHEAD] * after
    patience = 1.0
    for discs in range(2, DISCS_AHEAD + 1):
        total += space_value(S, T, seat, track, space + discs - 1, max(0.0, rounds - discs + 1.0))
        patience *= PATIENCE
        best = max(best, patience * total / discs)
    return best


@kernel
def covered(S, T, seat, track):
    """Discs still on a track."""
    return T.track_length[seat, track] - 1 - S.spirit[seat, Spirit.ENERGY_TAKEN + track]


@kernel
def may_regrow(S, T, seat):
    """Whether growth may use a destroyed presence (Steady Regeneration): on a blighted island for 1 energy."""
    if T.hooks[seat] >> Hook.GROWTH_PRESENCE_SOURCE & 1 == 0 or S.spirit[seat, Spirit.DESTROYED] == 0:
        return False
    return S.counter[Counter.BLIGHT_FLIPPED] == 0 or S.spirit[seat, Spirit.ENERGY] > 0


@kernel
def choose_source(S, T, seat, regrow):
    """Where an added presence comes from: the next disc of either track, a land, or beside the island.

    Parameters
    ----------
    regrow : int
        1 if a destroyed presence may be used.

    Returns
    -------
    int
        Code of ``Decision.TRACK``, -1 if the spirit has no disc to add.
    """
    base = S.cand_top
    scored = scores_wanted(S, T)
    for track in range(2):
        if covered(S, T, seat, track) > 0:
            score = 0.0
            if scored:
                score = track_value(S, T, seat, track)
            offer(S, track, score)
    if regrow == 1:
        # what is left on the tracks can still come later; a disc from beside the island is one more
        offer(S, FROM_DESTROYED, T.own_weight[seat, Weight.PRESENCE])
    lands = S.mask[Mask.PRESENCE + seat]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        score = 0.0
        if scored:
            score = -T.own_weight[seat, Weight.PRESENCE]
            if S.spirit[seat, Spirit.ON_ISLAND] > 1:
                # the last one leaves its land for one that is priced as if it were still there
                score += price_presence(S, T, land, seat, -1)
        offer(S, FROM_LAND + land, score)
    if S.cand_top == base:
        return -1
    if S.hint_track >= 0:
        prefer(S, base, S.hint_track, S.hint_bonus)
    return decide(S, T, Decision.TRACK, seat, base)


@kernel
def put_from(S, T, seat, land, source):
    """Add the presence from a source (a ``Decision.TRACK`` code) to a land."""
    if source >= FROM_LAND:
        change_presence(S, T, source - FROM_LAND, seat, -1)
    elif source == FROM_DESTROYED:
        S.spirit[seat, Spirit.DESTROYED] -= 1
        if S.counter[Counter.BLIGHT_FLIPPED] == 1:
            change_energy(S, T, seat, -1)
    else:
        uncover(S, T, seat, source)
    change_presence(S, T, land, seat, 1)
    tell(S, Event.PRESENCE_ADDED, seat, land, source, 0)


@kernel
def add_presence(S, T, seat, land):
    """Add one presence to a land by a power; in a trial the best track counts.

    Returns
    -------
    int
        1 if there was a disc to add.
    """
    if not may_hold(S, T, seat, land):
        return 0
    if S.counter[Counter.TRIAL] > 0 and covered(S, T, seat, 0) + covered(S, T, seat, 1) > 0:
        change_presence(S, T, land, seat, 1)
        S.worth[0] += max(track_value(S, T, seat, 0), track_value(S, T, seat, 1))
        return 1
    source = choose_source(S, T, seat, 0)
    if source < 0:
        return 0
    put_from(S, T, seat, land, source)
    return 1


@kernel
def return_destroyed(S, T, seat, land, n):
    """Put up to ``n`` destroyed presence of a seat back on the island, into one land.

    Returns
    -------
    int
        Presence added.
    """
    n = min(n, S.spirit[seat, Spirit.DESTROYED])
    if n > 0 and may_hold(S, T, seat, land):
        S.spirit[seat, Spirit.DESTROYED] -= n
        change_presence(S, T, land, seat, n)
        tell(S, Event.PRESENCE_ADDED, seat, land, FROM_DESTROYED, n)
        return n
    return 0
