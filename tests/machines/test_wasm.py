"""A game's modules of WebAssembly do what its kernels do: one here, all by `make machines`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafelki.arena.modules import kernels_in, write_modules
from kafelki.bots.machine_code import kernels_of_bots
from kafelki.kernels.compiler.linking import linked, number, sections_of
from kafelki.rules.contract import Kernels
from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE
from tests.machines.proof import prove


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modules")
    write_modules([AT_ONCE], folder)
    return folder


def test_interpreted_native_and_wasm_are_the_same(modules: Path) -> None:
    """Records, random games, and what bots think with; the side module like the other."""
    same = prove(AT_ONCE, 200, modules)
    assert same.steps > 500
    assert same.games == 4 * 2 * 200
    assert same.calls >= len(kernels_of_bots(AT_ONCE)) > 0


def test_modules_are_described(modules: Path) -> None:
    about = json.loads((modules / f"{AT_ONCE}.json").read_text("utf-8"))
    assert list(about["functions"]) == list(kernels_in(AT_ONCE))
    assert about["functions"]["list_moves"] == ["int64", "uint8[:]", "int64", "int32[:]"]
    assert about["functions"]["consequences"][-1] == "int16[:, :]"
    assert about["functions"]["evaluate"][-1] == "float64[:]"


@pytest.mark.parametrize("game", GAMES)
def test_modules_hold_rules_games_and_bots(game: str) -> None:
    names = list(kernels_in(game))
    rules = list(Kernels.__dataclass_fields__)
    assert names == [*rules, "play_games", *kernels_of_bots(game)]
    assert len(set(names)) == len(names)


def test_side_modules_say_what_they_need(modules: Path) -> None:
    """As WebAssembly's conventions for dynamic linking have it: room for data, nothing else."""
    alone = dict(sections_of((modules / f"{AT_ONCE}.wasm").read_bytes()))
    (first, needs), *others = sections_of((modules / f"{AT_ONCE}.side.wasm").read_bytes())
    beside = dict(others)
    data = json.loads((modules / f"{AT_ONCE}.json").read_text("utf-8"))["data"]
    sizes = number(data) + bytes([6, 0, 0])  # begins at a multiple of 2⁶; no table
    assert first == 0
    assert needs == b"\x08dylink.0" + bytes([1, len(sizes)]) + sizes
    assert beside[7] == alone[7]  # the same exports
    memory, base, stack = (
        b"\x03env" + bytes([len(name)]) + name
        for name in (b"memory", b"__memory_base", b"__stack_pointer")
    )
    parts = [memory + b"\x02", base + b"\x03\x7f\0", stack + b"\x03\x7f\1"]
    assert beside[2][0] == 3
    assert all(part in beside[2] for part in parts)
    # One part of data, at the base, which is the first global that is imported.
    assert beside[12] == b"\1"
    assert beside[11].startswith(b"\1\0\x23\0\x0b" + number(data))
    assert len(beside[11]) == 5 + len(number(data)) + data


def test_what_only_a_library_has_is_told() -> None:
    """An object that imports a function `f` of no parameters, and defines none."""
    kind, imported = b"\1\x60\0\0", b"\1\3env\1f\0\0"
    data = b"\0asm\1\0\0\0" + b"\1\4" + kind + b"\2" + bytes([len(imported)]) + imported
    with pytest.raises(ValueError, match="needs a library: f"):
        linked(data, [])


def test_numbers_as_a_module_has_them() -> None:
    assert [number(k) for k in (0, 127, 128, 300)] == [b"\0", b"\x7f", b"\x80\1", b"\xac\2"]
