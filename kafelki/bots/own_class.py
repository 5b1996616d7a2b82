"""Bots of one's own in Python: ``py:module:Class``, the module found from the current folder."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from kafelki.bots.protocol import Bot
from kafelki.play.refusal import Refusal

PREFIX = "py:"
FORM = "py:module:Class"


def bot_of_class(name: str) -> Bot:
    """Return a new bot of the class that a name such as ``py:mybots:Cautious`` says; or Refusal."""
    module, colon, attribute = name.removeprefix(PREFIX).partition(":")
    if not (module and colon and attribute):
        raise Refusal(f"{name!r} is not a class of Python, written {FORM}")
    make = getattr(_imported(module), attribute, None)
    if not callable(make):
        raise Refusal(f"the module {module!r} has no class {attribute!r}")
    try:
        bot: Bot = make()
    except Exception as wrong:
        raise Refusal(f"{name} cannot be made: {type(wrong).__name__}: {wrong}") from wrong
    if not callable(getattr(bot, "choose", None)):
        raise Refusal(f"{name} is no bot: it has no method choose(turn)")
    return bot


def _imported(module: str) -> Any:
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is not None and f"{module}.".startswith(f"{missing.name}."):
            raise Refusal(
                f"there is no module {missing.name!r}, in {folder} or installed"
            ) from None
        raise Refusal(f"the module {module!r} cannot be imported: {missing}") from missing
    except (Exception, SystemExit) as wrong:
        what = f"{type(wrong).__name__}: {wrong}"
        raise Refusal(f"the module {module!r} cannot be imported: {what}") from wrong
