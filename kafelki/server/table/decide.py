"""What a command leads to: entries for the log, or a denial that says why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kafelki.server.table import agreement, chatting, commands, moving, seating
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.state import TableState

_HANDLERS: Mapping[type[commands.Command], Callable[..., None]] = {
    commands.Sit: seating.sit,
    commands.Leave: seating.leave,
    commands.Fill: seating.fill,
    commands.AddSalt: seating.add_salt,
    commands.Start: seating.start,
    commands.Close: seating.close,
    commands.Move: moving.move,
    commands.Resign: moving.resign,
    commands.Return: moving.return_,
    commands.Propose: agreement.propose,
    commands.Answer: agreement.answer,
    commands.Chat: chatting.chat,
}


def decide(
    state: TableState, actor: Actor, command: commands.Command, around: Surroundings
) -> Decision:
    """Return what a person's command leads to; Denial when it cannot be done."""
    decision = Decision(state.copy(), around.now)
    _HANDLERS[type(command)](decision, actor, command, around)
    return decision
