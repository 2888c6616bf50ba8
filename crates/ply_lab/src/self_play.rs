//! Games of an agent against itself as training data: positions, what it thought of them, and how the games ended.
//!
//! Game number `n` follows from the settings and `n` alone, and games are handed over in the order of their numbers: on any
//! number of threads, and after any interruption, the data are the same. A game that was played before is left out.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;

use ply_agents::{mind, win_chance};
use ply_arena::draw_moves;
use ply_game::{BoardGame, Outcome, Player, Rng, Spec, SpecError, below, line_texts, mix, rng};
use ply_search::{Budget, Cancel, Limits, Proof, Report, Silent};

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlay {
    /// Who plays both sides: the full spelling of an agent of ours.
    pub agent: Spec,
    /// What it has for each move, beside limits of its own.
    pub limits: Limits,
    /// Random moves that each game begins with.
    pub plies: usize,
    /// In so many moves after them, one is drawn as often as the agent looked at it.
    pub sampled: usize,
    /// Another seed, other games.
    pub seed: u64,
}

/// One position of a game, and what the agent made of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position's text.
    pub position: String,
    /// Who is to move.
    pub to_move: Player,
    /// The move that was made.
    pub mv: String,
    /// What the agent thinks of the position, in points for the player to move, if it thinks.
    pub score: Option<i32>,
    /// The score is proven.
    pub proven: bool,
    /// The chance that the player to move wins, in the agent's opinion.
    pub value: f64,
    /// The moves it looked at, each with how often: visits of a tree search, nodes of any other.
    pub policy: Vec<(String, u64)>,
}

/// One game.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayed {
    /// Its number, by which it can be played again.
    pub number: u64,
    /// The random moves it began with.
    pub opening: Vec<String>,
    /// Every position after them in which a move was made.
    pub samples: Vec<Sample>,
    /// How it ended.
    pub outcome: Outcome,
}

impl SelfPlayed {
    /// The same for games with the same first position and moves.
    pub fn fingerprint(&self) -> u64 {
        let first = self.samples.first().map_or("", |sample| sample.position.as_str());
        fingerprint(first, self.samples.iter().map(|sample| sample.mv.as_str()))
    }

    /// What a player got: 1, 0.5 or 0.
    pub fn result(&self, player: Player) -> f64 {
        self.outcome.winner().map_or(0.5, |winner| f64::from(u8::from(winner == player)))
    }
}

/// The fingerprint of a game with this first position and these moves.
pub fn fingerprint<'a>(first: &str, moves: impl Iterator<Item = &'a str>) -> u64 {
    let add = |hash: u64, text: &str| text.bytes().fold(mix(hash), |hash, byte| mix(hash ^ u64::from(byte)));
    moves.fold(add(1, first), add)
}

/// Keeps the numbers of games apart from other uses of the same small numbers.
const SALT: u64 = 0x7365_6c66_706c_6179;

impl SelfPlay {
    /// The game of a number; nothing where its opening is the whole game.
    pub(crate) fn game<G: BoardGame>(&self, start: &G, number: u64) -> Result<Option<SelfPlayed>, SpecError> {
        let seed = mix(number ^ mix(self.seed ^ SALT));
        let mut generator = rng(seed);
        let Some((opening, mut position)) = draw_moves(start, self.plies, &mut generator) else { return Ok(None) };
        let (_, mut mind) = mind::<G>(&self.agent, seed, 1)?;
        let mut moves = opening.clone();
        let mut samples = Vec::new();
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            mind.follow(start, &moves);
            let own = mind.limits(&position);
            let limits = Limits {
                depth: own.depth.or(self.limits.depth),
                nodes: own.nodes.or(self.limits.nodes),
                ..self.limits
            };
            let Some(report) = mind.think(&position, &Budget::new(limits), &mut Silent) else {
                let reason = "it has no move".to_owned();
                return Err(SpecError::Together { owner: self.agent.to_string(), reason });
            };
            let sampled = samples.len() < self.sampled;
            let mv = if sampled { drawn(&report, &mut generator) } else { report.best };
            samples.push(self.sample(&position, mv, &report));
            moves.push(mv);
            position.play(mv);
        };
        Ok(Some(SelfPlayed { number, opening: line_texts(start, &opening), samples, outcome }))
    }

    fn sample<G: BoardGame>(&self, position: &G, mv: G::Move, report: &Report<G::Move>) -> Sample {
        let to_move = position.to_move();
        let proven = report.proof != Proof::Open;
        let chance = win_chance::<G>(&self.agent.name, report.score, to_move);
        let looked_at = report.root.iter().filter(|root| root.nodes > 0);
        Sample {
            position: position.position_text(),
            to_move,
            mv: position.move_text(mv),
            score: report.has_opinion().then(|| report.score.points()),
            proven,
            value: if to_move == Player::First { chance } else { 1.0 - chance },
            policy: looked_at.map(|root| (position.move_text(root.mv), root.nodes)).collect(),
        }
    }

    /// Plays games from the number `from` on until `games` new ones were written, each by a call of `write`, or nothing
    /// new comes any more, or it is cancelled. `seen` has the fingerprints of those that count as played. How many were
    /// left out because they had been played before.
    pub fn run<G: BoardGame, E: From<SpecError>>(
        &self,
        start: &G,
        (from, games): (u64, u64),
        seen: &mut HashSet<u64>,
        (threads, cancel): (usize, &Cancel),
        mut write: impl FnMut(&SelfPlayed) -> Result<(), E>,
    ) -> Result<u64, E> {
        let (next, done) = (AtomicU64::new(from), Cancel::default());
        let (sender, inbox) = sync_channel(2 * threads);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, done) = (sender.clone(), &next, &done);
                scope.spawn(move || {
                    while !done.is_cancelled() && !cancel.is_cancelled() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if sender.send((number, self.game(start, number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut in_order = InOrder { next: from, waiting: BTreeMap::new() };
            let (mut written, mut doubles, mut in_vain) = (0, 0, 0);
            let result = loop {
                if written == games || in_vain == PATIENCE {
                    break Ok(doubles);
                }
                let Ok((number, game)) = inbox.recv() else { break Ok(doubles) };
                in_order.waiting.insert(number, game);
                let failed = loop {
                    let Some(game) = in_order.take().filter(|_| written < games && in_vain < PATIENCE) else {
                        break None;
                    };
                    let new = game.map(|game| game.filter(|game| seen.insert(game.fingerprint())));
                    match new.map_err(E::from).and_then(|new| new.map(|game| write(&game)).transpose()) {
                        Ok(Some(())) => (written, in_vain) = (written + 1, 0),
                        Ok(None) => (doubles, in_vain) = (doubles + 1, in_vain + 1),
                        Err(error) => break Some(error),
                    }
                };
                if let Some(error) = failed {
                    break Err(error);
                }
            };
            done.cancel();
            // Whoever waits to hand over a game is let go.
            drop(inbox);
            result
        })
    }
}

/// So many games in a row that were played before end the search for others.
const PATIENCE: u64 = 1000;

/// Games by their numbers, handed on in order.
struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    fn take(&mut self) -> Option<T> {
        let game = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(game)
    }
}

/// A move, each as likely as it was often looked at; the best where nothing was counted.
fn drawn<M: Copy>(report: &Report<M>, generator: &mut Rng) -> M {
    let all: u64 = report.root.iter().map(|root| root.nodes).sum();
    let Some(all) = u32::try_from(all).ok().filter(|all| *all > 0) else { return report.best };
    let mut skip = u64::from(below(generator, all));
    for root in &report.root {
        match skip.checked_sub(root.nodes) {
            Some(rest) => skip = rest,
            None => return root.mv,
        }
    }
    report.best
}

#[cfg(test)]
mod tests {
    use ply_game::{Notation as _, play_texts};
    use ply_games::dots_and_boxes::DotsAndBoxes;

    use super::*;

    fn played(agent: &str, games: u64, threads: usize, from: u64, seen: &mut HashSet<u64>) -> (Vec<SelfPlayed>, u64) {
        let start: DotsAndBoxes<u64> = DotsAndBoxes::new(2, 2);
        let agent = agent.parse().expect("a spec");
        let play = SelfPlay { agent, limits: Limits::nodes(50), plies: 2, sampled: 2, seed: 1 };
        let mut all = Vec::new();
        let doubles = play.run::<_, SpecError>(&start, (from, games), seen, (threads, &Cancel::default()), |game| {
            all.push(game.clone());
            Ok(())
        });
        (all, doubles.expect("they play"))
    }

    #[test]
    fn games_are_distinct_legal_and_the_same_on_any_number_of_threads() {
        let (games, _) = played("mcts", 12, 1, 0, &mut HashSet::new());
        assert_eq!(games.len(), 12);
        assert_eq!(games.iter().map(SelfPlayed::fingerprint).collect::<HashSet<_>>().len(), 12);
        assert_eq!(games, played("mcts", 12, 3, 0, &mut HashSet::new()).0);
        let game = &games[5];
        let mut position: DotsAndBoxes<u64> = DotsAndBoxes::new(2, 2);
        play_texts(&mut position, &game.opening.join(" ")).expect("legal");
        for sample in &game.samples {
            assert_eq!(
                (position.position_text(), ply_game::Game::to_move(&position)),
                (sample.position.clone(), sample.to_move)
            );
            assert!(sample.policy.iter().any(|(mv, visits)| *mv == sample.mv && *visits > 0), "{sample:?}");
            assert!((0.0..=1.0).contains(&sample.value));
            play_texts(&mut position, &sample.mv).expect("legal");
        }
        assert_eq!(ply_game::Game::outcome(&position), Some(game.outcome));
        // Taken up again after the fifth, the rest is the same.
        let mut seen = games[..5].iter().map(SelfPlayed::fingerprint).collect();
        assert_eq!(played("mcts", 7, 2, games[4].number + 1, &mut seen).0, games[5..]);
    }

    #[test]
    fn where_no_game_is_new_the_search_ends() {
        let start: DotsAndBoxes<u64> = DotsAndBoxes::new(1, 1);
        let agent = "alpha-beta:table=1".parse().expect("a spec");
        let play = SelfPlay { agent, limits: Limits::depth(1), plies: 1, sampled: 0, seed: 0 };
        let mut games = 0;
        let doubles = play.run::<_, SpecError>(&start, (0, 100), &mut HashSet::new(), (1, &Cancel::default()), |_| {
            games += 1;
            Ok(())
        });
        assert_eq!((games, doubles.expect("it plays") >= PATIENCE), (4, true), "one game for each first edge");
    }
}
