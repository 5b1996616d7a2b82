"""Trying things out from a finished game over HTTP: after its end for all, before it for nobody."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from kafelki.review.analysis import Valued
from kafelki.rules.registry import GAMES, rules_of
from kafelki.server import analyses, reviews
from kafelki.server.table.state import Secret
from kafelki.server.web.analysis_models import LONGEST
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import Json, Player, guest, play_on, seated, sit_down
from tests.server.running_server import Server
from tests.server.test_reviews import complete, ended
from tests.waiting import wait_until

DATABASES = ("sqlite",)


@pytest.fixture(autouse=True)
def known_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the same be drawn every time."""
    chance = Random(23)
    monkeypatch.setattr(Secret, "fresh", lambda: Secret(chance.randbytes(32)))


def analysed(person: Player, table: str, **asked: Any) -> Json:
    """Return what somebody is told of a line; it must be sound."""
    answer = person.ask("POST", f"/tables/{table}/analysis", asked)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def values(person: Player, table: str, **asked: Any) -> Json:
    """Return what a position is worth, after a quick look unless more is asked."""
    answer = person.ask("POST", f"/tables/{table}/analysis/values", {"depth": "quick"} | asked)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def given_up(server: Server, random: Random, game: str, players: int, **more: Any) -> Any:
    """Return a table where some moves were played before all gave up, and who played."""
    names = ["Ania", "Kasia", "Julia", "Feliks"][:players]
    people = [guest(server, name) for name in names]
    table = sit_down(people, game, **more) if players > 1 else alone(people[0], game)
    play_on(people, table, 3, random)
    for person in people:
        if people[0].look(table)["table"]["status"] == "playing":
            person.does(table, "resign")
    return table, people


def alone(person: Player, game: str) -> str:
    return person.open(game, 1, seats=[{"me": True}], start=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_gone_on_with_at_every_table(
    server: Server, random: Random, game: str
) -> None:
    for seating in rules_of(game).seatings:
        more = {"variant": seating.variant}
        table, people = given_up(server, random, game, seating.players, **more)
        event = people[0].look(table)["table"]["after"]
        told = analysed(people[0], table, event=event)
        seen = set()
        for number in range(12):
            view = told["game"]
            if view["over"]:
                break
            assert all(hand["hidden"] == 0 for hand in view["hands"])
            seat = view["to_act"][-1]
            at = {"event": told["event"], "line": told["line"]}
            view = analysed(people[0], table, **at, seat=seat)["game"]
            assert view["viewer"] == seat
            move = random.choice(view["legal"]["moves"])
            told = analysed(people[0], table, **at, seat=seat, move=move, draw=number)
            assert told["line"][: len(at["line"])] == at["line"]
            assert told["line"][len(at["line"])] == {"seat": seat, "move": move}
            assert told["explained"]["points"] is not None
            seen.add(seat)
        assert len(seen) == seating.players or told["game"]["over"]
        worth = values(people[0], table, event=told["event"], line=told["line"])
        assert len(worth["worths"]) == seating.players
        assert [each["seat"] for each in worth["choices"]] == told["game"]["to_act"]
        for each in worth["choices"]:
            best = [move["value"] for move in each["moves"]]
            assert best == sorted(best, reverse=True)


def test_nobody_analyses_before_the_end(server: Server, random: Random) -> None:
    for game in (WITHOUT_CHANCE, WITH_RACKS, AT_ONCE):
        table, people = seated(server, game, 2)
        play_on(people, table, 2, random)
        waiting = people[0].open(game, 2)
        for address in (f"/tables/{table}/analysis", f"/tables/{waiting}/analysis"):
            for path in (address, f"{address}/values"):
                for body in ({"event": 0}, {"event": 1}, {"event": 9_999}):
                    for person in (*people, guest(server, "Zosia")):
                        answer = person.ask("POST", path, body)
                        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
                        assert "not over" in answer.json()["text"]["en"]
                    nobody = server.http.post(f"{server.url}/api{path}", json=body)
                    assert nobody.status_code == 409


def test_only_who_plays_a_daily_challenge_analyses_it_on_its_day(
    server: Server, random: Random
) -> None:
    ania, zosia = guest(server), guest(server, "Zosia")
    table = str(ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"])
    while ania.look(table)["table"]["status"] == "playing":
        ania.move(table, random)
    for path in ("analysis", "analysis/values"):
        answer = zosia.ask("POST", f"/tables/{table}/{path}", {"event": 3})
        assert answer.status_code == 404
    assert analysed(ania, table, event=3)["game"]["players"] == 1


class TestLines:
    """What is played and drawn is in the line, and the line is all there is."""

    def test_a_link_shows_the_same_to_everybody(self, server: Server, random: Random) -> None:
        table, people = ended(server, random, WITH_RACKS)
        start = analysed(people[0], table, event=12)
        assert start["line"] == []
        here = analysed(guest(server, "Zosia"), table, event=start["event"])
        assert here == start
        move = start["game"]["legal"]["moves"][0]
        told = analysed(people[0], table, event=start["event"], move=move)
        again = analysed(people[1], table, event=told["event"], line=told["line"])
        assert again == told | {"explained": None}
        address = f"{server.url}/api/tables/{table}/analysis"
        nobody = server.http.post(address, json={"event": told["event"], "line": told["line"]})
        assert nobody.json() == again

    def test_another_draw_is_another_line(self, server: Server, random: Random) -> None:
        table, people = ended(server, random, WITH_RACKS)
        start = analysed(people[0], table, event=12)
        (seat,) = start["game"]["to_act"]
        moves = start["game"]["legal"]["moves"]
        lines = []
        for draw in range(8):
            told = analysed(people[0], table, event=start["event"], move=moves[0], draw=draw)
            assert told == analysed(
                people[0], table, event=start["event"], move=moves[0], draw=draw
            )
            lines.append(told["line"])
        assert all(line[0] == {"seat": seat, "move": moves[0]} for line in lines)
        assert len({str(line) for line in lines}) > 1
        # What is drawn can be chosen, too: by its text.
        other = next(line for line in lines if line != lines[0])
        assert analysed(people[0], table, event=start["event"], line=other)["line"] == other

    def test_what_was_chosen_unannounced_is_to_be_chosen(self, own_server: Server) -> None:
        """A game in which somebody kept: there the line begins with the question (AX-13)."""
        table, people = seated(own_server, WITH_RACKS, 2)
        random = Random(1)
        while people[0].look(table)["table"]["status"] == "playing":
            seat = people[0].look(table)["game"]["to_act"][0]
            view = people[seat].look(table)["game"]
            moves = view["legal"]["moves"]
            move = "keep" if "keep" in moves else random.choice(moves)
            people[seat].does(table, "move", move=move, expected=view["after"])
        record = people[0].get(f"/tables/{table}/record")
        kept = [k for k, event in enumerate(record["events"]) if event.get("move") == "keep"]
        assert kept, "nobody was asked: let the draws of this test be others"
        told = analysed(people[0], table, event=kept[0])
        assert told["game"]["legal"]["moves"] == ["keep", "swap"]
        swapped = analysed(people[0], table, event=told["event"], move="swap")
        # The line ends where somebody is to move again.
        assert swapped["line"][0]["move"] == "swap"
        assert swapped["game"]["swapped"]["tiles"]

    def test_what_cannot_be_is_refused_by_number_and_rule(
        self, server: Server, random: Random
    ) -> None:
        table, (ania, _) = ended(server, random)
        move = analysed(ania, table, event=0)["game"]["legal"]["moves"][0]
        first = {"seat": 0, "move": move}
        asked: Json = {"event": 0, "line": [first, first | {"seat": 1}]}
        for path in ("analysis", "analysis/values"):
            answer = ania.ask("POST", f"/tables/{table}/{path}", asked)
            told = answer.json()
            assert (answer.status_code, told["code"], told["rule"]) == (422, "malformed", "EX-5")
            assert told["text"]["en"].startswith("event 1: ")
            assert told["text"]["pl"].startswith("zdarzenie 1: ")
        again = {"event": 0, "line": [first], "move": move, "seat": 1}
        answer = ania.ask("POST", f"/tables/{table}/analysis", again)
        assert (answer.status_code, answer.json()["rule"]) == (409, "EX-5")
        for wrong in (
            {"event": 0, "line": [{"seat": 0, "move": "x" * 41}]},
            {"event": 0, "line": [{"seat": 0, "text": "XO i9 j9"}]},
            {"event": 0, "line": [{}]},
            {"event": 0, "line": [first] * (LONGEST + 1)},
            {"event": -1},
            {"event": 0, "draw": 2**31},
            {"event": 0, "depth": "deep"},
            {"event": 0, "viewer": 1},
            {},
        ):
            for path in ("analysis", "analysis/values"):
                answer = ania.ask("POST", f"/tables/{table}/{path}", wrong)
                assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
        answer = ania.ask("POST", f"/tables/{table}/analysis", {"event": 10_000})
        assert answer.status_code == 404


class TestValues:
    """What positions are worth is worked out behind all else, once, and for who still waits."""

    def test_they_are_those_of_the_review(self, server: Server, random: Random) -> None:
        table, people = ended(server, random)
        review = complete(people[0], table)
        step = review["steps"][1]
        told = values(people[0], table, event=step["event"], depth=server.settings.review_depth)
        (choices,) = told["choices"]
        assert choices["seat"] == step["seat"]
        assert choices["moves"][0] == step["choices"][0]
        before = [
            start + change
            for start, change in zip(review["start"], review["steps"][0]["change"], strict=True)
        ]
        assert told["worths"] == pytest.approx(before)

    def test_what_is_known_is_not_worked_out_again(
        self, own_server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, people = ended(own_server, random)
        first = values(people[0], table, event=1)

        def fail(*given: Any) -> Valued:
            raise RuntimeError("a game of somebody else's")

        monkeypatch.setattr(analyses, "valued", fail)
        assert values(people[1], table, event=1) == first
        answer = people[0].ask("POST", f"/tables/{table}/analysis/values", {"event": 2})
        assert answer.status_code == 503
        assert set(answer.json()["text"]) == {"en", "pl"}

    def test_a_person_has_a_few_asked_for_and_who_leaves_costs_nothing(
        self, own_server: Server, random: Random
    ) -> None:
        table, _ = ended(own_server, random)
        asking = own_server.context.analyses
        asking._is_limited, asking._most = True, [reviews.AT_AN_ADDRESS, reviews.EACH]
        # Somebody always has a hint worked out, so that no value ever comes.
        own_server.call(own_server.context.advisers.line.enter("here", "somebody"))
        state, _ = own_server.call(own_server.context.tables.loaded.state_for(table, None))
        who = ("there", "ania")

        async def ask_and_leave() -> None:
            waiting = [
                asyncio.create_task(asking.of(table, state.game, str(k), who))
                for k in range(reviews.EACH)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Exception, match="being reviewed already"):
                await asking.of(table, state.game, "one more", who)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

        own_server.call(ask_and_leave())
        wait_until(lambda: not asking._asked, "all to have left")
        assert not own_server.context.advisers.line._late._parts
