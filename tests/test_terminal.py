"""The games in a terminal: boards as text, and whole games with typed moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from kafelki.play.chance import drawn_to_start
from kafelki.play.game import Game, Refusal, new_game
from kafelki.play.header import Header
from kafelki.play.record import LOT, load, parse_record, parse_text, read_texts
from kafelki.play.view import EVERYTHING, view
from kafelki.rules.contract import Explanation
from kafelki.rules.registry import all_seatings
from kafelki.terminal import progress as progress_module
from kafelki.terminal.board import board_text
from kafelki.terminal.progress import progress
from kafelki.terminal.typed_game import TypedGame, seated_game
from tests.games.examples import (
    AT_ONCE,
    WITH_PAIRS,
    WITH_RACKS,
    WITH_RACKS_SWAP_OFFERED,
    WITHOUT_BOARD,
    WITHOUT_CHANCE,
)
from tests.play.test_chance import played
from tests.play.test_record import record, replayed

SEATINGS = [(game, seating.players, seating.variant) for game, seating in all_seatings()]
NAMES = ["Ania", "Kasia", "Julia", "Feliks"]


def shown(game: Game, viewer: int | str | None = EVERYTHING, language: str = "en") -> list[str]:
    return board_text(view(game, viewer), language).split("\n")


def with_names(game: Game) -> Game:
    game.seats = [{"name": name} for name in NAMES[: game.header.players]]
    return game


class TestBoards:
    @pytest.mark.parametrize(("game", "players", "variant"), SEATINGS)
    def test_eighty_columns_are_enough(self, game: str, players: int, variant: str) -> None:
        whole = with_names(played(game, players, variant, number=3))
        for after in range(0, len(whole.events) + 1, 9):
            whole.go_to(after)
            for viewer in (None, EVERYTHING, 0):
                lines = shown(whole, viewer, "pl")
                assert max(len(line) for line in lines) <= 80
                assert all(line == line.rstrip() for line in lines)

    def test_a_seat_may_have_no_name_or_a_long_one(self) -> None:
        game = new_game(WITHOUT_CHANCE, seats=[{}, {"name": "Ania " * 20}])
        assert shown(game)[-2:] == ["► 0                      0", "  1 Ania Ania Ania Ania  0"]


# Typed games


class Person:
    """Answers from a list, or by a function of the game; keeps what was said."""

    def __init__(self, *answers: str) -> None:
        self.answers = iter(answers)
        self.said: list[str] = []
        self.prompts: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    def plays(self, game: Game, language: str = "en") -> str:
        TypedGame(game, "random", language, self.say, self.ask).run()
        return "\n".join(self.said)


def legal_answers(game: Game, seat: int = 0) -> Iterator[str]:
    """Yield legal moves of a seat, for as long as the game goes on."""
    random = Random(1)
    while not game.over:
        yield random.choice(game.legal_texts(seat))


@pytest.mark.parametrize(("game", "players", "variant"), SEATINGS)
def test_a_whole_game_can_be_typed(game: str, players: int, variant: str) -> None:
    language = "pl" if players == 2 else "en"
    started = with_names(new_game(game, players, variant, seed=2))
    person = Person()
    person.answers = legal_answers(started)
    said = person.plays(started, language)
    assert started.over
    assert started.result is not None
    assert ("The game is over" if language == "en" else "Koniec gry") in said
    moves = [event for event in started.events if event.seat == 0 and not event.is_chance]
    assert len(person.prompts) == len(moves) + 1  # the last is for the record
    if game != AT_ONCE and players > 1:
        assert "\nKasia: " in said


def without_chance(*answers: str, language: str = "en") -> tuple[Game, str]:
    """Return a game after some answers, and what was said after the first board."""
    game = Game(WITHOUT_CHANCE, seats=[{"name": "Ania"}, {"name": "random 1"}])
    person = Person(*answers)
    person.plays(game, language)
    return game, "\n".join(person.said[2:])


class TestCommands:
    @pytest.mark.parametrize("word", ["quit", "exit", "q", " quit "])
    def test_leaving(self, word: str) -> None:
        assert without_chance(word)[1] == "Goodbye!"
        assert without_chance(word, language="pl")[1] == "Do zobaczenia!"

    def test_the_end_of_input_leaves_too(self) -> None:
        game, said = without_chance()
        assert said == "Goodbye!"
        assert game.events == ()

    def test_an_interruption_leaves_too(self) -> None:
        def interrupt(prompt: str) -> str:
            raise KeyboardInterrupt

        person = Person()
        TypedGame(Game(WITHOUT_CHANCE), "random", "en", person.say, interrupt).run()
        assert person.said[-1] == "Goodbye!"

    @pytest.mark.parametrize("word", ["help", "?", ""])
    def test_help_has_an_example_that_can_be_played(self, word: str) -> None:
        said = without_chance(word)[1]
        example = said.split("\n")[0].removeprefix("Type a move such as ").split(".")[0]
        Game(WITHOUT_CHANCE).play(example)
        for command in ("moves", "why", "board", "save", "quit"):
            assert f"  {command}" in said
        assert without_chance(word, language="pl")[1].startswith("Wpisz ruch, na przykład ")

    def test_moves_are_listed_and_may_be_filtered(self) -> None:
        said = without_chance("moves j10")[1].split("\n")[0]
        assert sorted(re.split(" {2,}", said)) == [
            "OX i10 j10",
            "OX j9 j10",
            "XO i10 j10",
            "XO j9 j10",
        ]

    def test_a_long_list_is_cut(self) -> None:
        """10 × 10 squares have 180 pairs and 360 moves, of which 60 are listed."""
        lines = without_chance("moves")[1].split("\n")
        assert len(lines) == 10 + 2
        assert all(len(line) <= 80 for line in lines)
        assert lines[10] == "… and 300 more: moves TEXT lists those that contain TEXT"
        assert "… i jeszcze 300: moves TEKST" in without_chance("moves", language="pl")[1]

    def test_no_move_may_contain_the_text(self) -> None:
        assert without_chance("moves z9")[1].startswith("No legal move contains that.")
        assert without_chance("moves z9", language="pl")[1].startswith("Żaden dozwolony ruch")

    def test_the_board_is_shown_again(self) -> None:
        assert without_chance("board")[1].count("  a   b   c   d") == 1

    def test_a_move_is_answered_by_the_bot(self) -> None:
        game, said = without_chance("OX f5 e5")
        assert game.events[0].text == "XO e5 f5"
        assert game.events[1].seat == 1
        assert said.startswith(f"random 1: {game.events[1].text}\n")

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "XO j1 k1 is not allowed: the whole tile must lie on the board (EX-4)"),
            ("pl", "Ruch XO j1 k1 jest niedozwolony: cała płytka musi leżeć na planszy (EX-4)"),
        ],
    )
    def test_an_illegal_move_is_explained(self, language: str, words: str) -> None:
        game, said = without_chance("XO j1 k1", language=language)
        assert said.split("\n")[0] == words
        assert game.events == ()

    @pytest.mark.parametrize(
        ("game", "line"),
        [
            (WITHOUT_CHANCE, "XX a1 a2"),
            (WITHOUT_CHANCE, "XO a1 c1"),
            (WITHOUT_CHANCE, "nonsense"),
            (WITH_RACKS, "GY g8 g9"),
            (WITH_PAIRS, "RR m9 p1"),
            (AT_ONCE, "OB d1 e1"),
            (WITHOUT_BOARD, "nonsense"),
            (WITHOUT_BOARD, "Zz 1,0"),
        ],
    )
    def test_a_mistake_in_writing_is_explained_in_polish_too(self, game: str, line: str) -> None:
        with pytest.raises(Refusal) as caught:
            new_game(game, seed=1).play(line, 0)
        assert caught.value.in_language("pl") != caught.value.in_language("en")

    @pytest.mark.parametrize(
        "line", ["nonsense", "XO a1", "xo a1 a2", "why", "why nonsense", "Move"]
    )
    def test_nonsense_is_answered(self, line: str) -> None:
        game, said = without_chance(line)
        assert "is not a tile" in said.split("\n")[0]
        assert "RECORD" not in said
        assert game.events == ()

    def test_why_explains_without_playing(self) -> None:
        game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED.removesuffix("0: GG g8 g9;")))
        person = Person("why GG g8 g9", "why GG h3 i3", "why GG d4 e4")
        said = person.plays(game).split("\n")
        assert "G +1; G: g7" in said
        assert "It scores nothing now." in said
        assert any(line.endswith("(AX-7)") for line in said)
        assert not game.to_act or game.to_act == (0,)
        assert len(game.events) == 10

    def test_why_shows_areas_and_losses(self) -> None:
        """In the third round a single square of its own costs a point (task single)."""
        game = played(AT_ONCE, 1, "standard", number=1)
        tasks = [k for k, event in enumerate(game.events) if event.text.startswith("task ")]
        script = list(game.events[: tasks[2]])
        again = Game(AT_ONCE, 1)
        for event in script:
            if event.is_chance:
                again.play_chance(event.text)
            else:
                again.play(event.text)
        again.play_chance("task single")
        again.play_chance("start OB")
        said = Person("why OB a1 b1").plays(again).split("\n")
        assert "round -2; O (1): a1; B (1): b1" in said


class TestSaving:
    def test_a_record_is_written(self, tmp_path: Path) -> None:
        path = tmp_path / "game one.json"
        game, said = without_chance("XO a1 a2", f"save {path}")
        assert said.split("\n")[-2] == f"Saved to {path}."
        assert load(path) == game
        assert "Zapisano w " in without_chance(f"save {path}", language="pl")[1]

    def test_a_file_must_be_named(self) -> None:
        assert without_chance("save")[1].startswith("Say in which file: save FILE")
        assert without_chance("save", language="pl")[1].startswith("Podaj plik: save PLIK")

    def test_what_cannot_be_saved_is_told(self, tmp_path: Path) -> None:
        for path, why in (
            (tmp_path, "Is a directory"),
            (tmp_path / "none" / "game.json", "No such file or directory"),
            (f"{tmp_path}/\0", "embedded null byte"),
        ):
            said = without_chance(f"save {path}")[1].split("\n")[0]
            assert said == f"{path} could not be saved: {why}"
        assert list(tmp_path.iterdir()) == []


class TestWhoStarts:
    @pytest.mark.parametrize(
        ("language", "first", "words"),
        [
            ("en", 0, "Drawn by lot: you start."),
            ("pl", 0, "Losowanie: zaczynasz."),
            ("en", 1, "Drawn by lot: Bot starts."),
            ("pl", 1, "Losowanie: zaczyna Bot."),
        ],
    )
    def test_the_lot_is_told(self, language: str, first: int, words: str) -> None:
        seed = next(
            seed
            for seed in (bytes([k]) * 32 for k in range(256))
            if drawn_to_start(seed, b"", 2) == first
        )
        seats = [{"name": "Ty"}, {"name": "Bot", "bot": "random"}]
        game, seat = seated_game(Header(WITHOUT_CHANCE, 2), seats, seed)
        person = Person("quit")
        TypedGame(game, "random", language, person.say, person.ask, seat).run()
        assert "\n".join(person.said).startswith(words)
        assert (seat, len(game.events)) == (first, first)  # a bot that starts has moved by then

    def test_who_is_not_drawn_plays_from_the_second_seat(self) -> None:
        seats = [{"name": "Ty"}, {"name": "Bot", "bot": "random"}]
        game, seat = seated_game(Header(WITHOUT_CHANCE, 2), seats, bytes(32), first=1)
        person = Person()
        person.answers = legal_answers(game, seat)
        TypedGame(game, "random", "en", person.say, person.ask, seat).run()
        assert game.over
        assert {event.seat for event in game.events} == {0, 1}


def test_the_record_of_a_game_that_is_over_proves_who_was_drawn(tmp_path: Path) -> None:
    path = tmp_path / "game.kafelki.json"
    seats = [{"name": "Ty"}, {"name": "Bot", "bot": "random"}]
    game, seat = seated_game(Header(WITHOUT_CHANCE, 2), seats, bytes(32))
    person = Person()
    person.answers = chain(legal_answers(game, seat), [f"save {path}"])
    TypedGame(game, "random", "en", person.say, person.ask, seat).run()
    assert person.said[-1] == f"Saved to {path}."
    (text,) = read_texts(path)
    record = parse_text(text)
    assert record[LOT] == 0  # see the tests of the lot itself
    parse_record(record).verify()
    with pytest.raises(Refusal, match="the lot was not fair"):
        parse_record(record | {LOT: 1}).verify()


@pytest.mark.parametrize(
    ("game", "language", "words"),
    [
        *((WITH_RACKS, "en", "extra turns: 1"), (WITH_RACKS, "pl", "dodatkowe tury: 1")),
        *((WITH_PAIRS, "en", "extra tiles: 1"), (WITH_PAIRS, "pl", "dodatkowe ruchy: 1")),
    ],
)
def test_what_is_earned_at_18_is_called_as_in_the_booklet(
    game: str, language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = new_game(game, 2, seed=1)
    person = Person()
    typed = TypedGame(played, "random", language, person.say, person.ask)
    monkeypatch.setattr(played, "explain", lambda move, seat: Explanation({}, extra_turns=1))
    typed._obey(f"why {played.legal_texts(0)[0]}")
    assert person.said == [words]


def test_an_unknown_bot_is_refused_before_the_game() -> None:
    person = Person()
    with pytest.raises(Refusal, match="no bot 'rnadom'"):
        TypedGame(Game(WITHOUT_CHANCE), "rnadom", "en", person.say, person.ask)


class TestProgress:
    def run(self, capsys: pytest.CaptureFixture[str], advance_by: int) -> str:
        with progress("compiling", 3) as advance:
            for k in range(advance_by):
                advance(f"function {k}")
        captured = capsys.readouterr()
        assert captured.out == ""
        return captured.err

    def test_nothing_is_shown_of_what_is_quick(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, 3) == ""

    def test_what_takes_long_has_a_bar(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(progress_module, "PATIENCE", -1.0)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("FORCE_COLOR", "1")
        said = self.run(capsys, 3)
        assert "compiling" in said
        assert "3/3" in said

    def test_a_failure_stops_the_bar(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(progress_module, "PATIENCE", -1.0)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)

        def fail(advance: Callable[[str], None]) -> None:
            advance("first")
            raise Refusal("no")

        with pytest.raises(Refusal), progress("compiling", 3) as advance:
            fail(advance)
        with progress("again", 1) as advance:
            advance("first")
