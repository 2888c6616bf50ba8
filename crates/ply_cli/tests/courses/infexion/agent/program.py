"""An agent in the course's style: keeps a board of its own from what `turn` tells, prints, and needs the time left."""

import random

from referee.game import HexDir, HexPos, PlayerColor, SpawnAction, SpreadAction

from .board import Board


class Agent:
    def __init__(self, color: PlayerColor, **referee: dict):
        self.color, self.board = color, Board()
        print(f"playing {color}, {referee['time_remaining']:.1f} s left")

    def action(self, **referee: dict):
        assert referee["time_remaining"] > 0 and referee["space_remaining"] > 0
        assert self.board.turns % 2 == (self.color == PlayerColor.BLUE), "every turn has been told"
        own = [cell for cell, (color, _) in self.board.cells.items() if color == self.color]
        if own and (random.random() < 0.5 or self.board.power() >= 49):
            return SpreadAction(random.choice(own), random.choice(list(HexDir)))
        free = [HexPos(r, q) for r in range(7) for q in range(7) if HexPos(r, q) not in self.board.cells]
        return SpawnAction(random.choice(free))

    def turn(self, color: PlayerColor, action, **referee: dict):
        match action:
            case SpawnAction(cell):
                self.board.spawn(color, cell)
            case SpreadAction(cell, direction):
                self.board.spread(color, cell, direction)
