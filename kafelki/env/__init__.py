"""A table of a game as an environment, by the interfaces that researchers know.

Each module is a thin adapter: `aec` and `parallel` to PettingZoo, `points` to MOMAland, where
rewards are vectors, `seat` and `vector` to Gymnasium, `openspiel` to OpenSpiel. They need
``pip install 'kafelki[env]'``, the last one 'kafelki[openspiel]'.
"""
