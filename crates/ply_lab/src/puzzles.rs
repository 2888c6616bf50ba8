//! Puzzles: positions in which one move wins and every other does not, all of it proven.
//!
//! They come from games of people's strength, in which wins are thrown away, and are looked for from the end of each game
//! backwards, as far as a solver sees. Game number `n` and what is found in it follow from the seed and `n` alone.

use ply_game::{BoardGame, Outcome, Spec, SpecError, line_texts};
use ply_search::solve::{Solver as _, Verdict};
use ply_search::{Budget, Limits};
use serde::{Deserialize, Serialize};

use crate::self_play::SelfPlay;
use crate::solve::{GamePayoff, Portfolio, ShortestWin};

/// One puzzle.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Puzzle {
    /// The game's full spec.
    pub game: String,
    /// The position's text; its player to move wins.
    pub position: String,
    /// The only move that does.
    #[serde(rename = "move")]
    pub best: String,
    /// The shortest win against the longest defence, or as much of a winning line as is known.
    pub line: Vec<String>,
    /// The plies of the shortest win; nothing in games that are won by points.
    pub plies: Option<u32>,
    /// Positions that the proof took.
    pub nodes: u64,
    /// How hard it is, in the manner of a rating: by the plies of the win, and by the work of the proof where there are none.
    pub rating: u32,
}

/// Where puzzles are looked for.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleHunt {
    /// The games they come from.
    pub play: SelfPlay,
    /// What a solver may spend on one question.
    pub nodes: u64,
}

/// The megabytes of the solvers of one thread.
const MEGABYTES: usize = 8;
/// Two puzzles of one game lie at least this many plies apart.
const APART: usize = 4;
/// Of the wins in one, one in so many is taken: they are easy, and there are many.
const WINS_IN_ONE: u64 = 6;

impl PuzzleHunt {
    /// The puzzles of the game of a number.
    pub fn of_game<G: BoardGame>(&self, spec: &Spec, start: &G, number: u64) -> Result<Vec<Puzzle>, SpecError> {
        let Some(game) = self.play.game(start, number)? else { return Ok(Vec::new()) };
        let mut solver = Portfolio::new(spec, start, MEGABYTES, 1);
        let mut puzzles = Vec::new();
        let (mut far, mut last) = (0, usize::MAX);
        for (ply, sample) in game.samples.iter().enumerate().rev() {
            let position = start.parse_position(&sample.position).expect("a game writes positions that can be read");
            let budget = Budget::new(Limits::nodes(self.nodes));
            let answer = solver.at_least(&position, 1, &budget);
            match answer.verdict {
                // Two in a row that the solver does not see through: what lies before is farther still.
                Verdict::Unknown if far == 1 => break,
                Verdict::Unknown => far += 1,
                Verdict::Disproven => far = 0,
                Verdict::Proven => {
                    far = 0;
                    let best = answer.best.expect("a proven win has a move");
                    if last.saturating_sub(ply) >= APART && self.is_only_one(&position, best, &mut solver) {
                        let puzzle = puzzle(spec, &position, best, answer.nodes, &budget);
                        if puzzle.plies != Some(1) || (number + ply as u64).is_multiple_of(WINS_IN_ONE) {
                            puzzles.push(puzzle);
                            last = ply;
                        }
                    }
                }
            }
        }
        Ok(puzzles)
    }

    /// Whether every other move is proven not to win, and there is another.
    fn is_only_one<G: BoardGame>(&self, position: &G, best: G::Move, solver: &mut Portfolio<G>) -> bool {
        let mover = position.to_move();
        let others: Vec<G::Move> = position.move_list().into_iter().filter(|&mv| mv != best).collect();
        // Moves that lead to the same position or an image of it are the same to whoever looks at the board.
        let after_best = position.after(best).canonical().0;
        !others.is_empty()
            && others.into_iter().all(|mv| {
                let child = position.after(mv);
                if let Some(outcome) = child.outcome() {
                    return outcome != Outcome::Win(mover);
                }
                let budget = Budget::new(Limits::nodes(self.nodes));
                let does_not_win = if child.to_move() == mover {
                    solver.at_least(&child, 1, &budget).verdict == Verdict::Disproven
                } else {
                    solver.at_least(&child, 0, &budget).verdict == Verdict::Proven
                };
                does_not_win && child.canonical().0 != after_best
            })
    }
}

fn puzzle<G: BoardGame>(spec: &Spec, position: &G, best: G::Move, nodes: u64, budget: &Budget) -> Puzzle {
    let short = Budget::new(budget.limits);
    let mut shortest = ShortestWin::new(position.to_move(), 1, &short);
    let has_length = GamePayoff::of(spec) == GamePayoff::Result;
    let plies = Some(()).filter(|()| has_length).and_then(|()| shortest.plies(position));
    let line = plies.map_or_else(|| vec![best], |plies| shortest.line(position, plies));
    let rating = match plies {
        Some(plies) => 500 + 100 * plies,
        None => 500 + 80 * nodes.max(1).ilog2(),
    };
    Puzzle {
        game: spec.to_string(),
        position: position.position_text(),
        best: position.move_text(best),
        line: line_texts(position, &line),
        plies,
        nodes,
        rating,
    }
}
