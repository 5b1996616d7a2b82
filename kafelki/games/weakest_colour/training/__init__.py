"""How the networks of AXIO and Geniusz are made."""
