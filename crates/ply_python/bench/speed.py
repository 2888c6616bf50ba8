"""Random play, ours beside OpenSpiel's and PettingZoo's, on one core in one run.

    pip install ./crates/ply_python open_spiel "pettingzoo[classic]"
    taskset -c 0 python crates/ply_python/bench/speed.py

A step is: know the legal moves, choose one at random, make it. Each line is the best of three runs of about a second.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import plyground

SECONDS = 1.0
RUNS = 3


def rate(play: Callable[[], int]) -> float:
    """Steps a second: `play` plays for a while and says how many steps that was."""
    play()
    best = 0.0
    for _ in range(RUNS):
        steps, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < SECONDS:
            steps += play()
        best = max(best, steps / took)
    return best


def single(spec: str) -> Callable[[], int]:
    """One position after the other, moves as indices, the choice in Python."""
    start, choice = plyground.Game(spec).start, random.choice

    def play() -> int:
        position, steps = start, 0
        while moves := position.legal_indices():
            position = position.play(choice(moves))
            steps += 1
        return steps

    return play


def sampled(spec: str) -> Callable[[], int]:
    """The same with the choice in Rust."""
    start, rng = plyground.Game(spec).start, plyground.Random(1)

    def play() -> int:
        position, steps = start, 0
        while position.outcome is None:
            position = position.play(position.sample(rng))
            steps += 1
        return steps

    return play


def playouts(spec: str) -> Callable[[], int]:
    """A whole game in one call."""
    start, rng = plyground.Game(spec).start, plyground.Random(1)
    return lambda: start.playout(rng)[1]


def lanes(spec: str, count: int, observations: bool) -> Callable[[], int]:
    """The vectorised environment on one thread: random actions, masks, and observations if they are wanted."""
    env = plyground.vector_env(spec, count, observations=observations)

    def play() -> int:
        for _ in range(20):
            env.step(env.sample())
        return 20 * count

    return play


def aec(environment: Any) -> Callable[[], int]:
    """A PettingZoo environment, as its documentation plays one."""

    def play() -> int:
        environment.reset()
        steps = 0
        for agent in environment.agent_iter():
            observation, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.step(None)
            else:
                environment.step(environment.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        return steps

    return play


def spiel(name: str) -> Callable[[], int]:
    """A game of OpenSpiel through its Python interface."""
    import pyspiel

    game, choice = pyspiel.load_game(name), random.choice

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def rows() -> list[tuple[str, Callable[[], Callable[[], int]]]]:
    """What is measured; each is set up when its turn comes."""

    def classic() -> Callable[[], int]:
        from pettingzoo.classic import connect_four_v3

        return aec(connect_four_v3.env())

    def python_games() -> Callable[[], int]:
        import open_spiel.python.games  # noqa: F401

        return spiel("python_tic_tac_toe")

    listed: list[tuple[str, Callable[[], Callable[[], int]]]] = [
        ("PettingZoo connect_four_v3, env.step", classic),
        ("OpenSpiel python_tic_tac_toe (a game in Python)", python_games),
        ("OpenSpiel connect_four (C++ from Python)", lambda: spiel("connect_four")),
        ("OpenSpiel dots_and_boxes 4x4 (C++ from Python)", lambda: spiel("dots_and_boxes(num_rows=4,num_cols=4)")),
        ("plyground.env simplexity, env.step", lambda: aec(plyground.env("simplexity"))),
    ]
    for name in ("simplexity", "dots-and-boxes", "pentago-swap", "colosseum", "infexion"):
        listed.append((f"Position {name}, choice in Python", lambda name=name: single(name)))  # type: ignore[misc]
    listed += [
        ("Position simplexity, sample() and play()", lambda: sampled("simplexity")),
        ("Position simplexity, playout()", lambda: playouts("simplexity")),
        ("Position dots-and-boxes, playout()", lambda: playouts("dots-and-boxes")),
    ]
    for name in ("simplexity", "dots-and-boxes", "pentago-swap", "colosseum", "infexion"):
        listed.append((f"vector_env {name} x 1024, masks", lambda name=name: lanes(name, 1024, False)))  # type: ignore[misc]
        listed.append((f"vector_env {name} x 1024, masks and observations", lambda name=name: lanes(name, 1024, True)))  # type: ignore[misc]
    return listed


def main() -> None:
    """Prints the table."""
    print(f"{'random play, one core':<58} {'steps/s':>14} {'us/step':>9}")
    for name, set_up in rows():
        try:
            steps = rate(set_up())
        except ImportError as error:
            print(f"{name:<58} {'-':>14}   {error}")
            continue
        print(f"{name:<58} {steps:>14,.0f} {1e6 / steps:>9.3f}", flush=True)


if __name__ == "__main__":
    main()
