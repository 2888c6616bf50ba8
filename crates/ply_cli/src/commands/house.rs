//! The arena's rules as typed.

use ply_arena::{Adjudication, HouseRules, Policy};
use ply_game::Spec;

use crate::args::House;

/// The rules every game of a match is played under.
pub fn rules(house: &House) -> HouseRules {
    HouseRules {
        time: house.time,
        grace: house.grace,
        policy: if house.random_move_instead { Policy::RandomMove } else { Policy::Forfeit },
        adjudication: Adjudication::default(),
    }
}

/// Games at the same time: as asked, else so many that every thread of every thinking agent has a core.
pub fn concurrency(house: &House, agents: &[&str]) -> usize {
    house.concurrency.map_or_else(|| cores_for(agents), |asked| asked as usize)
}

/// How many games the cores bear, if one agent of each game thinks at a time.
pub fn cores_for(agents: &[&str]) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = agents.iter().filter_map(|agent| agent.parse::<Spec>().ok()).filter_map(|spec| {
        spec.options.iter().find(|(key, _)| key == "threads").and_then(|(_, threads)| threads.parse::<usize>().ok())
    });
    (cores / threads.max().unwrap_or(1).max(1)).max(1)
}
