//! Replays an archive of official ColorShapeLinks games: the winner and the winning line of every game.
//!
//! The archive is a table (`.tsv` or `.tsv.gz`) with a heading; the columns used are rows, cols, win, round, square,
//! winner, forfeit_side, solution and moves. A forfeited game ends early and must not be decided by then.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use ply_game::{BoardGame, Outcome, Player, Spec, play_texts};
use ply_games::{Visitor, visit};

/// Replays all games; fails on the first that ends otherwise than recorded.
pub fn run(path: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).with_context(|| path.display().to_string())?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    let start = Instant::now();
    let mut lines = text.lines();
    let headings: Vec<&str> = lines.next().context("the file is empty")?.split('\t').collect();
    let (mut games, mut moves, mut forfeits) = (0, 0, 0);
    for (number, line) in lines.enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let record = Record { headings: &headings, fields: &fields };
        moves += replay(&record).with_context(|| format!("line {}", number + 2))?;
        games += 1;
        forfeits += usize::from(!record.get("forfeit_side")?.is_empty());
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{games} games ({forfeits} forfeited), {moves} moves: all end as recorded; {:.0} ms", seconds * 1e3);
    Ok(())
}

struct Record<'a> {
    headings: &'a [&'a str],
    fields: &'a [&'a str],
}

impl<'a> Record<'a> {
    fn get(&self, heading: &str) -> Result<&'a str> {
        let column = self.headings.iter().position(|other| *other == heading);
        let column = column.with_context(|| format!("no column '{heading}'"))?;
        self.fields.get(column).copied().with_context(|| format!("no field '{heading}'"))
    }
}

fn replay(record: &Record<'_>) -> Result<usize> {
    let mut spec = String::from("simplexity:");
    for key in ["rows", "cols", "win", "round", "square"] {
        spec += &format!("{key}={},", record.get(key)?);
    }
    let spec: Spec = spec.trim_end_matches(',').parse()?;
    let seen = visit(&spec, None, Play { moves: record.get("moves")? })??;
    let (outcome, line) = if record.get("forfeit_side")?.is_empty() {
        let outcome = match record.get("winner")? {
            "White" => Outcome::Win(Player::First),
            "Red" => Outcome::Win(Player::Second),
            "Draw" | "None" => Outcome::Draw,
            other => bail!("unknown winner '{other}'"),
        };
        (Some(outcome), record.get("solution")?)
    } else {
        (None, "")
    };
    if (seen.outcome, seen.line.as_str()) != (outcome, line) {
        bail!("recorded {outcome:?} {line}, ours {:?} {}", seen.outcome, seen.line);
    }
    Ok(seen.moves)
}

struct Seen {
    outcome: Option<Outcome>,
    line: String,
    moves: usize,
}

struct Play<'a> {
    moves: &'a str,
}

impl Visitor for Play<'_> {
    type Output = Result<Seen>;

    fn visit<G: BoardGame>(self, _spec: Spec, mut game: G) -> Result<Seen> {
        let moves = play_texts(&mut game, self.moves)?.len();
        let line = game.winning_line().unwrap_or_default();
        let line = line.iter().map(|(row, column)| format!("({row},{column})")).collect();
        Ok(Seen { outcome: game.outcome(), line, moves })
    }
}
