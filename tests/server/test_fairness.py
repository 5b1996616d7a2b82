"""Whose turn it is where many wait: order is counted here, never time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from kafelki.server import fairness
from kafelki.server.denial import Denial
from kafelki.server.fairness import Rota, WaitingLine, Whereabouts


def served(waiting: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return who is served after whom, of those who came in a given order."""
    rota: Rota[tuple[str, ...]] = Rota()
    for path in waiting:
        rota.add(path, path)
    return [rota.take() for _ in range(len(rota))]


class TestRota:
    def test_each_address_has_its_turn(self) -> None:
        flood = [("school", f"guest {k % 12}") for k in range(120)]
        order = served([*flood, ("home", "Ania"), ("home", "Ania")])
        assert [order.index(("home", "Ania")), order[3]] == [1, ("home", "Ania")]
        assert len(order) == 122

    def test_each_person_of_an_address_has_theirs(self) -> None:
        order = served([("here", "A"), ("here", "A"), ("here", "A"), ("here", "B")])
        assert [person for _, person in order] == ["A", "B", "A", "A"]

    def test_a_host_of_fifty_tables_does_not_keep_another_waiting(self) -> None:
        tables = [("club", "host", f"table {k}") for k in range(50)]
        order = served([*tables, ("home", "Ania", "hers")])
        assert order[1] == ("home", "Ania", "hers")
        assert order[:1] + order[2:] == tables

    def test_what_is_discarded_is_not_served(self) -> None:
        rota: Rota[int] = Rota()
        for number in range(3):
            rota.add(("a", str(number)), number)
        rota.discard(("a", "1"), 1)
        rota.discard(("a", "1"), 1)
        rota.discard(("b", "1"), 1)
        rota.discard(("a", "2"), 1)
        assert (rota.count(("a",)), rota.count(("a", "1")), len(rota)) == (2, 0, 2)
        assert [rota.take(), rota.take()] == [0, 2]


class Counter:
    """Serves at a line, and notes in which order."""

    def __init__(self, line: WaitingLine) -> None:
        self.line = line
        self.order: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, address: str, person: str, late: bool = False) -> asyncio.Task[None]:
        """Let somebody come, and wait until they stand in line or are served."""

        async def come() -> None:
            await self.line.enter(address, person, late=late)
            self.order.append(person)
            await asyncio.sleep(0)
            self.line.leave()

        task = asyncio.create_task(come())
        self.tasks.append(task)
        await asyncio.sleep(0)
        return task


class TestWaitingLine:
    def test_everybody_is_served_in_turn(self) -> None:
        async def run() -> list[str]:
            counter = Counter(WaitingLine(1))
            await counter.line.enter("x", "x")
            for person in ("A", "A", "A"):
                await counter.ask("one", person)
            await counter.ask("two", "B")
            assert counter.line.waiting == 4
            counter.line.leave()
            await asyncio.gather(*counter.tasks)
            assert counter.line.waiting == 0
            return counter.order

        assert asyncio.run(run()) == ["A", "B", "A", "A"]

    def test_what_is_late_waits_for_all_others_and_keeps_nobody_out(self) -> None:
        async def run() -> list[str]:
            counter = Counter(WaitingLine(1, (1, 1)))
            await counter.line.enter("x", "x")
            for person in ("late", "later"):
                await counter.ask("one", person, late=True)
            await counter.ask("one", "A")
            await counter.ask("two", "B")
            counter.line.leave()
            await asyncio.gather(*counter.tasks)
            return counter.order

        assert asyncio.run(run()) == ["A", "B", "late", "later"]

    def test_who_leaves_is_not_served_and_takes_nobodys_slot(self) -> None:
        async def run() -> list[str]:
            counter = Counter(WaitingLine(1))
            await counter.line.enter("x", "x")
            first = await counter.ask("one", "A")
            await counter.ask("one", "B")
            first.cancel()
            await asyncio.sleep(0)
            assert counter.line.waiting == 1
            counter.line.leave()
            await asyncio.gather(*counter.tasks, return_exceptions=True)
            await counter.ask("one", "C")
            await counter.tasks[-1]
            return counter.order

        assert asyncio.run(run()) == ["B", "C"]

    @pytest.mark.parametrize("leaves_first", [True, False])
    def test_who_leaves_in_the_moment_of_being_served_passes_it_on(
        self, leaves_first: bool
    ) -> None:
        async def run() -> list[str]:
            counter = Counter(WaitingLine(1))
            await counter.line.enter("x", "x")
            first = await counter.ask("one", "A")
            await counter.ask("one", "B")
            for act in (first.cancel, counter.line.leave)[:: 1 if leaves_first else -1]:
                act()
            await asyncio.gather(*counter.tasks, return_exceptions=True)
            await counter.ask("one", "C")
            await counter.tasks[-1]
            return counter.order

        assert asyncio.run(run()) == ["B", "C"]

    def test_too_many_that_wait_are_refused(self) -> None:
        async def run() -> None:
            line = WaitingLine(1, [5, 2])
            counter = Counter(line)
            await line.enter("x", "x")
            for person in ("A", "A", "B", "B"):
                await counter.ask("one", person)
            with pytest.raises(Denial) as of_a_person:
                await line.enter("one", "A")
            await counter.ask("one", "C")
            with pytest.raises(Denial) as of_an_address:
                await line.enter("one", "D")
            await counter.ask("two", "D")
            for refused in (of_a_person.value, of_an_address.value):
                assert refused.code == "too-many"
                assert refused.retry_after == fairness.SOON
            line.leave()
            await asyncio.gather(*counter.tasks)
            assert counter.order == ["A", "D", "B", "C", "A", "B"]

        asyncio.run(run())


class TestWhereabouts:
    def test_people_are_where_they_last_asked_from(self) -> None:
        where = Whereabouts()
        where.note("ania", "192.0.2.1")
        where.note("ania", "192.0.2.2")
        assert where.address("ania") == "192.0.2.2"
        assert where.address("kasia") == "kasia"

    def test_only_so_many_are_remembered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fairness, "REMEMBERED", 2)
        where = Whereabouts()
        for person in ("a", "b", "a", "c"):
            where.note(person, "192.0.2.1")
        assert [where.address(person) for person in "abc"] == ["192.0.2.1", "b", "192.0.2.1"]
