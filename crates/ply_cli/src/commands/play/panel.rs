//! What stands beside the board: the players and their clocks, what the thinking side thinks, the moves so far.

use std::time::Duration;

use ply_agents::win_chance;
use ply_arena::{AgentSpec, describe};
use ply_game::{BoardGame, Player};
use ply_search::Report;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::round::Round;
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
    /// What an agent's report on a position says.
    pub fn new<G: BoardGame>(agent: &str, position: &G, report: &Report<G::Move>) -> Self {
        let line = describe::line(position, &report.pv[..report.pv.len().min(8)]);
        Self {
            chance: win_chance::<G>(agent, report.score, position.to_move()),
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

/// What a player is called.
pub fn name(player: &AgentSpec) -> String {
    match player {
        AgentSpec::Human => "a person".to_owned(),
        AgentSpec::BuiltIn(spec) => spec.name.clone(),
        AgentSpec::Program(command) => command.to_string(),
    }
}

/// Who plays, whose turn it is, and the time left.
pub fn players<G: BoardGame>(round: &Round<G>, used: Duration, unicode: bool) -> Vec<Line<'static>> {
    let turn = round.turn();
    let row = |player: Player| {
        let is_turn = turn == Some(player);
        let mark = match (is_turn, unicode) {
            (false, _) => "  ",
            (true, true) => "▶ ",
            (true, false) => "> ",
        };
        let left = round.sitting.time_left(player);
        let left = left.map(|time| time.saturating_sub(if is_turn { used } else { Duration::ZERO }));
        let clock = left.map(|time| format!("  {}", clock_text(time))).unwrap_or_default();
        let style = if is_turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let scores = round.sitting.position().scores();
        let score = scores.map(|scores| format!("  {}", scores[player.index()])).unwrap_or_default();
        let who = name(&round.sitting.players[player.index()]);
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
pub fn moves<G: BoardGame>(round: &Round<G>, rows: usize) -> Vec<Line<'static>> {
    let texts = round.sitting.move_texts();
    let pairs = texts.chunks(2).enumerate();
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
