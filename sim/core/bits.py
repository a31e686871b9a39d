"""Sets of lands as bits of an int64: the lowest member, the number of members."""

from __future__ import annotations

from sim.core.jit import JIT, kernel

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _count_trailing_zeros(typing_context, x):
        def generate(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def _count_ones(typing_context, x):
        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @kernel(inline=True)
    def lowest(bits):
        """Lowest member of a set that is not empty."""
        return _count_trailing_zeros(bits)

    @kernel(inline=True)
    def size(bits):
        """Number of members of a set."""
        return _count_ones(bits)

else:

    def lowest(bits):
        """Lowest member of a set that is not empty."""
        return (int(bits) & -int(bits)).bit_length() - 1

    def size(bits):
        """Number of members of a set."""
        return int(bits).bit_count()
