"""Notifications: subscriptions of browsers, and the key that signs what they are sent."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_keys")),
    )
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("p256dh", sa.String(length=200), nullable=False),
        sa.Column("auth", sa.String(length=100), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_subscriptions_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("endpoint", name=op.f("pk_subscriptions")),
    )
    op.create_index(op.f("ix_subscriptions_person"), "subscriptions", ["person"])


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("subscriptions")
    op.drop_table("keys")
