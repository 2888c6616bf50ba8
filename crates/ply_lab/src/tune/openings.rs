//! Openings of a tuning: two kinds that never mix, those it may learn from and those that are kept for its confirmation.
//!
//! Which kind an opening is follows from its moves alone, so that nothing has to be remembered.

use ply_arena::plan::Plan;
use ply_arena::{LineUp, opening};
use ply_game::{BoardGame, Spec, line_texts, mix};
use ply_games::{Visitor, visit};

/// One opening in so many is kept for the confirmation.
const KEPT: u64 = 3;
/// How often another one is drawn, if it is of the wrong kind.
const TRIES: u64 = 24;
/// Keeps the numbers of openings apart from other uses of the same small numbers.
const SALT: u64 = 0x7475_6e65_6f70_656e;

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawn {
    pub(super) moves: String,
    /// It is of the kind that was asked for.
    pub(super) as_asked: bool,
}

/// Where openings come from.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    plies: usize,
    seed: u64,
    boards: Vec<Spec>,
    /// Those of a file, for each board.
    suites: Vec<Vec<String>>,
}

impl Openings {
    pub(super) fn new(plan: &Plan, line_up: &LineUp) -> Self {
        let boards = 0..plan.games.len();
        Self {
            plies: plan.openings.plies,
            seed: plan.seed,
            boards: boards.clone().map(|board| line_up.game(board).clone()).collect(),
            suites: boards.map(|board| line_up.suite(board).to_vec()).collect(),
        }
    }

    /// The opening of a number on a board, of the kind that is kept for the confirmation or of the other.
    pub(super) fn draw(&self, board: usize, number: u64, kept: bool) -> Drawn {
        let suite = &self.suites[board];
        if !suite.is_empty() {
            let of_kind: Vec<&String> = suite.iter().filter(|moves| is_kept(moves) == kept).collect();
            let from = if of_kind.is_empty() { suite.iter().collect() } else { of_kind.clone() };
            let moves = from[(number % from.len() as u64) as usize].clone();
            return Drawn { moves, as_asked: !of_kind.is_empty() };
        }
        let mut moves = String::new();
        for attempt in 0..TRIES {
            let seed = mix(number ^ mix(attempt ^ mix(self.seed ^ SALT)));
            let draw = Draw { plies: self.plies, seed };
            moves = visit(&self.boards[board], None, draw).expect("the board was set up before");
            if is_kept(&moves) == kept || moves.is_empty() {
                break;
            }
        }
        let as_asked = !moves.is_empty() && is_kept(&moves) == kept;
        Drawn { moves, as_asked }
    }
}

/// Whether an opening is of the kind that is kept for the confirmation.
fn is_kept(moves: &str) -> bool {
    moves.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte))).is_multiple_of(KEPT)
}

struct Draw {
    plies: usize,
    seed: u64,
}

impl Visitor for Draw {
    type Output = String;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> String {
        line_texts(&start, &opening(&start, self.plies, self.seed)).join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn openings(plies: usize, suites: Vec<Vec<String>>) -> Openings {
        Openings { plies, seed: 1, boards: vec!["infexion".parse().unwrap()], suites }
    }

    #[test]
    fn the_openings_of_the_confirmation_are_none_of_the_others() {
        let openings = openings(2, vec![Vec::new()]);
        let all = |kept: bool| (0..20).map(|number| openings.draw(0, number, kept)).collect::<Vec<Drawn>>();
        assert!(all(true).iter().chain(&all(false)).all(|drawn| drawn.as_asked));
        let moves = |kept: bool| all(kept).into_iter().map(|drawn| drawn.moves).collect::<BTreeSet<String>>();
        assert!(moves(true).is_disjoint(&moves(false)) && moves(true).len() > 10);
        assert_eq!(all(true), all(true));
    }

    #[test]
    fn a_file_is_divided_and_without_moves_nothing_is_fresh() {
        let suite: Vec<String> = (0..9).map(|row| format!("{row},0")).collect();
        let openings_of_file = openings(2, vec![suite.clone()]);
        let moves =
            |kept: bool| (0..9).map(|number| openings_of_file.draw(0, number, kept).moves).collect::<BTreeSet<_>>();
        assert!(moves(true).is_disjoint(&moves(false)));
        assert_eq!(moves(true).len() + moves(false).len(), suite.len());
        assert!(!openings(0, vec![Vec::new()]).draw(0, 1, true).as_asked);
    }
}
