//! `--tablebase FILE`: a table of `plyground table`, opened for the board of a scene, and what it says of moves.

use std::path::Path;

use anyhow::{Context as _, Result};
use ply_agents::{GamePayoff, board};
use ply_game::{BoardGame, Outcome, Player};
use ply_search::tablebase::Tablebase;
use serde_json::{Value, json};

use crate::setup::Scene;

/// Opens the table of the board on which a scene plays.
pub fn open<G: BoardGame>(path: &Path, scene: &Scene<G>) -> Result<Tablebase<G, GamePayoff>> {
    let payoff = GamePayoff::of(&scene.spec);
    Tablebase::open(path, &board(&scene.spec).to_string(), &scene.start, payoff)
        .with_context(|| path.display().to_string())
}

/// A value for the player to move as one for the first player.
fn for_first<G: BoardGame>(position: &G, value: i32) -> i32 {
    if position.to_move() == Player::First { value } else { -value }
}

/// What the table says of a position and of every move.
pub fn as_json<G: BoardGame>(scene: &Scene<G>, table: &Tablebase<G, GamePayoff>) -> Value {
    let position = &scene.position;
    let counts = GamePayoff::of(&scene.spec) == GamePayoff::Points;
    let worth = |value: i32| {
        let value = for_first(position, value);
        (Outcome::by_margin(value).to_string(), counts.then_some(value))
    };
    let moves: Vec<Value> = position
        .move_list()
        .into_iter()
        .map(|mv| {
            let judgement = table.judge(position, mv);
            let (value, margin) = worth(judgement.after);
            json!({
                "move": position.move_text(mv),
                "value": value,
                "margin": margin,
                "judgement": judgement.to_string(),
            })
        })
        .collect();
    let (value, margin) = worth(table.value(position));
    json!({ "value": value, "margin": margin, "moves": moves })
}

/// What the table says of a position and one move, in words.
pub fn in_words<G: BoardGame>(scene: &Scene<G>, table: &Tablebase<G, GamePayoff>, mv: G::Move) -> String {
    let position = &scene.position;
    let value = for_first(position, table.value(position));
    let worth = match Outcome::by_margin(value) {
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Win(winner) if GamePayoff::of(&scene.spec) == GamePayoff::Points => {
            format!("{winner} wins by {}", value.abs())
        }
        Outcome::Win(winner) => format!("{winner} wins"),
    };
    let is_perfect = |mv: &G::Move| table.judge(position, *mv).is_perfect();
    let perfect: Vec<String> =
        position.move_list().into_iter().filter(is_perfect).map(|mv| position.move_text(mv)).collect();
    format!(
        "by the table: {worth}; {} is {}\nperfect: {}\n",
        position.move_text(mv),
        table.judge(position, mv),
        perfect.join(" ")
    )
}
