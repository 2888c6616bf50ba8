"""An agent in the course's style that prints, uses a name NumPy no longer has, and spoils what it is given."""

import random
import sys
from copy import deepcopy

import numpy as np
from agents.agent import Agent
from store import register_agent

MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))
games = 0


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        global games
        games += 1
        assert games == 1, "a module is imported anew for every game"
        self.name = "StudentAgent"

    def step(self, chess_board, my_pos, adv_pos, max_step):
        print("thinking about", my_pos, adv_pos)
        size = chess_board.shape[0]
        assert chess_board.dtype == np.bool8 and max_step == (size + 1) // 2
        assert isinstance(my_pos[0], np.integer) and chess_board[0, :, 0].all() and chess_board[:, size - 1, 1].all()
        board = deepcopy(chess_board)
        chess_board[:] = True
        reached, edge = {my_pos}, [my_pos]
        for _ in range(max_step):
            edge = list({cell for r, c in edge for cell in self.next_to(board, r, c)} - reached - {adv_pos})
            reached.update(edge)
        # A cell of the other end is reached only by whole walks.
        r, c = random.choice([cell for cell in reached if not board[cell[0], cell[1]].all()])
        side = random.choice([side for side in range(4) if not board[r, c, side]])
        return (r, c), np.int64(side)

    @staticmethod
    def next_to(board, r, c):
        return [(r + dr, c + dc) for side, (dr, dc) in enumerate(MOVES) if not board[r, c, side]]
