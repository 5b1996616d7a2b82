"""Lists of tables from rows of their own, versions of rules, and tables that cannot be read."""

import json

import sqlalchemy as sa
from alembic import op

from kafelki.server.storage.columns import of_table

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "unreadable",
        of_table(primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("why", sa.String(300), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.add_column("seatings", sa.Column("label", sa.String(100)))
    op.add_column("tables", sa.Column("host", sa.String(16)))
    op.add_column("tables", sa.Column("opened_from", sa.String(64)))
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("view", sa.Text))
    op.drop_index("ix_tables_listed", "tables")
    op.create_index("ix_tables_listed", "tables", ["status", "private", "host", "changed", "id"])
    op.create_index(op.f("ix_tables_opened_from"), "tables", ["opened_from"])
    _set_hosts(op.get_bind())


def _set_hosts(connection: sa.Connection) -> None:
    """Say who opened each table; a server corrects it where somebody else is the host by now."""
    entries = sa.table("entries", sa.column("table_id"), sa.column("number"), sa.column("data"))
    tables = sa.table("tables", sa.column("id"), sa.column("host"))
    statement = (
        sa.update(tables)
        .where(tables.c.id == sa.bindparam("table"))
        .values(host=sa.bindparam("who"))
    )
    query = sa.select(entries.c.table_id, entries.c.data).where(entries.c.number == 0)
    rows = connection.execute(query)
    found = [{"table": row.table_id, "who": who} for row in rows if (who := _host(row.data))]
    if found:
        connection.execute(statement, found)


def _host(text: str) -> str | None:
    """Return the host that an entry names; nobody where it cannot be read."""
    try:
        host = json.loads(text)["host"]
    except (ValueError, TypeError, KeyError):
        return None
    return host if isinstance(host, str) and len(host) <= 16 else None
