"""The rules help: complete in both languages, and its worked examples are true."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from types import ModuleType

import pytest

from kafelki.play.game import Game
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.texts import LANGUAGES
from tests.games.examples import WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD

EVERY_TEXT = [(game, language) for game in GAMES for language in LANGUAGES]

MOVE = re.compile(
    r"[A-Z]{2} [a-o]\d+ [a-o]\d+|swap|keep|pass"  # dominoes
    r"|[A-Z][a-z] -?\d+,-?\d+|take [A-Z][a-z]"  # of single tiles
)

EXAMPLE = {"en": "Example", "pl": "Przykład"}


def of_game(game: str) -> ModuleType:
    """Return what the tests of a game know of its help."""
    return import_module(f"tests.games.{game}.help")


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ .*$", text, re.MULTILINE)


def example(game: str, language: str) -> str:
    section = help_text(game, language).partition(f"\n## {EXAMPLE[language]}\n")[2]
    assert section
    return section.partition("\n## ")[0]


def moves_in(text: str) -> list[str]:
    return [span for span in re.findall(r"`([^`\n]+)`", text) if MOVE.fullmatch(span)]


def turns_in(text: str) -> list[tuple[list[str], str]]:
    """Return the moves of each numbered turn, and what it says in bold that they bring."""
    turns = re.findall(r"^\d+\. .*(?:\n {3}.*)*", text, re.MULTILINE)
    return [(moves_in(turn), "".join(re.findall(r"\*\*(.+?)\*\*", turn))) for turn in turns]


def drawn_cells(text: str) -> dict[str, str]:
    """Return the letters in a drawing that has rows at the left and columns at the foot."""
    *rows, columns = re.findall(r"```text\n(.*?)\n```", text, re.DOTALL)[0].splitlines()
    return {
        column + row.split()[0]: letter[0]
        for row in rows
        for column, letter in zip(columns.split(), row.split()[1:], strict=False)
        if letter != "."
    }


def play_chance(game: Game, outcomes: list[str]) -> None:
    while game.chance_due and outcomes:
        game.play_chance(outcomes.pop(0).strip())


@pytest.mark.parametrize(("game", "language"), EVERY_TEXT)
def test_each_rule_is_explained_once(game: str, language: str) -> None:
    text = help_text(game, language)
    assert Counter(re.findall(r"\[([A-Z]{2}-\d+)\]", text)) == Counter(rules_of(game).rule_ids)
    assert len(re.findall(r"\b[A-Z]{2}-\d+", text)) == len(rules_of(game).rule_ids)


@pytest.mark.parametrize(("game", "language"), EVERY_TEXT)
def test_reads_well_in_a_terminal(game: str, language: str) -> None:
    lines = help_text(game, language).splitlines()
    assert lines[0] == f"# {rules_of(game).name.in_language(language)}"
    assert 60 <= len(lines) <= 130
    assert all(len(line) <= 78 and line == line.rstrip() for line in lines)
    assert not any(re.search(r"</?[a-z]+", line) for line in lines)
    assert "Kafelki" in " ".join(lines[-3:])


@pytest.mark.parametrize("game", GAMES)
def test_polish_has_the_words_of_the_booklet(game: str) -> None:
    text = " ".join(help_text(game, "pl").split())
    assert [words for words in of_game(game).OF_THE_BOOKLET if words not in text] == []
    assert "wysokość" not in text


@pytest.mark.parametrize("game", GAMES)
def test_languages_have_the_same_shape(game: str) -> None:
    english, polish = (help_text(game, language) for language in LANGUAGES)
    assert [h.count("#") for h in headings(english)] == [h.count("#") for h in headings(polish)]
    assert re.findall(r"\[([A-Z]{2}-\d+)\]", english) == re.findall(r"\[([A-Z]{2}-\d+)\]", polish)
    assert moves_in(english) == moves_in(polish)
    assert re.findall(r"^\s*(?:-|\d+\.) ", english, re.MULTILINE) == re.findall(
        r"^\s*(?:-|\d+\.) ", polish, re.MULTILINE
    )


@pytest.mark.parametrize(("game", "language"), EVERY_TEXT)
def test_moves_are_written_as_they_are_typed(game: str, language: str) -> None:
    moves = moves_in(help_text(game, language))
    assert moves
    for move in moves:
        rules_of(game).move_number(move)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, WITHOUT_BOARD])
def test_example_scores_what_it_says(game: str, language: str) -> None:
    played, outcomes = Game(game, players=2), of_game(game).CHANCE.split(",")
    colours = list(rules_of(game).appearance.colours) if game != WITHOUT_BOARD else [""]
    for number, (moves, claim) in enumerate(turns_in(example(game, language))):
        seat = number % 2
        play_chance(played, outcomes)
        before = played.scores[seat]
        for move in moves:
            played.play(move, seat)
            play_chance(played, outcomes)
        gains = [
            after - earlier for after, earlier in zip(played.scores[seat], before, strict=True)
        ]
        claimed = {
            colour: int(points) for colour, points in re.findall(r"([A-Z]?) ?(\+?\d+)", claim)
        }
        assert {c: n for c, n in zip(colours, gains, strict=True) if n} == {
            colour: points for colour, points in claimed.items() if points
        }
        assert claimed
    assert not outcomes
