//! What to do about a fault, in plain words.

use std::time::Duration;

use crate::game::fault::{Fault, Reason};

pub(super) const START: &str = "check the spelling of the command and that the file may be executed";
pub(super) const GREETING: &str =
    "read lines from standard input, answer 'ugi' with 'ugiok', and flush the output after each line";
pub(super) const READY: &str = "pass over options you do not know, and answer every 'isready' with 'readyok'";
pub(super) const NEW_GAME: &str = "forget the last game at 'uginewgame'; there is no answer to it";
pub(super) const NO_MOVE: &str =
    "there is always a legal move while a game goes on: play one, also when every move loses";
pub(super) const STOP: &str = "read standard input while you think, and answer with the best move so far when 'stop' \
                               comes; until then the program is ended when the arena wants it to stop";
pub(super) const FEN: &str =
    "it can play from the game's own start only: set the position after 'fen' up to play from others";

/// What is said of an answer that came, but late.
pub(super) fn late(long: Duration) -> String {
    format!(
        "it answers, but too late: look at the clock more often and stop some milliseconds before the time of 'go' is \
         over; for a program that is made for longer clocks, check it with --time {}s",
        (2 * long).as_secs().max(2)
    )
}

/// What is said of an illegal move where `example` would have done.
pub(super) fn illegal(example: &str) -> String {
    format!(
        "play the moves after 'moves' one by one from the start, keep track of whose turn it is, and spell moves as \
         there: '{example}' would be legal here"
    )
}

/// What is said of a fault while it was asked for a move.
pub(super) fn of(fault: &Fault, long: Duration) -> String {
    match fault.reason {
        Reason::Timeout => late(long),
        Reason::Crash => {
            "its last words, above, say where it fell; --log FOLDER keeps all that was said to it".to_owned()
        }
        Reason::Stall if fault.message.contains("only '") => {
            "what it wrote is no answer: answer every 'go' with one line 'bestmove MOVE'".to_owned()
        }
        Reason::Stall => "nothing came, not even late: answer every 'go' with one line 'bestmove MOVE', and flush the \
                          output after it"
            .to_owned(),
        Reason::IllegalMove => {
            "play the moves after 'moves' one by one from the start, or ask for 'legalmoves'".to_owned()
        }
        Reason::NoMove => NO_MOVE.to_owned(),
        Reason::Protocol => "write the word 'bestmove' before the move, on one line of its own".to_owned(),
        Reason::Memory => "use less memory; an organiser may allow more".to_owned(),
        Reason::OutputFlood => "write less for one move; what is for yourself goes to a file in $TMPDIR".to_owned(),
    }
}

/// A fault with its last words.
pub(super) fn told(fault: &Fault) -> String {
    if fault.last_words.is_empty() {
        fault.to_string()
    } else {
        format!("{fault}; its last words: {}", fault.last_words)
    }
}
