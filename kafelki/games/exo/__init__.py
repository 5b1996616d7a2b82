"""EXO: two symbols, tiles on tiles, five in a row."""
