"""Pairs of games counted: against the rows themselves, whatever the turns in which they were played."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.content.setup import Setup, load_setup
from sim.content.weights import load_weights
from sim.core.codes import Outcome
from sim.run.cells import Cell
from sim.run.compare import FIRST_TURN, SIDES, Comparison, PairedAmount, PairTally, same_games, summary
from sim.run.pool import Job
from sim.run.tally import MEANS, OUTCOMES, WINS, Rows, Tally, won
from sim.stats.intervals import CONFIDENCE, wilson_interval
from sim.stats.paired import Pairs, paired_gain
from sim.stats.paired_stopping import CLEAR_CONFIDENCE
from sim.stats.stopping import SEQUENTIAL_CONFIDENCE
from sim.stats.verdict import judge, mean_difference
from tests.unit.run_rows import random_rows

GAMES = 4000


def played(count: int = GAMES) -> tuple[Rows, Rows]:
    """Rows of both sides, B's with more defeats."""
    a, b = random_rows(count, seed=1), random_rows(count, seed=2)
    b["outcome"][: count // 4] = Outcome.DEFEAT_TIME
    b["game"] = a["game"]
    return a, b


def tallied(a: Rows, b: Rows) -> PairTally:
    """The tally of two sides."""
    tally = PairTally()
    tally.add(a, b)
    return tally


class DealtPool:
    """Deals rows that are there already instead of playing games, in chunks; stops after some of them."""

    def __init__(self, sides: tuple[Rows, Rows], chunk: int, chunks: int | None = None) -> None:
        self.sides = sides
        self.chunk = chunk
        self.left = chunks
        self.turns: list[tuple[int, int, int]] = []

    def play_jobs(self, jobs: Iterable[Job], stop: threading.Event) -> Iterator[tuple[Any, Rows]]:
        """Rows of the jobs."""
        for side, _, _, first, games in jobs:
            self.turns.append((side, first, games))
            for begin in range(first, first + games, self.chunk):
                if self.left == 0:
                    stop.set()
                    return
                yield side, self.sides[side][begin : min(begin + self.chunk, first + games)]
                self.left = None if self.left is None else self.left - 1


def comparison(amount: PairedAmount) -> Comparison:
    """A comparison of cells that nobody looks into."""
    cell: Any = SimpleNamespace(tables=None, setup=Setup())
    return Comparison((cell, cell), amount)


def run(found: Comparison, pool: Any, stop: threading.Event | None = None) -> tuple[Rows, Rows]:
    """Play a comparison; the rows that were kept."""
    kept: dict[str, list[Rows]] = {side: [] for side in SIDES}
    for _ in found.play(pool, stop or threading.Event(), lambda side, rows: kept[side].append(rows)):
        pass
    a, b = (np.concatenate(rows) if rows else random_rows(0) for rows in kept.values())
    return a, b


def test_pairs_are_counted_by_who_won() -> None:
    a, b = played()
    tally = tallied(a, b)
    assert tally.pairs == Pairs(
        GAMES,
        both=int((won(a) & won(b)).sum()),
        lost=int((won(b) & ~won(a)).sum()),
        won=int((won(a) & ~won(b)).sum()),
    )
    assert [side.wins for side in tally.sides] == [won(a).sum(), won(b).sum()]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_endings_are_pairs_too(outcome: Outcome) -> None:
    a, b = played()
    ends_a, ends_b = a["outcome"] == outcome, b["outcome"] == outcome
    pairs = tallied(a, b).pairs_of((outcome,))
    assert (pairs.after, pairs.before) == (pytest.approx(ends_a.mean()), pytest.approx(ends_b.mean()))
    assert pairs.both == (ends_a & ends_b).sum()


def test_games_flip_by_how_the_loser_lost() -> None:
    a, b = played()
    tally = tallied(a, b)
    for loser, lost, other in ((1, b, a), (0, a, b)):
        flips = tally.losses_against(loser)
        assert list(flips) == [name for outcome, name in OUTCOMES.items() if outcome not in WINS]
        for outcome, name in OUTCOMES.items():
            if name in flips:
                assert flips[name] == ((lost["outcome"] == outcome) & won(other)).sum()
        assert sum(flips.values()) == (tally.pairs.won if loser else tally.pairs.lost)


@pytest.mark.parametrize("field", MEANS)
def test_means_are_paired(field: str) -> None:
    a, b = played()
    differences = a[field].astype(float) - b[field]
    mean = tallied(a, b).mean(field, 0.99)
    assert (mean.a, mean.b) == (pytest.approx(a[field].mean()), pytest.approx(b[field].mean()))
    expected = mean_difference(differences.sum(), (differences**2).sum(), GAMES, 0.99)
    assert (mean.difference, mean.low, mean.high) == pytest.approx(expected)


def test_pairs_of_other_games_are_refused() -> None:
    a, b = played()
    with pytest.raises(ValueError, match="same games"):
        PairTally().add(a[1:], b[:-1])


@given(st.integers(10, 700), st.integers(1, 600))
def test_turns_and_chunks_change_nothing(chunk: int, games: int) -> None:
    a, b = played(games)
    found = comparison(PairedAmount(games))
    pool = DealtPool((a, b), chunk)
    kept = run(found, pool)
    assert found.complete
    assert [rows.tobytes() for rows in kept] == [a.tobytes(), b.tobytes()]
    whole = tallied(a, b)
    assert found.tally.pairs == whole.pairs
    assert [side.digest for side in found.tally.sides] == [side.digest for side in whole.sides]
    assert found.closeness()["score"] == comparison_of(whole, PairedAmount(games)).closeness()["score"]


def comparison_of(tally: PairTally, amount: PairedAmount) -> Comparison:
    """A comparison that has come to a tally."""
    found = comparison(amount)
    found.tally = tally
    return found


def test_sides_take_turns_that_grow() -> None:
    pool = DealtPool(played(), 50)
    run(comparison(PairedAmount(GAMES)), pool)
    assert [side for side, _, _ in pool.turns] == [0, 1] * (len(pool.turns) // 2)
    assert pool.turns[:2] == [(0, 0, FIRST_TURN), (1, 0, FIRST_TURN)]
    assert all(games <= max(first / 4, FIRST_TURN) for _, first, games in pool.turns)
    assert len(pool.turns) < 60


@pytest.mark.parametrize("chunks", [0, 1, 2, 3, 17, 100])
def test_an_interrupted_comparison_is_paired(chunks: int) -> None:
    a, b = played()
    found = comparison(PairedAmount(GAMES))
    stop = threading.Event()
    kept = run(found, DealtPool((a, b), 16, chunks), stop)
    games = found.tally.games
    assert not found.complete
    assert games <= 16 * chunks / 2
    assert games >= 16 * (chunks // 2) * 0.7 - 16
    for side, rows, all_rows in zip(found.tally.sides, kept, (a, b), strict=True):
        beginning = Tally()
        beginning.add(all_rows[:games])
        assert side.digest == beginning.digest
        assert rows.tobytes() == all_rows[:games].tobytes()


def test_nothing_is_told_of_no_games() -> None:
    found = comparison(PairedAmount(10))
    assert (found.verdict, found.endings(), found.closeness()) == (None, {}, {})
    assert sum(summary(found).values()) == 0


def test_intervals_have_the_confidence_of_the_rule() -> None:
    tally = tallied(*played())
    for amount, confidence in (
        (PairedAmount(GAMES), CONFIDENCE),
        (PairedAmount(GAMES, within=0.03), SEQUENTIAL_CONFIDENCE),
        (PairedAmount(GAMES, until_clear=True), CLEAR_CONFIDENCE),
    ):
        found = comparison_of(tally, amount)
        assert found.verdict == judge(tally.pairs, confidence)
        assert found.interval(0) == pytest.approx(wilson_interval(tally.sides[0].wins, GAMES, confidence))
        shown = found.endings()["defeat_time"]
        # ten endings are met, and all intervals hold together
        expected = paired_gain([tally.pairs_of((Outcome.DEFEAT_TIME,))], 1 - (1 - confidence) / len(OUTCOMES))
        assert (shown.difference, shown.low, shown.high) == pytest.approx(expected)


def test_until_clear_stops_at_the_first_look_that_tells() -> None:
    found = comparison(PairedAmount(GAMES, until_clear=True))
    a, b = played()
    run(found, DealtPool((a, b), 64))
    assert found.complete
    assert found.tally.games == GAMES / 32
    assert found.verdict is not None
    assert found.verdict.winner == "a"


def test_within_plays_until_the_difference_is_known_so_well() -> None:
    found = comparison(PairedAmount(1, within=0.025))
    run(found, DealtPool(played(), 64))
    assert found.complete
    assert found.verdict is not None
    assert 0.0225 < (found.verdict.high - found.verdict.low) / 2 <= 0.025
    assert found.amount.expected(found.tally.pairs) == found.tally.games


def test_the_same_games_are_told_from_others() -> None:
    weights = load_weights()
    mud = load_setup("solo_mud")
    cell = Cell(mud, weights)
    # boards as they are printed, said or not, are the same boards
    assert same_games((cell, Cell(mud.model_copy(update={"title": "ours", "boards": ("G",), "games": 5}), weights)))
    assert not same_games((cell, Cell(mud.model_copy(update={"policy": "planner"}), weights)))
    assert not same_games((cell, Cell(mud.model_copy(update={"boards": ("H",)}), weights)))
    assert not same_games((cell, Cell(load_setup("solo_thunder"), weights)))
