//! Falls: a champion's score goes from even or better to lost from one of its moves to its next.

use std::time::Duration;

use ply_arena::plan::{Format, Plan, PlanAgent};
use ply_arena::{GameRecord, LineUp, Threads, TimeControl, run};
use ply_game::{Player, Spec};
use ply_search::{Cancel, Score};

use super::{Effort, GamesError};

/// How a champion's own games went.
#[derive(Clone, Copy, Default, Debug)]
pub struct Falls {
    /// Games played.
    pub games: u64,
    /// Games in which one of the sides fell; at most one fall is counted a side.
    pub falls: u64,
    /// What the moves took.
    pub effort: Effort,
}

impl Falls {
    /// In 1,000 games of one champion: each game here is one of each side.
    pub fn in_a_thousand(&self) -> Option<f64> {
        (self.games > 0).then(|| 1000.0 * self.falls as f64 / (2 * self.games) as f64)
    }

    fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        self.falls += Player::BOTH.into_iter().filter(|player| fell(record, *player)).count() as u64;
        for mv in &record.moves {
            if let (Some(depth), Some(nodes)) = (mv.thought.depth, mv.thought.nodes) {
                self.effort.add(depth, nodes, Duration::from_secs_f64(mv.ms / 1e3));
            }
        }
    }
}

/// Whether a player's score went from even or better to lost from one of its moves to its next. In Dots-and-Boxes, whose
/// scores are margins, a position is lost when the search reached the end of the game and is behind.
pub fn fell(record: &GameRecord, player: Player) -> bool {
    let counts = record.game.name == "dots-and-boxes";
    let mut last = None;
    for (number, mv) in record.moves.iter().enumerate().filter(|(_, mv)| mv.by == player) {
        let Some(points) = mv.thought.score else { continue };
        let left = record.moves.len() - number;
        let solved = counts && mv.thought.depth.is_some_and(|depth| depth as usize >= left);
        let lost = points < 0 && (Score::from_points(points).is_decided() || solved);
        if lost {
            return last.is_some_and(|points| points >= 0);
        }
        last = Some(points);
    }
    false
}

/// Lets a champion play so many games against itself.
pub fn self_play(
    game: &Spec,
    champion: &str,
    time: TimeControl,
    games: usize,
    threads: &mut Threads,
    mut ended: impl FnMut(),
) -> Result<Falls, GamesError> {
    let agents = vec![PlanAgent::new("one", champion), PlanAgent::new("other", champion)];
    let mut plan = Plan::new("falls", &game.to_string(), agents)?;
    plan.games[0].time = time;
    plan.format = Format::Match { length: games };
    let line_up = LineUp::new(&plan)?;
    let mut falls = Falls::default();
    run(&plan, &line_up, None, threads, &Cancel::default(), |progress| {
        falls.add(progress.record);
        ended();
    })?;
    Ok(falls)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A game of the first player's scores and depths; the second player says nothing.
    fn record(game: &str, thoughts: &[(i32, u32)]) -> GameRecord {
        let own =
            |&(score, depth): &(i32, u32)| json!({"move": "m", "by": 0, "ms": 1.0, "score": score, "depth": depth});
        let moves: Vec<Value> =
            thoughts.iter().flat_map(|thought| [own(thought), json!({"move": "m", "by": 1, "ms": 1.0})]).collect();
        serde_json::from_value(json!({
            "game": game, "agents": ["champion", "champion"], "time": "10ms", "seed": 0, "opening": [],
            "moves": moves, "outcome": "second", "ending": {"by": "rule"},
        }))
        .expect("it is a record")
    }

    #[test]
    fn a_fall_is_from_even_or_better_to_lost() {
        let lost = Score::loss_in(6).points();
        let fell = |game, thoughts: &[(i32, u32)]| fell(&record(game, thoughts), Player::First);
        assert!(fell("pentago-swap", &[(10, 3), (0, 3), (lost, 3)]));
        assert!(!fell("pentago-swap", &[(10, 3), (-1, 3), (lost, 3)]));
        assert!(!fell("pentago-swap", &[(10, 3), (-400, 3)]));
        assert!(!fell("pentago-swap", &[(lost, 3)]));
        // In Dots-and-Boxes a margin is a result once the whole game was searched.
        assert!(fell("dots-and-boxes", &[(2, 4), (-1, 2)]));
        assert!(!fell("dots-and-boxes", &[(2, 1), (-1, 1)]));
    }
}
