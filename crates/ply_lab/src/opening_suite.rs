//! Suites of openings: random moves after which the game's strongest agent gives both sides about the same chance, no two
//! of them alike under the board's symmetries.
//!
//! Whatever is tried has a number of its own, and is judged by an agent that knows nothing of the others: the same request
//! gives the same suite on any number of threads. A judgement costs as many positions as are asked for.

use std::collections::HashSet;

use crate::work_sharing::map_numbers;
use ply_arena::{Umpire, draw_moves};
use ply_game::{BoardGame, line_texts, mix, rng};
use ply_search::Cancel;

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SuiteRequest {
    /// How many openings.
    pub count: usize,
    /// How many moves each has.
    pub plies: usize,
    /// How far from one half the first player's chance may be.
    pub balance: f64,
    /// How many positions are looked at to judge one.
    pub nodes: u64,
    /// Another seed, other openings.
    pub seed: u64,
}

/// An opening that was taken.
#[derive(Clone, PartialEq, Debug)]
pub struct FairOpening {
    /// Its moves, separated by blanks.
    pub moves: String,
    /// The first player's chance after it.
    pub chance: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Suite {
    /// The openings.
    pub openings: Vec<FairOpening>,
    /// How many were drawn.
    pub tried: u64,
    /// How many of them led to a position that was there before, or to its mirror image.
    pub doubles: u64,
    /// How many gave one side too much.
    pub unfair: u64,
}

/// Drawn at a time.
const BATCH: u64 = 64;
/// So many in a row that cannot be taken end the search: there are hardly more.
const PATIENCE: u64 = 4096;
/// Keeps the numbers of openings apart from other uses of the same small numbers.
const SALT: u64 = 0x7375_6974_6573;

/// Looks for openings until there are enough, none is found any more, or it is cancelled. `told` hears how far it is.
pub fn suite<G: BoardGame>(start: &G, request: &SuiteRequest, cancel: &Cancel, mut told: impl FnMut(&Suite)) -> Suite {
    let mut suite = Suite::default();
    let mut seen = HashSet::new();
    let mut in_vain = 0;
    while suite.openings.len() < request.count && in_vain < PATIENCE && !cancel.is_cancelled() {
        let numbers = suite.tried..suite.tried + BATCH;
        let drawn = numbers.map(|number| {
            let mut generator = rng(mix(number ^ mix(request.seed ^ SALT)));
            // What ends on the way is as good as a double: it cannot be taken.
            draw_moves(start, request.plies, &mut generator)
                .filter(|(_, position)| seen.insert(position.canonical().0.key()))
        });
        let drawn: Vec<Option<(Vec<G::Move>, G)>> = drawn.collect();
        let judge = |(_, position): &(Vec<G::Move>, G)| Umpire::<G>::new().chance(position, request.nodes);
        let judged = map_numbers(drawn.len(), |at| drawn[at].as_ref().map(judge));
        for (drawn, chance) in drawn.into_iter().zip(judged) {
            if suite.openings.len() == request.count {
                break;
            }
            suite.tried += 1;
            in_vain += 1;
            match drawn.zip(chance) {
                None => suite.doubles += 1,
                Some((_, chance)) if (chance - 0.5).abs() > request.balance => suite.unfair += 1,
                Some(((moves, _), chance)) => {
                    in_vain = 0;
                    suite.openings.push(FairOpening { moves: line_texts(start, &moves).join(" "), chance });
                }
            }
        }
        told(&suite);
    }
    suite
}

#[cfg(test)]
mod tests {
    use ply_game::play_texts;
    use ply_games::dots_and_boxes::DotsAndBoxes;
    use ply_games::simplexity::Simplexity;

    use super::*;

    const REQUEST: SuiteRequest = SuiteRequest { count: 12, plies: 3, balance: 0.2, nodes: 200, seed: 3 };

    #[test]
    fn openings_are_fair_and_no_two_are_alike_under_symmetry() {
        use ply_game::{Hashed as _, Symmetric as _};
        let start = Simplexity::<u64>::default();
        let found = suite(&start, &REQUEST, &Cancel::default(), |_| {});
        assert_eq!(found.openings.len(), 12);
        let keys: HashSet<u64> = found
            .openings
            .iter()
            .map(|opening| {
                let mut position = start;
                assert_eq!(play_texts(&mut position, &opening.moves).map(|moves| moves.len()), Ok(3));
                assert!((opening.chance - 0.5).abs() <= 0.2);
                position.canonical().0.key()
            })
            .collect();
        assert_eq!(keys.len(), 12);
        assert_eq!(found, suite(&start, &REQUEST, &Cancel::default(), |_| {}), "the same request, the same suite");
    }

    #[test]
    fn where_there_are_no_more_the_search_ends() {
        let start: DotsAndBoxes<u64> = DotsAndBoxes::new(1, 1);
        let request = SuiteRequest { balance: 0.5, plies: 1, ..REQUEST };
        let found = suite(&start, &request, &Cancel::default(), |_| {});
        assert_eq!(
            (found.openings.len(), found.unfair),
            (1, 0),
            "the four edges of a box are one under its symmetries"
        );
    }
}
