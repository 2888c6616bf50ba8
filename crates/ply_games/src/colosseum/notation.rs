//! Text forms: moves `3,4,u` and positions `SIZE TURN A B WALLS`.

use ply_game::{Game, Notation, Player, TextError};

use super::bits::Bits;
use super::edges::{Edges, Side};
use super::rules::{Colosseum, Move};

/// The name of a player on the board.
pub(super) const fn letter(player: Player) -> char {
    ['A', 'B'][player.index()]
}

impl<B: Bits> Notation for Colosseum<B> {
    fn move_text(&self, mv: Move) -> String {
        format!("{},{}", self.cell_text(mv.at.into()), mv.side.letter())
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let form = || TextError::expected("row,column,side such as 0,1,r", text);
        let (cell, side) = text.rsplit_once(',').ok_or_else(form)?;
        if !cell.contains(',') {
            return Err(form());
        }
        let at = self.parse_cell(cell)? as u8;
        let known = Side::ALL.into_iter().find(|known| side.chars().eq([known.letter()]));
        known.map(|side| Move { at, side }).ok_or_else(|| TextError::expected("a side u, r, d or l", side))
    }

    fn check_move(&self, mv: Move) -> Result<(), TextError> {
        let refused = |reason: String| Err(TextError::new(reason));
        let (at, mover) = (usize::from(mv.at), self.to_move);
        let (row, column) = self.cell(at);
        if self.outcome().is_some() {
            return refused("the game is over".to_owned());
        }
        if row >= self.size() || column >= self.size() {
            return refused(format!("{row},{column} is not on the board"));
        }
        let cell = self.cell_text(at);
        if at == self.at(mover.other()) {
            return refused(format!("{} stands on {cell}", letter(mover.other())));
        }
        if !self.reach(mover).has(at) {
            let from = self.cell_text(self.at(mover));
            return refused(match self.distance(at) {
                Some(steps) => {
                    format!("{cell} is {steps} steps from {from}, more than the {} of a move", self.max_steps())
                }
                None => format!("there is no way from {from} to {cell}"),
            });
        }
        if self.is_border(mv) {
            return refused(format!("the {} side of {cell} is the border", mv.side.word()));
        }
        if !self.open.on(mv.side).has(at) {
            return refused(format!("the {} side of {cell} already has a wall", mv.side.word()));
        }
        Ok(())
    }

    fn position_text(&self) -> String {
        let turn = letter(self.to_move).to_ascii_lowercase();
        let [first, second] = Player::BOTH.map(|player| self.cell_text(self.at(player)));
        let mut walls = Vec::new();
        let built = self.walls();
        (built.right | built.down).each(|at| {
            for side in [Side::Right, Side::Down] {
                if built.on(side).has(at) {
                    walls.push(self.move_text(Move { at: at as u8, side }));
                }
            }
        });
        let walls = if walls.is_empty() { "-".to_owned() } else { walls.join("+") };
        format!("{} {turn} {first} {second} {walls}", self.size())
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[size, turn, first, second, walls] = fields.as_slice() else {
            return Err(TextError::expected("5 fields SIZE TURN A B WALLS separated by single spaces", text));
        };
        if size != self.size().to_string() {
            return Err(TextError::expected(format_args!("{} (the size of this board)", self.size()), size).at("size"));
        }
        let to_move = match turn {
            "a" => Player::First,
            "b" => Player::Second,
            _ => return Err(TextError::expected("a or b", turn).at("turn")),
        };
        let cells = [
            self.parse_cell(first).map_err(|error| error.at("cell of A"))?,
            self.parse_cell(second).map_err(|error| error.at("cell of B"))?,
        ];
        if cells[0] == cells[1] {
            return Err(TextError::new(format!("A and B both stand on {first}")));
        }
        let open = self.parse_walls(walls)?;
        Ok(Self::set_up(self.size(), open, cells, to_move))
    }
}

impl<B: Bits> Colosseum<B> {
    /// `row,column` of a number.
    pub(super) fn cell_text(&self, at: usize) -> String {
        let (row, column) = self.cell(at);
        format!("{row},{column}")
    }

    fn parse_cell(&self, text: &str) -> Result<usize, TextError> {
        let (row, column) = text.split_once(',').ok_or_else(|| TextError::expected("row,column", text))?;
        Ok(self.bit(self.parse_number("row", row)?, self.parse_number("column", column)?))
    }

    fn parse_number(&self, what: &str, text: &str) -> Result<usize, TextError> {
        // Sizes are at most 16: whatever has the text of one of these numbers is that number, and nothing else is.
        let number = (0..self.size()).find(|number| number.to_string() == text);
        number.ok_or_else(|| TextError::expected(format_args!("a {what} from 0 to {}", self.size() - 1), text))
    }

    /// The open edges left by a list of walls in the order of [`position_text`](Notation::position_text).
    fn parse_walls(&self, text: &str) -> Result<Edges<B>, TextError> {
        let mut open = Edges::all(self.size());
        if text == "-" {
            return Ok(open);
        }
        let mut last = None;
        for (index, part) in text.split('+').enumerate() {
            let wall = self.parse_wall(part).and_then(|wall| match last {
                Some((before, _)) if before == (wall.at, wall.side) => {
                    Err(TextError::new(format!("{part} is there twice")))
                }
                Some((before, said)) if before > (wall.at, wall.side) => {
                    Err(TextError::new(format!("walls go row by row, r before d: {part} comes before {said}")))
                }
                _ => Ok(wall),
            });
            let wall = wall.map_err(|error| error.at(format_args!("wall {}", index + 1)))?;
            open.remove(wall.at.into(), wall.side);
            last = Some(((wall.at, wall.side), part));
        }
        Ok(open)
    }

    fn parse_wall(&self, text: &str) -> Result<Move, TextError> {
        let wall = self.parse_move(text)?;
        if !matches!(wall.side, Side::Right | Side::Down) {
            let same = "the wall on the cell's left or above is that cell's r or d";
            return Err(TextError::new(format!("expected side r or d, got '{}': {same}", wall.side.letter())));
        }
        if self.is_border(wall) {
            let side = wall.side.word();
            return Err(TextError::new(format!("the {side} side of {} is the border", self.cell_text(wall.at.into()))));
        }
        Ok(wall)
    }

    /// Steps of the shortest way of the mover to a cell, if there is one past the opponent.
    fn distance(&self, to: usize) -> Option<usize> {
        let barred = B::one(self.at(self.to_move.other()));
        let mut cells = B::one(self.at(self.to_move));
        for steps in 0.. {
            if cells.has(to) {
                return Some(steps);
            }
            let more = self.open.step(cells) & !barred;
            if more == cells {
                break;
            }
            cells = more;
        }
        None
    }
}
