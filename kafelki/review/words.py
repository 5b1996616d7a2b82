"""The words of a review, and its numbers as people read them."""

from __future__ import annotations

from kafelki.review.model import Review, Step
from kafelki.rules.texts import Text

BAND_NAMES = {
    "none": Text("no error", "bez błędu"),
    "small": Text("small error", "mały błąd"),
    "medium": Text("error", "błąd"),
    "large": Text("large error", "duży błąd"),
}
FORCED = Text("forced", "wymuszony")
OBVIOUS = Text("obvious", "oczywisty")
BEST = Text("best", "najlepszy")

TITLE = Text("Review: {}", "Analiza gry: {}")
CHANCE = Text("chance to win", "szansa na wygraną")
PLACE = Text("expected place", "spodziewane miejsce")
RESULT = Text("expected result", "spodziewany wynik")
PLAYER = Text("player", "gracz")
PLACED = Text("place", "miejsce")
ACCURACY = Text("accuracy", "dokładność")
ERRORS = Text("errors: small, medium, large", "błędy: małe, średnie, duże")
LOST = Text("given away", "oddane")
STARTED = Text("at the start", "na początku")
LUCK = Text("luck", "szczęście")
SKILL = Text("own moves", "własne ruchy")
OTHERS = Text("others' moves", "ruchy innych")
ENDED = Text("at the end", "na końcu")
NET_LUCK = Text("net luck", "szczęście netto")
WITHOUT_LUCK = Text("result without luck", "wynik bez szczęścia")
STRENGTH = Text("plays like level", "gra jak poziom")
DEAREST = Text("dearest move", "najdroższy ruch")
BEST_MOVE = Text("best move", "najlepszy ruch")
TURNING = Text("Turning points", "Punkty zwrotne")
MOVES = Text("Moves", "Ruchy")
DRAWS = Text("Luck", "Szczęście")
SUMMARY = Text("Summary", "Podsumowanie")
GRAPH = Text("How the chances went", "Jak zmieniały się szanse")
NUMBERS = Text("The graph in numbers", "Wykres w liczbach")
AFTER = Text("after event", "po zdarzeniu")
EVENT = Text("event", "zdarzenie")
MOVE = Text("move", "ruch")
LOSS = Text("loss", "strata")
JUDGED = Text("judged", "ocena")
INSTEAD = Text("best moves", "najlepsze ruchy")
DRAWN = Text("drawn", "wylosowano")
ALL = Text("all", "wszyscy")
UNCALIBRATED = Text(
    "The values of such tables were not measured: take them as a guess.",
    "Wartości przy takich stołach nie były mierzone: to tylko przybliżenie.",
)
EXPLAINED = Text(
    "Errors are judged by what the player knew. Luck is how much better a draw was than the mean "
    "of all that could come. At the start + luck + own moves + others' moves = at the end.",
    "Błędy są oceniane według tego, co gracz wiedział. Szczęście mówi, o ile losowanie było lepsze "
    "niż średnia wszystkich możliwych. Na początku + szczęście + własne ruchy + ruchy innych = na "
    "końcu.",
)


def unit(review: Review) -> Text:
    """Return what the values of a review are."""
    if review.players == 1:
        return RESULT
    return CHANCE if review.parties == 2 else PLACE


def value(review: Review, worth: float, language: str) -> str:
    """Return a worth as people read it: 63.2 %, place 1.8, or 21.4 points."""
    said = unit(review)
    if said is CHANCE:
        return _number(100 * worth, language) + " %"
    if said is PLACE:
        return _number(1 + (1 - worth) * (review.parties - 1), language, 2)
    return _number(worth * review.whole, language)


def change(review: Review, difference: float, language: str, error: float = 0.0) -> str:
    """Return a difference of worths, with its sign and ± where it comes of sampling."""
    size = difference * (review.whole if unit(review) is RESULT else 100.0)
    text = _number(size, language, signed=True)
    if error:
        scale = review.whole if unit(review) is RESULT else 100.0
        text += f" ± {_number(1.96 * error * scale, language)}"
    return text


def _number(number: float, language: str, digits: int = 1, *, signed: bool = False) -> str:
    text = f"{number:{'+' if signed else ''}z.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if language == "pl" else text


def name_of(review: Review, seat: int) -> str:
    """Return what a seat is called."""
    return review.names[seat] or str(seat + 1)


def whose(review: Review, step: Step, language: str) -> str:
    """Return who moved, or whom a draw concerned."""
    return ALL.in_language(language) if step.seat < 0 else name_of(review, step.seat)
