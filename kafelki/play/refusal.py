"""What Kafelki says when something cannot be done: what, why, and by which rule."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.rules.contract import RECORD_RULE, NotationError
from kafelki.rules.texts import Text


class Refusal(ValueError):
    """An event, a record or a setting that is refused; nothing was changed.

    `rule` is the id of the rule that forbids it ("RECORD" where no rule of the
    game does), `event` the number of the event, where there is one.
    """

    def __init__(
        self,
        text: Text | str,
        rule: str = RECORD_RULE,
        event: int | None = None,
        *,
        polish: str = "",
    ) -> None:
        self.text = Text(text, polish or text) if isinstance(text, str) else text
        self.rule = rule
        self.event = event
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        """Return the whole message in "en" or "pl"."""
        at = "" if self.event is None else Text("event", "zdarzenie").in_language(language)
        at = at and f"{at} {self.event}: "
        return f"{at}{self.text.in_language(language)} ({self.rule})"

    def at(self, event: int) -> Refusal:
        """Return the same refusal, said of an event."""
        return Refusal(self.text, self.rule, event)

    def __reduce__(self) -> tuple[type[Refusal], tuple[Text, str, int | None]]:
        return Refusal, (self.text, self.rule, self.event)


def understood(number_of: Callable[[str], int], text: str) -> int:
    """Return the number of the move or outcome that a text stands for; Refusal if it is none."""
    try:
        return number_of(text)
    except NotationError as wrong:
        raise Refusal(wrong.text, wrong.rule) from None
