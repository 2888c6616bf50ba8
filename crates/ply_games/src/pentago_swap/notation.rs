//! Moves as `2,5,TR-BL`, positions as 36 characters of `w`, `b` and `.` and the side to move.

use ply_game::{Game, Notation, Player, TextError};

use super::board::{BITS, CELLS, QUADRANTS, SIDE};
use super::moves::{Move, Swap};
use super::rules::PentagoSwap;

const MOVE_FORM: &str = "ROW,COLUMN,SWAP such as '2,5,TR-BL'";
const POSITION_FORM: &str = "36 characters of w, b and '.', a space, and w or b";

impl Swap {
    /// The two names, such as `TR-BL`.
    pub(super) fn text(self) -> String {
        self.quadrants().map(|quadrant| QUADRANTS[quadrant]).join("-")
    }
}

fn parse_place(name: &str, text: &str) -> Result<usize, TextError> {
    match text.as_bytes() {
        &[digit @ b'0'..=b'5'] => Ok(usize::from(digit - b'0')),
        _ => Err(TextError::expected(format_args!("a number from 0 to {}", SIDE - 1), text).at(name)),
    }
}

fn parse_swap(text: &str) -> Result<Swap, TextError> {
    if let Some(swap) = Swap::ALL.into_iter().find(|swap| swap.text() == text) {
        return Ok(swap);
    }
    let quadrant = |name| QUADRANTS.iter().position(|known| *known == name);
    let backwards = text.split_once('-').and_then(|(one, two)| Swap::of(quadrant(one)?, quadrant(two)?));
    Err(match backwards {
        Some(swap) => TextError::expected(format_args!("the order TL TR BL BR: {}", swap.text()), text),
        None => TextError::expected(format_args!("one of {}", Swap::ALL.map(Swap::text).join(" ")), text),
    }
    .at("swap"))
}

impl Notation for PentagoSwap {
    fn move_text(&self, mv: Move) -> String {
        let (row, column) = mv.cell();
        format!("{row},{column},{}", mv.swap().text())
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let mut parts = text.split(',');
        let (Some(row), Some(column), Some(swap), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(TextError::expected(MOVE_FORM, text));
        };
        Ok(Move::new(parse_place("row", row)?, parse_place("column", column)?, parse_swap(swap)?))
    }

    fn check_move(&self, mv: Move) -> Result<(), TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new("the game is over"));
        }
        let (row, column) = mv.cell();
        match self.stone_at(mv.bit()) {
            None => Ok(()),
            Some(player) => Err(TextError::new(format!("{row},{column} holds a {} stone", colour(player)))),
        }
    }

    fn position_text(&self) -> String {
        let symbol = |bit: &u8| self.stone_at(usize::from(*bit)).map_or('.', letter);
        BITS.iter().map(symbol).chain([' ', letter(Player::after_plies(self.plies()))]).collect()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (cells, turn) = text.split_once(' ').ok_or_else(|| TextError::expected(POSITION_FORM, text))?;
        let count = cells.chars().count();
        if count != CELLS {
            return Err(TextError::expected(format_args!("{CELLS} cells"), &format!("{count} cells")).at("board"));
        }
        let mut stones = [0u64; 2];
        for (cell, (symbol, bit)) in cells.chars().zip(BITS).enumerate() {
            match symbol {
                '.' => {}
                'w' => stones[0] |= 1 << bit,
                'b' => stones[1] |= 1 << bit,
                _ => {
                    let place = format!("cell {},{}", cell / SIDE, cell % SIDE);
                    return Err(TextError::expected("w, b or '.'", &symbol.to_string()).at(place));
                }
            }
        }
        let [white, black] = stones.map(u64::count_ones);
        let position = Self::from_stones(stones[0], stones[1]).ok_or_else(|| {
            TextError::new(format!(
                "expected as many white as black stones or one more, got {white} white and {black} black"
            ))
        })?;
        let mover = letter(Player::after_plies(position.plies()));
        if turn.chars().eq([mover]) {
            Ok(position)
        } else {
            let stones = format!("{mover} ({white} white and {black} black stones)");
            Err(TextError::expected(stones, turn).at("turn"))
        }
    }

    fn ply(&self) -> Option<usize> {
        Some(self.plies())
    }
}

/// The letter of a colour in texts.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'w',
        Player::Second => 'b',
    }
}

/// The name of a colour.
pub(super) const fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "white",
        Player::Second => "black",
    }
}
