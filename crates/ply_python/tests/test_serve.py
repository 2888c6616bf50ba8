"""A Bot as a UGI engine."""

from __future__ import annotations

import io
import subprocess
import sys
import time

import pytest

import plyground
from plyground import Bot, Clock, Position


def said(player: object, *lines: str) -> list[str]:
    """What a player answers to these lines."""
    output = io.StringIO()
    plyground.serve(player, input=io.StringIO("\n".join(lines) + "\n"), output=output)  # type: ignore[arg-type]
    return output.getvalue().splitlines()


def first(position: Position) -> str:
    return position.legal_moves()[0]


def clock_of(go: str) -> Clock:
    clocks: list[Clock] = []
    said(lambda position, clock: clocks.append(clock) or first(position), "position startpos moves o3", go)
    return clocks[0]


def test_the_greeting_names_the_bot_and_the_game_can_be_set() -> None:
    answers = said(first, "ugi", "setoption name Game value dots-and-boxes:rows=1,cols=1", "isready", "position startpos", "go")
    assert answers[0] == "id name first" and answers[1].startswith("option name Game") and answers[2] == "ugiok"
    assert answers[3:] == ["readyok", "bestmove h0,0"]


def test_positions_come_as_start_or_text_with_moves() -> None:
    assert said(lambda p: p.move_index("s3"), "position fen 7/7/7/7/7/3w3 r moves o0 o0", "go") == ["bestmove s3"]
    seen: list[str] = []
    said(lambda p: seen.append(str(p)) or first(p), "position startpos moves o3 s3", "go")
    said(lambda p: seen.append(str(p)) or first(p), "position startpos moves", "go")
    assert seen == ["7/7/7/7/3R3/3w3 w", "7/7/7/7/7/7 w"]


def test_every_form_of_clock_is_read() -> None:
    assert clock_of("go movetime 200").time == 0.2
    clock = clock_of("go p1time 9000 p2time 5000 p1inc 0 p2inc 30")
    assert (clock.bank, clock.increment, clock.time) == (5.0, 0.03, 5.0) and 0 < clock.think_for() < 0.5
    clock = clock_of("go nodes 100 depth 3")
    assert (clock.nodes, clock.depth, clock.time) == (100, 3, None)
    assert clock_of("go").time is None and clock_of("go infinite").left == float("inf")
    assert clock_of("go movetime nonsense depth").time is None


def test_nonsense_is_answered_and_passed_over() -> None:
    answers = said(first, "hello", "position fen nonsense", "go", "position startpos moves o9", "go", "setoption name X value 3",
                   "setoption name Game value chess", "position startpos", "go depth 1")
    assert answers[-1] == "bestmove o0"
    assert [answer for answer in answers if answer.startswith("bestmove")] == ["bestmove (none)"] * 2 + ["bestmove o0"]
    assert all(answer.startswith(("info string", "bestmove")) for answer in answers)


def test_an_exception_is_a_sentence_and_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(position: Position) -> str:
        raise ValueError("no idea")

    assert said(broken, "position startpos", "go") == ["info string the agent raised ValueError: no idea", "bestmove (none)"]
    assert "Traceback" in capsys.readouterr().err
    assert said(lambda p: 2.5, "position startpos", "go")[-1] == "bestmove (none)"
    assert said(Bot(), "position startpos", "go")[-1] == "bestmove (none)"


def test_a_game_that_is_over_has_no_move() -> None:
    over = "setoption name Game value dots-and-boxes:rows=1,cols=1"
    answers = said(first, over, "position startpos moves h0,0 h1,0 v0,0 v0,1", "go", "query result", "query gameover")
    assert answers == ["info string the game is over", "bestmove (none)", "response p2win", "response true"]


SLOW = """
import plyground, time
class Slow(plyground.Bot):
    def choose(self, position, clock):
        print("a stray line")
        while not clock.stopped:
            time.sleep(0.005)
        return position.legal_moves()[0]
plyground.serve(Slow)
"""


def test_stop_is_heard_while_it_thinks_and_prints_go_to_standard_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("position startpos\ngo infinite\nisready\n")
    process.stdin.flush()
    assert process.stdout.readline() == "readyok\n"
    time.sleep(0.1)
    process.stdin.write("stop\n")
    process.stdin.flush()
    assert process.stdout.readline() == "bestmove o0\n"
    output, errors = process.communicate("quit\n", timeout=10)
    assert output == "" and errors == "a stray line\n" and process.returncode == 0
