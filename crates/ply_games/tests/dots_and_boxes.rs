//! Dots-and-Boxes against OpenSpiel's figures and an independent retrograde analysis.

use crate::common::{contract_holds, data, entries, games_agree, look, spec_error};
use ply_game::{Drawn as _, Game, Notation, Player, Scored as _, View, perft, play_texts};
use ply_games::dots_and_boxes::{DotsAndBoxes, EdgeSet};

#[test]
fn every_size_keeps_the_contract() {
    for (size, games) in [("1,cols=1", 20), ("1,cols=2", 20), ("1,cols=10", 5), ("2,cols=2", 20), ("2,cols=3", 10)] {
        contract_holds(&format!("dots-and-boxes:rows={size}"), games);
    }
    for (size, games) in [("3,cols=2", 10), ("4,cols=4", 5), ("5,cols=5", 3), ("7,cols=7", 2), ("1,cols=42", 1)] {
        contract_holds(&format!("dots-and-boxes:rows={size}"), games);
    }
    for size in ["1,cols=20", "1,cols=21", "2,cols=24", "7,cols=8", "6,cols=9"] {
        contract_holds(&format!("dots-and-boxes:rows={size}"), 1);
    }
}

#[test]
fn whole_games_end_as_in_openspiel() {
    let data = data("dots-and-boxes");
    games_agree(&data, "games");
    for entry in entries(&data, "games") {
        let mut game = DotsAndBoxes::default();
        for (text, mover) in entry["moves"].as_str().unwrap().split(' ').zip(entry["movers"].as_array().unwrap()) {
            assert_eq!(game.to_move().index() as u64, mover.as_u64().unwrap(), "{entry}");
            play_texts(&mut game, text).unwrap();
        }
    }
}

#[test]
fn perft_and_its_sums_agree_with_openspiel() {
    for (size, depths) in data("dots-and-boxes")["perft_openspiel"].as_object().unwrap() {
        let (rows, cols) = size.split_once('x').unwrap();
        let start = DotsAndBoxes::<u64>::new(rows.parse().unwrap(), cols.parse().unwrap());
        for (depth, theirs) in depths.as_object().unwrap() {
            let mut sums = [0u64; 4];
            sum_leaves(&start, depth.parse().unwrap(), &mut sums);
            let theirs: Vec<u64> = theirs.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
            assert_eq!(sums.as_slice(), theirs, "{size} depth {depth}");
        }
    }
}

/// Leaves, leaves with the first player to move, boxes of the first, boxes of the second.
fn sum_leaves<E: EdgeSet>(game: &DotsAndBoxes<E>, depth: usize, sums: &mut [u64; 4]) {
    if depth == 0 {
        let [first, second] = game.scores().unwrap();
        let first_moves = game.outcome().is_none() && game.to_move() == Player::First;
        for (sum, value) in sums.iter_mut().zip([1, u64::from(first_moves), first as u64, second as u64]) {
            *sum += value;
        }
    } else {
        game.legal_moves(|mv| sum_leaves(&game.after(mv), depth - 1, sums));
    }
}

#[test]
fn every_order_of_all_edges_is_counted() {
    for entry in entries(&data("dots-and-boxes"), "all_sequences") {
        let (rows, cols) = entry["board"].as_str().unwrap().split_once('x').unwrap();
        let start = DotsAndBoxes::<u64>::new(rows.parse().unwrap(), cols.parse().unwrap());
        let edges = start.geometry().edges();
        if edges > 10 {
            continue;
        }
        let last = perft(&start, edges)[edges - 1];
        let ours = [last.first_wins, last.draws, last.second_wins, last.nodes].map(|n| n.to_string());
        let theirs = ["p1_win", "draw", "p2_win", "total"].map(|key| entry[key].as_str().unwrap().to_owned());
        assert_eq!(ours, theirs, "{entry}");
    }
}

/// 2x5 and 3x4 agree too, but need 2 GB and two minutes.
const MOST_EDGES: u64 = 24;

/// FNV-1a as the tables' author had it: the offset basis lacks its last decimal digit.
const FNV_BASIS: u64 = 1_469_598_103_934_665_603;

/// The value of every set of drawn edges, for the player to move, over the boxes still open.
fn retrograde(rows: usize, cols: usize) -> Vec<i8> {
    let board = DotsAndBoxes::<u64>::new(rows, cols);
    let mut values = vec![0i8; 1 << board.geometry().edges()];
    for drawn in (0..values.len() - 1).rev() {
        let game = board.with_drawn(drawn as u64);
        let mut best = i8::MIN;
        game.legal_moves(|mv| {
            let child = game.after(mv);
            let rest = values[child.drawn() as usize];
            let value = if child.to_move() == game.to_move() { child.scores().unwrap()[0] as i8 + rest } else { -rest };
            best = best.max(value);
        });
        values[drawn] = best;
    }
    values
}

#[test]
fn all_values_of_small_boards_agree_with_the_independent_tables() {
    for (size, theirs) in data("dots-and-boxes")["retrograde_tables"].as_object().unwrap() {
        let (rows, cols) = size.split_once('x').unwrap();
        let (rows, cols) = (rows.parse().unwrap(), cols.parse().unwrap());
        if theirs["edges"].as_u64() > Some(MOST_EDGES) {
            continue;
        }
        let values = retrograde(rows, cols);
        assert_eq!(i64::from(values[0]), theirs["value"].as_i64().unwrap(), "{size}");
        assert_eq!(values.iter().map(|v| i64::from(*v)).sum::<i64>(), theirs["sum"].as_i64().unwrap(), "{size}");
        let hash = values
            .iter()
            .fold(FNV_BASIS, |hash, value| (hash ^ u64::from(*value as u8)).wrapping_mul(0x0100_0000_01b3));
        assert_eq!(format!("{hash:016x}"), theirs["fnv1a64"].as_str().unwrap(), "{size}");
        let first_moves = (0..theirs["edges"].as_u64().unwrap()).map(|edge| {
            let child = DotsAndBoxes::<u64>::new(rows, cols).after(ply_games::dots_and_boxes::Edge(edge as u8));
            -i64::from(values[child.drawn() as usize])
        });
        let listed = theirs["first_move_values"].as_array().unwrap().iter().map(|value| value.as_i64().unwrap());
        assert!(first_moves.eq(listed), "{size}");
    }
}

#[test]
fn exact_positions_are_reached_with_the_score_and_edges_given() {
    for entry in entries(&data("dots-and-boxes"), "exact_positions") {
        let seen = look("dots-and-boxes", None, entry["moves"].as_str().unwrap(), 0).unwrap();
        let turn = if entry["to_move"] == "first" { 1 } else { 2 };
        let [one, two] = [0, 1].map(|player| entry["scores"][player].as_i64().unwrap());
        assert_eq!(seen.position, format!("4x4 {turn} {one}-{two} {}", entry["edges"].as_str().unwrap()));
    }
}

#[test]
fn the_figures_of_the_report_have_the_safe_moves_it_names() {
    let figures = data("dots-and-boxes")["report_figures"].clone();
    for name in ["fig9_left", "fig9_right"] {
        let edges = figures[name]["edges"].as_str().unwrap();
        let board = DotsAndBoxes::<u64>::default();
        let drawn = edges.bytes().enumerate().fold(0, |set, (edge, byte)| set | u64::from(byte == b'1') << edge);
        let game = board.with_drawn(drawn);
        assert_eq!(u64::from(game.undrawn().count()), figures[name]["undrawn"].as_u64().unwrap());
        let three_sides = |game: &DotsAndBoxes<u64>| {
            game.geometry().edges_of_box.iter().filter(|set| (game.drawn() & **set).count() == 3).count()
        };
        let safe = game.move_list().into_iter().filter(|mv| three_sides(&game.after(*mv)) == three_sides(&game));
        let safe: Vec<String> = safe.map(|mv| game.move_text(mv).replacen(['h', 'v'], "", 1)).collect();
        let theirs = figures[name]["safe_moves"].as_array().unwrap();
        let theirs: Vec<String> = theirs.iter().map(|mv| mv.as_str().unwrap().replace(['h', '(', ')'], "")).collect();
        assert_eq!(safe, theirs, "{name}");
    }
}

#[test]
fn closing_a_box_keeps_the_turn_and_one_edge_can_close_two() {
    let mut game = DotsAndBoxes::<u64>::new(1, 2);
    play_texts(&mut game, "h0,0 h1,0 h0,1 h1,1 v0,0 v0,2").unwrap();
    assert_eq!(game.to_move(), Player::First);
    play_texts(&mut game, "v0,1").unwrap();
    assert_eq!(game.scores(), Some([2, 0]));
    assert_eq!(game.position_text(), "1x2 1 2-0 1111111");
}

#[test]
fn wrong_texts_say_what_was_expected() {
    let error = |position: Option<&str>, moves: &str| {
        look("dots-and-boxes:rows=1,cols=2", position, moves, 0).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        error(None, "h0,0 h0,0"),
        "move 2 ('h0,0'): this edge is drawn already; legal: h0,1 h1,0 h1,1 v0,0 v0,1 v0,2"
    );
    assert!(error(None, "v1,0").starts_with("move 1 ('v1,0'): expected h0,0 to h1,1 or v0,0 to v0,2, got 'v1,0'"));
    for bad in ["h", "h0", "h0,", "h,0", "h00,0", "h-1,0", "h99999999999999999999,0", "x0,0", "h0,0,0", "é"] {
        assert!(error(None, bad).contains("expected h0,0"), "{bad}");
    }
    assert_eq!(error(Some("1x2 1 0-0"), ""), "expected 'RxC TURN S1-S2 EDGES', got '1x2 1 0-0'");
    assert_eq!(error(Some("2x2 1 0-0 0000000"), ""), "size: expected the board's size 1x2, got '2x2'");
    assert_eq!(error(Some("1x2 3 0-0 0000000"), ""), "turn: expected 1 or 2, got '3'");
    assert_eq!(error(Some("1x2 1 0-0 000000"), ""), "edges: expected 7 characters 0 or 1, got 6");
    assert_eq!(error(Some("1x2 1 0-0 00000x0"), ""), "edges: edge 5: expected 0 or 1, got 'x'");
    assert_eq!(
        error(Some("1x2 1 1-0 0000000"), ""),
        "scores: expected two scores S1-S2 that add up to the 0 closed boxes, got '1-0'"
    );
}

#[test]
fn a_size_is_taken_from_the_position_and_checked() {
    let seen = look("dots-and-boxes", Some("1x1 2 0-0 1110"), "v0,1", 0).unwrap();
    assert_eq!(seen.outcome.as_deref(), Some("second"));
    assert_eq!(
        spec_error("dots-and-boxes:rows=8,cols=8"),
        "dots-and-boxes: a board of 8x8 boxes has 144 edges, at most 127 are possible"
    );
    assert_eq!(
        spec_error("dots-and-boxes:rows=0"),
        "dots-and-boxes: rows must be a whole number from 1 to 42, got '0'"
    );
}

#[test]
fn the_board_is_drawn_with_owners_and_the_last_edge() {
    let mut game = DotsAndBoxes::<u64>::new(2, 2);
    let moves = play_texts(&mut game, "h0,0 h1,0 v0,0 v0,1 h2,1").unwrap();
    let view = |unicode| View { unicode, last: moves.last().copied() };
    let unicode = "   0   1   2\n 0 •───•   •\n   │ B │\n 1 •───•   •\n\n 2 •   •━━━•\n\n   first A 0   second B 1\n";
    assert_eq!(game.draw(view(true)).plain(), unicode);
    let ascii = "   0   1   2\n 0 +---+   +\n   | B |\n 1 +---+   +\n\n 2 +   +===+\n\n   first A 0   second B 1\n";
    assert_eq!(game.draw(view(false)).plain(), ascii);
}
