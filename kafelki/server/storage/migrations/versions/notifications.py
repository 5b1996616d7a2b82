"""Notifications: subscriptions of browsers, and the key that signs what they are sent."""

from alembic import op
from sqlalchemy import Column, String, Text

from kafelki.server.storage.columns import of_person

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "keys",
        Column("name", String(16), primary_key=True),
        Column("value", Text, nullable=False),
    )
    op.create_table(
        "subscriptions",
        Column("endpoint", String(1000), primary_key=True),
        of_person(nullable=False, index=True),
        Column("p256dh", String(200), nullable=False),
        Column("auth", String(100), nullable=False),
        Column("language", String(2), nullable=False),
    )
