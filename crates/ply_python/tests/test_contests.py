"""Matches and tournaments, with players of every kind."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import plyground
from plyground import Bot, Clock, Position

SMALL = "dots-and-boxes:rows=2,cols=2"


class Last(Bot):
    """Makes the last move of the list."""

    def choose(self, position: Position, clock: Clock) -> int:
        assert clock.time is not None and 0 < clock.left <= clock.time and not clock.stopped
        return position.legal_indices()[-1]


class Raises(Bot):
    def choose(self, position: Position, clock: Clock) -> str:
        raise RuntimeError("out of ideas")


def first(position: Position) -> str:
    return position.legal_moves()[0]


def test_a_match_has_the_fields_of_the_command(game: plyground.Game) -> None:
    result = plyground.match(game, "greedy", "random", games=4, time="9s")
    assert result.games == 4 == result.a.wins + result.a.draws + result.a.losses
    assert result.a.points + result.b.points == 4 and result.a.forfeits == 0
    assert result.score == result.a.points / 4 and sum(result.pentanomial) == 2
    assert len(result.records) == 4 and result.records[0]["game"] == game.spec
    assert result.frame().shape[0] == 2


def test_the_same_seed_is_the_same_match() -> None:
    one, other = (plyground.match(SMALL, "random", "greedy", games=6, seed=4, time="9s") for _ in range(2))
    moves = [[[move["move"] for move in record["moves"]] for record in result.records] for result in (one, other)]
    assert moves[0] == moves[1]


def test_classes_objects_and_functions_play() -> None:
    for player in (Last, Last(), first, lambda position, clock: first(position)):
        result = plyground.match(SMALL, player, "random", games=2, time="9s")
        assert result.a.forfeits == result.b.forfeits == 0
    assert plyground.match(SMALL, first, first, games=2).games == 2


def test_a_class_is_a_new_bot_for_each_game_and_hears_of_it() -> None:
    sides: list[str] = []

    class Fresh(Bot):
        def new_game(self, game: plyground.Game, side: str) -> None:
            assert game.spec == SMALL
            sides.append(side)
            self.moves = 0

        def choose(self, position: Position, clock: Clock) -> str:
            assert clock.moves_made == self.moves
            self.moves += 1
            return position.legal_moves()[0]

    assert plyground.match(SMALL, Fresh, "random", games=4, time="9s").a.forfeits == 0
    assert sorted(sides) == ["first", "first", "second", "second"]


def test_a_bot_that_raises_forfeits_with_its_traceback() -> None:
    result = plyground.match(SMALL, Raises(), "random", games=2)
    assert result.a.losses == 2 == result.a.forfeits
    assert result.a.reasons == {"crash: the agent raised RuntimeError: out of ideas": 2}
    words = result.records[0]["ending"]["fault"]["last_words"]
    assert "Traceback" in words and "in choose" in words


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("z9", "illegal-move"), (999, "illegal-move"), (None, "no-move"), (2.5, "illegal-move"), ("", "illegal-move")],
)
def test_nonsense_from_a_bot_is_judged(answer: object, reason: str) -> None:
    result = plyground.match(SMALL, lambda position: answer, "random", games=2)
    assert result.a.forfeits == 2 and all(why.startswith(reason) for why in result.a.reasons)


def test_a_bot_that_sleeps_loses_on_time() -> None:
    result = plyground.match(SMALL, lambda position: time.sleep(0.3) or first(position), "random", games=2, time="50ms")
    assert result.a.forfeits == 2 and all(why.startswith("timeout") for why in result.a.reasons)


def test_faults_may_cost_only_the_move() -> None:
    result = plyground.match(SMALL, lambda position: "z9", "random", games=2, random_move_instead=True)
    assert result.a.forfeits == 0 and result.games == 2


def test_a_program_plays_in_the_sandbox(tmp_path: Path) -> None:
    program = tmp_path / "agent.py"
    program.write_text(
        "import plyground\nclass Mine(plyground.Bot):\n    def choose(self, position, clock):\n"
        "        print('thinking')\n        return position.legal_moves()[-1]\nplyground.serve(Mine())\n"
    )
    result = plyground.match(SMALL, f"cmd:{sys.executable} {program}", "random", games=2, time="9s", concurrency=1)
    assert result.a.forfeits == 0, result.records[0]["ending"]


def test_a_tournament_has_a_table() -> None:
    table = plyground.tournament(SMALL, {"mine": first, "last": Last, "luck": "random:seed=3"}, time="9s")
    assert table.complete and table.games == 6 == table.games_total
    assert {line.agent for line in table.standings} == {"mine", "last", "luck"}
    assert table.frame().shape == (3, 13)


def test_a_sequential_test_decides() -> None:
    result = plyground.sprt(SMALL, "champion", "random", elo0=0, elo1=100, time="nodes=200")
    assert result.accepted and result.llr > result.upper
    with pytest.raises(ValueError, match="elo0 below elo1"):
        plyground.sprt(SMALL, "champion", "random", elo0=5, elo1=0)


def test_a_tuning_finds_numbers(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    found = plyground.tune("simplexity:rows=4,cols=4", "simpai", budget=600, time="nodes=20", out=file)
    assert found.confirmation.games > 0 and set(found.best) == set(found.start) and file.exists()


def test_what_cannot_be_played_is_refused() -> None:
    for wrong, sentence in [
        ({"game": "chess"}, "unknown game"),
        ({"a": "champoin"}, "did you mean"),
        ({"a": "human"}, "a person cannot"),
        ({"a": "guest:nobody"}, "only the program that brings"),
        ({"games": 0}, "at least one game"),
        ({"time": "5"}, "no unit"),
        ({"seed": -1}, "at least 0"),
        ({"concurrency": 0}, "at least 1"),
        ({"grace": "soon"}, "duration"),
    ]:
        arguments = {"game": SMALL, "a": "random", "b": "greedy", "games": 2, **wrong}
        with pytest.raises(ValueError, match=sentence):
            plyground.match(**arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected an agent's spec"):
        plyground.match(SMALL, 7, "random")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a game's spec"):
        plyground.match(None, "random", "random")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="round-robin"):
        plyground.tournament(SMALL, ["random", "greedy"], format="league")
