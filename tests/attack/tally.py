"""What came of an attack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Tally:
    """How often something was tried, how often the server held, and what it lost otherwise."""

    name: str
    held: int = 0
    lost: list[str] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """How often it was tried."""
        return self.held + len(self.lost)

    def note(self, held: bool, otherwise: str) -> None:
        """Count one try; what it means when the server did not hold is said in words."""
        if held:
            self.held += 1
        else:
            self.lost.append(otherwise)


def table(tallies: Iterable[Tally]) -> str:
    """Return a table of what was tried, held and lost, with the first words about each loss."""
    lines = [f"{'attack':52}{'tried':>8}{'held':>8}{'lost':>6}"]
    for each in tallies:
        lines.append(f"{each.name:52}{each.tried:8}{each.held:8}{len(each.lost):6}")
        lines += [f"    {words}" for words in sorted(set(each.lost))[:5]]
    return "\n".join(lines)
