"""A load test with real sockets and real games: how much a server holds."""
