"""The figures that other programs produced hold through Python too."""

from __future__ import annotations

import csv
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground import Game, Position

BESIDE = Path(__file__).resolve().parents[4] / "shared" / "vectors"
FOLDER = Path(os.environ.get("PLYGROUND_VECTORS", BESIDE))
OWN = Path(__file__).parent / "vectors"
MOST_NODES = 300_000
"""Deeper trees take too long in a debug build."""
ARCHIVE = "simplexity_official_games.tsv.gz"


def vectors(*kinds: str) -> list[Any]:
    """The cases of these kinds in all files."""
    return list(each_vector(kinds))


def each_vector(kinds: tuple[str, ...]) -> Iterator[Any]:
    for file in [*sorted(OWN.glob("*.json")), *sorted(FOLDER.glob("*.json"))]:
        read = json.loads(file.read_text())
        for kind in kinds:
            cases = read.get(kind, [])
            for number, case in enumerate(cases if isinstance(cases, list) else []):
                case.setdefault("game", file.stem)
                yield pytest.param(case, id=f"{file.stem}-{kind}-{number}")


def placed(case: dict[str, Any]) -> Position:
    """Where the moves of a case begin."""
    game = Game(case["game"])
    return game.position(case["position"]) if case.get("position") else game.start


def test_the_folder_of_vectors_is_there() -> None:
    if not FOLDER.is_dir():
        pytest.skip(f"no {FOLDER}: only the vectors beside this file are tested; PLYGROUND_VECTORS names a folder")


@pytest.mark.parametrize("case", vectors("perft"))
def test_perft(case: dict[str, Any]) -> None:
    position = placed(case) if case.get("position") or not case.get("moves") else placed(case).play(case["moves"])
    if case.get("position") and case.get("moves"):
        assert Game(case["game"]).start.play(case["moves"]) == position
    assert len(position.legal_moves()) == case.get("legal_count", len(position.legal_moves()))
    for known in case.get("depths", []):
        if known["nodes"] <= MOST_NODES:
            row = position.perft(known["depth"])[-1]
            assert row == {key: known[key] for key in row}
    for depth, leaves in case.get("leaves", {}).items():
        if leaves <= MOST_NODES:
            *above, last = position.perft(int(depth))
            final = sum(row["first_wins"] + row["second_wins"] + row["draws"] for row in above)
            assert last["nodes"] + final == leaves


@pytest.mark.parametrize("case", vectors("games", "edge_cases", "report_figures"))
def test_games_end_as_the_originals_ended_them(case: dict[str, Any]) -> None:
    position = placed(case)
    for number, move in enumerate(case["moves"].split()):
        if "movers" in case:
            assert position.to_move == ("first", "second")[case["movers"][number]]
        if "legal_counts" in case:
            assert len(position.legal_indices()) == case["legal_counts"][number]
        position = position.play(move)
    assert position.outcome == case.get("outcome", position.outcome)
    if "result" in case:
        *_, over, first, second = case["result"][-1]
        assert (position.outcome is not None, position.scores) == (over, (first, second))
    if case.get("scores") is not None:
        assert position.scores == tuple(case["scores"])


@pytest.mark.parametrize("case", vectors("edge_games"))
def test_games_lead_to_their_last_position(case: dict[str, Any]) -> None:
    last = Game(case["game"]).start.play(case["moves"])
    assert (str(last), last.outcome) == (case["position"], case["outcome"])


@pytest.mark.parametrize("case", vectors("legal"))
def test_legal_moves(case: dict[str, Any]) -> None:
    assert sorted(placed(case).legal_moves()) == sorted(case["legal_moves"])


@pytest.mark.parametrize("case", vectors("spreads"))
def test_spreads(case: dict[str, Any]) -> None:
    after = placed(case).play(case["move"])
    assert str(after) == case["after"]
    assert after.outcome == case["outcome"] and after.scores == tuple(case["scores"])


@pytest.mark.parametrize("case", vectors("illegal"))
def test_illegal_moves(case: dict[str, Any]) -> None:
    position = placed(case)
    assert position.try_play(case["move"]) is None
    with pytest.raises(ValueError):
        position.play(case["move"])


@pytest.mark.parametrize("case", vectors("exact_positions"))
def test_scores_on_the_way(case: dict[str, Any]) -> None:
    position = placed(case).play(case["moves"])
    assert position.scores == tuple(case["scores"])
    assert str(position).endswith(case["edges"])


def test_official_games() -> None:
    archive = FOLDER / ARCHIVE
    if not archive.exists():
        pytest.skip(f"no {archive}")
    with gzip.open(archive, "rt") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    winners = {"White": "first", "Red": "second", "Draw": "draw", "None": "draw"}
    for row in rows:
        options = ",".join(f"{key}={row[key]}" for key in ("rows", "cols", "win", "round", "square"))
        position = Game(f"simplexity:{options}").start
        position = position.play(row["moves"]) if row["moves"].strip() else position
        assert position.outcome == (None if row["forfeit_side"] else winners[row["winner"]])
    assert len(rows) > 1000
