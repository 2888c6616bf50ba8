//! `plyground replay`: a game, board by board.

mod full_screen;

use anyhow::{Context as _, Result};
use ply_arena::{GameRecord, GameUnderWay, MoveRecord};
use ply_game::{BoardGame, Canvas, Player, View};
use ply_search::Score;

use super::record::{GameVisitor, find, no_such_ply, with_game};
use crate::args::ReplayArgs;
use crate::output::{Screen, Text, print_json, print_text};
use crate::tui;

pub fn run(screen: Screen, args: &ReplayArgs) -> Result<()> {
    let record = find(&args.record, &args.place)?.record;
    if args.format.json {
        return print_json(&record);
    }
    let replay = with_game(&record, Draw { screen, record: &record })?;
    match args.ply.map(|ply| ply as usize) {
        Some(ply) => {
            let board = replay.boards.get(ply).ok_or_else(|| no_such_ply(ply, replay.boards.len() - 1))?;
            print_text(replay.text(screen, board));
        }
        None if tui::is_possible() => full_screen::run(screen, &replay)?,
        None => {
            let boards = replay.boards.iter().map(|board| replay.text(screen, board));
            print_text(boards.reduce(|text, board| text + "\n" + board).unwrap_or_default());
        }
    }
    Ok(())
}

/// A board of the game and what is said of it.
struct Board {
    canvas: Canvas,
    words: String,
}

/// The game from its start to its end.
struct Replay {
    heading: String,
    boards: Vec<Board>,
}

impl Replay {
    fn text(&self, screen: Screen, board: &Board) -> Text {
        Text::from(format!("{}\n", self.heading)) + screen.draw(&board.canvas) + format!("\n{}\n", board.words)
    }
}

/// Draws the board after every move.
struct Draw<'a> {
    screen: Screen,
    record: &'a GameRecord,
}

impl GameVisitor for Draw<'_> {
    type Output = Replay;

    fn visit<G: BoardGame>(self, game: GameUnderWay<G>) -> Result<Replay> {
        let [first, second] = Player::BOTH.map(|player| who(self.record, player));
        let heading = format!("{}\nfirst: {first}\nsecond: {second}\n", game.spec());
        let mut position = game.start().clone();
        let board = |position: &G, last, words: String| {
            let canvas = position.draw(View { unicode: self.screen.unicode, last });
            Board { canvas, words }
        };
        let mut boards = vec![board(&position, None, "the start".to_owned())];
        let opening = game.move_texts().len() - game.moves().len();
        let notes = std::iter::repeat_n(" (opening)".to_owned(), opening).chain(game.moves().map(notes));
        for (index, (mv, notes)) in game.all_moves().zip(notes).enumerate() {
            let (mover, text) = (position.to_move(), &game.move_texts()[index]);
            position.play(mv);
            boards.push(board(&position, Some(mv), format!("{}. {mover} {text}{notes}", index + 1)));
        }
        let last = boards.last_mut().context("there is always a start")?;
        last.words += &format!("\n{}", self.record.verdict());
        Ok(Replay { heading, boards })
    }
}

/// A player's name and spelling, or its spelling alone where it has no other name.
fn who(record: &GameRecord, player: Player) -> String {
    let (name, agent) = (record.name(player), record.agents[player.index()].to_string());
    if agent.starts_with(&name) { agent } else { format!("{name}, {agent}") }
}

/// What is known of a move.
fn notes(mv: &MoveRecord) -> String {
    let score = mv.thought.score.map(|points| format!(", score {}", Score::from_points(points))).unwrap_or_default();
    let instead = mv.instead_of.as_ref().map(|fault| format!(", instead of a {fault}")).unwrap_or_default();
    format!(" in {:.1} ms{score}{instead}", mv.ms)
}
