"""Experiment files: what cells they make, and every fault of a wrong one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.content.experiment import Experiment, experiment_from_dict, load_experiment, shipped_experiments
from sim.errors import BadInput

MUD, EYES, THUNDER = "fathomless_mud_of_the_swamp", "eyes_watch_from_the_trees", "thunderspeaker"


def made(grid: dict[str, Any], **more: Any) -> Experiment:
    return experiment_from_dict({"setup": {"box": "base"}, "grid": grid} | more, "my.toml")


def faults_of(data: dict[str, Any], said: dict[str, Any] | None = None) -> list[str]:
    with pytest.raises(BadInput) as caught:
        experiment_from_dict(data, "my.toml", said)
    return [str(fault) for fault in caught.value.faults]


def test_cells_are_every_combination_in_the_order_of_the_file() -> None:
    found = made(
        {
            "spirits": {"choose": 2, "of": [MUD, EYES, THUNDER]},
            "adversary": ["none", {"id": "england", "level": [1, 3]}],
            "policy": ["greedy", "random"],
        }
    )
    assert len(found.setups) == 3 * 3 * 2
    names = list(found.setups)
    assert names[0] == f"{MUD}+{EYES}, policy greedy"
    assert names[3] == f"{MUD}+{EYES} against england 1, policy random"
    setup = found.setups[f"{EYES}+{THUNDER} against england 3, policy random"]
    assert (setup.spirits, setup.adversary.id, setup.adversary.level) == ((EYES, THUNDER), "england", 3)
    assert (setup.policy, setup.box, setup.games) == ("random", "base", 1000)


def test_every_other_key_of_a_set_up_can_be_varied() -> None:
    grid = {
        "spirits": [[MUD], [EYES]],
        "boards": ["random", ["A"]],
        "scenario": ["none", "blitz"],
        "blight_card": ["random", "none"],
        "temperature": [0.0, 0.5],
        "options": {"extra_blight": [0, 2]},
    }
    found = made(grid, games=7)
    assert len(found.setups) == 2**6
    setup = found.setups[f"{EYES}, boards A, scenario blitz, blight card none, extra blight 2, temperature 0.5"]
    assert (setup.boards, setup.scenario, setup.blight_card, setup.temperature) == (("A",), "blitz", "none", 0.5)
    assert (setup.options.extra_blight, setup.games) == (2, 7)


def test_all_k_of_n_and_rings() -> None:
    assert len(made({"spirits": {"choose": [1, 2]}}).setups) == 13 + 78
    assert len(made({"spirits": {"choose": [1, 2, 3, 4], "rings": 1}}).setups) == 4 * 13
    assert len(made({"spirits": {"choose": 3, "of": "horizons"}}).setups) == 10


def test_a_precision_may_stand_for_a_number_of_games() -> None:
    assert made({"spirits": [[MUD]]}, within="2%").within == pytest.approx(0.02)
    assert made({"spirits": [[MUD]]}, within=0.02).within == 0.02


@pytest.mark.parametrize("name", shipped_experiments())
def test_shipped_experiments_are_sound_and_told_apart(name: str) -> None:
    found = load_experiment(name)
    assert found.title
    assert len(found.setups) > 20
    assert len({setup.model_dump_json() for setup in found.setups.values()}) == len(found.setups)


def test_shipped_experiments_are_those_promised() -> None:
    assert len(load_experiment("horizons").setups) == 5 + 10 + 10
    assert len(load_experiment("levels_solo").setups) == 13 * 22
    assert len(load_experiment("pairs").setups) == 78
    assert {setup.players for setup in load_experiment("players").setups.values()} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"grid": {"spirits": {"choose": 5}}}, ["grid.spirits.choose = 5: must be at most 4"]),
        ({"grid": {"spirits": {"choose": 1, "of": "hoizons"}}}, ['of = "hoizons": unknown group; nearest: horizons']),
        ({"grid": {"spirits": {"choose": 2, "of": [MUD]}}}, ["choose = 2: there are only 1 to choose from"]),
        ({"grid": {"spirits": {"choose": 1, "of": ["mud", MUD, MUD]}}}, ["nearest: fathomless", "stands there twice"]),
        ({"grid": {"spirits": [[MUD]], "polcy": []}}, ["grid.polcy = []: unknown key; nearest: policy"]),
        ({"grid": {"spirits": [[MUD]], "policy": []}}, ["grid.policy = []: must have at least one entry"]),
        ({"grid": {"spirits": []}}, ["grid.spirits = []: must have at least one entry"]),
        ({"grid": {"spirits": [[MUD]], "options": {"extra_blight": []}}}, ["extra_blight = []: must have at least"]),
        ({"grid": {"spirits": [[MUD]], "policy": ["gredy"]}}, ['"gredy": unknown policy; nearest: greedy']),
        ({"grid": {"spirits": [[MUD], [MUD]]}}, ["is a cell twice"]),
        ({"grid": {"spirits": [[MUD]], "options": {"extra_blihgt": [1]}}}, ["nearest: extra_blight"]),
        ({"grid": {}, "setup": {"spirits": [MUD], "games": 3}}, ["setup.games = 3: belongs at the top"]),
        (
            {"grid": {"spirits": [[MUD]], "options": {"extra_blight": [1, 2]}}, "setup": {"options": 3}},
            ["setup.options = 3: must be a table"],
        ),
        (
            {"grid": {"options": {"extra_blight": [1, 2]}}, "setup": {"options": {"extra_blight": 3}}},
            ["setup.options.extra_blight = 3: is in the grid too"],
        ),
        ({"grid": {"policy": ["greedy"]}, "setup": {"policy": "random"}}, ["setup.policy", "is in the grid too"]),
        ({"grid": {"spirits": [[MUD]]}, "games": 5, "within": "1%"}, ["cannot be given together with within"]),
        ({"grid": {"spirits": [[MUD]]}, "within": "0%"}, ["must be at least 0.0001"]),
        (
            {"setup": {"box": "base"}, "grid": {"spirits": [[MUD]], "adversary": [{"id": "engand", "level": 9}]}},
            ['adversary[0].id = "engand": unknown adversary; nearest: england'],
        ),
        (
            {"setup": {"box": "base"}, "grid": {"spirits": [[MUD]], "adversary": ["england", {"id": "sweden"}]}},
            ["level: is required"],
        ),
        (
            {"setup": {"box": "base"}, "grid": {"spirits": [[MUD]], "adversary": [{"id": "england", "level": [1, 9]}]}},
            ["England has the levels 0 to 6; nearest: 6"],
        ),
        (
            {"grid": {"spirits": {"choose": [2, 3, 4]}, "temperature": [float(n) for n in range(30)]}},
            ["cells; at most"],
        ),
    ],
)
def test_faults_name_key_value_and_the_nearest_name(data: dict[str, Any], words: list[str]) -> None:
    told = "\n".join(faults_of(data))
    assert [word for word in words if word not in told] == []
    assert told.startswith("my.toml: ")


def test_the_same_fault_of_many_cells_is_told_once() -> None:
    faults = faults_of(
        {"grid": {"spirits": {"choose": [1, 2], "of": "horizons"}, "adversary": [{"id": "england", "level": [1, 2]}]}}
    )
    assert len(faults) == len(set(faults)) == 1
    assert "Horizons has no adversaries" in faults[0]


def test_flags_come_before_the_file_but_not_before_its_grid() -> None:
    data = {"setup": {"box": "base", "policy": "random"}, "grid": {"spirits": [[MUD]]}}
    assert experiment_from_dict(data, "my.toml", {"policy": "greedy"}).setups[MUD].policy == "greedy"
    grid = {"spirits": [[MUD]], "policy": ["greedy", "random"]}
    assert "--policy" in faults_of({"grid": grid}, {"policy": "greedy"})[0]


def test_a_missing_experiment_is_met_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="nearest: horizons"):
        load_experiment("horizon")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'title = "Mine"\ngames = 12\n[setup]\nbox = "base"\n[grid]\nspirits = [["{MUD}"]]\n')
    found = load_experiment(path)
    assert (found.title, found.games, list(found.setups)) == ("Mine", 12, [MUD])
