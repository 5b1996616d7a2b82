"""A game in progress: what it tells, what it lets be played, and how it refuses the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from kafelki.play.chance import commitment, fair_index, fair_number
from kafelki.play.game import Event, Game, LegalMoves, Move, new_game, seed_of_number
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.rules.contract import RECORD_RULE
from kafelki.rules.engine import Engine
from kafelki.rules.registry import rules_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.random_games import EVERY_TABLE, Table, every_table, finished_game, plies

SEED = bytes(range(32))


RACKS_OF_FIVE = [
    f"draw {tile}" for tile in ("GO", "GR", "GV", "OO", "BB", "RR", "RV", "RB", "VV", "VB")
]
RACKS_OF_SIX = [
    f"draw {tile}"
    for tile in ("RR", "RG", "RB", "RO", "RY", "RV", "GG", "GB", "GO", "GY", "GV", "BB")
]
OPEN_DEAL = ["bank Gf", "bank Gh", "bank Gu", "start Ys", "draw Yf", "draw Yh", "draw Yu"]
OPEN_DEAL += ["draw Rs", "draw Of", "draw Vh"]
CHANCE_WORDS = ("draw", "bank", "start", "task", "card")


def after(game: Game, *texts: str) -> Game:
    """Return a game after some events; moves are of the only seat that may move."""
    for text in texts:
        if text.startswith(CHANCE_WORDS):
            game.play_chance(text)
        else:
            game.play(text)
    return game


def with_racks(*moves: str) -> Game:
    """Return a game for two with known racks, after some moves and draws."""
    return after(Game(WITH_RACKS, 2), *RACKS_OF_FIVE, *moves)


def with_pairs(*moves: str) -> Game:
    return after(Game(WITH_PAIRS, 2), *RACKS_OF_SIX, *moves)


def at_once(players: int = 2) -> Game:
    starts = ["start OB", "start OV", "start OY", "start BV"]
    return after(Game(AT_ONCE, players), "task four", *starts[:players])


def without_chance(*moves: str) -> Game:
    return after(Game(WITHOUT_CHANCE), *moves)


def without_board(*moves: str) -> Game:
    return after(Game(WITHOUT_BOARD, 2), *OPEN_DEAL, *moves)


def refusal_to(game: Game, move: Move | str, seat: int | None = None) -> Refusal:
    """Return how a move is refused; the game must not change by it, nor by asking about it."""
    before, events = game.position, game.events
    with pytest.raises(Refusal) as caught:
        game.play(move, seat)
    with pytest.raises(Refusal) as asked:
        game.explain(move, seat)
    assert str(asked.value) == str(caught.value)
    assert (game.position, game.events) == (before, events)
    return caught.value


WIN = ("XO a1 a2", "XO c1 c2", "XO b1 b2", "XO d1 d2")
"""Four X in row 1 and four O in row 2; the next tile on e1 and e2 makes five of something."""


class TestSettingUp:
    def test_seats_have_names_unless_they_are_given(self) -> None:
        assert Game(AT_ONCE, 3).seats == [{"name": f"Player {k}"} for k in (1, 2, 3)]
        given = [{"name": "Ania"}, {"name": "greedy", "bot": "greedy"}]
        game = Game(WITHOUT_CHANCE, seats=given)
        assert game.seats == given
        game.seats[0]["name"] = "Ola"
        assert given[0]["name"] == "Ania"

    def test_a_header_stands_for_game_players_variant_and_options(self) -> None:
        header = Header(WITH_PAIRS, 4, "pairs", {"talk": True})
        game = Game(header)
        assert game.header is header
        assert game.rules is rules_of(WITH_PAIRS)
        assert game == Game(WITH_PAIRS, 4, "pairs", {"talk": True})
        assert Game(WITH_PAIRS, 4, "pairs").header.options == {}

    def test_options_that_are_changed_later_change_no_game(self) -> None:
        options = {"size": 7}
        game = Game(WITHOUT_CHANCE, options=options)
        options["size"] = 19
        assert game.header.options == {"size": 7}

    def test_two_players_are_usual(self) -> None:
        assert Game(WITH_RACKS).header.players == 2
        assert Game(WITH_RACKS).header.variant == "standard"

    def test_a_game_runs_on_the_engine_it_is_given(self) -> None:
        engine = Engine(rules_of(WITHOUT_CHANCE))
        assert Game(WITHOUT_CHANCE, engine=engine)._engine is engine

    @pytest.mark.parametrize("length", [0, 31, 33])
    def test_a_seed_has_32_bytes(self, length: int) -> None:
        with pytest.raises(Refusal, match=f"32 bytes, not {length}"):
            Game(WITH_RACKS, seed=bytes(length))

    def test_dealing_needs_a_seed(self) -> None:
        with pytest.raises(Refusal, match="needs a seed"):
            Game(WITH_RACKS, deals=True)
        with pytest.raises(Refusal, match="no seed to draw from"):
            Game(WITH_RACKS).deal()
        with pytest.raises(Refusal, match="no seed to draw from"):
            Game(WITH_RACKS).fair_outcome()


class TestNewGame:
    @every_table
    def test_it_deals_until_somebody_is_to_act(self, table: Table) -> None:
        random = Random(41)
        game = new_game(table.game, table.players, table.variant, seed=41)
        while not game.over:
            assert game.to_act
            assert not game.chance_due
            seat = random.choice(game.to_act)
            game.play(random.choice(game.legal_moves(seat)), seat)
        assert game.result is not None

    def test_a_number_is_a_seed_that_gives_the_same_game_again(self) -> None:
        assert new_game(WITH_RACKS, seed=7) == new_game(WITH_RACKS, seed=7)
        assert new_game(WITH_RACKS, seed=7) != new_game(WITH_RACKS, seed=8)
        assert new_game(WITH_RACKS, seed=7) == new_game(WITH_RACKS, seed=seed_of_number(7))
        assert seed_of_number(7) == hashlib.sha256(b"kafelki 7").digest()

    def test_without_a_seed_every_game_is_another(self) -> None:
        games = [new_game(WITH_PAIRS, 4) for _ in range(3)]
        assert len({game.seed for game in games}) == 3
        assert games[0] != games[1] != games[2]

    def test_the_commitment_is_the_hash_of_the_seed(self) -> None:
        game = new_game(WITHOUT_BOARD, seed=SEED)
        assert game.commitment == commitment(SEED) == hashlib.sha256(SEED).hexdigest()
        assert Game(WITHOUT_BOARD).commitment is None


def fair(seed: bytes, salt: bytes, number: int, physical: Sequence[str]) -> str:
    """Return which of some tiles the seed gives, by the formula of the record's format."""
    head = seed + salt + number.to_bytes(8, "big")
    for attempt in range(100):
        digest = hashlib.sha256(head + attempt.to_bytes(8, "big")).digest()
        word = int.from_bytes(digest[:8], "big")
        if word < len(physical) * (2**64 // len(physical)):
            return physical[word % len(physical)]
    raise AssertionError("no word was small enough")


def physical_tiles(game: Game) -> list[str]:
    return [text for text, count in game.chance_outcomes().items() for _ in range(count)]


class TestFairChance:
    @every_table
    def test_what_is_dealt_follows_from_seed_salt_and_the_number_of_the_event(
        self, table: Table
    ) -> None:
        """Worked out anew for each event from the tiles that are left."""
        game = finished_game_that_deals(table, SEED, b"salt")
        replayed = table.begin()
        chances = 0
        for event in game.events:
            if event.is_chance:
                expected = fair(SEED, b"salt", chances, physical_tiles(replayed))
                assert event.text == expected
                replayed.play_chance(event.text)
                chances += 1
            else:
                replayed.play(event.text, event.seat)
        assert replayed.over

    def test_a_word_that_would_favour_low_numbers_is_passed_over(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of the words below 2⁶⁴ the last is one too many for three: 2⁶⁴ = 3 · … + 1."""
        words = {(4, 0): 2**64 - 1, (4, 1): 2**64 - 2, (5, 0): 7}

        class Digest:
            def __init__(self, message: bytes) -> None:
                assert message[:-16] == SEED + b"salt"
                numbers = (
                    int.from_bytes(message[-16:-8], "big"),
                    int.from_bytes(message[-8:], "big"),
                )
                self.word = words[numbers]

            def digest(self) -> bytes:
                return self.word.to_bytes(8, "big") + bytes(24)

        monkeypatch.setattr(hashlib, "sha256", Digest)
        assert fair_number(SEED, b"salt", 4, 3) == (2**64 - 2) % 3 == 2
        assert fair_number(SEED, b"salt", 5, 3) == 1
        assert fair_index(SEED, b"salt", 5, [1, 0, 2]) == 2

    def test_stepping_back_and_dealing_again_gives_the_same(self) -> None:
        game = Game(WITH_RACKS, seed=SEED)
        game.deal()
        dealt = game.events
        game.go_to(4)
        assert game.rules.outcome_text(game.fair_outcome()) == dealt[4].text
        copy = game.copy()
        copy.deal()
        assert copy.events == dealt
        assert len(game.events) == 4

    def test_what_was_played_by_hand_counts_too(self) -> None:
        game = Game(WITH_RACKS, seed=SEED)
        game.play_chance("draw GG")
        physical = physical_tiles(game)
        assert len(physical) == 99
        assert game.rules.outcome_text(game.fair_outcome()) == fair(SEED, b"", 1, physical)

    def test_a_game_that_deals_does_so_after_every_move(self) -> None:
        game = new_game(WITH_RACKS, seed=SEED)
        assert len(game.events) == 10
        event = game.play(game.legal_moves()[0])
        assert game.events[10] == event
        assert [each.is_chance for each in game.events[10:]] == [False, True]
        assert game.to_act == (1,)

    def test_one_that_does_not_waits(self) -> None:
        game = Game(WITH_RACKS, seed=SEED)
        assert game.events == ()
        assert game.chance_due
        game.deal()
        game.play(game.legal_moves()[0])
        assert game.chance_due

    def test_going_back_before_a_draw_does_not_draw_again_by_itself(self) -> None:
        game = new_game(WITH_RACKS, seed=SEED)
        dealt = game.events
        game.go_to(3)
        assert game.chance_due
        assert len(game.events) == 3
        game.forward(99)
        assert game.events == dealt
        assert game.deals


def finished_game_that_deals(table: Table, seed: bytes, salt: bytes) -> Game:
    game = table.begin(seed=seed, salt=salt, deals=True)
    random = Random(42)
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(random.choice(game.legal_moves(seat)), seat)
    return game


class TestWhatGoesOn:
    @every_table
    def test_somebody_acts_or_chance_is_due_or_the_game_is_over(self, table: Table) -> None:
        for game in plies(table.begin(), Random(43)):
            assert sum((bool(game.to_act), game.chance_due, game.over)) == 1
            assert (game.result is None) == (not game.over)
            assert len(game.scores) == len(game.hands) == table.players
            assert bool(game.chance_outcomes()) == game.chance_due
            if not game.chance_due:
                assert game.chance_seat is None

    def test_events_are_listed_as_they_were_played(self) -> None:
        game = with_racks("GO f7 f8")
        assert [event.text for event in game.events[:2]] == ["draw GO", "draw GR"]
        last = game.events[-1]
        assert last == Event(WITH_RACKS, False, 0, game.rules.move_number("GO f7 f8"))
        assert last.as_json() == {"seat": 0, "move": "GO f7 f8"}
        assert game.events[7].as_json() == {"chance": "draw RB", "seat": 1}
        assert at_once().events[0].as_json() == {"chance": "task four"}

    def test_playing_returns_the_event(self) -> None:
        game = without_chance()
        assert game.play("OX f5 e5") == game.events[0]
        assert game.events[0].text == "XO e5 f5"
        draw = Game(WITH_RACKS).play_chance("draw GO")
        assert (draw.is_chance, draw.seat, draw.text) == (True, 0, "draw GO")

    def test_the_result_has_places_and_a_reason(self) -> None:
        game = without_chance(*WIN, "XO e1 f1")
        assert game.over
        assert game.to_act == ()
        assert game.result is not None
        assert game.result.as_json() == {"places": [1, 2], "reason": "five"}
        assert game.scores == [[1], [0]]

    def test_how_things_look_in_a_session(self) -> None:
        game = without_chance()
        assert repr(game) == f"<{rules_of(WITHOUT_CHANCE).name.en}, 2 players, 0 events>"
        assert repr(game.play("XO a1 b1")) == "Event(seat=0, text='XO a1 b1')"
        assert repr(game) == f"<{rules_of(WITHOUT_CHANCE).name.en}, 2 players, 1 events>"
        assert repr(game.legal_moves()[0]).startswith("Move('XO ")
        assert repr(Event(AT_ONCE, True, -1, 0)) == "Event(seat=-1, text='task four')"
        assert game._repr_svg_().startswith("<svg")

    def test_beside_the_board_lies_the_bank(self) -> None:
        assert without_board().beside_board == {"bank": ["Gf", "Gh", "Gu"]}
        assert without_chance().beside_board == {}


class TestLegalMoves:
    def test_they_are_a_sequence_of_moves(self) -> None:
        moves = without_chance().legal_moves()
        assert isinstance(moves, Sequence)
        assert len(moves) == 360
        assert [str(move) for move in moves] == [str(moves[k]) for k in range(360)]
        assert moves[-1] == list(moves)[-1]
        assert isinstance(moves[1:3], LegalMoves)
        assert list(moves[1:3]) == [moves[1], moves[2]]
        assert moves[0] in moves
        assert Move(WITHOUT_CHANCE, 0) not in moves
        assert moves.index(moves[5]) == 5
        with pytest.raises(IndexError):
            moves[360]

    def test_few_of_many_are_shown(self) -> None:
        shown = repr(without_chance().legal_moves())
        assert shown == "<360 legal moves: XO a1 b1, XO a1 a2, XO b1 c1, …>"
        assert repr(without_board("Yf 1,0").legal_moves()) == (
            "<3 legal moves: take Gf, take Gh, take Gu>"
        )
        assert repr(without_board().legal_moves(1)) == "<0 legal moves: >"

    def test_texts_are_sorted(self) -> None:
        assert without_board("Yf 1,0").legal_texts() == ["take Gf", "take Gh", "take Gu"]
        texts = with_racks().legal_texts()
        assert texts == sorted(texts)
        assert len(set(texts)) == len(texts)

    def test_only_seats_to_act_have_any(self) -> None:
        game = with_racks()
        assert game.to_act == (0,)
        assert list(game.legal_moves()) == list(game.legal_moves(0)) != []
        assert list(game.legal_moves(1)) == []
        assert list(Game(WITH_RACKS).legal_moves()) == []
        assert list(without_chance(*WIN, "XO e1 f1").legal_moves(1)) == []

    def test_at_once_each_seat_has_its_own(self) -> None:
        game = at_once()
        assert game.to_act == (0, 1)
        assert {text[:2] for text in game.legal_texts(0)} == {"OB", "BO"}
        assert {text[:2] for text in game.legal_texts(1)} == {"OV", "VO"}
        assert game.legal_texts() == game.legal_texts(0)

    @pytest.mark.parametrize("seat", [-1, 2, 4])
    def test_there_is_no_such_seat(self, seat: int) -> None:
        with pytest.raises(Refusal, match=f"no seat {seat}: seats are 0 to 1"):
            without_chance().legal_moves(seat)


REFUSED = [
    # game, move, rule: every objection that the rules know
    (with_racks(), "RR f7 f8", "AX-6"),
    (with_racks(), "GO f7 h7", "AX-6"),
    (with_racks(), "GO g7 g8", "AX-6"),
    (with_racks(), "GO a1 a2", "AX-1"),
    (with_racks(), "GO a1 a14", "AX-1"),
    (with_racks(), "GO d4 d5", "AX-7"),
    (with_racks("GO f7 f8", "draw GG"), "RV h7 i7", "AX-7"),
    (with_racks(), "swap", "AX-13"),
    (with_racks(), "keep", "AX-13"),
    (with_pairs(), "GG m9 m10", "GE-7"),
    (with_pairs(), "RG m9 m11", "GE-7"),
    (with_pairs(), "RG m8 m9", "GE-7"),
    (with_pairs(), "RG a1 a2", "GE-1"),
    (with_pairs(), "RG h8 h9", "GE-8"),
    (with_pairs(), "swap", "GE-12"),
    (with_pairs(), "keep", "GE-12"),
    (with_pairs(), "pass", "GE-11"),
    (without_chance(), "XX a1 b1", "EX-2"),
    (without_chance(), "XO j1 k1", "EX-4"),
    (without_chance(), "XO a1 c1", "EX-4"),
    (without_chance("XO a1 b1"), "XO b1 c1", "EX-5"),
    (without_chance("XO a1 b1"), "OX a1 b1", "EX-5"),
    (without_board(), "Rs 1,0", "ZG-4"),
    (without_board(), "Yf 0,0", "ZG-4"),
    (without_board(), "Yf 1,1", "ZG-4"),
    (without_board(), "Yf 36,0", "ZG-4"),
    (without_board(), "take Gf", "ZG-8"),
    (without_board("Yf 1,0"), "take Yh", "ZG-8"),
    (without_board("Yf 1,0"), "Yh 2,0", "ZG-8"),
]

REFUSED_IN_BITS = [
    ("OV a1 a2", 0, "BI-10"),
    ("OB a2 a3", 0, "BI-6"),
    ("OB a1 c1", 0, "BI-6"),
    ("OB a6 a7", 0, "BI-7"),
]


class TestRefusals:
    @pytest.mark.parametrize(
        ("game", "move", "rule"),
        REFUSED,
        ids=[f"{game.header.game}: {move} after {len(game.events)}" for game, move, _ in REFUSED],
    )
    def test_a_rule_is_named_in_both_languages(self, game: Game, move: str, rule: str) -> None:
        refusal = refusal_to(game.copy(), move)
        assert refusal.rule == rule
        assert refusal.event is None
        assert str(refusal) == refusal.in_language("en")
        assert refusal.in_language("en") != refusal.in_language("pl")
        for language in ("en", "pl"):
            assert refusal.in_language(language).endswith(f" ({rule})")

    @pytest.mark.parametrize(
        ("game", "move", "polish"),
        [
            (with_racks(), "GO", "„GO” to nie płytka i dwa pola, jak „GG a1 a2”"),
            (with_racks(), "Gx f7 f8", "„Gx” to nie płytka: dwie z liter G O R V B"),
            (with_racks(), "GO z1 z2", "na planszy nie ma pola „z1”"),
            (without_chance(), "it's e5 f5", "„it's” to nie płytka: dwie z liter X O"),
            (
                without_chance(),
                "XO j1 k1",
                "Ruch XO j1 k1 jest niedozwolony: cała płytka musi leżeć na",
            ),
            (at_once(), "O a1 a2", "„O” to nie kafelek: dwie z liter O B V Y"),
            (at_once(), "OB z1 z2", "„z1” leży poza rampą"),
            (without_board(), "Ys", "„Ys” to nie ruch, jak „Ys 1,0” albo „take Rf”"),
            (without_board(), "Yx 1,0", "„Yx” to nie kafelek: najpierw kolor (Y R O V G B),"),
            (without_board(), "Yf 0,-40", "0,−40 leży za daleko, by dotykać kafelka"),
        ],
    )
    def test_polish_is_written_as_polish(self, game: Game, move: str, polish: str) -> None:
        refusal = refusal_to(game.copy(), move, game.to_act[0])
        assert refusal.text.pl.startswith(polish)
        assert "„" not in refusal.text.en

    @pytest.mark.parametrize(("move", "seat", "rule"), REFUSED_IN_BITS)
    def test_so_it_is_where_several_may_move(self, move: str, seat: int, rule: str) -> None:
        refusal = refusal_to(at_once(), move, seat)
        assert refusal.rule == rule
        assert refusal.in_language("en") != refusal.in_language("pl")

    def test_zg_7_a_fourth_in_a_line_is_refused_by_colour_and_by_shape(self) -> None:
        game = without_board(
            "Yf 1,0", "take Gf", "bank Vs", "Rs 0,1", "take Vs", "bank Os", "Yh 2,0"
        )
        assert game.scores[0] == [1]
        after(game, "take Os", "bank Bs", "Vs 0,2", "take Bs", "bank Bf")
        assert game.scores[1] == [1]
        fourth_colour = refusal_to(game, "Yu 3,0")
        fourth_shape = refusal_to(game, "Os 0,3")
        assert fourth_colour.rule == fourth_shape.rule == "ZG-7"
        assert "colour" in fourth_colour.text.en
        assert "kolor" in fourth_colour.text.pl
        assert "shape" in fourth_shape.text.en
        assert "kształt" in fourth_shape.text.pl

    def test_a_seat_whose_turn_it_is_not(self) -> None:
        for game, move, rule in (
            (without_chance(), "XO a1 b1", "EX-3"),
            (with_racks(), "RR f7 f8", RECORD_RULE),
            (without_board(), "Rs 1,0", RECORD_RULE),
        ):
            refusal = refusal_to(game, move, seat=1)
            assert refusal.rule == rule
            assert refusal.text.en == "seat 1 may not move now: it is for seat 0"
            assert "miejsce 1" in refusal.text.pl

    def test_at_once_a_seat_that_has_placed_waits_for_the_others(self) -> None:
        game = at_once()
        game.play("OB a1 a2", 0)
        assert game.to_act == (1,)
        assert refusal_to(game, "OB a3 a4", 0).rule == "BI-11"
        assert game.play("OV a1 a2").seat == 1

    def test_where_several_may_move_somebody_must_be_named(self) -> None:
        assert "say which" in str(refusal_to(at_once(), "OB a1 a2"))

    @pytest.mark.parametrize("seat", [-1, 2, 3, True, 0.0, "0"])
    def test_there_is_no_such_seat(self, seat: Any) -> None:
        refusal = refusal_to(without_chance(), "XO a1 b1", seat)
        assert refusal.rule == RECORD_RULE
        assert f"no seat {seat!r}" in str(refusal)

    def test_a_move_of_another_game(self) -> None:
        move = Move(WITH_RACKS, 0)
        assert f"a move of {WITH_RACKS} cannot be played in {WITHOUT_CHANCE}" in str(
            refusal_to(without_chance(), move)
        )

    @pytest.mark.parametrize("number", [-1, rules_of(WITHOUT_CHANCE).move_count, 10**9])
    def test_a_number_that_no_move_has(self, number: int) -> None:
        refusal = refusal_to(without_chance(), Move(WITHOUT_CHANCE, number))
        assert f"no move number {number}" in str(refusal)
        assert refusal.rule == RECORD_RULE

    @pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
    def test_after_the_end_nothing_can_be_played(self, table: Table) -> None:
        game = finished_game(table, 44)
        move = next(event for event in reversed(game.events) if not event.is_chance)
        for seat in (move.seat, None):
            refusal = refusal_to(game, move.text, seat)
            assert refusal.text == ("the game is over", "gra jest skończona")
            assert refusal.rule == RECORD_RULE
        chances = [event.text for event in game.events if event.is_chance]
        if chances:
            with pytest.raises(Refusal, match="the game is over"):
                game.play_chance(chances[0])

    def test_while_chance_is_due_nobody_moves(self) -> None:
        for seat in (None, 0):
            refusal = refusal_to(Game(WITH_RACKS), "GO f7 f8", seat)
            assert refusal.text.en == "nobody may move now: chance is due"
            assert refusal.text.pl == "nikt nie ma teraz ruchu: kolej na los"

    @pytest.mark.parametrize(
        ("game", "text"),
        [
            (without_chance(), "XO a1"),
            (without_chance(), "XO  a1 b1"),
            (without_chance(), "xo a1 b1"),
            (without_chance(), "XO a01 b1"),
            (without_chance(), ""),
            (with_racks(), "GX f7 f8"),
            (with_racks(), "pass"),
            (with_racks(), "Swap"),
            (with_pairs(), "RG m9"),
            (without_board(), "Yf 01,0"),
            (without_board(), "Yf -0,1"),
            (without_board(), "Yf 1, 0"),
            (without_board(), "fY 1,0"),
            (without_board(), "take"),
            (without_board(), "take fG"),
        ],
    )
    def test_a_text_must_be_exact(self, game: Game, text: str) -> None:
        refusal = refusal_to(game, text)
        assert refusal.rule == RECORD_RULE
        assert refusal.in_language("en") != refusal.in_language("pl")

    def test_a_refusal_may_name_the_event(self) -> None:
        refusal = refusal_to(without_chance(), "XX a1 b1").at(12)
        assert str(refusal).startswith("event 12: ")
        assert refusal.in_language("pl").startswith("zdarzenie 12: ")
        assert refusal.rule == "EX-2"

    def test_a_refusal_is_a_value_error(self) -> None:
        with pytest.raises(ValueError, match="EX-2"):
            without_chance().play("XX a1 b1")


class TestChance:
    @pytest.mark.parametrize(
        ("game", "letters", "two_colours", "doubles"),
        [(WITH_RACKS, "GORVB", 7, 6), (WITH_PAIRS, "RGBOYV", 6, 5)],
    )
    def test_a_bag_is_listed_in_the_order_of_the_colours(
        self, game: str, letters: str, two_colours: int, doubles: int
    ) -> None:
        expected = [
            (f"draw {a}{b}", doubles if a == b else two_colours)
            for k, a in enumerate(letters)
            for b in letters[k:]
        ]
        started = Game(game)
        assert list(started.chance_outcomes().items()) == expected
        started.play_chance(expected[1][0])
        assert started.chance_outcomes()[expected[1][0]] == two_colours - 1

    def test_what_is_gone_is_not_listed(self) -> None:
        game = Game(WITH_PAIRS, 4)
        for _ in range(5):
            game.play_chance("draw RR")
        assert "draw RR" not in game.chance_outcomes()
        assert sum(game.chance_outcomes().values()) == 115

    def test_a_round_lists_tasks_starting_tiles_and_building_cards(self) -> None:
        game = Game(AT_ONCE, 2)
        assert game.chance_outcomes() == {"task four": 1}
        assert game.chance_seat is None
        game.play_chance("task four")
        starts = ["OB", "OV", "OY", "BV", "BY", "VY"]
        assert list(game.chance_outcomes().items()) == [(f"start {tile}", 1) for tile in starts]
        assert game.chance_seat == 0
        game.play_chance("start OV")
        assert "start OV" not in game.chance_outcomes()
        assert game.chance_seat == 1
        game.play_chance("start OB")
        assert game.chance_outcomes() == {}
        game.play("OV a1 a2", 0)
        game.play("OB a1 a2", 1)
        cards = ["OO", "OB", "OV", "OY", "BB", "BV", "BY", "VV", "VY", "YY"]
        assert list(game.chance_outcomes().items()) == [
            (f"card {tile}", 2 if tile[0] == tile[1] else 1) for tile in cards
        ]
        assert game.chance_seat is None

    def test_a_stack_is_listed_by_colour_then_shape(self) -> None:
        game = Game(WITHOUT_BOARD, 2)
        tiles = [colour + shape for colour in "YROVGB" for shape in "sfhupn"]
        for word, times in (("bank", 3), ("start", 1), ("draw", 6)):
            for _ in range(times):
                assert list(game.chance_outcomes().items()) == [(f"{word} {t}", 1) for t in tiles]
                game.play_chance(f"{word} {tiles.pop()}")
        assert game.to_act == (0,)

    def test_seats_draw_one_after_the_other(self) -> None:
        game = Game(WITH_RACKS, 3)
        seats = []
        while game.chance_due:
            seats.append(game.chance_seat)
            game.play_chance(next(iter(game.chance_outcomes())))
        assert seats == [0] * 5 + [1] * 5 + [2] * 5

    @pytest.mark.parametrize(
        ("game", "text", "said", "rule"),
        [
            (Game(WITH_RACKS), "draw OG", "not a draw of a tile", RECORD_RULE),
            (Game(WITH_RACKS), "draw", "not a draw of a tile", RECORD_RULE),
            (Game(WITH_RACKS), "bank GO", "not a draw of a tile", RECORD_RULE),
            (with_racks(), "draw GO", "a player is to move", RECORD_RULE),
            (without_chance(), "draw GO", "no chance events", RECORD_RULE),
            (Game(AT_ONCE, 1), "task I", "no such tile or card is left", "BI-5"),
            (Game(AT_ONCE, 1), "card OB", "a 'task' is due", RECORD_RULE),
            (Game(AT_ONCE, 1), "task five", "not a task", RECORD_RULE),
            (Game(WITHOUT_BOARD, 2), "draw Ys", "a 'bank' is due", RECORD_RULE),
            (Game(WITHOUT_BOARD, 2), "bank sY", "not a tile", RECORD_RULE),
            (Game(WITHOUT_BOARD, 2), "deal Ys", "no chance event", RECORD_RULE),
        ],
    )
    def test_what_cannot_happen(self, game: Game, text: str, said: str, rule: str) -> None:
        game = game.copy()
        before, events = game.position, game.events
        with pytest.raises(Refusal, match=said) as caught:
            game.play_chance(text)
        assert caught.value.rule == rule
        assert (game.position, game.events) == (before, events)

    def test_what_is_gone_cannot_come_again(self) -> None:
        game = Game(WITHOUT_BOARD, 2)
        game.play_chance("bank Ys")
        with pytest.raises(Refusal) as caught:
            game.play_chance("bank Ys")
        assert caught.value.rule == "ZG-8"
        game = Game(WITH_PAIRS, 4)
        for _ in range(5):
            game.play_chance("draw RR")
        with pytest.raises(Refusal) as caught:
            game.play_chance("draw RR")
        assert caught.value.rule == "GE-5"
        game = Game(AT_ONCE, 2)
        game.play_chance("task four")
        game.play_chance("start OB")
        with pytest.raises(Refusal) as caught:
            game.play_chance("start OB")
        assert caught.value.rule == "BI-4"


class TestExplaining:
    def test_it_tells_without_playing(self) -> None:
        game = with_racks()
        before = game.position
        told = game.explain("GV f7 f8")
        assert told.points == {"G": 1}
        assert [(line.of, line.cells) for line in told.lines] == [("G", ("g7",))]
        assert game.position == before

    def test_it_takes_a_move_or_its_text_and_a_seat(self) -> None:
        game = without_chance(*WIN)
        winning = Move(WITHOUT_CHANCE, game.rules.move_number("XO e1 f1"))
        assert game.explain(winning) == game.explain("OX f1 e1", 0)
        assert game.explain(winning).winner == 0

    def test_an_earlier_event_is_explained_as_it_was_then(self) -> None:
        game = with_racks("GV f7 f8", "draw GG", "RR g10 h10", "draw GG")
        assert game.explain_event(10).points == {"G": 1}
        assert game.explain_event(12).points == {"R": 1}
        assert len(game.events) == 14
        with pytest.raises(Refusal, match="chance scores nothing") as caught:
            game.explain_event(0)
        assert caught.value.event == 0
        game.back(3)
        assert game.explain_event(10).points == {"G": 1}


def test_a_planned_move_is_the_event_that_playing_it_makes_and_changes_nothing() -> None:
    game = without_chance()
    before = game.position
    planned = game.planned("XO a1 a2")
    assert (game.position, game.events) == (before, ())
    assert (planned.seat, planned.text, planned.is_chance) == (0, "XO a1 a2", False)
    assert game.play("XO a1 a2") == planned
    with pytest.raises(Refusal):
        game.planned("XO a1 a2", 0)


@every_table
def test_a_fair_event_is_what_dealing_brings(table: Table) -> None:
    header = Header(table.game, table.players, table.variant)
    dealt = Game(header, seed=SEED)
    dealt.deal()
    step = Game(header, seed=SEED)
    while step.chance_due:
        event = step.fair_event()
        assert step.play_chance(event.text) == event
    assert step.events == dealt.events
