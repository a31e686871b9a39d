"""The ``kernel`` decorator: explicit signatures, compiled on demand, cached by a hash of all sources.

A signature follows from the parameter names, so each kernel is compiled exactly once and a caller's argument is cast
instead of specialised.  Nothing is compiled on import: ``compile_all`` does it, in the order of definition.  Kernels
become machine code together, at the entry points that Python calls (``sim.core.linking``).
"""

from __future__ import annotations

import gc
import hashlib
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def _sources_hash() -> str:
    """Hash of every source the compiled code depends on, and of the numba version.

    numba's cache does not notice a changed callee or constant, so the folder is keyed by all of them.
    """
    from importlib.metadata import version

    digest = hashlib.blake2b(version("numba").encode(), digest_size=8)
    package = Path(__file__).parent.parent
    for folder in ("core", "kernels", "policies", "game", "planning"):
        for path in sorted((package / folder).glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()


def _choose_folder() -> Path:
    from platformdirs import user_cache_path

    root = os.environ.get("SPIRIT_SIM_CACHE")
    return (Path(root) if root else user_cache_path("spirit-sim")) / _sources_hash()


# chosen once, before numba is imported: sources may change on disk while this process runs
_FOLDER = Path(os.environ.setdefault("NUMBA_CACHE_DIR", str(_choose_folder())))


def cache_folder() -> Path:
    """Folder of the compiled kernels of exactly these sources."""
    return _FOLDER


import numba  # noqa: E402
from numba import types  # noqa: E402

from sim.core.state import STATE, TABLES  # noqa: E402

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # had numba been imported before
JIT = not numba.config.DISABLE_JIT

if JIT:
    _STATE = numba.from_dtype(STATE)
    _TABLES = numba.from_dtype(TABLES)
    _NAMED: dict[str, Any] = {
        "S": _STATE,
        "X": _STATE,
        "T": _TABLES,
        "states": types.Array(_STATE, 1, "C"),
        "tables": types.Array(_TABLES, 1, "C"),
        "score": types.float64,
        "rounds": types.float64,
        "hold": types.float64,
    }


@dataclass(frozen=True)
class _Kernel:
    dispatcher: Any
    signature: tuple[Any, ...]
    entry: bool


_registry: list[_Kernel] = []


def kernel(
    function: Callable[..., Any] | None = None, *, inline: bool = False, entry: bool = False, **named: Any
) -> Any:
    """Register a kernel for compilation.

    Parameters ``S`` and ``X`` are records of STATE, ``T`` is one of TABLES, ``states`` and ``tables`` are arrays of
    them, ``score``, ``rounds`` and ``hold`` are float64; every other parameter is an int64 unless ``named`` gives its
    numba type.

    Parameters
    ----------
    inline : bool
        Let LLVM inline the kernel into every caller; for leaves of a line or two.
    entry : bool
        The kernel is called from Python. Only entry points become machine code of their own, with all they call.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if not JIT:
            return function
        known = {**_NAMED, **named}
        signature = tuple(known.get(name, types.int64) for name in inspect.signature(function).parameters)
        dispatcher = numba.njit(
            cache=entry,
            nogil=True,
            error_model="numpy",
            forceinline=inline,
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
        )(function)
        _registry.append(_Kernel(dispatcher, signature, entry))
        return dispatcher

    return decorate if function is None else decorate(function)


def _mark() -> Path:
    """File that says that the entry points registered now are in the cache for this processor."""
    from numba.core.registry import cpu_target

    machine = cpu_target.target_context.codegen().magic_tuple()
    entries = [kernel.dispatcher.py_func.__qualname__ for kernel in _registry if kernel.entry]
    # numba keeps compiled code by the place of its source
    key = hashlib.blake2b(repr((machine, entries, __file__)).encode(), digest_size=8).hexdigest()
    return cache_folder() / f"whole-{key}"


def is_compiled() -> bool:
    """Whether ``compile_all`` will load the kernels instead of compiling them."""
    if not JIT or all(kernel.dispatcher.signatures for kernel in _registry if kernel.entry):
        return True
    return _mark().exists() and any(cache_folder().rglob("*.nbi"))


def compile_all(progress: Callable[[int, int], None] | None = None) -> None:
    """Compile every registered kernel, or load the entry points from the cache.

    Parameters
    ----------
    progress : callable, optional
        Called with (kernels done, kernels in all).
    """
    if not JIT:
        return
    wanted = [kernel for kernel in _registry if not kernel.dispatcher.signatures]
    if is_compiled():
        for kernel in wanted:
            if kernel.entry:
                kernel.dispatcher.compile(kernel.signature)
                kernel.dispatcher.disable_compile()
        return
    from sim.core.linking import deferred

    # a compiler makes millions of objects that live on: looking through them for garbage takes a fifth of its time
    collecting = gc.isenabled()
    gc.disable()
    try:
        for done, kernel in enumerate(wanted):
            with deferred(kernel.dispatcher.py_func.__name__ if kernel.entry else None):
                kernel.dispatcher.compile(kernel.signature)
            kernel.dispatcher.disable_compile()
            if progress is not None:
                progress(done + 1, len(wanted))
    finally:
        if collecting:
            gc.enable()
    _mark().parent.mkdir(parents=True, exist_ok=True)
    _mark().touch()
