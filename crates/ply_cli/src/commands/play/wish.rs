//! What a person may type besides moves.

use std::path::PathBuf;

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To play this.
    Move(String),
    /// The last turn back.
    Undo,
    /// To know what a strong agent would play.
    Hint,
    /// To see, or no longer see, what a strong agent thinks of the position.
    Evaluation,
    /// To give up.
    Resign,
    /// To keep the game in a file.
    Save(PathBuf),
    /// To know what can be typed.
    Help,
    /// To leave.
    Quit,
    /// Nothing was typed.
    Nothing,
}

/// What can be typed, with one line each.
pub const WORDS: [(&str, &str); 7] = [
    ("undo", "take your last move back"),
    ("hint", "what a strong agent would play"),
    ("eval", "show or hide what it thinks of the position"),
    ("resign", "give up"),
    ("save FILE", "keep the game; an unfinished one goes on with play --resume FILE"),
    ("help", "this list"),
    ("quit", "leave; the game is kept"),
];

/// Reads a line.
pub fn wish(line: &str) -> Wish {
    let line = line.trim();
    match line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim())) {
        ("", "") => Wish::Nothing,
        ("undo" | "u", "") => Wish::Undo,
        ("hint" | "?", "") => Wish::Hint,
        ("eval", "") => Wish::Evaluation,
        ("resign", "") => Wish::Resign,
        ("help", "") => Wish::Help,
        ("quit" | "exit" | "q", "") => Wish::Quit,
        ("save", file) if !file.is_empty() => Wish::Save(PathBuf::from(file)),
        _ => Wish::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(wish("  undo "), Wish::Undo);
        assert_eq!(wish("save my game.json"), Wish::Save("my game.json".into()));
        assert_eq!(wish("u3"), Wish::Move("u3".to_owned()));
        assert_eq!(wish("h0,0"), Wish::Move("h0,0".to_owned()));
        assert_eq!(wish("save"), Wish::Move("save".to_owned()));
        assert_eq!(wish(" "), Wish::Nothing);
    }
}
