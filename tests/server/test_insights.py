"""What reviews teach people: kept when they are complete, told to them alone, gone with them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from kafelki.server.storage import schema
from kafelki.server.table.state import Secret
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import Json, Player, guest, play_on, seated, to_act
from tests.server.running_server import DAY, Server
from tests.server.test_admin import done
from tests.server.test_reviews import complete, ended
from tests.waiting import wait_until


@pytest.fixture(autouse=True)
def known_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the same be drawn every time."""
    chance = Random(17)
    monkeypatch.setattr(Secret, "fresh", lambda: Secret(chance.randbytes(32)))


def learn_all(player: Player) -> Json:
    """Have all of somebody's games reviewed, as their page does; return what was told last."""
    while True:
        answer = player.ask("POST", "/me/insights/reviews")
        assert answer.status_code == 200, answer.text
        told: Json = answer.json()
        if told["table"] is None:
            return told


def kept(server: Server, person: str) -> list[int]:
    """Return how many rows there are of what somebody has learnt, table by table."""
    with server.context.store.engine.connect() as connection:
        tables = (schema.lessons, schema.mistakes)
        return [
            len(connection.execute(select(table).where(table.c.person == person)).all())
            for table in tables
        ]


def test_a_review_teaches_those_who_sat_there(server: Server, random: Random) -> None:
    table, (ania, kasia) = ended(server, random)
    zosia = guest(server, "Zosia")
    assert ania.get("/me/insights")["reviewed"] == 0
    told = complete(zosia, table)
    for seat, person in enumerate((ania, kasia)):
        found = person.get("/me/insights")
        summary = told["seats"][seat]
        assert (found["finished"], found["reviewed"]) == (1, 1)
        assert found["all"]["accuracy"] == {
            "mean": pytest.approx(summary["accuracy"]),
            "half": None,
        }
        assert found["all"]["luck"]["mean"] == pytest.approx(summary["net_luck"])
        assert found["all"]["without_luck"]["mean"] == pytest.approx(summary["without_luck"])
        assert [each["name"] for each in found["games"]] == [WITHOUT_CHANCE]
        assert [each["name"] for each in found["seats"]] == [str(seat)]
        (opponent,) = found["opponents"]
        assert opponent["person"] == (kasia, ania)[seat].person
        own = [
            step for step in told["steps"] if step["kind"] == "decision" and step["seat"] == seat
        ]
        assert sum(each["decisions"] for each in found["phases"]) == sum(
            not step["forced"] for step in own
        )
        dearest = told["steps"][summary["dearest"]]
        assert found["dearest"][0]["event"] == dearest["event"]
        assert found["dearest"][0]["loss"] == pytest.approx(dearest["loss"])
        mistakes = [step for step in own if step["band"] in ("medium", "large")]
        assert person.get("/me/mistakes")["all"] == len(mistakes) > 0
        assert person.get("/me/insights", game=WITH_RACKS)["all"]["games"] == 0
    assert zosia.get("/me/insights")["all"]["games"] == 0
    assert zosia.get("/me/mistakes")["all"] == 0


def test_past_games_are_reviewed_as_long_as_one_asks(server: Server, random: Random) -> None:
    tables, (ania, _) = [], seated(server, WITHOUT_CHANCE, 2)[1]
    for _ in range(2):
        table = ania.open(
            WITHOUT_CHANCE,
            2,
            options={"size": 5},
            seats=[{"me": True}, {"bot": "level-1"}],
            start=True,
        )
        server.clock.pass_by(1)
        ania.does(table, "resign")
        tables.append(table)
    first = ania.ask("POST", "/me/insights/reviews").json()
    assert first["finished"] == 2
    assert first["table"] == tables[-1]  # the newest
    told = learn_all(ania)
    assert (told["reviewed"], told["finished"], told["left_out"]) == (2, 2, 0)
    found = ania.get("/me/insights")
    assert [(each["bot"], each["games"]) for each in found["opponents"]] == [("level-1", 2)]
    assert found["all"]["result"]["mean"] < 1


def test_what_cannot_be_reviewed_is_left_out(own_server: Server, random: Random) -> None:
    table, (ania, _) = ended(own_server, random)
    with own_server.context.store.engine.begin() as connection:
        entries = schema.entries
        wrong = update(entries).where(entries.c.table_id == table, entries.c.number == 5)
        connection.execute(wrong.values(data="{}"))
    own_server.restart()
    told = learn_all(ania)
    assert (told["finished"], told["reviewed"], told["left_out"]) == (1, 0, 1)


def test_nothing_is_learnt_from_what_a_bot_has_played(server: Server, random: Random) -> None:
    table, people = seated(server, WITH_RACKS, 3)
    play_on(people, table, 3, random)
    assert to_act(people, table) == [0]
    people[0].does(table, "resign")
    wait_until(lambda: to_act(people, table) == [1], "the bot that plays on")
    people[1].does(table, "resign")
    complete(people[2], table)
    assert [kept(server, person.person)[0] for person in people] == [0, 1, 1]
    assert kept(server, people[0].person) == [0, 0]
    told = learn_all(people[0])
    assert (told["finished"], told["reviewed"], told["left_out"]) == (1, 0, 1)


class TestTraining:
    """Mistakes are asked about again, and the best move is told only after the answer."""

    def asked(self, server: Server, random: Random) -> tuple[Player, Json, Json]:
        """Return somebody with a mistake, its step in the review, and the question."""
        table, people = ended(server, random)
        told = complete(people[0], table)
        dearest = told["steps"][told["seats"][0]["dearest"]]
        question = people[0].get(f"/me/mistakes/{table}/{dearest['event']}")
        return people[0], dearest | {"table": table}, question

    def path(self, step: Json) -> str:
        return f"/me/mistakes/{step['table']}/{step['event']}"

    def test_the_position_is_what_the_seat_knew(self, server: Server, random: Random) -> None:
        _, step, question = self.asked(server, random)
        assert question["moves"] == sorted(each["move"] for each in step["choices"])
        assert question["position"]["to_act"] == [0]
        assert question["position"]["viewer"] == 0
        assert question["position"]["after"] == step["event"]
        assert step["move"] in question["position"]["legal"]["moves"]
        assert question["again"] is False
        # Nothing tells the best move, or what any is worth.
        assert "choices" not in json.dumps(question)
        assert "value" not in json.dumps(question)

    def test_others_are_asked_about_theirs_alone(self, server: Server, random: Random) -> None:
        _, step, _ = self.asked(server, random)
        zosia = guest(server, "Zosia")
        body = {"move": step["move"]}
        assert zosia.ask("GET", self.path(step)).status_code == 404
        assert zosia.ask("POST", self.path(step), body).status_code == 404
        assert zosia.ask("POST", f"{self.path(step)}/explain", body).status_code == 404
        nobody = server.http.get(f"{server.url}/api{self.path(step)}")
        assert nobody.status_code == 401

    def test_the_first_answer_decides_when_it_is_asked_again(
        self, own_server: Server, random: Random
    ) -> None:
        ania, step, _ = self.asked(own_server, random)
        now = own_server.clock()
        before = ania.get("/me/mistakes")
        wrong = ania.ask("POST", self.path(step), {"move": step["move"]}).json()
        assert (wrong["right"], wrong["choices"], wrong["due"]) == (False, None, now + DAY)
        assert wrong["cost"] == pytest.approx(step["loss"])
        best = step["choices"][0]["move"]
        right = ania.ask("POST", self.path(step), {"move": best}).json()
        assert (right["right"], right["cost"], right["due"]) == (True, 0.0, now + DAY)
        assert right["choices"] == step["choices"]
        assert right["played"] == step["move"]
        after = ania.get("/me/mistakes")
        assert (after["all"], after["due"]) == (before["all"], before["due"] - 1)
        assert after["next"] == now + DAY
        own_server.clock.pass_by(DAY)
        again = ania.get("/me/mistakes")["mistakes"][0]  # what was asked before comes first
        assert (again["event"], again["again"]) == (step["event"], True)
        # A right answer after one day of 0.212: much later than tomorrow.
        right = ania.ask("POST", self.path(step), {"move": best}).json()
        assert right["due"] > own_server.clock() + DAY

    def test_any_move_can_be_the_answer_and_one_can_give_up(
        self, own_server: Server, random: Random
    ) -> None:
        ania, step, question = self.asked(own_server, random)
        told = [each["move"] for each in step["choices"]]
        other = next(m for m in question["position"]["legal"]["moves"] if m not in told)
        judged = ania.ask("POST", self.path(step), {"move": other}).json()
        assert judged["cost"] >= 0
        assert judged["right"] == (judged["cost"] < 0.01)
        explained = ania.ask("POST", f"{self.path(step)}/explain", {"move": other})
        assert explained.status_code == 200
        refused = ania.ask("POST", self.path(step), {"move": "XO a1 a1"})
        assert refused.status_code == 409
        given_up = ania.ask("POST", self.path(step), {"move": None}).json()
        assert (given_up["right"], given_up["cost"]) == (False, None)
        assert given_up["choices"] == step["choices"]


def test_what_was_learnt_goes_with_the_person_and_can_be_taken_away(
    server: Server, random: Random
) -> None:
    table, (ania, kasia) = ended(server, random)
    complete(ania, table)
    lines = ania.ask("GET", "/me/games.jsonl").text.splitlines()
    (learnt,) = json.loads(lines[0])["learnt"]
    assert json.loads(learnt["lesson"])["decisions"]["times"] > 0
    assert len(learnt["mistakes"]) == ania.get("/me/mistakes")["all"]
    assert kept(server, ania.person)[0] == 1
    assert ania.ask("DELETE", "/me").status_code == 204
    assert kept(server, ania.person) == [0, 0]
    assert kept(server, kasia.person)[0] == 1
    # Whoever looks at the review again teaches nobody who is gone.
    server.context.reviews._complete.clear()
    complete(kasia, table)
    assert kept(server, ania.person) == [0, 0]
    (opponent,) = kasia.get("/me/insights")["opponents"]
    assert (opponent["person"], opponent["called"]) == (None, None)


def test_all_can_be_learnt_again_from_the_reviews_that_are_kept(
    own_server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ania, _) = ended(own_server, random)
    told = complete(ania, table)
    dearest = told["steps"][told["seats"][0]["dearest"]]
    ania.ask("POST", f"/me/mistakes/{table}/{dearest['event']}", {"move": None})
    before = [ania.get("/me/insights"), ania.get("/me/mistakes")]
    engine = own_server.context.store.engine
    with engine.begin() as connection:
        connection.execute(schema.lessons.delete())
        other = schema.mistakes.c.asked.is_(None)
        connection.execute(schema.mistakes.delete().where(other))
    assert ania.get("/me/insights")["reviewed"] == 0
    settings = own_server.settings
    monkeypatch.setenv("KAFELKI_REVIEW_DEPTH", settings.review_depth)
    where = ("--database-url", settings.database, "--data", settings.data_folder)
    assert done("lessons", *where) == "games: 1\n"
    # When it is asked again is as it was: that does not follow from the review.
    assert [ania.get("/me/insights"), ania.get("/me/mistakes")] == before


def test_nobody_is_told_of_what_others_have_learnt(server: Server, random: Random) -> None:
    table, (ania, _) = ended(server, random)
    complete(ania, table)
    for method, path in (
        ("GET", "/me/insights"),
        ("POST", "/me/insights/reviews"),
        ("GET", "/me/mistakes"),
    ):
        assert server.http.request(method, f"{server.url}/api{path}").status_code == 401
    shown: Any = server.http.get(f"{server.url}/api/people/{ania.person}").json()
    assert "insights" not in shown
    assert "mistakes" not in shown
