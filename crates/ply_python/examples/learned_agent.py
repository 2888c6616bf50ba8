"""Plays what `learn.py` learned, as a program in the arena.

    plyground match dots-and-boxes:rows=3,cols=3 "cmd:python crates/ply_python/examples/learned_agent.py" random
"""

from __future__ import annotations

from pathlib import Path

from learn import Network

import plyground


class Learned(plyground.Bot):
    """Makes the move to which the network gives the highest value."""

    name = "learned"

    def __init__(self) -> None:
        self.network = Network.load(str(Path(__file__).parent / "learned.npz"))

    def choose(self, position: plyground.Position, clock: plyground.Clock) -> int:
        return self.network.best(position.observation(), position.legal_mask())


if __name__ == "__main__":
    plyground.serve(Learned())
