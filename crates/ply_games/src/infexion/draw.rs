//! The board as a diamond of hexagons on which the six directions look like their names: r grows up and to the right,
//! q down and to the right.
//!
//! Labels outside the edges spell the two halves of a cell: `3,` stands at both ends of the cells with r = 3, `,4` at
//! both ends of those with q = 4.

use anstyle::{AnsiColor, Style};
use ply_game::{Canvas, Drawn, Player, View};

use super::action::Action;
use super::geometry::{CELLS, Direction, cells, coordinates};
use super::notation::letter;
use super::rules::Infexion;
use super::size::Size;

/// Columns from a hexagon to the next one on its right.
const PITCH: usize = 3;

/// Bottom of a hexagon and top of the one below.
const FLOOR: &str = "__";

const DIM: Style = Style::new().dimmed();

/// The characters of one style of drawing.
struct Glyphs {
    rising: &'static str,
    falling: &'static str,
    empty: &'static str,
    gone: &'static str,
    arrow: fn(Direction) -> &'static str,
}

const UNICODE: Glyphs = Glyphs {
    rising: "╱",
    falling: "╲",
    empty: "··",
    gone: "××",
    arrow: |direction| ["↘", "↓", "↙", "↖", "↑", "↗"][direction as usize],
};

const ASCII: Glyphs = Glyphs { rising: "/", falling: "\\", empty: "..", gone: "xx", arrow: Direction::text };

/// Row and column of the first of the two characters inside hexagon (r, q); -1 and the axis are the labels around
/// the board.
fn inside(size: Size, r: i32, q: i32) -> (usize, usize) {
    ((size.axis() as i32 - r + q) as usize, PITCH * (r + q + 1) as usize + 1)
}

const fn colour(player: Player) -> Style {
    match player {
        Player::First => AnsiColor::Red.on_default(),
        Player::Second => AnsiColor::BrightBlue.on_default(),
    }
}

/// What the last action did to a cell.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Untouched,
    /// It spread from here.
    Source(Direction),
    /// It gained power and is the mover's.
    Gained,
    /// It was emptied, having reached the length of a line.
    Gone,
}

impl Infexion {
    /// The marks of the last action. How far it went is not told by the position after it, so a spread marks the
    /// mover's unbroken line from the source; the first cell was reached in any case.
    fn marks(&self, last: Option<Action>) -> [Mark; CELLS] {
        let mut marks = [Mark::Untouched; CELLS];
        let Some(action) = last else { return marks };
        let Some(direction) = action.direction() else {
            marks[action.cell()] = Mark::Gained;
            return marks;
        };
        marks[action.cell()] = Mark::Source(direction);
        let mover = Player::after_plies(self.turn() + 1);
        for steps in 1..self.size.axis() {
            let cell = self.size.along(action.cell(), direction, steps);
            if self.owner(cell) != Some(mover) {
                if steps == 1 {
                    marks[cell] = Mark::Gone;
                }
                break;
            }
            marks[cell] = Mark::Gained;
        }
        marks
    }

    fn draw_cell(&self, canvas: &mut Canvas, cell: usize, mark: Mark, glyphs: &Glyphs) {
        let (r, q) = coordinates(cell);
        let (row, column) = inside(self.size, r as i32, q as i32);
        canvas.put(row - 1, column, FLOOR, DIM);
        canvas.put(row, column - 1, glyphs.rising, DIM);
        canvas.put(row, column + 2, glyphs.falling, DIM);
        canvas.put(row + 1, column - 1, glyphs.falling, DIM);
        canvas.put(row + 1, column, FLOOR, DIM);
        canvas.put(row + 1, column + 2, glyphs.rising, DIM);
        let noticed = AnsiColor::Yellow.on_default().bold();
        match (self.owner(cell), mark) {
            (Some(player), Mark::Gained) => {
                let text = format!("{}{}", letter(player).to_ascii_uppercase(), self.power(cell));
                canvas.put(row, column, &text, colour(player).bold().invert());
            }
            (Some(player), _) => {
                canvas.put(row, column, &format!("{}{}", letter(player), self.power(cell)), colour(player));
            }
            (None, Mark::Source(direction)) => {
                canvas.put(row, column, glyphs.empty, DIM);
                canvas.put(row, column, (glyphs.arrow)(direction), noticed);
            }
            (None, Mark::Gone) => canvas.put(row, column, glyphs.gone, noticed),
            (None, _) => canvas.put(row, column, glyphs.empty, DIM),
        }
    }

    fn draw_legend(&self, canvas: &mut Canvas, row: usize) {
        let mut column = 0;
        let mut put = |text: &str, style| {
            canvas.put(row, column, text, style);
            column += text.chars().count();
        };
        for (player, name) in Player::BOTH.into_iter().zip(["red", "blue"]) {
            let mask = self.cells_of(player);
            put(&format!("{name} {}", self.power_on(mask)), colour(player).bold());
            let plural = if mask.count_ones() == 1 { "" } else { "s" };
            put(&format!(" in {} stack{plural}   ", mask.count_ones()), Style::new());
        }
        let (most, limit) = (self.size.most_power(), self.size.turn_limit());
        put(&format!("power {} of {most}   turn {} of {limit}", self.total_power(), self.turn), DIM);
    }
}

impl Drawn for Infexion {
    fn draw(&self, view: View<Action>) -> Canvas {
        let glyphs = if view.unicode { &UNICODE } else { &ASCII };
        let mut canvas = Canvas::new();
        let (size, side) = (self.size, self.size.axis() as i32);
        for at in 0..side {
            let (r_text, q_text) = (format!("{at},"), format!(",{at}"));
            let (row, column) = inside(size, at, -1);
            canvas.put(row, column, &r_text, DIM);
            let (row, column) = inside(size, side, at);
            canvas.put(row, column, &q_text, DIM);
            // The lower edges have no blank of their own beside the label.
            let (row, column) = inside(size, -1, at);
            canvas.put(row, column - 1, &q_text, DIM);
            let (row, column) = inside(size, at, side);
            canvas.put(row, column + 1, &r_text, DIM);
        }
        let marks = self.marks(view.last);
        for cell in cells(size.mask()) {
            self.draw_cell(&mut canvas, cell, marks[cell], glyphs);
        }
        self.draw_legend(&mut canvas, 2 * size.axis() + 2);
        canvas
    }

    fn spot(&self, action: Action) -> Option<(usize, usize)> {
        let (r, q) = coordinates(action.cell());
        Some(inside(self.size, r as i32, q as i32))
    }
}
