"""The intrinsics of the language as LLVM's instructions: what all targets are made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from llvmlite import ir

from kafelki.kernels.language import Layout

_ONE = ir.Constant(ir.IntType(64), 1)
_ZERO_IS_UNDEFINED = ir.Constant(ir.IntType(1), 1)

_OF_VALUES: dict[str, tuple[str, tuple[str, ...], Callable[..., Any]]] = {
    "count_ones": ("int64", ("uint64",), lambda builder, word: builder.ctpop(word)),
    "lowest_one": (
        "int64",
        ("uint64",),
        lambda builder, word: builder.cttz(word, _ZERO_IS_UNDEFINED),
    ),
    "signed": ("int64", ("uint64",), lambda builder, word: word),
    "bit": ("uint64", ("int64",), lambda builder, number: builder.shl(_ONE, number)),
    "shift_right": (
        "uint64",
        ("uint64", "int64"),
        lambda builder, word, places: builder.lshr(word, places),
    ),
    "shift_left": (
        "uint64",
        ("uint64", "int64"),
        lambda builder, word, places: builder.shl(word, places),
    ),
}
"""What each gives, what it takes, and the instruction that makes the one of the others."""


ALIGNMENT = 16
"""What the address of a thread's own array is a multiple of, in bytes."""


class Flavour(NamedTuple):
    """A Numba: the one for processors, or another that is made like it."""

    intrinsic: Any
    """What makes a function of the compiler a function of kernels."""
    kinds: ModuleType
    """Its types."""
    tools: Any
    """What helps to build its code: `raw_memcpy`, `alloca_once`."""
    from_dtype: Any
    """What gives the type of a NumPy type."""


def intrinsics(flavour: Flavour) -> dict[str, Any]:
    """Return all intrinsics by name."""
    made = {
        name: _of_values(flavour, getattr(flavour.kinds, result), parameters, build)
        for name, (result, parameters, build) in _OF_VALUES.items()
    }
    made |= {"copy_position": _copy_position(flavour), "own_array": _own_array(flavour)}
    return made | _between_threads(flavour)


def _of_values(
    flavour: Flavour, result: Any, parameters: tuple[str, ...], build: Callable[..., Any]
) -> Any:
    """Return an intrinsic of one or two values: what `build` makes of a builder and of them."""
    signature = result(*(getattr(flavour.kinds, name) for name in parameters))

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return build(builder, *values)

    if len(parameters) == 1:
        return flavour.intrinsic(lambda typing_context, value: (signature, generate))
    return flavour.intrinsic(lambda typing_context, value, other: (signature, generate))


def _copy_position(flavour: Flavour) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = (
            context.make_array(kind)(context, builder, argument)
            for kind, argument in zip(signature.args, arguments, strict=True)
        )
        flavour.tools.raw_memcpy(builder, to.data, origin.data, origin.nitems, 1)
        return context.get_dummy_value()

    return flavour.intrinsic(
        lambda typing_context, target, source: (flavour.kinds.void(target, source), generate)
    )


def _between_threads(flavour: Flavour) -> dict[str, Any]:
    """Return what reads and writes items that other threads read and write."""
    word, nothing = flavour.kinds.int64, flavour.kinds.void
    order = "seq_cst"

    def item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    def read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(item(context, builder, signature, arguments), order, 8)

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], item(context, builder, signature, arguments), order, 8)
        return context.get_dummy_value()

    def add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = item(context, builder, signature, arguments)
        return builder.atomic_rmw("add", place, arguments[2], order)

    changed = flavour.intrinsic
    return {
        "read_now": changed(lambda typing_context, words, k: (word(words, word), read)),
        "write_now": changed(
            lambda typing_context, words, k, value: (nothing(words, word, word), write)
        ),
        "add_now": changed(lambda typing_context, words, k, value: (word(words, word, word), add)),
    }


def _own_array(flavour: Flavour) -> Any:
    kinds = flavour.kinds

    def own(typing_context: Any, like: Any, count: Any) -> Any:
        if not isinstance(count, kinds.IntegerLiteral):
            return None  # Numba asks again, with the constant
        kind = kinds.Array(like.dtype, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            item = context.get_data_type(kind.dtype)
            memory = flavour.tools.alloca_once(builder, ir.ArrayType(item, count.literal_value))
            memory.align = ALIGNMENT
            size = context.get_constant(kinds.intp, context.get_abi_sizeof(item))
            array = context.make_array(kind)(context, builder)
            context.populate_array(
                array,
                data=builder.bitcast(memory, array.data.type),
                shape=[context.get_constant(kinds.intp, count.literal_value)],
                strides=[size],
                itemsize=size,
                meminfo=None,
            )
            return array._getvalue()

        return kind(like, count), generate

    return flavour.intrinsic(own)


@cache
def record_view(flavour: Flavour, layout: Layout) -> Any:
    """Return what sees a position's bytes as its record: the same address, another type."""
    record = flavour.from_dtype(layout.dtype)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.bitcast(array.data, context.get_value_type(record))

    return flavour.intrinsic(lambda typing_context, position: (record(position), generate))
