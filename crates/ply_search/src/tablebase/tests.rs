//! Tables against other programs' and against damage.

use std::path::PathBuf;

use ply_game::{BoardGame, Game as _, Player, rng};
use ply_games::colosseum::Small;
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::infexion::{Infexion, Rules, Size};
use ply_games::simplexity::{Geometry, Simplexity};

use super::*;
use crate::solve::{Exact, Payoff, Points, Solver as _, Verdict, WinDrawLoss};
use crate::{Budget, Limits};

fn filled<G: BoardGame, P: Payoff<G>>(start: &G, payoff: P) -> Tablebase<G, P> {
    fill(start, payoff, 2, &mut |_| true).unwrap_or_else(|error| panic!("{error}")).0
}

/// FNV-1a as the other program has it: the offset basis lacks its last decimal digit.
const FNV_BASIS: u64 = 1_469_598_103_934_665_603;

/// Sum and FNV-1a of all values as bytes, in the order of the sets of drawn edges.
fn sum_and_hash(rows: usize, cols: usize) -> (i64, u64) {
    let start = DotsAndBoxes::<u64>::new(rows, cols);
    let table = filled(&start, Points::new());
    let (mut sum, mut hash) = (0, FNV_BASIS);
    for rank in 0..table.positions() {
        let position = table.ranking.unrank(rank).expect("every set of edges is a position");
        let value = match position.outcome() {
            None => table.value(&position) - table.ranking.stakes(&position).banked,
            Some(_) => 0,
        };
        sum += i64::from(value);
        hash = (hash ^ u64::from(value as i8 as u8)).wrapping_mul(0x100_0000_01b3);
    }
    (sum, hash)
}

/// The figures are those of an independent retrograde analysis.
#[test]
fn tables_of_dots_and_boxes_are_those_of_another_program() {
    assert_eq!(sum_and_hash(1, 1), (1, 0xea67_852a_9ecd_050a));
    assert_eq!(sum_and_hash(1, 3), (890, 0x469f_a28c_673b_67b1));
    assert_eq!(sum_and_hash(1, 5), (103_790, 0x4f9d_fcae_d4a8_50e5));
    assert_eq!(sum_and_hash(2, 2), (5702, 0x4a37_73ed_c1c2_cddd));
    assert_eq!(sum_and_hash(2, 3), (291_932, 0x8001_5cbf_b19a_40ab));
}

/// The values are those of an independent retrograde analysis on plain cells.
#[test]
fn infexion_on_the_smallest_torus_is_drawn_under_the_referee_and_won_as_printed() {
    for (rules, value) in [(Rules::Referee, 0), (Rules::Printed, 1)] {
        let start = Infexion::new(Size::Three, rules);
        let table = filled(&start, WinDrawLoss);
        assert_eq!(table.value(&start), value);
        let first = start.after(start.move_list()[0]);
        let answers = first.move_list().into_iter().map(|mv| table.move_value(&first, mv)).collect::<Vec<_>>();
        assert_eq!(answers, [-1, -1, -1, -value, -1, -1, -1, -value]);
    }
}

/// Positions of random games, early and late.
fn against_search<G: BoardGame, P: Payoff<G> + Copy>(start: &G, payoff: P, games: usize) {
    let table = filled(start, payoff);
    let mut solver = Exact::new(payoff, 16).keeping_table();
    let rng = &mut rng(3);
    for _ in 0..games {
        let mut position = start.clone();
        while position.outcome().is_none() {
            let found = solver.solve(&position, &Budget::new(Limits::default())).value();
            assert_eq!(found, Some(table.value(&position)), "{}", position.position_text());
            let mv = position.random_move(rng);
            assert!(table.judge(&position, mv).after <= table.value(&position));
            position.play(mv);
        }
    }
}

#[test]
fn tables_agree_with_a_search_to_the_end_of_the_game() {
    against_search(&Small::start(2, 0), Points::new(), 20);
    against_search(&Small::start(3, 0), Points::new(), 20);
    against_search(&Simplexity::<u64>::new(Geometry::of(3, 3, 3), 2, 3), WinDrawLoss, 50);
    against_search(&Simplexity::<u64>::new(Geometry::of(2, 4, 3), 2, 1), WinDrawLoss, 50);
    against_search(&DotsAndBoxes::<u64>::new(2, 3), Points::new(), 20);
}

#[test]
fn threads_fill_the_same_table() {
    fn entries<G: BoardGame>(start: &G, threads: usize) -> (Vec<u8>, Census) {
        let (table, census) =
            fill(start, Points::new(), threads, &mut |_| true).unwrap_or_else(|error| panic!("{error}"));
        (table.entries.bytes().to_vec(), census)
    }
    let boxes = DotsAndBoxes::<u64>::new(2, 2);
    assert_eq!(entries(&boxes, 1), entries(&boxes, 7));
    let colosseum = Small::start(3, 0);
    assert_eq!(entries(&colosseum, 1), entries(&colosseum, 7));
    let simplexity = Simplexity::<u64>::new(Geometry::of(3, 3, 3), 2, 3);
    assert_eq!(entries(&simplexity, 1), entries(&simplexity, 7));
}

#[test]
fn whoever_says_stop_gets_no_table() {
    let stopped = fill(&DotsAndBoxes::<u64>::new(2, 5), Points::new(), 2, &mut |_| false);
    assert!(matches!(stopped, Err(TablebaseError::Stopped)));
}

#[test]
fn a_table_answers_as_a_solver_does() {
    let start = DotsAndBoxes::<u64>::new(2, 2);
    let mut solver = TablebaseSolver(std::sync::Arc::new(filled(&start, Points::new())));
    let budget = Budget::new(Limits::default());
    let answer = solver.at_least(&start, 1, &budget);
    assert_eq!((answer.verdict, answer.bound), (Verdict::Proven, 2));
    let after = start.after(answer.best.expect("there is a move"));
    assert_eq!(solver.0.value(&after), -2);
    assert_eq!(solver.at_least(&start, 3, &budget).verdict, Verdict::Disproven);
}

#[test]
fn moves_are_called_what_they_are() {
    let text = |before, after| Judgement { before, after }.to_string();
    assert_eq!(text(0, 0), "perfect");
    assert_eq!(text(0, -2), "mistake: from draw to loss");
    assert_eq!(text(4, 2), "still a win, by 2 less");
    assert_eq!(text(-1, -3), "still a loss, by 2 less");
}

/// A file of this test alone.
fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plyground-{}-{name}", std::process::id()))
}

#[test]
fn a_written_table_is_read_again_and_a_damaged_one_refused() {
    let start = DotsAndBoxes::<u64>::new(2, 2);
    let (path, game) = (place("2x2.table"), "dots-and-boxes:rows=2,cols=2");
    filled(&start, Points::new()).write(&path, game).expect("it can be written");
    let open = |game: &str| Tablebase::open(&path, game, &start, Points::new());
    let table = open(game).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(table.value(&start), 2);
    assert_eq!(start.to_move(), Player::First);
    drop(table);

    let refused = |bytes: &[u8], game: &str| {
        std::fs::write(&path, bytes).expect("it can be written");
        open(game).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let whole = std::fs::read(&path).expect("it is there");
    let no_table = |reason: &str| format!("this is no table of {game}: {reason}");
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x40;
        let padding = (36 + game.len()..(36 + game.len()).next_multiple_of(64)).contains(&at);
        assert_eq!(refused(&damaged, game).is_empty(), padding, "byte {at} was changed");
    }
    assert_eq!(refused(&whole[..whole.len() - 1], game), no_table("it is not whole"));
    assert_eq!(refused(&whole[..20], game), no_table("it is too short for a heading"));
    assert_eq!(refused(&whole[..40], game), no_table("it is cut off"));
    assert_eq!(refused(b"", game), no_table("it is too short for a heading"));
    assert_eq!(refused(&[&b"PLYTABLE"[..], &whole[8..]].concat(), game), no_table("it does not begin as a table does"));
    assert!(refused(&whole, "dots-and-boxes:rows=2,cols=3").contains("it is about dots-and-boxes:rows=2,cols=2"));
    std::fs::remove_file(&path).expect("it is there");
}
