"""How Alembic runs our migrations: on the connection that it is handed, in its transaction."""

from alembic import context

from kafelki.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot change a column in place
)
with context.begin_transaction():
    context.run_migrations()
