"""How members' names look, by all their letters: capitals of other alphabets look Latin, too."""

import sqlalchemy as sa
from alembic import op

from kafelki.server.storage.migrations.versions.people import note_looks

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Go to this version."""
    people = sa.table("people", sa.column("looks"))
    op.get_bind().execute(sa.update(people).values(looks=None))
    note_looks(op.get_bind())
