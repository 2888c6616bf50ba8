"""My agent. Change `choose`; README.md says how to test it and let it play."""

import random

try:
    from plyground import Bot, serve  # knows the rules: position.play(move) and more
except ImportError:
    from ugi import Bot, serve  # the file beside this one: knows the legal moves, because it asks for them


class Agent(Bot):
    """Plays at random, so far."""

    def choose(self, position, clock):
        """One of the legal moves."""
        return random.choice(position.legal_moves())


if __name__ == "__main__":
    serve(Agent())
