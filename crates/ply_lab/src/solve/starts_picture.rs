//! Starts of Colosseum as small boards in SVG, coloured by who wins. It stands on white, like every figure of ours.

use std::fmt::Write as _;

use ply_game::Outcome;

use crate::figure::{CLOSED, TEXT, opened};

const CELL: f64 = 11.0;
const GAP: f64 = 14.0;
const TOP: f64 = 44.0;
const COLUMNS: usize = 12;
/// First, second, draw and not decided, as light as the lines on them need.
const COLOURS: [&str; 4] = ["#9ecae1", "#fdae6b", "#e1e5ea", "#ffffff"];

/// A picture of starts, each a position's text (`SIZE TURN A B WALLS`) with what is known of it; `None` if one of them is
/// no such text.
pub fn starts_picture(title: &str, starts: &[(String, Option<Outcome>)]) -> Option<String> {
    let boards: Vec<Board> = starts.iter().map(|(text, outcome)| Board::read(text, *outcome)).collect::<Option<_>>()?;
    let side = boards.iter().map(|board| board.size).max()? as f64 * CELL + GAP;
    let width = 48.0 + side * boards.len().min(COLUMNS) as f64;
    let height = TOP + side * boards.len().div_ceil(COLUMNS) as f64 + GAP;
    let mut svg = opened(title, [width.max(48.0 + 8.5 * title.chars().count() as f64), height], 9);
    for (number, board) in boards.iter().enumerate() {
        let [x, y] = [number % COLUMNS, number / COLUMNS].map(|at| side * at as f64);
        board.draw(&mut svg, 24.0 + x, TOP + y);
    }
    Some(svg + CLOSED)
}

struct Board {
    size: usize,
    cells: [(usize, usize); 2],
    /// Row, column, and whether the wall is on the right of the cell, not below it.
    walls: Vec<(usize, usize, bool)>,
    colour: &'static str,
}

impl Board {
    fn read(text: &str, outcome: Option<Outcome>) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[size, _, first, second, walls] = fields.as_slice() else { return None };
        let cell = |text: &str| {
            let (row, column) = text.split_once(',')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        };
        let wall = |text: &str| {
            let (at, side) = text.rsplit_once(',')?;
            let (row, column) = cell(at)?;
            Some((row, column, side == "r"))
        };
        let walls = if walls == "-" { Vec::new() } else { walls.split('+').map(wall).collect::<Option<_>>()? };
        let colour = match outcome {
            Some(Outcome::Win(winner)) => COLOURS[winner.index()],
            Some(Outcome::Draw) => COLOURS[2],
            None => COLOURS[3],
        };
        Some(Self { size: size.parse().ok()?, cells: [cell(first)?, cell(second)?], walls, colour })
    }

    fn draw(&self, svg: &mut String, x: f64, y: f64) {
        let side = self.size as f64 * CELL;
        let mut put = |element: std::fmt::Arguments<'_>| {
            writeln!(svg, "{element}").expect("writing to a string cannot fail");
        };
        put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{}\" stroke=\"{TEXT}\"/>",
            self.colour
        ));
        for (name, (row, column)) in ["A", "B"].into_iter().zip(self.cells) {
            let [x, y] = [x + (column as f64 + 0.5) * CELL, y + (row as f64 + 0.5) * CELL + 3.0];
            put(format_args!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>"));
        }
        for &(row, column, is_right) in &self.walls {
            let [left, top] = [x + column as f64 * CELL, y + row as f64 * CELL];
            let [from_x, from_y] = if is_right { [left + CELL, top] } else { [left, top + CELL] };
            put(format_args!(
                "<line x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{}\" y2=\"{}\" stroke=\"{TEXT}\" stroke-width=\"2.5\"/>",
                left + CELL,
                top + CELL,
            ));
        }
    }
}
