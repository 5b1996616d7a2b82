"""Lists of tables from rows of their own, versions of rules, and tables that cannot be read."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TOGETHER = 1000


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "unreadable",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_unreadable_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_unreadable")),
    )
    op.add_column("seatings", sa.Column("label", sa.String(length=100), nullable=True))
    op.add_column("tables", sa.Column("host", sa.String(length=16), nullable=True))
    op.add_column("tables", sa.Column("opened_from", sa.String(length=64), nullable=True))
    op.add_column("tables", sa.Column("rules", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("view", sa.Text(), nullable=True))
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
    rows = connection.execute(query).all()
    found = [{"table": row.table_id, "who": who} for row in rows if (who := _host(row.data))]
    for start in range(0, len(found), TOGETHER):
        connection.execute(statement, found[start : start + TOGETHER])


def _host(text: str) -> str | None:
    """Return the host that an entry names; nobody where it cannot be read."""
    try:
        host = json.loads(text)["host"]
    except (ValueError, TypeError, KeyError):
        return None
    return host if isinstance(host, str) and len(host) <= 16 else None


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_index(op.f("ix_tables_opened_from"), "tables")
    op.drop_index("ix_tables_listed", "tables")
    op.create_index("ix_tables_listed", "tables", ["status", "private", "changed"])
    with op.batch_alter_table("tables") as batch_op:
        for name in ("view", "rules", "opened_from", "host"):
            batch_op.drop_column(name)
    with op.batch_alter_table("seatings") as batch_op:
        batch_op.drop_column("label")
    op.drop_table("unreadable")
