//! Ending a game before its end: by a number of plies, by both agents' own scores, or because nothing can change it.

use ply_game::{BoardGame, Outcome, Player};
use serde::{Deserialize, Serialize};

/// When a game is ended early. The default is never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    /// After this many plies the points on the board decide; a draw in games without points.
    pub max_plies: Option<usize>,
    /// When both agents have agreed on a winner by at least this score...
    pub score: Option<i32>,
    /// ...for this many moves each.
    pub moves: usize,
    /// When the rest of the game cannot change who wins.
    pub decided: bool,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { max_plies: None, score: None, moves: 3, decided: false }
    }
}

/// Watches a game for the moment to end it.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    /// For each player, how many moves in a row its score said that it wins (positive) or loses (negative).
    sure: [i64; 2],
}

impl Judge {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, sure: [0; 2] }
    }

    /// Hears the score a player gave with its move.
    pub(crate) fn hears(&mut self, player: Player, score: Option<i32>) {
        let Some(least) = self.rules.score else { return };
        let sure = &mut self.sure[player.index()];
        *sure = match score {
            Some(score) if score >= least => (*sure).max(0) + 1,
            Some(score) if score <= -least => (*sure).min(0) - 1,
            _ => 0,
        };
    }

    /// The outcome and the reason, when it is time.
    pub(crate) fn decides<G: BoardGame>(&self, position: &G, plies: usize) -> Option<(Outcome, String)> {
        let needed = self.rules.moves.max(1) as i64;
        for player in Player::BOTH {
            if self.sure[player.index()] >= needed && self.sure[player.other().index()] <= -needed {
                return Some((Outcome::Win(player), format!("both agents scored it so for {needed} moves")));
            }
        }
        if self.rules.decided
            && let Some(outcome) = decided(position)
        {
            return Some((outcome, "the rest cannot change who wins".to_owned()));
        }
        if self.rules.max_plies.is_some_and(|most| plies >= most) {
            let outcome = position.scores().map_or(Outcome::Draw, |[a, b]| Outcome::by_margin(a - b));
            return Some((outcome, format!("{plies} plies")));
        }
        None
    }
}

/// Who has won already, whatever comes: where the lead is larger than what is left to win.
fn decided<G: BoardGame>(position: &G) -> Option<Outcome> {
    let [first, second] = position.scores()?;
    let lead = first - second;
    (lead.abs() > position.open_points()?).then(|| Outcome::by_margin(lead))
}
