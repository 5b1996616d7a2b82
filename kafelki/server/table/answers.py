"""The answer that every command gets."""

from __future__ import annotations

from typing import Any

from kafelki.server.denial import Denial
from kafelki.server.table.state import TableState

Reply = dict[str, Any]


def accepted(command: str, state: TableState) -> Reply:
    """Return the answer to a command that was carried out."""
    return {"id": command, "ok": True, "number": state.number, "after": state.after}


def denied(command: str, denial: Denial) -> Reply:
    """Return the answer to a command that was not."""
    return {"id": command, "ok": False, **denial.as_json()}
