//! Files of self-play: a game a line (`.jsonl`), or a position a line (`.csv`). What is in them is written whole games at a
//! time, and can be gone on with.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, Write as _};
use std::path::Path;

use ply_arena::export::csv_field;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::self_play::{SelfPlayed, fingerprint};

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// A game a line, its positions as columns of JSON.
    JsonLines,
    /// A position a line.
    Csv,
}

impl Layout {
    /// The layout that a file's name asks for.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "jsonl" => Some(Self::JsonLines),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// What every game of a file has in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Heading {
    /// The game's full spelling.
    pub game: String,
    /// The agent's.
    pub agent: String,
    /// The seed.
    pub seed: u64,
}

const COLUMNS: &str = "game,ply,to_move,position,move,score,proven,value,result,policy";

/// A file that is being written.
#[derive(Debug)]
pub struct SelfPlayFile {
    file: File,
    layout: Layout,
    heading: Heading,
}

/// What a file has of earlier runs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Earlier {
    /// Games.
    pub games: u64,
    /// The number of the next one.
    pub next: u64,
    /// Their fingerprints.
    pub seen: HashSet<u64>,
}

/// What is read of a line of JSON.
#[derive(Deserialize)]
struct Line {
    number: u64,
    positions: Vec<String>,
    moves: Vec<String>,
}

impl SelfPlayFile {
    /// A new file, in the place of any other.
    pub fn create(path: &Path, layout: Layout, heading: Heading) -> io::Result<Self> {
        let mut file = File::create(path)?;
        if layout == Layout::Csv {
            writeln!(file, "{COLUMNS}")?;
        }
        Ok(Self { file, layout, heading })
    }

    /// A file to be gone on with. What stands at its end without being a whole game is taken away.
    pub fn resume(path: &Path, layout: Layout, heading: Heading) -> io::Result<(Self, Earlier)> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let (earlier, end) = match layout {
            Layout::JsonLines => read_json_lines(&file)?,
            Layout::Csv => read_csv(&file)?,
        };
        file.set_len(end)?;
        let mut resumed = Self { file, layout, heading };
        resumed.file.seek(io::SeekFrom::End(0))?;
        Ok((resumed, earlier))
    }

    /// Adds a game.
    pub fn write(&mut self, game: &SelfPlayed) -> io::Result<()> {
        let text = match self.layout {
            Layout::JsonLines => json_line(&self.heading, game),
            Layout::Csv => csv_lines(game),
        };
        // In one piece: a game is there or it is not, up to what the system does to one call.
        self.file.write_all(text.as_bytes())
    }
}

fn json_line(heading: &Heading, game: &SelfPlayed) -> String {
    let samples = &game.samples;
    let line = json!({
        "game": heading.game,
        "agent": heading.agent,
        "seed": heading.seed,
        "number": game.number,
        "opening": game.opening,
        "outcome": game.outcome.to_string(),
        "positions": samples.iter().map(|sample| &sample.position).collect::<Vec<_>>(),
        "to_move": samples.iter().map(|sample| sample.to_move.index()).collect::<Vec<_>>(),
        "moves": samples.iter().map(|sample| &sample.mv).collect::<Vec<_>>(),
        "scores": samples.iter().map(|sample| sample.score).collect::<Vec<_>>(),
        "proven": samples.iter().map(|sample| sample.proven).collect::<Vec<_>>(),
        "values": samples.iter().map(|sample| rounded(sample.value)).collect::<Vec<_>>(),
        "results": samples.iter().map(|sample| game.result(sample.to_move)).collect::<Vec<_>>(),
        "policies": samples.iter().map(|sample| &sample.policy).collect::<Vec<_>>(),
    });
    format!("{line}\n")
}

fn csv_lines(game: &SelfPlayed) -> String {
    let mut text = String::new();
    for (ply, sample) in game.samples.iter().enumerate() {
        let score = sample.score.map_or(String::new(), |score| score.to_string());
        let policy: Vec<String> = sample.policy.iter().map(|(mv, visits)| format!("{mv}:{visits}")).collect();
        let fields = [
            game.number.to_string(),
            (game.opening.len() + ply).to_string(),
            sample.to_move.index().to_string(),
            csv_field(&sample.position),
            csv_field(&sample.mv),
            score,
            u8::from(sample.proven).to_string(),
            rounded(sample.value).to_string(),
            game.result(sample.to_move).to_string(),
            csv_field(&policy.join(" ")),
        ];
        writeln!(text, "{}", fields.join(",")).expect("writing to a string cannot fail");
    }
    text
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The games of a file, and where the last whole one ends.
fn read_json_lines(file: &File) -> io::Result<(Earlier, u64)> {
    let mut reader = BufReader::new(file);
    let (mut earlier, mut end, mut text) = (Earlier::default(), 0, String::new());
    loop {
        text.clear();
        let length = reader.read_line(&mut text)?;
        if !text.ends_with('\n') {
            return Ok((earlier, end));
        }
        let line: Line = serde_json::from_str(&text).map_err(io::Error::other)?;
        let first = line.positions.first().map_or("", String::as_str);
        earlier.seen.insert(fingerprint(first, line.moves.iter().map(String::as_str)));
        (earlier.games, earlier.next, end) = (earlier.games + 1, line.number + 1, end + length as u64);
    }
}

/// The same of lines that are positions. Nothing tells whether the last game is whole: it is played again.
fn read_csv(file: &File) -> io::Result<(Earlier, u64)> {
    let mut reader = BufReader::new(file);
    let mut text = String::new();
    let heading = reader.read_line(&mut text)?;
    if text.trim_end() != COLUMNS {
        return Err(io::Error::other(format!("expected the columns {COLUMNS}")));
    }
    let (mut earlier, mut at) = (Earlier::default(), heading as u64);
    let mut last: Option<(u64, u64, String, Vec<String>)> = None;
    loop {
        text.clear();
        let length = reader.read_line(&mut text)?;
        if !text.ends_with('\n') {
            break;
        }
        let mut fields = csv_fields(text.trim_end());
        let number = fields.first().and_then(|number| number.parse().ok());
        let (Some(number), 10) = (number, fields.len()) else { return Err(io::Error::other("a line is none of ours")) };
        let mv = fields.swap_remove(4);
        match &mut last {
            Some((of, _, _, moves)) if *of == number => moves.push(mv),
            _ => {
                let before = last.replace((number, at, fields.swap_remove(3), vec![mv]));
                if let Some((of, _, first, moves)) = before {
                    earlier.seen.insert(fingerprint(&first, moves.iter().map(String::as_str)));
                    (earlier.games, earlier.next) = (earlier.games + 1, of + 1);
                }
            }
        }
        at += length as u64;
    }
    let end = last.map_or(at, |(_, begin, ..)| begin);
    Ok((earlier, end))
}

/// The fields of a line, as [`csv_field`] wrote them.
fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            letter => fields.last_mut().expect("there is always one").push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use ply_game::{Outcome, Player};

    use super::*;
    use crate::self_play::Sample;

    fn game(number: u64) -> SelfPlayed {
        let sample = |to_move: Player, mv: &str| Sample {
            position: format!("5 a 1,2 {number},4 -"),
            to_move,
            mv: mv.to_owned(),
            score: Some(-3),
            proven: false,
            value: 0.456_789,
            policy: vec![(mv.to_owned(), 7), ("0,0,u".to_owned(), 2)],
        };
        let samples = vec![sample(Player::First, "1,1,u"), sample(Player::Second, "2,2,r")];
        SelfPlayed { number, opening: vec!["0,1,d".to_owned()], samples, outcome: Outcome::Win(Player::Second) }
    }

    #[test]
    fn a_file_that_was_cut_short_is_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["games.jsonl", "games.csv"] {
            let path = folder.path().join(name);
            let layout = Layout::of(&path).expect("a layout");
            let heading = Heading { game: "colosseum".to_owned(), agent: "mcts".to_owned(), seed: 1 };
            let mut file = SelfPlayFile::create(&path, layout, heading.clone()).expect("a file");
            [0, 2, 3].iter().for_each(|number| file.write(&game(*number)).expect("it can be written"));
            let whole = std::fs::read(&path).expect("it is there");
            std::fs::write(&path, &whole[..whole.len() - 9]).expect("cut");
            let (mut file, earlier) = SelfPlayFile::resume(&path, layout, heading.clone()).expect("a file of ours");
            assert_eq!(earlier.games, 2, "{name}");
            assert_eq!(earlier.next, 3);
            assert!(earlier.seen.contains(&game(2).fingerprint()) && !earlier.seen.contains(&game(3).fingerprint()));
            file.write(&game(3)).expect("it can be written");
            assert_eq!(std::fs::read(&path).expect("it is there"), whole);
        }
        let text = std::fs::read_to_string(folder.path().join("games.csv")).expect("it is there");
        assert_eq!(text.lines().nth(1), Some("0,1,0,\"5 a 1,2 0,4 -\",\"1,1,u\",-3,0,0.4568,0,\"1,1,u:7 0,0,u:2\""));
    }
}
