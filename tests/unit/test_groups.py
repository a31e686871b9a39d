"""Choosing groups: all of them, and balanced samples."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from sim.content.groups import all_groups, rings


def test_all_groups_are_all_in_order() -> None:
    assert list(all_groups("abcd", 2)) == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]


@pytest.mark.parametrize("places", [5, 8, 13])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("count", [1, 2])
def test_in_rings_everybody_plays_equally_often_and_no_group_twice(places: int, size: int, count: int) -> None:
    groups = list(rings(range(places), size, count))
    assert len(set(groups)) == len(groups)
    assert all(len(set(group)) == size for group in groups)
    met = Counter(itertools.chain.from_iterable(groups))
    assert set(met.values()) == {len(groups) * size // places}
    assert set(met) == set(range(places))


def test_a_ring_of_thirteen_fours_is_a_projective_plane() -> None:
    """The difference set {0, 1, 3, 9}: every two spirits meet exactly once."""
    pairs = Counter(pair for group in rings(range(13), 4, 1) for pair in itertools.combinations(group, 2))
    assert set(pairs.values()) == {1}
    assert len(pairs) == 78


def test_more_rings_than_there_are_give_every_group() -> None:
    assert sorted(rings(range(5), 2, 9)) == list(all_groups(range(5), 2))
