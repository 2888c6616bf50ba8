//! What leaves the store: JSON lines, CSV, the competition's `results.tsv`, a Markdown report and two SVG pictures.

mod markdown;
mod svg;

use std::io::{self, Write};

use serde::Serialize;

use crate::GameRecord;
use crate::standings::Standings;
use crate::store::StoredGame;

pub use markdown::markdown;
pub use svg::{cross_table_svg, rating_plot_svg};

/// An agent's rating with its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingLine {
    /// The agent's name.
    pub name: String,
    /// The rating in Elo.
    pub rating: f64,
    /// Where its interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    id: String,
    round: usize,
    number: usize,
    names: [&'a str; 2],
    #[serde(flatten)]
    record: &'a GameRecord,
}

/// One game a line: its record, with its identity, its place in the schedule and the agents' names in the tournament
/// before it. A line reads back as a [`GameRecord`].
pub fn json_lines(games: &[StoredGame], names: &[&str], out: &mut impl Write) -> io::Result<()> {
    for game in games {
        let line = JsonLine {
            id: game.id.to_string(),
            round: game.pairing.round,
            number: game.pairing.index,
            names: names_of(game, names),
            record: &game.record,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

/// One game a line, without its moves, under a line of headings (RFC 4180, but for plain line ends).
pub fn csv(games: &[StoredGame], names: &[&str], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "id,round,number,game,first,second,first_spec,second_spec,time,opening,seed,outcome,ending,loser,reason,plies"
    )?;
    for game in games {
        let StoredGame { id, pairing, record, .. } = game;
        let [first, second] = names_of(game, names);
        let (ending, loser, reason) = match record.forfeit() {
            Some((loser, fault)) => ("forfeit", loser.index().to_string(), fault.reason.word()),
            None if record.ending == crate::Ending::Rule => ("rule", String::new(), ""),
            None => ("adjudication", String::new(), ""),
        };
        let fields = [
            &id.to_string(),
            &pairing.round.to_string(),
            &pairing.index.to_string(),
            &record.game.to_string(),
            first,
            second,
            &record.agents[0].to_string(),
            &record.agents[1].to_string(),
            &record.time_text(),
            &record.opening.join(" "),
            &record.seed.to_string(),
            &record.outcome.map_or("unfinished".to_owned(), |outcome| outcome.to_string()),
            ending,
            &loser,
            reason,
            &(record.opening.len() + record.moves.len()).to_string(),
        ];
        writeln!(out, "{}", fields.map(csv_field).join(","))?;
    }
    Ok(())
}

fn names_of<'a>(game: &StoredGame, names: &[&'a str]) -> [&'a str; 2] {
    game.pairing.agents.map(|agent| names.get(agent).copied().unwrap_or("?"))
}

/// A field of a line of CSV, in quotes where it needs them.
pub fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The competition's `results.tsv`: name and points of each agent, the best first, no headings.
// CITE: https://github.com/VideojogosLusofona/color-shape-links-ai-competition, RankingSessionListener.cs
pub fn results_tsv(standings: &Standings, out: &mut impl Write) -> io::Result<()> {
    for line in &standings.lines {
        writeln!(out, "{}\t{}", line.name.replace(['\t', '\n', '\r'], " "), line.score.points)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
