"""A game's module of WebAssembly does what its kernels do: one here, all by `make machines`."""

from __future__ import annotations

import json
from pathlib import Path

from kafelki.arena.modules import write_modules
from kafelki.kernels.compiler.linking import number
from tests.games.examples import AT_ONCE
from tests.machines.proof import prove


def test_interpreted_native_and_wasm_are_the_same(tmp_path: Path) -> None:
    write_modules([AT_ONCE], tmp_path)
    steps, games = prove(AT_ONCE, 200, tmp_path)
    assert steps > 500
    assert games == 4 * 2 * 200
    about = json.loads((tmp_path / f"{AT_ONCE}.json").read_text("utf-8"))
    assert about["functions"]["list_moves"] == ["int64", "uint8[:]", "int64", "int32[:]"]
    assert about["functions"]["consequences"][-1] == "int16[:, :]"


def test_numbers_as_a_module_has_them() -> None:
    assert [number(k) for k in (0, 127, 128, 300)] == [b"\0", b"\x7f", b"\x80\1", b"\xac\2"]
