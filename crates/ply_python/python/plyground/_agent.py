"""Agents of ours: what there is, and what one thinks of a position."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from . import _native
from ._frame import rows_to_frame
from ._native import Game, Position


@dataclass(frozen=True)
class OptionInfo:
    """An option of a game or an agent: `NAME:key=value`."""

    key: str
    default: str
    range: str
    about: str


@dataclass(frozen=True)
class GameInfo:
    """A game that can be played."""

    name: str
    about: str
    options: tuple[OptionInfo, ...]


@dataclass(frozen=True)
class AgentInfo:
    """An agent that plays a game."""

    name: str
    source: str
    about: str
    options: tuple[OptionInfo, ...]


@dataclass(frozen=True)
class Line:
    """One move of the position, and the best play after it as far as it is known."""

    move: str
    score: int | None
    score_text: str
    bound: str
    visits: int
    """How often it was looked at: visits of a tree search, positions of any other."""
    pv: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What an agent thinks of a position.

    Scores are in points for the player to move; proven wins are near a million, which `score_text` says in words.
    """

    agent: str
    move: str
    score: int | None
    """None where the agent has no opinion."""
    score_text: str
    proven: bool
    """Whether the result is certain."""
    exact: bool
    """Whether the score is certain, not only who wins."""
    depth: int
    deepest: int
    nodes: int
    nps: float
    time_ms: float
    pv: tuple[str, ...]
    lines: tuple[Line, ...] = field(default=())

    def frame(self) -> Any:
        """The lines as a pandas data frame."""
        return rows_to_frame(self.lines)


def _options(listed: list[dict[str, Any]]) -> tuple[OptionInfo, ...]:
    return tuple(OptionInfo(each["key"], each["default"], each["range"], each["about"]) for each in listed)


def games() -> list[GameInfo]:
    """Every game there is.

    >>> [game.name for game in games()]
    ['simplexity', 'pentago-swap', 'colosseum', 'dots-and-boxes', 'infexion']
    """
    listed = json.loads(_native.games())
    return [GameInfo(each["name"], each["about"], _options(each["options"])) for each in listed]


def agents(game: str | Game) -> list[AgentInfo]:
    """Every agent of a game.

    >>> "champion" in [agent.name for agent in agents("infexion")]
    True
    """
    listed = json.loads(_native.agents(game if isinstance(game, str) else game.spec))
    return [AgentInfo(each["name"], each["source"], each["about"], _options(each["options"])) for each in listed]


_UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}


def seconds(time: float | str | None) -> float | None:
    """A time in seconds, or as a text with a unit: `0.2` or `"200ms"`."""
    if time is None:
        return None
    if isinstance(time, str):
        found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(us|ms|s|m|h)", time)
        if found is None:
            raise ValueError(f"expected seconds or a text such as '200ms' or '2s', got '{time}'")
        time = float(found[1]) * _UNITS[found[2]]
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise TypeError(f"expected seconds or a text such as '200ms', got {type(time).__name__}")
    if not 0 < time < 30 * 86400:
        raise ValueError(f"expected a time from 1us to 30 days, got {time}")
    return float(time)


def limit(name: str, number: int | None) -> int | None:
    """A limit that is a whole number of at least 1."""
    if number is not None and number < 1:
        raise ValueError(f"expected {name} of at least 1, got {number}")
    return number


class Agent:
    """One of our agents, by its spec: `Agent("champion")`, `Agent("alpha-beta:depth=4")`.

    >>> from plyground import Agent, Game
    >>> position = Game("simplexity").start.play("o0", "s6", "o1", "s6", "o2", "s5")
    >>> Agent("champion").think(position, depth=4).score_text
    'win in 1'
    """

    def __init__(self, spec: str) -> None:
        if not isinstance(spec, str):
            raise TypeError(f"expected an agent's spec as a text, got {type(spec).__name__}")
        self.spec = spec

    def __repr__(self) -> str:
        return f"Agent({self.spec!r})"

    def think(
        self,
        position: Position,
        *,
        time: float | str | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
    ) -> Report:
        """Thinks about a position that is not over, for so many seconds, nodes or plies.

        Without any limit the agent's own hold, else 0.2 seconds. `lines`: how many moves are scored exactly. It begins
        afresh each time: the same limits of nodes or depth give the same report. Ctrl-C ends it.
        """
        if not isinstance(position, Position):
            raise TypeError(f"expected a Position, got {type(position).__name__}: Game(spec).position(text) makes one")
        if lines < 1:
            raise ValueError(f"expected at least one line, got {lines}")
        text = _native.think(
            position, self.spec, seconds(time), limit("nodes", nodes), limit("depth", depth), lines, seed
        )
        data = json.loads(text)
        data["pv"] = tuple(data["pv"])
        data["lines"] = tuple(Line(**{**line, "pv": tuple(line["pv"])}) for line in data["lines"])
        return Report(**data)


def analyze(
    position: Position,
    agent: str | Agent = "champion",
    *,
    time: float | str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 3,
) -> Report:
    """What an agent thinks of a position, with its best few moves."""
    asked = agent if isinstance(agent, Agent) else Agent(agent)
    return asked.think(position, time=time, nodes=nodes, depth=depth, lines=lines)
