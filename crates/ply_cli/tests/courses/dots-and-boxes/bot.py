"""A bot in the site's style: takes a box if it can, and checks and prints what it is told."""

from random import choice

move_number = 0


def find_legal_moves(grid):
    return [[line[0], line[1]] for line in grid if line[2] == -1]


def completes(move, squares):
    for lines, _ in squares:
        if any([line[0], line[1]] == move for line in lines) and [line[2] for line in lines].count(True) == 3:
            return True
    return False


def calculate_move(gamestate):
    global move_number
    move_number += 1
    owners = [owner for _, owner in gamestate["Squares"]]
    print(move_number, "scores", gamestate["MyScore"], gamestate["OppScore"])
    assert owners.count(0) == gamestate["MyScore"] and owners.count(1) == gamestate["OppScore"]
    assert gamestate["IsMover"] and gamestate["ResponseDeadline"] > 0
    legal = find_legal_moves(gamestate["Grid"])
    return next((move for move in legal if completes(move, gamestate["Squares"])), choice(legal))
