"""How much people can add to a table's log without the game going on: enough, but not endless."""

from __future__ import annotations

from kafelki.server.denial import conflict
from kafelki.server.table.entries import Kind
from kafelki.server.table.state import TableState

ASKED = 3
"""Proposals of one person between two moves, and after the game."""
ASKED_IN_ALL = 100
TAKEN_BACK = 100
SEATED = 5
"""Times that one person may sit down at a table."""
CHANGED = 200
"""Changes of seats by the host; additions to the chance of the game."""
SAID = 5000
"""What all say at a table."""


def check_asking(state: TableState, person: str) -> None:
    """Raise Denial unless somebody may ask the others for something once more."""
    asked = [
        entry.number
        for entry in state.entries
        if entry.kind == "propose" and entry.data["person"] == person
    ]
    last = state.event_entries[-1] if state.event_entries else 0
    if len(asked) >= ASKED_IN_ALL:
        raise conflict(
            "You have asked a hundred times in this game: that is enough.",
            "W tej grze padło już sto twoich próśb: wystarczy.",
        )
    if sum(number > last for number in asked) < ASKED:
        return
    if state.status == "over":
        raise conflict(
            "You have asked three times already.", "Padły już trzy twoje prośby: wystarczy."
        )
    raise conflict(
        "You have asked three times since the last move. Ask again after the next one.",
        "Od ostatniego ruchu padły już trzy twoje prośby. Poproś znowu po następnym.",
    )


def check_take_backs(state: TableState) -> None:
    """Raise Denial where as much was taken back as may be."""
    if state.taken_back >= TAKEN_BACK:
        raise conflict(
            "A hundred moves have been taken back in this game: that is enough.",
            "W tej grze cofnięto już sto ruchów: wystarczy.",
        )


def check_sitting(state: TableState, person: str) -> None:
    """Raise Denial unless somebody may sit down once more."""
    before = sum(entry.kind == "sit" and entry.data["person"] == person for entry in state.entries)
    if before >= SEATED:
        raise conflict(
            "You have sat down at this table five times already: that is enough.",
            "Przy tym stole można usiąść najwyżej pięć razy.",
        )


def check_seats(state: TableState) -> None:
    """Raise Denial unless the host may change a seat once more."""
    if _count(state, "fill") >= CHANGED:
        raise conflict(
            "The seats have been changed too often. Start the game, or open another table.",
            "Miejsca zmieniano już zbyt wiele razy. Zacznij grę albo otwórz inny stół.",
        )


def check_salts(state: TableState) -> None:
    """Raise Denial unless something may be added to the chance of the game once more."""
    if _count(state, "salt") >= CHANGED:
        raise conflict(
            "Enough has been added to the chance of this game.",
            "Do losowania tej gry dodano już dość.",
        )


def check_talking(state: TableState) -> None:
    """Raise Denial where as much was said as a log holds."""
    if _count(state, "chat") >= SAID:
        raise conflict("The chat of this table is full.", "Czat tego stołu jest pełny.")


def _count(state: TableState, kind: Kind) -> int:
    return sum(entry.kind == kind for entry in state.entries)
