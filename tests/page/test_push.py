"""Being told by the device that it is one's move: from the button to what is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Playwright, expect

from kafelki.rules.registry import rules_of
from kafelki.server.delivery import Delivery
from tests.games.examples import WITHOUT_CHANCE
from tests.page import chromium
from tests.page.conftest import WITH_WORKER, Newcomer
from tests.page.person import Json, Person
from tests.server.players import guest
from tests.server.running_server import Server
from tests.server.test_push import running_service

STAND_IN = """if (location.protocol === 'http:') {
    const { endpoint, keys } = %s;
    const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => (delete localStorage['subscribed'], true),
    };
    PushManager.prototype.subscribe = async () => (
        localStorage['subscribed'] = '1', subscription);
    PushManager.prototype.getSubscription = async () =>
        localStorage['subscribed'] ? subscription : null;
}"""
"""Lets a browser have its letters sent to a service on this machine: its own is far away."""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    const all = await worker.getNotifications();
    return all.map(({ title, body, data }) => [title, body, data.url]);
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that can show notifications: they are drawn outside the page."""
    with chromium.running(playwright, chromium.WHOLE) as browser:
        yield browser


def delivering(person: Person, letter: Json) -> Callable[[], None]:
    """Return what hands a letter to the page's worker, as the browser does that has received it.

    Chromium's tools do not say whether the worker got it, so it is handed over until it is shown,
    as a push service does with what was not received; a letter that comes twice is shown once.
    """
    session = person.context.new_cdp_session(person.page)
    found: list[Json] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"])
    )
    session.send("ServiceWorker.enable")
    person.until(lambda: bool(found), "the worker")
    sent = {
        "origin": person.address,
        "registrationId": found[0]["registrationId"],
        "data": json.dumps(letter),
    }

    def deliver() -> None:
        session.send("ServiceWorker.deliverPushMessage", sent)

    return deliver


def test_who_asks_to_be_told_is_told(
    server: Server, newcomer: Newcomer, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    ola, ania = newcomer("Ola", permissions=["notifications"], **WITH_WORKER), guest(server, "Ania")
    with running_service() as service:
        delivery = Delivery([service.url])
        monkeypatch.setattr(server.context.notifier, "_delivery", delivery)
        ola.context.add_init_script(STAND_IN % json.dumps(service.subscription("en")))
        ola.go("/profile")
        ola.page.get_by_role("button", name="Notify me on this device").click()
        off = ola.page.get_by_role("button", name="Stop notifying me")
        expect(off).to_be_visible()

        table = ania.open(WITHOUT_CHANCE, 2)
        ola.does(table, "sit")
        ania.does(table, "start")
        ania.move(table, random)
        _, letter = service.letter()
        deliver = delivering(ola, letter)
        said = ["Kafelki", f"{rules_of(WITHOUT_CHANCE).name.en}: it is your move.", f"/t/{table}"]

        def is_shown() -> bool:
            deliver()
            return bool(ola.page.evaluate(SHOWN) == [said])

        ola.until(is_shown, "the notification")

        with ola.page.expect_response(lambda answer: answer.request.method == "DELETE") as gone:
            off.click()
        assert gone.value.ok
        expect(ola.page.get_by_role("button", name="Notify me on this device")).to_be_visible()
        delivery.close()
