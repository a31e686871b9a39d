"""The pool: rows in game order whatever the chunks and threads, and a good end when it is stopped.

The games are made up (a kernel that draws a row from seed and number), since only their order matters here; real games
are played through the same pool in ``tests/cli/test_play.py``.
"""

from __future__ import annotations

import threading
import time
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest

from sim.core.codes import Outcome
from sim.run import pool as pool_module
from sim.run.amount import Amount
from sim.run.play import Run
from sim.run.pool import Job, Pool
from sim.run.tally import Rows
from sim.stats.stopping import next_look
from tests.unit.run_rows import random_rows

WIN_RATE = 0.3
CONFIGURATIONS = [(1, None), (1, 1), (1, 1000), (2, None), (2, 7), (3, 50), (4, 64)]


def made_up_games(states: object, tables: object, rows: Rows, slot: int, seed: int, first: int, count: int) -> None:
    """Rows that depend on seed and number only; early games take longest, so that chunks end out of order."""
    if first < 100:
        time.sleep(0.002)
    mixed = (np.arange(first, first + count, dtype=np.uint64) + np.uint64(seed)) * np.uint64(0x9E3779B97F4A7C15)
    rows["game"] = np.arange(first, first + count)
    share = (mixed >> np.uint64(40)).astype(float) / 2**24
    rows["outcome"] = np.where(share < WIN_RATE, Outcome.VICTORY_FEAR, Outcome.DEFEAT_TIME)
    rows["rounds"] = mixed % np.uint64(11)


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "play_games", made_up_games)


def play_all(workers: int, chunk: int | None, games: int = 700, first: int = 0, seed: int = 5) -> Rows:
    with Pool(workers, chunk) as pool:
        return np.concatenate(list(pool.play(None, seed, first, games, threading.Event())))


@pytest.mark.parametrize(("workers", "chunk"), CONFIGURATIONS)
def test_rows_come_in_game_order(workers: int, chunk: int | None) -> None:
    rows = play_all(workers, chunk)
    assert rows["game"].tolist() == list(range(700))
    assert rows.tobytes() == play_all(1, 700).tobytes()


def test_a_later_start_gives_the_same_games() -> None:
    assert play_all(2, None, games=100, first=600).tobytes() == play_all(1, None)[600:].tobytes()


@pytest.mark.parametrize(("workers", "chunk"), CONFIGURATIONS)
def test_stopping_keeps_every_game_up_to_some_number(workers: int, chunk: int | None) -> None:
    stop = threading.Event()
    pieces = []
    with Pool(workers, chunk) as pool:
        for rows in pool.play(None, 5, 0, 10_000_000, stop):
            pieces.append(rows)
            stop.set()
    games = np.concatenate(pieces)["game"].tolist()
    assert games == list(range(len(games)))
    assert 0 < len(games) < 10_000_000


@pytest.mark.parametrize(("workers", "chunk"), CONFIGURATIONS)
def test_jobs_are_played_in_order_whole(workers: int, chunk: int | None) -> None:
    sizes = {"a": (300, 0, 5), "b": (1, 40, 5), "none": (0, 0, 5), "c": (260, 7, 6)}
    played: dict[str, list[Rows]] = {}
    with Pool(workers, chunk) as pool:
        jobs = (Job(key, None, seed, first, games) for key, (games, first, seed) in sizes.items())
        for key, rows in pool.play_jobs(jobs, threading.Event()):
            assert key not in played or key == list(played)[-1]
            played.setdefault(key, []).append(rows)
    assert list(played) == ["a", "b", "c"]
    for key, rows in played.items():
        games, first, seed = sizes[key]
        assert np.concatenate(rows).tobytes() == play_all(1, 700, games, first, seed).tobytes()


def test_jobs_are_taken_as_threads_become_free() -> None:
    taken = 0

    def jobs() -> Iterator[Job]:
        nonlocal taken
        for taken in range(1, 101):
            yield Job(taken, None, 5, 0, 10)

    stop = threading.Event()
    with Pool(2, 10) as pool:
        for _ in pool.play_jobs(jobs(), stop):
            stop.set()
    assert taken < 20


def test_a_fault_in_a_game_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ArithmeticError("broken rule")

    monkeypatch.setattr(pool_module, "play_games", broken)
    with pytest.raises(ArithmeticError, match="broken rule"):
        play_all(2, None)


def test_chunks_grow_to_the_length_wanted_and_shrink_towards_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(states: object, tables: object, rows: Rows, slot: int, seed: int, first: int, count: int) -> None:
        time.sleep(count * 0.0005)

    monkeypatch.setattr(pool_module, "play_games", slow)
    with Pool(1) as pool:
        sizes = [len(rows) for rows in pool.play(None, 1, 0, 1500, threading.Event())]
    assert sizes[0] == pool_module.PROBE_GAMES
    assert 100 <= max(sizes) <= 300
    assert sizes[-1] < max(sizes)


def run_of(amount: Amount, workers: int = 2, chunk: int | None = None) -> Run:
    run = Run(None, 5, amount)
    with Pool(workers, chunk) as pool:
        for _ in run.play(pool, threading.Event()):
            pass
    return run


def test_a_run_plays_the_games_asked_for() -> None:
    run = run_of(Amount(1234))
    assert (run.tally.games, run.complete) == (1234, True)
    assert run.win_rate == pytest.approx(WIN_RATE, abs=0.06)
    assert run.interval[0] < WIN_RATE < run.interval[1]


def test_a_run_within_a_width_ends_at_the_same_game_in_any_chunking() -> None:
    runs = [run_of(Amount(1, within=0.01), workers, chunk) for workers, chunk in ((1, None), (2, 7), (2, 999))]
    assert len({run.tally.digest for run in runs}) == 1
    for run in runs:
        low, high = run.interval
        assert run.complete
        assert (high - low) / 2 <= 0.01
        assert next_look(run.tally.wins, run.tally.games, 0.01) == run.tally.games


def test_a_stopped_run_is_not_complete_and_its_digest_is_that_of_fewer_games() -> None:
    stop = threading.Event()
    run = Run(None, 5, Amount(10_000_000))
    with Pool(2) as pool:
        for tally in run.play(pool, stop):
            if tally.games > 500:
                stop.set()
    assert not run.complete
    assert run.tally.digest == run_of(Amount(run.tally.games), workers=1).tally.digest


def test_a_run_stopped_before_its_first_game_has_no_rate() -> None:
    stop = threading.Event()
    stop.set()
    run = Run(None, 5, Amount(10))
    with Pool(1) as pool:
        assert list(run.play(pool, stop)) == []
    assert (run.tally.games, run.win_rate, run.interval, run.games_per_second) == (0, None, (0.0, 1.0), 0.0)


@pytest.fixture
def _traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("_traced")
def test_memory_stays_flat() -> None:
    run_of(Amount(10_000), chunk=5_000)
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    run = run_of(Amount(1_000_000), chunk=5_000)
    _, peak = tracemalloc.get_traced_memory()
    assert run.tally.games == 1_000_000
    assert peak - before < 50 * random_rows(5_000).nbytes
