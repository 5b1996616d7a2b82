"""The command to say something, and who may at a table."""

from __future__ import annotations

from kafelki.server.denial import forbidden, malformed
from kafelki.server.names import LONGEST_CHAT, cleaned
from kafelki.server.table import commands, need
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.state import TableState

TALK = "talk"
"""The option of a game by which partners may talk; without it they are silent."""


def chat(decision: Decision, actor: Actor, command: commands.Chat, around: Surroundings) -> None:
    """Let somebody say something to the table."""
    state = decision.state
    need.seated(state, actor)
    need.voice(actor, around)
    if _partners_are_silent(state):
        raise forbidden(
            "Partners do not talk before this game is over. The option “talk”, chosen when a table "
            "is opened, allows it.",
            "Partnerzy nie rozmawiają przed końcem tej gry. Pozwala na to opcja „talk”, którą "
            "wybiera się przy otwieraniu stołu.",
        )
    policy = chat_policy(state)
    if policy == "off":
        raise forbidden("There is no chat at this table.", "Przy tym stole nie ma czatu.")
    if policy == "members" and not actor.member:
        raise forbidden(
            "Chat at this table is for people with an account.",
            "Czat przy tym stole jest dla osób, które mają konto.",
        )
    need.fewer(
        state, "chat", need.SAID, "The chat of this table is full.", "Czat tego stołu jest pełny."
    )
    text = cleaned(command.text, LONGEST_CHAT)
    if not text:
        raise malformed("There is nothing to say in that.", "Ta wiadomość jest pusta.")
    decision.add("chat", person=actor.person, text=text)


def chat_policy(state: TableState) -> str:
    """Return who may write at a table: "off", "members" or "everyone"."""
    if _partners_are_silent(state):
        return "off"
    chosen = state.settings.chat or "members"
    return "everyone" if state.header.options.get(TALK) and chosen != "off" else chosen


def _partners_are_silent(state: TableState) -> bool:
    """Whether partners may not talk now: whatever the table's chat is for, that is a rule."""
    header = state.header
    may_choose = any(
        option.name == TALK and header.variant in option.variants for option in header.rules.options
    )
    return may_choose and not header.options.get(TALK) and state.status != "over"
