"""What the tests share."""

from __future__ import annotations

import pytest

import plyground

GAMES = [game.name for game in plyground.games()]
SMALL = [
    "simplexity:rows=4,cols=4,win=3",
    "pentago-swap",
    "colosseum:size=4",
    "dots-and-boxes:rows=2,cols=2",
    "infexion:size=4",
]


@pytest.fixture(params=SMALL)
def game(request: pytest.FixtureRequest) -> plyground.Game:
    """Every game, at a small size."""
    return plyground.Game(request.param)


@pytest.fixture(params=GAMES)
def usual_game(request: pytest.FixtureRequest) -> plyground.Game:
    """Every game, at its usual size."""
    return plyground.Game(request.param)
