"""Choosing groups of spirits: all there are, or a balanced sample of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def all_groups(items: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    """Every group of a size, in the order of the items."""
    return itertools.combinations(items, size)


def rings(items: Sequence[T], size: int, count: int) -> Iterator[tuple[T, ...]]:
    """Groups in which every item is met equally often, and every two of them as nearly so as can be.

    The items stand in a ring. A ring's groups are one pattern of places, begun at every item in turn, so that every
    item is in ``size`` of them. Each pattern is the one that repeats the fewest distances between two places.

    Parameters
    ----------
    items : sequence
        What is chosen from.
    size : int
        Items in a group.
    count : int
        How many patterns, at most as many as there are.

    Yields
    ------
    tuple
        Groups in the order of the items, none twice.

    References
    ----------
    J. A. John, "Cyclic Designs" (1987).

    Examples
    --------
    >>> list(rings("abcde", 2, 1))
    [('a', 'b'), ('b', 'c'), ('c', 'd'), ('d', 'e'), ('a', 'e')]
    """
    places = len(items)
    patterns = [(0, *rest) for rest in itertools.combinations(range(1, places), size - 1)]
    met: Counter[int] = Counter()
    seen: set[tuple[int, ...]] = set()
    for _ in range(count):
        fresh = [pattern for pattern in patterns if tuple(sorted(pattern)) not in seen]
        if not fresh:
            return
        best = min(fresh, key=lambda pattern: _repeated(pattern, places, met))
        met.update(_distances(best, places))
        for start in range(places):
            group = tuple(sorted((start + place) % places for place in best))
            if group not in seen:
                seen.add(group)
                yield tuple(items[place] for place in group)


def _distances(pattern: Sequence[int], places: int) -> list[int]:
    """Distances between any two places of a pattern, the shorter way round the ring."""
    steps = (abs(one - other) for one, other in itertools.combinations(pattern, 2))
    return [min(step, places - step) for step in steps]


def _repeated(pattern: Sequence[int], places: int, met: Counter[int]) -> int:
    """How often two items are met together more than once: sum of the squares of the numbers of meetings."""
    found = Counter(_distances(pattern, places))
    return sum((met[step] + found[step]) ** 2 for step in range(1, places))
