"""Melbourne's Infexion: an agent is a class with `__init__(color, **referee)`, `action(**referee)` and
`turn(color, action, **referee)`."""

import sys

import plyground_bridge

NAMES = {(0, 1): "dr", (-1, 1): "d", (-1, 0): "dl", (0, -1): "ul", (1, -1): "u", (1, 0): "ur"}
STEPS = {name: step for step, name in NAMES.items()}
# The course's only board, as the arena spells it.
SIZE = "7"
# What the course gives an agent for a whole game, where the arena has no clock: seconds of CPU time, megabytes.
SECONDS, MEGABYTES = 180.0, 250.0


class Course:
    def load(self, agent, options):
        from referee import game

        self.game, self.agent, self.size = game, agent, options.get("size", SIZE)
        self.player = self.color = None
        self.told = []

    def choose(self, start, moves, clock):
        if self.size != SIZE:
            print(f"an agent of this course can only play on the torus of {SIZE}x{SIZE}", file=sys.stderr)
            return None
        if start is not None and set(start.split()[1].split(",")) != {"."}:
            print("an agent of this course can only begin with the empty board", file=sys.stderr)
            return None
        color = self.colors()[len(moves) % 2]
        referee = {
            "time_remaining": clock.remaining(len(moves) % 2, SECONDS),
            "space_remaining": MEGABYTES,
            "space_limit": MEGABYTES,
        }
        if color != self.color or moves[: len(self.told)] != self.told:
            self.player, self.color, self.told = self.agent(color, **referee), color, []
        # Of its own moves and those of the opening the agent is told too, as the course's referee does.
        for ply in range(len(self.told), len(moves)):
            self.told.append(moves[ply])
            self.player.turn(self.colors()[ply % 2], self.action(moves[ply]), **referee)
        answer = self.player.action(**referee)
        return None if answer is None else self.spell(answer)

    def colors(self):
        return self.game.PlayerColor.RED, self.game.PlayerColor.BLUE

    def action(self, move):
        row, column, *direction = move.split(",")
        cell = self.game.HexPos(int(row), int(column))
        if not direction:
            return self.game.SpawnAction(cell)
        return self.game.SpreadAction(cell, self.game.HexDir(self.step(*STEPS[direction[0]])))

    def step(self, r, q):
        """A vector of the kind that directions are made of, whatever the repository calls it."""
        kind = type(self.game.HexDir.Up.value)
        return (r, q) if kind is tuple else kind(r, q)

    @staticmethod
    def spell(answer):
        try:
            cell = f"{int(answer.cell.r)},{int(answer.cell.q)}"
            if not hasattr(answer, "direction"):
                return cell
            r, q = answer.direction.value
            return f"{cell},{NAMES[int(r), int(q)]}"
        except (AttributeError, KeyError, TypeError, ValueError):
            return answer


if __name__ == "__main__":
    plyground_bridge.main("infexion", Course())
