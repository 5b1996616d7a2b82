"""Three and four people at one table, each at a browser of their own."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from tests.games.examples import AT_ONCE, WITH_PAIRS
from tests.page.conftest import Newcomer
from tests.page.person import Person

NAMES = ("Ania", "Kasia", "Julia", "Feliks")
ROUNDS = 1


def sit_down(people: list[Person], game: str) -> None:
    """Let the first open a table, and the others come by its link and sit down."""
    host, *others = people
    table = host.open_table(game, len(people), seats=[{"me": True}, *({} for _ in others)])
    host.go(f"/t/{table}")
    for person in others:
        person.go(f"/t/{table}")
        person.page.get_by_role("button", name="Sit down and play").click()
    host.page.get_by_role("button", name="Start", exact=True).click()
    for person in people:
        person.wait_for_game()


def take_a_turn(people: list[Person], random: Random) -> None:
    """Let whoever is to move do so, and wait until all have seen it."""
    people[0].until(lambda: any(person.legal for person in people), "somebody's turn")
    mover = next(person for person in people if person.legal)
    mover.type_move(random.choice(mover.legal))
    for person in people:
        person.catch_up(mover.view["after"])


def scores_on(person: Person) -> dict[str, list[int]]:
    """Return the points on each track, by seat, as they are drawn."""
    person.see()
    found = person.page.locator("article[data-seats]").evaluate_all(
        """all => all.map(each => [
            each.dataset.seats,
            [...each.querySelectorAll('[data-score]')].map(({ dataset }) => Number(dataset.score)),
        ])"""
    )
    return dict(found)


def test_four_see_one_board_and_each_their_own_tiles(newcomer: Newcomer, random: Random) -> None:
    people = [newcomer(name) for name in NAMES]
    sit_down(people, WITH_PAIRS)
    for _ in range(ROUNDS * len(people)):
        take_a_turn(people, random)
    boards = [person.board() for person in people]
    assert len(boards[0]) == 6 + 2 * ROUNDS * len(people)
    assert all(board == boards[0] for board in boards)
    for person in people:
        seat = person.view["viewer"]
        assert person.update["you"]["seats"] == [seat]
        assert sorted(person.rack()) == sorted(person.view["hands"][seat]["tiles"])
        told = {str(k): scores for k, scores in enumerate(person.view["scores"])}
        assert scores_on(person) == told
    assert {person.view["viewer"] for person in people} == {0, 1, 2, 3}
    # Who gives up leaves the others playing.
    people[3].does(people[3].update["table"]["id"], "resign")
    expect(people[0].page.locator("article", has_text="Feliks")).to_contain_text("a bot stands in")


def test_three_lay_the_same_tile_on_their_own_ramps(newcomer: Newcomer, random: Random) -> None:
    people = [newcomer(name) for name in NAMES[:3]]
    sit_down(people, AT_ONCE)
    for _ in range(ROUNDS * len(people)):
        take_a_turn(people, random)
    for person in people:
        seat = person.view["viewer"]
        assert person.board() == person.view["cells"][seat]
        ramps = person.page.get_by_role("group", name="Everybody’s ramps").locator("figure")
        expect(ramps).to_have_count(2)
        names = {person.update["table"]["seats"][k]["name"] for k in range(3) if k != seat}
        assert set(ramps.locator(".name").all_inner_texts()) == names
