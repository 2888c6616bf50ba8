//! The board as dots and lines, with each box marked by its owner.

use anstyle::{AnsiColor, Style};
use ply_game::{Canvas, Drawn, Player, View};

use super::{DotsAndBoxes, Edge, EdgeSet};

const FIRST: Style = AnsiColor::Blue.on_default().bold();
const SECOND: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const LAST: Style = AnsiColor::Green.on_default().bold();

/// Columns and lines of text from one dot to the next.
const WIDE: usize = 4;
const HIGH: usize = 2;
/// Where the first dot stands.
const LEFT: usize = 3;
const TOP: usize = 1;

impl<E: EdgeSet> Drawn for DotsAndBoxes<E> {
    fn draw(&self, view: View<Edge>) -> Canvas {
        let mut canvas = Canvas::new();
        let geometry = self.geometry;
        for row in 0..=geometry.rows {
            canvas.put(TOP + row * HIGH, 0, &format!("{row:>2}"), FAINT);
            for col in 0..=geometry.cols {
                let dot = if view.unicode { "•" } else { "+" };
                canvas.put(TOP + row * HIGH, LEFT + col * WIDE, dot, Style::new());
                canvas.put(0, LEFT + col * WIDE, &col.to_string(), FAINT);
            }
        }
        for edge in 0..geometry.edges() {
            let last = view.last == Some(Edge(edge as u8));
            self.draw_edge(&mut canvas, edge, last, view.unicode);
        }
        for (row, col, owner) in self.taken() {
            let (mark, style) = match owner {
                Some(Player::First) => ("A", FIRST),
                Some(Player::Second) => ("B", SECOND),
                None => ("?", FAINT),
            };
            canvas.put(TOP + row * HIGH + 1, LEFT + col * WIDE + 2, mark, style);
        }
        let below = TOP + geometry.rows * HIGH + 2;
        canvas.put(below, LEFT, &format!("first A {}", self.scores[0]), FIRST);
        let second = LEFT + 9 + self.scores[0].to_string().len() + 2;
        canvas.put(below, second, &format!("second B {}", self.scores[1]), SECOND);
        canvas
    }

    fn spot(&self, edge: Edge) -> Option<(usize, usize)> {
        let (horizontal, row, col) = self.geometry.place(edge.0.into());
        let (line, column) = (TOP + row * HIGH, LEFT + col * WIDE);
        Some(if horizontal { (line, column + WIDE / 2) } else { (line + 1, column) })
    }

    /// The closed boxes.
    fn taken(&self) -> Vec<(usize, usize, Option<Player>)> {
        let closed = |(_, sides): &(usize, &E)| self.drawn & **sides == **sides;
        let owned = |(at, _)| {
            let owner = Player::BOTH.into_iter().find(|player| self.owned[player.index()] >> at & 1 != 0);
            (at / self.geometry.cols, at % self.geometry.cols, owner)
        };
        self.geometry.edges_of_box.iter().enumerate().filter(closed).map(owned).collect()
    }
}

impl<E: EdgeSet> DotsAndBoxes<E> {
    fn draw_edge(&self, canvas: &mut Canvas, edge: usize, last: bool, unicode: bool) {
        let (horizontal, row, col) = self.geometry.place(edge);
        let (line, column) = (TOP + row * HIGH, LEFT + col * WIDE);
        let style = if last { LAST } else { Style::new() };
        match (horizontal, self.drawn.has(edge), unicode) {
            (true, true, true) => canvas.put(line, column + 1, if last { "━━━" } else { "───" }, style),
            (true, true, false) => canvas.put(line, column + 1, if last { "===" } else { "---" }, style),
            (false, true, true) => canvas.put(line + 1, column, if last { "┃" } else { "│" }, style),
            (false, true, false) => canvas.put(line + 1, column, if last { "#" } else { "|" }, style),
            (_, false, _) => {}
        }
    }
}
