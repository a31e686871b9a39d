"""Energy of spirits (RULES 4)."""

from __future__ import annotations

from sim.core.codes import Event, Spirit, Weight
from sim.core.jit import kernel
from sim.kernels.trace import tell


@kernel
def change_energy(S, T, seat, n):
    """A spirit gains energy at once, or pays it if ``n`` is negative."""
    S.spirit[seat, Spirit.ENERGY] += n
    S.worth[0] += n * T.own_weight[seat, Weight.ENERGY]
    tell(S, Event.ENERGY, seat, n, 0, 0)
