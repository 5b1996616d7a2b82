"""WebAssembly as a target: a module of kernels that runs in a browser, in Node, anywhere.

Numba's code for this processor becomes code for WebAssembly when LLVM is told another machine, for
a process as a whole: `modules_of` must run in one of its own. LLVM's object is a module already but
for its exports, which `linking` adds; memory and stack are given by whoever loads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit
from numba.core import codegen, types
from numba.core import compiler as numba_compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from kafelki.kernels.compiler.instructions import intrinsics, record_view
from kafelki.kernels.compiler.linking import linked, linked_beside
from kafelki.kernels.compiler.native import FLAVOUR, SETTINGS, WITHOUT_WRAPPERS
from kafelki.kernels.compiler.signatures import kinds_of
from kafelki.kernels.compiler.translation import Kernel, Target

compiler: Any = numba_compiler  # it has no types

TRIPLE, SIDE_TRIPLE = "wasm32-unknown-unknown", "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"

_WORD, _LONG, _DOUBLE = ir.IntType(32), ir.IntType(64), ir.DoubleType()

STRLEN = """
define i32 @strlen(ptr %text) "no-builtins" {
entry:
  br label %loop
loop:
  %length = phi i32 [0, %entry], [%more, %loop]
  %at = getelementptr i8, ptr %text, i32 %length
  %byte = load i8, ptr %at
  %more = add i32 %length, 1
  %ends = icmp eq i8 %byte, 0
  br i1 %ends, label %done, label %loop
done:
  ret i32 %length
}
"""
"""LLVM makes a call of it out of some loops, and there is no library to have it."""


class Modules(NamedTuple):
    """Kernels as WebAssembly."""

    alone: bytes
    """A module that is alone in its memory."""
    beside: bytes
    """The same as a side module: dynamically linked, as Emscripten's programs load it."""
    about: dict[str, Any]
    """What a caller must know of them."""


def _machine(triple: str, reloc: str) -> Any:
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu="", features=FEATURES, opt=3, reloc=reloc, codemodel="default"
    )


class _Library(codegen.AOTCodeLibrary):
    """The code of a function, which is optimised as a part of its module."""

    def _optimize_final_module(self) -> None:
        pass


class _Codegen(codegen.AOTCPUCodegen):
    """Numba's generator of code, for another machine than this one."""

    _library_class = _Library

    def _init(self, module: Any) -> None:
        machine = _machine(TRIPLE, "static")
        self._tm_features = FEATURES
        self._tm = machine
        self._target_data = machine.target_data
        self._data_layout = str(machine.target_data)
        self._loopvect = False
        self._opt_level = 0
        self._engine = None  # type: ignore[assignment]

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)  # type: ignore[no-untyped-call]
        module.triple = TRIPLE
        return module

    def _check_llvm_bugs(self) -> None:
        pass


@cache
def _context() -> Any:
    """Return Numba's context, which from here on makes code for WebAssembly only."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    context = cpu_target.target_context
    context._internal_codegen = _Codegen("kafelki")  # type: ignore[no-untyped-call]
    # Functions are known by what this returns: there is no address to know them by.
    type(context).get_executable = lambda self, library, descriptor, environment: [].append
    return context


@cache
def _inner(function: Kernel) -> Any:
    return njit(forceinline=True, **WITHOUT_WRAPPERS, **SETTINGS)(WASM.translated(function))


@cache
def _called(function: Kernel, name: str) -> Any:
    return njit(**WITHOUT_WRAPPERS, **SETTINGS)(WASM.translated(function))


WASM = Target(intrinsics(FLAVOUR), partial(record_view, FLAVOUR), _inner, _called)


def modules_of(kernels: Mapping[str, tuple[Kernel, Any]]) -> Modules:
    """Return modules that export kernels, each compiled for a signature, and their description.

    An array is given as its address and the size of each dimension, all else as a number.
    """
    with global_compiler_lock:
        context = _context()
        library = context.codegen().create_library("exports")
        module = library.create_ir_module("exports")
        for name, (function, signature) in kernels.items():
            compiled = _compiled(context, function, signature)
            _export(context, module, name, compiled, signature)
            library.add_linking_library(compiled.library)
        library.add_ir_module(module)
        library.finalize()
        optimised = _optimised(library, set(kernels))
    names = list(kernels)
    beside = linked_beside(_object_beside(optimised), names)
    alone, size = linked(library._codegen._tm.emit_object(optimised), names)
    functions = {name: kinds_of(signature) for name, (_, signature) in kernels.items()}
    return Modules(alone, beside, {"data": size, "functions": functions})


def _compiled(context: Any, function: Kernel, signature: Any) -> Any:
    flags = compiler.Flags()
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.nrt, flags.error_model = False, SETTINGS["error_model"]
    typing = cpu_target.typing_context
    return compiler.compile_extra(
        typing,
        context,
        WASM.translated(function),
        signature.args,
        signature.return_type,
        flags,
        {},
    )


def _export(context: Any, module: Any, name: str, compiled: Any, signature: Any) -> None:
    """Add a function with a plain face that calls a compiled kernel."""
    inner = context.declare_function(module, compiled.fndesc)
    kinds: list[Any] = []
    for kind in signature.args:
        kinds += [_WORD] * (1 + kind.ndim) if isinstance(kind, types.Array) else [_plain(kind)]
    gives = _plain(signature.return_type)
    outer = ir.Function(module, ir.FunctionType(gives, kinds), name=name)
    builder = ir.IRBuilder(outer.append_basic_block())
    given = iter(outer.args)
    values = [_value(context, builder, kind, given) for kind in signature.args]
    call = context.call_conv.call_function
    _, result = call(builder, inner, signature.return_type, signature.args, values)
    if gives == _DOUBLE:
        builder.ret(result)
    elif signature.return_type == types.void:
        builder.ret(ir.Constant(_WORD, 0))
    else:
        builder.ret(builder.trunc(result, _WORD))


def _plain(kind: Any) -> Any:
    return _DOUBLE if kind == types.float64 else _WORD


def _value(context: Any, builder: Any, kind: Any, given: Any) -> Any:
    """Return what Numba takes for a parameter, made of the next ones of the plain face."""
    if not isinstance(kind, types.Array):
        number = next(given)
        return number if kind == types.float64 else builder.sext(number, _LONG)
    array = context.make_array(kind)(context, builder)
    array.data = builder.inttoptr(next(given), array.data.type)
    shape = [builder.zext(next(given), _LONG) for _ in range(kind.ndim)]
    size = ir.Constant(_LONG, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    array.itemsize = size
    array.nitems = shape[0] if kind.ndim == 1 else builder.mul(shape[0], shape[1])
    array.shape = _tuple(builder, array.shape.type, shape)
    array.strides = _tuple(builder, array.strides.type, strides)
    return array._getvalue()


def _tuple(builder: Any, kind: Any, values: list[Any]) -> Any:
    made = ir.Constant(kind, ir.Undefined)
    for k, value in enumerate(values):
        made = builder.insert_value(made, value, k)
    return made


def _optimised(library: Any, exported: set[str]) -> Any:
    """Return LLVM's code of a library: only what is exported can be seen from outside."""
    module = library._final_module
    machine = library._codegen._tm
    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = llvm.Linkage.internal
    for variable in module.global_variables:
        if variable.linkage == llvm.Linkage.common:
            variable.linkage = llvm.Linkage.internal
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    if any(function.name == "strlen" for function in module.functions):
        head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{library._codegen._data_layout}"'
        module.link_in(llvm.parse_assembly(head + STRLEN))
    return module


def _object_beside(module: Any) -> bytes:
    """Return LLVM's object of optimised code that finds its data wherever it is put."""
    machine = _machine(SIDE_TRIPLE, "pic")
    copy = module.clone()
    copy.triple, copy.data_layout = SIDE_TRIPLE, str(machine.target_data)
    made: bytes = machine.emit_object(copy)
    return made
