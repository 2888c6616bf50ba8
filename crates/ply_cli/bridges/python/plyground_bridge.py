"""Plays a course's own agent as a program of the arena: UGI outside, the course's interface inside.

    python3 infexion.py ROOT MODULE:NAME [FOLDER ...]

and so on for each course. ROOT is the folder that modules are imported from, as the course's own program would; further
folders come after it.

Standard output belongs to the conversation, so whatever the agent prints goes to standard error, and it reads nothing. It
is imported before `readyok`, when no clock runs, and again for every new game, because modules keep what they remember. An
exception while it thinks is no move, with the traceback on standard error.
"""

import importlib
import os
import sys
import traceback
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))


class Clock:
    """What `go` says, in seconds; None where it says nothing."""

    def __init__(self, words):
        numbers = dict(zip(words[::2], words[1::2]))

        def seconds(name):
            return int(numbers[name]) / 1000 if name in numbers else None

        self.per_move = seconds("movetime")
        self.banks = [seconds("p1time"), seconds("p2time")]

    def remaining(self, player, usual):
        """What a player (0 or 1) has left; `usual` where there is no limit."""
        known = [time for time in (self.banks[player], self.per_move) if time is not None]
        return min(known, default=usual)


class Bridge:
    """A conversation. `course` turns positions and moves into what the agent knows, and its answers into moves."""

    def __init__(self, course, root, agent, arena):
        self.course, self.root, self.arena = course, root, arena
        self.module, _, self.name = agent.partition(":")
        self.options, self.start, self.moves = {}, None, []
        self.loaded = self.asked = False

    def say(self, line):
        self.arena.write(line + "\n")
        self.arena.flush()

    def load(self):
        """Imports the agent. A course that needs to know more to make one does it later."""
        if not self.loaded:
            module = importlib.import_module(self.module)
            self.course.load(getattr(module, self.name), self.options)
            self.loaded = True

    def forget(self):
        """Nothing of one game reaches the next: the agent's modules are imported anew."""
        if self.asked:
            for name, module in list(sys.modules.items()):
                place = getattr(module, "__file__", None) or ""
                if place.startswith(self.root + os.sep) and "site-packages" not in place:
                    del sys.modules[name]
            self.loaded = self.asked = False

    def set_position(self, words):
        split = words.index("moves") if "moves" in words else len(words)
        self.start = " ".join(words[1:split]) if words[:1] == ["fen"] else None
        self.moves = words[split + 1 :]

    def best_move(self, words):
        self.asked = True
        try:
            self.load()
            best = self.course.choose(self.start, self.moves, Clock(words))
        except (Exception, SystemExit):
            traceback.print_exc()
            best = None
        # What is no move is judged as it was answered, on one line and without blanks.
        return "(none)" if best is None else "".join(str(best).split())[:60] or "''"

    def hear(self, line):
        command, *words = line.split() or [""]
        if command == "ugi":
            self.say(f"id name {self.module}:{self.name}\nugiok")
        elif command == "setoption" and words[:3] == ["name", "Game", "value"]:
            options = words[3].partition(":")[2]
            self.options = dict(option.split("=", 1) for option in options.split(",") if option)
        elif command == "uginewgame":
            self.forget()
        elif command == "isready":
            self.load()
            self.say("readyok")
        elif command == "position":
            self.set_position(words)
        elif command == "go":
            self.say(f"bestmove {self.best_move(words)}")


def old_numpy():
    """Names that NumPy had when the courses' agents were written, and has no longer."""
    try:
        import numpy
    except ImportError:
        return
    former = {"int": int, "float": float, "bool": bool, "object": object, "str": str, "complex": complex}
    former.update(bool8="bool_", int0="intp", float_="float64", product="prod", cumproduct="cumprod", in1d="isin")
    former.update(alltrue="all", sometrue="any", row_stack="vstack", trapz="trapezoid", Inf="inf", NaN="nan")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, value in former.items():
            if not hasattr(numpy, name):
                setattr(numpy, name, getattr(numpy, value, None) if isinstance(value, str) else value)


def talk(game, course):
    root, agent, *more = sys.argv[1:]
    arena = os.fdopen(os.dup(1), "w")
    told = os.fdopen(os.dup(0), "r")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = sys.stderr
    sys.path[:] = [place for place in sys.path if place != HERE]
    # The course's own modules come last: an agent's folder mostly has them.
    sys.path[:0] = [root, *more]
    sys.path.append(os.path.join(HERE, "course", game))
    sys.argv = [root]
    # The courses give an agent one processor.
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(library + "_NUM_THREADS", "1")
    old_numpy()
    bridge = Bridge(course, os.path.realpath(root), agent, arena)
    for line in told:
        if line.strip() == "quit":
            break
        bridge.hear(line)
    # Threads that the agent has left behind are not waited for.
    os._exit(0)


def main(game, course):
    """Plays until `quit`. Whatever goes wrong before the agent is loaded ends the program with a traceback."""
    try:
        talk(game, course)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
