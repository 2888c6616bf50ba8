//! Moves and positions as text, and errors that say what was expected, what came and where.

use crate::{Game, harmless_line};

/// Why a text is not a move or a position: what was expected and what came.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TextError(String);

impl TextError {
    /// An error in words: lower case, no full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// "expected …, got '…'".
    pub fn expected(what: impl std::fmt::Display, got: &str) -> Self {
        Self(format!("expected {what}, got '{}'", shortened(got)))
    }

    /// The same error with its place in front.
    pub fn at(self, place: impl std::fmt::Display) -> Self {
        Self(format!("{place}: {}", self.0))
    }
}

/// What came, harmless and cut to a length that fits an error message.
fn shortened(text: &str) -> String {
    harmless_line(text, 40)
}

/// Reads a whole number in its one spelling: digits only, no sign, no leading zero.
pub fn number_text(text: &str) -> Option<usize> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}

/// Text forms. They round-trip exactly: `parse(text(x)) == x`.
pub trait Notation: Game {
    /// A move as text.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move. Only its form and ranges are checked here; [`check_move`](Notation::check_move) asks the rules.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// Why a move is not legal here ("column 3 is full"), or `Ok`. Agrees with
    /// [`legal_moves`](Game::legal_moves) on every move.
    fn check_move(&self, mv: Self::Move) -> Result<(), TextError> {
        let mut legal = false;
        self.legal_moves(|other| legal |= other == mv);
        if legal { Ok(()) } else { Err(TextError::new("not a legal move here")) }
    }

    /// The position as one line, fields separated by single spaces.
    fn position_text(&self) -> String;

    /// Reads a position of the same board as `self` (size, rules and other parameters are taken from there).
    fn parse_position(&self, text: &str) -> Result<Self, TextError>;

    /// Moves played so far, where the position tells.
    fn ply(&self) -> Option<usize> {
        None
    }
}

/// Plays a move from outside: refuses everything that is not legal, and says why.
pub fn try_play<G: Notation>(position: &mut G, mv: G::Move) -> Result<(), TextError> {
    if position.outcome().is_some() {
        return Err(TextError::new("the game is over"));
    }
    position.check_move(mv)?;
    position.play(mv);
    Ok(())
}

/// A line of moves as text: each spelled in the position it is played in.
pub fn line_texts<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let spell = |&mv: &G::Move| {
        let text = position.move_text(mv);
        position.play(mv);
        text
    };
    moves.iter().map(spell).collect()
}

/// Plays moves given as text, separated by white space; an error names the move, counted from 1, and what would have
/// been legal. Gives the moves back.
///
/// ```
/// use ply_game::{TreeGame, play_texts};
/// let mut tree: TreeGame = "1[2[+ -] =]".parse().unwrap();
/// let error = play_texts(&mut tree, "0 2").unwrap_err();
/// assert_eq!(error.to_string(), "move 2 ('2'): not a legal move here; legal: 0 1");
/// ```
pub fn play_texts<G: Notation>(position: &mut G, texts: &str) -> Result<Vec<G::Move>, TextError> {
    let mut moves = Vec::new();
    for (index, text) in texts.split_whitespace().enumerate() {
        let played = position.parse_move(text).and_then(|mv| try_play(position, mv).map(|()| mv));
        let mv = played.map_err(|error| {
            TextError::new(format!("{error}{}", legal_hint(position))).at(format_args!(
                "move {} ('{}')",
                index + 1,
                shortened(text)
            ))
        })?;
        moves.push(mv);
    }
    Ok(moves)
}

fn legal_hint<G: Notation>(position: &G) -> String {
    const MOST: usize = 12;
    let moves = position.move_list();
    if moves.is_empty() {
        return String::new();
    }
    let mut hint = String::from("; legal:");
    for &mv in moves.iter().take(MOST) {
        hint.push(' ');
        hint.push_str(&position.move_text(mv));
    }
    if moves.len() > MOST {
        hint.push_str(&format!(" ... ({} in all)", moves.len()));
    }
    hint
}
