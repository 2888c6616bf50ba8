class Board:
    """Cells with their colour and power."""

    def __init__(self):
        self.cells, self.turns = {}, 0

    def power(self):
        return sum(power for _, power in self.cells.values())

    def spawn(self, color, cell):
        assert cell not in self.cells
        self.cells[cell] = color, 1
        self.turns += 1

    def spread(self, color, cell, direction):
        owner, power = self.cells.pop(cell)
        assert owner == color
        for _ in range(power):
            cell = cell + direction
            _, old = self.cells.pop(cell, (None, 0))
            if old < 6:
                self.cells[cell] = color, old + 1
        self.turns += 1
