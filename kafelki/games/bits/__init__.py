"""Bits: tiles slide down ramps, everybody at once, towards areas of four."""
