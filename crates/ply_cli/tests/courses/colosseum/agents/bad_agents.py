"""What agents of courses do wrong."""

import sys
import time

from agents.agent import Agent
from store import register_agent


@register_agent("thrower")
class Thrower(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        raise IndexError("index 8 is out of bounds")


@register_agent("sleeper")
class Sleeper(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        time.sleep(30)


@register_agent("liar")
class Liar(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        return (99, "over there"), 7


@register_agent("quitter")
class Quitter(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        sys.exit("I give up")


@register_agent("asker")
class Asker(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        return eval(input("your move? "))


@register_agent("silent")
class Silent(Agent):
    def step(self, chess_board, my_pos, adv_pos, max_step):
        return None
