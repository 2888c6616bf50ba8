//! The board for the terminal: two characters a cell, so that 42 columns still fit.
//!
//! White is drawn in outline and Red filled (in ASCII, small letters are round, capitals square). The blank between two
//! cells carries the marks: brackets around the last move, parentheses around the pieces of the winning line.

use std::collections::HashSet;

use anstyle::{AnsiColor, Style};
use ply_game::{Canvas, Drawn, Game, Player, View};

use super::notation::{colour_name, letter};
use super::{Bits, Likeness, Move, Shape, Simplexity};

/// Where the frame's left edge is: row numbers have at most two digits.
const FRAME: usize = 3;
/// Where column 0 is.
const LEFT: usize = FRAME + 2;

const DIM: Style = Style::new().dimmed();

fn symbol(player: Player, shape: Shape, unicode: bool) -> char {
    match (player, shape) {
        _ if !unicode => letter(player, shape),
        (Player::First, Shape::Round) => '○',
        (Player::First, Shape::Square) => '□',
        (Player::Second, Shape::Round) => '●',
        (Player::Second, Shape::Square) => '■',
    }
}

fn style(player: Player) -> Style {
    match player {
        Player::First => Style::new().bold(),
        Player::Second => AnsiColor::Red.on_default().bold(),
    }
}

impl<W: Bits> Simplexity<W> {
    /// The cell of the piece that a move just placed.
    fn placed_by(&self, mv: Move) -> Option<(usize, usize)> {
        let height = self.landing_row(mv.column()).unwrap_or(self.geometry().rows());
        Some((height.checked_sub(1)?, mv.column()))
    }

    fn draw_row(&self, canvas: &mut Canvas, row: usize, last: Option<(usize, usize)>, marks: &Marks) {
        let (rows, cols) = (self.geometry().rows(), self.geometry().cols());
        let at = rows - 1 - row;
        let edge = if marks.unicode { "│" } else { "|" };
        canvas.put(at, 0, &format!("{row:>2}"), DIM);
        canvas.put(at, FRAME, edge, DIM);
        canvas.put(at, LEFT + 2 * cols, edge, DIM);
        for column in 0..cols {
            let (text, style) = match self.piece(row, column) {
                Some((player, shape)) => {
                    let style = style(player);
                    let in_line = marks.line.contains(&(row, column));
                    (symbol(player, shape, marks.unicode), if in_line { style.invert() } else { style })
                }
                None => (if marks.unicode { '·' } else { '.' }, DIM),
            };
            canvas.put(at, LEFT + 2 * column, &text.to_string(), style);
        }
        for gap in 0..=cols {
            let (left, right) = (gap.checked_sub(1).map(|column| (row, column)), Some((row, gap)));
            let in_line = |cell: Option<(usize, usize)>| cell.is_some_and(|cell| marks.line.contains(&cell));
            let (mark, colour) = match (in_line(left), in_line(right)) {
                _ if last.is_some() && right == last => ("[", AnsiColor::Cyan),
                _ if last.is_some() && left == last => ("]", AnsiColor::Cyan),
                (true, true) => ("-", AnsiColor::Green),
                (false, true) => ("(", AnsiColor::Green),
                (true, false) => (")", AnsiColor::Green),
                (false, false) => continue,
            };
            canvas.put(at, LEFT - 1 + 2 * gap, mark, colour.on_default().bold());
        }
    }

    /// The frame's bottom and the column numbers, their tens above their ones.
    fn draw_foot(&self, canvas: &mut Canvas, unicode: bool) {
        let (rows, cols) = (self.geometry().rows(), self.geometry().cols());
        let (corner, line, end) = if unicode { ("└", "─", "┘") } else { ("+", "-", "+") };
        canvas.put(rows, FRAME, &format!("{corner}{}{end}", line.repeat(2 * cols + 1)), DIM);
        let ones = rows + 1 + usize::from(cols > 10);
        for column in 0..cols {
            if column >= 10 {
                canvas.put(rows + 1, LEFT + 2 * column, &(column / 10).to_string(), DIM);
            }
            canvas.put(ones, LEFT + 2 * column, &(column % 10).to_string(), DIM);
        }
    }

    fn draw_legend(&self, canvas: &mut Canvas, row: usize, unicode: bool) {
        let mut at = LEFT - 1;
        let mut put = |text: &str, style: Style| {
            canvas.put(row, at, text, style);
            at += text.chars().count();
        };
        put("left:", DIM);
        for player in Player::BOTH {
            put(&format!("  {}", colour_name(player)), DIM);
            for shape in Shape::BOTH {
                put(&format!(" {}", symbol(player, shape, unicode)), style(player));
                put(&format!(" {}", self.left(player, shape)), Style::new());
            }
        }
    }
}

/// What is marked on the board, and how.
struct Marks {
    line: HashSet<(usize, usize)>,
    unicode: bool,
}

impl<W: Bits> Drawn for Simplexity<W> {
    fn draw(&self, view: View<Move>) -> Canvas {
        let mut canvas = Canvas::new();
        let line = self.first_line();
        let last = view.last.and_then(|mv| self.placed_by(mv));
        let cells = line.iter().flat_map(|(_, cells)| cells).copied().collect();
        let marks = Marks { line: cells, unicode: view.unicode };
        let rows = self.geometry().rows();
        for row in 0..rows {
            self.draw_row(&mut canvas, row, last, &marks);
        }
        self.draw_foot(&mut canvas, view.unicode);
        let legend = rows + 2 + usize::from(self.geometry().cols() > 10);
        self.draw_legend(&mut canvas, legend, view.unicode);
        if let Some((likeness, _)) = line {
            let what = match likeness {
                Likeness::Shape(shape) => shape.name(),
                Likeness::Colour(player) => colour_name(player),
            };
            let text = format!("line of {what} pieces");
            canvas.put(legend + 1, LEFT - 1, &text, AnsiColor::Green.on_default().bold());
        }
        canvas
    }

    fn spot(&self, mv: Move) -> Option<(usize, usize)> {
        let ones = self.geometry().rows() + 1 + usize::from(self.geometry().cols() > 10);
        Some((ones, LEFT + 2 * mv.column()))
    }

    fn winning_line(&self) -> Option<Vec<(usize, usize)>> {
        self.outcome()?.winner()?;
        self.first_line().map(|(_, cells)| cells)
    }
}
