"""Training: how the networks of the bots are made."""
