"""Plyground in Python: the rules of its games, its agents, its arena, and environments for learning.

>>> import plyground
>>> game = plyground.Game("simplexity")
>>> position = game.start.play("o3", "s3")
>>> position.to_move, len(position.legal_moves())
('first', 14)
>>> report = plyground.Agent("champion").think(position, nodes=1000)
>>> report.move in position.legal_moves()
True
"""

from ._agent import Agent, AgentInfo, GameInfo, Line, OptionInfo, Report, agents, analyze, games
from ._bot import Bot, Clock
from ._contest import (
    Confirmation,
    MatchResult,
    Side,
    SprtResult,
    Standing,
    TournamentResult,
    TuneResult,
    match,
    sprt,
    tournament,
    tune,
)
from ._env import env
from ._native import Game, Position, Random, __version__
from ._serve import serve
from ._vector import VectorEnv, vector_env
from ._warden import Layer, layers, register as _register

__all__ = [
    "Agent",
    "AgentInfo",
    "Bot",
    "Clock",
    "Confirmation",
    "Game",
    "GameInfo",
    "Layer",
    "Line",
    "MatchResult",
    "OptionInfo",
    "Position",
    "Random",
    "Report",
    "Side",
    "SprtResult",
    "Standing",
    "TournamentResult",
    "TuneResult",
    "VectorEnv",
    "__version__",
    "agents",
    "analyze",
    "env",
    "games",
    "layers",
    "match",
    "serve",
    "sprt",
    "tournament",
    "tune",
    "vector_env",
]

_register()
