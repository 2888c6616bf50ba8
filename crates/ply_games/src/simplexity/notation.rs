//! Moves (`o3`, `s0`) and positions (`7/7/7/7/3R3/2wrW2 r`) as text.
//!
//! A position is its rows from the top down, joined by `/`, then a space and who moves. `w` is a white round piece, `W`
//! a white square one, `r` and `R` the red ones, a number that many empty cells. Pieces left follow from the counts.

use ply_game::{Game, Notation, Player, TextError};

use super::{Bits, Move, Planes, Shape, Simplexity};

/// The letter of a piece.
pub(super) fn letter(player: Player, shape: Shape) -> char {
    match (player, shape) {
        (Player::First, Shape::Round) => 'w',
        (Player::First, Shape::Square) => 'W',
        (Player::Second, Shape::Round) => 'r',
        (Player::Second, Shape::Square) => 'R',
    }
}

/// What a player is called.
pub(super) fn colour_name(player: Player) -> &'static str {
    match player {
        Player::First => "white",
        Player::Second => "red",
    }
}

fn turn_letter(player: Player) -> char {
    letter(player, Shape::Round)
}

/// Part of a row's text.
enum Token {
    Piece(Player, Shape),
    Empty(usize),
}

/// The tokens of a row; an error is what came instead. Numbers too large to count are given as the largest.
fn tokens(row: &str) -> impl Iterator<Item = Result<Token, &str>> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (token, after) = rest.split_at(if digits > 0 { digits } else { first.len_utf8() });
        rest = after;
        Some(match first {
            'w' => Ok(Token::Piece(Player::First, Shape::Round)),
            'W' => Ok(Token::Piece(Player::First, Shape::Square)),
            'r' => Ok(Token::Piece(Player::Second, Shape::Round)),
            'R' => Ok(Token::Piece(Player::Second, Shape::Square)),
            '1'..='9' => Ok(Token::Empty(token.parse().unwrap_or(usize::MAX))),
            _ => Err(token),
        })
    })
}

/// The size of the board a position's text shows: its rows, and the cells of the first. `None` if that row is none.
pub(super) fn size(text: &str) -> Option<(usize, usize)> {
    let board = text.split(' ').next()?;
    let mut rows = board.split('/');
    let cols = tokens(rows.next()?).try_fold(0usize, |cols, token| match token {
        Ok(Token::Piece(..)) => Some(cols.saturating_add(1)),
        Ok(Token::Empty(run)) => Some(cols.saturating_add(run)),
        Err(_) => None,
    })?;
    (cols > 0).then(|| (1 + rows.count(), cols))
}

impl<W: Bits> Simplexity<W> {
    /// Adds the pieces of a row to those of the rows below it, `own` being White's.
    fn read_row(&self, row: usize, text: &str, planes: &mut Planes<W>) -> Result<(), TextError> {
        let cols = self.geometry().cols();
        let mut column: usize = 0;
        for token in tokens(text) {
            let here = |error: TextError| error.at(format_args!("row {row}, column {column}"));
            let token = token.map_err(|got| here(TextError::expected("w, W, r, R or a number of empty cells", got)))?;
            let length = match token {
                Token::Empty(run) => run,
                Token::Piece(player, shape) if column < cols => {
                    let cell = self.geometry().cell(row, column);
                    if row > 0 && !planes.occupied.contains(cell - 1) {
                        return Err(here(TextError::new("the piece has none below it")));
                    }
                    planes.occupied.place(cell, 1);
                    planes.own.place(cell, u64::from(player == Player::First));
                    planes.round.place(cell, u64::from(shape == Shape::Round));
                    1
                }
                Token::Piece(..) => 1,
            };
            column = column.saturating_add(length);
        }
        if column != cols {
            return Err(TextError::expected(format_args!("{cols} cells"), text).at(format_args!("row {row}")));
        }
        Ok(())
    }

    /// Refuses boards with more pieces of a kind than the game has, and those whose colours cannot have alternated.
    fn check_counts(&self, planes: &Planes<W>, turn: &str) -> Result<(), TextError> {
        let white = planes.own;
        let red = planes.occupied.without(&white);
        for (player, colour) in [(Player::First, white), (Player::Second, red)] {
            let square = colour.without(&planes.round).count();
            for (shape, placed) in [(Shape::Round, colour.count() - square), (Shape::Square, square)] {
                let most = self.total(shape);
                if placed > most {
                    let kind = format_args!("{} {} pieces", colour_name(player), shape.name());
                    return Err(TextError::expected(format_args!("at most {most} {kind}"), &placed.to_string()));
                }
            }
        }
        let (white, red) = (white.count(), red.count());
        if white != red && white != red + 1 {
            let counts = format!("{white} white and {red} red");
            return Err(TextError::expected("as many white as red pieces, or one more", &counts));
        }
        let expected = turn_letter(Player::after_plies(white + red));
        if turn != expected.to_string() {
            let wanted = format_args!("turn {expected} after {white} white and {red} red pieces");
            return Err(TextError::expected(wanted, turn));
        }
        Ok(())
    }

    fn row_text(&self, row: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        let flush = |empty: &mut usize, text: &mut String| {
            if *empty > 0 {
                text.push_str(&std::mem::take(empty).to_string());
            }
        };
        for column in 0..self.geometry().cols() {
            match self.piece(row, column) {
                None => empty += 1,
                Some((player, shape)) => {
                    flush(&mut empty, &mut text);
                    text.push(letter(player, shape));
                }
            }
        }
        flush(&mut empty, &mut text);
        text
    }
}

impl<W: Bits> Notation for Simplexity<W> {
    fn move_text(&self, mv: Move) -> String {
        let letter = if mv.shape() == Shape::Round { 'o' } else { 's' };
        format!("{letter}{}", mv.column())
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let cols = self.geometry().cols();
        let wrong =
            || TextError::expected(format_args!("o or s and a column from 0 to {}, such as o0", cols - 1), text);
        let (shape, digits) = match (text.strip_prefix('o'), text.strip_prefix('s')) {
            (Some(digits), _) => (Shape::Round, digits),
            (_, Some(digits)) => (Shape::Square, digits),
            _ => return Err(wrong()),
        };
        let canonical = digits == "0" || (!digits.starts_with('0') && digits.bytes().all(|c| c.is_ascii_digit()));
        match digits.parse() {
            Ok(column) if canonical && column < cols => Ok(Move::new(shape, column)),
            _ => Err(wrong()),
        }
    }

    fn check_move(&self, mv: Move) -> Result<(), TextError> {
        let (shape, column, cols) = (mv.shape(), mv.column(), self.geometry().cols());
        if self.outcome().is_some() {
            Err(TextError::new("the game is over"))
        } else if column >= cols {
            Err(TextError::new(format!("no column {column}: there are {cols}")))
        } else if self.left(self.to_move(), shape) == 0 {
            Err(TextError::new(format!("{} has no {} pieces left", colour_name(self.to_move()), shape.name())))
        } else if self.landing_row(column).is_none() {
            Err(TextError::new(format!("column {column} is full")))
        } else {
            Ok(())
        }
    }

    fn position_text(&self) -> String {
        let rows: Vec<String> = (0..self.geometry().rows()).rev().map(|row| self.row_text(row)).collect();
        format!("{} {}", rows.join("/"), turn_letter(self.to_move()))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (board, turn) = text
            .split_once(' ')
            .filter(|(_, turn)| matches!(*turn, "w" | "r"))
            .ok_or_else(|| TextError::expected("rows joined by '/', a space, and w or r to move", text))?;
        let (expected, got) = (self.geometry().rows(), board.split('/').count());
        if got != expected {
            return Err(TextError::expected(format_args!("{expected} rows joined by '/'"), &got.to_string()));
        }
        let mut planes = Planes::default();
        for (row, text) in board.rsplit('/').enumerate() {
            self.read_row(row, text, &mut planes)?;
        }
        self.check_counts(&planes, turn)?;
        Ok(self.set_up(planes))
    }

    fn ply(&self) -> Option<usize> {
        Some(self.planes().occupied.count())
    }
}
