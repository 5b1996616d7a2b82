"""Kolorowy zawrót głowy: colours and shapes on an open table, and a bank to take from."""
