"""The search for weights, on games made up so that what is best is known."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.content.history import KEPT, NOT_KEPT
from sim.content.load import load_content
from sim.content.setup import Setup, load_setup, setup_faults
from sim.content.tables import build_tables, set_weights
from sim.content.weights import PLACES, Weights, load_weights, weights_from_dict
from sim.core.codes import Outcome, Policy, Weight
from sim.core.state import N_WEIGHTS
from sim.errors import BadInput
from sim.run import pool as pool_module
from sim.run.pool import Pool
from sim.run.tally import Rows
from sim.tune.arena import Arena, Stopped
from sim.tune.objective import MARGIN_WEIGHT, RIDGE_DEVIATION, RIDGE_PRICE, Scale, margins, ridge, scores
from sim.tune.plan import Plan, usual_setups
from sim.tune.search import Progress, Search
from sim.tune.space import LEFT_ALONE, Space, searchable
from sim.tune.state import State, StateFile
from sim.tune.verdict import file_text, outcome, record
from tests.unit.run_rows import random_rows

FIRST, SECOND, THIRD = list(PLACES)[:3]
BEST = 2.0
"""The factor of ``FIRST`` by which the made-up games are won most often."""
CHUNK = 8
"""Games of a step of progress."""
SCALE = Scale(rounds=12, fear_cards=9, pool=10, back=0)
MUD, EYES = "fathomless_mud_of_the_swamp", "eyes_watch_from_the_trees"


def start_weights() -> Weights:
    """Every weight is 1, so that numbers are factors."""
    return weights_from_dict({"weights": dict.fromkeys(PLACES, 1.0), "spirit": {EYES: {SECOND: 5.0}}})


def made_up_games(states: object, tables: Any, rows: Rows, slot: int, seed: int, first: int, count: int) -> None:
    """Games won at a rate that depends on the first weight of the first seat."""
    rate = np.exp(-((np.log(tables["own_weight"][0, 0, 0] / BEST)) ** 2)) * 0.8
    luck = np.random.default_rng(seed).random(first + count)[first:]
    rows["game"] = np.arange(first, first + count)
    rows["outcome"] = np.where(luck < rate, Outcome.VICTORY_FEAR, Outcome.DEFEAT_TIME)
    rows["rounds"] = 6


@pytest.fixture
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "play_games", made_up_games)


def plan_of(**changed: Any) -> Plan:
    """A small search."""
    setups = {name: load_setup(name) for name in ("solo_mud", "pair_eyes_mud")}
    space = Space(start_weights(), MUD, (FIRST, SECOND))
    sizes = {"generations": 12, "population": 8, "games": 24, "held_out": 300, "sigma": 0.3, "seed": 3}
    return Plan(**({"setups": setups, "space": space} | sizes | changed))


class Run:
    """A search with a file of its own, as the command makes one."""

    def __init__(self, plan: Plan, out: Path, workers: int = 1) -> None:
        self.plan, self.workers = plan, workers
        self.file = StateFile(out)
        self.out = out

    def go(self, stop_after: int | None = None, resume: bool = False) -> Search:
        """Search until there were so many steps of progress; ``Stopped`` if that is before the end."""
        state = self.file.load(self.plan) if resume else State(settings=self.plan.settings())
        stop = threading.Event()
        with Pool(self.workers, CHUNK) as pool:
            search = Search(self.plan, Arena(self.plan, pool, stop), state, self.file.save)
            for steps, progress in enumerate(search.run(), 1):
                assert isinstance(progress, Progress) and 0 < progress.games <= progress.total
                if steps == stop_after:
                    stop.set()
        self.file.finish(file_text(outcome(search, record(search))))
        return search


# The objective --------------------------------------------------------------------------------------------------------
def rows_of(**fields: Any) -> Rows:
    rows = random_rows(1)
    for field, value in fields.items():
        rows[field] = value
    return rows


def test_margins_of_wins_and_defeats() -> None:
    win = {"outcome": Outcome.VICTORY_FEAR, "invader_cards": 6, "blight_pool": 10, "blight_flipped": 1}
    assert margins(rows_of(**win), SCALE) == pytest.approx([0.75])
    defeat = {"outcome": Outcome.DEFEAT_BLIGHT, "fear_cards": 3, "rounds": 8}
    assert margins(rows_of(**defeat), SCALE) == pytest.approx([-0.5])
    assert scores(rows_of(**defeat), SCALE) == pytest.approx([-0.5 * MARGIN_WEIGHT])
    assert scores(rows_of(**win), SCALE, 0.0).tolist() == [1.0]


def test_blight_on_the_back_of_the_card_is_left_until_it_is_flipped() -> None:
    scale = Scale(rounds=12, fear_cards=9, pool=5, back=15)
    win = {"outcome": Outcome.SACRIFICE, "invader_cards": 12, "blight_pool": 5}
    assert margins(rows_of(**win, blight_flipped=0), scale) == pytest.approx([1.0])
    assert margins(rows_of(**win, blight_flipped=1), scale) == pytest.approx([(1 + 5 / 20) / 2])


def test_every_win_is_worth_more_than_any_defeat() -> None:
    rows = random_rows(5000)
    won = rows["outcome"] <= Outcome.SACRIFICE
    worth = scores(rows, SCALE)
    assert worth[won].min() >= 1 > 0 >= worth[~won].max()
    assert np.abs(margins(rows, SCALE)).max() <= 1


def test_the_scale_of_a_set_up() -> None:
    scale = Scale.of(build_tables(load_setup("solo_river"), start_weights()))
    assert (scale.rounds, scale.fear_cards) == (12, 9)
    assert scale.pool > 0 and scale.back > 0
    assert Scale.of(build_tables(load_setup("solo_mud"), start_weights())).back == 0


def test_the_ridge_is_a_normal_density_about_the_start() -> None:
    assert ridge(np.zeros(5)) == 0
    assert ridge(np.array([RIDGE_DEVIATION, 0.0])) == pytest.approx(RIDGE_PRICE / 2)
    assert ridge(np.array([1.0, -2.0])) == pytest.approx(ridge(np.array([-2.0, 1.0])))
    assert ridge(np.array([2.0])) == pytest.approx(4 * ridge(np.array([1.0])))


def test_the_margin_counts_until_the_last_fifth() -> None:
    weights = [plan_of(generations=10).margin_weight(generation) for generation in range(10)]
    assert weights == [MARGIN_WEIGHT] * 8 + [0.0] * 2


# The space ------------------------------------------------------------------------------------------------------------
def test_points_are_logarithms_of_factors() -> None:
    origin = np.zeros(N_WEIGHTS)
    origin[: len(Weight)] = 1.0
    origin[1] = -2.5
    space = Space(Weights(origin, {}), None, (FIRST, SECOND))
    numbers = space.numbers([np.log(3.0), np.log(1.23456)])
    assert numbers[:3].tolist() == [3.0, -3.086, 1.0]
    assert space.numbers([0.0, 0.0]).tolist() == origin.tolist()


def test_large_and_missing_weights_are_left_alone() -> None:
    numbers = load_weights().default.copy()
    numbers[0] = 0.0
    names = searchable(numbers)
    assert not {FIRST, *LEFT_ALONE} & set(names)
    assert set(names) == {name for name in PLACES if numbers[PLACES[name]]} - set(LEFT_ALONE)


def test_a_spirit_is_searched_alone() -> None:
    space = Space(start_weights(), EYES, (FIRST,))
    found = space.whole([1.0])
    assert found.of(EYES)[:2].tolist() == [2.718, 5.0]
    assert found.default.tolist() == start_weights().default.tolist()
    assert space.played([0.0]).digest == start_weights().digest


def test_for_the_table_of_all_everybody_plays_by_it_and_spirits_keep_their_own() -> None:
    space = Space(start_weights(), None, (FIRST,))
    assert space.played([1.0]).of(EYES).tolist() == space.numbers([1.0]).tolist()
    written = weights_from_dict_of(space.whole([1.0]))
    assert written.default[0] == 2.718
    assert written.of(EYES).tolist() == start_weights().of(EYES).tolist()


def test_factors_that_all_tables_share_leave_what_sets_spirits_apart() -> None:
    start = start_weights()
    space = Space(start, None, (FIRST, SECOND), shared=True)
    found = weights_from_dict_of(space.whole([1.0, -1.0]))
    assert space.played([1.0, -1.0]).digest == found.digest
    assert space.table == "all"
    for before, after in ((start.default, found.default), (start.of(EYES), found.of(EYES))):
        assert np.allclose(after[:2] / before[:2], [np.e, 1 / np.e], rtol=1e-3)
        assert after[2:].tolist() == before[2:].tolist()
    assert start.of(EYES)[1] != start.default[1]


def weights_from_dict_of(weights: Weights) -> Weights:
    """The weights after a way through a file."""
    import tomllib

    return weights_from_dict(tomllib.loads(weights.toml()))


# The arena ------------------------------------------------------------------------------------------------------------
def test_tables_with_other_weights_are_those_built_with_them() -> None:
    setup, other = load_setup("pair_eyes_mud"), start_weights()
    tables = build_tables(setup, load_weights())
    assert tables.tobytes() != build_tables(setup, other).tobytes()
    set_weights(tables, setup, other)
    assert tables.tobytes() == build_tables(setup, other).tobytes()


@pytest.mark.usefixtures("_made_up")
def test_equal_candidates_are_worth_the_same() -> None:
    plan = plan_of()
    point = np.array([0.2, -0.1])
    with Pool(2) as pool:
        search = Search(plan, Arena(plan, pool, threading.Event()), State(settings={}), lambda state: None)
        costs = finished(search._costs([point, point + 1.0, point], 0))
        others = finished(search._costs([point], 1))
    assert costs[0] == costs[2] != costs[1]
    assert others[0] != costs[0]


def finished(steps: Any) -> Any:
    """What a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_no_two_purposes_share_seeds() -> None:
    plan = plan_of()
    seeds = [*plan.seeds("held out"), *plan.seeds("candidates")]
    for generation in range(plan.generations):
        seeds += [*plan.seeds("generation", generation), *plan.seeds("check", generation)]
    assert len(set(seeds)) == len(seeds)
    assert not set(seeds) & set(plan_of(seed=4).seeds("held out"))


# The search -----------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("_made_up")
def test_a_search_finds_what_wins_and_keeps_it(tmp_path: Path) -> None:
    # Mud sits in the first seat of one set-up only, so in the other one there is nothing to gain
    search = Run(plan_of(), tmp_path / "w.toml").go()
    weights = load_weights(tmp_path / "w.toml")
    (entry,) = weights.history
    assert (entry.verdict, entry.table) == (KEPT, f"spirit.{MUD}")
    assert entry.interval[0] > 0.05
    assert [cell.setup for cell in entry.cells] == ["solo_mud", "pair_eyes_mud"]
    assert entry.cells[0].gain > 0.1 and entry.cells[1].gain == 0
    assert weights.of(MUD)[0] == pytest.approx(BEST, rel=0.25)
    assert weights.of(EYES).tolist() == start_weights().of(EYES).tolist()
    assert (entry.start, entry.found) == (start_weights().digest, weights.digest)
    assert search.games == search.plan.total_games
    assert not list(tmp_path.glob("*.json"))


@pytest.mark.usefixtures("_made_up")
def test_what_does_not_win_more_is_not_kept(tmp_path: Path) -> None:
    plan = plan_of(space=Space(start_weights(), MUD, (SECOND, THIRD)), generations=3)
    Run(plan, tmp_path / "w.toml").go()
    weights = load_weights(tmp_path / "w.toml")
    (entry,) = weights.history
    assert (entry.verdict, entry.gain, entry.interval[0] < 0) == (NOT_KEPT, 0.0, True)
    assert weights.digest == entry.start == start_weights().digest


@pytest.mark.usefixtures("_made_up")
@pytest.mark.parametrize(("stops", "workers"), [([1], 1), ([100, 60, 400], 2), ([780], 2), ([3, 700], 1)])
def test_a_search_that_was_stopped_ends_as_if_it_had_not(stops: list[int], workers: int, tmp_path: Path) -> None:
    whole = Run(plan_of(), tmp_path / "whole.toml")
    whole.go()
    run = Run(plan_of(), tmp_path / "stopped.toml", workers)
    for number, after in enumerate(stops):
        with pytest.raises(Stopped):
            run.go(stop_after=after, resume=number > 0)
    run.go(resume=True)
    assert run.out.read_text() == whole.out.read_text()


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A search that has played some generations."""
    monkeypatch.setattr(pool_module, "play_games", made_up_games)
    run = Run(plan_of(), tmp_path / "w.toml")
    with pytest.raises(Stopped):
        run.go(stop_after=300)
    return run


def faults_of(call: Callable[[], Any]) -> str:
    with pytest.raises(BadInput) as caught:
        call()
    return str(caught.value)


def test_another_search_does_not_go_on_with_it(stopped: Run) -> None:
    stopped.plan = plan_of(seed=4, sigma=0.2)
    faults = faults_of(lambda: stopped.go(resume=True))
    assert "settings.seed = 3" in faults and "settings.sigma = 0.3" in faults and "2 faults" in faults


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.update(format=9), "format = 9"),
        (lambda data: data.update(costs="all"), "costs"),
        (lambda data: data["costs"][0].pop(), "costs: must be 8 numbers for each generation"),
        (lambda data: data["costs"][0].__setitem__(0, float("nan")), "costs[0][0]"),
        (lambda data: data.update(held_out=[[300, 1, 1, 1]]), "held_out: must be 300 games"),
        (lambda data: data.update(mean=[0.5, 0.5]), "does not follow from the costs"),
        (lambda data: data.update(more=1), "more = 1: unknown key"),
    ],
)
def test_a_wrong_state_is_told(stopped: Run, change: Callable[[Any], Any], words: str) -> None:
    data = json.loads(stopped.file.path.read_text())
    change(data)
    stopped.file.path.write_text(json.dumps(data))
    assert words in faults_of(lambda: stopped.go(resume=True))


def test_a_torn_state_is_told(stopped: Run) -> None:
    stopped.file.path.write_text('{"format": 1, ')
    assert "cannot be read" in faults_of(lambda: stopped.go(resume=True))


# Set-ups --------------------------------------------------------------------------------------------------------------
def test_the_usual_set_ups_can_be_played() -> None:
    spirits = load_content().spirits
    like = Setup(policy="greedy", temperature=0.5)
    everybody = usual_setups(None, like)
    assert len(everybody) == 3 * len(spirits)
    assert {spirit for setup in everybody.values() for spirit in setup.spirits} == set(spirits)
    for spirit in spirits:
        own = usual_setups(spirit, like)
        assert len(own) == 3 + len(load_content().adversaries)
        assert all(spirit in setup.spirits for setup in own.values())
        everybody |= own
    assert {(setup.policy, setup.temperature) for setup in everybody.values()} == {("greedy", 0.5)}
    assert [setup_faults(setup, load_content(), "usual") for setup in everybody.values()] == [[]] * len(everybody)


@pytest.mark.parametrize("policy", [policy.name.lower() for policy in Policy if policy is not Policy.RANDOM])
def test_the_policy_is_recorded(policy: str) -> None:
    setup = load_setup("solo_mud").model_copy(update={"policy": policy})
    assert plan_of(setups={"solo_mud": setup}).policy == policy
    warm = setup.model_copy(update={"temperature": 1.5})
    assert plan_of(setups={"a": setup, "b": warm}).policy == f"{policy}, {policy} at temperature 1.5"
