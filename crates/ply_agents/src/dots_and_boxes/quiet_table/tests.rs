//! The table against others' tables of all positions, against the solver, and against planted faults.

use ply_game::{Game as _, Player, Scored as _, below, rng};
use ply_games::dots_and_boxes::{DotsAndBoxes, Edge, EdgeSet as _};
use ply_search::solve::Points;
use ply_search::tablebase;
use ply_search::{Budget, Limits, Meter, Tally};

use super::super::endgame::Solver;
use super::*;

fn filled(rows: usize, cols: usize, threads: usize) -> AnyTable<DotsAndBoxes<u64>> {
    fill(&DotsAndBoxes::new(rows, cols), threads, &mut |_| true).unwrap_or_else(|error| panic!("{error}")).0
}

/// FNV-1a as the other program has it: the offset basis lacks its last decimal digit.
const FNV_BASIS: u64 = 1_469_598_103_934_665_603;

/// The table of a board in the tables of a frame.
fn filled_in(frame: Frame, start: &DotsAndBoxes<u64>) -> QuietTable<u64> {
    let blocks = Blocks::new(&frame, 1).expect("there is memory");
    let entries = zeroed_slice::<AtomicU8>(blocks.bytes).expect("there is memory");
    let filling = Filling::new(&frame, &blocks, &entries);
    for sets in blocks.layers(&frame) {
        filling.layer(&sets, 2, &mut |_| true).expect("nobody says stop");
    }
    QuietTable { board: Board::new(start), frame, blocks, entries: Entries::held(entries) }
}

/// Sum and FNV-1a of the values of all sets of drawn edges as bytes.
fn sum_and_hash(rows: usize, cols: usize) -> (i64, u64) {
    let start = DotsAndBoxes::<u64>::new(rows, cols);
    let table = filled_in(Frame::new(rows, cols).expect("the board is small"), &start);
    let all = start.undrawn();
    (0..=all).fold((0, FNV_BASIS), |(sum, hash), drawn| {
        let value = table.rest_value(all & !drawn);
        (sum + i64::from(value), (hash ^ u64::from(value as i8 as u8)).wrapping_mul(0x100_0000_01b3))
    })
}

/// The figures are those of an independent retrograde analysis. Those of boards with more than 22 edges take seconds to
/// minutes, and are compared where PLYGROUND_EDGES says so.
#[test]
fn values_of_all_sets_of_edges_are_those_of_another_program() {
    let most = std::env::var("PLYGROUND_EDGES").map_or(22, |edges| edges.parse().expect("a number of edges"));
    let figures = [
        (2, 2, 5702, 0x4a37_73ed_c1c2_cddd),
        (2, 3, 291_932, 0x8001_5cbf_b19a_40ab),
        (2, 4, 13_053_070, 0xd174_6c09_40d4_557d),
        (3, 3, 62_132_964, 0x00ba_caa2_1829_508b),
        (2, 5, 540_419_230, 0x8f4b_d2bb_c7c8_d3ad),
        (3, 4, 11_325_956_930, 0x9010_827a_c461_8635),
    ];
    for (rows, cols, sum, hash) in figures {
        if DotsAndBoxes::<u64>::new(rows, cols).geometry().edges() <= most {
            assert_eq!(sum_and_hash(rows, cols), (sum, hash), "{rows}x{cols}");
        }
    }
}

#[test]
fn values_are_those_of_the_plain_numbering() {
    for (rows, cols) in [(2, 2), (3, 2), (2, 4), (3, 3)] {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let quiet = filled(rows, cols, 2);
        let plain =
            tablebase::fill(&start, Points::new(), 2, &mut |_| true).unwrap_or_else(|error| panic!("{error}")).0;
        let rng = &mut rng(1);
        for _ in 0..2000 {
            let mut position = start;
            while position.outcome().is_none() {
                assert_eq!(quiet.value(&position), plain.value(&position), "{position:?}");
                let left = position.undrawn();
                let mv = Edge(left.nth(below(rng, left.count())) as u8);
                assert_eq!(quiet.move_value(&position, mv), plain.move_value(&position, mv), "{position:?}");
                position.play(mv);
            }
        }
    }
}

#[test]
fn values_of_larger_boards_are_those_of_the_solver() {
    for (rows, cols) in [(2, 5), (3, 4)] {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let table = filled(rows, cols, 2);
        let mut solver = Solver::new(Board::new(&start), 16);
        let rng = &mut rng(2);
        for _ in 0..300 {
            let mut position = start;
            for _ in 0..8 + below(rng, 12) {
                let left = position.undrawn();
                position.play(Edge(left.nth(below(rng, left.count())) as u8));
            }
            let (budget, tally) = (Budget::new(Limits::default()), Tally::default());
            let rest = solver.value(position.undrawn(), 0, &mut Meter::new(&budget, &tally));
            let mover = position.to_move();
            let scores = position.scores().expect("boxes are counted");
            let lead = scores[mover.index()] - scores[mover.other().index()];
            assert_eq!(rest.map(|rest| lead + rest), Some(table.value(&position)), "{position:?}");
        }
    }
}

/// As large boards have them, tried on small ones.
#[test]
fn narrow_entries_tell_who_wins() {
    for (rows, cols) in [(2, 2), (2, 4), (2, 5), (3, 4)] {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let [narrow, wide] = [true, false].map(|narrow| filled_in(Frame::made(rows, cols, narrow), &start));
        assert!(narrow.bytes() < wide.bytes() || cols == 2);
        let rng = &mut rng(3);
        for _ in 0..2000 {
            let mut position = start;
            while position.outcome().is_none() {
                let value = wide.value(&position);
                assert_eq!(narrow.value(&position).signum(), value.signum(), "{position:?}");
                let (lower, upper) = narrow.bounds(&position);
                assert!(lower <= value && value <= upper, "{position:?}: {value} of {lower} to {upper}");
                let left = position.undrawn();
                position.play(Edge(left.nth(below(rng, left.count())) as u8));
            }
        }
    }
}

#[test]
fn starts_have_their_known_values() {
    for (rows, cols, value) in
        [(2, 2, 2), (2, 3, -2), (3, 2, -2), (2, 4, 2), (2, 5, -2), (3, 3, -3), (3, 4, 0), (4, 3, 0)]
    {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let table = filled(rows, cols, 2);
        assert_eq!((start.to_move(), table.value(&start)), (Player::First, value), "{rows}x{cols}");
    }
}

#[test]
fn boards_of_one_row_or_too_many_boxes_have_none() {
    let has = |rows, cols| covers(&DotsAndBoxes::<u64>::new(rows, cols));
    assert!(has(2, 2) && has(4, 5) && has(2, 9));
    assert!(!has(1, 4) && !has(4, 1) && !has(3, 7) && !has(5, 5));
}

#[test]
fn sizes_are_told_before_anything_is_filled() {
    let (positions, bytes) = size(&DotsAndBoxes::<u64>::new(4, 4)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((positions, bytes >> 20), (765_019_112, 494));
    let table = filled(3, 3, 1);
    assert_eq!((table.positions(), table.bytes()), (76_564, 43_072));
}

#[test]
fn whoever_says_stop_gets_no_table() {
    let stopped = fill(&DotsAndBoxes::<u64>::new(2, 5), 2, &mut |_| false);
    assert!(matches!(stopped, Err(TablebaseError::Stopped)));
}

#[test]
fn a_written_table_is_read_again_and_a_damaged_one_refused() {
    let start = DotsAndBoxes::<u64>::new(2, 3);
    let game = "dots-and-boxes:rows=2,cols=3";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("2x3.table");
    filled(2, 3, 1).write(&path, game).expect("it can be written");
    assert_eq!(open(&path, game, &start).map(|table| table.value(&start)).unwrap_or_default(), -2);
    let mut bytes = std::fs::read(&path).expect("it is there");
    bytes[1000] ^= 1;
    std::fs::write(&path, &bytes).expect("it can be written");
    assert!(matches!(open(&path, game, &start), Err(TablebaseError::Other { .. })));
}

#[test]
fn threads_fill_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |threads: usize| {
        let path = folder.path().join(format!("{threads}.table"));
        filled(2, 4, threads).write(&path, "a board").expect("it can be written");
        std::fs::read(path).expect("it is there")
    };
    assert!(written(1) == written(7));
}
