"""A table as a fold over its log: who sits where, what is played, agreed and refused. No I/O."""
