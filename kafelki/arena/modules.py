"""A game as a module of WebAssembly: its uniform functions, and the loop of random games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path

from kafelki.arena import playouts
from kafelki.rules.engine import loop_for
from kafelki.rules.registry import rules_of

NAME = "kafelki.arena.modules"


def write_modules(
    games: Iterable[str], folder: Path, advance: Callable[[str], None] = lambda game: None
) -> None:
    """Write GAME.wasm and its description, GAME.json, into a folder for each game.

    Each is made in a process of its own: there Numba knows no other machine.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        subprocess.run([sys.executable, "-m", NAME, game, str(folder)], check=True)
        advance(game)


def _write(game: str, folder: Path) -> None:
    from kafelki.kernels.compiler import SIGNATURES
    from kafelki.kernels.compiler.wasm import module_of

    kernels = rules_of(game).kernels
    functions = {
        each.name: (getattr(kernels, each.name), SIGNATURES[each.name]) for each in fields(kernels)
    }
    loop = loop_for(game, playouts).play_games
    code, described = module_of(functions | {"play_games": (loop, playouts.signature())})
    (folder / f"{game}.wasm").write_bytes(code)
    about = described | {"size": rules_of(game).layout.size}
    (folder / f"{game}.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    _write(sys.argv[1], Path(sys.argv[2]))
