"""The language that rules and searches are written in, and the machines it runs on."""
