"""Reminders: when those on move are told that their time is running out."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Go to this version."""
    op.add_column("tables", sa.Column("remind_at", sa.BigInteger))
    op.create_index(op.f("ix_tables_remind_at"), "tables", ["remind_at"])
