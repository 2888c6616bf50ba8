"""Run with: python3 -m unittest"""

import unittest

from agent import Agent

GAME = "dots-and-boxes"

try:
    from plyground import Game

    POSITION = Game(GAME).start
except ImportError:
    from ugi import Position

    POSITION = Position(GAME, None, [], lambda: ["a", "b", "c"])


class AgentTest(unittest.TestCase):
    def test_the_answer_is_a_legal_move(self):
        for _ in range(20):
            self.assertIn(Agent().choose(POSITION, None), POSITION.legal_moves())


if __name__ == "__main__":
    unittest.main()
