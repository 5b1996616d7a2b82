"""Names: in one form, without tricks, and nobody's but one's own."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select

from kafelki.server.names import cleaned, skeleton
from kafelki.server.storage import schema
from kafelki.server.storage.database import connect, migrate
from tests.games.examples import WITH_PAIRS
from tests.server.conftest import NewSettings
from tests.server.players import guest, member
from tests.server.running_server import Server

ACUTE, GRAVE, TILDE = "\u0301", "\u0300", "\u0303"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ａｎｉａ", "Ania"),  # wide letters
        (f"s{ACUTE}wit", "świt"),  # letters in parts are put together
        (f"x{ACUTE}{GRAVE}{TILDE}{TILDE}y", f"x{ACUTE}{GRAVE}y"),  # at most two marks
        (f"{ACUTE}Ania {GRAVE}B", "Ania B"),  # no marks on nothing
        ("A\u200bn\u202ei\u2066a", "Ania"),  # nothing that cannot be seen or turns around
        (f"s\u200b{ACUTE}wit", "świt"),  # even between a letter and its mark
    ],
)
def test_a_name_has_one_form(given: str, shown: str) -> None:
    assert cleaned(given, 24) == shown
    assert cleaned(shown, 24) == shown


@pytest.mark.parametrize(
    "other",
    [
        "ania",
        "ANIA",
        "\u0410nia",  # a Cyrillic A
        "An\u0456a",  # a Cyrillic i
        "\u0391nia",  # a Greek alpha
        "\u0391NIA",
        "An\u0131\u0307a",  # an i without its dot, and the dot
        "Ani\u0307a",
        "Anla",
        "An1a",
        "A-n.i a",
    ],
)
def test_names_that_look_alike_have_one_skeleton(other: str) -> None:
    assert skeleton(other) == skeleton("Ania")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Marek", "\u041carek"),  # capitals that only look Latin: Cyrillic
        ("Hania", "\u041dania"),
        ("Tomek", "\u0422omek"),
        ("Bartek", "\u0412artek"),
        ("Kasia", "\u041aasia"),
        ("Zosia", "\u0396osia"),  # and Greek
        ("\u041c\u0430\u0448\u0430", "\u043c\u0430\u0448\u0430"),  # Masha, big and small
        ("Łucja", "ŁUCJA"),
        ("Nina", "\u039dina"),
    ],
)
def test_capitals_look_alike_too(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("Ina", "Iva"), ("Yen", "Uen"), ("Łucja", "Lucja")])
def test_letters_of_one_alphabet_stay_apart(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


@pytest.mark.parametrize("other", ["Anna", "Anią", "Hania", "Ania 2"])
def test_names_that_do_not_are_free(other: str) -> None:
    assert skeleton(other) != skeleton("Ania")


def test_how_members_names_look_is_kept_anew(new_settings: NewSettings) -> None:
    """Who was first keeps a name that looks like another's."""
    url = new_settings(blank=True).database
    migrate(url, "0007")
    engine = connect(url).execution_options(writes=True)
    people = [
        ("first", "Marek", "marek"),
        ("second", "\u041carek", "\u043carek"),
        ("guest", "Ola", None),
    ]
    with engine.begin() as connection:
        for created, (person, name, looks) in enumerate(people):
            account = None if looks is None else person
            row = {"id": person, "name": name, "account": account, "looks": looks}
            connection.execute(insert(schema.people).values(created=created, deleted=False, **row))
    migrate(url)
    with engine.connect() as connection:
        kept = {row.id: row.looks for row in connection.execute(select(schema.people))}
    engine.dispose()
    assert kept == {"first": skeleton("Marek"), "second": None, "guest": None}


def come_in(server: Server, name: str) -> int:
    return server.http.post(
        f"{server.url}/api/guests", json={"name": name, "token": True}
    ).status_code


def test_a_guest_cannot_be_called_like_a_member(server: Server) -> None:
    before = guest(server, "Łucja")
    later = guest(server, "Jan")
    lucja = guest(server, "Łucja")
    body = {"account": f"Łucja {lucja.person}", "password": "correct horse"}
    assert lucja.ask("PUT", "/me/password", body).status_code == 204
    for name in ("Łucja", "łucja", "Łuc\u0458a"):
        response = server.http.post(f"{server.url}/api/guests", json={"name": name, "token": True})
        assert (response.status_code, response.json()["code"]) == (409, "conflict")
        assert later.ask("PATCH", "/me", {"name": name}).status_code == 409
    assert come_in(server, "Łucja z Łodzi") == 201
    # Who had the name before goes on, and cannot become a member by it.
    assert before.get("/me")["name"] == "Łucja"
    body["account"] = f"Łucja {before.person}"
    assert before.ask("PUT", "/me/password", body).status_code == 409
    # A member's own name is theirs to write as they like, and free when they leave it.
    assert lucja.ask("PATCH", "/me", {"name": "ŁUCJA"}).status_code == 200
    assert lucja.ask("PATCH", "/me", {"name": "Lucyna"}).status_code == 200
    assert come_in(server, "Łucja") == 201
    assert lucja.ask("DELETE", "/me").status_code == 204
    assert come_in(server, "Lucyna") == 201


@pytest.mark.parametrize(
    "name",
    ["level-3", "Ekspert (bot)", "Expert (bot)", "BOT", "Mocny", "hedgehog", "JEŻ 2", "Owl bot"],
)
def test_nobody_is_called_like_a_bot(server: Server, name: str) -> None:
    response = server.http.post(f"{server.url}/api/guests", json={"name": name, "token": True})
    assert (response.status_code, response.json()["code"]) == (409, "conflict")


def test_members_are_marked_at_tables(server: Server) -> None:
    ania, kasia = member(server, "Ania"), guest(server, "Kasia")
    table = ania.open(
        WITH_PAIRS, 4, seats=[{"me": True}, {"label": "Alek"}, {"bot": "level-1"}, {}]
    )
    kasia.does(table, "sit")
    marks = [seat["member"] for seat in kasia.look(table)["table"]["seats"]]
    assert marks == [True, False, False, False]
    body = {"account": f"Kasia {kasia.person}", "password": "correct horse"}
    with ania.page(table) as page:
        assert kasia.ask("PUT", "/me/password", body).status_code == 204
        while not page.state["table"]["seats"][3]["member"]:
            page.receive()
