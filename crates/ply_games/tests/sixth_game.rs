//! A sixth game, as an example to copy: tic-tac-toe with everything a `BoardGame` has.
//!
//! The folder beside this file is what `crates/ply_games/src/tic_tac_toe` would be, to the letter; CONTRIBUTING.md walks
//! through it, and `cargo xtask sixth-game` takes these steps and plays the game in a browser.

use ply_game::{Drawn as _, Game as _, Notation as _, Options, Spec, View, contract, perft, play_texts};
// What the folder finds in `crate` when it is one of the library's.
use ply_games::{Family, TypeVisitor, Visitor};
use tic_tac_toe::TicTacToe;

mod tic_tac_toe;

struct Contract;

impl Visitor for Contract {
    type Output = Spec;

    fn visit<G: ply_game::BoardGame>(self, spec: Spec, start: G) -> Spec {
        contract::check(&start, 1, 50);
        spec
    }
}

#[test]
fn a_sixth_game_keeps_the_contract() {
    let spec: Spec = tic_tac_toe::Family::NAME.parse().unwrap();
    let mut options = Options::read(&spec, tic_tac_toe::Family::OPTIONS).unwrap();
    assert_eq!(tic_tac_toe::Family::visit(&mut options, Contract).unwrap(), spec);
}

#[test]
fn there_are_255168_games_of_tic_tac_toe() {
    let rows = perft(&TicTacToe::default(), 9);
    let nodes: Vec<u64> = rows.iter().map(|row| row.nodes).collect();
    assert_eq!(nodes, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    let sum = |count: fn(&ply_game::PerftRow) -> u64| rows.iter().map(count).sum::<u64>();
    assert_eq!(
        [sum(|row| row.first_wins), sum(|row| row.second_wins), sum(|row| row.draws)],
        [131_184, 77_904, 46_080]
    );
}

#[test]
fn wrong_texts_say_what_was_expected() {
    let start = TicTacToe::default();
    let said = |text: &str| start.parse_position(text).unwrap_err().to_string();
    assert_eq!(said("x........x"), "expected nine of x, o and '.', got 'x........x'");
    assert_eq!(said("xx......."), "expected as many x as o or one more, got 2 and 0");
    assert_eq!(said("xxxooo..."), "both have three in a row");
    let error = play_texts(&mut start.clone(), "1,1 1,1").unwrap_err().to_string();
    assert_eq!(error, "move 2 ('1,1'): not a legal move here; legal: 0,0 0,1 0,2 1,0 1,2 2,0 2,1 2,2");
}

#[test]
fn the_board_shows_the_last_move_and_the_line() {
    let mut game = TicTacToe::default();
    let moves = play_texts(&mut game, "1,1 0,1 0,0 2,2").unwrap();
    let view = View { unicode: false, last: moves.last().copied() };
    assert_eq!(game.draw(view).plain(), "   0   1   2\n0  x   o   .\n1  .   x   .\n2  .   .  (o)\n");
    play_texts(&mut game, "1,0 1,2 2,0").unwrap();
    assert_eq!(game.winning_line(), Some(vec![(0, 0), (1, 0), (2, 0)]));
}

#[test]
fn a_move_is_made_where_its_mark_will_stand() {
    let start = TicTacToe::default();
    for mv in start.move_list() {
        let (row, column) = start.spot(mv).unwrap();
        let drawing = start.after(mv).draw(View { unicode: false, last: None });
        assert_eq!(drawing.rows()[row][column].0, 'x');
    }
}
