//! Boards for the terminal: a sheet of characters, each with its style.

use anstyle::Style;

use crate::{Game, Notation, Player};

/// How a board is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct View<M> {
    /// Box-drawing characters and symbols, or plain ASCII.
    pub unicode: bool,
    /// The move that led here, to be marked.
    pub last: Option<M>,
}

/// A game that can be looked at.
pub trait Drawn: Game + Notation {
    /// The board with coordinates, the last move and a winning line marked. Players must be told apart without
    /// colour too.
    fn draw(&self, view: View<Self::Move>) -> Canvas {
        let _ = view;
        let mut canvas = Canvas::new();
        canvas.put(0, 0, &self.position_text(), Style::new());
        canvas
    }

    /// Where on the drawing of this position a move is made: the row and column of a character. Moves that begin at the
    /// same place share it. `None` where a move has no place; then it can only be typed.
    fn spot(&self, mv: Self::Move) -> Option<(usize, usize)> {
        let _ = mv;
        None
    }

    /// The cells (row, column) of the line that won, in the order the rules report them.
    fn winning_line(&self) -> Option<Vec<(usize, usize)>> {
        None
    }

    /// The cells (row, column) that were won for good, each with its owner; `None` where the position does not tell who
    /// won it. Empty in games without such cells.
    fn taken(&self) -> Vec<(usize, usize, Option<Player>)> {
        Vec::new()
    }
}

/// A sheet of styled characters that grows as it is written on.
///
/// ```
/// use ply_game::Canvas;
/// let mut canvas = Canvas::new();
/// canvas.put(1, 2, "hi", anstyle::AnsiColor::Red.on_default());
/// assert_eq!(canvas.plain(), "\n  hi\n");
/// assert_eq!(canvas.coloured(), "\n  \x1b[31mhi\x1b[0m\n");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Canvas {
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// An empty sheet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes one line of text with its first character at (row, column).
    pub fn put(&mut self, row: usize, column: usize, text: &str, style: Style) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        let end = column + text.chars().count();
        if line.len() < end {
            line.resize(end, (' ', Style::new()));
        }
        for (place, character) in line[column..end].iter_mut().zip(text.chars()) {
            *place = (character, style);
        }
    }

    /// The characters with their styles, row by row; rows may differ in length.
    pub fn rows(&self) -> &[Vec<(char, Style)>] {
        &self.rows
    }

    /// The text without styles, every line ended, no trailing blanks.
    pub fn plain(&self) -> String {
        self.rows
            .iter()
            .map(|row| {
                let line: String = row.iter().map(|(character, _)| character).collect();
                format!("{}\n", line.trim_end())
            })
            .collect()
    }

    /// The text with ANSI escapes.
    pub fn coloured(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let is_blank = |&(character, style): &(char, Style)| character == ' ' && style == Style::new();
            let end = row.iter().rposition(|cell| !is_blank(cell)).map_or(0, |last| last + 1);
            for run in row[..end].chunk_by(|a, b| a.1 == b.1) {
                let style = run[0].1;
                text.push_str(&style.render().to_string());
                text.extend(run.iter().map(|(character, _)| character));
                text.push_str(&style.render_reset().to_string());
            }
            text.push('\n');
        }
        text
    }
}
