"""Speaks UGI with the arena, for agents without the package `plyground`. Needs nothing but Python 3.

What is printed goes to standard error: standard output belongs to the conversation.
"""

import os
import sys
import traceback


class Bot:
    """An agent: a class with a method `choose`."""

    name = "My agent in Python"

    def choose(self, position, clock):
        """Returns a move of `position.legal_moves()`."""
        raise NotImplementedError


class Position:
    """A position as the referee told it: the game, the start (None: the game's own) and all moves since."""

    def __init__(self, game, start, moves, ask):
        self.game, self.start, self.moves = game, start, moves
        self._ask, self._legal = ask, None

    def legal_moves(self):
        """Every legal move as text. The referee is asked once."""
        if self._legal is None:
            self._legal = self._ask()
        return list(self._legal)

    def play(self, move):
        """Only the package knows the rules."""
        raise NotImplementedError("install the package plyground, or write the rules yourself, to look ahead")


class Clock:
    """Seconds: `time` until the answer is too late, `bank` for all moves that are left, `increment` after each.

    None: no limit.

    Without the rules nobody here knows who is to move: `bank` and `increment` are those of whoever has less.
    """

    def __init__(self, words):
        numbers = dict(zip(words[::2], words[1::2]))

        def least(*names):
            return min((int(numbers[name]) / 1000 for name in names if name in numbers), default=None)

        self.bank, self.increment = least("p1time", "p2time"), least("p1inc", "p2inc") or 0.0
        per_move = least("movetime")
        self.time = self.bank if per_move is None else per_move


def serve(bot):
    """Plays until `quit`."""
    arena = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    game, start, moves = "", None, []

    def ask():
        print("legalmoves", file=arena)
        for line in iter(sys.stdin.readline, ""):
            command, *legal = line.split()
            if command == "legalmoves":
                return legal
        return []

    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        command = words[0] if words else ""
        if command == "ugi":
            print(f"id name {bot.name}\nugiok", file=arena)
        elif command == "isready":
            print("readyok", file=arena)
        elif command == "setoption" and words[1:4] == ["name", "Game", "value"]:
            game = words[4]
        elif command == "position":
            split = words.index("moves") if "moves" in words else len(words)
            start = " ".join(words[2:split]) or None
            moves = words[split + 1 :]
        elif command == "go":
            position = Position(game, start, moves, ask)
            try:
                best = bot.choose(position, Clock(words[1:]))
            except Exception:
                traceback.print_exc()
                best = None
            print("bestmove", best or "(none)", file=arena)
        elif command == "quit":
            break
