"""Counter-keyed chance: splitmix64, one stream for each purpose.

A stream is keyed by (seed, game, purpose), so game 4711 meets the same decks on any thread and in any chunking, and a
policy that draws differently leaves the shuffles alone.

Reference: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from sim.core.jit import JIT, kernel
from sim.core.state import N_STREAMS

if not JIT:
    # unsigned wrap-around is the algorithm; plain NumPy scalars warn of it
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def _types() -> dict[str, Any]:
    if not JIT:
        return {}
    from numba import types

    return {"x": types.uint64}


@kernel(inline=True, **_types())
def mix(x):
    """Finaliser of splitmix64: a bijection of uint64 that scatters every bit."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def seed_streams(S, seed, game):
    """Key every stream of ``S`` by seed and game. Changes ``S.rng``."""
    phi = np.uint64(0x9E3779B97F4A7C15)
    key = mix(mix(np.uint64(seed) + phi) + np.uint64(game) * phi)
    for stream in range(N_STREAMS):
        S.rng[stream] = mix(key + np.uint64(stream + 1) * phi)


@kernel
def draw(S, stream, n):
    """A number from 0 to n - 1 (n >= 1); the bias of the multiply-high method is below n / 2**32."""
    state = S.rng[stream] + np.uint64(0x9E3779B97F4A7C15)
    S.rng[stream] = state
    return np.int64(((mix(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def uniform(S, stream):
    """A number in [0, 1), with 32 random bits."""
    state = S.rng[stream] + np.uint64(0x9E3779B97F4A7C15)
    S.rng[stream] = state
    return np.float64(np.int64(mix(state) >> np.uint64(32))) / 4294967296.0


@kernel
def shuffle_deck(S, deck, stream, start, stop):
    """Shuffle the cards ``start`` to ``stop - 1`` of a deck in place (Fisher and Yates)."""
    for last in range(stop - 1, start, -1):
        other = start + draw(S, stream, last - start + 1)
        card = S.deck[deck, last]
        S.deck[deck, last] = S.deck[deck, other]
        S.deck[deck, other] = card
