"""Where a power is tried: the lands in which it can do any good."""

from __future__ import annotations

import pytest

from sim.content.names import power_names
from sim.content.setup import Setup
from sim.content.tables import build_tables
from sim.core.codes import Useful


@pytest.mark.parametrize(
    ("power", "useful"),
    [
        ("shatter_homesteads", Useful.INVADERS | Useful.ONE),
        ("guard_the_healing_land", Useful.RAVAGE | Useful.BLIGHT),
        # each choice under a condition of its own: where the fear's holds, it does not matter how many dahan there are
        ("voice_of_thunder", Useful.INVADERS | Useful.DAHAN),
        ("call_on_midnights_dream", Useful.INVADERS | Useful.DAHAN),
    ],
)
def test_a_power_is_tried_where_it_can_do_any_good(power: str, useful: int) -> None:
    table = build_tables(Setup(spirits=("thunderspeaker",), box="base"))[0]
    assert table["power_useful"][power_names().ids.index(power)] == useful
