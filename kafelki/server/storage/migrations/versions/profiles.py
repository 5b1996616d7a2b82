"""Profiles: the face that somebody has chosen, and what others may see of how they played."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Go to this version."""
    op.add_column("people", sa.Column("avatar", sa.String(16)))
    op.add_column("people", sa.Column("shows", sa.String(100)))
