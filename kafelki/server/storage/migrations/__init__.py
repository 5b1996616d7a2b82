"""Steps that bring a database from each version of its tables to the next."""
