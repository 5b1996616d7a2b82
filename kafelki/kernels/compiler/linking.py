"""From LLVM's object for WebAssembly to a module: names to call it by, and nothing left to link.

An object of one file is laid out as if it were alone in memory: all numbers in it are right. What
it lacks are exports; what it has too much is what only a linker needs. One whose code finds its
data from a base on becomes a side module, for a program that is in the memory already: how much
room it needs stands in its first section, `dylink.0`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, IMPORTS, EXPORTS, DATA, DATA_COUNT = 0, 2, 7, 11, 12
ORDER = (1, IMPORTS, 3, 4, 5, 13, 6, EXPORTS, 8, 9, DATA_COUNT, 10, DATA)
"""The sections of a module, in the order that they must have."""
SYMBOLS = 8
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)
"""What can be imported."""

OWN_MEMORY, SHARED_MEMORY, BASE = "__linear_memory", "memory", "__memory_base"
SIZES, ALIGNMENT = 1, 6
"""The part of `dylink.0` that has sizes; data begins at a multiple of so many doublings of 1."""


class _Reader:
    """Bytes, read from the front."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self) -> int:
        """Return the next number: seven bits a byte, the lowest first."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self, count: int) -> bytes:
        """Return so many bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self) -> str:
        """Return the next text."""
        return self.bytes(self.number()).decode()

    def __bool__(self) -> bool:
        return self.at < len(self.data)


def number(value: int) -> bytes:
    """Return a number as a module writes it.

    >>> number(624485).hex()
    'e58e26'
    """
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def linked(data: bytes, names: list[str]) -> tuple[bytes, int]:
    """Return the module of an object that exports functions by these names, and its data's end.

    Raises:
        ValueError: it calls functions that it does not have.
    """
    sections = _exporting(data, names)
    end = max((at + len(part) for at, part in _data_in(sections)), default=0)
    return MAGIC + _written(sections), end


def linked_beside(data: bytes, names: list[str]) -> bytes:
    """Return the side module of an object: it takes the memory of others, and a base for its data.

    All data becomes one part, as only one can begin at the base itself.
    """
    sections = _exporting(data, names)
    imports = list(_imports_in(sections))
    shared = [
        (SHARED_MEMORY if name == OWN_MEMORY else name, kind, rest) for name, kind, rest in imports
    ]
    sections[IMPORTS] = _listed(
        _text("env") + _text(name) + bytes([kind]) + rest for name, kind, rest in shared
    )
    together = bytearray()
    for at, part in _data_in(sections):
        together += bytes(at - len(together)) + part
    if together:
        base = [name for name, kind, _ in imports if kind == GLOBAL].index(BASE)
        begins = b"\0\x23" + number(base) + b"\x0b"
        sections[DATA] = _listed([begins + _sized(bytes(together))])
        sections[DATA_COUNT] = number(1)
    sizes = number(len(together)) + number(ALIGNMENT) + number(0) + number(0)
    room = _text("dylink.0") + bytes([SIZES]) + _sized(sizes)
    return MAGIC + bytes([CUSTOM]) + _sized(room) + _written(sections)


def sections_of(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of an object or a module: the kind of each and what it holds."""
    assert module.startswith(MAGIC)
    reader = _Reader(module[len(MAGIC) :])
    while reader:
        kind = reader.bytes(1)[0]
        yield kind, reader.bytes(reader.number())


def _exporting(data: bytes, names: list[str]) -> dict[int, bytes]:
    """Return the sections of an object, without those for linkers but with exports."""
    sections: dict[int, bytes] = {}
    functions: dict[str, int] = {}
    for kind, body in sections_of(data):
        if kind != CUSTOM:
            sections[kind] = body
        elif (custom := _Reader(body)).text() == "linking":
            functions = dict(_functions(custom))
    missing = [name for name, kind, _ in _imports_in(sections) if kind == FUNCTION]
    if missing:
        raise ValueError(f"this needs a library: {', '.join(missing)}")
    sections[EXPORTS] = _listed(
        _text(name) + bytes([FUNCTION]) + number(functions[name]) for name in names
    )
    return sections


def _functions(linking: _Reader) -> Iterator[tuple[str, int]]:
    """Yield the names of the functions that an object defines, and their numbers."""
    linking.number()  # the version
    while linking:
        kind = linking.bytes(1)[0]
        part = _Reader(linking.bytes(linking.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(part.number()):
            kind, flags = part.bytes(1)[0], part.number()
            if kind == 1:  # data
                part.text()
                if not flags & UNDEFINED:
                    part.number(), part.number(), part.number()
            elif kind == 3:  # a section
                part.number()
            else:
                index = part.number()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    name = part.text()
                    if kind == 0:  # a function
                        yield name, index


def _imports_in(sections: dict[int, bytes]) -> Iterator[tuple[str, int, bytes]]:
    """Yield the name of everything imported from the environment, its kind and its type."""
    imports = _Reader(sections[IMPORTS])
    for _ in range(imports.number()):
        assert imports.text() == "env"
        name, kind = imports.text(), imports.bytes(1)[0]
        before = imports.at
        if kind == FUNCTION:
            imports.number()
        elif kind == GLOBAL:
            imports.bytes(2)
        else:
            imports.bytes(1 if kind == TABLE else 0)
            for _ in range(1 + imports.number()):
                imports.number()
        yield name, kind, imports.data[before : imports.at]


def _data_in(sections: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the address of each part of the data, in order, and its bytes."""
    data = _Reader(sections.get(DATA, b"\0"))
    for _ in range(data.number()):
        assert data.number() == 0  # in the only memory
        assert data.bytes(1) == b"\x41"  # at a constant address
        start = data.number()
        assert data.bytes(1) == b"\x0b"
        yield start, data.bytes(data.number())


def _written(sections: dict[int, bytes]) -> bytes:
    return b"".join(bytes([kind]) + _sized(sections[kind]) for kind in ORDER if kind in sections)


def _listed(items: Iterable[bytes]) -> bytes:
    every = list(items)
    return number(len(every)) + b"".join(every)


def _text(text: str) -> bytes:
    return _sized(text.encode())


def _sized(data: bytes) -> bytes:
    return number(len(data)) + data
