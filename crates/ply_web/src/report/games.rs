//! A game as the report keeps it: its record, every position, and its log where that is asked for.

use ply_game::BoardGame;
use ply_games::{Place, Scene, SceneVisitor, set_up};
use serde_json::{Value, json};

use super::kept::KeptGame;
use super::logs::GameLogs;
use crate::board::describe;
use crate::drawing::drawing;
use crate::page;

/// A game with all its positions.
pub(super) fn game(kept: &KeptGame<'_>, logs: Option<&GameLogs>) -> Value {
    let game = kept.game;
    let record = &game.record;
    let spec = record.game.to_string();
    let moves: Vec<&str> = record.move_texts().collect();
    let place = Place { game: &spec, position: record.start.as_deref(), moves: &moves.join(" ") };
    let state = set_up(&place, Show { drawn: !page::has_board(&record.game.name) });
    let mut value = json!({
        "number": kept.number,
        "id": game.id.to_string(),
        "round": game.pairing.round,
        "agents": game.pairing.agents,
        "record": record,
        "state": state.as_ref().ok(),
    });
    if let Err(error) = state {
        value["problem"] = error.to_string().into();
    }
    if let Some(log) = logs.and_then(|logs| logs.of(&game.pairing)) {
        value["log"] = log.into();
    }
    value
}

/// Describes every position; with drawings for a game that has no board of its own.
struct Show {
    drawn: bool,
}

impl SceneVisitor for Show {
    type Output = Value;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Value {
        let mut value = describe(&scene);
        value["legal_moves"] = Value::Array(Vec::new());
        if self.drawn {
            let part = |length: usize| {
                let moves = scene.moves[..length].to_vec();
                let position = moves.iter().fold(scene.start.clone(), |position, mv| position.after(*mv));
                drawing(&Scene { spec: scene.spec.clone(), start: scene.start.clone(), moves, position })
            };
            value["drawings"] = (0..=scene.moves.len()).map(part).collect();
        }
        value
    }
}
