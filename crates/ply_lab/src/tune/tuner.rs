//! The tuner: turns what a method asks for into opening pairs, and their results into what it is told.
//!
//! A scheduler like any other: built anew and given the results so far, it hands out the same games again and comes to
//! the same place.

mod batch;
mod selection;

use ply_arena::schedule::{Pairing, Results, Scheduler};
use ply_arena::stats::MatchGame;
use ply_game::mix;

use super::ledger::Ledger;
use super::method::Method;
use super::space::Space;
use batch::{Asked, Batch, PlannedPair, Rival};

/// The roles of a tuning: the agents of its plan. Opponents follow.
pub(super) const ROLES: [&str; 4] = ["candidate", "untuned", "rival", "tuned"];
const CANDIDATE: usize = 0;
const UNTUNED: usize = 1;
const RIVAL: usize = 2;
const TUNED: usize = 3;
pub(super) const OPPONENTS: usize = ROLES.len();

/// Whom candidates play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The agent as it was.
    Untuned,
    /// What the method took for the best after each of the last few generations, in turn; the agent as it was before.
    Pool,
    /// Another agent.
    Agent(String),
}

/// How a tuning goes, whatever the method.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// Games before the confirmation; an even number.
    pub budget: usize,
    /// The share of them in which the best few play on.
    pub selection: f64,
    /// How many these are.
    pub finalists: usize,
    /// Opening pairs of a trial.
    pub pairs: usize,
    /// Games of the tuned agent against the untuned one at the end; an even number.
    pub confirmation: usize,
    /// Whom candidates play, in turn.
    pub opponents: Vec<Opponent>,
    /// How many boards there are, played in turn.
    pub boards: usize,
    /// Another seed, other openings and other games.
    pub seed: u64,
    /// Candidates that are met again play again, and the best few play on. Without it the winner is the luckiest.
    pub again: bool,
}

/// Who has a side in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Side {
    /// The agent as it was.
    Untuned,
    /// An opponent that is another agent, by its place among these.
    Opponent(usize),
    /// The agent with these values.
    Values(Vec<f64>),
}

/// What a tuning does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The method looks for better points.
    Search,
    /// The best few play on.
    Selection,
    /// The tuned agent plays the untuned one.
    Confirmation,
    /// Nothing more.
    Done,
}

/// What came of a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// Games played by its end.
    pub games: usize,
    /// The score that its best promises; nothing where candidates play each other.
    pub best: Option<f64>,
    /// The mean score of all.
    pub mean: Option<f64>,
    /// How far its points are from their mean, as a share of the ranges.
    pub spread: f64,
    /// The values of its best; where candidates play each other, of the point they lie around.
    pub values: Vec<f64>,
    /// The mean of all its values.
    pub centre: Vec<f64>,
}

/// How far a tuning is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Status<'a> {
    /// What it does.
    pub stage: Stage,
    /// What came of the generations so far.
    pub history: &'a [Generation],
}

/// A game of the confirmation, and the board it was played on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confirmed {
    /// Which board.
    pub board: usize,
    /// The game, as the tuned agent sees it.
    pub game: MatchGame,
}

/// Candidates of so many last generations may become finalists.
const RECENT: usize = 4;
/// So many earlier bests are opponents in turn.
const POOL: usize = 6;
/// A method that asks so often for nothing that could be played has come to its end.
const MOST_IDLE: usize = 50;

/// A tuning under way.
pub struct Tuner {
    space: Space,
    method: Box<dyn Method>,
    rules: Rules,
    ledger: Ledger,
    stage: Stage,
    round: usize,
    /// Opening pairs that were handed out so far; their numbers do not come again.
    openings: u64,
    games: usize,
    batch: Batch,
    asked: Vec<Asked>,
    recent: Vec<Vec<Vec<f64>>>,
    pool: Vec<Vec<f64>>,
    finalists: Vec<Vec<f64>>,
    history: Vec<Generation>,
    confirmed: Vec<Confirmed>,
    handed_out: bool,
    watch: Box<dyn FnMut(Status<'_>) + Send>,
}

impl std::fmt::Debug for Tuner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tuner").field("stage", &self.stage).field("games", &self.games).finish_non_exhaustive()
    }
}

impl Tuner {
    /// A tuning that has not begun; `watch` is told after every generation.
    pub fn new(
        space: Space,
        method: Box<dyn Method>,
        rules: Rules,
        watch: impl FnMut(Status<'_>) + Send + 'static,
    ) -> Self {
        let mut tuner = Self {
            space,
            method,
            rules,
            ledger: Ledger::default(),
            stage: Stage::Search,
            round: 0,
            openings: 0,
            games: 0,
            batch: Batch::default(),
            asked: Vec::new(),
            recent: Vec::new(),
            pool: Vec::new(),
            finalists: Vec::new(),
            history: Vec::new(),
            confirmed: Vec::new(),
            handed_out: false,
            watch: Box::new(watch),
        };
        tuner.search();
        tuner
    }

    /// What it does.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Games of the search and of the selection so far.
    pub fn games(&self) -> usize {
        self.games
    }

    /// What came of the generations so far.
    pub fn history(&self) -> &[Generation] {
        &self.history
    }

    /// The values found; nothing before the confirmation.
    pub fn best(&self) -> Option<&[f64]> {
        matches!(self.stage, Stage::Confirmation | Stage::Done).then(|| self.finalists.first())?.map(Vec::as_slice)
    }

    /// The mean score of values in the search and the selection.
    pub fn mean_score(&self, values: &[f64]) -> f64 {
        self.ledger.mean(values)
    }

    /// The games of the confirmation; empty before its end.
    pub fn confirmed(&self) -> &[Confirmed] {
        &self.confirmed
    }

    /// Who has the sides of a game of the present round, the first player's first.
    pub fn sides(&self, pairing: &Pairing) -> [Side; 2] {
        let pair = &self.batch.pairs[pairing.index];
        let sides = [Side::Values(self.batch.candidates[pair.challenger].clone()), pair.rival.side()];
        let [challenger, rival] = sides;
        if pairing.agents[0] == self.challenger_role() { [challenger, rival] } else { [rival, challenger] }
    }

    fn challenger_role(&self) -> usize {
        if self.stage == Stage::Confirmation { TUNED } else { CANDIDATE }
    }

    fn pairing(&self, index: usize) -> Pairing {
        let PlannedPair { rival, number, board, .. } = &self.batch.pairs[index];
        let words = [*number, *board as u64];
        let seed = words.iter().fold(mix(self.rules.seed), |seed, word| mix(seed ^ mix(word.wrapping_add(1))));
        let agents = [self.challenger_role(), rival.role()];
        Pairing { round: self.round, index, game: *board, agents, opening: *number, seed }
    }

    /// The challenger's score in an opening pair, if both its games are played.
    fn score(&self, index: usize, results: &Results) -> Option<f64> {
        let first = self.pairing(index);
        let points = |pairing: Pairing| {
            let side = pairing.side(self.challenger_role())?;
            Some(results.outcome(&pairing)?.winner().map_or(0.5, |winner| f64::from(u8::from(winner == side))))
        };
        Some((points(first)? + points(first.swapped())?) / 2.0)
    }

    fn scores(&self, results: &Results) -> Option<Vec<f64>> {
        (0..self.batch.pairs.len()).map(|index| self.score(index, results)).collect()
    }

    fn promises(&self, candidates: &[Vec<f64>]) -> Vec<f64> {
        self.ledger.promises(candidates, |values| self.space.point(values))
    }

    /// Whom a pair of the search is played against.
    fn rival(&self, number: u64) -> Rival {
        let opponents = self.rules.opponents.len() as u64;
        let place = (number % opponents) as usize;
        match &self.rules.opponents[place] {
            Opponent::Untuned => Rival::Untuned,
            Opponent::Agent(_) => {
                let before = self.rules.opponents[..place].iter().filter(|other| matches!(other, Opponent::Agent(_)));
                Rival::Opponent(before.count())
            }
            Opponent::Pool if self.pool.is_empty() => Rival::Untuned,
            Opponent::Pool => Rival::Candidate(self.pool[(number / opponents) as usize % self.pool.len()].clone()),
        }
    }

    fn board(&self, number: u64) -> usize {
        (number / self.rules.opponents.len() as u64) as usize % self.rules.boards
    }

    /// Every candidate plays so many of the same opening pairs.
    fn challenge(&self, candidates: Vec<Vec<f64>>, pairs: impl Fn(usize) -> usize) -> Batch {
        let mut batch = Batch { candidates, pairs: Vec::new() };
        let most = (0..batch.candidates.len()).map(&pairs).max().unwrap_or(0);
        for number in 0..most {
            for challenger in (0..batch.candidates.len()).filter(|candidate| pairs(*candidate) > number) {
                let number = self.openings + number as u64;
                let (rival, board) = (self.rival(number), self.board(number));
                batch.pairs.push(PlannedPair { challenger, rival, number, board });
            }
        }
        batch
    }

    /// The next generation, or the selection if the budget of the search does not allow for one.
    fn search(&mut self) {
        let budget = (self.rules.budget as f64 * (1.0 - self.rules.selection)) as usize;
        for _ in 0..MOST_IDLE {
            let trials = self.method.ask((self.games as f64 / budget.max(1) as f64).min(1.0));
            let (batch, asked) = self.plan_trials(trials);
            if self.games + 2 * batch.pairs.len() > budget {
                break;
            }
            (self.batch, self.asked) = (batch, asked);
            if !self.batch.pairs.is_empty() {
                return;
            }
            self.close_generation(&[]);
        }
        self.begin_selection();
    }

    /// All games of the round are there.
    fn close(&mut self, scores: &[f64], results: &Results) {
        let numbers = self.batch.pairs.iter().map(|pair| pair.number + 1).max();
        self.openings = numbers.unwrap_or(self.openings);
        if self.stage != Stage::Confirmation {
            self.games += 2 * scores.len();
        }
        match self.stage {
            Stage::Search => self.close_generation(scores),
            Stage::Selection => {
                self.note(scores);
                self.batch = Batch::default();
                self.go_on_selecting();
            }
            Stage::Confirmation => {
                self.confirmed = self.confirmation(results);
                self.stage = Stage::Done;
            }
            Stage::Done => {}
        }
        self.round += 1;
        if self.stage == Stage::Search {
            self.search();
        }
        (self.watch)(Status { stage: self.stage, history: &self.history });
    }

    fn note(&mut self, scores: &[f64]) {
        for (pair, score) in self.batch.pairs.iter().zip(scores) {
            self.ledger.add(&self.batch.candidates[pair.challenger], *score);
        }
    }
}

impl Scheduler for Tuner {
    fn next(&mut self, results: &Results) -> Vec<Pairing> {
        if self.stage != Stage::Done && std::mem::replace(&mut self.handed_out, true) {
            let Some(scores) = self.scores(results) else { return Vec::new() };
            self.close(&scores, results);
        }
        if self.stage == Stage::Done {
            return Vec::new();
        }
        (0..self.batch.pairs.len()).flat_map(|index| [self.pairing(index), self.pairing(index).swapped()]).collect()
    }

    fn done(&self, _results: &Results) -> bool {
        self.stage == Stage::Done
    }
}
