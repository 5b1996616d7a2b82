"""A view of a game as plain text: boards, hands and scores for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.drawing.words import place
from kafelki.rules.contract import Rules
from kafelki.rules.registry import rules_of
from kafelki.rules.texts import Text

TASKS = Text("tasks", "zadania")
YOUR_TILE = Text("your tile", "twój kafelek")
BANK = Text("bank", "bank")
OVER = Text("The game is over", "Koniec gry")
SHOWN = Text("shown for the swap by {name}: {tiles}", "pokazane przed wymianą, {name}: {tiles}")


def board_text(view: Mapping[str, Any], language: str = "en") -> str:
    """Return what a viewer sees: the board, then a line a seat with scores and tiles."""
    rules = rules_of(view["game"])
    area = view.get("area") or list(rules.appearance.places)
    if isinstance(view["cells"], list):
        board = _boards(area, view, language)
    elif rules.appearance.cell == "hexagon":
        board = _hexagons(rules, area, view)
    elif area:
        board = _squares(area, view["cells"], _marked(view))
    else:
        board = _without_edge(view, language)
    return "\n".join(line.rstrip() for line in [*board, "", *_seats(rules, view, language)])


def _marked(view: Mapping[str, Any]) -> list[str]:
    return view["last"]["cells"] if view["last"] else []


def _cell(text: str, marked: bool) -> str:
    """Return a cell of four columns; the last move stands in brackets."""
    return f"[{text}]".rjust(4) if marked else f"{text} ".rjust(4)


def _squares(area: list[str], cells: Mapping[str, str], marked: list[str]) -> list[str]:
    columns = sorted({name[0] for name in area})
    rows = sorted({int(name[1:]) for name in area}, reverse=True)
    lines = []
    for row in rows:
        names = [f"{column}{row}" for column in columns]
        line = "".join(_cell(cells.get(name, "."), name in marked) for name in names)
        lines.append(f"{row:3} {line}")
    return [*lines, "    " + "".join(f"{column} ".rjust(4) for column in columns)]


def _hexagons(rules: Rules, area: list[str], view: Mapping[str, Any]) -> list[str]:
    places = rules.appearance.places
    left = min(places[name][0] for name in area)
    marked = _marked(view)
    lines = []
    for row in sorted({name[0] for name in area}, reverse=True):
        names = [name for name in area if name[0] == row]
        indent = round((places[names[0]][0] - left) * 4)
        line = "".join(_cell(view["cells"].get(name, "."), name in marked) for name in names)
        ends = f"{names[0]}–{names[-1]}"
        lines.append(f"{ends:8}{' ' * indent}{line}".rstrip())
    return lines


def _boards(area: list[str], view: Mapping[str, Any], language: str) -> list[str]:
    """Return each seat's own board, side by side, and what there is to do on them."""
    last = view["last"]
    blocks = []
    for seat, cells in enumerate(view["cells"]):
        marked = _marked(view) if last and last["seat"] == seat else []
        blocks.append([f"    {seat}".ljust(20), *_squares(area, cells, marked)])
    lines = ["".join(parts) for parts in zip(*blocks, strict=True)]
    if "tasks" not in view:
        return lines
    tile = view["tile"][view["viewer"]] if isinstance(view["viewer"], int) else None
    tasks = f"{TASKS.in_language(language)}: {', '.join(view['tasks']) or '–'}"
    return [*lines, "", f"{tasks}   {YOUR_TILE.in_language(language)}: {tile}" if tile else tasks]


def _without_edge(view: Mapping[str, Any], language: str) -> list[str]:
    at = {_place_of(name): tile for name, tile in view["cells"].items()}
    bank = (
        [f"{BANK.in_language(language)}: {' '.join(view['bank']) or '–'}"] if "bank" in view else []
    )
    if not at:
        return ["–", "", *bank]
    marked = set(map(_place_of, _marked(view)))
    columns = range(min(x for x, _ in at) - 1, max(x for x, _ in at) + 2)
    rows = range(max(y for _, y in at) + 1, min(y for _, y in at) - 2, -1)
    lines = [
        f"{y:3} " + "".join(_cell(at.get((x, y), "."), (x, y) in marked) for x in columns)
        for y in rows
    ]
    return [*lines, "    " + "".join(f"{x} ".rjust(4) for x in columns), "", *bank]


def _place_of(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(",")))


def _seats(rules: Rules, view: Mapping[str, Any], language: str) -> list[str]:
    lines = []
    for seat, hand in enumerate(view["hands"]):
        turn = "►" if seat in view["to_act"] else " "
        score = _score(rules, view["scores"][seat])
        tiles = " ".join([*hand["tiles"], *["▒▒"] * hand["hidden"]])
        lines.append(f"{turn} {seat} {_name(view, seat)} {score}   {tiles}".rstrip())
    if view.get("swapped"):
        swapped = view["swapped"]
        name = str(view["seats"][swapped["seat"]].get("name", swapped["seat"]))[:20]
        shown = SHOWN.in_language(language)
        lines.append(f"  {shown.format(name=name, tiles=' '.join(swapped['tiles']))}")
    if view["result"]:
        reason = rules.endings[view["result"]["reason"]].in_language(language)
        lines.append(f"{OVER.in_language(language)}: {reason}.")
        lines += [
            f"  {seat} {_name(view, seat)} {place(number, language)}"
            for seat, number in enumerate(view["result"]["places"])
        ]
        if "title" in view["result"]:
            lines.append(f"  {view['result']['title'][language]}")
    return lines


def _name(view: Mapping[str, Any], seat: int) -> str:
    return f"{str(view['seats'][seat].get('name', ''))[:20]:20}"


def _score(rules: Rules, numbers: list[int]) -> str:
    letters = list(rules.appearance.colours)
    if len(numbers) == len(letters) and not rules.appearance.shapes:
        return " ".join(
            f"{letter}{number:<2}" for letter, number in zip(letters, numbers, strict=True)
        )
    first, *others = numbers
    return f"{first}{''.join(f'{number:+}' for number in others)}"
