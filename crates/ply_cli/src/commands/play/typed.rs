//! What a person may type besides moves.

use std::path::PathBuf;

/// What a person typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A move.
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
pub fn read(line: &str) -> Typed {
    let line = line.trim();
    match line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim())) {
        ("", "") => Typed::Nothing,
        ("undo" | "u", "") => Typed::Undo,
        ("hint" | "?", "") => Typed::Hint,
        ("eval", "") => Typed::Evaluation,
        ("resign", "") => Typed::Resign,
        ("help", "") => Typed::Help,
        ("quit" | "exit" | "q", "") => Typed::Quit,
        ("save", file) if !file.is_empty() => Typed::Save(PathBuf::from(file)),
        _ => Typed::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(read("  undo "), Typed::Undo);
        assert_eq!(read("save my game.json"), Typed::Save("my game.json".into()));
        assert_eq!(read("u3"), Typed::Move("u3".to_owned()));
        assert_eq!(read("h0,0"), Typed::Move("h0,0".to_owned()));
        assert_eq!(read("save"), Typed::Move("save".to_owned()));
        assert_eq!(read(" "), Typed::Nothing);
    }
}
