//! The report: standings, cross table, forfeits and ratings as Markdown.

use std::fmt::Write;

use super::RatingLine;
use crate::plan::Plan;
use crate::standings::{Line, Standings};

/// A report on a tournament. `pictures` are files that it shows, each with its title: the SVG cross table and rating
/// plot, where they were written.
pub fn markdown(plan: &Plan, standings: &Standings, ratings: &[RatingLine], pictures: &[(&str, &str)]) -> String {
    let mut text = format!("# {}\n\n", escaped(&plan.name));
    settings(&mut text, plan);
    table(&mut text, standings);
    cross(&mut text, standings);
    forfeits(&mut text, standings);
    if !ratings.is_empty() {
        section(&mut text, "Ratings", "| Agent | Elo | 95 % |\n|:--|--:|:-:|");
        for line in ratings {
            let name = escaped(&line.name);
            put(&mut text, format_args!("| {name} | {:.0} | {:.0} to {:.0} |", line.rating, line.low, line.high));
        }
    }
    for (title, file) in pictures {
        put(&mut text, format_args!("\n![{}]({})", escaped(title), file.replace(' ', "%20")));
    }
    text
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _infallible = writeln!(text, "{line}");
}

fn section(text: &mut String, title: &str, headings: &str) {
    put(text, format_args!("\n## {title}\n\n{headings}"));
}

fn settings(text: &mut String, plan: &Plan) {
    put(text, format_args!("| Setting | Value |\n|:--|:--|"));
    for game in &plan.games {
        put(text, format_args!("| Game | {}, {} |", escaped(&game.spec), game.time));
    }
    put(
        text,
        format_args!("| Format | {}, opening pairs a meeting: {} |", plan.format.word(), plan.pairs * plan.games.len()),
    );
    let points = plan.points;
    put(text, format_args!("| Points | {} / {} / {} |", points.win, points.draw, points.loss));
    put(text, format_args!("| Seed | {} |", plan.seed));
}

/// A number of the standings, as it is printed.
type Column = (&'static str, fn(&Line) -> String);

/// Columns of the standings. One that is 0 for everybody is left out.
const COLUMNS: [Column; 8] = [
    ("Points", |line| line.score.points.to_string()),
    ("Games", |line| line.score.games().to_string()),
    ("Won", |line| line.score.wins.to_string()),
    ("Drawn", |line| line.score.draws.to_string()),
    ("Lost", |line| line.score.losses.to_string()),
    ("Forfeits", |line| line.all_forfeits().to_string()),
    ("Head to head", |line| line.head_to_head.to_string()),
    ("Sonneborn-Berger", |line| line.sonneborn_berger.to_string()),
];

fn table(text: &mut String, standings: &Standings) {
    let says = |(_, print): &&Column| standings.lines.iter().any(|line| print(line) != "0");
    let columns: Vec<&Column> = COLUMNS.iter().filter(says).collect();
    let headings: String = columns.iter().map(|(heading, _)| format!(" {heading} |")).collect();
    section(text, "Standings", &format!("| # | Agent |{headings}\n|--:|:--|{}", "--:|".repeat(columns.len())));
    for line in &standings.lines {
        let cells: String = columns.iter().map(|(_, print)| format!(" {} |", print(line))).collect();
        put(text, format_args!("| {} | {} |{cells}", line.rank, escaped(&line.name)));
    }
}

/// More agents in a cross table are not read by anybody.
pub(super) const MOST_CROSSED: usize = 60;

fn cross(text: &mut String, standings: &Standings) {
    let lines = &standings.lines[..standings.lines.len().min(MOST_CROSSED)];
    let ranks: String = (1..=lines.len()).map(|place| format!(" {place} |")).collect();
    section(text, "Cross table", &format!("| | Agent |{ranks}\n|--:|:--|{}", ":-:|".repeat(lines.len())));
    for (place, line) in lines.iter().enumerate() {
        let cells: String =
            lines.iter().map(|other| format!(" {} |", cell(standings, line.agent, other.agent))).collect();
        put(text, format_args!("| {} | {} |{cells}", place + 1, escaped(&line.name)));
    }
    let whom = if lines.len() < standings.lines.len() { format!(" The first {}.", lines.len()) } else { String::new() };
    put(text, format_args!("\nWon, drawn and lost by the agent of the row against the agent of the column.{whom}"));
}

/// What a cell of a cross table says.
pub(super) fn cell(standings: &Standings, own: usize, other: usize) -> String {
    let score = standings.cross[own][other];
    match score.games() {
        _ if own == other => "×".to_owned(),
        0 => String::new(),
        _ => format!("{}-{}-{}", score.wins, score.draws, score.losses),
    }
}

fn forfeits(text: &mut String, standings: &Standings) {
    if standings.lines.iter().all(|line| line.forfeits.is_empty()) {
        return;
    }
    section(text, "Forfeits", "| Agent | Reason | Games |\n|:--|:--|--:|");
    for line in &standings.lines {
        for (reason, games) in &line.forfeits {
            put(text, format_args!("| {} | {reason} | {games} |", escaped(&line.name)));
        }
    }
}

/// Names are shown as they are: nothing in them is markup.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '|' | '`' | '*' | '_' | '[' | ']' | '\\' | '#' | '~' => safe.extend(['\\', character]),
            _ if character.is_control() => safe.push(' '),
            _ => safe.push(character),
        }
    }
    safe
}
