"""From LLVM's object for WebAssembly to a module: names to call it by, and nothing left to link.

An object of one file is laid out as if it were alone in memory: all numbers in it are right. What
it lacks are exports; what it has too much is what only a linker needs.
"""

from __future__ import annotations

from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, EXPORTS, DATA = 0, 7, 11
ORDER = (1, 2, 3, 4, 5, 13, 6, EXPORTS, 8, 9, 12, 10, DATA)
"""The sections of a module, in the order that they must have."""
SYMBOLS, FUNCTION_KIND = 8, 0
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40


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
    """Return the module of an object that exports functions by these names, and its data's end."""
    assert data.startswith(MAGIC)
    sections: dict[int, bytes] = {}
    functions: dict[str, int] = {}
    reader = _Reader(data[len(MAGIC) :])
    while reader:
        kind = reader.bytes(1)[0]
        body = reader.bytes(reader.number())
        if kind != CUSTOM:
            sections[kind] = body
        elif (custom := _Reader(body)).text() == "linking":
            functions = dict(_functions(custom))
    exports = (_text(name) + bytes([0]) + number(functions[name]) for name in names)
    sections[EXPORTS] = number(len(names)) + b"".join(exports)
    parts = (bytes([k]) + _sized(sections[k]) for k in ORDER if k in sections)
    return MAGIC + b"".join(parts), _end_of_data(_Reader(sections.get(DATA, b"\0")))


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
                    if kind == FUNCTION_KIND:
                        yield name, index


def _end_of_data(data: _Reader) -> int:
    """Return the first address after all data."""
    end = 0
    for _ in range(data.number()):
        assert data.number() == 0  # in the only memory
        assert data.bytes(1) == b"\x41"  # at a constant address
        start = data.number()
        assert data.bytes(1) == b"\x0b"
        size = data.number()
        data.bytes(size)
        end = max(end, start + size)
    return end


def _text(text: str) -> bytes:
    return _sized(text.encode())


def _sized(data: bytes) -> bytes:
    return number(len(data)) + data
