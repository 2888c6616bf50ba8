//! Moves `h2,3` and `v0,1`; positions `RxC TURN S1-S2 EDGES`.

use ply_game::{Notation, Player, TextError, number_text};

use super::{DotsAndBoxes, Edge, EdgeSet};

impl<E: EdgeSet> Notation for DotsAndBoxes<E> {
    fn move_text(&self, Edge(edge): Edge) -> String {
        let (horizontal, row, col) = self.geometry.place(usize::from(edge));
        format!("{}{row},{col}", if horizontal { 'h' } else { 'v' })
    }

    fn parse_move(&self, text: &str) -> Result<Edge, TextError> {
        let (rows, cols) = (self.geometry.rows, self.geometry.cols);
        let wrong = || {
            let form = format!("h0,0 to h{rows},{} or v0,0 to v{},{cols}", cols - 1, rows - 1);
            TextError::expected(form, text)
        };
        let (horizontal, place) = match text.strip_prefix('h') {
            Some(place) => (true, place),
            None => (false, text.strip_prefix('v').ok_or_else(wrong)?),
        };
        let (row, col) = place.split_once(',').ok_or_else(wrong)?;
        let (most_rows, most_cols) = if horizontal { (rows + 1, cols) } else { (rows, cols + 1) };
        let row = number_text(row).filter(|row| *row < most_rows).ok_or_else(wrong)?;
        let col = number_text(col).filter(|col| *col < most_cols).ok_or_else(wrong)?;
        let edge = if horizontal { self.geometry.horizontal(row, col) } else { self.geometry.vertical(row, col) };
        Ok(Edge(edge as u8))
    }

    fn check_move(&self, Edge(edge): Edge) -> Result<(), TextError> {
        if self.drawn.has(usize::from(edge)) { Err(TextError::new("this edge is drawn already")) } else { Ok(()) }
    }

    fn position_text(&self) -> String {
        let edges: String =
            (0..self.geometry.edges()).map(|edge| if self.drawn.has(edge) { '1' } else { '0' }).collect();
        format!(
            "{}x{} {} {}-{} {edges}",
            self.geometry.rows,
            self.geometry.cols,
            self.to_move.index() + 1,
            self.scores[0],
            self.scores[1]
        )
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[size, turn, scores, edges] = fields.as_slice() else {
            return Err(TextError::expected("'RxC TURN S1-S2 EDGES'", text));
        };
        let board = format!("{}x{}", self.geometry.rows, self.geometry.cols);
        if size != board {
            return Err(TextError::expected(format_args!("the board's size {board}"), size).at("size"));
        }
        let to_move = match turn {
            "1" => Player::First,
            "2" => Player::Second,
            _ => return Err(TextError::expected("1 or 2", turn).at("turn")),
        };
        let drawn = self.parse_edges(edges).map_err(|error| error.at("edges"))?;
        let closed = self.geometry.edges_of_box.iter().filter(|set| drawn & **set == **set).count();
        let pair = scores.split_once('-').and_then(|(one, two)| Some([number_text(one)?, number_text(two)?]));
        let scores = match pair {
            Some([one, two]) if one.checked_add(two) == Some(closed) => [one as u8, two as u8],
            _ => {
                let form = format!("two scores S1-S2 that add up to the {closed} closed boxes");
                return Err(TextError::expected(form, scores).at("scores"));
            }
        };
        Ok(Self { drawn, owned: [0; 2], scores, to_move, ..*self })
    }

    fn ply(&self) -> Option<usize> {
        Some(self.drawn.count() as usize)
    }
}

impl<E: EdgeSet> DotsAndBoxes<E> {
    fn parse_edges(&self, text: &str) -> Result<E, TextError> {
        let count = self.geometry.edges();
        if text.len() != count {
            return Err(TextError::new(format!("expected {count} characters 0 or 1, got {}", text.len())));
        }
        let mut drawn = E::EMPTY;
        for (edge, digit) in text.chars().enumerate() {
            match digit {
                '0' => {}
                '1' => drawn = drawn | E::single(edge),
                other => return Err(TextError::expected("0 or 1", &other.to_string()).at(format_args!("edge {edge}"))),
            }
        }
        Ok(drawn)
    }
}
