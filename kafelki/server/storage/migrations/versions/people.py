"""Words that can be found again, names that look alike, and what operators do about people."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TOGETHER = 1000


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "visits",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_visits_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "table_id", name=op.f("pk_visits")),
    )
    op.create_index(op.f("ix_visits_table_id"), "visits", ["table_id"])
    op.create_table(
        "rewritten",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_rewritten_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rewritten")),
    )
    op.create_index(op.f("ix_rewritten_time"), "rewritten", ["time"])
    op.create_table(
        "actions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("operator", sa.String(length=100), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("report", sa.Integer(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.String(length=300), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_actions")),
    )
    op.create_index(op.f("ix_actions_person"), "actions", ["person"])
    op.add_column("people", sa.Column("looks", sa.String(length=200), nullable=True))
    op.add_column("people", sa.Column("muted_until", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("banned_until", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_people_looks"), "people", ["looks"], unique=True)
    op.add_column("reports", sa.Column("resolved", sa.BigInteger(), nullable=True))
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
    for k in range(0, len(rows), TOGETHER):
        connection.execute(sa.insert(visits), rows[k : k + TOGETHER])


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


def downgrade() -> None:
    """Go back to the version before."""
    with op.batch_alter_table("reports") as batch_op:
        batch_op.drop_column("resolved")
    op.drop_index(op.f("ix_people_looks"), "people")
    with op.batch_alter_table("people") as batch_op:
        batch_op.drop_column("banned_until")
        batch_op.drop_column("muted_until")
        batch_op.drop_column("looks")
    for table in ("actions", "rewritten", "visits"):
        op.drop_table(table)
