"""A game in progress: its events, records, views, and the chance that is fair to all."""
