"""The types that kernels are compiled for: the same of every game, on every target."""

from __future__ import annotations

from typing import Any

from numba.core import types as kinds

NOTHING = kinds.void
INTEGER = kinds.int64


def array_of(kind: str, dimensions: int = 1) -> Any:
    """Return the type of whole arrays, rows after rows, with items of a NumPy type."""
    return kinds.Array(getattr(kinds, kind), dimensions, "C")


def together(*types: Any) -> Any:
    """Return the type of a tuple of values."""
    return kinds.Tuple(types)  # type: ignore[no-untyped-call]


POSITION = array_of("uint8")
NUMBERS = array_of("int32")
RANDOM = array_of("uint64")
COUNTS = array_of("int64")
VALUES = array_of("float64")
_TABLE = array_of("int16", 2)

EVALUATE = NOTHING(POSITION, INTEGER, NUMBERS, INTEGER, VALUES)
"""The type of a kernel that gives each of (moves, count) a value for a seat."""

SIGNATURES: dict[str, Any] = {
    "set_up": NOTHING(POSITION, INTEGER, INTEGER, INTEGER),
    "acting": INTEGER(POSITION),
    "list_moves": INTEGER(POSITION, INTEGER, NUMBERS),
    "refusal": INTEGER(POSITION, INTEGER, INTEGER),
    "play": NOTHING(POSITION, INTEGER, INTEGER),
    "sample_move": INTEGER(POSITION, INTEGER, RANDOM),
    "chance_seat": INTEGER(POSITION),
    "list_outcomes": INTEGER(POSITION, NUMBERS, NUMBERS),
    "play_outcome": NOTHING(POSITION, INTEGER),
    "sample_outcome": INTEGER(POSITION, RANDOM),
    "result": INTEGER(POSITION, NUMBERS),
    "conceal": NOTHING(POSITION, INTEGER),
    "redeal": NOTHING(POSITION, INTEGER, RANDOM),
    "consequences": NOTHING(POSITION, INTEGER, NUMBERS, INTEGER, _TABLE),
    "evaluate": EVALUATE,
}
"""The type of each uniform function, the same for every game; and of what bots judge moves by."""


def pointer(signature: Any) -> Any:
    """Return the type of a pointer to functions of a signature."""
    return kinds.FunctionType(signature)


def kinds_of(signature: Any) -> list[str]:
    """Return what a function gives and then what it takes, in words: "uint8[:, :]" is a table."""
    return [_word(kind) for kind in (signature.return_type, *signature.args)]


def _word(kind: Any) -> str:
    if not isinstance(kind, kinds.Array):
        return "nothing" if kind == NOTHING else str(kind)
    return f"{kind.dtype}[{', '.join(':' * kind.ndim)}]"
