"""Positions are values that know their rules."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import plyground
from plyground import Game, Position, Random


def random_positions(game: Game, seed: int = 0) -> list[Position]:
    """Every position of a random game."""
    rng = Random(seed)
    positions = [game.start]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(positions[-1].sample(rng)))
    return positions


def test_texts_indices_and_masks_say_the_same(usual_game: Game) -> None:
    for position in random_positions(usual_game):
        texts, indices, mask = position.legal_moves(), position.legal_indices(), position.legal_mask()
        assert [position.move_index(text) for text in texts] == indices
        assert [position.move_text(index) for index in indices] == texts
        assert mask.dtype == np.bool_ and sorted(indices) == np.flatnonzero(mask).tolist()
        assert mask.shape == (usual_game.num_moves,)
        assert (position.to_move is None) == (position.outcome is not None) == (not texts)


def test_a_position_is_a_value(usual_game: Game) -> None:
    for position in random_positions(usual_game):
        again = usual_game.position(str(position))
        assert again == position and hash(again) == hash(position) and again.key == position.key
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.copy(position) == position == copy.deepcopy(position)
    assert usual_game.start != str(usual_game.start)
    assert pickle.loads(pickle.dumps(usual_game)) == usual_game


def test_playing_leaves_the_old_position_as_it_was(game: Game) -> None:
    before = str(game.start)
    move = game.start.legal_moves()[0]
    after = game.start.play(move)
    assert str(game.start) == before and after != game.start
    assert game.start.play(game.start.move_index(move)) == after == game.start.play(np.int64(game.move_index(move)))


def test_symmetries_commute_with_moves(game: Game) -> None:
    position = game.start.play(game.start.legal_moves()[0])
    images, moves = position.symmetries(), position.symmetry_moves()
    assert images[0] == position and moves.shape == (len(images), game.num_moves)
    if position.outcome is not None:
        return
    index = position.legal_indices()[-1]
    for number, image in enumerate(images):
        assert image.play(moves[number, index]) in position.play(index).symmetries()


def test_observations_are_numbers_from_0_to_1(usual_game: Game) -> None:
    for position in random_positions(usual_game, seed=3):
        planes = position.observation()
        assert planes.shape == usual_game.observation_shape and planes.dtype == np.float32
        assert planes.min() >= 0 and planes.max() <= 1
        if position.to_move is not None:
            assert (planes[-1] == (position.to_move == "first")).all()


def test_simplexity_shows_the_movers_pieces_first() -> None:
    planes = Game("simplexity").position("7/7/7/7/3R3/3w3 w").observation()
    assert planes[0, 5, 3] == 1 and planes[3, 4, 3] == 1 and planes[:4].sum() == 2
    assert planes[4, 0, 0] == np.float32(0.9) and planes[7, 0, 0] == np.float32(10 / 11)


def test_drawings_mark_the_last_move(usual_game: Game) -> None:
    move = usual_game.start.legal_moves()[0]
    position = usual_game.start.play(move)
    assert position.draw(unicode=False).isascii()
    assert "\x1b[" in position.draw(colour=True)
    svg = position.svg(last=move)
    assert svg.startswith("<svg") and svg.endswith("</svg>") and position._repr_svg_().startswith("<svg")


def test_a_seed_repeats_a_game(game: Game) -> None:
    assert random_positions(game, 5) == random_positions(game, 5)
    assert game.start.playout(Random(1)) == game.start.playout(Random(1))


def test_threads_share_positions(game: Game) -> None:
    def work(seed: int) -> int:
        return sum(len(position.legal_moves()) for position in random_positions(game, seed))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(8))) == [work(seed) for seed in range(8)]


@pytest.mark.parametrize("spec", ["", "chess", "simplexty", "simplexity:rows=0", "simplexity:rows", "colosseum:size=99"])
def test_a_wrong_spec_is_refused_with_what_was_expected(spec: str) -> None:
    with pytest.raises(ValueError, match="expected|unknown|must be|known"):
        Game(spec)


def test_nonsense_is_an_exception_that_says_what_to_do() -> None:
    start = Game("simplexity").start
    with pytest.raises(ValueError, match="o or s and a column"):
        start.play("x9")
    with pytest.raises(ValueError, match="below 14"):
        start.play(14)
    with pytest.raises(ValueError, match="from 0 to 13"):
        start.play(-1)
    with pytest.raises(ValueError, match="from 0 to 13"):
        start.play(10**30)
    with pytest.raises(ValueError, match="empty"):
        start.play("")
    with pytest.raises(TypeError, match="a text or an index, got float"):
        start.play(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="at least one move"):
        start.play()
    with pytest.raises(TypeError):
        start.try_play(None)  # type: ignore[arg-type]
    assert start.try_play("x9") is None and start.try_play(99) is None
    with pytest.raises(IndexError, match="below 14"):
        start.move_text(14)
    with pytest.raises(ValueError):
        Game("simplexity").position(str(Game("infexion").start))
    with pytest.raises(ValueError):
        Game("simplexity").position("\x00")
    with pytest.raises(TypeError):
        Game(7)  # type: ignore[arg-type]


def test_a_finished_game_has_no_moves(game: Game) -> None:
    last = random_positions(game)[-1]
    assert last.legal_moves() == [] and not last.legal_mask().any()
    with pytest.raises(ValueError, match="over"):
        last.sample()
    for move in (0, random_positions(game)[0].legal_moves()[0]):
        with pytest.raises(ValueError):
            last.play(move)
    with pytest.raises(ValueError, match="over"):
        plyground.Agent("random").think(last)
