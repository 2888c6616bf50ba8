//! What a game is played for: points where its players count them, else the result. And the board it is played on.

use ply_game::{BoardGame, Outcome, Player, Spec};
use ply_search::solve::{MOST_PAYOFF, Payoff, WinDrawLoss};

/// What a finished game pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePayoff {
    /// The winner's margin.
    Points,
    /// 1 for a win, 0 for a draw.
    Result,
}

impl GamePayoff {
    /// What this game is played for. (The powers of Infexion are no points: who has none left has lost.)
    pub fn of(game: &Spec) -> Self {
        match game.name.as_str() {
            "dots-and-boxes" | "colosseum" => Self::Points,
            _ => Self::Result,
        }
    }
}

fn margin<G: BoardGame>(position: &G, player: Player) -> Option<i32> {
    position.scores().map(|scores| scores[player.index()] - scores[player.other().index()])
}

impl<G: BoardGame> Payoff<G> for GamePayoff {
    #[inline]
    fn at_end(&self, finished: &G, outcome: Outcome, player: Player) -> i32 {
        match (self, margin(finished, player)) {
            (Self::Points, Some(margin)) => margin,
            _ => WinDrawLoss.at_end(finished, outcome, player),
        }
    }

    #[inline]
    fn range(&self, position: &G, player: Player) -> (i32, i32) {
        match self {
            Self::Result => (-1, 1),
            Self::Points => match (margin(position, player), position.open_points()) {
                (Some(margin), Some(open)) => (margin - open, margin + open),
                _ => (-MOST_PAYOFF, MOST_PAYOFF),
            },
        }
    }
}

/// The board that a spec names, however its start is drawn.
pub fn board(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    spec.options.retain(|(key, _)| key != "seed");
    spec
}
