"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# uncompiled kernels run a thousand times slower: the same properties then see fewer examples
settings.register_profile("compiled", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("uncompiled", parent=settings.get_profile("compiled"), max_examples=10)
settings.load_profile("uncompiled" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "compiled")


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks of this suite."""
    config.addinivalue_line("markers", "slow: takes minutes; left out of a quick run with -m 'not slow'")
    # unsigned wrap-around is how the chance works; uncompiled, NumPy warns of it
    config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")


@pytest.fixture(scope="session")
def kernels() -> None:
    """Compile every kernel, or load it from the cache, once for all tests that need them."""
    import sim.game.play
    import sim.game.steps  # noqa: F401  (importing them registers the kernels)
    from sim.core.jit import compile_all

    compile_all()
