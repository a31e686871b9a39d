"""Counts and digest of games, whatever the pieces in which their rows come."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.core.codes import Outcome
from sim.run.tally import MEANS, OUTCOMES, WINS, Tally
from tests.unit.run_rows import random_rows


def tally_of(rows: np.ndarray, cuts: list[int]) -> Tally:
    """A tally given the rows in pieces that end at ``cuts``."""
    tally = Tally()
    for part in np.split(rows, sorted(cuts)):
        tally.add(part)
    return tally


def test_every_outcome_has_a_name_and_sacrifice_is_a_win() -> None:
    assert set(OUTCOMES) == set(Outcome) - {Outcome.NONE}
    assert {outcome.name for outcome in set(OUTCOMES) - set(WINS)} == {
        "DEFEAT_BLIGHT",
        "DEFEAT_PRESENCE",
        "DEFEAT_TIME",
        "DEFEAT_ADVERSARY",
        "DEFEAT_SCENARIO",
    }


@given(st.lists(st.integers(0, 200), max_size=6))
def test_pieces_change_nothing(cuts: list[int]) -> None:
    rows = random_rows(200)
    whole, pieces = tally_of(rows, []), tally_of(rows, cuts)
    assert pieces.digest == whole.digest
    assert pieces.outcomes == whole.outcomes
    assert [pieces.mean(field, won) for field in MEANS for won in (None, True, False)] == [
        whole.mean(field, won) for field in MEANS for won in (None, True, False)
    ]


def test_counts_and_means_are_those_of_the_rows() -> None:
    rows = random_rows(500)
    tally = tally_of(rows, [123])
    won = rows["outcome"] <= Outcome.SACRIFICE
    assert (tally.games, tally.wins) == (500, int(won.sum()))
    assert sum(tally.outcomes.values()) == 500
    assert tally.outcomes["defeat_time"] == int((rows["outcome"] == Outcome.DEFEAT_TIME).sum())
    assert tally.mean("score") == pytest.approx(rows["score"].mean())
    assert tally.mean("blight_pool", won=True) == pytest.approx(rows["blight_pool"][won].mean())
    assert tally.mean("rounds", won=False) == pytest.approx(rows["rounds"][~won].mean())


def test_a_mean_over_no_games_is_none() -> None:
    rows = random_rows(3)
    rows["outcome"] = Outcome.VICTORY_FEAR
    assert Tally().mean("rounds") is None
    assert tally_of(rows, []).mean("rounds", won=False) is None


def test_digest_depends_on_every_field_and_on_the_order() -> None:
    rows = random_rows(50)
    digests = {tally_of(rows, []).digest, tally_of(rows[::-1], []).digest}
    for field in rows.dtype.names:
        changed = rows.copy()
        changed[field].flat[-1] += 1
        digests.add(tally_of(changed, []).digest)
    assert len(digests) == 2 + len(rows.dtype.names)


def test_digest_pins_the_hash() -> None:
    """The digest of no games at all is that of the hash itself: blake2b, 16 bytes."""
    assert Tally().digest == "cae66941d9efbd404e4d88758ea67670"
