"""Plays dots and boxes at random, over UGI. Needs nothing but Python 3.

An edge that has not been drawn is a legal move, whoever is to move: no other rule is needed to play.
"""

import random
import sys

rows, cols, drawn = 4, 4, set()


def set_game(spec):
    """Reads a spec such as dots-and-boxes:rows=4,cols=4."""
    global rows, cols
    name, _, options = spec.partition(":")
    values = dict(part.split("=", 1) for part in options.split(",") if "=" in part)
    rows, cols = int(values.get("rows", 4)), int(values.get("cols", 4))
    if name != "dots-and-boxes":
        print(f"I play dots-and-boxes, not {name}", file=sys.stderr)


def edges():
    """Every edge, horizontal ones first: the order of the position's text."""
    across = [f"h{r},{c}" for r in range(rows + 1) for c in range(cols)]
    down = [f"v{r},{c}" for r in range(rows) for c in range(cols + 1)]
    return across + down


def set_position(words):
    """Reads startpos or fen RxC TURN SCORES EDGES, then moves M M M."""
    global rows, cols, drawn
    drawn = set()
    if words[0] == "fen":
        rows, cols = map(int, words[1].split("x"))
        drawn = {edge for edge, flag in zip(edges(), words[4]) if flag == "1"}
    if "moves" in words:
        drawn.update(words[words.index("moves") + 1 :])


for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if command == "ugi":
        print("id name Random in Python\nugiok")
    elif command == "isready":
        print("readyok")
    elif command == "setoption" and words[1:4] == ["name", "Game", "value"]:
        set_game(words[4])
    elif command == "position":
        set_position(words[1:])
    elif command == "go":
        free = [edge for edge in edges() if edge not in drawn]
        print("bestmove", random.choice(free) if free else "(none)")
    elif command == "quit":
        break
    sys.stdout.flush()  # a pipe would hold the answer back
