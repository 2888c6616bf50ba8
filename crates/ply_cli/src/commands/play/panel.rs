//! What stands beside the board: the players and their clocks, what the thinking side thinks, the moves so far.

use std::time::Duration;

use ply_agents::{reported_chance, strongest};
use ply_arena::GameUnderWay;
use ply_game::{BoardGame, Player, line_texts};
use ply_search::Report;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::output::rate;

/// What somebody thinks of the position, ready to be shown.
#[derive(Clone)]
pub struct Opinion {
    /// The first player's chance to win.
    pub chance: f64,
    /// Score, depth and nodes.
    pub summary: String,
    /// The line expected.
    pub line: String,
}

impl Opinion {
    /// What whoever thinks reports on the game's position: the side to move or, for a person, the adviser.
    pub fn new<G: BoardGame>(game: &GameUnderWay<G>, report: &Report<G::Move>) -> Self {
        let (position, mover) = (game.position(), game.position().to_move());
        let agent =
            if game.is_person(mover) { strongest::<G>().to_owned() } else { game.agents()[mover.index()].name() };
        let line = line_texts(position, &report.pv[..report.pv.len().min(8)]);
        Self {
            chance: reported_chance::<G>(&agent, report, mover),
            summary: format!("{} depth {} {} nodes", report.score, report.depth, rate(report.nodes as f64)),
            line: line.join(" "),
        }
    }
}

/// Time on a clock.
pub fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60)
    }
}

/// Who plays, whose turn it is, and the time left.
pub fn players<G: BoardGame>(game: &GameUnderWay<G>, used: Duration, unicode: bool) -> Vec<Line<'static>> {
    let turn = game.to_move();
    let row = |player: Player| {
        let is_turn = turn == Some(player);
        let mark = match (is_turn, unicode) {
            (false, _) => "  ",
            (true, true) => "▶ ",
            (true, false) => "> ",
        };
        let left = game.time_left(player);
        let left = left.map(|time| time.saturating_sub(if is_turn { used } else { Duration::ZERO }));
        let clock = left.map(|time| format!("  {}", clock_text(time))).unwrap_or_default();
        let style = if is_turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let scores = game.position().scores();
        let score = scores.map(|scores| format!("  {}", scores[player.index()])).unwrap_or_default();
        let who = game.agents()[player.index()].name();
        Line::styled(format!("{mark}{player:<6} {who}{score}{clock}"), style)
    };
    Player::BOTH.map(row).to_vec()
}

/// An opinion as a bar from the first player's side to the second's, with its numbers.
pub fn opinion(opinion: &Opinion, width: usize, unicode: bool) -> Vec<Line<'static>> {
    let bar = width.clamp(10, 24);
    let filled = (opinion.chance * bar as f64).round() as usize;
    let (full, empty) = if unicode { ("█", "░") } else { ("#", ".") };
    let bar = format!("{}{}", full.repeat(filled.min(bar)), empty.repeat(bar - filled.min(bar)));
    let dim = Style::new().add_modifier(Modifier::DIM);
    vec![
        Line::from(vec![Span::styled("1 ", dim), Span::raw(bar), Span::styled(" 2", dim)]),
        Line::raw(opinion.summary.clone()),
        Line::styled(opinion.line.clone(), dim),
    ]
}

/// The last moves that fit, two a line.
pub fn moves<G: BoardGame>(game: &GameUnderWay<G>, rows: usize) -> Vec<Line<'static>> {
    let pairs = game.move_texts().chunks(2).enumerate();
    let lines: Vec<String> = pairs.map(|(number, pair)| format!("{:>3}. {}", number + 1, pair.join("  "))).collect();
    let skipped = lines.len().saturating_sub(rows);
    lines.into_iter().skip(skipped).map(Line::raw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_in_the_last_minute() {
        assert_eq!(clock_text(Duration::from_millis(9_940)), "9.9 s");
        assert_eq!(clock_text(Duration::from_secs(185)), "3:05");
    }
}
