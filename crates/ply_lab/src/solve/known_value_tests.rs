//! Values that others have found, found again.

use ply_agents::GamePayoff;
use ply_game::BoardGame;
use ply_games::{Place, Scene, SceneVisitor, set_up};
use ply_search::{Budget, Limits};
use serde_json::Value;

use super::*;

/// The files that the rules are tested with.
fn data(game: &str) -> Value {
    let path = format!("{}/../ply_games/tests/data/{game}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).expect("the file is there")).expect("it is JSON")
}

struct Solved;

impl SceneVisitor for Solved {
    /// What the first and what the player to move gets.
    type Output = (i32, i32);

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> (i32, i32) {
        let Scene { spec, position, .. } = scene;
        let mut solver = Portfolio::new(&spec, &position, 16, 1);
        let solution = solve(&position, GamePayoff::of(&spec), &mut solver, &Budget::new(Limits::default()));
        let value = solution.value().expect("there is no limit");
        (value, if position.to_move() == ply_game::Player::First { value } else { -value })
    }
}

fn solved(game: &str, position: Option<&str>, moves: &str) -> (i32, i32) {
    match set_up(&Place { game, position, moves }, Solved) {
        Ok(values) => values,
        Err(error) => panic!("{game}: {error}"),
    }
}

/// Boards that take more than a second.
const LONG_BOARDS: [&str; 4] = ["2x6", "2x7", "3x5", "4x4"];
/// Starts that take more than a second.
const LONG_STARTS: [&str; 4] = [
    "4 a 0,0 3,3 -",
    "4 a 1,1 2,2 -",
    "4 a 2,1 1,2 0,3,d+2,0,d",
    "5 b 2,4 3,2 0,2,r+0,2,d+2,2,d+2,3,r+2,4,d+4,1,r+4,2,r",
];

fn boards_have_their_values(wanted: impl Fn(&str) -> bool) {
    for (board, value) in data("dots-and-boxes")["exact_values"].as_object().expect("boards and values") {
        let (rows, cols) = board.split_once('x').expect("RxC");
        if wanted(board) {
            let game = format!("dots-and-boxes:rows={rows},cols={cols}");
            assert_eq!(Some(i64::from(solved(&game, None, "").0)), value.as_i64(), "{board}");
        }
    }
}

#[test]
fn boards_of_dots_and_boxes_have_the_values_that_others_found() {
    boards_have_their_values(|board| !LONG_BOARDS.contains(&board));
}

/// 4x4 and 3x5 are left to the command line.
#[test]
#[ignore = "takes minutes"]
fn longer_boards_of_dots_and_boxes_have_the_values_that_others_found() {
    boards_have_their_values(|board| ["2x6", "2x7"].contains(&board));
}

#[test]
fn positions_of_dots_and_boxes_have_the_values_that_others_found() {
    for position in data("dots-and-boxes")["exact_positions"].as_array().expect("positions") {
        let text = |field: &str| position[field].as_str().expect("a text");
        let (_, value) = solved(text("game"), None, text("moves"));
        assert_eq!(Some(i64::from(value)), position["final_margin_for_mover"].as_i64(), "{}", text("moves"));
    }
}

fn starts_have_their_values(wanted: impl Fn(&str) -> bool) {
    for start in data("colosseum")["solved"].as_array().expect("positions") {
        let text = |field: &str| start[field].as_str().expect("a text");
        if wanted(text("position")) {
            let (_, value) = solved(text("game"), Some(text("position")), "");
            assert_eq!(Some(i64::from(value.signum())), start["value_for_mover"].as_i64(), "{}", text("position"));
        }
    }
}

#[test]
fn positions_of_colosseum_have_the_values_that_others_found() {
    starts_have_their_values(|position| !LONG_STARTS.contains(&position));
}

#[test]
#[ignore = "takes half a minute"]
fn longer_positions_of_colosseum_have_the_values_that_others_found() {
    starts_have_their_values(|position| LONG_STARTS.contains(&position));
}
