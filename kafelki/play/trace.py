"""Traces: everything about a position, a line of JSON for each prefix of a record's events."""

from __future__ import annotations

from typing import Any

from kafelki.play.game import Game


def trace_line(game: Game) -> dict[str, Any]:
    """Return all there is to know of a game's position; it hides nothing."""
    line: dict[str, Any] = {
        "after": len(game.events),
        "over": game.over,
        "chance": game.chance_due,
        "to_act": list(game.to_act),
        "legal": {str(seat): game.legal_texts(seat) for seat in game.to_act},
        "scores": game.scores,
        "cells": game.cells,
        "hands": game.hands,
    }
    return line | game.beside_board
