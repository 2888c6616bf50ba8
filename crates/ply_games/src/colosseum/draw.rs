//! The floor as a person sees it: walls as thick lines, the players, where the mover can go, and who holds what when
//! it is over.
//!
//! A cell is three characters wide and one high; between the cells are the lines, drawn where there is a wall.

use anstyle::{AnsiColor, Style};
use ply_game::{Canvas, Drawn, Game, Player, View};

use super::bits::Bits;
use super::edges::{Edges, Side};
use super::notation::letter;
use super::rules::{Colosseum, Move};

/// Where the board's upper left corner is on the sheet.
const TOP: usize = 1;
const LEFT: usize = 3;

const QUIET: Style = Style::new().dimmed();
const WALL: Style = Style::new().bold();
const LAST: Style = AnsiColor::Magenta.on_default().bold();

/// The characters of one look of the board.
struct Glyphs {
    /// A corner by the lines that meet there: 1 up, 2 right, 4 down, 8 left.
    corners: [&'static str; 16],
    across: &'static str,
    upright: &'static str,
    last_across: &'static str,
    last_upright: &'static str,
    reach: &'static str,
}

const UNICODE: Glyphs = Glyphs {
    corners: ["·", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"],
    across: "━━━",
    upright: "┃",
    last_across: "═══",
    last_upright: "║",
    reach: "∘",
};

const ASCII: Glyphs =
    Glyphs { corners: ["+"; 16], across: "---", upright: "|", last_across: "===", last_upright: "#", reach: "." };

fn colour(player: Player) -> AnsiColor {
    [AnsiColor::Blue, AnsiColor::Red][player.index()]
}

/// A player's mark: both colours are given, so that it shows on any background.
fn mark(player: Player) -> Style {
    AnsiColor::BrightWhite.on(colour(player)).bold()
}

impl<B: Bits> Drawn for Colosseum<B> {
    fn draw(&self, view: View<Move>) -> Canvas {
        let glyphs = if view.unicode { &UNICODE } else { &ASCII };
        let mut canvas = Canvas::new();
        for index in 0..self.size() {
            let label = index.to_string();
            canvas.put(0, LEFT + 4 * index + 3 - label.len(), &label, QUIET);
            canvas.put(TOP + 2 * index + 1, LEFT - 1 - label.len(), &label, QUIET);
        }
        self.draw_lines(&mut canvas, glyphs);
        if let Some(mv) = view.last {
            self.draw_last_wall(&mut canvas, glyphs, mv);
        }
        self.draw_cells(&mut canvas, glyphs);
        self.draw_legend(&mut canvas, glyphs);
        canvas
    }

    fn spot(&self, mv: Move) -> Option<(usize, usize)> {
        let (row, column) = self.cell(mv.at.into());
        Some((TOP + 2 * row + 1, LEFT + 4 * column + 2))
    }
}

impl<B: Bits> Colosseum<B> {
    fn draw_lines(&self, canvas: &mut Canvas, glyphs: &Glyphs) {
        let (size, walls) = (self.size(), self.walls());
        for row in 0..=size {
            for column in 0..=size {
                let lines = lines_at(&walls, size, row, column);
                let style = if lines == 0 { QUIET } else { WALL };
                canvas.put(TOP + 2 * row, LEFT + 4 * column, glyphs.corners[lines], style);
                if lines & 2 != 0 {
                    canvas.put(TOP + 2 * row, LEFT + 4 * column + 1, glyphs.across, WALL);
                }
                if lines & 4 != 0 {
                    canvas.put(TOP + 2 * row + 1, LEFT + 4 * column, glyphs.upright, WALL);
                }
            }
        }
    }

    fn draw_last_wall(&self, canvas: &mut Canvas, glyphs: &Glyphs, mv: Move) {
        let (row, column) = self.cell(mv.at.into());
        let (top, left) = (TOP + 2 * row, LEFT + 4 * column);
        match mv.side {
            Side::Up => canvas.put(top, left + 1, glyphs.last_across, LAST),
            Side::Right => canvas.put(top + 1, left + 4, glyphs.last_upright, LAST),
            Side::Down => canvas.put(top + 2, left + 1, glyphs.last_across, LAST),
            Side::Left => canvas.put(top + 1, left, glyphs.last_upright, LAST),
        }
    }

    /// Where the mover can go or, when it is over, what each player holds; then the players themselves.
    fn draw_cells(&self, canvas: &mut Canvas, glyphs: &Glyphs) {
        let mut fill = |cells: B, text: &str, style: Style| {
            cells.each(|at| {
                let (row, column) = self.cell(at);
                let start = LEFT + 4 * column + 2 - text.chars().count() / 2;
                canvas.put(TOP + 2 * row + 1, start, text, style);
            });
        };
        if self.outcome().is_none() {
            let style = colour(self.to_move).on_default().dimmed();
            fill(self.reach(self.to_move), glyphs.reach, style);
        }
        for player in Player::BOTH {
            if self.outcome().is_some() {
                let held = letter(player).to_ascii_lowercase().to_string();
                fill(self.region(player), &held, colour(player).on_default());
            }
            fill(B::one(self.at(player)), &format!(" {} ", letter(player)), mark(player));
        }
    }

    fn draw_legend(&self, canvas: &mut Canvas, glyphs: &Glyphs) {
        let row = TOP + 2 * self.size() + 1;
        if self.outcome().is_some() {
            let [first, second] = self.region_sizes();
            let cells = |count| if count == 1 { "cell" } else { "cells" };
            let said = format!("A holds {first} {}, B {second} {}", cells(first), cells(second));
            canvas.put(row, LEFT, &said, Style::new());
        } else {
            let steps = self.max_steps();
            let plural = if steps == 1 { "step" } else { "steps" };
            let said = format!("{} where {} can go in {steps} {plural}", glyphs.reach, letter(self.to_move));
            canvas.put(row, LEFT, &said, QUIET);
        }
    }
}

/// The lines that meet at a corner: 1 up, 2 right, 4 down, 8 left.
fn lines_at<B: Bits>(walls: &Edges<B>, size: usize, row: usize, column: usize) -> usize {
    let at = |row: usize, column: usize| row * B::ROW + column;
    let upright = |row: usize| column == 0 || column == size || walls.right.has(at(row, column - 1));
    let across = |column: usize| row == 0 || row == size || walls.down.has(at(row - 1, column));
    let up = row > 0 && upright(row - 1);
    let right = column < size && across(column);
    let down = row < size && upright(row);
    let left = column > 0 && across(column - 1);
    usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3
}
