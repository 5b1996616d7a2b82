"""Ratings, and what they were after each game; a server computes those of earlier games itself."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, String

from kafelki.server.storage.columns import kind_of_game, of_table

revision = "0007"
down_revision = "0006"

KIND = ["game", "players", "variant"]


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "ratings",
        *kind_of_game(primary_key=True),
        Column("person", String(16), primary_key=True, index=True),
        Column("value", Double, nullable=False),
        Column("deviation", Double, nullable=False),
        Column("provisional", Boolean, nullable=False),
        Column("games", Integer, nullable=False),
        Column("rated_at", BigInteger, nullable=False),
    )
    op.create_index("ix_ratings_listed", "ratings", [*KIND, "provisional", "value"])
    op.create_table(
        "rating_history",
        of_table(primary_key=True),
        Column("seat", Integer, primary_key=True),
        *kind_of_game(nullable=False),
        Column("person", String(16), nullable=False),
        Column("rank", Integer, nullable=False),
        Column("value", Double, nullable=False),
        Column("deviation", Double, nullable=False),
        Column("games", Integer, nullable=False),
        Column("rated_at", BigInteger, nullable=False),
    )
    op.create_index("ix_rating_history_person", "rating_history", ["person", *KIND, "rated_at"])
