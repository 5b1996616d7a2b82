"""AXIO: a square board, pyramids, and the weakest colour that decides."""
