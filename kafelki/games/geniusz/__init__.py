"""Geniusz: a hexagonal board, alone, against others or in pairs; the weakest colour decides."""
