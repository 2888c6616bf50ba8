"""The environment behind `plyground.env`, imported only where PettingZoo is there."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._native import Game, Position

AGENTS = ["first", "second"]


class PlygroundAEC(AECEnv):  # type: ignore[misc]
    """A game of two agents, one move a step."""

    def __init__(self, game: str | Game, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.metadata = {"name": self.game.name, "render_modes": ["human", "ansi"], "is_parallelizable": False}
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"expected the render mode 'human' or 'ansi', got {render_mode!r}")
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        moves = self.game.num_moves
        planes = spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        space = spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (moves,), np.int8)})
        self.observation_spaces = {agent: space for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in AGENTS}
        self.position: Position = self.game.start
        self.last_move: str | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. `options={"position": ...}` begins elsewhere; a seed changes nothing."""
        position = (options or {}).get("position", self.game.start)
        self.position = self.game.position(position) if isinstance(position, str) else position
        self.last_move = None
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, self.position.outcome is not None)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self.position.to_move or AGENTS[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the planes of the player to move, and the legal actions if that is this agent."""
        own = agent == self.position.to_move
        mask = self.position.legal_mask() if own else np.zeros(self.game.num_moves, np.bool_)
        return {"observation": self.position.observation(), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is; a finished agent steps with `None`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None, "an agent that is not finished needs an action"
        self.last_move = self.position.move_text(int(action))
        self.position = self.position.play(int(action))
        outcome = self.position.outcome
        self._clear_rewards()
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome != "draw":
                self.rewards = {each: 1.0 if each == outcome else -1.0 for each in AGENTS}
        # In games where a player may move twice the turn is whoever the position says.
        self.agent_selection = self.position.to_move or AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text, printed in mode `human`."""
        if self.render_mode is None:
            return None
        text = self.position.draw(last=self.last_move)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is left open."""
