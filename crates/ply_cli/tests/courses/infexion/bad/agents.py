"""What agents of courses do wrong."""

import time

from referee.game import HexPos, SpawnAction


class Base:
    def __init__(self, color, **referee):
        pass

    def turn(self, color, action, **referee):
        pass


class ThrowsAtTheStart(Base):
    def __init__(self, color, **referee):
        raise ImportError("no weights")

    def action(self, **referee): ...

    def turn(self, color, action, **referee): ...


class AnswersNothing(Base):
    def action(self, **referee):
        return None

    def turn(self, color, action, **referee): ...


class AnswersWords(Base):
    def action(self, **referee):
        return "SPAWN 3 3"

    def turn(self, color, action, **referee): ...


class SpawnsTwice(Base):
    def action(self, **referee):
        return SpawnAction(HexPos(3, 3))

    def turn(self, color, action, **referee): ...


class Sleeps(Base):
    def action(self, **referee):
        time.sleep(30)

    def turn(self, color, action, **referee): ...
