"""What is settled before a game starts: which game, for how many, by which options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kafelki.play.refusal import Refusal
from kafelki.rules.contract import Rules
from kafelki.rules.registry import GAMES, UnknownGame, rules_of
from kafelki.rules.texts import Text, polish_quoted


@dataclass(frozen=True)
class Header:
    """A game that can be set up: valid by construction."""

    game: str
    players: int
    variant: str = "standard"
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            rules = rules_of(self.game)
        except UnknownGame as unknown:
            polish = f"Nie ma gry {polish_quoted(self.game)}: są gry {', '.join(GAMES)}."
            raise Refusal(Text(str(unknown), polish)) from None
        _check_seating(rules, self.players, self.variant)
        _check_options(rules, self.variant, self.options)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_of(self.game)

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Players, variant and options as `Kernels.set_up` takes them, variants as first listed."""
        variants = list(dict.fromkeys(seating.variant for seating in self.rules.seatings))
        options = self.rules.option_number(self.options)
        return self.players, variants.index(self.variant), options

    @property
    def has_a_first(self) -> bool:
        """Whether one of several players is the first to move: not where all act at once."""
        return self.players > 1 and not self.rules.simultaneous

    @cached_property
    def teams(self) -> bool:
        """Whether seats 0 and 2 play together against 1 and 3."""
        return any(
            seating.teams
            for seating in self.rules.seatings
            if (seating.players, seating.variant) == (self.players, self.variant)
        )


_OR = ("or", "lub")


def _check_seating(rules: Rules, players: int, variant: str) -> None:
    if type(players) is not int:
        raise Refusal(
            f"the number of players must be a whole number, not {players!r}",
            polish=f"liczba graczy musi być liczbą całkowitą, a nie {players!r}",
        )
    if any((seating.players, seating.variant) == (players, variant) for seating in rules.seatings):
        return
    counts = [seating.players for seating in rules.seatings if seating.variant == variant]
    if not counts:
        known = ", ".join(sorted({seating.variant for seating in rules.seatings}))
        raise Refusal(
            f"{rules.id} has no variant {variant!r}; it has: {known}",
            polish=f"{rules.id} nie ma wariantu {polish_quoted(variant)}; ma: {known}",
        )
    *others, last = (str(count) for count in sorted(counts))
    allowed = [f"{', '.join(others)} {either} {last}" if others else last for either in _OR]
    raise Refusal(
        f"{rules.id} ({variant}) is for {allowed[0]} players, not {players}",
        polish=f"{rules.id} ({variant}): liczba graczy to {allowed[1]}, a nie {players}",
    )


def _check_options(rules: Rules, variant: str, options: Mapping[str, Any]) -> None:
    if not isinstance(options, Mapping):
        raise Refusal(
            f"options must be an object, not {options!r}",
            polish=f"opcje muszą być obiektem, a nie {options!r}",
        )
    known = {option.name: option for option in rules.options if variant in option.variants}
    for name, value in options.items():
        if name not in known:
            has = ", ".join(known)
            raise Refusal(
                f"{rules.id} ({variant}) has no option {name!r}; it has: {has or 'none'}",
                polish=f"{rules.id} ({variant}) nie ma opcji {polish_quoted(name)}; "
                f"ma: {has or 'żadnej'}",
            )
        values = known[name].values
        if not any(type(value) is type(each) and value == each for each in values):
            listed = ", ".join(
                str(each) for each in sorted(values, key=lambda each: (str(type(each)), each))
            )
            raise Refusal(
                f"option {name!r} cannot be {value!r}; it can be: {listed}",
                polish=f"opcja {polish_quoted(name)} nie może mieć wartości {value!r}; "
                f"może mieć: {listed}",
            )
