//! My agent. Change `choose`; README.md says how to build it, test it and let it play.
//!
//! `main` speaks UGI with the arena and asks it for the legal moves.

use std::hash::{BuildHasher, RandomState};
use std::io::stdin;

/// One of the legal moves. `position` is what came after "position": the start, and all moves since; `clock` what came
/// after "go": milliseconds, "movetime 1000" or "p1time 5000 p2time 9000 p1inc 30 p2inc 0".
fn choose<'a>(position: &str, legal: &[&'a str], clock: &str) -> &'a str {
    let _ = (position, clock);
    // The standard library has no random numbers, but seeds its hashes with some.
    let random = RandomState::new().hash_one(0) as usize;
    legal[random % legal.len()]
}

fn main() {
    let (mut position, mut clock) = (String::new(), String::new());
    for line in stdin().lines().map_while(Result::ok) {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "ugi" => println!("id name My agent in Rust\nugiok"),
            "isready" => println!("readyok"),
            "position" => position = rest.to_owned(),
            "go" => {
                clock = rest.to_owned();
                println!("legalmoves");
            }
            "legalmoves" => {
                let legal: Vec<&str> = rest.split_whitespace().collect();
                let best = if legal.is_empty() { "(none)" } else { choose(&position, &legal, &clock) };
                println!("bestmove {best}");
            }
            "quit" => break,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_a_legal_move() {
        let legal = ["a", "b", "c"];
        for _ in 0..20 {
            assert!(legal.contains(&choose("startpos", &legal, "movetime 1000")));
        }
    }
}
