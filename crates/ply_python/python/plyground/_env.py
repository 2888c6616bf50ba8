"""PettingZoo's environments."""

from __future__ import annotations

from typing import Any

from ._native import Game


def env(game: str | Game, *, render_mode: str | None = None) -> Any:
    """A PettingZoo AEC environment of any game, with its usual wrappers: an illegal action ends the game with -1.

    Agents are `first` and `second`; an observation is a dict of `observation` (the planes) and `action_mask`. Players
    need not alternate: ask `agent_selection`. Needs PettingZoo: `pip install pettingzoo`.
    """
    wrappers = _pettingzoo()
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode=render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str | Game, *, render_mode: str | None = None) -> Any:
    """The same without wrappers."""
    _pettingzoo()
    from ._aec import PlygroundAEC

    return PlygroundAEC(game, render_mode=render_mode)


def _pettingzoo() -> Any:
    try:
        from pettingzoo.utils import wrappers
    except ImportError:
        raise ImportError("this environment needs PettingZoo: pip install pettingzoo") from None
    return wrappers
