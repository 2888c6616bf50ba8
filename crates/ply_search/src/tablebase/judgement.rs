//! What a move is called that keeps the value of a position, and one that does not.

use std::fmt;

/// A value before and after a move, both for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// With best play.
    pub before: i32,
    /// With this move and best play from then on.
    pub after: i32,
}

impl Judgement {
    /// Whether nothing is lost.
    pub fn is_perfect(self) -> bool {
        self.after >= self.before
    }
}

fn outcome(value: i32) -> &'static str {
    match value {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (outcome(self.before), outcome(self.after));
        if self.is_perfect() {
            f.write_str("perfect")
        } else if before == after {
            write!(f, "still a {after}, by {} less", self.before - self.after)
        } else {
            write!(f, "mistake: from {before} to {after}")
        }
    }
}
