//! Text forms: actions as `3,4` and `3,4,ur`, positions as the turn count and 49 cells.

use ply_game::{Game, Notation, Player, TextError};

use super::action::Action;
use super::geometry::{CELLS, Direction, SIZE, cell, coordinates};
use super::rules::{Infexion, MOST_POWER, TURN_LIMIT};

/// The letter of a player's stacks.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'r',
        Player::Second => 'b',
    }
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "blue",
    }
}

fn coordinate(axis: &str, text: &str) -> Result<usize, TextError> {
    match text.as_bytes() {
        [digit @ b'0'..=b'6'] => Ok(usize::from(digit - b'0')),
        _ => Err(TextError::expected(format_args!("{axis} from 0 to {}", SIZE - 1), text)),
    }
}

fn turn_count(text: &str) -> Result<u16, TextError> {
    let canonical = text == "0" || !text.starts_with(['0', '+']);
    text.parse()
        .ok()
        .filter(|&turn| turn <= TURN_LIMIT && canonical)
        .ok_or_else(|| TextError::expected(format_args!("a turn count from 0 to {TURN_LIMIT}"), text).at("field 1"))
}

impl Infexion {
    /// Reads the 49 cells into an empty board.
    fn fill(&mut self, text: &str) -> Result<(), TextError> {
        let count = text.split(',').count();
        if count != CELLS {
            let got = format!("{count}");
            return Err(TextError::expected("49 cells separated by commas", &got).at("field 2"));
        }
        for (cell, token) in text.split(',').enumerate() {
            let (colour, power) = match token.as_bytes() {
                b"." => continue,
                [colour @ (b'r' | b'b'), digit @ b'1'..=b'6'] => (*colour, digit - b'0'),
                _ => {
                    let (r, q) = coordinates(cell);
                    let error = TextError::expected("'.', r1 to r6 or b1 to b6", token);
                    return Err(error.at(format_args!("cell {r},{q}")));
                }
            };
            for (digit, plane) in self.planes.iter_mut().enumerate() {
                *plane |= u64::from(power >> digit & 1) << cell;
            }
            self.red |= u64::from(colour == b'r') << cell;
        }
        Ok(())
    }

    /// Refuses what the rules have no answer for. A game that goes on needs an action; only in the first two turns, when
    /// a side without power has not lost, can a full board leave its mover without one.
    fn check_position(&self) -> Result<(), TextError> {
        let total = self.total_power();
        if total > MOST_POWER {
            return Err(TextError::new(format!("the total power is {total}, more than {MOST_POWER}")));
        }
        let stuck = |position: &Self| position.outcome().is_none() && position.move_list().is_empty();
        let who = name(self.to_move());
        if stuck(self) {
            return Err(TextError::new(format!(
                "{who} has no action: nothing to spread, and the total power is {total}"
            )));
        }
        if self.turn == 0
            && let Some(action) = self.move_list().into_iter().find(|&action| stuck(&self.after(action)))
        {
            let other = name(self.to_move().other());
            return Err(TextError::new(format!("{other} would have no action after {action} in the first turn")));
        }
        Ok(())
    }
}

impl Notation for Infexion {
    fn move_text(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Action, TextError> {
        let mut parts = text.split(',');
        let (Some(r), Some(q), way, None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
            return Err(TextError::expected("R,Q to spawn or R,Q,DIRECTION to spread", text));
        };
        let cell = cell(coordinate("r", r)?, coordinate("q", q)?);
        let Some(way) = way else { return Ok(Action::spawn(cell)) };
        let direction = Direction::ALL.into_iter().find(|direction| direction.text() == way);
        let spread = direction.map(|direction| Action::spread(cell, direction));
        spread.ok_or_else(|| TextError::expected("one of the directions dr d dl ul u ur", way))
    }

    fn check_move(&self, action: Action) -> Result<(), TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new("the game is over"));
        }
        let (r, q) = coordinates(action.cell());
        let no = |reason: String| Err(TextError::new(reason));
        match (action.direction(), self.owner(action.cell())) {
            (None, Some(owner)) => no(format!("cell {r},{q} is {}'s already", name(owner))),
            (None, None) if self.total_power() >= MOST_POWER => {
                no(format!("no spawn while the total power is {MOST_POWER}"))
            }
            (Some(_), None) => no(format!("cell {r},{q} is empty")),
            (Some(_), Some(owner)) if owner != self.to_move() => no(format!("cell {r},{q} is {}'s", name(owner))),
            _ => Ok(()),
        }
    }

    fn position_text(&self) -> String {
        let token = |cell| match self.owner(cell) {
            None => ".".to_owned(),
            Some(player) => format!("{}{}", letter(player), self.power(cell)),
        };
        format!("{} {}", self.turn, (0..CELLS).map(token).collect::<Vec<_>>().join(","))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let Some((turn, board)) = text.split_once(' ') else {
            return Err(TextError::expected("TURNCOUNT CELLS", text));
        };
        let mut position = Self { turn: turn_count(turn)?, ..Self::new(self.rules) };
        position.fill(board)?;
        position.check_position()?;
        Ok(position)
    }

    fn ply(&self) -> Option<usize> {
        Some(self.turn())
    }
}
