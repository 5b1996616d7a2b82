"""The colours around the tiles, in light and in dark, and what can be read on what.

Every element carries its light colour itself and its role as a class; a style sheet
turns the roles dark. So the drawing is right in programs that know no style sheets.
"""

from __future__ import annotations

import re

FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

ROLES: dict[str, tuple[str, str]] = {
    "page": ("#f6f0e4", "#1c1a17"),
    "card": ("#fffcf5", "#292622"),
    "edge": ("#ddd0b9", "#46413a"),
    "board": ("#d3c19d", "#3a352d"),
    "rim": ("#b8a378", "#5a5245"),
    "joint": ("#4d4335", "#d8ccb6"),
    "cell": ("#fbf7ee", "#57503f"),
    "cell-outer": ("#f2eadb", "#4e4738"),
    "cell-outmost": ("#e8dcc6", "#464032"),
    "table": ("#ebe2d0", "#2a2723"),
    "slot": ("#efe7d8", "#38342e"),
    "slot-edge": ("#d6c8ae", "#57514a"),
    "ink": ("#2a251f", "#f4eee2"),
    "muted": ("#75695a", "#b3a793"),
    "label": ("#6b5c40", "#b9ab8f"),
    "paper": ("#fffdf8", "#1c1a17"),
    "back": ("#5c5347", "#776c5c"),
    "back-mark": ("#8d8272", "#a1957f"),
}
"""By role: the light colour and the dark one."""

LIGHT_INK, DARK_INK = "#fffdf8", "#211c17"
"""What symbols are drawn in, on whichever fill it shows better."""


def filled(role: str) -> dict[str, str]:
    """Return the attributes of something filled in the colour of a role."""
    return {"class_": f"f-{role}", "fill": ROLES[role][0]}


def surface(fill: str, stroke: str) -> dict[str, str]:
    """Return the attributes of something filled in one role and outlined in another."""
    return {"class_": f"f-{fill} s-{stroke}", "fill": ROLES[fill][0], "stroke": ROLES[stroke][0]}


def outlined(role: str) -> dict[str, str]:
    """Return the attributes of a line in the colour of a role."""
    return {"class_": f"s-{role}", "fill": "none", "stroke": ROLES[role][0]}


def style_sheet() -> str:
    """Return the rules that turn the roles dark where the reader prefers that."""
    rules = "".join(
        f".kafelki .f-{role}{{fill:{dark}}}.kafelki .s-{role}{{stroke:{dark}}}"
        for role, (_, dark) in ROLES.items()
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def channels(colour: str) -> tuple[float, ...]:
    """Return the red, green and blue of "#rrggbb", each from 0 to 1."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise ValueError(f"{colour!r} is not a colour such as '#1f5fa8'")
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))


def luminance(colour: str) -> float:
    """Return how light a colour is, as WCAG defines it.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def ink_on(fill: str) -> str:
    """Return the ink, light or dark, that shows better on a fill."""
    return max((LIGHT_INK, DARK_INK), key=lambda ink: contrast(fill, ink))


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour the given share of the way from one to the other.

    >>> mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + share * (b - a))):02x}" for a, b in pairs)


def shaded(fill: str, share: float) -> str:
    """Return a fill darkened to a share of its light.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    return mixed("#000000", fill, share)
