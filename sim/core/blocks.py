"""Copying whole fields of a state record, as one block of bytes."""

from __future__ import annotations

from typing import Any

from sim.core.codes import N_ROW
from sim.core.jit import JIT, kernel
from sim.core.state import FIRST_SCRATCH, STATE

_BLOCKS = (("mask", "frame_mask"), ("counter", "frame_counter"), ("spirit", "frame_spirit"))
"""Fields that a trial copies, and where."""


def _place(field: str) -> tuple[int, int]:
    """Offset and size of a field of STATE, in bytes."""
    fields: Any = STATE.fields
    dtype, offset = fields[field][:2]
    return int(offset), int(dtype.itemsize)


if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _BYTE = ir.IntType(8)
    _WORD = ir.IntType(64)

    def _copy(builder: Any, record: Any, target: Any, source: Any, size: int) -> None:
        base = builder.bitcast(record, _BYTE.as_pointer())
        copy = builder.module.declare_intrinsic("llvm.memcpy", [_BYTE.as_pointer(), _BYTE.as_pointer(), _WORD])
        arguments = [builder.gep(base, [target]), builder.gep(base, [source])]
        builder.call(copy, [*arguments, ir.Constant(_WORD, size), ir.Constant(ir.IntType(1), 0)])

    def _frame_copy(forth: bool) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            record, depth = arguments
            for field, frames in _BLOCKS:
                offset, size = _place(field)
                live = ir.Constant(_WORD, offset)
                kept = builder.add(builder.mul(depth, ir.Constant(_WORD, size)), ir.Constant(_WORD, _place(frames)[0]))
                _copy(builder, record, *((kept, live) if forth else (live, kept)), size)
            return context.get_dummy_value()

        return generate

    @intrinsic
    def _save(typing_context, record, depth):
        return types.none(record, types.int64), _frame_copy(True)

    @intrinsic
    def _restore(typing_context, record, depth):
        return types.none(record, types.int64), _frame_copy(False)

    def _row_copy(forth: bool) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            record, land, entry = arguments
            size = ir.Constant(_WORD, N_ROW)
            live = builder.add(builder.mul(land, size), ir.Constant(_WORD, _place("land")[0]))
            kept = builder.add(builder.mul(entry, size), ir.Constant(_WORD, _place("journal_row")[0]))
            _copy(builder, record, *((kept, live) if forth else (live, kept)), N_ROW)
            return context.get_dummy_value()

        return generate

    @intrinsic
    def _save_row(typing_context, record, land, entry):
        return types.none(record, types.int64, types.int64), _row_copy(True)

    @intrinsic
    def _restore_row(typing_context, record, land, entry):
        return types.none(record, types.int64, types.int64), _row_copy(False)

    @intrinsic
    def _copy_game(typing_context, record, other):
        def generate(context, builder, signature, arguments):
            source, target = (builder.bitcast(record, _BYTE.as_pointer()) for record in arguments)
            copy = builder.module.declare_intrinsic("llvm.memcpy", [_BYTE.as_pointer(), _BYTE.as_pointer(), _WORD])
            size = ir.Constant(_WORD, _place(FIRST_SCRATCH)[0])
            builder.call(copy, [target, source, size, ir.Constant(ir.IntType(1), 0)])
            return context.get_dummy_value()

        return types.none(record, other), generate

    @kernel(inline=True)
    def copy_game(S, X):
        """Copy the game of a state to another: all fields before ``FIRST_SCRATCH``."""
        _copy_game(S, X)

    @kernel(inline=True)
    def save_frame(S, depth):
        """Copy sets, counters and spirits to the frame of a trial."""
        _save(S, depth)

    @kernel(inline=True)
    def restore_frame(S, depth):
        """Copy sets, counters and spirits back from the frame of a trial."""
        _restore(S, depth)

    @kernel(inline=True)
    def save_row(S, land, entry):
        """Copy a land's row to an entry of the journal."""
        _save_row(S, land, entry)

    @kernel(inline=True)
    def restore_row(S, land, entry):
        """Copy a land's row back from an entry of the journal."""
        _restore_row(S, land, entry)

else:

    def copy_game(S, X):
        """Copy the game of a state to another: all fields before ``FIRST_SCRATCH``."""
        for field in STATE.names[: STATE.names.index(FIRST_SCRATCH)]:
            X[field] = S[field]

    def save_frame(S, depth):
        """Copy sets, counters and spirits to the frame of a trial."""
        for field, frames in _BLOCKS:
            S[frames][depth] = S[field]

    def restore_frame(S, depth):
        """Copy sets, counters and spirits back from the frame of a trial."""
        for field, frames in _BLOCKS:
            S[field][...] = S[frames][depth]

    def save_row(S, land, entry):
        """Copy a land's row to an entry of the journal."""
        S.journal_row[entry] = S.land[land]

    def restore_row(S, land, entry):
        """Copy a land's row back from an entry of the journal."""
        S.land[land] = S.journal_row[entry]
