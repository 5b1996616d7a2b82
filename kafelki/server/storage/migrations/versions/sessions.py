"""Sessions that can be named without their token, and found by when they were last used."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go to this version."""
    op.add_column("sessions", sa.Column("id", sa.String(16)))
    sessions = sa.table("sessions", sa.column("token", sa.String), sa.column("id", sa.String))
    connection = op.get_bind()
    for token in connection.execute(sa.select(sessions.c.token)).scalars().all():
        connection.execute(
            sa.update(sessions).where(sessions.c.token == token).values(id=secrets.token_hex(8))
        )
    with op.batch_alter_table("sessions") as batch_op:
        batch_op.alter_column("id", existing_type=sa.String(16), nullable=False)
    op.create_index(op.f("ix_sessions_id"), "sessions", ["id"], unique=True)
    op.create_index(op.f("ix_sessions_seen"), "sessions", ["seen"])
