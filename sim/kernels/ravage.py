"""Ravage: damage to land and dahan, blight, and the dahan striking back (RULES 6)."""

from __future__ import annotations

from sim.core.codes import Action, Counter, Event, Row
from sim.core.jit import kernel
from sim.kernels.blight import add_blight
from sim.kernels.build import uses_skip
from sim.kernels.damage import deal_damage
from sim.kernels.pieces import hurt_dahan, invaders
from sim.kernels.presence import defend_in
from sim.kernels.trace import tell

INVADER_KINDS = 0b111
"""Explorer, town and city, as bits of ``1 << Piece``."""
BLIGHT_DAMAGE = 2
"""Damage to the land in one Ravage that adds a blight."""
DAHAN_DAMAGE = 2
"""Damage that a dahan deals when it strikes back."""


@kernel
def ravage(S, T, land):
    """Ravage in one land: the land suffers first, then the dahan, then those that are left strike back.

    A skipped ravage does nothing at all. Nothing happens without invaders.

    Returns
    -------
    bool
        Whether the land ravaged.
    """
    if invaders(S, land) == 0:
        return False
    if uses_skip(S, T, land, Action.RAVAGE):
        tell(S, Event.RAVAGE_SKIPPED, land, 0, 0, 0)
        return False
    raw = S.land[land, Row.EXPLORER] + 2 * S.land[land, Row.TOWN] + 3 * S.land[land, Row.CITY]
    damage = max(0, raw - defend_in(S, T, land))
    tell(S, Event.RAVAGE, land, damage, raw, 0)
    if damage >= BLIGHT_DAMAGE:
        add_blight(S, T, land)
    hurt_dahan(S, T, land, damage)
    S.counter[Counter.ACTOR] = -1
    deal_damage(S, T, land, DAHAN_DAMAGE * S.land[land, Row.DAHAN], INVADER_KINDS)
    return True
