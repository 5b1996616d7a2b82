"""The games that come with Kafelki: a folder each, with all that is about that game alone.

They are found like those of other people's packages (`kafelki.rules.registry`).
"""
