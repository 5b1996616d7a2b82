"""Words that can be found again, names that look alike, and what operators do about people."""

import json

import sqlalchemy as sa
from alembic import op

from kafelki.server.storage.columns import of_table

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "visits",
        sa.Column("person", sa.String(16), primary_key=True),
        of_table(primary_key=True, index=True),
    )
    op.create_table(
        "rewritten",
        sa.Column("id", sa.Integer, primary_key=True),
        of_table(nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "actions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.String(100), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("person", sa.String(16), index=True),
        sa.Column("table_id", sa.String(16)),
        sa.Column("report", sa.Integer),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.String(300), nullable=False),
    )
    op.add_column("people", sa.Column("looks", sa.String(200)))
    op.add_column("people", sa.Column("muted_until", sa.BigInteger))
    op.add_column("people", sa.Column("banned_until", sa.BigInteger))
    op.create_index(op.f("ix_people_looks"), "people", ["looks"], unique=True)
    op.add_column("reports", sa.Column("resolved", sa.BigInteger))
    _note_visits(op.get_bind())
    note_looks(op.get_bind())


def _note_visits(connection: sa.Connection) -> None:
    """Say who has ever been at which table."""
    entries = sa.table("entries", *map(sa.column, ("table_id", "kind", "data")))
    visits = sa.table("visits", sa.column("person"), sa.column("table_id"))
    query = sa.select(entries.c.table_id, entries.c.kind, entries.c.data).where(
        entries.c.kind.in_(["open", "sit", "fill", "chat"])
    )
    found = {
        (person, row.table_id)
        for row in connection.execute(query)
        for person in _people_in(row.kind, row.data)
    }
    rows = [{"person": person, "table_id": table} for person, table in sorted(found)]
    if rows:
        connection.execute(sa.insert(visits), rows)


def _people_in(kind: str, text: str) -> set[str]:
    try:
        data = json.loads(text)
        if kind == "open":
            return {seat["person"] for seat in data["seats"] if "person" in seat}
        seat = data["with"] if kind == "fill" else data
        return {seat["person"]} if "person" in seat else set()
    except (ValueError, KeyError, TypeError):  # an entry that nobody can read names nobody
        return set()


def note_looks(connection: sa.Connection) -> None:
    """Say how members' names look: who was first keeps a name that looks like another's."""
    from kafelki.server.names import skeleton

    people = sa.table("people", *map(sa.column, ("id", "name", "account", "created", "looks")))
    query = sa.select(people.c.id, people.c.name).where(people.c.account.is_not(None))
    seen: set[str] = set()
    for row in connection.execute(query.order_by(people.c.created)).all():
        looks = skeleton(row.name)
        if looks not in seen:
            seen.add(looks)
            connection.execute(sa.update(people).where(people.c.id == row.id).values(looks=looks))
