"""What a decent player would never do: situations with a right answer, put to each policy that has to know it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.core.codes import Policy
from sim.errors import BadInput
from tests.play.situation import load_situation, mistakes, play

FILES = sorted((Path(__file__).parent / "situations").glob("*.toml"))
ALL = range(1, 28)
FROM_LOST_GAMES = (26, 27)
HAS_TO_PASS = {
    "GREEDY": (*range(3, 10), *range(11, 16), 23, *FROM_LOST_GAMES),
    "PLANNER": ALL,
}
"""Numbers of the situations that a policy has to master."""
NOT_YET = {
    ("PLANNER", 2): "takes a slow card that gathers the explorers for better value than the dear one",
    ("PLANNER", 11): "the outlook finds two presence worth more than a hand that can be taken back a round later",
}
"""Those a policy still gets wrong, and what it thinks; one that it masters has to leave this list."""


def number(path: Path) -> int:
    """Number of the situation that a file tells, or tells in part."""
    return int(path.stem[:2])


def known_faults(policy: str, path: Path) -> list[pytest.MarkDecorator]:
    """The mark of a situation that a policy does not master yet."""
    reason = NOT_YET.get((policy, number(path)))
    return [pytest.mark.xfail(strict=True, reason=reason)] if reason else []


ASKED = [
    pytest.param(Policy[name], path, id=f"{name.lower()}-{path.stem}", marks=known_faults(name, path))
    for name, numbers in HAS_TO_PASS.items()
    if name in Policy.__members__
    for path in FILES
    if number(path) in numbers
]


@pytest.mark.parametrize(("policy", "path"), ASKED)
def test_a_decent_answer(policy: Policy, path: Path, kernels: None) -> None:
    situation = load_situation(path)
    played = play(situation, policy)
    found = mistakes(situation.choice, played.deeds)
    assert not found, "\n".join([situation.position.title, *found, str(played)])


def test_every_situation_is_told() -> None:
    assert {number(path) for path in FILES} == set(ALL)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ('phases = ["fats"]\nmust = ["win"]', 'choice.phases[0] = "fats": unknown phase; nearest: fast'),
        ('phases = ["fast"]\nmust = ["use wash_awy on A5"]', "nearest: use POWER on TARGET"),
        ('phases = ["fast"]\nmust_not = ["blight A9"]', "nearest: blight LAND"),
        ('must = ["win"]', "must say either phases or growth"),
        ('phases = ["fast"]', "must say what must or must not be done"),
    ],
)
def test_a_phrase_that_cannot_come_true_is_refused(choice: str, message: str, tmp_path: Path) -> None:
    """A misspelt phrase under ``must_not`` would hold for ever."""
    (tmp_path / "1.toml").write_text(
        f'[setup]\nspirits = ["river_surges_in_sunlight"]\nbox = "base"\n[choice]\n{choice}\n'
    )
    with pytest.raises(BadInput) as refused:
        load_situation(tmp_path / "1.toml")
    assert message in str(refused.value)
