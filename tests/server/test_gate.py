"""Connections that ask too much, too slowly, or nothing at all, and others beside them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from kafelki.server.limits import Limiter
from kafelki.server.running import SPARE_FILES, with_files
from kafelki.server.settings import Settings
from kafelki.server.web import frames, gate, refusals
from kafelki.server.web import socket as table_socket
from kafelki.server.web.connections import Connections
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import guest, page_at
from tests.server.running_server import Server, serving
from tests.waiting import PATIENCE, wait_until

HEADER = b"GET /api/games HTTP/1.1\r\nHost: here\r\n"
LONG = 4096
"""Bytes of a header in these tests."""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience."""
    settings = Settings(
        data_folder=tmp_path_factory.mktemp("data"),
        header_bytes=LONG,
        header_seconds=0.3,
        body_seconds=0.3,
        idle_seconds=0.3,
        write_seconds=0.5,
        bot_workers=1,
    )
    with serving(settings) as server:
        yield server


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for ever, with room for few."""
    settings = Settings(
        data_folder=tmp_path_factory.mktemp("data"),
        header_bytes=LONG,
        header_seconds=3600,
        body_seconds=3600,
        idle_seconds=3600,
        connections_by_address=20,
        sockets_by_address=3,
        bot_workers=1,
    )
    with serving(settings) as server:
        yield server


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        yield connection


def all_of(connection: socket.socket) -> bytes:
    """Return what comes until the server closes the connection."""
    received = b""
    try:
        while part := connection.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def refused_with(connection: socket.socket) -> int:
    """Return the status with which a connection is refused, in words for people too."""
    head, _, body = all_of(connection).partition(b"\r\n\r\n")
    assert b"connection: close" in head.lower()
    assert set(json.loads(body)["text"]) == {"en", "pl"}
    return int(head.split()[1])


def is_well(server: Server) -> bool:
    with httpx.Client(timeout=PATIENCE) as client:
        return client.get(f"{server.url}/api/games").status_code == 200


def is_soon_well(hasty: Server) -> bool:
    """Whether a server answers that may have lost its patience before a busy machine has asked."""

    def answers() -> bool:
        with suppress(httpx.TransportError):
            return is_well(hasty)
        return False

    wait_until(answers, "an answer")
    return True


@pytest.mark.parametrize(
    "first",
    [b"GET /", HEADER + b"X: ", HEADER, b"A" * 10],
    ids=["path", "value", "fields", "method"],
)
def test_an_endless_header_is_refused(patient: Server, first: bytes) -> None:
    fields = first == HEADER
    with connected(patient) as connection:
        connection.sendall(first)
        # It is refused long before all of this could be there.
        for number in range(LONG // 16):
            try:
                connection.sendall(b"X-%04d: abcdefgh\r\n" % number if fields else b"x" * 18)
            except OSError:
                break
        assert refused_with(connection) == (400 if first.startswith(b"A") else 431)
    assert is_well(patient)


def test_each_language_writes_the_limit_as_it_does() -> None:
    uneven = refusals.long_header(1536).text
    assert "at most 1.5 KiB" in uneven.en
    assert "najwyżej 1,5 KiB" in uneven.pl
    assert "at most 16 KiB" in refusals.long_header(16384).text.en


def test_an_endless_header_costs_no_memory(patient: Server) -> None:
    """What comes after the limit is thrown away, soon not even read, and then it is over."""
    with connected(patient) as connection:
        connection.sendall(HEADER + b"X: ")
        sent = until_closed(connection, b"x" * 65536)
    assert sent < gate.MOST_THROWN_AWAY + (64 << 20)  # what the system may keep on the way


@pytest.mark.parametrize(
    ("length", "status"), [(LONG - 1, 200), (LONG, 200), (LONG + 1, 431), (10 * LONG, 431)]
)
def test_the_length_of_a_header_is_exact(patient: Server, length: int, status: int) -> None:
    start, end = HEADER + b"Connection: close\r\nX: ", b"\r\n\r\n"
    request = start + b"x" * (length - len(start) - len(end)) + end
    for pieces in (1, 7):
        with connected(patient) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for begin in range(0, length, -(-length // pieces)):
                try:
                    connection.sendall(request[begin : begin + -(-length // pieces)])
                except OSError:
                    assert status == 431
            assert int(all_of(connection).split()[1]) == status


CHUNKED = (
    b"POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    ("first", "more"),
    [(b"0\r\n", b"X: abcdefgh\r\n" * 4096), (b"0\r\nX: ", b"x" * 65536), (b"1;", b"x" * 65536)],
    ids=["fields", "value", "extension"],
)
def test_what_follows_a_body_without_end_is_refused(
    patient: Server, first: bytes, more: bytes
) -> None:
    """The fields after the last chunk are no part of the body, and would be kept all the same."""
    with connected(patient) as connection:
        connection.sendall(CHUNKED + first)
        assert until_closed(connection, more) < gate.MOST_AFTER_HEADER + (64 << 20)
        assert refused_with(connection) == 431
    assert is_well(patient)


def test_a_long_body_in_chunks_is_read(patient: Server) -> None:
    """Fifteen bytes each, with five around them: together as many as a header may have."""
    chunks = [b'{"token": true,'] + [b" " * 15] * (LONG // 5 - 3) + [b'"name": "Ania"}']
    body = b"".join(b"f\r\n%s\r\n" % chunk for chunk in chunks) + b"0\r\n\r\n"
    header = CHUNKED.replace(b"Host", b"Connection: close\r\nHost")
    for apart in (True, False):  # the header's length is not the body's, whichever way it comes
        with connected(patient) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for part in (header, body) if apart else (header + body,):
                connection.sendall(part)
            assert int(all_of(connection).split()[1]) == 201


def until_closed(connection: socket.socket, more: bytes) -> int:
    """Return how many bytes could be sent before the server closed, or 80 megabytes."""
    sent = 0
    try:
        while sent < 80 << 20:
            sent += connection.send(more)
    except OSError:
        pass
    return sent


def test_a_body_that_goes_on_after_its_answer_is_not_read_for_ever(patient: Server) -> None:
    with connected(patient) as connection:
        connection.sendall(
            b"POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n"
        )
        received = connection.recv(65536)
        assert until_closed(connection, b" " * 65536) < gate.MOST_AFTER_HEADER + (64 << 20)
        received += all_of(connection)
    assert received.count(b"HTTP/1.1") == 1


def test_requests_in_one_piece_have_an_end(patient: Server) -> None:
    """Each waits for those before it, and takes far more room here than on the way."""
    request = b"GET /healthz HTTP/1.1\r\n\r\n"
    with connected(patient) as connection:
        connection.sendall(
            (gate.MOST_UNANSWERED - 1) * request + HEADER + b"Connection: close\r\n\r\n"
        )
        assert all_of(connection).count(b"HTTP/1.1 200") == gate.MOST_UNANSWERED
    with connected(patient) as connection:
        connection.sendall((gate.MOST_UNANSWERED + 1) * request)
        assert all_of(connection).count(b"HTTP/1.1 429") == 1


def test_requests_in_one_piece_are_all_answered(patient: Server) -> None:
    """However long together, each has a header of its own."""
    request = HEADER + b"X: " + b"x" * (LONG // 2) + b"\r\n\r\n"
    with connected(patient) as connection:
        connection.sendall(5 * request + HEADER + b"Connection: close\r\n\r\n")
        assert all_of(connection).count(b"HTTP/1.1 200") == 6


def test_a_body_is_no_header(patient: Server) -> None:
    body = b'{"token": true, "name": "' + b" " * (4 * LONG) + b'"}'
    answer = httpx.post(
        f"{patient.url}/api/guests", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422  # a name that long; but it was read


@pytest.mark.parametrize(
    "garbage", [b"\x16\x03\x01\x02\x00\x01\x00", b"hello\r\n\r\n", b"\x00" * 50]
)
def test_what_is_not_http_is_refused(patient: Server, garbage: bytes) -> None:
    with connected(patient) as connection:
        connection.sendall(garbage)
        assert refused_with(connection) == 400


def test_a_connection_that_asks_nothing_is_closed(hasty: Server) -> None:
    with connected(hasty) as connection:
        assert all_of(connection) == b""


def told(hasty: Server, first: bytes, drop: bytes = b"") -> bytes:
    """Return what a client gets that begins like this and then sends a drop, again and again.

    On a busy machine it may be closed before it has said a word: it then tries once more.
    """
    answers: list[bytes] = []

    def is_answered() -> bool:
        with connected(hasty) as connection, suppress(OSError):
            connection.sendall(first)
            answers.append(dripped(connection, drop) if drop else all_of(connection))
        return bool(answers and answers[-1])

    wait_until(is_answered, "an answer")
    return answers[-1]


def dripped(connection: socket.socket, drop: bytes) -> bytes:
    """Return what comes while a client sends something byte by byte, again and again."""
    done = threading.Event()

    def drip() -> None:
        while not done.wait(0.02):
            try:
                connection.sendall(drop)
            except OSError:
                return

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        return all_of(connection)
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"GET / HTTP/1.1\r\nX: ", b"x"),
        (b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n", b" "),
        (
            b"POST /api/guests HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1\r\n \r\n",
        ),
    ],
    ids=["header", "body", "chunks"],
)
def test_what_comes_byte_by_byte_is_not_awaited_for_ever(
    hasty: Server, first: bytes, drop: bytes
) -> None:
    assert told(hasty, first, drop).split()[1] == b"408"
    assert is_soon_well(hasty)


@pytest.mark.parametrize(
    ("first", "drop", "status"),
    [
        # Answered before it was read: what still comes is not awaited for ever either.
        (b"POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n", b" ", b"405"),
        (b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", b" ", b"413"),
        # After an answer: a line end is no request yet, and neither is half of one.
        (HEADER + b"\r\n", b"\r\n", b"200"),
        (HEADER + b"\r\n", b"GET / ", b"200"),
    ],
    ids=["unread body", "large body", "empty lines", "half a request"],
)
def test_an_answered_connection_is_closed_too(
    hasty: Server, first: bytes, drop: bytes, status: bytes
) -> None:
    assert told(hasty, first, drop).split()[1] == status


def test_a_connection_that_rests_is_closed(hasty: Server) -> None:
    assert told(hasty, HEADER + b"\r\n").startswith(b"HTTP/1.1 200")


def test_who_does_not_read_is_not_awaited_for_ever(hasty: Server) -> None:
    """Who asks for a lot and reads nothing: the answers do not pile up here."""
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.settimeout(PATIENCE)
        narrow.connect(("127.0.0.1", hasty.port))
        request = b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n"
        with suppress(OSError):  # it may be closed already
            narrow.sendall(gate.MOST_UNANSWERED * request)
        wait_until(lambda: narrow.getsockname() not in _peers(hasty), "the connection to be closed")


def _peers(server: Server) -> set[object]:
    """Return where those are who are connected to a server."""
    here = list(server._uvicorn.config.http.args[0]._here)  # type: ignore[union-attr]
    return {each._transport.get_extra_info("peername") for each in here}


def test_a_slow_body_is_no_error_of_ours(hasty: Server) -> None:
    from kafelki.server.web.metrics import ERRORS

    before = ERRORS._value.get()
    request = b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"
    assert told(hasty, request).split()[1] == b"408"
    assert is_soon_well(hasty)
    assert ERRORS._value.get() == before


def test_idle_connections_lock_nobody_out(patient: Server) -> None:
    """Twenty may come from an address; of sixty, those that have rested longest give way."""
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(patient)) for _ in range(60)]
        for number, connection in enumerate(idle):  # some have begun to ask
            if number % 2:
                connection.sendall(HEADER)
        assert is_well(patient)
        ania = guest(patient, "Ania")
        with ania.page(ania.open(WITHOUT_CHANCE, 2)):
            pass
        wait_until(lambda: sum(map(_is_closed, idle)) >= 40, "the oldest to be closed")


def upgrade(table: str, more: str = "") -> bytes:
    """Return how a socket is asked for."""
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n{more}\r\n"
    ).encode()


MANY_FIELDS = "".join(f"X{number}: a\r\n" for number in range(140))


def test_a_socket_that_is_asked_for_in_a_way_nobody_understands_is_refused(hasty: Server) -> None:
    """The library for sockets has limits of its own on fields, and says nothing beyond them."""
    assert told(hasty, upgrade("nothing", MANY_FIELDS)).split()[1] == b"400"


def test_sockets_that_are_never_answered_lock_nobody_out(patient: Server) -> None:
    with ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(connected(patient)).sendall(upgrade("nothing", MANY_FIELDS))
        assert is_well(patient)


def _is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


class Waiting:
    """A connection that counts whether it was closed."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.closed = False

    def give_way(self) -> None:
        self.closed = True


def test_only_where_all_are_in_use_is_one_refused() -> None:
    connections = Connections(Settings(connections=3, connections_by_address=2))
    first, second, third = Waiting("a"), Waiting("b"), Waiting("c")
    for each in (first, second, third):
        assert connections.admit(each)
    connections.moved(first, resting=False)
    fourth = Waiting("d")
    assert connections.admit(fourth)  # instead of the second, which has rested longest
    assert [each.closed for each in (first, second, third)] == [False, True, False]
    for each in (third, fourth):
        connections.moved(each, resting=False)
    assert not connections.admit(Waiting("e"))
    connections.moved(first, resting=True)
    assert connections.admit(Waiting("e"))
    assert first.closed
    assert len(connections) == 3


def test_an_address_has_so_many_connections_but_not_a_proxy() -> None:
    settings = Settings(connections_by_address=2)
    for proxies, scale, most in ((0, 1, 2), (0, 1.5, 3), (0, 0, 50), (1, 1, 50)):
        connections = Connections(replace(settings, proxies=proxies, rate_limits=scale))
        here = [Waiting("a") for _ in range(50)]
        for each in here:
            assert connections.admit(each)
        assert sum(not each.closed for each in here) == most
        assert connections.admit(Waiting("b"))
        for each in here:
            connections.leave(each)
        assert len(connections) == 1


def test_an_address_has_so_many_sockets(patient: Server) -> None:
    ania = guest(patient, "Ania")
    table = ania.open(WITHOUT_CHANCE, 2)
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(ania.page(table))
        with pytest.raises(InvalidStatus) as refused:
            stack.enter_context(page_at(patient, table))
        assert refused.value.response.status_code == 403
    wait_until(lambda: not patient.context.places._taken, "the sockets to close")
    with ania.page(table):
        pass


def test_a_socket_that_never_says_hello_is_closed(hasty: Server) -> None:
    received = told(hasty, upgrade("nothing"))
    assert received.startswith(b"HTTP/1.1 101")
    assert b"\r\n\r\n\x88" in received  # it is let in, and then told to close
    wait_until(lambda: not hasty.context.places._taken, "its place to be free")


PING = bytes((0x89, 0x80, 0, 0, 0, 0))
PIECE = bytes((0x00, 0x80, 0, 0, 0, 0))
"""Frames without a word: a ping, and a piece of a message that is not its last."""
BEGIN = bytes((0x01, 0x81, 0, 0, 0, 0)) + b"{"
END = bytes((0x80, 0x81, 0, 0, 0, 0)) + b"}"


@pytest.mark.parametrize(
    "flood",
    [PING * (frames.AT_ONCE + 10_000), BEGIN + PIECE * (frames.MOST_PIECES + 1)],
    ids=["pings", "pieces"],
)
def test_frames_without_end_end_a_socket(patient: Server, flood: bytes) -> None:
    """Nobody else waits while they are read, and nothing of them is kept."""
    ania = guest(patient, "Ania")
    with ania.page(ania.open(WITHOUT_CHANCE, 2)) as page:
        with suppress(OSError):
            page.socket.socket.sendall(flood)
        assert page.closed_with() == 4429
    wait_until(lambda: not patient.context.places._taken, "its place to be free")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100_000])
def test_frames_are_counted_however_they_come(size: int) -> None:
    """Twelve frames: of every kind of length, each in as many parts as the network likes."""
    mask = bytes(4)
    short = bytes((0x81, 0x80 | 125)) + mask + b"x" * 125
    longer = bytes((0x81, 0x80 | 126, 1, 0)) + mask + b"x" * 256
    longest = bytes((0x81, 0x80 | 127, 0, 0, 0, 0, 0, 1, 0, 0)) + mask + b"x" * 65536
    bare = bytes((0x8A, 3)) + b"abc"  # without a mask, which is not for us to judge
    stream = 2 * (short + longer + longest + bare + BEGIN + END)
    for most, few in ((12, True), (11, False)):
        following = frames.Frames(1)
        following._most = following._room = most
        following._rate = 0
        parts = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert all(following.are_few(part) for part in parts) is few


def test_frames_have_no_end_where_limits_are_off_but_the_pieces_of_a_message_do() -> None:
    following = frames.Frames(0)
    whole = BEGIN + PIECE * (frames.MOST_PIECES - 1)
    assert following.are_few(PING * 5000 + 50 * (whole + END))
    assert following.are_few(whole)
    assert following.are_few(PING)
    assert not following.are_few(PIECE)


def test_a_socket_may_send_so_many_frames_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("kafelki.server.web.frames.time.monotonic", lambda: now[0])
    following = frames.Frames(1)
    assert following.are_few(PING * 600)
    now[0] += 1
    assert following.are_few(PING * 60)
    now[0] += 1000
    assert following.are_few(PING * 600)
    assert not following.are_few(PING)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "nonsense"},
        {"type": "move", "id": "x"},
        {"type": "look", "seat": "first"},
        {"type": "explain", "move": 7},
        {},
    ],
    ids=str,
)
def test_bad_messages_end_a_socket_after_a_few(patient: Server, message: dict[str, object]) -> None:
    ania = guest(patient, "Ania")
    table = ania.open(WITHOUT_CHANCE, 2)
    for token in (ania.token, None):  # a spectator's too
        with page_at(patient, table, token=token) as page:
            for _ in range(table_socket.MOST_MALFORMED - 1):
                page.send(message)
            page.send({"type": "ping"})
            page.until("pong")
            page.send(message)
            assert page.until("bye")["code"] == "malformed"
            assert page.closed_with() == 4400


def test_what_spectators_say_is_counted(patient: Server) -> None:
    """They may not do anything, but they may not say so without end either."""
    patient.context.limiter = Limiter(0.1)  # of 120 at once, twelve
    table = guest(patient, "Ania").open(WITHOUT_CHANCE, 2)
    with page_at(patient, table) as page:
        codes = [page.command("leave")["code"] for _ in range(30)]
    assert codes[:12] == ["not-signed-in"] * 12
    assert "too-many" in codes
    patient.context.limiter = Limiter()


def test_there_are_no_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    given = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda what: given[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: given.append(limits))
    settings = with_files(Settings(connections=10_000, sockets=8_000))
    assert given[-1] == (4096, 4096)
    assert settings.connections == 4096 - SPARE_FILES
    assert settings.sockets == (4096 - SPARE_FILES) * 4 // 5
    few = with_files(Settings(connections=1000, sockets=500))
    assert (few.connections, few.sockets) == (1000, 500)
