"""An agent for any game: it takes the move after which its opponent has the fewest. Try it:

    plyground check-agent colosseum "cmd:python crates/ply_python/examples/five_lines.py"
"""

from plyground import Bot, Clock, Position, serve


class Fewest(Bot):
    """Leaves the opponent as little choice as it can."""

    def choose(self, position: Position, clock: Clock) -> str:
        return min(position.legal_moves(), key=lambda move: len(position.play(move).legal_indices()))


if __name__ == "__main__":
    serve(Fewest())
