"""Drawings as PNG: for chats, which show no SVG."""

from __future__ import annotations

from pathlib import Path

import font_source_sans_pro
import resvg_py

FACE = "Source Sans Pro"
WEIGHTS = ("Regular", "Semibold", "Black")


def png(svg: str) -> bytes:
    """Return an SVG document as a PNG, with letters of our own whatever the machine has."""
    folder = Path(font_source_sans_pro.font_directory)
    fonts = [str(folder / f"SourceSansPro-{weight}.ttf") for weight in WEIGHTS]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, font_files=fonts, font_family=FACE, sans_serif_family=FACE
        )
    )
