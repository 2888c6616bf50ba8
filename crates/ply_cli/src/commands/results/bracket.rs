//! The bracket of a knockout, drawn with lines.

use ply_arena::plan::{Format, Plan};
use ply_arena::schedule::Results;
use ply_arena::store::StoredGame;
use ply_game::harmless_line;

use crate::output::Screen;

/// Characters of a name.
const NAME: usize = 14;

/// The bracket of a plan; nothing where it has none.
pub fn drawn(screen: Screen, plan: &Plan, games: &[StoredGame]) -> Option<String> {
    let Format::Knockout { extra_pairs } = plan.format else { return None };
    let results: Results = games.iter().filter_map(|game| Some((game.pairing, game.record.outcome?))).collect();
    let rounds = plan.knockout(extra_pairs).bracket(&results);
    // A column for each round with two entries for each of its matches, and one for the winner.
    let name = |agent: Option<usize>, nobody: &str| {
        agent.map_or_else(|| nobody.to_owned(), |agent| harmless_line(&plan.agents[agent].name, NAME))
    };
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (number, round) in rounds.iter().enumerate() {
        let nobody = if number == 0 { "-" } else { "?" };
        let entry = |agent, points: ply_arena::points::Points, met: bool| {
            let points = if met { format!(" {points}") } else { String::new() };
            format!("{}{points}", name(agent, nobody))
        };
        let both = round.iter().flat_map(|two| {
            let met = two.agents.iter().all(Option::is_some);
            [0, 1].map(|side| entry(two.agents[side], two.points[side], met))
        });
        columns.push(both.collect());
    }
    columns.push(vec![name(rounds.last()?.first()?.winner, "?")]);
    Some(draw(&columns, if screen.unicode { ['┐', '├', '┘', '│'] } else { ['+', '+', '+', '|'] }))
}

/// The row of an entry: in the middle between the two it comes from.
fn row(column: usize, entry: usize) -> usize {
    (2 * entry + 1) * (1 << column) - 1
}

fn draw(columns: &[Vec<String>], [top, middle, bottom, line]: [char; 4]) -> String {
    let rows = 2 * columns[0].len() - 1;
    let mut text = vec![String::new(); rows];
    for (column, entries) in columns.iter().enumerate() {
        let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
        for (place, text) in text.iter_mut().enumerate() {
            let entry = entries.iter().enumerate().find(|(entry, _)| row(column, *entry) == place);
            let words = entry.map_or("", |(_, words)| words.as_str());
            text.push_str(&format!("{words:width$}"));
            if entries.len() == 1 {
                continue;
            }
            let above =
                (0..entries.len() / 2).find(|two| (row(column, 2 * two)..=row(column, 2 * two + 1)).contains(&place));
            let sign = above.map_or(' ', |two| match place {
                _ if place == row(column, 2 * two) => top,
                _ if place == row(column, 2 * two + 1) => bottom,
                _ if place == row(column + 1, two) => middle,
                _ => line,
            });
            text.push_str(&format!(" {sign} "));
        }
    }
    text.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_stand_between_those_they_came_from() {
        let columns = [vec!["Ada 2", "-", "Bela 1", "Chen 3"], vec!["Ada 4", "Chen 0"], vec!["Ada"]];
        let columns = columns.map(|column| column.into_iter().map(str::to_owned).collect());
        let expected = "\
Ada 2  ┐
       ├ Ada 4  ┐
-      ┘        │
                ├ Ada
Bela 1 ┐        │
       ├ Chen 0 ┘
Chen 3 ┘
";
        assert_eq!(draw(&columns, ['┐', '├', '┘', '│']), expected);
    }
}
