"""The first tables."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, String, Text

from kafelki.server.storage.columns import kind_of_game, of_person, of_table

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "dailies",
        Column("day", String(10), primary_key=True),
        Column("game", String(16), primary_key=True),
        Column("seed", LargeBinary(32), nullable=False),
    )
    op.create_table(
        "people",
        Column("id", String(16), primary_key=True),
        Column("name", String(24), nullable=False),
        Column("account", String(100), unique=True),
        Column("password", String(200)),
        Column("created", BigInteger, nullable=False),
        Column("deleted", Boolean, nullable=False),
    )
    op.create_table(
        "tables",
        Column("id", String(16), primary_key=True),
        Column("seed", LargeBinary(32), nullable=False),
        Column("daily", String(10)),
        *kind_of_game(nullable=False),
        Column("status", String(8), nullable=False),
        Column("private", Boolean, nullable=False),
        Column("rated", Boolean, nullable=False),
        Column("number", Integer, nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("changed", BigInteger, nullable=False),
        Column("to_act", Text, nullable=False),
        Column("deadline", BigInteger, index=True),
        Column("bots_owe", BigInteger, index=True),
    )
    op.create_index("ix_tables_listed", "tables", ["status", "private", "changed"])
    op.create_table(
        "answers",
        of_table(primary_key=True),
        Column("person", String(16), primary_key=True),
        Column("command", String(64), primary_key=True),
        Column("answer", Text, nullable=False),
    )
    op.create_table(
        "daily_tries",
        Column("day", String(10), primary_key=True),
        Column("game", String(16), primary_key=True),
        Column("person", String(16), primary_key=True),
        of_table(nullable=False),
    )
    op.create_table(
        "entries",
        of_table(primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("kind", String(16), nullable=False),
        Column("time", BigInteger, nullable=False),
        Column("data", Text, nullable=False),
    )
    op.create_table(
        "mutes", of_person(primary_key=True), Column("muted", String(16), primary_key=True)
    )
    op.create_table(
        "reports",
        Column("id", Integer, primary_key=True),
        of_table(nullable=False),
        Column("number", Integer, nullable=False),
        Column("person", String(16), nullable=False),
        Column("text", String(300), nullable=False),
        Column("time", BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        of_table(primary_key=True),
        Column("seat", Integer, primary_key=True),
        *kind_of_game(nullable=False),
        Column("options", String(100), nullable=False),
        Column("person", String(16), index=True),
        Column("bot", String(16)),
        Column("place", Integer, nullable=False),
        Column("score", Integer, nullable=False),
        Column("order", String(40), nullable=False),
        Column("rated", Boolean, nullable=False),
        Column("counts", Boolean, nullable=False),
        Column("daily", String(10)),
        Column("ended", BigInteger, nullable=False),
    )
    op.create_index(
        "ix_results_best", "results", ["game", "players", "variant", "options", "order"]
    )
    op.create_index("ix_results_daily", "results", ["daily", "game", "order"])
    op.create_table(
        "seatings",
        of_table(primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("person", String(16), nullable=False, index=True),
    )
    op.create_table(
        "sessions",
        Column("token", String(64), primary_key=True),
        of_person(nullable=False, index=True),
        Column("kind", String(8), nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("seen", BigInteger, nullable=False),
    )
