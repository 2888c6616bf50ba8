"""Many games at once over NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._native import Game, Lanes, Position

# Imported where it is used: NumPy starts threads, and the script that confines programs must have one.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class VectorEnv:
    """`num_envs` games of one kind, stepped together.

    The arrays belong to the environment and are written in place at every step: copy what you keep. A game that ends is
    begun anew in the same step: `terminations` and `rewards` tell of the one that ended, all else of the new one.

    `observations=False` saves the time for them; every game begins with `random_plies` random moves; `threads` share the
    games without changing what happens in them.

    >>> env = vector_env("simplexity", 8)
    >>> env.reset(seed=1)
    >>> env.step(env.sample())
    >>> env.masks.shape, env.observations.shape, env.to_move.tolist()
    ((8, 14), (8, 9, 6, 7), [1, 1, 1, 1, 1, 1, 1, 1])
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        threads: int = 1,
        observations: bool = True,
        random_plies: int = 0,
        seed: int = 0,
    ) -> None:
        if num_envs < 1 or threads < 1 or random_plies < 0:
            raise ValueError("expected at least one game and one thread, and no negative number of random plies")
        self.game = Game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        self._lanes = Lanes(self.game, num_envs, threads, observations, random_plies)
        self.masks: NDArray[np.bool_] = self._lanes.masks
        """Which actions are legal, `(num_envs, num_moves)`."""
        self.observations: NDArray[np.float32] = self._lanes.observations
        """The planes, `(num_envs, *observation_shape)`; empty with `observations=False`."""
        self.rewards: NDArray[np.float32] = self._lanes.rewards
        """What the first and the second player got in the last step, `(num_envs, 2)`: 1, 0 or -1."""
        self.terminations: NDArray[np.bool_] = self._lanes.ended
        """Whether a game ended with the last step, `(num_envs,)`."""
        self.to_move: NDArray[np.int8] = self._lanes.movers
        """Who moves now, 0 or 1, `(num_envs,)`."""
        for array in (self.masks, self.observations, self.rewards, self.terminations, self.to_move):
            array.flags.writeable = False
        self._lanes.reset(seed)

    def reset(self, *, seed: int = 0) -> None:
        """Begins every game anew; the seed is that of `sample()` and of the random plies."""
        self._lanes.reset(seed)

    def step(self, actions: Any) -> None:
        """Plays an action in every game; `ValueError`, and nothing is played, if one is not legal."""
        import numpy as np

        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int32 and actions.flags.c_contiguous):
            given = np.asarray(actions)
            if given.dtype.kind not in "iu":
                raise TypeError(f"expected whole numbers as actions, got {given.dtype}")
            actions = np.ascontiguousarray(np.clip(given, -1, 2**31 - 1), dtype=np.int32)
        if actions.ndim != 1:
            raise ValueError(f"expected {self.num_envs} actions in one dimension, got the shape {actions.shape}")
        self._lanes.step(actions)

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for every game; the array is written again by the next call."""
        return self._lanes.sample()

    def position(self, index: int) -> Position:
        """The position of one game."""
        return self._lanes.position(index)

    def set_position(self, index: int, position: Position) -> None:
        """Puts another position into one game."""
        self._lanes.replace(index, position)

    def __len__(self) -> int:
        return self.num_envs


vector_env = VectorEnv
