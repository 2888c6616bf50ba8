//! Text forms: actions as `3,4` and `3,4,ur`, positions as the turn count and the cells.

use ply_game::{Game, Notation, Player, TextError};

use super::action::Action;
use super::geometry::{Direction, cell, cells, coordinates};
use super::rules::Infexion;
use super::size::Size;

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

/// A single digit below a bound.
fn digit(text: &[u8], bound: usize) -> Option<usize> {
    let &[digit @ b'0'..=b'9'] = text else { return None };
    Some(usize::from(digit - b'0')).filter(|&number| number < bound)
}

fn coordinate(size: Size, axis: &str, text: &str) -> Result<usize, TextError> {
    let expected = || TextError::expected(format_args!("{axis} from 0 to {}", size.axis() - 1), text);
    digit(text.as_bytes(), size.axis()).ok_or_else(expected)
}

fn turn_count(size: Size, text: &str) -> Result<u16, TextError> {
    let limit = size.turn_limit();
    let canonical = text == "0" || !text.starts_with(['0', '+']);
    text.parse()
        .ok()
        .filter(|&turn| turn <= limit && canonical)
        .ok_or_else(|| TextError::expected(format_args!("a turn count from 0 to {limit}"), text).at("field 1"))
}

impl Infexion {
    /// Reads the cells into an empty board.
    fn fill(&mut self, text: &str) -> Result<(), TextError> {
        let (size, count) = (self.size, text.split(',').count());
        if count != size.cells() {
            let (wanted, got) = (size.cells(), count.to_string());
            return Err(TextError::expected(format_args!("{wanted} cells separated by commas"), &got).at("field 2"));
        }
        for (cell, token) in cells(size.mask()).zip(text.split(',')) {
            let stack = match token.as_bytes() {
                b"." => continue,
                [colour @ (b'r' | b'b'), power @ ..] => digit(power, size.axis()).map(|power| (*colour, power)),
                _ => None,
            };
            let Some((colour, power @ 1..)) = stack else {
                let (most, (r, q)) = (size.axis() - 1, coordinates(cell));
                let error = TextError::expected(format_args!("'.', r1 to r{most} or b1 to b{most}"), token);
                return Err(error.at(format_args!("cell {r},{q}")));
            };
            self.put(cell, if colour == b'r' { Player::First } else { Player::Second }, power);
        }
        Ok(())
    }

    /// Refuses what the rules have no answer for. A game that goes on needs an action; only in the first two turns, when
    /// a side without power has not lost, can a full board leave its mover without one.
    pub(super) fn check_position(&self) -> Result<(), TextError> {
        let (total, most) = (self.total_power(), self.size.most_power());
        if total > most {
            return Err(TextError::new(format!("the total power is {total}, more than {most}")));
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
        let cell = cell(coordinate(self.size, "r", r)?, coordinate(self.size, "q", q)?);
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
            (None, None) if self.total_power() >= self.size.most_power() => {
                no(format!("no spawn while the total power is {}", self.size.most_power()))
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
        format!("{} {}", self.turn, cells(self.size.mask()).map(token).collect::<Vec<_>>().join(","))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let Some((turn, board)) = text.split_once(' ') else {
            return Err(TextError::expected("TURNCOUNT CELLS", text));
        };
        let mut position = Self { turn: turn_count(self.size, turn)?, ..Self::new(self.size, self.rules) };
        position.fill(board)?;
        position.check_position()?;
        Ok(position)
    }

    fn ply(&self) -> Option<usize> {
        Some(self.turn())
    }
}
