"""What reviews teach people about games of theirs, and the mistakes to be asked about again."""

from alembic import op
from sqlalchemy import BigInteger, Column, Double, Integer, String, Text

from kafelki.server.storage.columns import of_person, of_table

revision = "0011"
down_revision = "0009"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "lessons",
        of_table(primary_key=True),
        Column("seat", Integer, primary_key=True),
        of_person(nullable=False, index=True),
        Column("version", String(80), nullable=False),
        Column("data", Text, nullable=False),
    )
    op.create_table(
        "mistakes",
        of_table(primary_key=True),
        Column("event", Integer, primary_key=True),
        Column("seat", Integer, nullable=False),
        of_person(nullable=False),
        Column("told", Integer, nullable=False),
        Column("move", String(40), nullable=False),
        Column("loss", Double, nullable=False),
        Column("choices", Text, nullable=False),
        Column("asked", BigInteger),
        Column("stability", Double),
        Column("difficulty", Double),
        Column("due", BigInteger, nullable=False),
    )
    op.create_index("ix_mistakes_due", "mistakes", ["person", "due"])
