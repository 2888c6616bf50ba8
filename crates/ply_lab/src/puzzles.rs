//! Puzzles: positions in which one move wins and every other does not, all of it proven.
//!
//! They come from games of people's strength, in which wins are thrown away, and are looked for from the end of each game
//! backwards, as far as a solver sees. Game number `n` and what is found in it follow from the seed and `n` alone.
//!
//! Most positions with a win have another: the moves beside the best are asked with few nodes first, so that the second
//! win is found before much is spent on the rest. Where games are so long that "does not win" can never be proven, the
//! question is the one of chess problems: which move wins in the fewest plies?

use ply_agents::{BoardTable, GamePayoff};
use ply_game::{BoardGame, Outcome, Spec, SpecError, line_texts};
use ply_search::solve::{Answer, Solver, Verdict};
use ply_search::tablebase::TablebaseSolver;
use ply_search::{Budget, Limits};
use serde::{Deserialize, Serialize};

use crate::self_play::SelfPlay;
use crate::solve::{Portfolio, ShortestWin};

/// One puzzle.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Puzzle {
    /// The game's full spec.
    pub game: String,
    /// The position's text; its player to move wins.
    pub position: String,
    /// The only move that does, or that does it so fast.
    #[serde(rename = "move")]
    pub best: String,
    /// The shortest win against the longest defence, or as much of a winning line as is known.
    pub line: Vec<String>,
    /// The plies of the shortest win; nothing in games that are won by points.
    pub plies: Option<u32>,
    /// Other moves may win too, in more plies.
    pub fastest: bool,
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
    /// Wins of at most so many plies that no other move reaches in as few; without, wins that no other move reaches.
    pub fastest: Option<u32>,
}

/// The megabytes of the solvers of one thread.
const MEGABYTES: usize = 8;
/// Two puzzles of one game lie at least this many plies apart.
const APART: usize = 4;
/// Of the wins in one, one in so many is taken: they are easy, and there are many.
const WINS_IN_ONE: u64 = 6;
/// The parts of its nodes that a question beside the best move gets, one after the other.
const PARTS: [u64; 3] = [100, 10, 1];
/// Where so many positions in a row are no fast win, there is none before them either.
const QUIET: usize = 8;

/// The solvers, and behind them a table that knows the rest.
struct Known<'a, G: BoardGame> {
    solvers: Portfolio<G>,
    table: Option<&'a BoardTable<G>>,
}

impl<'a, G: BoardGame> Known<'a, G> {
    fn new(spec: &Spec, start: &G, table: Option<&'a BoardTable<G>>) -> Self {
        Self { solvers: Portfolio::new(spec, start, MEGABYTES, 1), table }
    }

    /// What the solvers say, whose work rates a puzzle; the table where they do not get through.
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move> {
        let answer = self.solvers.at_least(position, target, budget);
        match self.table {
            Some(table) if answer.verdict == Verdict::Unknown => {
                let known = TablebaseSolver(table.values.clone()).at_least(position, target, budget);
                Answer { nodes: answer.nodes, ..known }
            }
            _ => answer,
        }
    }
}

impl PuzzleHunt {
    /// The puzzles of the game of a number.
    pub fn of_game<G: BoardGame>(
        &self,
        spec: &Spec,
        start: &G,
        table: Option<&BoardTable<G>>,
        number: u64,
    ) -> Result<Vec<Puzzle>, SpecError> {
        let Some(game) = self.play.game(start, number)? else { return Ok(Vec::new()) };
        let read = |text: &str| start.parse_position(text).expect("a game writes positions that can be read");
        let positions: Vec<G> = game.samples.iter().map(|sample| read(&sample.position)).collect();
        let mut chosen = Chosen { number, last: usize::MAX, puzzles: Vec::new() };
        match self.fastest {
            Some(most) => self.fast_wins(spec, &positions, most, &mut chosen),
            None => self.only_wins(spec, &mut Known::new(spec, start, table), &positions, &mut chosen),
        }
        Ok(chosen.puzzles)
    }

    /// Positions of a game with one winning move.
    fn only_wins<G: BoardGame>(&self, spec: &Spec, known: &mut Known<'_, G>, positions: &[G], chosen: &mut Chosen) {
        let mut far = 0;
        for (ply, position) in positions.iter().enumerate().rev() {
            let budget = Budget::new(Limits::nodes(self.nodes));
            let answer = known.at_least(position, 1, &budget);
            match answer.verdict {
                // Two in a row that the solver does not see through: what lies before is farther still.
                Verdict::Unknown if far == 1 => break,
                Verdict::Unknown => far += 1,
                Verdict::Disproven => far = 0,
                Verdict::Proven => {
                    far = 0;
                    let best = answer.best.expect("a proven win has a move");
                    if chosen.may_be(ply) && self.is_only_one(position, best, known) {
                        chosen.take(ply, puzzle(spec, position, best, answer.nodes, &budget));
                    }
                }
            }
        }
    }

    /// Whether every other move is proven not to win, and there is another.
    fn is_only_one<G: BoardGame>(&self, position: &G, best: G::Move, known: &mut Known<'_, G>) -> bool {
        let mover = position.to_move();
        let mut others: Vec<G> =
            position.move_list().into_iter().filter(|&mv| mv != best).map(|mv| position.after(mv)).collect();
        if others.is_empty() || others.iter().any(|child| child.outcome() == Some(Outcome::Win(mover))) {
            return false;
        }
        others.retain(|child| child.outcome().is_none());
        for part in PARTS {
            let mut open = Vec::new();
            for child in others {
                let budget = Budget::new(Limits::nodes(self.nodes.div_ceil(part)));
                let kept = child.to_move() == mover;
                match (kept, known.at_least(&child, i32::from(kept), &budget).verdict) {
                    (true, Verdict::Disproven) | (false, Verdict::Proven) => {}
                    (_, Verdict::Unknown) => open.push(child),
                    (true, Verdict::Proven) | (false, Verdict::Disproven) => return false,
                }
            }
            others = open;
        }
        others.is_empty()
    }

    /// Positions of a game with one fastest win.
    fn fast_wins<G: BoardGame>(&self, spec: &Spec, positions: &[G], most: u32, chosen: &mut Chosen) {
        let mut quiet = 0;
        for (ply, position) in positions.iter().enumerate().rev() {
            let budget = Budget::new(Limits::nodes(self.nodes));
            let mut shortest = ShortestWin::new(position.to_move(), MEGABYTES, &budget);
            let Some(plies) = shortest.plies_within(position, most) else {
                quiet += 1;
                if quiet == QUIET {
                    break;
                }
                continue;
            };
            quiet = 0;
            if !chosen.may_be(ply) {
                continue;
            }
            // What cannot be told in time may be as fast.
            let is_fast = |mv: &G::Move| shortest.is_won_within(&position.after(*mv), plies - 1) != Some(false);
            let fast: Vec<G::Move> = position.move_list().into_iter().filter(is_fast).take(2).collect();
            if let [best] = fast[..]
                && position.move_list().len() > 1
            {
                let found = puzzle(spec, position, best, shortest.nodes, &budget);
                chosen.take(ply, Puzzle { fastest: true, ..found });
            }
        }
    }
}

/// What was found in a game.
struct Chosen {
    number: u64,
    last: usize,
    puzzles: Vec<Puzzle>,
}

impl Chosen {
    /// The last one is far enough from here.
    fn may_be(&self, ply: usize) -> bool {
        self.last.saturating_sub(ply) >= APART
    }

    fn take(&mut self, ply: usize, puzzle: Puzzle) {
        if puzzle.plies != Some(1) || (self.number + ply as u64).is_multiple_of(WINS_IN_ONE) {
            self.puzzles.push(puzzle);
            self.last = ply;
        }
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
        fastest: false,
        nodes,
        rating,
    }
}

#[cfg(test)]
mod tests {
    use ply_game::Player;
    use ply_games::{Visitor, visit};

    use super::*;

    /// Whether a player can force a win in so many plies, by trying everything.
    fn wins<G: BoardGame>(position: &G, player: Player, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Win(player);
        }
        let mut next = position.move_list().into_iter().map(|mv| position.after(mv));
        match plies.checked_sub(1) {
            None => false,
            Some(left) if position.to_move() == player => next.any(|child| wins(&child, player, left)),
            Some(left) => next.all(|child| wins(&child, player, left)),
        }
    }

    struct Found(Option<u32>);

    impl Visitor for Found {
        type Output = usize;

        fn visit<G: BoardGame>(self, spec: Spec, start: G) -> usize {
            let agent = "random".parse().unwrap();
            let play = SelfPlay { agent, limits: Limits::nodes(1), plies: 2, sampled: 0, seed: 1 };
            let hunt = PuzzleHunt { play, nodes: 100_000, fastest: self.0 };
            let puzzles: Vec<Puzzle> =
                (0..12).flat_map(|number| hunt.of_game(&spec, &start, None, number).unwrap()).collect();
            for puzzle in &puzzles {
                let position = start.parse_position(&puzzle.position).unwrap();
                let plies = if self.0.is_some() { puzzle.plies.unwrap() } else { 16 };
                let mover = position.to_move();
                let good: Vec<String> = position
                    .move_list()
                    .into_iter()
                    .filter(|mv| wins(&position.after(*mv), mover, plies - 1))
                    .map(|mv| position.move_text(mv))
                    .collect();
                assert_eq!(good, std::slice::from_ref(&puzzle.best), "{}", puzzle.position);
                assert_eq!(puzzle.fastest, self.0.is_some());
            }
            puzzles.len()
        }
    }

    #[test]
    fn no_other_move_wins_or_none_as_fast() {
        let spec = "simplexity:rows=4,cols=4,win=3".parse().unwrap();
        for fastest in [None, Some(5)] {
            assert!(visit(&spec, None, Found(fastest)).unwrap() > 2, "{fastest:?}");
        }
    }
}
