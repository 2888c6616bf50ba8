//! A position as the page draws it, and an agent's opinion of it.

use ply_agents::reported_chance;
use ply_arena::describe;
use ply_game::BoardGame;
use ply_games::Scene;
use ply_search::Report;
use serde_json::{Value, json};

use crate::drawing::taken;

/// Everything about a position and how it came about.
pub(crate) fn describe<G: BoardGame>(scene: &Scene<G>) -> Value {
    let mut value = describe::position(scene);
    value["start"] = scene.start.position_text().into();
    value["taken"] = taken(&scene.start, None);
    value["history"] = history(scene);
    value
}

/// Every move with the position after it.
fn history<G: BoardGame>(scene: &Scene<G>) -> Value {
    let mut position = scene.start.clone();
    let step = |&mv: &G::Move| {
        let after = position.after(mv);
        let before = std::mem::replace(&mut position, after);
        json!({
            "move": before.move_text(mv),
            "by": before.to_move().to_string(),
            "position": position.position_text(),
            "line": position.winning_line(),
            "taken": taken(&position, Some(&before)),
        })
    };
    scene.moves.iter().map(step).collect()
}

/// Whose opinion a score is.
pub(crate) struct Opinion {
    /// The agent's name.
    pub(crate) agent: String,
}

impl Opinion {
    /// A report with the first player's chance to win.
    pub(crate) fn report<G: BoardGame>(&self, position: &G, report: &Report<G::Move>, lines: usize) -> Value {
        let mut value = describe::report(position, report, lines);
        value["win_chance"] = reported_chance::<G>(&self.agent, report, position.to_move()).into();
        value
    }
}
