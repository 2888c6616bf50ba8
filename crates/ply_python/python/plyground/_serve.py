"""A Bot as a program: the other side of UGI, the universal game interface, on standard input and output."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from typing import IO, Any

from ._bot import Clock, Player, ask, name_of
from ._native import Game, Position

_NO_MOVE = "bestmove (none)"


class _Desk:
    """Answers the arena's lines. One thread reads, another thinks, so that `isready` and `stop` are heard meanwhile."""

    def __init__(self, player: Player, output: IO[str]) -> None:
        self.player = player
        self.output = output
        self.writing = threading.Lock()
        self.game = Game("simplexity")
        self.seated: Any = None
        self.position: Position | None = self.game.start
        self.moves_made = 0
        self.stop = threading.Event()
        self.thinking: threading.Thread | None = None

    def say(self, line: str) -> None:
        with self.writing:
            self.output.write(line + "\n")
            self.output.flush()

    def complain(self, text: str) -> None:
        self.say("info string " + " ".join(text.split()))

    def hear(self, line: str) -> bool:
        """Takes in one line; whether to go on."""
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if word == "quit":
            return False
        answers: dict[str, Callable[[str], None]] = {
            "ugi": self.greet,
            "isready": lambda _: self.say("readyok"),
            "setoption": self.set_option,
            "uginewgame": self.new_game,
            "position": self.set_position,
            "go": self.go,
            "stop": lambda _: self.stop.set(),
            "query": self.query,
        }
        if word in answers:
            answers[word](rest)
        elif word:
            self.complain(f"unknown command '{word[:40]}'")
        return True

    def greet(self, _rest: str) -> None:
        self.say(f"id name {name_of(self.player)}")
        self.say(f"option name Game type string default {self.game.spec}")
        self.say("ugiok")

    def set_option(self, rest: str) -> None:
        name, found, value = rest.removeprefix("name ").partition(" value ")
        if name.strip() != "Game" or not found:
            return self.complain(f"unknown option '{name[:40]}'")
        try:
            self.game = Game(value.strip())
        except ValueError as error:
            return self.complain(f"this game cannot be played: {error}")
        self.new_game("")

    def new_game(self, _rest: str) -> None:
        self.wait()
        self.seated, self.position, self.moves_made = None, self.game.start, 0

    def set_position(self, rest: str) -> None:
        words = rest.split()
        before = words.index("moves") if "moves" in words else len(words)
        kind, text = "".join(words[:1]), " ".join(words[1:before])
        self.position = None
        try:
            if kind == "fen":
                position = self.game.position(text)
            elif kind == "startpos":
                position = self.game.start
            else:
                raise ValueError(f"expected startpos or fen, got '{kind[:40]}'")
            movers = []
            for move in words[before + 1 :]:
                movers.append(position.to_move)
                position = position.play(move)
        except ValueError as error:
            return self.complain(f"position refused: {error}")
        self.position, self.moves_made = position, movers.count(position.to_move)

    def query(self, what: str) -> None:
        if self.position is None:
            return self.complain("position refused")
        outcome = self.position.outcome
        results = {None: "none", "draw": "draw", "first": "p1win", "second": "p2win"}
        answers = {
            "gameover": str(outcome is not None).lower(),
            "p1turn": str(self.position.to_move == "first").lower(),
            "result": results[outcome],
        }
        if what not in answers:
            return self.complain(f"unknown query '{what[:40]}'")
        self.say(f"response {answers[what]}")

    def clock(self, rest: str, player: str | None) -> Clock:
        """What comes after `go`, for the player to move."""
        own = "p1" if player == "first" else "p2"
        values: dict[str, float] = {}
        words = rest.split()
        for word, number in zip(words, words[1:]):
            if number.lstrip("-").isdigit():
                values[word] = max(0, int(number))
        bank = values.get(own + "time")
        per_move = values.get("movetime")
        times = [time / 1000 for time in (bank, per_move) if time is not None]
        nodes, depth = values.get("nodes"), values.get("depth")
        return Clock(
            time=min(times) if times else None,
            bank=None if bank is None else bank / 1000,
            increment=values.get(own + "inc", 0) / 1000,
            nodes=None if nodes is None else max(1, int(nodes)),
            depth=None if depth is None else max(1, int(depth)),
            moves_made=self.moves_made,
            stop=self.stop,
        )

    def go(self, rest: str) -> None:
        if self.thinking is not None and self.thinking.is_alive():
            return self.complain("still thinking: send stop first")
        position = self.position
        if position is None or position.to_move is None:
            self.complain("there is no position to think about" if position is None else "the game is over")
            return self.say(_NO_MOVE)
        self.stop = threading.Event()
        clock = self.clock(rest, position.to_move)
        self.thinking = threading.Thread(target=self.think, args=(position, clock), daemon=True)
        self.thinking.start()

    def think(self, position: Position, clock: Clock) -> None:
        """Answers with a move, whatever the player does: an exception is told on standard error, and is no move."""
        try:
            if self.seated is None:
                seated: Any = self.player() if isinstance(self.player, type) else self.player
                if hasattr(seated, "new_game"):
                    seated.new_game(self.game, position.to_move)
                self.seated = seated
            move = ask(self.seated, position, clock)
        except BaseException as error:
            traceback.print_exc(file=sys.stderr)
            self.complain(f"the agent raised {type(error).__name__}: {error}")
            return self.say(_NO_MOVE)
        if isinstance(move, str) and move and not move.isspace():
            return self.say(f"bestmove {move.split()[0]}")
        self.complain(f"expected a move as a text or an index, got {type(move).__name__}")
        self.say(_NO_MOVE)

    def wait(self) -> None:
        """Ends the thought in progress, if it lets itself be ended."""
        if self.thinking is not None:
            self.stop.set()
            self.thinking.join(timeout=0.5)


def serve(player: Player, *, input: IO[str] | None = None, output: IO[str] | None = None) -> None:
    """Plays as a UGI engine until `quit` or the end of the input: what a program for `cmd:` calls last.

    The player is a Bot, a class of them (a new one for each game), or a function of a position. While it is served, what
    is printed goes to standard error, so that it cannot disturb the dialogue.

    >>> import io
    >>> said = io.StringIO()
    >>> serve(lambda position: position.legal_moves()[0], input=io.StringIO("position startpos\\ngo\\n"), output=said)
    >>> said.getvalue()
    'bestmove o0\\n'
    """
    lines = sys.stdin if input is None else input
    usual = sys.stdout
    desk = _Desk(player, usual if output is None else output)
    if output is None:
        sys.stdout = sys.stderr
    try:
        for line in lines:
            if not desk.hear(line):
                desk.wait()
                return
        # The end of the input: what was asked is still answered, if it has an end.
        if desk.thinking is not None:
            desk.thinking.join(timeout=300)
    except KeyboardInterrupt:
        pass
    finally:
        sys.stdout = usual
