"""A game against bots with typed moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from kafelki.bots.guarded import Guarded
from kafelki.bots.preparing import is_compiled, prepare_bot, searches
from kafelki.bots.protocol import Turn
from kafelki.bots.registry import bot_named
from kafelki.play.chance import drawn_to_start
from kafelki.play.game import Game, Move
from kafelki.play.header import Header
from kafelki.play.record import LOT, save
from kafelki.play.refusal import Refusal
from kafelki.play.view import event_views, view
from kafelki.rules.contract import RECORD_RULE
from kafelki.rules.texts import Text
from kafelki.terminal.board import board_text

HELP = Text(
    "Type a move such as {example}. Other commands:\n"
    "  moves [TEXT]  list the legal moves (those that contain TEXT)\n"
    "  why MOVE      show what a move would score\n"
    "  board         show the board again\n"
    "  save FILE     write the record so far\n"
    "  quit          leave the game",
    "Wpisz ruch, na przykład {example}. Inne polecenia:\n"
    "  moves [TEKST]  dozwolone ruchy (te, które zawierają TEKST)\n"
    "  why RUCH       ile punktów dałby ruch\n"
    "  board          pokaż planszę jeszcze raz\n"
    "  save PLIK      zapisz dotychczasowy przebieg gry\n"
    "  quit           zakończ",
)
YOU_START = Text("Drawn by lot: you start.", "Losowanie: zaczynasz.")
OTHER_STARTS = Text("Drawn by lot: {name} starts.", "Losowanie: zaczyna {name}.")
PROMPT = Text("your move (or help): ", "twój ruch (albo help): ")
SAVE_WHERE = Text(
    "save FILE keeps the record, which now can be verified (or Enter): ",
    "save PLIK zachowa zapis gry, który można już sprawdzić (albo Enter): ",
)
GOODBYE = Text("Goodbye!", "Do zobaczenia!")
SAVED = Text("Saved to {path}.", "Zapisano w {path}.")
NO_FILE = Text("Say in which file: save FILE", "Podaj plik: save PLIK")
NOT_SAVED = Text("{path} could not be saved: {why}", "Nie udało się zapisać {path}: {why}")
NOTHING_LISTED = Text("No legal move contains that.", "Żaden dozwolony ruch tego nie zawiera.")
MORE_MOVES = Text(
    "… and {count} more: moves TEXT lists those that contain TEXT",
    "… i jeszcze {count}: moves TEKST pokaże te, które zawierają TEKST",
)
SCORES_NOTHING = Text("It scores nothing now.", "Nie daje teraz punktów.")
POINTS_FOR = {"round": Text("round", "runda"), "lines": Text("lines", "linie")}
EXTRA_TURNS = {
    "turn": Text("extra turns", "dodatkowe tury"),
    "move": Text("extra tiles", "dodatkowe ruchy"),
}
"""As the booklet of each game calls them."""
WINS = Text("it wins the game", "wygrywa grę")
LOSES = Text("it wins the game for the opponent!", "wygrywa grę dla przeciwnika!")
ENDS = Text("it ends the game", "kończy grę")
BOT_FAILED = Text(
    "The bot failed, another move was played for it: {fault}",
    "Bot zawiódł, zagrano za niego inny ruch: {fault}",
)
PREPARING = Text(
    "Preparing the bot: about {seconds} s, once.",
    "Przygotowuję bota: potrwa to około {seconds} s, tylko ten jeden raz.",
)
COMPILING_TIME = 30  # seconds; games differ by less than machines do
MOST_LISTED = 60


def seated_game(
    header: Header, seats: Sequence[Mapping[str, Any]], seed: bytes, first: int | None = None
) -> tuple[Game, int]:
    """Return a game that deals by itself, and the seat of the first of those who are seated.

    Who starts has seat 0.
    `first` says which of them starts; by default it is drawn by lot, which the record then says.
    """
    if first is not None and first >= header.players:
        raise Refusal(f"there is nobody of number {first} to start: 0 to {header.players - 1}")
    by_lot = first is None and header.has_a_first
    if first is None:
        first = drawn_to_start(seed, b"", header.players) if by_lot else 0
    order = [*seats[first:], *seats[:first]]
    game = Game(header, seats=order, seed=seed, deals=True)
    if by_lot:
        game.extra[LOT] = first
    return game, -first % header.players


class TypedGame:
    """One person at a seat against bots; what is said and asked goes through two functions."""

    def __init__(
        self,
        game: Game,
        bot: str,
        language: str,
        say: Callable[[str], None],
        ask: Callable[[str], str],
        seat: int = 0,
    ) -> None:
        self.game = game
        self.seat = seat
        self.bot = Guarded(
            bot_named(bot, game.header.game), lambda fault: self._say(BOT_FAILED, fault=fault), bot
        )
        self.bot_name = bot
        self.random = Random()
        self.language = language
        self.called = ""
        """What the last to move has called, with a space before it."""
        self.say = say
        self.ask = ask

    def _say(self, text: Text, **words: object) -> None:
        self.say(text.in_language(self.language).format(**words))

    def run(self) -> None:
        """Play until the game is over, or the person leaves."""
        self._prepare()
        self._tell_who_starts()
        self._show()
        while not self.game.over:
            if self.seat not in self.game.to_act:
                self._bots_move()
                continue
            try:
                line = self.ask(PROMPT.in_language(self.language)).strip()
            except (EOFError, KeyboardInterrupt):
                line = "quit"
            if line in ("quit", "exit", "q"):
                self._say(GOODBYE)
                return
            self._obey(line)
        self._offer_record()

    def _offer_record(self) -> None:
        """Save the record where somebody wants it: the seed in it proves the lot and the draws."""
        try:
            command, _, path = self.ask(SAVE_WHERE.in_language(self.language)).partition(" ")
        except (EOFError, KeyboardInterrupt):
            return
        if command == "save":
            self._save(path.strip())

    def _tell_who_starts(self) -> None:
        if LOT in self.game.extra:
            told = YOU_START if self.seat == 0 else OTHER_STARTS
            self._say(told, name=self.game.seats[0]["name"])

    def _prepare(self) -> None:
        """Compile what the bot needs before it is its turn, with a word about it."""
        game = self.game.header.game
        if not searches(self.bot.bot):
            return
        if not is_compiled(self.bot_name, game):
            self._say(PREPARING, seconds=COMPILING_TIME)
        prepare_bot(self.bot_name, game)

    def _bots_move(self) -> None:
        for seat in self.game.to_act:
            number = len(self.game.events)
            self._play(self.bot.choose(Turn(self.game, seat, self.random)), seat)
            if not self.game.rules.simultaneous:
                self._tell(number)
        if self.game.over or self.seat in self.game.to_act:
            self._show()

    def _tell(self, number: int) -> None:
        """Say what somebody did, and the tiles they showed: the board is seen only later."""
        for told in event_views(self.game, self.seat, [number]):
            shown = f" ({' '.join(told['shown'])})" if "shown" in told else ""
            self.say(f"{self.game.seats[told['seat']]['name']}: {told['move']}{shown}{self.called}")

    def _play(self, move: str | Move, seat: int) -> None:
        """Play a move; what its player calls with it is kept in `called`."""
        call = self.game.rules.call
        earned = call is not None and self.game.explain(move, seat).extra_turns > 0
        self.called = f" {call.in_language(self.language)}" if call and earned else ""
        self.game.play(move, seat)

    def _obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        if command in ("help", "?", ""):
            example = self.game.legal_texts(self.seat)[0]
            self._say(HELP, example=example)
        elif command == "moves":
            self._list(rest)
        elif command == "board":
            self._show()
        elif command == "save":
            self._save(rest)
        else:
            try:
                if command == "why":
                    self._explain(rest)
                else:
                    self._play(line, self.seat)
                    if self.called:
                        self.say(self.called.strip())
                    if self.seat in self.game.to_act or self.game.over:
                        self._show()
            except Refusal as refusal:
                # A rule is named where one of the game forbids it.
                why: Text | Refusal = refusal.text if refusal.rule == RECORD_RULE else refusal
                self.say(why.in_language(self.language))

    def _list(self, part: str) -> None:
        found = [text for text in self.game.legal_texts(self.seat) if part in text]
        if not found:
            self._say(NOTHING_LISTED)
        for k in range(0, min(len(found), MOST_LISTED), 6):
            self.say("  ".join(f"{text:11}" for text in found[k : k + 6]).rstrip())
        if len(found) > MOST_LISTED:
            self._say(MORE_MOVES, count=len(found) - MOST_LISTED)

    def _explain(self, move: str) -> None:
        why = self.game.explain(move, self.seat)
        parts = [
            f"{self._name_of(what)} {points:+}" for what, points in why.points.items() if points
        ]
        parts += [f"{line.of}: {' '.join(line.cells)}" for line in why.lines]
        parts += [f"^ {pyramid.cell}" for pyramid in why.pyramids]
        parts += [f"{area.of} ({len(area.cells)}): {' '.join(area.cells)}" for area in why.areas]
        if why.extra_turns:
            extra = EXTRA_TURNS[self.game.rules.extra or "turn"].in_language(self.language)
            parts.append(f"{extra}: {why.extra_turns}")
        if why.winner is not None:
            won = WINS if why.winner == self.seat else LOSES
            parts.append(won.in_language(self.language))
        elif why.ends:
            parts.append(ENDS.in_language(self.language))
        self.say("; ".join(parts) or SCORES_NOTHING.in_language(self.language))

    def _name_of(self, what: str) -> str:
        return POINTS_FOR[what].in_language(self.language) if what in POINTS_FOR else what

    def _save(self, path: str) -> None:
        if not path:
            self._say(NO_FILE)
            return
        try:
            save(self.game, Path(path))
        except (OSError, ValueError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            self._say(NOT_SAVED, path=path, why=why)
        else:
            self._say(SAVED, path=path)

    def _show(self) -> None:
        self.say("")
        self.say(board_text(view(self.game, self.seat), self.language))
