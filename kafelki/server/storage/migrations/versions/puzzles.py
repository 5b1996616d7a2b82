"""Puzzles: who has tried which, how good they are at them, how hard the puzzles have proved."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, String

from kafelki.server.storage.columns import of_person, skill

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Go to this version."""
    op.add_column("people", sa.Column("gives_games", Boolean))
    op.create_table(
        "puzzle_levels",
        Column("puzzle", String(40), primary_key=True),
        *skill(),
        Column("tries", Integer, nullable=False),
        Column("solved", Integer, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        of_person(primary_key=True),
        Column("game", String(16), primary_key=True),
        *skill(),
        Column("tries", Integer, nullable=False),
        Column("solved", Integer, nullable=False),
        Column("streak", Integer, nullable=False),
        Column("best_streak", Integer, nullable=False),
        Column("rated_at", BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_tries",
        of_person(primary_key=True),
        Column("puzzle", String(40), primary_key=True),
        Column("step", Integer, nullable=False),
        Column("solved", Boolean),
        Column("seen", BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        of_person(primary_key=True),
        Column("day", String(10), primary_key=True),
        Column("tries", Integer, nullable=False),
        Column("solved", Integer, nullable=False),
    )
