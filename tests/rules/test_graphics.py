"""Graphics processors: kernels become PTX where there is none, and run by what CuPy offers."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kafelki.arena.rows import PARAMETERS, OnGraphics, first_rows, loops_for, moved, row_size
from kafelki.kernels import graphics
from kafelki.kernels.compiler import program_for
from kafelki.kernels.compiler.programs import BLOCK
from kafelki.play.header import Header
from kafelki.rules.registry import package_of
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE

HOPPER = (9, 0)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAFELKI_CACHE", str(tmp_path))
    return tmp_path


def test_a_loop_is_one_program_with_its_tables_in_main_memory(kept: Path) -> None:
    from numba.cuda import dispatcher, target

    before = dispatcher.get_current_device, target.nvvm
    loop = loops_for(WITHOUT_CHANCE).play_own_row
    file = program_for(loop, PARAMETERS, package_of(WITHOUT_CHANCE), HOPPER)
    text = file.read_text()
    assert re.findall(r"^\.target (\w+)", text, re.MULTILINE) == ["sm_90"]
    assert len(re.findall(r"\.visible \.entry", text)) == 1
    assert "call" not in text
    assert ".const" not in text
    assert f"__local_depot0[{row_size(WITHOUT_CHANCE)}]" in text
    assert f".maxntid {BLOCK}" in text
    assert (dispatcher.get_current_device, target.nvvm) == before
    assert kept in file.parents
    written = file.stat().st_mtime_ns
    assert program_for(loop, PARAMETERS, package_of(WITHOUT_CHANCE), HOPPER) == file
    assert file.stat().st_mtime_ns == written
    assert len(list(file.parent.iterdir())) == 1


class Device:
    """CuPy as far as it is used, with a processor that writes down what it is told to do."""

    def __init__(self) -> None:
        self.started: list[tuple[Any, ...]] = []
        self.cuda = SimpleNamespace(
            Device=lambda: SimpleNamespace(compute_capability="90", id=0),
            runtime=SimpleNamespace(getDeviceProperties=lambda number: {"name": b"Mill"}),
        )
        self.asnumpy = np.asarray

    def asarray(self, array: Any) -> Any:
        return OnDevice(array)

    def RawModule(self, path: str) -> Any:  # noqa: N802 (it is called so)
        assert Path(path).exists()
        return SimpleNamespace(get_function=lambda name: lambda *all_of_it: self.start(*all_of_it))

    def start(self, *all_of_it: Any) -> None:
        self.started.append(all_of_it)


class OnDevice(np.ndarray[Any, Any]):
    """An array that tells where it lies as CuPy's do."""

    def __new__(cls, array: Any) -> OnDevice:
        return np.array(array).view(cls)

    @property
    def data(self) -> Any:
        return SimpleNamespace(ptr=4096)


def test_a_program_gets_arrays_as_numba_knows_them(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Device()
    monkeypatch.setitem(sys.modules, "cupy", device)
    monkeypatch.setattr(
        "kafelki.kernels.compiler.cuda.ptx_for", lambda *what: ".visible .entry loop("
    )
    graphics.capability.cache_clear()
    rows = moved(first_rows(AT_ONCE, BLOCK + 1), to_graphics=True)
    OnGraphics(Header(AT_ONCE, 2)).play(rows, 7)
    graphics.capability.cache_clear()
    ((grid, block, parameters),) = device.started
    assert (grid, block) == ((2,), (BLOCK,))
    size = row_size(AT_ONCE)
    assert [int(each) for each in parameters] == [
        *(0, 0, size, 1, 4096, size, 1),  # the start
        *(0, 0, (BLOCK + 1) * size, 1, 4096, BLOCK + 1, size, size, 1),  # rows
        *(0, 0, BLOCK + 1, 8, 4096, BLOCK + 1, 1, 8, 8),  # random states
        7,
        *(0, 0, 3 * (BLOCK + 1), 8, 4096, BLOCK + 1, 3, 24, 8),  # counts
    ]
    assert graphics.name() == "Mill"
    assert moved(rows, to_graphics=False).differing(first_rows(AT_ONCE, BLOCK + 1)) == 0


def test_without_one_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    graphics.capability.cache_clear()
    with pytest.raises(RuntimeError, match="no graphics processor can be used"):
        graphics.capability()
