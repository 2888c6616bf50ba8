"""Exact values of Dots-and-Boxes, ours beside OpenSpiel's, on one core in one run.

    pip install open_spiel cvxpy
    taskset -c 0 python crates/ply_python/bench/solve.py target/release/plyground [CPU_SECONDS]

OpenSpiel's alpha-beta is the one of its Python package, which copies states (the undo of Dots-and-Boxes is wrong in
2.0.2); its value iteration goes through all states from the start. The package offers neither in C++. Each run is a
process of its own: CPU seconds, less those of loading the program and its packages, and the most memory it had.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

BOARDS = [(1, 2), (1, 3), (2, 2), (3, 3), (3, 4)]
# So many edges undrawn after random moves: what a search from the start does not reach within the limit.
LATE = [(3, 3, 8), (3, 3, 10), (3, 3, 12), (3, 4, 8), (3, 4, 10), (3, 4, 12)]

LOAD = """
import resource, sys, pyspiel
from open_spiel.python.algorithms import minimax, value_iteration
rows, cols, *moves = map(int, sys.argv[1:])
game = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={cols},utility_margin=true)")
state = game.new_initial_state()
for move in moves:
    state.apply_action(move)
def used():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
began = used()
"""
ALPHA_BETA = "value, _ = minimax.alpha_beta_search(game, state=state, maximum_depth=200, maximizing_player_id=0)"
VALUE_ITERATION = "value = value_iteration.value_iteration(game, -1, 1e-6)[str(state)]"
TELL = "\nprint(value, used() - began)"

Run = tuple[float, float, float] | None
"""Value, CPU seconds, megabytes; None if the limit ended it."""


def edge(rows: int, cols: int, number: int) -> str:
    """Our text of an edge that OpenSpiel knows by this number."""
    horizontals = cols * (rows + 1)
    if number < horizontals:
        return f"h{number // cols},{number % cols}"
    return f"v{(number - horizontals) // (cols + 1)},{(number - horizontals) % (cols + 1)}"


def run(command: list[str], limit: float) -> tuple[str, float, float] | None:
    """Output, CPU seconds and megabytes of a process that may use so many CPU seconds."""
    bounded = ["prlimit", f"--cpu={limit:.0f}", *command]
    process = subprocess.Popen(bounded, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    return (output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024) if status == 0 else None


def peer(algorithm: str, numbers: list[str], limit: float) -> Run:
    ended = run([sys.executable, "-c", LOAD + algorithm + TELL, *numbers], limit)
    if ended is None:
        return None
    value, seconds = map(float, ended[0].split())
    return value, seconds, ended[2]


def ours(command: list[str], limit: float) -> Run:
    ended = run([*command, "--json"], limit)
    if ended is None:
        return None
    told = json.loads(ended[0])
    return told.get("margin", float("nan")), ended[1], ended[2]


def cell(ended: Run, value: float) -> str:
    if ended is None:
        return "-"
    wrong = f" **({ended[0]:+.0f})**" if ended[0] != value and ended[0] == ended[0] else ""
    return f"{ended[1]:.3f} s, {ended[2]:.0f} MB{wrong}"


def main() -> None:
    binary, limit = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    print("| board | undrawn | value | `solve` | our minimax | OpenSpiel alpha-beta | OpenSpiel value iteration |")
    print("|---|---|---|---|---|---|---|")
    rng = random.Random(1)
    for rows, cols, undrawn in [(*board, None) for board in BOARDS] + LATE:
        edges = cols * (rows + 1) + rows * (cols + 1)
        drawn = [] if undrawn is None else rng.sample(range(edges), edges - undrawn)
        scene = [f"dots-and-boxes:rows={rows},cols={cols}", "--moves", " ".join(edge(rows, cols, at) for at in drawn)]
        numbers = [str(rows), str(cols), *map(str, drawn)]
        solved = ours([binary, "solve", *scene, "--threads", "1", "--table", "8"], limit)
        value = solved[0] if solved else float("nan")
        plain = ours([binary, "analyze", *scene, "minimax", "--depth", str(edges), "--time", "1h"], limit)
        alpha_beta = peer(ALPHA_BETA, numbers, limit)
        iteration = peer(VALUE_ITERATION, numbers, limit) if undrawn is None else None
        cells = [cell(ended, value) for ended in (solved, plain, alpha_beta, iteration)]
        print("| " + " | ".join([f"{rows}x{cols}", str(undrawn or edges), f"{value:+.0f}", *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
