"""Teaches a small network Dots-and-Boxes on 3x3 boxes by self-play, on one core in a few minutes, with NumPy alone.

    python learn.py learned.npz            # learns, and plays `random` now and then
    python learned_agent.py                # plays what was learned, as a program (see there)

The network gives each move a value: what the game will bring the mover if the move is made. All games of a batch are
played to their ends with mostly the best moves, and every move made is then taught how its game ended (Monte-Carlo
control). A player that closes a box moves again, so results count for whoever made the move, not by turns.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

import plyground

GAME = "dots-and-boxes:rows=3,cols=3"
Floats = NDArray[np.float32]


class Network:
    """Two hidden layers, trained by Adam."""

    def __init__(self, inputs: int, outputs: int, hidden: int = 192, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        sizes = [inputs, hidden, hidden, outputs]
        self.weights = [rng.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])]
        self.weights[-1] *= 0.1
        self.biases = [np.zeros(size, np.float32) for size in sizes[1:]]
        self.moments = [[np.zeros_like(array) for array in self.arrays()] for _ in range(2)]
        self.steps = 0

    def arrays(self) -> list[Floats]:
        return [*self.weights, *self.biases]

    def layers(self, x: Floats) -> list[Floats]:
        """The input and what each layer makes of it; the last is from -1 to 1."""
        values = [x]
        for number, (weights, bias) in enumerate(zip(self.weights, self.biases)):
            x = x @ weights + bias
            values.append(np.tanh(x) if number == len(self.weights) - 1 else np.maximum(x, 0))
            x = values[-1]
        return values

    def __call__(self, x: Floats) -> Floats:
        return self.layers(x)[-1]

    def learn(self, x: Floats, actions: NDArray[np.int64], results: Floats, rate: float) -> None:
        """One step towards the results of the actions that were taken."""
        values = self.layers(x)
        rows = np.arange(len(x))
        error = np.zeros_like(values[-1])
        error[rows, actions] = (values[-1][rows, actions] - results) * (1 - values[-1][rows, actions] ** 2) / len(x)
        gradients: list[Floats] = []
        for number in reversed(range(len(self.weights))):
            gradients.insert(0, values[number].T @ error)
            gradients.append(error.sum(0))
            error = (error @ self.weights[number].T) * (values[number] > 0)
        count = len(self.weights)
        ordered = gradients[:count] + gradients[count:][::-1]
        self.steps += 1
        for array, gradient, mean, square in zip(self.arrays(), ordered, *self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            array -= rate * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)

    def save(self, file: str) -> None:
        np.savez(file, *self.arrays())

    @classmethod
    def load(cls, file: str) -> Network:
        stored = np.load(file)
        network = cls(1, 1, 1)
        arrays = [stored[f"arr_{number}"] for number in range(len(stored.files))]
        network.weights, network.biases = arrays[: len(arrays) // 2], arrays[len(arrays) // 2 :]
        return network

    def best(self, observation: Floats, mask: NDArray[np.bool_]) -> int:
        """The move of the highest value."""
        values = self(observation.reshape(1, -1))[0]
        return int(np.where(mask, values, -2).argmax())


def self_play(
    network: Network, env: plyground.VectorEnv, explore: float, rng: np.random.Generator
) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Every game of the environment once, from its start to its end: what was seen, done, and came of it."""
    env.reset(seed=int(rng.integers(2**32)))
    running = np.ones(env.num_envs, bool)
    seen, done, who, lanes = [], [], [], []
    results = np.zeros((env.num_envs, 2), np.float32)
    while running.any():
        x = env.observations.reshape(env.num_envs, -1).copy()
        values = np.where(env.masks, network(x), -2)
        actions = np.where(rng.random(env.num_envs) < explore, env.sample(), values.argmax(1)).astype(np.int32)
        live = np.flatnonzero(running)
        seen.append(x[live])
        done.append(actions[live].astype(np.int64))
        who.append(env.to_move[live].astype(np.int64))
        lanes.append(live)
        env.step(actions)
        just = running & env.terminations
        results[just] = env.rewards[just]
        running &= ~env.terminations
    return np.concatenate(seen), np.concatenate(done), results[np.concatenate(lanes), np.concatenate(who)]


def against_random(network: Network, games: int = 100) -> float:
    """The share of the points against the agent `random`, in the arena."""

    def learned(position: plyground.Position) -> int:
        return network.best(position.observation(), position.legal_mask())

    score = plyground.match(GAME, learned, "random", games=games, time="9s", openings=1).score
    assert score is not None
    return score


def main(file: str, minutes: float) -> None:
    """Learns for so long, and writes the network."""
    env = plyground.vector_env(GAME, 256, random_plies=2)
    rng = np.random.default_rng(1)
    network = Network(int(np.prod(env.game.observation_shape)), env.game.num_moves)
    began = time.monotonic()
    games, batch, told = 0, 256, 0.0
    while (spent := (time.monotonic() - began) / 60) < minutes:
        left = 1 - spent / minutes
        x, actions, results = self_play(network, env, 0.05 + 0.3 * left, rng)
        games += env.num_envs
        order = rng.permutation(len(x))
        for start in range(0, len(x), batch):
            chosen = order[start : start + batch]
            network.learn(x[chosen], actions[chosen], results[chosen], 1e-3 * left + 1e-5)
        if spent - told > minutes / 4:
            told = spent
            print(f"{60 * spent:4.0f} s, {games} games: {100 * against_random(network):.1f} % against random", flush=True)
    network.save(file)
    print(f"{games} games in {minutes:g} min: {100 * against_random(network, 1000):.1f} % against random; wrote {file}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "learned.npz", float(sys.argv[2]) if len(sys.argv) > 2 else 3.0)
