"""The names that the course's documents give to colours, cells, directions and actions."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Union

BOARD_N = 7
MAX_TURNS = 343


class PlayerColor(Enum):
    RED = 0
    BLUE = 1

    @property
    def opponent(self):
        return PlayerColor(1 - self.value)

    def __str__(self):
        return self.name


class HexVec(NamedTuple):
    r: int
    q: int

    def __add__(self, other):
        return type(self)(self.r + other.r, self.q + other.q)

    def __sub__(self, other):
        return type(self)(self.r - other.r, self.q - other.q)

    def __mul__(self, times):
        return HexVec(self.r * times, self.q * times)

    def __neg__(self):
        return self * -1


class HexDir(Enum):
    DownRight = HexVec(0, 1)
    Down = HexVec(-1, 1)
    DownLeft = HexVec(-1, 0)
    UpLeft = HexVec(0, -1)
    Up = HexVec(1, -1)
    UpRight = HexVec(1, 0)

    @property
    def r(self):
        return self.value.r

    @property
    def q(self):
        return self.value.q

    def __neg__(self):
        return HexDir(-self.value)

    def __mul__(self, times):
        return self.value * times


@dataclass(frozen=True, order=True)
class HexPos:
    """A cell; sums wrap around the board."""

    r: int
    q: int

    def __post_init__(self):
        if not (0 <= self.r < BOARD_N and 0 <= self.q < BOARD_N):
            raise ValueError(f"expected coordinates from 0 to {BOARD_N - 1}, got {self.r}, {self.q}")

    def __add__(self, step):
        return HexPos((self.r + step.r) % BOARD_N, (self.q + step.q) % BOARD_N)

    def __sub__(self, step):
        return HexPos((self.r - step.r) % BOARD_N, (self.q - step.q) % BOARD_N)

    def __iter__(self):
        return iter((self.r, self.q))

    def __str__(self):
        return f"{self.r}-{self.q}"


@dataclass(frozen=True)
class SpawnAction:
    cell: HexPos

    def __str__(self):
        return f"SPAWN({self.cell.r}, {self.cell.q})"


@dataclass(frozen=True)
class SpreadAction:
    cell: HexPos
    direction: HexDir

    def __str__(self):
        return f"SPREAD({self.cell.r}, {self.cell.q}, {self.direction.r}, {self.direction.q})"


Action = Union[SpawnAction, SpreadAction]
