def calculate_move(gamestate):
    return [[0, 0], [3, 3]]
