"""Whole-program compilation: kernels are lowered one by one, optimised and turned into machine code once.

numba optimises and emits a function together with all it calls, each time for every caller, so a deep engine is
compiled over and over: minutes for a few hundred kernels.  While ``deferred`` is open, a kernel that is not an entry
point is only typed and lowered; the entry point then links every kernel it needs, directly or not, and LLVM
optimises that one module.  The compiled entry point holds everything, so it alone goes to the cache.

This reaches into numba's code library (numba is pinned; ``tests/unit/test_jit.py`` compares the results with
uncompiled kernels).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba import _dynfunc
from numba.core import codegen, config, cpu


def _libraries_below(library: Any) -> list[Any]:
    """Every library that one links, directly or not, callers before callees.

    The order matters: LLVM links in only what is referred to so far.
    """
    found: list[Any] = []
    seen: set[int] = set()

    def visit(parent: Any) -> None:
        for child in parent._linking_libraries:
            if id(child) not in seen:
                seen.add(id(child))
                visit(child)
                found.append(child)

    visit(library)
    return found[::-1]


@contextmanager
def deferred(entry: str | None) -> Iterator[None]:
    """Compile functions without optimising them, except the entry point of this name, which links all it needs.

    Parameters
    ----------
    entry : str or None
        Name of the function to finish, None if there is none among those compiled.
    """
    finalize = codegen.JITCodeLibrary.finalize
    get_executable = cpu.CPUContext.get_executable
    level = numba.config.OPT

    def is_entry(library: Any) -> bool:
        return entry is not None and library.name == entry

    def finalize_late(library: Any) -> None:
        if is_entry(library):
            library._linking_libraries = _libraries_below(library)
            config.OPT = level
            finalize(library)
        else:
            library._raise_if_finalized()
            library._finalized = True

    def get_executable_late(context: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if is_entry(library):
            return get_executable(context, library, fndesc, env)
        name = fndesc.qualname.split(".")[-1]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))

    codegen.JITCodeLibrary.finalize = finalize_late
    cpu.CPUContext.get_executable = get_executable_late
    config.OPT = type(level)(0)
    try:
        yield
    finally:
        codegen.JITCodeLibrary.finalize = finalize
        cpu.CPUContext.get_executable = get_executable
        config.OPT = level
