"""What compiled programs are good for: where a power can do any good, and which traits it has.

A policy uses this to look only at targets that may be worth something; it says nothing about how much.  Whenever in
doubt a land is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sim.content.grammar import INVADERS
from sim.content.programs import Programs
from sim.core.codes import Col, Cond, Flag, Op, Per, Piece, PowerTrait, Scope, Useful

DAHAN = 1 << Piece.DAHAN
BLIGHT = 1 << Piece.BLIGHT
OWN_PRESENCE = 1 << Piece.OWN_PRESENCE

TRAITS: dict[int, int] = {
    Op.PUSH: PowerTrait.PUSH_OR_GATHER,
    Op.GATHER: PowerTrait.PUSH_OR_GATHER,
    Op.DAMAGE: PowerTrait.DAMAGE,
    Op.DAMAGE_EACH: PowerTrait.DAMAGE,
    Op.DAMAGE_DIFFERENT: PowerTrait.DAMAGE,
    Op.DEFEND: PowerTrait.DEFEND,
    Op.WARD: PowerTrait.DEFEND,
    Op.MOVE_DEFEND: PowerTrait.DEFEND,
}

BY_PIECES: dict[int, tuple[tuple[int, int], ...]] = {
    Op.DESTROY: ((INVADERS, Useful.INVADERS),),
    Op.REMOVE: ((INVADERS, Useful.INVADERS), (BLIGHT, Useful.BLIGHT)),
    Op.REPLACE: ((INVADERS, Useful.INVADERS),),
    Op.PUSH: ((INVADERS, Useful.INVADERS), (DAHAN, Useful.DAHAN)),
    Op.MOVE_TO_ONE_LAND: ((INVADERS, Useful.INVADERS), (DAHAN, Useful.DAHAN)),
    Op.GATHER: (
        (INVADERS, Useful.NEAR_INVADERS),
        (DAHAN, Useful.NEAR_DAHAN | Useful.DAHAN),
        (OWN_PRESENCE, Useful.NEAR_PRESENCE),
    ),
    Op.ADD: ((DAHAN, Useful.ANYWHERE),),
}
"""Operations whose use depends on the pieces they are done to."""

BY_OPERATION: dict[int, int] = {
    Op.DAMAGE: Useful.INVADERS,
    Op.DAMAGE_EACH: Useful.INVADERS,
    Op.DAMAGE_DIFFERENT: Useful.INVADERS,
    Op.REMOVE_HEALTH: Useful.INVADERS,
    Op.DOWNGRADE: Useful.INVADERS,
    Op.FIGHT: Useful.INVADERS,
    Op.DROWN: Useful.INVADERS,
    Op.DEFEND: Useful.RAVAGE,
    Op.SKIP: Useful.RAVAGE,
    Op.PREVENT_BLIGHT: Useful.RAVAGE,
    Op.HEALTH: Useful.RAVAGE,
    Op.PROTECT: Useful.RAVAGE,
    Op.PROTECT_FROM_RAVAGE: Useful.RAVAGE,
    Op.SIMULTANEOUS: Useful.RAVAGE,
    Op.APPARITION: Useful.RAVAGE,
    Op.TRIGGER: Useful.RAVAGE | Useful.INVADERS,
    Op.ADD_PRESENCE: Useful.ANYWHERE,
    Op.MOVE_FROM_ORIGIN: Useful.ANYWHERE,
    # these help or harm only through other lines of the power
    Op.ADD_BLIGHT: 0,
    Op.FEAR_ON_DESTROY: 0,
    Op.RESCUE: 0,
    Op.PLAY_GAINED: 0,
    Op.MOVE_DEFEND: 0,
}
"""Where other operations are of use; those in neither table are of use whatever the land is."""

BY_PER: dict[int, int] = {
    Per.ONE: Useful.ONE,
    Per.BLIGHT: Useful.BLIGHT,
    Per.DAHAN: Useful.DAHAN,
    Per.CARD_PLAYED: Useful.ONE,
    # counts what lines before it have done, which tell where the power is of use
    Per.DESTROYED: 0,
}

Row = Sequence[int]
Span = tuple[int, int]
BLOCK_OPERATIONS = (Op.LANDS, Op.ONE_LAND, Op.PLAYERS, Op.CHOOSE, Op.OPTION, Op.AFTER_GAIN)


def traits_of(programs: Programs, spans: Iterable[Span]) -> int:
    """Bits of ``PowerTrait`` that the rows of ``spans`` show, so all but ``REPLACES``."""
    traits = 0
    for row, _ in _rows(programs, spans):
        traits |= TRAITS.get(row[Col.OP], 0)
        if _hurts(row):
            traits |= PowerTrait.DRAWBACK
    return traits


def useful_of(programs: Programs, spans: Iterable[Span]) -> int:
    """Bits of ``Useful``: where a power whose programs are ``spans`` can do any good when aimed at a land."""
    useful = 0
    for row, blocks in _rows(programs, spans):
        useful |= _useful(programs, row, blocks)
    return useful


def _rows(programs: Programs, spans: Iterable[Span]) -> Iterator[tuple[Row, list[Row]]]:
    """Rows that do something, each with the blocks around it."""
    for start, end in spans:
        blocks: list[Row] = []
        for index in range(start, end):
            row = programs.code[index]
            blocks = [block for block in blocks if index < block[Col.END]]
            if row[Col.OP] in BLOCK_OPERATIONS:
                blocks.append(row)
            else:
                yield row, blocks


def _hurts(row: Row) -> bool:
    """Whether a row may leave the player worse off."""
    op, pieces = row[Col.OP], row[Col.PIECES]
    forced = not row[Col.FLAGS] & Flag.UPTO
    if op in (Op.ADD_BLIGHT, Op.MOVE_FROM_ORIGIN):
        return True
    if op == Op.ADD:
        return row[Col.B] != Piece.DAHAN
    if op in (Op.DESTROY, Op.REMOVE, Op.REPLACE, Op.DROWN):
        return bool(pieces & DAHAN) and forced
    if op == Op.PUSH:
        return bool(pieces & DAHAN) and forced
    return op == Op.GATHER and forced


def _useful(programs: Programs, row: Row, blocks: list[Row]) -> int:
    scopes = [block[Col.SCOPE] for block in blocks if block[Col.OP] in (Op.LANDS, Op.ONE_LAND)]
    op = row[Col.OP]
    if any(scope in (Scope.PUSHED_TO, Scope.THAT_LAND) for scope in scopes):
        # comes after a line that has chosen the land, which tells where the power is of use
        return 0
    if scopes or (op == Op.REPEAT_POWER and row[Col.A] == 2):
        return Useful.ANYWHERE
    if op in BY_PIECES:
        return _joined(useful for kinds, useful in BY_PIECES[op] if row[Col.PIECES] & kinds)
    if op in BY_OPERATION:
        return BY_OPERATION[op]
    if row[Col.PER] != Per.ONE:
        return BY_PER.get(row[Col.PER], Useful.ANYWHERE)
    asked = [around[Col.COND] for around in (*blocks, row) if around[Col.COND] >= 0]
    return _joined(_useful_if(programs, condition) for condition in asked) if asked else Useful.ONE


def _useful_if(programs: Programs, index: int) -> int:
    """Where a condition holds, for what does not depend on the land otherwise."""
    asked = Useful.ONE
    for kind, left, _, _, negate in programs.conditions[programs.cond_start[index] : programs.cond_end[index]]:
        if kind == Cond.COUNT and not negate and not left & ~(INVADERS | DAHAN | BLIGHT):
            return _joined(
                useful
                for kinds, useful in ((INVADERS, Useful.INVADERS), (DAHAN, Useful.DAHAN), (BLIGHT, Useful.BLIGHT))
                if left & kinds
            )
        if kind in (Cond.COUNT, Cond.COUNT_AGAINST, Cond.TERRAIN, Cond.COASTAL, Cond.SACRED_SITE):
            asked = Useful.ANYWHERE
    return asked


def _joined(parts: Iterable[int]) -> int:
    total = 0
    for part in parts:
        total |= part
    return total
