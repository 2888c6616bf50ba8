"""McGill's Colosseum Survival!: an agent is a class with `step(chess_board, my_pos, adv_pos, max_step)`."""

import plyground_bridge

SIDES = "urdl"
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


class Board:
    """The board as the course has it: `walls[row, column, side]`, the two cells, and whose turn it is."""

    def __init__(self, text):
        import numpy

        size, turn, a, b, walls = text.split()
        self.size, self.turn = int(size), "ab".index(turn)
        self.cells = [tuple(map(int, cell.split(","))) for cell in (a, b)]
        self.walls = numpy.zeros((self.size, self.size, 4), dtype=bool)
        self.walls[0, :, 0] = self.walls[:, -1, 1] = self.walls[-1, :, 2] = self.walls[:, 0, 3] = True
        for wall in walls.split("+") if walls != "-" else []:
            row, column, side = wall.split(",")
            self.build(int(row), int(column), SIDES.index(side))

    def build(self, row, column, side):
        self.walls[row, column, side] = True
        self.walls[row + STEPS[side][0], column + STEPS[side][1], (side + 2) % 4] = True

    def play(self, move):
        row, column, side = move.split(",")
        self.cells[self.turn] = int(row), int(column)
        self.build(int(row), int(column), SIDES.index(side))
        self.turn = 1 - self.turn


class Course:
    def load(self, agent, options):
        self.agent = agent()

    def choose(self, start, moves, clock):
        import numpy

        if start is None:
            raise ValueError("expected 'position fen': the start of this game is drawn")
        board = Board(start)
        for move in moves:
            board.play(move)
        own, other = (tuple(map(numpy.int64, board.cells[player])) for player in (board.turn, 1 - board.turn))
        answer = self.agent.step(board.walls.copy(), own, other, (board.size + 1) // 2)
        return None if answer is None else self.spell(answer)

    @staticmethod
    def spell(answer):
        try:
            (row, column), side = answer
            return f"{int(row)},{int(column)},{SIDES[side] if 0 <= side < 4 else side}"
        except (TypeError, ValueError):
            return answer


if __name__ == "__main__":
    plyground_bridge.main("colosseum", Course())
