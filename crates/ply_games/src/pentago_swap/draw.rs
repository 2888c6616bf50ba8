//! The drawing: four framed quadrants, the two just swapped in heavy frames.

use anstyle::{AnsiColor, Style};
use ply_game::{Canvas, Drawn, Game, Notation, Player, View};

use super::board::{BITS, LINES, QUADRANTS, SIDE, cell_of};
use super::moves::Move;
use super::notation::{colour, letter};
use super::rules::PentagoSwap;

/// Corners (top left, top right, bottom left, bottom right), horizontal and vertical stroke of a frame.
struct Frame {
    corners: [&'static str; 4],
    across: &'static str,
    upright: &'static str,
}

const THIN: Frame = Frame { corners: ["┌", "┐", "└", "┘"], across: "─", upright: "│" };
const HEAVY: Frame = Frame { corners: ["┏", "┓", "┗", "┛"], across: "━", upright: "┃" };
const THIN_ASCII: Frame = Frame { corners: ["+"; 4], across: "-", upright: "|" };
const HEAVY_ASCII: Frame = Frame { corners: ["#"; 4], across: "=", upright: "#" };

/// Columns and rows of the sheet from one quadrant's frame to the next.
const ACROSS: usize = 12;
const DOWN: usize = 5;
/// The column of the left frame, after the row numbers.
const LEFT: usize = 2;
/// The characters between the uprights of a frame: three a cell.
const INSIDE: usize = 9;
/// The row of the sheet below the board.
const BELOW: usize = 1 + 2 * DOWN;

const fn stone_style(player: Player) -> Style {
    match player {
        Player::First => AnsiColor::Cyan.on_default().bold(),
        Player::Second => AnsiColor::Magenta.on_default().bold(),
    }
}

fn stone(player: Player, unicode: bool) -> char {
    match (player, unicode) {
        (Player::First, true) => '●',
        (Player::Second, true) => '○',
        (player, false) => letter(player),
    }
}

/// The place on the sheet of a cell's middle character.
fn spot(row: usize, column: usize) -> (usize, usize) {
    (2 + row + row / 3 * 2, LEFT + 2 + 3 * column + column / 3 * (ACROSS - INSIDE))
}

fn draw_frame(canvas: &mut Canvas, quadrant: usize, frame: &Frame, style: Style) {
    let (top, left) = (1 + quadrant / 2 * DOWN, LEFT + quadrant % 2 * ACROSS);
    let name = QUADRANTS[quadrant];
    let edge = frame.across.repeat(INSIDE);
    let named = match quadrant % 2 {
        0 => format!("{name}{}", frame.across.repeat(INSIDE - name.len())),
        _ => format!("{}{name}", frame.across.repeat(INSIDE - name.len())),
    };
    let (upper, lower) = if quadrant < 2 { (&named, &edge) } else { (&edge, &named) };
    let [upper_left, upper_right, lower_left, lower_right] = frame.corners;
    canvas.put(top, left, &format!("{upper_left}{upper}{upper_right}"), style);
    for row in 1..=3 {
        canvas.put(top + row, left, frame.upright, style);
        canvas.put(top + row, left + 1 + INSIDE, frame.upright, style);
    }
    canvas.put(top + 4, left, &format!("{lower_left}{lower}{lower_right}"), style);
}

impl PentagoSwap {
    /// The cells of one line of five of each player who has one.
    fn marked_fives(&self) -> u64 {
        Player::BOTH.iter().filter_map(|&player| self.five(player)).fold(0, |cells, line| cells | LINES[line].mask)
    }

    /// Below the board: what the symbols mean, and those of the marks that are to be seen.
    fn draw_legend(&self, canvas: &mut Canvas, view: View<Move>, five: u64) {
        let dim = Style::new().dimmed();
        let mut column = LEFT;
        let mut write = |text: &str, style: Style| {
            canvas.put(BELOW, column, text, style);
            column += text.chars().count();
        };
        for player in Player::BOTH {
            write(&stone(player, view.unicode).to_string(), stone_style(player));
            write(&format!(" {}   ", colour(player)), dim);
        }
        if let Some(last) = view.last {
            let mark = if five >> last.landing_bit() & 1 == 1 { "{ }" } else { "( )" };
            write(&format!("{mark} last: {}   ", self.move_text(last)), dim);
        }
        if five != 0 {
            write("[ ] five", dim);
        }
    }
}

impl Drawn for PentagoSwap {
    fn draw(&self, view: View<Move>) -> Canvas {
        let mut canvas = Canvas::new();
        let dim = Style::new().dimmed();
        let (thin, heavy) = if view.unicode { (&THIN, &HEAVY) } else { (&THIN_ASCII, &HEAVY_ASCII) };
        let swapped = view.last.map(|last| last.swap().quadrants());
        for quadrant in 0..4 {
            let is_swapped = swapped.is_some_and(|swapped| swapped.contains(&quadrant));
            let (frame, style) = if is_swapped { (heavy, AnsiColor::Yellow.on_default()) } else { (thin, dim) };
            draw_frame(&mut canvas, quadrant, frame, style);
        }
        for place in 0..SIDE {
            canvas.put(0, spot(0, place).1, &place.to_string(), dim);
            canvas.put(spot(place, 0).0, 0, &place.to_string(), dim);
        }
        let five = self.marked_fives();
        let landing = view.last.map(Move::landing_bit);
        for bit in BITS.map(usize::from) {
            let (row, column) = cell_of(bit);
            let (y, x) = spot(row, column);
            let Some(player) = self.stone_at(bit) else {
                canvas.put(y, x, if view.unicode { "·" } else { "." }, dim);
                continue;
            };
            let in_five = five >> bit & 1 == 1;
            let [before, after] = match (landing == Some(bit), in_five) {
                (false, false) => [' ', ' '],
                (true, false) => ['(', ')'],
                (false, true) => ['[', ']'],
                (true, true) => ['{', '}'],
            };
            let style = if in_five { stone_style(player).invert() } else { stone_style(player) };
            canvas.put(y, x - 1, &format!("{before}{}{after}", stone(player, view.unicode)), style);
        }
        self.draw_legend(&mut canvas, view, five);
        canvas
    }

    fn spot(&self, mv: Move) -> Option<(usize, usize)> {
        let (row, column) = mv.cell();
        Some(spot(row, column))
    }

    /// The first full line in the order of [`LINES`]; of the player who has just moved, if both have one.
    fn winning_line(&self) -> Option<Vec<(usize, usize)>> {
        let line = self.five(self.to_move().other()).or_else(|| self.five(self.to_move()))?;
        Some(LINES[line].bits.iter().map(|&bit| cell_of(bit.into())).collect())
    }
}
