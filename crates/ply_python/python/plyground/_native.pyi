"""The extension module: everything that is written in Rust."""

from typing import Any, Literal, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Game",
    "Position",
    "Random",
    "Lanes",
    "Stop",
    "restore",
    "think",
    "games",
    "agents",
    "match_games",
    "sprt",
    "tournament",
    "tune",
    "stand_in",
    "enter",
    "layers",
    "__version__",
]

__version__: str

_Player = Literal["first", "second"]
_Outcome = Literal["first", "second", "draw"]

@final
class Random:
    """The project's random generator: the same seed gives the same choices on every machine."""

    def __new__(cls, seed: int = 0) -> Random: ...

@final
class Game:
    """A game at one size.

    >>> from plyground import Game
    >>> Game("dots-and-boxes:rows=1,cols=1").start.legal_moves()
    ['h0,0', 'h1,0', 'v0,0', 'v0,1']
    """

    def __new__(cls, spec: str) -> Game: ...
    @property
    def spec(self) -> str:
        """The full spelling, every option in it."""
    @property
    def name(self) -> str:
        """Its name, without options."""
    @property
    def start(self) -> Position:
        """The start position."""
    @property
    def num_moves(self) -> int:
        """How many indices of moves there are: the size of the action space."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of `Position.observation()`."""
    def position(self, text: str) -> Position:
        """The position of a text; `ValueError` if it is none of this game."""
    def move_index(self, text: str) -> int:
        """The index of a move, legal or not."""
    def move_text(self, index: int) -> str:
        """The move of an index, legal or not; `IndexError` where no position has such a move."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Position:
    """A position: an immutable value that can be compared, hashed, pickled and copied."""

    @property
    def game(self) -> Game:
        """The game it is a position of."""
    @property
    def to_move(self) -> _Player | None:
        """Who moves; `None` if the game is over."""
    @property
    def outcome(self) -> _Outcome | None:
        """Who has won; `None` while the game goes on."""
    @property
    def scores(self) -> tuple[int, int] | None:
        """What both players have on the board, in games that count points."""
    @property
    def ply(self) -> int | None:
        """Moves played so far, where the position tells."""
    @property
    def key(self) -> int:
        """64 bits that tell positions of a game apart, the same on every machine."""
    def legal_moves(self) -> list[str]:
        """Every legal move as text, always in the same order."""
    def legal_indices(self) -> list[int]:
        """Every legal move as index, in the order of `legal_moves()`."""
    def play(self, *moves: str | SupportsIndex) -> Position:
        """The position after one or more moves, texts or indices; `ValueError` if one is not legal."""
    def try_play(self, move: str | SupportsIndex, /) -> Position | None:
        """The position after a move, or `None` if it is not legal."""
    def move_index(self, text: str) -> int:
        """The index of a move, legal or not."""
    def move_text(self, index: int) -> str:
        """The move of an index, legal or not."""
    def legal_mask(self) -> NDArray[np.bool_]:
        """For each index whether that move is legal."""
    def observation(self) -> NDArray[np.float32]:
        """The position as planes of numbers from 0 to 1, seen by the player to move."""
    def symmetries(self) -> list[Position]:
        """Its images under the board's symmetries, itself first."""
    def symmetry_moves(self) -> NDArray[np.int32]:
        """For each symmetry, what the index of each move becomes; -1 where there is no such move."""
    def sample(self, rng: Random | None = None) -> int:
        """The index of a random legal move."""
    def playout(self, rng: Random | None = None) -> tuple[_Outcome, int]:
        """Plays random moves to the end: the outcome, and how many moves that took."""
    def perft(self, depth: int) -> list[dict[str, int]]:
        """How many positions there are at each depth, and how many of them are final."""
    def draw(self, *, last: str | None = None, unicode: bool = True, colour: bool = False) -> str:
        """The board for the terminal, the last move marked if it is given."""
    def svg(self, *, last: str | None = None) -> str:
        """The board as SVG, which notebooks show by themselves."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...

@final
class Stop:
    """Tells a thinking agent that it is to stop."""

    def is_set(self) -> bool: ...

@final
class Lanes:
    """Games side by side over NumPy arrays; see `VectorEnv`."""

    def __new__(cls, game: Game, count: int, threads: int, observations: bool, random_plies: int) -> Lanes: ...
    @property
    def masks(self) -> NDArray[np.bool_]: ...
    @property
    def observations(self) -> NDArray[np.float32]: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def ended(self) -> NDArray[np.bool_]: ...
    @property
    def movers(self) -> NDArray[np.int8]: ...
    def reset(self, seed: int) -> None: ...
    def sample(self) -> NDArray[np.int32]: ...
    def step(self, actions: NDArray[np.int32]) -> None: ...
    def position(self, lane: int) -> Position: ...
    def replace(self, lane: int, position: Position) -> None: ...

def restore(spec: str, text: str) -> Position: ...
def games() -> str: ...
def agents(game: str) -> str: ...
def think(
    position: Position,
    agent: str,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    seed: int,
) -> str: ...
def match_games(game: str, a: str, b: str, games: int, rules: dict[str, Any], brought: dict[str, Any]) -> str: ...
def sprt(
    game: str,
    new: str,
    base: str,
    test: list[float],
    normalized: bool,
    games: int | None,
    rules: dict[str, Any],
    brought: dict[str, Any],
) -> str: ...
def tournament(
    name: str,
    game: str,
    agents: list[tuple[str, str]],
    format: str,
    pairs: int,
    rules: dict[str, Any],
    brought: dict[str, Any],
) -> str: ...
def tune(
    game: str,
    agent: str,
    method_name: str,
    params: list[str],
    opponents: list[str],
    budget: int,
    time: str,
    seed: int,
    openings: int,
    concurrency: int | None,
    out: str | None,
) -> str: ...
def stand_in(script: str) -> None: ...
def enter(args: list[str]) -> int: ...
def layers() -> list[tuple[str, bool, str]]: ...
