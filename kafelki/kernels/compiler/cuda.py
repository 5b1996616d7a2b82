"""A graphics processor as a target: kernels become PTX, for which no such processor is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

from llvmlite import ir
from numba import cuda
from numba.cuda import cgutils, dispatcher, target
from numba.cuda import types as kinds
from numba.cuda.extending import intrinsic
from numba.cuda.np.numpy_support import from_dtype

from kafelki.kernels.compiler.instructions import ALIGNMENT, Flavour, intrinsics, record_view
from kafelki.kernels.compiler.programs import BLOCK, Kind
from kafelki.kernels.compiler.translation import Kernel, Target

FLAVOUR = Flavour(intrinsic, kinds, cgutils, from_dtype)

BLOCKS = 8
"""So many blocks of threads have room side by side, which leaves each thread 64 registers."""


def ptx_for(function: Kernel, parameters: Sequence[Kind], capability: tuple[int, int]) -> str:
    """Return a kernel that many threads run as PTX, for graphics processors of a capability."""
    signature = kinds.void(*(_type_of(*each) for each in parameters))
    with _compiling_for(capability):
        code, _ = cuda.compile(
            CUDA.translated(function),
            signature,
            device=False,
            cc=capability,
            abi="numba",
            launch_bounds=(BLOCK, BLOCKS),
        )
    return str(code)


def _type_of(name: str, dimensions: int, layout: str = "C") -> Any:
    item = getattr(kinds, name)
    return kinds.Array(item, dimensions, layout) if dimensions else item


@contextmanager
def _compiling_for(capability: tuple[int, int]) -> Iterator[None]:
    """Let Numba compile for a processor that need not be here, with tables in its main memory.

    Numba asks the processor for its capability wherever a kernel calls another, and puts tables
    into constant memory: that is small, and threads that read different items of it wait for each
    other.
    """
    asked, spaces = dispatcher.get_current_device, target.nvvm
    tables = {"ADDRSPACE_CONSTANT": spaces.ADDRSPACE_GLOBAL}
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    target.nvvm = SimpleNamespace(**(vars(spaces) | tables))
    try:
        yield
    finally:
        dispatcher.get_current_device, target.nvvm = asked, spaces


@cache
def _inner(function: Kernel) -> Any:
    """Return a kernel that other kernels call: compiled into them."""
    return cuda.jit(device=True, forceinline=True)(CUDA.translated(function))


@cuda.jit(device=True, forceinline=True)  # type: ignore[untyped-decorator]
def _thread_number() -> int:
    return cuda.grid(1)


def _copy_position(typing_context: Any, to: Any, origin: Any) -> Any:
    """Copy words as wide as there are: rows begin and end at round addresses.

    How many is known only when it runs: a copy whose length is a constant would be unrolled, and
    need a register for each word.
    """
    word = ir.VectorType(ir.IntType(32), ALIGNMENT // 4)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = [
            context.make_array(kind)(context, builder, each)
            for kind, each in zip(signature.args, arguments, strict=True)
        ]
        target, source = (builder.bitcast(each.data, word.as_pointer()) for each in arrays)
        count = builder.udiv(arrays[1].nitems, context.get_constant(kinds.intp, ALIGNMENT))
        with cgutils.for_range(builder, count) as loop:
            value = builder.load(builder.gep(source, [loop.index]), align=ALIGNMENT)
            builder.store(value, builder.gep(target, [loop.index]), align=ALIGNMENT)
        return context.get_dummy_value()

    return kinds.void(to, origin), generate


CUDA = Target(
    intrinsics(FLAVOUR)
    | {
        "thread_number": _thread_number,
        "copy_position": intrinsic(_copy_position),
    },
    partial(record_view, FLAVOUR),
    _inner,
    lambda function, name: _inner(function),
)
