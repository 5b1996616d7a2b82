"""Compiling kernels with Numba: the only place that imports it.

The source stays where it is: each kernel is copied with globals in which other kernels, tables
and layouts are replaced by what Numba understands (`translation`), and compiled for one uniform
signature (`signatures`) by a target: `native` is this machine's processor,
`cuda` a graphics processor (`programs` keeps what it makes). Machine code is kept on
disk, in a folder named after a hash of all the sources (`storage`), so a changed rule can never
run with stale code.
"""

from kafelki.kernels.compiler.native import compiled_for
from kafelki.kernels.compiler.programs import program_for
from kafelki.kernels.compiler.signatures import (
    COUNTS,
    EVALUATE,
    INTEGER,
    NOTHING,
    NUMBERS,
    POSITION,
    RANDOM,
    SIGNATURES,
    VALUES,
    array_of,
    pointer,
    together,
)
from kafelki.kernels.compiler.storage import cache_folder, kernel_sources

__all__ = [
    "COUNTS",
    "EVALUATE",
    "INTEGER",
    "NOTHING",
    "NUMBERS",
    "POSITION",
    "RANDOM",
    "SIGNATURES",
    "VALUES",
    "array_of",
    "cache_folder",
    "compiled_for",
    "kernel_sources",
    "pointer",
    "program_for",
    "together",
]
