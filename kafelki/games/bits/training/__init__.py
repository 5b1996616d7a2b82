"""How the numbers that the bots of Bits think with are made."""
