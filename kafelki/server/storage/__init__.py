"""Where everything is kept: SQLite by default, PostgreSQL when told so."""
