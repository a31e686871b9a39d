"""Presence on the island and the tracks it leaves (RULES 4, 5)."""

from __future__ import annotations

import numpy as np

from sim.core.codes import Counter, Event, Hook, Mask, Row, Spirit
from sim.core.jit import kernel
from sim.kernels.harm import settle
from sim.kernels.pieces import mark_land, touch
from sim.kernels.trace import tell
from sim.policies.value import EARTHS_VITALITY

ANY = 8
"""Stands for any element on a space of a track."""


@kernel
def may_hold(S, T, seat, land):
    """Whether presence of a seat may be put into a land: Ocean's only on the coast or into an ocean."""
    if T.hooks[seat] >> Hook.PRESENCE_PLACEMENT_FILTER & 1 == 1:
        return T.coastal >> land & 1 == 1
    return S.mask[Mask.LANDS] >> land & 1 == 1


@kernel
def update_oceans(S, T):
    """Bring the oceans in play up to date: those of boards with presence of Ocean. Changes ``Mask.LANDS``."""
    lands = T.all_lands
    if T.ocean_seat >= 0:
        for board in range(T.n_boards):
            if S.mask[Mask.PRESENCE + T.ocean_seat] & T.board_lands[board] != 0:
                lands |= 1 << np.int64(T.ocean_of[board])
    S.mask[Mask.LANDS] = lands


@kernel
def mark_presence(S, T, land, seat):
    """Bring the sets of a seat's lands and sacred sites up to date with one row. Changes ``S.mask``."""
    bit = 1 << land
    n = S.land[land, Row.PRESENCE + seat]
    if n > 0:
        S.mask[Mask.PRESENCE + seat] |= bit
    else:
        S.mask[Mask.PRESENCE + seat] &= ~bit
    if n > 0 and n >= T.sacred_need[seat, land]:
        S.mask[Mask.SACRED + seat] |= bit
    else:
        S.mask[Mask.SACRED + seat] &= ~bit


@kernel
def change_presence(S, T, land, seat, n):
    """Put ``n`` presence of a seat into a land (take, if negative); what its sacred site does acts at once."""
    touch(S, land)
    S.land[land, Row.PRESENCE + seat] += n
    S.spirit[seat, Spirit.ON_ISLAND] += n
    mark_presence(S, T, land, seat)
    if seat == T.heat_seat:
        settle(S, T, land)
    if seat == T.ocean_seat:
        update_oceans(S, T)


@kernel
def lose_presence(S, T, land, seat):
    """Destroy one presence: it goes beside the island, the tracks stay as they are."""
    change_presence(S, T, land, seat, -1)
    S.spirit[seat, Spirit.DESTROYED] += 1
    tell(S, Event.PRESENCE_LOST, seat, land, 0, 0)


@kernel
def move_presence(S, T, source, target, seat):
    """Move one presence of a seat."""
    if source != target:
        change_presence(S, T, source, seat, -1)
        change_presence(S, T, target, seat, 1)
        tell(S, Event.PRESENCE_MOVED, seat, source, target, 0)


@kernel
def uncover(S, T, seat, track):
    """Take the leftmost disc of a track; what it uncovers counts at once. Changes ``S.spirit``."""
    S.spirit[seat, Spirit.ENERGY_TAKEN + track] += 1
    space = S.spirit[seat, Spirit.ENERGY_TAKEN + track]
    number = T.track_number[seat, track, space]
    if number > 0:
        S.spirit[seat, Spirit.INCOME + track] = number
    S.spirit[seat, Spirit.RECLAIM_SPACES] += T.track_reclaim[seat, track, space]
    element = T.track_element[seat, track, space]
    if element == ANY:
        S.spirit[seat, Spirit.ANY_SPACES] += 1
    elif element >= 0:
        S.spirit[seat, Spirit.TRACK_ELEMENT + element] += 1
        S.spirit[seat, Spirit.ELEMENT + element] += 1


@kernel
def read_tracks(S, T, seat):
    """Set income, plays and what else the discs taken so far have uncovered. Changes ``S.spirit``."""
    for element in range(8):
        S.spirit[seat, Spirit.TRACK_ELEMENT + element] = 0
    S.spirit[seat, Spirit.RECLAIM_SPACES] = 0
    S.spirit[seat, Spirit.ANY_SPACES] = 0
    for track in range(2):
        taken = S.spirit[seat, Spirit.ENERGY_TAKEN + track]
        for space in range(taken + 1):
            number = T.track_number[seat, track, space]
            if number > 0:
                S.spirit[seat, Spirit.INCOME + track] = number
            S.spirit[seat, Spirit.RECLAIM_SPACES] += T.track_reclaim[seat, track, space]
            element = T.track_element[seat, track, space]
            if element == ANY:
                S.spirit[seat, Spirit.ANY_SPACES] += 1
            elif element >= 0:
                S.spirit[seat, Spirit.TRACK_ELEMENT + element] += 1


@kernel
def defend_in(S, T, land):
    """All Defend in a land: its own, the wards of spirits with presence there, that of Earth's sacred sites."""
    defend = S.land[land, Row.DEFEND]
    for seat in range(T.n_spirits):
        if S.land[land, Row.PRESENCE + seat] > 0:
            defend += S.spirit[seat, Spirit.WARD]
        if T.hooks[seat] >> Hook.PASSIVE_DEFEND & 1 == 1 and S.mask[Mask.SACRED + seat] >> land & 1 == 1:
            defend += EARTHS_VITALITY
    return defend


@kernel
def any_presence(S, T, land):
    """Presence of all spirits in a land."""
    total = 0
    for seat in range(T.n_spirits):
        total += S.land[land, Row.PRESENCE + seat]
    return total


@kernel
def any_sacred(S, T):
    """Lands that are a sacred site of any spirit."""
    lands = 0
    for seat in range(T.n_spirits):
        lands |= S.mask[Mask.SACRED + seat]
    return lands


@kernel
def recount(S, T):
    """Set all totals and sets of lands from the rows. Changes ``S.mask`` and ``S.counter``."""
    for kind in range(4):
        S.counter[Counter.EXPLORERS + kind] = 0
    for seat in range(T.n_spirits):
        S.spirit[seat, Spirit.ON_ISLAND] = 0
    for land in range(T.n_lands):
        S.land[land, Row.TOWN] = S.land[land, Row.TOWN_0] + S.land[land, Row.TOWN_1] + S.land[land, Row.TOWN_2]
        cities = S.land[land, Row.CITY_0] + S.land[land, Row.CITY_1] + S.land[land, Row.CITY_2]
        S.land[land, Row.CITY] = cities + S.land[land, Row.CITY_3]
        dahan = 0
        for variant in range(Row.DAHAN_0, Row.DAHAN_9 + 1):
            dahan += S.land[land, variant]
        S.land[land, Row.DAHAN] = dahan
        S.counter[Counter.EXPLORERS] += S.land[land, Row.EXPLORER]
        S.counter[Counter.TOWNS] += S.land[land, Row.TOWN]
        S.counter[Counter.CITIES] += S.land[land, Row.CITY]
        S.counter[Counter.DAHAN] += dahan
        for seat in range(T.n_spirits):
            S.spirit[seat, Spirit.ON_ISLAND] += S.land[land, Row.PRESENCE + seat]
            mark_presence(S, T, land, seat)
        mark_land(S, land)
    update_oceans(S, T)
