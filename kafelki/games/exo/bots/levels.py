"""The five levels: what each overlooks, and how far it looks ahead."""

from __future__ import annotations

from dataclasses import dataclass

from kafelki.bots.judging import best_of, values_of
from kafelki.bots.levels import Careless, Level
from kafelki.bots.protocol import Budget, Judgement, Turn
from kafelki.games.exo.bots.evaluation import LOSES_NEXT, LOSES_NOW, evaluate_moves
from kafelki.games.exo.bots.expert import Expert
from kafelki.games.exo.bots.reasons import explain
from kafelki.games.exo.bots.weights import LOGIT
from kafelki.play.game import Move
from kafelki.rules.texts import Text


@dataclass(eq=False)
class Overlooking:
    """Looks one move deep, and in some of its turns forgets what the opponent may do next."""

    share: float

    def choose(self, turn: Turn) -> Move:
        """Return the move that seems best."""
        return self.rank(turn, 1)[0].move

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves that seem best, best first."""
        values = values_of(turn, evaluate_moves)
        if turn.random.random() < self.share:
            values[(values > LOSES_NOW) & (values < LOSES_NEXT / 2)] -= LOSES_NEXT
        return best_of(turn, values / LOGIT, top, lambda k: explain(turn, turn.moves[k]))


LEVELS = (
    Level(
        1,
        Text("First game", "Pierwsza gra"),
        Text(
            "Builds its own lines and often overlooks yours.",
            "Buduje własne linie i często nie zauważa twoich.",
        ),
        lambda: Careless(Overlooking(0.6), slack=0.8),
    ),
    Level(
        2,
        Text("Beginner", "Początkujący"),
        Text(
            "Blocks most of your fours, but does not see what comes after.",
            "Blokuje większość twoich czwórek, ale nie widzi, co będzie dalej.",
        ),
        lambda: Careless(Overlooking(0.08), slack=0.12),
    ),
    Level(
        3,
        Text("Club player", "Gracz klubowy"),
        Text(
            "Never misses a four and sees a trap one move ahead.",
            "Nie przeoczy czwórki i widzi pułapkę na jeden ruch naprzód.",
        ),
        lambda: Careless(Expert(), slack=0.4, among=6, budget=Budget(None, 400)),
    ),
    Level(
        4,
        Text("Strong", "Mocny"),
        Text(
            "Plans double threats a few moves ahead.",
            "Planuje podwójne groźby na kilka ruchów naprzód.",
        ),
        lambda: Careless(Expert(), slack=0.15, among=4, budget=Budget(None, 2000)),
    ),
    Level(
        5,
        Text("Expert", "Ekspert"),
        Text(
            "Thinks for a second and finds forced wins many moves deep.",
            "Myśli przez sekundę i znajduje wymuszone wygrane wiele ruchów naprzód.",
        ),
        Expert,
    ),
)
