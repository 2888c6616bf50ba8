//! The fast counts against slow ones, on random positions of every kind of board.

use std::collections::BTreeSet;

use ply_game::{Game as _, Hashed as _, Outcome, Player, below, rng};
use ply_games::simplexity::{Bits, Geometry, Move, Shape, Simplexity, Wide};
use ply_search::{Budget, Evaluator as _, Hints as _, Limits, Minimax, Score, Searcher as _, Silent, Zero};

use super::super::tests::positions;
use super::board::{Board, own_shape};
use super::judge::Judge;
use super::tactics::{Sense, Tactics};

/// What open windows count for the first player, by the definition; `owner_of` says whose a piece is.
fn windows<W: Bits>(position: &Simplexity<W>, owner_of: fn((Player, Shape)) -> Player) -> i32 {
    let win = position.geometry().win();
    let mut sum = 0;
    for corridor in position.geometry().corridors() {
        let cells: Vec<_> = corridor.cells().collect();
        for window in cells.windows(win) {
            let pieces: Vec<_> =
                window.iter().filter_map(|&(row, column)| position.piece(row, column)).map(owner_of).collect();
            let worth = (256 * pieces.len().pow(3) / win.pow(3)) as i32;
            if pieces.iter().all(|owner| *owner == Player::First) {
                sum += worth;
            } else if pieces.iter().all(|owner| *owner == Player::Second) {
                sum -= worth;
            }
        }
    }
    sum
}

fn wins_at_once<W: Bits>(position: &Simplexity<W>) -> BTreeSet<usize> {
    let mut columns = BTreeSet::new();
    position.legal_moves(|mv| {
        if position.after(mv).outcome() == Some(Outcome::Win(position.to_move())) {
            columns.insert(mv.column());
        }
    });
    columns
}

/// The moves after which the game is not lost at once, nor after the other player's best answer; all if there are none.
fn sensible<W: Bits>(position: &Simplexity<W>) -> Vec<Move> {
    let lost = Some(Outcome::Win(position.to_move().other()));
    let mut moves = Vec::new();
    position.legal_moves(|mv| {
        let child = position.after(mv);
        if child.outcome() != lost && (child.outcome().is_some() || wins_at_once(&child).is_empty()) {
            moves.push(mv);
        }
    });
    moves
}

/// Positions in which a player has used up its own shape, with some plies left: from random games in which nobody ends the
/// game without need, nor plays the other's shape.
fn endgames(count: usize, most_left: usize) -> Vec<Simplexity<u64>> {
    let mut rng = rng(1);
    let start = Simplexity::new(Geometry::of(6, 7, 4), 10, 11);
    let mut endgames = Vec::new();
    let mut position = start;
    while endgames.len() < count {
        let mut moves = Vec::new();
        position.legal_moves(|mv| {
            if position.after(mv).outcome().is_none()
                && (mv.shape() == own_shape(position.to_move()) || below(&mut rng, 8) == 0)
            {
                moves.push(mv);
            }
        });
        if moves.is_empty() {
            position.legal_moves(|mv| moves.push(mv));
        }
        position.play(moves[below(&mut rng, moves.len() as u32) as usize]);
        let is_short = |player: &Player| position.left(*player, own_shape(*player)) == 0;
        if position.outcome().is_some() {
            position = start;
        } else if position.plies_left() <= most_left && Player::BOTH.iter().any(is_short) {
            endgames.push(position);
        }
    }
    endgames
}

fn compare<W: Bits>(rows: usize, cols: usize, win: usize, count: usize) {
    compare_at(&positions::<W>(rows, cols, win, count));
}

fn compare_at<W: Bits>(positions: &[Simplexity<W>]) {
    for &position in positions {
        let board = Board::new(&position);
        assert_eq!(board.shapes, windows(&position, |(_, shape)| shape.owner()));
        assert_eq!(board.colours, windows(&position, |(colour, _)| colour));
        let tactics = Tactics::of(&board);
        let wins = wins_at_once(&position);
        assert_eq!(tactics.win.is_some(), !wins.is_empty(), "{position:?}");
        let mut moves = Vec::new();
        Sense.moves(&board, |mv| moves.push(mv));
        assert!(!moves.is_empty());
        let mut legal = Vec::new();
        position.legal_moves(|mv| legal.push(mv));
        assert!(moves.iter().all(|mv| legal.contains(mv)));
        if let Some(column) = wins.first() {
            assert_eq!(position.after(moves[0]).outcome(), Some(Outcome::Win(position.to_move())), "{column}");
            assert!(Judge.evaluate(&board) > 500_000);
        } else {
            assert!(sensible(&position).iter().all(|mv| moves.contains(mv)), "{position:?}");
        }
        position.legal_moves(|mv| {
            let child = position.after(mv);
            let (played, fresh) = (board.after(mv), Board::new(&child));
            assert_eq!((played.shapes, played.colours), (fresh.shapes, fresh.colours));
            assert_eq!(played.key(), fresh.key());
            assert_ne!(played.key(), board.key(), "{position:?} {mv:?}");
            if child.outcome().is_none() {
                assert_eq!(Tactics::of(&played), Tactics::of(&fresh));
                assert_eq!(Judge.evaluate(&played), Judge.evaluate(&fresh));
            }
        });
    }
}

#[test]
fn fast_counts_equal_slow_ones_in_one_word() {
    compare::<u64>(6, 7, 4, 300);
    compare::<u64>(7, 8, 4, 100);
    compare::<u64>(1, 20, 3, 50);
    compare::<u64>(5, 6, 2, 10);
    compare::<u64>(7, 7, 6, 200);
    compare::<u64>(3, 8, 5, 100);
}

#[test]
fn fast_counts_equal_slow_ones_in_two_words() {
    compare::<u128>(8, 13, 4, 100);
    compare::<u128>(10, 10, 5, 100);
}

#[test]
fn fast_counts_equal_slow_ones_in_many_words() {
    compare::<Wide<4>>(12, 12, 6, 40);
    compare::<Wide<8>>(18, 22, 9, 10);
    compare::<Wide<8>>(9, 37, 5, 10);
    compare::<Wide<24>>(33, 42, 20, 3);
    compare::<Wide<24>>(60, 20, 40, 3);
}

#[test]
fn fast_counts_equal_slow_ones_where_a_shape_is_used_up() {
    compare_at(&endgames(2000, 20));
}

#[test]
fn an_endgame_has_the_value_that_plain_minimax_finds() {
    for position in endgames(2000, 7) {
        let plain = Minimax::new(Zero).search(&position, &Budget::new(Limits::depth(7)), &mut Silent);
        let (_, mut champion) = crate::mind(&"champion:table=16".parse().unwrap(), 0, 1).unwrap();
        let report = champion.think(&position, &Budget::new(Limits::depth(60)), &mut Silent).unwrap();
        assert_eq!(report.score.cmp(&Score::DRAW), plain.score.cmp(&Score::DRAW), "{position:?}");
    }
}
