"""Environments for learning."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import plyground
from plyground import Game, Random, vector_env


def test_lanes_play_as_single_positions_do(usual_game: Game) -> None:
    env = vector_env(usual_game, 5, random_plies=2, seed=7)
    ended = 0
    for _ in range(300):
        before = [env.position(lane) for lane in range(5)]
        actions = env.sample().copy()
        env.step(actions)
        for lane, position in enumerate(before):
            after = position.play(actions[lane])
            assert env.terminations[lane] == (after.outcome is not None)
            ended += int(env.terminations[lane])
            reward = {None: 0, "draw": 0, "first": 1, "second": -1}[after.outcome]
            assert env.rewards[lane].tolist() == [reward, -reward]
            now = env.position(lane)
            if after.outcome is None:
                assert now == after
            assert (env.masks[lane] == now.legal_mask()).all()
            assert (env.observations[lane] == now.observation()).all()
            assert env.to_move[lane] == (now.to_move == "second")
    assert ended > 0 or usual_game.name == "infexion"


def test_threads_change_nothing(game: Game) -> None:
    one, many = vector_env(game, 33, seed=3), vector_env(game, 33, threads=4, seed=3)
    for _ in range(60):
        one.step(one.sample())
        many.step(many.sample())
        assert (one.masks == many.masks).all() and (one.observations == many.observations).all()


def test_a_seed_repeats_everything() -> None:
    env = vector_env("infexion", 4, random_plies=3)
    env.reset(seed=5)
    first = env.observations.copy()
    env.step(env.sample())
    env.reset(seed=5)
    assert (env.observations == first).all() and not env.terminations.any()


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    env = vector_env("dots-and-boxes:rows=2,cols=2", 3)
    env.step([0, 1, 2])
    before = [env.position(lane) for lane in range(3)]
    with pytest.raises(ValueError, match=r"game 1: action 1 \(h0,1\) is not legal"):
        env.step([1, 1, 1])
    with pytest.raises(ValueError, match="game 0: action -1"):
        env.step([-1, 0, 0])
    with pytest.raises(ValueError, match="expected 3 actions"):
        env.step([1, 2])
    with pytest.raises(ValueError, match="one dimension"):
        env.step([[1, 2, 3]])
    with pytest.raises(TypeError, match="whole numbers"):
        env.step([0.5, 1.0, 2.0])
    assert [env.position(lane) for lane in range(3)] == before
    with pytest.raises(ValueError):
        env.masks[0, 0] = True


def test_positions_can_be_put_into_lanes() -> None:
    env, other = vector_env("simplexity", 2), Game("simplexity").start.play("o3")
    env.set_position(1, other)
    assert env.position(1) == other and env.to_move.tolist() == [0, 1]
    with pytest.raises(ValueError, match="expected a position of simplexity"):
        env.set_position(0, Game("infexion").start)
    with pytest.raises(ValueError, match="over"):
        env.set_position(0, Game("simplexity").start.play("o0 s0 o1 s1 o2 s2 o3"))
    with pytest.raises(IndexError):
        env.set_position(5, other)
    with pytest.raises(ValueError, match="at least one game"):
        vector_env("simplexity", 0)


def test_observations_may_be_left_out() -> None:
    assert vector_env("simplexity", 4, observations=False).observations.size == 0


def test_pettingzoo_accepts_every_game(usual_game: Game) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, render_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(plyground.env(usual_game), num_cycles=60)
        seed_test(lambda: plyground.env(usual_game), num_cycles=20)
        render_test(lambda render_mode=None: plyground.env(usual_game, render_mode=render_mode))


def test_an_episode_ends_with_the_outcome(game: Game) -> None:
    pytest.importorskip("pettingzoo")
    env = plyground.env(game)
    env.reset(seed=1)
    rng = Random(2)
    total = {"first": 0.0, "second": 0.0}
    for agent in env.agent_iter(5000):
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(env.unwrapped.position.sample(rng)))
        if not (ended or cut):
            assert observation["action_mask"].dtype == np.int8 and observation["action_mask"].any()
    outcome = env.unwrapped.position.outcome
    expected = {"draw": (0, 0), "first": (1, -1), "second": (-1, 1)}[outcome]
    assert (total["first"], total["second"]) == expected
