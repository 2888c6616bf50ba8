//! Plays a plan: hands the pairs of its schedule to boards, stores every game as it ends, and takes up what is missing.
//!
//! Nothing is kept but the games. Killed at any moment, a tournament loses at most the games under way; the next run
//! builds the same schedule from the stored results and plays exactly what is missing.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ply_game::{BoardGame, Spec, SpecError, play_texts};
use ply_games::{Visitor, visit};
use ply_search::Cancel;

use crate::AgentSpec;
use crate::hall::{Hall, Task};
use crate::live::{Live, Publisher};
use crate::plan::Plan;
use crate::record::GameRecord;
use crate::schedule::{Pairing, Results};
use crate::stats::{Anchor, RatedGame, RatingError, Ratings, rate};
use crate::store::{Store, StoreError, StoredGame, Tournament};

/// Why a tournament did not go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A game or an agent of the plan cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The store failed; the games under way are lost, nothing else.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file of openings cannot be used.
    #[error("openings: {path}: {reason}", path = .path.display())]
    Openings {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// A game that has just ended, and how far the tournament is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// The game.
    pub record: &'a GameRecord,
    /// Games stored by now.
    pub played: usize,
    /// Games that are known to be played; a Swiss or a knockout learns of more later.
    pub planned: usize,
}

/// A place where games of one kind are played, whatever the type of its positions.
trait Board: Send + Sync {
    fn play(&self, pairing: &Pairing, live: &Live) -> GameRecord;
}

impl<G: BoardGame> Board for Hall<G> {
    fn play(&self, pairing: &Pairing, live: &Live) -> GameRecord {
        let task = Task { agents: pairing.agents, opening: pairing.opening, seed: pairing.seed };
        self.play_watched(&task, &mut |glimpse| live.tell(pairing, glimpse))
    }
}

/// Builds the board of one of a plan's games.
struct Build<'a> {
    plan: &'a Plan,
    game: usize,
}

impl Visitor for Build<'_> {
    type Output = Result<Box<dyn Board>, TournamentError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let plan = self.plan;
        let agents: Vec<AgentSpec> = plan.agents.iter().map(|agent| agent.spec.parse()).collect::<Result<_, _>>()?;
        let rules = plan.rules(plan.games[self.game].time);
        let hall = Hall::new(spec, start.clone(), &agents, rules)?.with_limits(plan.limits.over_default());
        let seed = plan.openings.seed.unwrap_or(plan.seed);
        let hall = match &plan.openings.file {
            Some(file) => hall.with_suite(read_suite(&start, file)?),
            None => hall.with_openings(plan.openings.plies),
        };
        Ok(Box::new(hall.with_opening_seed(seed)))
    }
}

/// Openings from a file: the moves of one a line; blank lines and lines that begin with `#` are passed over.
fn read_suite<G: BoardGame>(start: &G, path: &Path) -> Result<Vec<Vec<G::Move>>, TournamentError> {
    let wrong = |reason: String| TournamentError::Openings { path: path.to_owned(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let read = |(number, line): (usize, &str)| {
        let mut position = start.clone();
        let moves = play_texts(&mut position, line).map_err(|error| wrong(format!("line {number}: {error}")))?;
        if position.outcome().is_some() {
            return Err(wrong(format!("line {number}: the game is over after these moves")));
        }
        Ok(moves)
    };
    let suite: Vec<_> =
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(read).collect::<Result<_, _>>()?;
    if suite.is_empty() { Err(wrong("there is no opening in it".to_owned())) } else { Ok(suite) }
}

/// Plays what is missing of a tournament, `concurrency` games at a time. `Ok(true)`: it is complete. When `stop` is set
/// no new game begins, those under way are finished and stored, and the answer is `Ok(false)`.
pub fn run_tournament(
    plan: &Plan,
    store: &Store,
    tournament: &Tournament,
    concurrency: usize,
    stop: &Cancel,
    mut ended: impl FnMut(&Progress<'_>),
) -> Result<bool, TournamentError> {
    let boards = (0..plan.games.len()).map(|game| {
        let spec: Spec = plan.games[game].spec.parse()?;
        visit(&spec, None, Build { plan, game })?
    });
    let boards: Vec<Box<dyn Board>> = boards.collect::<Result<_, TournamentError>>()?;
    let mut results: Results =
        store.games(tournament)?.into_iter().map(|game| (game.pairing, game.record.result())).collect();
    let mut scheduler = plan.scheduler();
    let mut planned = 0;
    let mut next = |results: &Results| {
        let pairs = scheduler.next(results);
        planned += 2 * pairs.len();
        let missing: VecDeque<Pairing> =
            pairs.iter().flat_map(|pair| results.missing(pair).collect::<Vec<_>>()).collect();
        (missing, planned, pairs.is_empty())
    };
    let live = Live::default();
    thread::scope(|scope| {
        let crew = Crew::new(scope, &boards, &live, concurrency);
        let mut publisher = Publisher::new(&live, store, tournament);
        let (mut waiting, mut planned, _) = next(&results);
        let mut under_way = 0;
        loop {
            while under_way < concurrency && !stop.is_cancelled() {
                let Some(pairing) = waiting.pop_front() else { break };
                crew.begin(pairing);
                under_way += 1;
            }
            if under_way == 0 {
                if stop.is_cancelled() {
                    return Ok(results.len() >= planned && next(&results).2);
                }
                let (more, known, empty) = next(&results);
                (waiting, planned) = (more, known);
                if empty {
                    return Ok(true);
                }
                continue;
            }
            publisher.publish()?;
            let Some((pairing, record)) = crew.await_game(Publisher::PAUSE) else { continue };
            publisher.ended(&pairing);
            under_way -= 1;
            store.insert(tournament, &pairing, &record)?;
            results.insert(pairing, record.result());
            ended(&Progress { pairing, record: &record, played: results.len(), planned });
        }
    })
}

/// Threads that play one game after the other.
struct Crew {
    tasks: std::sync::mpsc::Sender<Pairing>,
    games: Receiver<(Pairing, GameRecord)>,
}

impl Crew {
    fn new<'scope>(
        scope: &'scope thread::Scope<'scope, '_>,
        boards: &'scope [Box<dyn Board>],
        live: &'scope Live,
        size: usize,
    ) -> Self {
        let (tasks, inbox) = channel::<Pairing>();
        let (outbox, games) = channel();
        let inbox = std::sync::Arc::new(Mutex::new(inbox));
        for _ in 0..size.max(1) {
            let (inbox, outbox) = (inbox.clone(), outbox.clone());
            scope.spawn(move || {
                loop {
                    let task = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(pairing) = task else { break };
                    if outbox.send((pairing, boards[pairing.game].play(&pairing, live))).is_err() {
                        break;
                    }
                }
            });
        }
        Self { tasks, games }
    }

    fn begin(&self, pairing: Pairing) {
        self.tasks.send(pairing).expect("the crew is there as long as it is needed");
    }

    /// The next game that ends; nothing if none does for a while.
    fn await_game(&self, patience: Duration) -> Option<(Pairing, GameRecord)> {
        match self.games.recv_timeout(patience) {
            Ok(game) => Some(game),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the crew is there as long as it is needed"),
        }
    }
}

/// The ratings of a tournament's agents from its games, with opening pairs taken as one observation.
pub fn ratings(plan: &Plan, games: &[StoredGame]) -> Result<Ratings, RatingError> {
    let mut pairs = std::collections::BTreeMap::new();
    let rated: Vec<RatedGame> = games
        .iter()
        .map(|game| {
            let Pairing { round, index, agents: [first, second], .. } = game.pairing;
            let fresh = pairs.len() as u64;
            let pair = *pairs.entry((round, index)).or_insert(fresh);
            RatedGame { first, second, outcome: game.record.result(), pair: Some(pair) }
        })
        .collect();
    rate(plan.agents.len(), &rated, Anchor::default())
}
