"""Tables of games as environments: the interfaces that researchers know."""
