"""Tables that people are at now: who listens, who is here, and telling them what happened."""
