"""The small language that rules are written in: plain Python that can also be compiled.

A *kernel* is a function of integers, of a position's bytes and of constant tables.
As it stands it is ordinary Python: it can be stepped through, covered and read.
`compiler` turns the same source into machine code. So that both give the same
numbers, everything a kernel reads is an ``int``: tables and a position's fields
are memoryviews in Python (whose items are ints) and arrays once compiled.

A *template* is a module of kernels in which some names are left open: what differs from
one game to another. `filled` gives them their values. A loop that plays any game is one, too:
it is filled in with the functions of each (`kafelki.rules.engine.loop_for`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Position = npt.NDArray[np.uint8]
"""The bytes of one position: what every uniform function of a game takes first."""

Fields = Any
"""A position seen as named fields: ``s.cells[i]``, ``s.turn``."""

OPEN: Any = object()
"""What a name of a template has until it is filled in."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: _Function) -> _Function:
    """Return the function unchanged, marked as one that the compiler may compile."""
    function.__dict__["__kernel__"] = True
    return function


def is_kernel(value: Any) -> bool:
    """Return whether a value is a function that the compiler may compile."""
    return "__kernel__" in getattr(value, "__dict__", {})


def called(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a copy of a kernel that others call as it is by itself, and not as a part of them.

    So a loop calls the uniform functions of a game; the name is that of its signature.
    """
    assert isinstance(function, FunctionType)
    copy = FunctionType(function.__code__, function.__globals__, function.__name__)
    copy.__dict__.update(vars(function), __called__=(function, name))
    return copy


def original_of(value: Any) -> tuple[Callable[..., Any], str] | None:
    """Return the kernel that `called` has copied, and the name; None for any other value."""
    found: tuple[Callable[..., Any], str] | None
    found = getattr(value, "__dict__", {}).get("__called__")
    return found


def filled(template: ModuleType, name: str, *parts: ModuleType, **values: Any) -> ModuleType:
    """Return a copy of a template in which its open names have values: all its kernels see them.

    What it imports from other templates is taken from their filled copies, the `parts`. The name
    tells its kernels from those of other copies, in the cache of machine code too.
    """
    copy = ModuleType(template.__name__, template.__doc__)
    names = vars(copy)
    names.update(vars(template), **values)
    for key, value in list(names.items()):
        if value is OPEN and key != "OPEN":
            names[key] = next(vars(part)[key] for part in parts if key in vars(part))
        elif is_kernel(value) and value.__module__ == template.__name__:
            names[key] = own = FunctionType(value.__code__, names, value.__name__)
            own.__dict__.update(vars(value))
            own.__qualname__ = f"{name}.{value.__qualname__}"
            own.__doc__ = value.__doc__
        elif is_kernel(value):
            named = (part for part in parts if part.__name__ == value.__module__)
            names[key] = getattr(next(named, None), value.__name__, value)
    return copy


def intrinsic(function: _Function) -> _Function:
    """Return the function unchanged, marked as one that the compiler replaces by its own."""
    function.__dict__["__intrinsic__"] = True
    return function


def table(values: Sequence[Any] | npt.NDArray[Any], kind: str) -> memoryview:
    """Return a constant table of the NumPy type `kind`, whose items read as ints."""
    array = np.array(values, dtype=kind)
    array.setflags(write=False)
    return array.data


@intrinsic
def count_ones(word: int) -> int:
    """Return how many bits of a 64-bit word are set."""
    return word.bit_count()


@intrinsic
def lowest_one(word: int) -> int:
    """Return the number of the lowest set bit of a 64-bit word that has one."""
    return (word & -word).bit_length() - 1


@intrinsic
def bit(number: int) -> int:
    """Return the 64-bit word in which only bit `number` is set."""
    return 1 << number


@intrinsic
def shift_right(word: int, places: int) -> int:
    """Return a 64-bit word moved down by fewer than 64 places."""
    return word >> places


@intrinsic
def shift_left(word: int, places: int) -> int:
    """Return a 64-bit word moved up by fewer than 64 places; what leaves it at the top is lost."""
    return (word << places) & 0xFFFFFFFFFFFFFFFF


@intrinsic
def copy_position(target: Position, source: Position) -> None:
    """Make one position the same as another of its game: one block of memory, copied."""
    target[:] = source


@intrinsic
def signed(word: int) -> int:
    """Return a word below 2⁶³ as an ordinary number, fit for arithmetic with others."""
    return word


@intrinsic
def thread_number() -> int:
    """Return which of a machine's many threads runs this; 0 where it has but one."""
    return 0


@intrinsic
def own_array(like: Any, count: int) -> Any:
    """Return an array for the thread alone, of so many items of the same kind as another's.

    The count must be a constant. What is in the array before it is written to is anybody's guess.
    """
    made = np.empty(count, dtype=np.asarray(like).dtype)
    return made.data if isinstance(like, memoryview) else made


@intrinsic
def read_now(words: Any, k: int) -> int:
    """Return an item of a row of 64-bit numbers as it is now, whichever thread has written it.

    With what else that thread had written before.
    """
    return int(words[k])


@intrinsic
def write_now(words: Any, k: int, value: int) -> None:
    """Write an item of a row of 64-bit numbers for all threads to see."""
    words[k] = value


@intrinsic
def add_now(words: Any, k: int, value: int) -> int:
    """Add to an item of a row of 64-bit numbers, and return what it was: no two get the same."""
    before = int(words[k])
    words[k] = before + value
    return before


class Layout:
    """The fields of a game's position, and the way to see its bytes as those fields.

    >>> layout = Layout(cells=("int8", 4), scores=("int16", (2, 3)), turn=("int8", ()))
    >>> position = layout.empty()
    >>> s = layout(position)
    >>> s.scores[1, 2] = 300
    >>> s.turn = 1
    >>> s.scores[1, 2] + s.turn
    301
    >>> layout(position.copy()).turn
    1
    """

    def __init__(self, **fields: tuple[str, int | tuple[int, ...]]) -> None:
        # Widest items first: no padding, so equal positions have equal bytes.
        by_width = sorted(fields.items(), key=lambda item: -np.dtype(item[1][0]).itemsize)
        self.dtype = np.dtype([(name, kind, shape) for name, (kind, shape) in by_width])
        self.size = self.dtype.itemsize
        self._seen = type("SeenFields", (_SeenFields,), self._properties())

    def __call__(self, position: Position) -> Fields:
        """Return the position's fields; writing to them writes to the position."""
        return self._seen(memoryview(position))  # type: ignore[arg-type]

    def empty(self) -> Position:
        """Return the bytes of a position in which every field is zero."""
        return np.zeros(self.size, dtype=np.uint8)

    def rows(self, count: int) -> npt.NDArray[np.uint8]:
        """Return so many zeroed rows, each with room for a position from a round address on."""
        return np.zeros((count, (self.size + 63) // 64 * 64), dtype=np.uint8)

    def _properties(self) -> dict[str, Any]:
        properties: dict[str, Any] = {"__slots__": ()}
        for name in self.dtype.names or ():
            kind, offset = self.dtype.fields[name][:2]  # type: ignore[index]
            if kind.subdtype is None:
                properties[name] = _number(kind.char, offset)
            else:
                item, shape = kind.subdtype
                properties[name] = _items(item.char, offset, kind.itemsize, shape)
        return properties


class _SeenFields:
    __slots__ = ("_bytes",)

    def __init__(self, raw: memoryview) -> None:
        self._bytes = raw


def _number(kind: str, offset: int) -> property:
    form = struct.Struct(kind)

    def read(seen: _SeenFields) -> Any:
        return form.unpack_from(seen._bytes, offset)[0]

    def write(seen: _SeenFields, value: int) -> None:
        form.pack_into(seen._bytes, offset, value)

    return property(read, write)


def _items(kind: str, offset: int, size: int, shape: tuple[int, ...]) -> property:
    # memoryview knows C's own names of types only: NumPy's "l" is its "q".
    form = {"l": "q", "L": "Q"}.get(kind, kind)

    def read(seen: _SeenFields) -> memoryview:
        return seen._bytes[offset : offset + size].cast(form, shape)  # type: ignore[call-overload]

    return property(read)
