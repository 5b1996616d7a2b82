"""Columns that many tables of the database have, in the schema and in the steps that led to it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Double, ForeignKey, Integer, String


def of_table(**how: Any) -> Column[str]:
    """Return the column that says of which table a row tells, and is removed with it."""
    return Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), **how)


def of_person(**how: Any) -> Column[str]:
    """Return the column that says whose a row is, and is removed with them."""
    return Column("person", String(16), ForeignKey("people.id", ondelete="CASCADE"), **how)


def kind_of_game(**how: Any) -> list[Column[Any]]:
    """Return the columns that say what was played, by how many."""
    kinds: dict[str, Any] = {"game": String(16), "players": Integer, "variant": String(16)}
    return [Column(name, kind, **how) for name, kind in kinds.items()]


def skill() -> list[Column[Any]]:
    """Return the columns of a rating by Glicko-2."""
    return [Column(name, Double, nullable=False) for name in ("value", "deviation", "volatility")]
