//! What a table says of a position and of its moves, as data and in words.

use ply_game::{BoardGame, Outcome, Player};
use serde_json::{Value, json};

use super::tables::BoardTable;
use crate::payoff::GamePayoff;

impl<G: BoardGame> BoardTable<G> {
    fn counts(&self) -> bool {
        GamePayoff::of(&self.game) == GamePayoff::Points
    }

    /// What it says of a position that is not over and of every move: `value`, `margin` and `moves`.
    pub fn as_json(&self, position: &G) -> Value {
        let worth = |value: i32| {
            let value = for_first(position, value);
            (Outcome::by_margin(value).to_string(), self.counts().then_some(value))
        };
        let judged = |mv: G::Move| {
            let judgement = self.values.judge(position, mv);
            let (value, margin) = worth(judgement.after);
            let (mv, judgement) = (position.move_text(mv), judgement.to_string());
            json!({ "move": mv, "value": value, "margin": margin, "judgement": judgement })
        };
        let moves: Vec<Value> = position.move_list().into_iter().map(judged).collect();
        let (value, margin) = worth(self.values.value(position));
        json!({ "value": value, "margin": margin, "moves": moves })
    }

    /// What it says of a position that is not over and one move.
    pub fn in_words(&self, position: &G, mv: G::Move) -> String {
        let value = for_first(position, self.values.value(position));
        let worth = match Outcome::by_margin(value) {
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Win(winner) if self.counts() => format!("{winner} wins by {}", value.abs()),
            Outcome::Win(winner) => format!("{winner} wins"),
        };
        let is_perfect = |mv: &G::Move| self.values.judge(position, *mv).is_perfect();
        let perfect: Vec<String> =
            position.move_list().into_iter().filter(is_perfect).map(|mv| position.move_text(mv)).collect();
        let (text, judgement) = (position.move_text(mv), self.values.judge(position, mv));
        format!("by the table: {worth}; {text} is {judgement}\nperfect: {}\n", perfect.join(" "))
    }
}

/// A value for the player to move as one for the first player.
fn for_first<G: BoardGame>(position: &G, value: i32) -> i32 {
    if position.to_move() == Player::First { value } else { -value }
}
