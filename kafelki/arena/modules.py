"""A game as WebAssembly: its uniform functions, the loop of random games, and its bots' kernels."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path

from kafelki.arena import playouts
from kafelki.bots.machine_code import Described, kernels_of_bots
from kafelki.rules.engine import loop_for
from kafelki.rules.registry import rules_of

NAME = "kafelki.arena.modules"


def write_modules(
    games: Iterable[str], folder: Path, advance: Callable[[str], None] = lambda game: None
) -> None:
    """Write GAME.wasm, GAME.side.wasm and what describes both, GAME.json, into a folder.

    Each game's are made in a process of its own: there Numba knows no other machine.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        subprocess.run([sys.executable, "-m", NAME, game, str(folder)], check=True)
        advance(game)


def kernels_in(game: str) -> Described:
    """Return all that the modules of a game have, by name."""
    from kafelki.kernels.compiler import SIGNATURES

    kernels = rules_of(game).kernels
    uniform = {
        each.name: (getattr(kernels, each.name), SIGNATURES[each.name]) for each in fields(kernels)
    }
    loop = loop_for(game, playouts).play_games, playouts.signature()
    return {**uniform, "play_games": loop, **kernels_of_bots(game)}


def _write(game: str, folder: Path) -> None:
    from kafelki.kernels.compiler.wasm import modules_of

    modules = modules_of(kernels_in(game))
    (folder / f"{game}.wasm").write_bytes(modules.alone)
    (folder / f"{game}.side.wasm").write_bytes(modules.beside)
    about = modules.about | {"size": rules_of(game).layout.size}
    (folder / f"{game}.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    _write(sys.argv[1], Path(sys.argv[2]))
