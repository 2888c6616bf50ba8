//! `plyground replay`: a finished game, board by board.

mod projector;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use ply_arena::{Ending, GameRecord};
use ply_game::{BoardGame, Canvas, Spec, View, play_texts};
use ply_games::{Visitor, visit};
use ply_search::Score;

use crate::args::Format;
use crate::output::{Screen, print, print_json};
use crate::tui;

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
    let film = visit(&spec, record.start.as_deref(), Develop { screen, record: &record })??;
    match part {
        Part::Ply(ply) => match film.pages.get(ply) {
            Some(page) => print(&film.text(screen, page)),
            None => bail!("the game has {} moves, there is no ply {ply}", film.pages.len() - 1),
        },
        Part::Steps if tui::is_possible() => projector::run(screen, &film)?,
        Part::Steps => {
            let boards: Vec<String> = film.pages.iter().map(|page| film.text(screen, page)).collect();
            print(&boards.join("\n"));
        }
    }
    Ok(())
}

/// A board of the game and what is said of it.
pub struct Page {
    pub canvas: Canvas,
    pub words: String,
}

/// The game from its start to its end.
pub struct Film {
    pub heading: String,
    pub pages: Vec<Page>,
}

impl Film {
    fn text(&self, screen: Screen, page: &Page) -> String {
        format!("{}\n{}\n{}\n", self.heading, screen.draw(&page.canvas), page.words)
    }
}

/// Draws the board after every move.
struct Develop<'a> {
    screen: Screen,
    record: &'a GameRecord,
}

impl Visitor for Develop<'_> {
    type Output = Result<Film>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Result<Film> {
        let record = self.record;
        let mut game = match &record.start {
            Some(text) => start.parse_position(text).context("the start")?,
            None => start,
        };
        let heading = format!("{spec}\nfirst: {}\nsecond: {}\n", record.agents[0], record.agents[1]);
        let page = |game: &G, last, words: String| {
            let canvas = game.draw(View { unicode: self.screen.unicode, last });
            Page { canvas, words }
        };
        let mut pages = vec![page(&game, None, "the start".to_owned())];
        let opening = record.opening.iter().map(|text| (text, " (opening)".to_owned()));
        let moves = record.moves.iter().map(|mv| {
            let score = mv.score.map(|points| format!(", score {}", spoken(points))).unwrap_or_default();
            let instead = mv.instead_of.as_ref().map(|fault| format!(", instead of a {fault}")).unwrap_or_default();
            (&mv.text, format!(" in {:.1} ms{score}{instead}", mv.ms))
        });
        for (number, (text, notes)) in opening.chain(moves).enumerate() {
            let mover = game.to_move();
            let played = play_texts(&mut game, text).with_context(|| format!("ply {}", number + 1))?;
            pages.push(page(&game, played.first().copied(), format!("{}. {mover} {text}{notes}", number + 1)));
        }
        let last = pages.last_mut().context("there is always a start")?;
        last.words += &format!("\n{}", ending(record));
        Ok(Film { heading, pages })
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
        Ending::Resignation { .. } => format!("{result} by resignation"),
        Ending::Unfinished => "not finished".to_owned(),
    }
}
