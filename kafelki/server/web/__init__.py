"""The server's outside: HTTP, the socket, and what guards them."""
