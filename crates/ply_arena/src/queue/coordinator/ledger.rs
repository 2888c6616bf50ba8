//! Which pairs are handed out, and what has come of them.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::game::record::GameRecord;
use crate::queue::message::{Failure, pair_number};
use crate::schedule::Pairing;
use crate::tournament::task::Task;

/// Games that are handed out at least: so many that those who come first find some.
pub(super) const LEAST: usize = 8;
/// Games that are handed out at most.
const MOST: usize = 8192;
/// Games that each thread of a worker shall have: a pair that it plays, and one that waits.
const PER_THREAD: usize = 4;
/// So much work is handed out ahead, by the pace of the last seconds.
const AHEAD: Duration = Duration::from_secs(10);
/// Games that came before they were asked for and are kept.
const MOST_EARLY: usize = 10_000;

/// A pair that was handed out.
pub(super) struct HandedOut {
    /// Its games that are missing.
    tasks: Vec<Task>,
    /// As it was sent.
    pub(super) payload: Vec<u8>,
    /// What went wrong so far.
    log: Vec<String>,
}

/// Pairs that are handed out, and games that have come.
#[derive(Default)]
pub(super) struct Ledger {
    out: HashMap<u64, HandedOut>,
    /// Games of an earlier coordinator that nobody has asked for yet.
    early: HashMap<Pairing, GameRecord>,
    /// Pairs of which all has come.
    done: HashSet<u64>,
}

/// What a game that came is.
pub(super) enum Came {
    /// One that was missing.
    Wanted,
    /// One that is there already, or may be asked for later.
    NotNow,
    /// Not what was asked for.
    Wrong,
}

impl Ledger {
    pub(super) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    pub(super) fn numbers(&self) -> Vec<u64> {
        self.out.keys().copied().collect()
    }

    pub(super) fn get(&self, number: u64) -> Option<&HandedOut> {
        self.out.get(&number)
    }

    /// The games of a pair that came before it was asked for; they are no longer missing.
    pub(super) fn came_early(&mut self, pair: &mut Vec<Task>) -> Vec<(Pairing, GameRecord)> {
        let mut came = Vec::new();
        pair.retain(|task| match self.early.remove(&task.pairing).filter(|record| is_of(task, record)) {
            Some(record) => {
                came.push((task.pairing, record));
                false
            }
            None => true,
        });
        came
    }

    pub(super) fn hand_out(&mut self, number: u64, tasks: Vec<Task>, payload: Vec<u8>) {
        self.done.remove(&number);
        self.out.insert(number, HandedOut { tasks, payload, log: Vec::new() });
    }

    /// Takes note of a game that came.
    pub(super) fn came(&mut self, pairing: &Pairing, record: &GameRecord) -> Came {
        let number = pair_number(pairing);
        let Some(out) = self.out.get_mut(&number) else {
            if !self.done.contains(&number) && self.early.len() < MOST_EARLY {
                self.early.insert(*pairing, record.clone());
            }
            return Came::NotNow;
        };
        let Some(place) = out.tasks.iter().position(|task| task.pairing == *pairing) else { return Came::NotNow };
        if !is_of(&out.tasks[place], record) {
            return Came::Wrong;
        }
        out.tasks.swap_remove(place);
        if out.tasks.is_empty() {
            self.out.remove(&number);
            self.done.insert(number);
        }
        Came::Wanted
    }

    /// Takes note of a failure; at the last one the games are given up, with the log.
    pub(super) fn failed(&mut self, worker: &str, failure: &Failure) -> Option<(Vec<Pairing>, Vec<String>)> {
        let number = pair_number(failure.pairings.first()?);
        let out = self.out.get_mut(&number)?;
        out.log.push(format!("delivery {} to {worker}: {}", failure.delivery, failure.why));
        if !failure.last {
            return None;
        }
        let HandedOut { tasks, log, .. } = self.out.remove(&number)?;
        Some((tasks.iter().map(|task| task.pairing).collect(), log))
    }

    /// Takes back the pairs that are not among these.
    pub(super) fn take_back(&mut self, begun: &HashSet<u64>) -> Vec<Pairing> {
        let back: Vec<u64> = self.out.keys().filter(|number| !begun.contains(number)).copied().collect();
        let pairs = back.iter().filter_map(|number| self.out.remove(number));
        pairs.flat_map(|out| out.tasks.into_iter().map(|task| task.pairing)).collect()
    }
}

/// Whether a game is the one that was asked for.
fn is_of(task: &Task, record: &GameRecord) -> bool {
    record.outcome.is_some() && (&record.game, &record.agents, record.seed) == (&task.game, &task.agents, task.seed)
}

/// How many games shall be handed out: a few for each thread, or some seconds of work where games are short.
#[derive(Default)]
pub(super) struct Pace {
    counted: Option<Instant>,
    games: u64,
    per_second: f64,
}

impl Pace {
    pub(super) fn count(&mut self, games: usize) {
        self.games += games as u64;
    }

    /// The games that shall be handed out now, for so many threads.
    pub(super) fn capacity(&mut self, threads: usize) -> usize {
        let now = Instant::now();
        let counted = *self.counted.get_or_insert(now);
        let passed = now.duration_since(counted).as_secs_f64();
        if passed >= 1.0 {
            self.per_second = (self.per_second + self.games as f64 / passed) / 2.0;
            (self.counted, self.games) = (Some(now), 0);
        }
        let ahead = (self.per_second * AHEAD.as_secs_f64()) as usize;
        ahead.max(PER_THREAD * threads).clamp(LEAST, MOST).next_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use ply_game::Outcome;

    use super::*;
    use crate::game::record::Ending;
    use crate::plan::{Plan, PlanAgent};
    use crate::schedule::Results;
    use crate::tournament::line_up::LineUp;

    fn pair() -> (Vec<Task>, Vec<GameRecord>) {
        let agents = ["random", "greedy"].map(|spec| PlanAgent::new(spec, spec)).to_vec();
        let plan = Plan::new("spring", "infexion", agents).unwrap();
        let line_up = LineUp::new(&plan).unwrap();
        let pairings = plan.scheduler().next(&Results::default());
        let tasks: Vec<Task> = pairings.into_iter().map(|pairing| line_up.task(pairing)).collect();
        let record = |task: &Task| GameRecord {
            game: task.game.clone(),
            agents: task.agents.clone(),
            seed: task.seed,
            ..GameRecord::sample(["random", "greedy"], Outcome::Draw, Ending::Rule)
        };
        let records = tasks.iter().map(record).collect();
        (tasks, records)
    }

    #[test]
    fn a_game_is_wanted_once() {
        let (tasks, records) = pair();
        let mut ledger = Ledger::default();
        ledger.hand_out(pair_number(&tasks[0].pairing), tasks.clone(), Vec::new());
        for (task, record) in tasks.iter().zip(&records) {
            assert!(matches!(ledger.came(&task.pairing, record), Came::Wanted));
            assert!(matches!(ledger.came(&task.pairing, record), Came::NotNow));
        }
        assert!(ledger.is_empty() && ledger.early.is_empty());
    }

    #[test]
    fn a_game_that_was_not_asked_for_is_refused() {
        let (tasks, records) = pair();
        let mut ledger = Ledger::default();
        ledger.hand_out(pair_number(&tasks[0].pairing), tasks.clone(), Vec::new());
        let other = GameRecord { seed: 0, ..records[0].clone() };
        assert!(matches!(ledger.came(&tasks[0].pairing, &other), Came::Wrong));
        assert!(matches!(ledger.came(&tasks[0].pairing, &records[0]), Came::Wanted));
    }

    #[test]
    fn what_an_earlier_coordinator_left_is_not_played_again() {
        let (mut tasks, records) = pair();
        let mut ledger = Ledger::default();
        assert!(matches!(ledger.came(&tasks[1].pairing, &records[1]), Came::NotNow));
        let came = ledger.came_early(&mut tasks);
        assert_eq!((came.len(), tasks.len()), (1, 1));
    }

    #[test]
    fn a_pair_is_given_up_with_its_log() {
        let (tasks, _) = pair();
        let mut ledger = Ledger::default();
        ledger.hand_out(pair_number(&tasks[0].pairing), tasks.clone(), Vec::new());
        let pairings: Vec<Pairing> = tasks.iter().map(|task| task.pairing).collect();
        let fails = |delivery| Failure {
            pairings: pairings.clone(),
            delivery,
            why: "no python3".to_owned(),
            last: delivery == 3,
        };
        assert_eq!(ledger.failed("ada", &fails(1)), None);
        assert_eq!(ledger.failed("bo", &fails(2)), None);
        let (given_up, log) = ledger.failed("cy", &fails(3)).unwrap();
        assert_eq!(given_up, pairings);
        assert_eq!(log[1], "delivery 2 to bo: no python3");
        assert!(ledger.is_empty());
    }

    #[test]
    fn what_nobody_has_begun_is_taken_back() {
        let (tasks, _) = pair();
        let number = pair_number(&tasks[0].pairing);
        let mut ledger = Ledger::default();
        ledger.hand_out(number, tasks, Vec::new());
        assert_eq!(ledger.take_back(&HashSet::from([number])).len(), 0);
        assert_eq!(ledger.take_back(&HashSet::new()).len(), 2);
        assert!(ledger.is_empty());
    }

    #[test]
    fn a_few_games_are_handed_out_for_each_thread() {
        let capacities = [0, 1, 16, 100_000].map(|threads| Pace::default().capacity(threads));
        assert_eq!(capacities, [8, 8, 64, 8192]);
    }
}
