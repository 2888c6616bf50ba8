//! Plays dots and boxes at random, over UGI. Build: rustc -O random_agent.rs
//!
//! An edge that has not been drawn is a legal move, whoever is to move: no other rule is needed to play.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::stdin;

/// Every edge, horizontal ones first: the order of the position's text.
fn edges(rows: usize, cols: usize) -> Vec<String> {
    let across = (0..=rows).flat_map(|r| (0..cols).map(move |c| format!("h{r},{c}")));
    let down = (0..rows).flat_map(|r| (0..=cols).map(move |c| format!("v{r},{c}")));
    across.chain(down).collect()
}

/// The number after `key` in a spec such as dots-and-boxes:rows=4,cols=4.
fn option(spec: &str, key: &str) -> usize {
    let number = spec.split([':', ',']).find_map(|part| part.strip_prefix(key));
    number.and_then(|number| number.parse().ok()).unwrap_or(4)
}

fn main() {
    let (mut rows, mut cols) = (4, 4);
    let mut drawn: HashSet<String> = HashSet::new();
    for line in stdin().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => println!("id name Random in Rust\nugiok"),
            ["isready"] => println!("readyok"),
            ["setoption", "name", "Game", "value", spec] => {
                (rows, cols) = (option(spec, "rows="), option(spec, "cols="));
            }
            ["position", rest @ ..] => {
                drawn.clear();
                if let ["fen", size, _turn, _scores, flags, ..] = rest {
                    let (r, c) = size.split_once('x').unwrap_or(("4", "4"));
                    (rows, cols) = (r.parse().unwrap_or(4), c.parse().unwrap_or(4));
                    let flagged = edges(rows, cols).into_iter().zip(flags.chars());
                    drawn.extend(flagged.filter(|(_, flag)| *flag == '1').map(|(edge, _)| edge));
                }
                let moves = rest.iter().skip_while(|word| **word != "moves").skip(1);
                drawn.extend(moves.map(|edge| edge.to_string()));
            }
            ["go", ..] => {
                let free: Vec<String> = edges(rows, cols).into_iter().filter(|edge| !drawn.contains(edge)).collect();
                // The standard library has no random numbers, but seeds its hashes with some.
                let random = RandomState::new().hash_one(0) as usize;
                println!("bestmove {}", free.get(random % free.len().max(1)).map_or("(none)", String::as_str));
            }
            ["quit"] => break,
            _ => {}
        }
    }
}
