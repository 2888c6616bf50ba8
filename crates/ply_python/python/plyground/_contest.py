"""Matches, tournaments, sequential tests and tunings, with agents of ours, programs and Python's own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

from . import _native
from ._agent import Agent
from ._bot import Player, name_of, sit_down
from ._frame import rows_to_frame
from ._native import Game

Contestant = Union[str, Agent, Player]
"""Whoever can play: an agent's spec, `cmd:PROGRAM ARGS...`, an `Agent`, a `Bot`, a class of them, or a function."""


@dataclass(frozen=True)
class Side:
    """One agent of a match: its name in tables, its full spelling, its clock."""

    name: str
    agent: str
    time: str
    wins: int
    draws: int
    losses: int
    points: float
    forfeits: int
    mean_ms: float
    max_ms: float
    ms_of: str
    """What the milliseconds are: "wall", or "cpu" for a program under a `cpu` clock."""
    random_moves: int = 0
    """Moves that were made for it where a fault costs only the move."""
    faults: Sequence[Mapping[str, Any]] = ()
    """Each kind with its `reason`, `message`, `last_words` and `count`."""

    reasons: Mapping[str, int] = field(default_factory=dict)
    """Why it forfeited, and how often."""


@dataclass(frozen=True)
class MatchResult:
    """A match as the first agent sees it: its score from 0 to 1, the Elo difference and how sure that is."""

    game: str
    time: str
    seed: int
    games: int
    a: Side
    b: Side
    score: float | None
    elo: float | None
    elo_error: float | None
    elo_low: float | None
    elo_high: float | None
    los: float
    pentanomial: tuple[int, ...]
    repeated: int = 0
    """Games that repeat an earlier one, which count once."""
    records: tuple[dict[str, Any], ...] = field(default=(), repr=False)
    """Every game, as `plyground match --save` writes it."""

    def frame(self) -> Any:
        """Both agents as a pandas data frame."""
        return rows_to_frame([self.a, self.b])

    def __str__(self) -> str:
        def line(side: Side) -> str:
            forfeits = "".join(f"\n  {count} x {reason}" for reason, count in side.reasons.items())
            return f"{side.agent}: +{side.wins} ={side.draws} -{side.losses}, {side.points:g} points{forfeits}"

        score = "?" if self.score is None else f"{100 * self.score:.1f} %"
        elo = "" if self.elo is None or self.elo_error is None else f", Elo {self.elo:+.0f} +- {self.elo_error:.0f}"
        return f"{self.game}, {self.games} games, {self.time}\n{line(self.a)}\n{line(self.b)}\nscore {score}{elo}"


@dataclass(frozen=True)
class SprtResult:
    """A sequential test: `decision` is "accept-h1", "accept-h0" or "continue"."""

    game: str
    new: str
    base: str
    names: Sequence[str]
    time: str
    seed: int
    test: Mapping[str, Any]
    llr: float
    lower: float
    upper: float
    decision: str
    stopped: str | None
    """Why it was ended undecided: one side forfeited too many games."""
    forfeits: Mapping[str, int]
    reasons: Mapping[str, Mapping[str, int]]
    repeated: int
    """Games that repeat an earlier one, which count once."""
    match: Mapping[str, Any]

    @property
    def accepted(self) -> bool:
        """Whether the gain is there."""
        return self.decision == "accept-h1"


@dataclass(frozen=True)
class Standing:
    """A line of a tournament's table."""

    rank: int
    agent: str
    spec: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    forfeits: int
    version: int
    elo: float | None
    elo_low: float | None
    elo_high: float | None


@dataclass(frozen=True)
class TournamentResult:
    """A tournament's table. `los[i][j]`: how probable it is that agent i is stronger than agent j."""

    tournament: str
    complete: bool
    games: int
    games_total: int
    standings: tuple[Standing, ...]
    agents: tuple[str, ...]
    los: Any
    set_aside: Any = ()
    """Who cannot play or has left, and why."""
    repeated: int = 0
    """Games that repeat an earlier one, which count once."""
    bracket: Any = None
    """Of a knockout."""
    cross: Any = field(default=None, repr=False)
    records: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    def frame(self) -> Any:
        """The table as a pandas data frame."""
        return rows_to_frame(self.standings)


@dataclass(frozen=True)
class Confirmation:
    """The tuned agent against the untuned one."""

    games: int
    score: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None


@dataclass(frozen=True)
class TuneResult:
    """What a tuning found: `spec` is the agent with the better numbers."""

    method: str
    games: int
    generations: int
    start: Mapping[str, float]
    best: Mapping[str, float]
    confirmation: Confirmation
    spec: str
    sentence: str
    file: str


class _Seats:
    """Who plays: specs for the arena, and the guests among them."""

    def __init__(self) -> None:
        self.guests: dict[str, Any] = {}

    def spec(self, contestant: Contestant) -> str:
        """The spec of a contestant; one that is Python's own becomes a guest."""
        if isinstance(contestant, str):
            return contestant
        if isinstance(contestant, Agent):
            return contestant.spec
        if not (callable(contestant) or hasattr(contestant, "choose")):
            kind = type(contestant).__name__
            raise TypeError(f"expected an agent's spec, an Agent, a Bot or a function of a position, got {kind}")
        name = name_of(contestant)
        while name in self.guests:
            name += "'"
        self.guests[name] = sit_down(contestant)
        return f"guest:{name}"


def _rules(seats: _Seats, given: dict[str, Any]) -> dict[str, Any]:
    # One Bot cannot play two games at a time, and the interpreter runs one at a time anyway.
    if given["concurrency"] is None and seats.guests:
        given["concurrency"] = 1
    for key in ("seed", "openings"):
        if given[key] < 0:
            raise ValueError(f"expected {key} of at least 0, got {given[key]}")
    if given["concurrency"] is not None and given["concurrency"] < 1:
        raise ValueError(f"expected a concurrency of at least 1, got {given['concurrency']}")
    return given


def _spec(game: str | Game) -> str:
    if isinstance(game, Game):
        return game.spec
    if not isinstance(game, str):
        raise TypeError(f"expected a game's spec or a Game, got {type(game).__name__}")
    return game


def match(
    game: str | Game,
    a: Contestant,
    b: Contestant,
    *,
    games: int = 100,
    time: str = "200ms",
    time_a: str | None = None,
    time_b: str | None = None,
    seed: int = 0,
    openings: int = 2,
    concurrency: int | None = None,
    grace: str = "20ms",
    random_move_instead: bool = False,
) -> MatchResult:
    """Two agents, paired games: the same opening twice, sides swapped.

    Whoever raises, answers late or makes an illegal move loses that game by forfeit, as under any referee: the reasons
    are in `result.a.reasons`, the traceback in the game's record. Ctrl-C ends the match.

    >>> result = match("pentago-swap", "champion", "random", games=2, time="nodes=500")
    >>> result.games, result.a.wins
    (2, 2)
    """
    if games < 1:
        raise ValueError(f"expected at least one game, got {games}")
    seats = _Seats()
    one, other = seats.spec(a), seats.spec(b)
    rules = _rules(
        seats,
        {
            "time": time,
            "time_a": time_a,
            "time_b": time_b,
            "seed": seed,
            "openings": openings,
            "concurrency": concurrency,
            "grace": grace,
            "random_move_instead": random_move_instead,
        },
    )
    data = json.loads(_native.match_games(_spec(game), one, other, games, rules, seats.guests))
    data["a"], data["b"] = Side(**data["a"]), Side(**data["b"])
    data["pentanomial"], data["records"] = tuple(data["pentanomial"]), tuple(data["records"])
    return MatchResult(**data)


def sprt(
    game: str | Game,
    new: Contestant,
    base: Contestant,
    *,
    elo0: float = 0.0,
    elo1: float = 5.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    normalized: bool = False,
    games: int | None = None,
    max_forfeits: float = 0.05,
    time: str = "200ms",
    seed: int = 0,
    openings: int = 2,
    concurrency: int | None = None,
    grace: str = "20ms",
) -> SprtResult:
    """Plays until it is clear whether the new agent gained, and no longer; not on when either side forfeits more than its
    share of the games, since then `stopped` says that faults are measured.

    >>> sprt("dots-and-boxes:rows=2,cols=2", "champion", "random", elo1=50, time="nodes=500").accepted
    True
    """
    seats = _Seats()
    one, other = seats.spec(new), seats.spec(base)
    common = {"time": time, "seed": seed, "openings": openings, "concurrency": concurrency, "grace": grace}
    rules = _rules(seats, {**common, "max_forfeits": max_forfeits})
    test = [elo0, elo1, alpha, beta]
    return SprtResult(**json.loads(_native.sprt(_spec(game), one, other, test, normalized, games, rules, seats.guests)))


def tournament(
    game: str | Game,
    agents: Iterable[Contestant] | Mapping[str, Contestant],
    *,
    format: str = "round-robin",
    pairs: int = 1,
    time: str = "200ms",
    seed: int = 0,
    openings: int = 2,
    concurrency: int | None = None,
    grace: str = "20ms",
    random_move_instead: bool = False,
    name: str = "tournament",
) -> TournamentResult:
    """Many agents, one table. A mapping gives them names.

    >>> table = tournament("dots-and-boxes:rows=2,cols=2", ["random", "greedy", "champion"], time="nodes=200")
    >>> table.games, table.complete
    (6, True)
    """
    if pairs < 1:
        raise ValueError(f"expected at least one pair of games, got {pairs}")
    seats = _Seats()
    if isinstance(agents, Mapping):
        entries = [(name, seats.spec(agent)) for name, agent in agents.items()]
    else:
        entries = [(spec.removeprefix("guest:"), spec) for spec in map(seats.spec, agents)]
    rules = _rules(
        seats,
        {
            "time": time,
            "seed": seed,
            "openings": openings,
            "concurrency": concurrency,
            "grace": grace,
            "random_move_instead": random_move_instead,
        },
    )
    data = json.loads(_native.tournament(name, _spec(game), entries, format, pairs, rules, seats.guests))
    data["standings"] = tuple(Standing(**line) for line in data["standings"])
    data["agents"], data["records"] = tuple(data["agents"]), tuple(data["records"])
    return TournamentResult(**data)


def tune(
    game: str | Game,
    agent: str | Agent,
    *,
    method: str = "evolution",
    params: Iterable[str] = (),
    opponents: Iterable[str] = (),
    budget: int = 10_000,
    time: str = "nodes=5000",
    seed: int = 0,
    openings: int = 4,
    concurrency: int | None = None,
    out: str | Path | None = None,
) -> TuneResult:
    """Better numbers for an agent, found by playing `budget` games; `out` is the weights file to write."""
    if budget < 2:
        raise ValueError(f"expected a budget of at least 2 games, got {budget}")
    spec = agent.spec if isinstance(agent, Agent) else agent
    file = None if out is None else str(out)
    text = _native.tune(
        _spec(game), spec, method, list(params), list(opponents), budget, time, seed, openings, concurrency, file
    )
    data = json.loads(text)
    data.pop("boards")
    data["confirmation"] = Confirmation(**data["confirmation"])
    return TuneResult(**data)
