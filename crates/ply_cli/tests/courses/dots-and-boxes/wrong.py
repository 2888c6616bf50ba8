def calculate_move(gamestate):
    return gamestate["Grid"][0][3]
