"""Agents written in Python: a class, or a function."""

from __future__ import annotations

import time as _time
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import index as as_index
from typing import Any, Protocol, Union

from ._native import Game, Position


class _Flag(Protocol):
    def is_set(self) -> bool: ...


class _Never:
    def is_set(self) -> bool:
        return False


@dataclass(frozen=True)
class Clock:
    """What an agent may use for its move. Times are in seconds; what is `None` does not limit."""

    time: float | None = None
    """Until the answer is too late: for this move, or what is left for all of them."""
    bank: float | None = None
    """What is left for the rest of the game, if the clock runs over the whole game."""
    increment: float = 0.0
    """What is added after each move."""
    nodes: int | None = None
    """Positions to look at, at most."""
    depth: int | None = None
    """Plies to look ahead, at most."""
    moves_made: int = 0
    """Moves the agent has made in this game."""
    stop: _Flag = field(default_factory=_Never, repr=False)
    started: float = field(default_factory=_time.monotonic, repr=False)

    @property
    def elapsed(self) -> float:
        """Seconds since the question was asked."""
        return _time.monotonic() - self.started

    @property
    def stopped(self) -> bool:
        """Whether the agent is to answer at once."""
        return self.stop.is_set()

    @property
    def left(self) -> float:
        """Seconds that may still be used; infinite if no time is set."""
        return float("inf") if self.time is None else self.time - self.elapsed

    def think_for(self, moves_to_come: int = 20) -> float:
        """A sensible time for this move: nearly all of a time for each move, a share of a time for the whole game."""
        if self.time is None:
            return float("inf")
        if self.bank is None:
            return max(self.time - max(0.01, 0.05 * self.time), self.time / 2)
        return min(self.time / 2, self.bank / (moves_to_come + 2) + 0.8 * self.increment)


class Bot:
    """An agent of your own: say which move it makes.

    >>> class First(Bot):
    ...     def choose(self, position, clock):
    ...         return position.legal_moves()[0]
    >>> import plyground
    >>> plyground.match("dots-and-boxes:rows=1,cols=1", First(), "random", games=2, time="9s").a.forfeits
    0
    """

    name: str | None = None
    """What it is called in tables; the class's name if it is not set."""

    def new_game(self, game: Game, side: str) -> None:
        """Is called before each game; `side` is "first" or "second"."""

    def choose(self, position: Position, clock: Clock) -> str | int:
        """The move for this position, a text or an index."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(position, clock)")


Choice = Union[str, int]
Player = Union[Bot, type[Bot], Callable[..., Choice]]
"""Whoever can play beside the agents of ours: a Bot, a class of them (a new one for each game), or a function."""


def name_of(player: Player) -> str:
    """What a player is called."""
    own = getattr(player, "name", None)
    if isinstance(own, str) and own:
        return own
    return str(getattr(player, "__name__", None) or type(player).__name__)


def move_text(position: Position, choice: Any) -> Any:
    """A choice as text; whatever is neither a text nor an index stays as it is, for the referee to judge."""
    if isinstance(choice, str) or choice is None:
        return choice
    try:
        number = as_index(choice)
    except TypeError:
        return choice
    try:
        return position.move_text(number)
    except (IndexError, OverflowError):
        return str(number)


def ask(player: Any, position: Position, clock: Clock) -> Any:
    """What a player chooses, as text."""
    if hasattr(player, "choose"):
        return move_text(position, player.choose(position, clock))
    try:
        import inspect

        takes_clock = len(inspect.signature(player).parameters) > 1
    except (TypeError, ValueError):
        takes_clock = False
    return move_text(position, player(position, clock) if takes_clock else player(position))


def sit_down(player: Player) -> Callable[[str, str], Callable[[Position, dict[str, Any]], Any]]:
    """How the arena seats a player: called for each game, gives whoever is asked for moves in it."""

    def sit(game: str, side: str) -> Callable[[Position, dict[str, Any]], Any]:
        seated: Any = player() if isinstance(player, type) else player
        if hasattr(seated, "new_game"):
            seated.new_game(Game(game), side)
        return lambda position, clock: ask(seated, position, Clock(**clock))

    return sit
