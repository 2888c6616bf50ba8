//! What the report tells of each agent: how it did as either player, its faults, its slowest moves, its memory.

use std::collections::{BTreeMap, HashMap};

use ply_arena::plan::Plan;
use ply_arena::store::{GameId, StoredGame};
use ply_arena::{Fault, Reason};
use ply_game::{Outcome, Player};
use serde_json::{Value, json};

use super::kept::Kept;

/// Kinds of faults shown of an agent, and characters of the last words of each.
const MOST_FAULTS: usize = 20;
const MOST_WORDS: usize = 6_000;
/// Slowest moves shown.
const MOST_SLOW: usize = 10;

/// Faults that are alike but for numbers: how often, whether they cost the game, and one of them.
struct Alike<'a> {
    count: usize,
    lost: bool,
    fault: &'a Fault,
    game: &'a StoredGame,
}

/// A move that took long.
struct Slow<'a> {
    ms: f64,
    text: &'a str,
    ply: usize,
    game: &'a StoredGame,
}

#[derive(Default)]
struct Agent<'a> {
    /// Won, drawn, lost, as either player.
    sides: [[u32; 3]; 2],
    faults: BTreeMap<(Reason, bool, String), Alike<'a>>,
    slowest: Vec<Slow<'a>>,
    /// The most memory of each game in which that was looked at, in bytes.
    memory: Vec<u64>,
}

/// A page for each agent, in the order of the plan.
pub(super) fn pages(plan: &Plan, games: &[StoredGame], kept: &Kept<'_>) -> Vec<Value> {
    let mut agents: Vec<Agent<'_>> = plan.agents.iter().map(|_| Agent::default()).collect();
    for game in games {
        for side in Player::BOTH {
            if let Some(agent) = agents.get_mut(game.pairing.agents[side.index()]) {
                agent.add(game, side);
            }
        }
    }
    let numbers = kept.numbers();
    agents.into_iter().zip(&plan.agents).map(|(agent, entry)| agent.page(&entry.spec, &numbers)).collect()
}

impl<'a> Agent<'a> {
    fn add(&mut self, game: &'a StoredGame, side: Player) {
        let record = &game.record;
        let result = record.outcome.map(|outcome| match outcome {
            Outcome::Draw => 1,
            Outcome::Win(winner) if winner == side => 0,
            Outcome::Win(_) => 2,
        });
        if let Some(result) = result {
            self.sides[side.index()][result] += 1;
        }
        let own = record.moves.iter().enumerate().filter(|(_, mv)| mv.by == side);
        for (index, mv) in own {
            if let Some(fault) = &mv.instead_of {
                self.add_fault(fault, false, game);
            }
            self.add_slow(Slow { ms: mv.ms, text: &mv.text, ply: record.opening.len() + index + 1, game });
        }
        self.memory.extend(record.memory[side.index()]);
        if let Some((_, fault)) = record.forfeit().filter(|(loser, _)| *loser == side) {
            self.add_fault(fault, true, game);
        }
    }

    fn add_fault(&mut self, fault: &'a Fault, lost: bool, game: &'a StoredGame) {
        let key = (fault.reason, lost, without_numbers(&fault.message));
        self.faults.entry(key).or_insert(Alike { count: 0, lost, fault, game }).count += 1;
    }

    fn add_slow(&mut self, slow: Slow<'a>) {
        let place = self.slowest.partition_point(|other| other.ms >= slow.ms);
        if place < MOST_SLOW {
            self.slowest.insert(place, slow);
            self.slowest.truncate(MOST_SLOW);
        }
    }

    fn page(self, spec: &str, numbers: &HashMap<&GameId, usize>) -> Value {
        let link = |game: &StoredGame| {
            let [first, second] = game.pairing.agents;
            numbers.get(&game.id).map(|number| [first.min(second), first.max(second), *number])
        };
        let mut faults: Vec<Alike<'_>> = self.faults.into_values().collect();
        let kinds = faults.len();
        faults.sort_by_key(|alike| std::cmp::Reverse(alike.count));
        faults.truncate(MOST_FAULTS);
        let fault = |alike: Alike<'_>| {
            let Fault { reason, message, last_words } = alike.fault;
            let fault = json!({"reason": reason, "message": message, "last_words": end_of(last_words)});
            json!({"count": alike.count, "lost": alike.lost, "fault": fault, "game": link(alike.game)})
        };
        let slow = |slow: Slow<'_>| {
            let [first, second] = slow.game.pairing.agents;
            let index = slow.ply - 1 - slow.game.record.opening.len();
            let against = if slow.game.record.moves[index].by == Player::First { second } else { first };
            let game = link(slow.game);
            json!({"ms": slow.ms, "move": slow.text, "ply": slow.ply, "against": against, "game": game})
        };
        json!({
            "spec": spec,
            "sides": self.sides,
            "faults": faults.into_iter().map(fault).collect::<Vec<_>>(),
            "fault_kinds": kinds,
            "slowest": self.slowest.into_iter().map(slow).collect::<Vec<_>>(),
            "memory": memory(&self.memory),
        })
    }
}

/// The most, and the mean, in megabytes; nothing where it was never looked at.
fn memory(bytes: &[u64]) -> Value {
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let most = bytes.iter().copied().max();
    let mean = || megabytes(bytes.iter().sum::<u64>() / bytes.len() as u64);
    most.map_or(Value::Null, |most| json!({"peak_mb": megabytes(most), "mean_mb": mean(), "games": bytes.len()}))
}

/// A message with one sign for every number.
fn without_numbers(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for c in message.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        if c != '#' || !text.ends_with('#') {
            text.push(c);
        }
    }
    text
}

/// The end of a long text.
fn end_of(text: &str) -> String {
    let length = text.chars().count();
    if length <= MOST_WORDS {
        return text.to_owned();
    }
    format!("… {}", text.chars().skip(length - MOST_WORDS).collect::<String>())
}
