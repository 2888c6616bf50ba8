"""Agents think, also about nonsense."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import plyground
from plyground import Agent, Game


def test_every_game_lists_its_agents_and_each_of_them_moves(game: Game) -> None:
    for info in plyground.agents(game):
        report = Agent(info.name).think(game.start, nodes=50, depth=2)
        assert report.move in game.start.legal_moves(), info.name
        assert report.agent.startswith(info.name)


def test_the_same_limits_give_the_same_report(game: Game) -> None:
    one, other = (Agent("champion").think(game.start, nodes=500, lines=3) for _ in range(2))
    assert (one.move, one.score, one.depth, one.nodes, one.pv) == (
        other.move,
        other.score,
        other.depth,
        other.nodes,
        other.pv,
    )


def test_lines_are_moves_with_scores() -> None:
    report = plyground.analyze(Game("simplexity").start, "alpha-beta", depth=3, lines=4)
    assert len(report.lines) == 4 and report.lines[0].move == report.move
    assert report.frame().shape[0] == 4


def test_wrong_agents_and_limits_are_refused() -> None:
    start = Game("infexion").start
    with pytest.raises(ValueError, match="did you mean 'champion'"):
        Agent("champoin").think(start)
    with pytest.raises(ValueError, match="expected an agent of ours"):
        Agent("cmd:python3 x.py").think(start)
    with pytest.raises(ValueError, match="at least 1"):
        Agent("mcts").think(start, nodes=0)
    with pytest.raises(ValueError, match="'200ms'"):
        Agent("mcts").think(start, time="fast")
    with pytest.raises(ValueError, match="from 1us"):
        Agent("mcts").think(start, time=-1)
    with pytest.raises(TypeError, match="Position"):
        Agent("mcts").think("startpos")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Agent(3)  # type: ignore[arg-type]


def test_other_threads_run_while_an_agent_thinks() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    Agent("mcts").think(Game("infexion").start, time=0.3)
    done.set()
    thread.join()
    assert ticks > 1


# Whoever is started in the background of a shell ignores Ctrl-C, unless it says otherwise.
INTERRUPTED = """
import plyground, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("ended")
"""


@pytest.mark.parametrize(
    "work",
    [
        "plyground.Agent('mcts').think(plyground.Game('infexion').start, time=60)",
        "plyground.match('infexion', 'mcts', 'mcts', games=2, time='5s')",
        "plyground.match('infexion', lambda p: time.sleep(60), 'mcts', games=2, time='60s')",
    ],
)
def test_ctrl_c_ends_what_takes_long(work: str) -> None:
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(work=work)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[0] == "ended\n"
    assert process.returncode == 0
