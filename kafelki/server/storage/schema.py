"""The schema of the database.

The log (`entries`) is the truth. What the rest says of a game follows from it, and
is kept for looking things up.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.schema import SchemaItem

from kafelki.server.storage.columns import kind_of_game, of_person, of_table, skill

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts)


people = _table(
    "people",
    Column("id", String(16), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("account", String(100), unique=True),  # the name in small letters, with a password
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False, default=False),
    Column("looks", String(200), unique=True, index=True),  # how a member's name looks
    Column("muted_until", BigInteger),  # by an operator
    Column("banned_until", BigInteger),
    Column("avatar", String(16)),  # the face that they have chosen
    Column("shows", String(100)),  # what they let others see, by names with spaces between
    Column("gives_games", Boolean),  # whether their finished games may become puzzles
)

sessions = _table(
    "sessions",
    Column("token", String(64), primary_key=True),  # its SHA-256: the token itself is not kept
    Column("id", String(16), nullable=False, unique=True, index=True),  # for people to name it by
    of_person(nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
)

tables = _table(
    "tables",
    Column("id", String(16), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("daily", String(10)),
    *kind_of_game(nullable=False),
    Column("status", String(8), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("number", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("to_act", Text, nullable=False),  # the people who are to move, as JSON
    Column("deadline", BigInteger, index=True),  # when a clock runs out
    Column("remind_at", BigInteger, index=True),  # when to say that it will soon run out
    Column("bots_owe", BigInteger, index=True),  # since when a bot is to move
    Column("host", String(16)),
    Column("opened_from", String(64), index=True),  # the address, while it waits for people
    Column("rules", Integer, nullable=False, server_default="1"),  # the version it is played by
    Column("view", Text),  # what lists show of it, as JSON without people's names
    Index("ix_tables_listed", "status", "private", "host", "changed", "id"),
)

unreadable = _table(
    "unreadable",
    of_table(primary_key=True),
    Column("number", Integer, nullable=False),  # the first entry that is not understood
    Column("why", String(300), nullable=False),
    Column("since", BigInteger, nullable=False),
)

seatings = _table(
    "seatings",
    of_table(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("label", String(100)),  # how somebody else on the person's device is called
)

visits = _table(  # who has ever been at a table: where their words may be
    "visits",
    Column("person", String(16), primary_key=True),
    of_table(primary_key=True, index=True),
)

rewritten = _table(  # logs from which words were taken: processes read them again
    "rewritten",
    Column("id", Integer, primary_key=True),
    of_table(nullable=False),
    Column("time", BigInteger, nullable=False, index=True),
)

entries = _table(
    "entries",
    of_table(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)

answers = _table(
    "answers",
    of_table(primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("command", String(64), primary_key=True),
    Column("answer", Text, nullable=False),
)

results = _table(
    "results",
    of_table(primary_key=True),
    Column("seat", Integer, primary_key=True),
    *kind_of_game(nullable=False),
    Column("options", String(100), nullable=False),
    Column("person", String(16), index=True),
    Column("bot", String(16)),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("order", String(40), nullable=False),  # sorts as the results do, best last
    Column("rated", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),  # no hints, nothing taken back, in time
    Column("daily", String(10)),
    Column("ended", BigInteger, nullable=False),
    Index("ix_results_best", "game", "players", "variant", "options", "order"),
    Index("ix_results_daily", "daily", "game", "order"),
)

ratings = _table(
    "ratings",
    *kind_of_game(primary_key=True),
    Column("person", String(16), primary_key=True, index=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rated_at", BigInteger, nullable=False),
    Index("ix_ratings_listed", "game", "players", "variant", "provisional", "value"),
)

rating_history = _table(
    "rating_history",
    of_table(primary_key=True),
    Column("seat", Integer, primary_key=True),
    *kind_of_game(nullable=False),
    Column("person", String(16), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("value", Double, nullable=False),  # after the game, as the next two
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rated_at", BigInteger, nullable=False),  # all games can be rated again in this order
    Index("ix_rating_history_person", "person", "game", "players", "variant", "rated_at"),
)

puzzle_levels = _table(  # how hard puzzles have proved here; others are as hard as their file says
    "puzzle_levels",
    Column("puzzle", String(40), primary_key=True),
    *skill(),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_ratings = _table(
    "puzzle_ratings",
    of_person(primary_key=True),
    Column("game", String(16), primary_key=True),  # or "", all together
    *skill(),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # how many in a row, up to the last
    Column("best_streak", Integer, nullable=False),
    Column("rated_at", BigInteger, nullable=False),
)

puzzle_tries = _table(
    "puzzle_tries",
    of_person(primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("step", Integer, nullable=False),  # how many of its moves have been found
    Column("solved", Boolean),  # at the first try, once that is over
    Column("seen", BigInteger, nullable=False),  # when it was last worked on
)

puzzle_days = _table(
    "puzzle_days",
    of_person(primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

lessons = _table(  # what a review has taught somebody about a game of theirs
    "lessons",
    of_table(primary_key=True),
    Column("seat", Integer, primary_key=True),
    of_person(nullable=False, index=True),
    Column("version", String(80), nullable=False),  # of the review
    Column("data", Text, nullable=False),
)

mistakes = _table(  # moves of theirs that cost much, to be asked about again
    "mistakes",
    of_table(primary_key=True),
    Column("event", Integer, primary_key=True),  # how many there had been before
    Column("seat", Integer, nullable=False),
    of_person(nullable=False),
    Column("told", Integer, nullable=False),  # the event as everybody at the table counts
    Column("move", String(40), nullable=False),
    Column("loss", Double, nullable=False),
    Column("choices", Text, nullable=False),
    Column("asked", BigInteger),  # when the person was asked about it last, as the next three say
    Column("stability", Double),
    Column("difficulty", Double),
    Column("due", BigInteger, nullable=False),  # when to ask again
    Index("ix_mistakes_due", "person", "due"),
)

dailies = _table(
    "dailies",
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
)

daily_tries = _table(
    "daily_tries",
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    of_table(nullable=False),
)

mutes = _table(
    "mutes",
    of_person(primary_key=True),
    Column("muted", String(16), primary_key=True),
)

reports = _table(
    "reports",
    Column("id", Integer, primary_key=True),
    of_table(nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", String(16), nullable=False),
    Column("text", String(300), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("resolved", BigInteger),
)

actions = _table(  # what operators have done about people and tables
    "actions",
    Column("id", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("operator", String(100), nullable=False),
    Column("action", String(16), nullable=False),
    Column("person", String(16), index=True),
    Column("table_id", String(16)),
    Column("report", Integer),
    Column("until", BigInteger),
    Column("why", String(300), nullable=False),
)

keys = _table(
    "keys",
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

subscriptions = _table(
    "subscriptions",
    Column("endpoint", String(1000), primary_key=True),
    of_person(nullable=False, index=True),
    Column("p256dh", String(200), nullable=False),
    Column("auth", String(100), nullable=False),
    Column("language", String(2), nullable=False),
)
