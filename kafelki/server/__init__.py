"""The server: tables, people, live updates and storage, around the same rules and views."""
