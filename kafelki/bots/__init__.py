"""Players: what a bot is given, what it answers, and the bots there are."""
