"""aigaming's Dots and Boxes: an agent is a function `calculate_move(gamestate)` that answers with two dots."""

import time

import plyground_bridge

# What the site gives a bot for a move, where the arena has no clock.
SECONDS = 10.0


class Board:
    """Who drew each edge and closed each box: 0 the first player, 1 the second, -1 nobody."""

    def __init__(self, rows, cols):
        self.rows, self.cols, self.turn = rows, cols, 0
        across = [("h", row, col) for row in range(rows + 1) for col in range(cols)]
        down = [("v", row, col) for row in range(rows) for col in range(cols + 1)]
        self.edges = dict.fromkeys(across + down, -1)
        self.boxes = {(row, col): -1 for row in range(rows) for col in range(cols)}

    @classmethod
    def read(cls, text):
        """Who drew an edge is not told: the player to move gets none of them. Boxes are given out by the score."""
        size, turn, score, flags = text.split()
        board = cls(*map(int, size.split("x")))
        board.turn = int(turn) - 1
        for edge, flag in zip(board.edges, flags):
            board.edges[edge] = 1 - board.turn if flag == "1" else -1
        first = int(score.partition("-")[0])
        closed = [box for box in board.boxes if all(board.edges[edge] >= 0 for edge in board.sides(box))]
        board.boxes.update({box: int(index >= first) for index, box in enumerate(closed)})
        return board

    @staticmethod
    def sides(box):
        row, col = box
        return [("h", row, col), ("v", row, col), ("v", row, col + 1), ("h", row + 1, col)]

    def play(self, move):
        row, col = map(int, move[1:].split(","))
        self.edges[move[0], row, col] = self.turn
        beside = [(row, col), (row - 1, col) if move[0] == "h" else (row, col - 1)]
        closed = [box for box in beside if box in self.boxes and all(self.edges[edge] >= 0 for edge in self.sides(box))]
        self.boxes.update(dict.fromkeys(closed, self.turn))
        if not closed:
            self.turn = 1 - self.turn

    def seen(self, player):
        """An owner as the player to move sees it: 0 itself, 1 the other."""
        return player if player < 0 else int(player != self.turn)

    def gamestate(self, deadline):
        dots = {("h", r, c): [[r, c], [r, c + 1]] for r in range(self.rows + 1) for c in range(self.cols)}
        dots.update({("v", r, c): [[r, c], [r + 1, c]] for r in range(self.rows) for c in range(self.cols + 1)})
        line = lambda edge, last: [list(dot) for dot in dots[edge]] + [last]
        owners = [self.seen(owner) for owner in self.boxes.values()]
        return {
            "Dimensions": [self.rows + 1, self.cols + 1],
            "IsMover": True,
            "ResponseDeadline": deadline,
            "MyScore": owners.count(0),
            "OppScore": owners.count(1),
            "InvalidMove": False,
            "GameStatus": "RUNNING",
            "Grid": [line(edge, self.seen(owner)) for edge, owner in self.edges.items()],
            "Squares": [
                [[line(edge, self.edges[edge] >= 0) for edge in self.sides(box)], self.seen(owner)]
                for box, owner in self.boxes.items()
            ],
        }


class Course:
    def load(self, agent, options):
        self.agent, self.size = agent, (int(options.get("rows", 4)), int(options.get("cols", 4)))

    def choose(self, start, moves, clock):
        board = Board.read(start) if start else Board(*self.size)
        for move in moves:
            board.play(move)
        deadline = int((time.time() + clock.remaining(board.turn, SECONDS)) * 1000)
        answer = self.agent(board.gamestate(deadline))
        return None if answer is None else self.spell(answer)

    @staticmethod
    def spell(answer):
        try:
            (r, c), (r2, c2) = sorted([int(number) for number in dot] for dot in answer)
        except (TypeError, ValueError):
            return answer
        kinds = {(0, 1): "h", (1, 0): "v"}
        return f"{kinds[r2 - r, c2 - c]}{r},{c}" if (r2 - r, c2 - c) in kinds else answer


if __name__ == "__main__":
    plyground_bridge.main("dots-and-boxes", Course())
