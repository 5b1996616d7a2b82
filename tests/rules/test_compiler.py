"""Compiling: every part of what kernels are written in, bit by bit, and never out of date."""

from __future__ import annotations

import importlib.util
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.registry import cpu_target

import kafelki
from kafelki.kernels import bitset, compiler
from kafelki.kernels.compiler import native
from kafelki.kernels.compiler.signatures import EVALUATE, SIGNATURES, kinds_of
from kafelki.kernels.language import (
    Layout,
    Position,
    add_now,
    bit,
    copy_position,
    count_ones,
    filled,
    kernel,
    lowest_one,
    read_now,
    shift_left,
    shift_right,
    signed,
    table,
    write_now,
)
from kafelki.kernels.randomness import random_below, random_index, random_state, random_word
from kafelki.kernels.real_numbers import LIMIT, exponential
from kafelki.play.game import Game
from kafelki.rules import engine
from kafelki.rules.contract import Kernels
from kafelki.rules.engine import FUNCTIONS, Engine, engine_of, load_compiled
from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE


class TestLoading:
    def test_every_function_is_told_once_it_is_ready(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(engine, "_loaded", {})
        told: list[str] = []
        assert not engine_of(WITHOUT_CHANCE).compiled
        load_compiled([WITHOUT_CHANCE, AT_ONCE], told.append)
        assert len(told) == 2 * FUNCTIONS
        assert told[:FUNCTIONS] == [
            f"{WITHOUT_CHANCE} {name}" for name in Kernels.__dataclass_fields__
        ]
        assert engine_of(WITHOUT_CHANCE).compiled
        assert not engine_of(WITH_RACKS).compiled
        load_compiled([WITHOUT_CHANCE], told.append)
        assert len(told) == 2 * FUNCTIONS
        load_compiled()
        assert all(engine_of(game).compiled for game in GAMES)

    def test_what_is_kept_is_loaded_without_a_compiler(self) -> None:
        """So it is there in a part of a second; Numba's compiler fetches SciPy, too."""
        load_compiled([WITHOUT_CHANCE])
        program = f"""
import sys
from kafelki.rules.engine import engine_of, load_compiled
load_compiled([{WITHOUT_CHANCE!r}])
print(engine_of({WITHOUT_CHANCE!r}).first_position(2, 0, 0).any(), "numba.np.linalg" in sys.modules)
"""
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["True", "False"]

    def test_games_use_what_is_loaded_and_wake_up_with_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(engine, "_loaded", {})
        before = Game(WITHOUT_CHANCE)
        load_compiled([WITHOUT_CHANCE])
        after = Game(WITHOUT_CHANCE)
        assert not before._engine.compiled
        assert after._engine.compiled
        state = before.__getstate__()
        assert not any(isinstance(value, Engine | Kernels) for value in state.values())
        awake = object.__new__(Game)
        awake.__setstate__(state)
        assert awake._engine.compiled
        assert awake.legal_texts() == before.legal_texts()


def test_signatures_in_words() -> None:
    assert kinds_of(SIGNATURES["acting"]) == ["int64", "uint8[:]"]
    rows = ["nothing", "uint8[:]", "int64", "int32[:]", "int64", "int16[:, :]"]
    assert kinds_of(SIGNATURES["consequences"]) == rows
    assert kinds_of(EVALUATE)[-1] == "float64[:]"


PACKAGE = Path(kafelki.__file__).parent


def storage_of(package: Path) -> ModuleType:
    """Return the module that knows where machine code is kept, of a copy of the package."""
    path = package / "kernels" / "compiler" / "storage.py"
    spec = importlib.util.spec_from_file_location("copied_storage", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestStaleCode:
    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        compiled = shutil.ignore_patterns("__pycache__")
        return Path(shutil.copytree(PACKAGE, tmp_path / "kafelki", ignore=compiled))

    @pytest.mark.parametrize(
        "source",
        [
            "kernels/bitset.py",
            f"games/{WITHOUT_CHANCE}/rules.py",
            "rules/dominoes.py",
            "arena/playouts.py",
        ],
    )
    def test_code_has_another_place_once_a_source_has_changed(
        self, package: Path, source: str
    ) -> None:
        before = storage_of(package).cache_folder()
        assert before == compiler.cache_folder()
        path = package / source
        path.write_bytes(path.read_bytes() + b"\n")
        assert storage_of(package).cache_folder() != before

    def test_so_it_has_once_there_is_another_source(self, package: Path) -> None:
        before = storage_of(package).cache_folder()
        (package / "bots" / "new.py").write_text("# a kernel\n")
        after = storage_of(package).cache_folder()
        (package / "bots" / "new.py").rename(package / "bots" / "newer.py")
        assert len({before, after, storage_of(package).cache_folder()}) == 3

    def test_where_code_is_kept(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        name = compiler.cache_folder().name
        monkeypatch.setenv("KAFELKI_CACHE", str(tmp_path / "mine"))
        assert compiler.cache_folder() == tmp_path / "mine" / name
        monkeypatch.delenv("KAFELKI_CACHE")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "shared"))
        assert compiler.cache_folder() == tmp_path / "shared" / "kafelki" / name
        monkeypatch.setenv("XDG_CACHE_HOME", "")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert compiler.cache_folder() == tmp_path / ".cache" / "kafelki" / name

    def test_a_changed_rule_runs_as_it_is_now(self, package: Path, tmp_path: Path) -> None:
        """Size and time of the file stay the same, so that only what it says can tell."""
        source = package / "rules" / "no_chance.py"
        time = source.stat().st_mtime_ns
        assert self.chance_seat_when_compiled(package, tmp_path) == -1
        source.write_text(source.read_text("utf-8").replace("return -1", "return -2"), "utf-8")
        os.utime(source, ns=(time, time))
        assert self.chance_seat_when_compiled(package, tmp_path) == -2

    def chance_seat_when_compiled(self, package: Path, folder: Path) -> int:
        program = (
            "import numpy as np\n"
            "from kafelki.kernels import compiler\n"
            "from kafelki.rules import no_chance\n"
            "seat = compiler.SIGNATURES['chance_seat']\n"
            "print(compiler.compiled_for(no_chance.chance_seat, seat)(np.zeros(8, np.uint8)))\n"
        )
        environment = os.environ | {
            "PYTHONPATH": str(package.parent),
            "KAFELKI_CACHE": str(folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            cwd=package.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(run.stdout)


# What the compiler replaces, each in a kernel of its own, compiled anew for every run.

WORDS = sorted(
    {0, 1, 2, 3, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 0xAAAAAAAAAAAAAAAA}
    | {1 << k for k in range(64)}
    | {Random(k).getrandbits(64) for k in range(50)}
)


class Pair(NamedTuple):
    """A tuple of tables, such as a board's."""

    small: Any
    large: Any


LAYOUT = Layout(words=("uint64", 2), cells=("int8", (2, 3)), half=("int16", ()), turn=("int8", ()))
NUMBERS = table([3, -1, 4, 1, -5], "int8")
TABLES = Pair(table([1, 2], "uint16"), table([[1, 2], [3, 2**63]], "uint64"))


@kernel
def ones_of(word: int) -> int:
    return count_ones(word)


@kernel
def lowest_of(word: int) -> int:
    return lowest_one(word)


@kernel
def only_bit(number: int) -> int:
    return bit(number)


@kernel
def shifted(word: int, places: int) -> int:
    return shift_right(word, places)


@kernel
def shifted_up(word: int, places: int) -> int:
    return shift_left(word, places)


@kernel
def as_signed(word: int) -> int:
    return signed(word) - 1


@kernel
def between_threads(words: Any, more: int) -> int:
    before = add_now(words, 0, more)
    now, other = read_now(words, 0), read_now(words, 1)
    write_now(words, 1, more)
    return before + now + other


@kernel
def copied(target: Position, source: Position) -> None:
    copy_position(target, source)


@kernel
def through_fields(position: Position) -> int:
    s = LAYOUT(position)
    s.words[1] |= bit(63)
    s.cells[1, 2] -= 100
    s.half = s.cells[1, 2] * 300
    s.turn = -s.turn
    return int(s.half + s.cells[0, 0] + s.cells.shape[1])


@kernel
def through_tables(words: Any) -> int:
    bitset.add(words, NUMBERS[0])
    bitset.subtract(words, TABLES.large, 1)
    return int(bitset.size(words) + NUMBERS[4] + TABLES.small[1])


@kernel
def next_word(random: Any) -> int:
    return random_word(random)


@kernel
def next_below(random: Any, bound: int) -> int:
    return random_below(random, bound)


@kernel
def next_index(random: Any, weights: Any) -> int:
    return random_index(random, weights, weights.shape[0])


@kernel
def inside(number: int) -> int:
    return 3 * number


@kernel
def outside(number: int) -> int:
    return inside(inside(number)) + 1


def test_what_only_kernels_call_has_no_machine_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KAFELKI_CACHE", str(tmp_path))
    outer = native.compiled_for(outside, numba.int64(numba.int64))
    assert outer(5) == 46
    engine = cpu_target.target_context.codegen()._engine
    for made_of, has_code in ((native._inner(inside), False), (outer, True)):
        (compiled,) = made_of.overloads.values()
        assert engine.is_symbol_defined(compiled.fndesc.llvm_func_name) == has_code


TEMPLATE = ModuleType("template")
OTHER_TEMPLATE = ModuleType("other_template")
exec(
    """
from kafelki.kernels.language import OPEN, kernel

STEP = OPEN
NUMBERS = OPEN

@kernel
def step(k):
    "Return the k-th number and a step."
    return NUMBERS[k] + STEP
""",
    vars(TEMPLATE),
)
vars(OTHER_TEMPLATE).update(
    {name: vars(TEMPLATE)[name] for name in ("kernel", "step", "STEP")}, bit=bit
)
exec(
    """
@kernel
def two_steps(k):
    return step(step(k) - STEP)
""",
    vars(OTHER_TEMPLATE),
)


class TestTemplates:
    def filled(self, name: str, step: int) -> list[ModuleType]:
        first = filled(TEMPLATE, name, STEP=step, NUMBERS=NUMBERS)
        return [first, filled(OTHER_TEMPLATE, name, first)]

    def test_its_kernels_see_the_values(self) -> None:
        one, other = self.filled("one", 10)[0], self.filled("other", 20)[0]
        assert (one.step(0), other.step(0)) == (13, 23)
        assert one.step.__doc__ == "Return the k-th number and a step."

    def test_what_comes_from_another_template_is_filled_too(self) -> None:
        assert self.filled("one", 1)[1].two_steps(0) == 2  # 3, then the number of index 3 and 1
        assert self.filled("one", 1)[1].bit is bit

    def test_machine_code_of_two_copies_is_told_apart(self) -> None:
        step = self.filled("one", 1)[0].step
        assert (step.__module__, step.__qualname__) == ("template", "one.step")
        one, other = (
            compiled_anew(self.filled("a", k)[1].two_steps, "int64(int64)") for k in (1, 0)
        )
        assert (one(0), other(0)) == (2, 1)

    def test_a_name_that_stays_open_is_a_mistake(self) -> None:
        with pytest.raises(StopIteration):
            filled(TEMPLATE, "one", STEP=1)


def compiled_anew(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Return a kernel compiled without any cache."""
    compiled: Callable[..., Any] = numba.njit(signature, **native.SETTINGS)(
        native.NATIVE.translated(function)
    )
    return compiled


class TestIntrinsics:
    @pytest.mark.parametrize("function", [ones_of, lowest_of, as_signed])
    def test_of_a_word(self, function: Callable[[int], int]) -> None:
        compiled = compiled_anew(function, "int64(uint64)")
        least, most = int(function is lowest_of), 2**63 - 1 if function is as_signed else 2**64
        words = [word for word in WORDS if least <= word <= most]
        assert len(words) > 60
        for word in words:
            assert compiled(np.uint64(word)) == function(word)

    def test_bit(self) -> None:
        compiled = compiled_anew(only_bit, "uint64(int64)")
        assert [compiled(k) for k in range(64)] == [only_bit(k) for k in range(64)]

    @pytest.mark.parametrize("function", [shifted, shifted_up])
    def test_shifts(self, function: Callable[[int, int], int]) -> None:
        compiled = compiled_anew(function, "uint64(uint64, int64)")
        for word in WORDS:
            for places in (0, 1, 31, 32, 33, 62, 63):
                assert compiled(np.uint64(word), places) == function(word, places)

    @given(st.sets(st.integers(0, 190)), st.integers(0, 200))
    def test_a_set_with_a_step_added_to_its_members(self, members: set[int], step: int) -> None:
        words, moved = np.zeros(3, dtype=np.uint64), np.zeros(7, dtype=np.uint64)
        for member in members:
            bitset.add(words.data, member)
        bitset.add_moved(moved.data, words.data, step)
        listed = np.zeros(200, dtype=np.int32)
        count = bitset.list_members(moved.data, listed.data)
        assert listed[:count].tolist() == sorted(member + step for member in members)

    @pytest.mark.parametrize("size", [0, 1, 7, 121, 2047])
    def test_copy_position(self, size: int) -> None:
        compiled = compiled_anew(copied, "void(uint8[::1], uint8[::1])")
        source = np.arange(size, dtype=np.uint8)
        for copy in (compiled, copied):
            target = np.full(size + 2, 77, dtype=np.uint8)
            copy(target[1 : size + 1], source)
            assert target.tolist() == [77, *source.tolist(), 77]
            assert source.tolist() == np.arange(size, dtype=np.uint8).tolist()

    def test_the_fields_of_a_position(self) -> None:
        compiled = compiled_anew(through_fields, "int64(uint8[::1])")
        for turn in (0, 1, 127):
            one, other = LAYOUT.empty(), LAYOUT.empty()
            for position in (one, other):
                LAYOUT(position).turn = turn
                LAYOUT(position).cells[0, 0] = -turn
            assert compiled(one) == through_fields(other)
            assert one.tobytes() == other.tobytes()

    def test_tables_tuples_of_tables_and_modules(self) -> None:
        compiled = compiled_anew(through_tables, "int64(uint64[::1])")
        for first in (0, 3, 2**64 - 1):
            words = [np.array([first, 2**64 - 1], dtype=np.uint64) for _ in range(2)]
            assert compiled(words[0]) == through_tables(words[1].data)
            assert words[0].tolist() == words[1].tolist()

    def test_random_numbers(self) -> None:
        word = compiled_anew(next_word, "uint64(uint64[::1])")
        below = compiled_anew(next_below, "int64(uint64[::1], int64)")
        index = compiled_anew(next_index, "int64(uint64[::1], int8[::1])")
        weights = np.array([0, 3, 0, 1, 127], dtype=np.int8)
        for seed in (0, 1, 2**63, 2**64 - 1, 12345):
            one, other = random_state(seed), random_state(seed)
            for bound in (1, 2, 3, 1000, 2**31):
                assert word(one) == next_word(other.data)
                assert below(one, bound) == next_below(other.data, bound)
                assert index(one, weights) == next_index(other.data, weights.data)
            assert one.tolist() == other.tolist()

    def test_random_numbers_are_those_of_splitmix64(self) -> None:
        """The first numbers that its author's program gives for the seed 1234567."""
        random = random_state(1234567)
        assert [random_word(random.data) for _ in range(3)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
        ]

    def test_powers_of_e_are_the_same_to_the_last_bit(self) -> None:
        compiled = compiled_anew(exponential, "float64(float64)")
        random = Random(5)
        for x in [0.0, -0.0, 1e-300, *(random.uniform(-LIMIT, LIMIT) for _ in range(2000))]:
            assert compiled(x) == exponential(x) == pytest.approx(math.exp(x), rel=4e-16)
        assert exponential(0.0) == 1.0
        assert exponential(1e9) == exponential(LIMIT) > 1e26
        assert compiled(-1e9) == exponential(-LIMIT) == pytest.approx(1 / exponential(LIMIT))

    def test_what_threads_read_and_write(self) -> None:
        compiled = compiled_anew(between_threads, "int64(int64[::1], int64)")
        for run in (compiled, between_threads):
            words = np.array([5, -7], dtype=np.int64)
            assert run(words, 3) == 5 + 8 - 7
            assert words.tolist() == [8, 3]
