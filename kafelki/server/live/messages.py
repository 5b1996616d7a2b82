"""What is sent about a table to those who listen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import orjson

from kafelki.play.view import Viewer
from kafelki.server.live.live_table import Listener, LiveTable
from kafelki.server.table import entry_views, views, visibility
from kafelki.server.table.state import TableState


class Messages:
    """What is sent about a state: made once for all who may see the same."""

    def __init__(
        self, state: TableState, live: LiveTable, here: Iterable[str], trusted: int
    ) -> None:
        self._state = state
        self._trusted = trusted
        self._live = live
        self._here = frozenset(here)
        self._games: dict[Viewer, orjson.Fragment] = {}
        self._entries: dict[tuple[Viewer, frozenset[str], int], orjson.Fragment] = {}

    def update(self, listener: Listener, since: int, kind: str = "update") -> bytes:
        """Return all that a listener is to know, with the entries from a number on."""
        state = self._state
        viewer = visibility.viewer_for(state, listener.person, listener.seat)
        return orjson.dumps(
            {
                "type": kind,
                "since": since,
                "entries": self._entries_for(viewer, listener.muted, since),
                "table": self._table,
                "you": you(state, listener.person, viewer),
                "game": self._game_for(viewer),
            }
        )

    def tell(self, listeners: Iterable[Listener], since: int) -> None:
        """Let listeners know."""
        for listener in listeners:
            listener.push(self.update(listener, since))

    @cached_property
    def _table(self) -> orjson.Fragment:
        return _fragment(
            views.table_view(
                self._state,
                self._live.names,
                self._here,
                visibility.seed_is_out(self._state, self._trusted),
                self._live.members,
            )
        )

    def _game_for(self, viewer: Viewer) -> orjson.Fragment:
        if viewer not in self._games:
            self._games[viewer] = _fragment(views.game_view(self._state, viewer, self._common))
        return self._games[viewer]

    @cached_property
    def _common(self) -> dict[str, Any] | None:
        return views.common_game_view(self._state, self._live.names)

    def _entries_for(self, viewer: Viewer, muted: frozenset[str], since: int) -> orjson.Fragment:
        key = (viewer, muted, since)
        if key not in self._entries:
            self._entries[key] = _fragment(
                entry_views.entry_views(self._state, viewer, since, lambda who: who not in muted)
            )
        return self._entries[key]


def you(state: TableState, person: str | None, viewer: Viewer) -> dict[str, Any]:
    """Return what a table says to the one who looks."""
    return {
        "person": person,
        "seats": state.seats_of(person),
        "host": person is not None and person == state.host,
        "looking_as": viewer,
    }


def _fragment(value: Any) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY))
