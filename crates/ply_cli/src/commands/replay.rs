//! `plyground replay`: a finished game, board by board.

use std::fs;
use std::io::{BufRead as _, IsTerminal as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ply_arena::{Ending, GameRecord};
use ply_game::{BoardGame, Spec, View, play_texts};
use ply_games::{Visitor, visit};
use ply_search::Score;

use crate::args::Format;
use crate::output::{Screen, print, print_json};

/// What to show of the game.
#[derive(Clone, Copy)]
pub enum Part {
    /// Step by step on a terminal, all boards elsewhere.
    Steps,
    /// The board after this many moves.
    Ply(usize),
}

/// Shows the game on line `number` (counted from 1) of a file of records.
pub fn run(screen: Screen, file: &Path, number: usize, part: Part, format: Format) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let games = text.lines().filter(|line| !line.trim().is_empty()).count();
    let line = text.lines().filter(|line| !line.trim().is_empty()).nth(number - 1);
    let Some(line) = line else { bail!("{} has {games} games, there is no game {number}", file.display()) };
    let record: GameRecord =
        serde_json::from_str(line).with_context(|| format!("{}, game {number}", file.display()))?;
    if format.json {
        return print_json(&record);
    }
    let spec: Spec = record.game.parse()?;
    let boards = visit(&spec, None, Boards { screen, record: &record })??;
    match part {
        Part::Ply(ply) => match boards.get(ply) {
            Some(board) => print(board),
            None => bail!("the game has {} moves, there is no ply {ply}", boards.len() - 1),
        },
        Part::Steps if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() => step(&boards)?,
        Part::Steps => print(&boards.join("\n")),
    }
    Ok(())
}

/// Shows one board after the other; the person says where to go.
fn step(boards: &[String]) -> Result<()> {
    let mut at = 0;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        print(&format!("\x1b[2J\x1b[H{}\n[Enter] next, b back, a number to jump, q quit: ", boards[at]));
        let Some(line) = lines.next().transpose()? else { break };
        match line.trim() {
            "q" => break,
            "b" => at = at.saturating_sub(1),
            "" if at + 1 == boards.len() => break,
            "" => at += 1,
            number => at = number.parse().unwrap_or(at).min(boards.len() - 1),
        }
    }
    Ok(())
}

/// Draws the board after every move.
struct Boards<'a> {
    screen: Screen,
    record: &'a GameRecord,
}

impl Visitor for Boards<'_> {
    type Output = Result<Vec<String>>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<Vec<String>> {
        let record = self.record;
        let mut game = start;
        let heading = format!("{spec}\nfirst: {}\nsecond: {}\n", record.agents[0], record.agents[1]);
        let draw = |game: &G, last, words: &str| {
            let view = View { unicode: self.screen.unicode, last };
            format!("{heading}\n{}\n{words}\n", self.screen.draw(&game.draw(view)))
        };
        let mut boards = vec![draw(&game, None, "the start")];
        let opening = record.opening.iter().map(|text| (text, " (opening)".to_owned()));
        let moves = record.moves.iter().map(|mv| {
            let score = mv.score.map(|points| format!(", score {}", spoken(points))).unwrap_or_default();
            let instead = mv.instead_of.as_ref().map(|fault| format!(", instead of a {fault}")).unwrap_or_default();
            (&mv.text, format!(" in {:.1} ms{score}{instead}", mv.ms))
        });
        for (number, (text, notes)) in opening.chain(moves).enumerate() {
            let mover = game.to_move();
            let played = play_texts(&mut game, text).with_context(|| format!("ply {}", number + 1))?;
            boards.push(draw(&game, played.first().copied(), &format!("{}. {mover} {text}{notes}", number + 1)));
        }
        let last = boards.last_mut().context("there is always a start")?;
        *last += &format!("{}\n", ending(record));
        Ok(boards)
    }
}

/// A score in words.
fn spoken(points: i32) -> String {
    Score::from_points(points).to_string()
}

fn ending(record: &GameRecord) -> String {
    let result = match record.outcome.as_str() {
        "draw" => "a draw".to_owned(),
        winner => format!("{winner} has won"),
    };
    match &record.ending {
        Ending::Rule => result,
        Ending::Forfeit { fault, .. } => format!("{result} by forfeit: {fault}"),
        Ending::Adjudication { why } => format!("{result} by adjudication: {why}"),
    }
}
