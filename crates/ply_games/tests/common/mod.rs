//! Runs the figures that the original programs produced (`tests/data/*.json`, each with its source) against our rules.

#![allow(dead_code, reason = "each test file uses its part")]

use ply_game::{BoardGame, Outcome, Spec, perft, play_texts};
use ply_games::{Visitor, visit};
use serde_json::Value;

/// Perft entries beyond this many nodes are left to the command line: they take minutes in a test build.
const MOST_NODES: u64 = 3_000_000;

/// The parsed test data of a game.
pub fn data(game: &str) -> Value {
    let path = format!("{}/tests/data/{game}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The entries of a list in the data; none if it is not there.
pub fn entries<'a>(data: &'a Value, key: &str) -> &'a [Value] {
    data[key].as_array().map_or(&[], Vec::as_slice)
}

/// What a finished test position is compared by.
pub struct Seen {
    pub spec: Spec,
    pub position: String,
    pub outcome: Option<String>,
    pub scores: Option<[i32; 2]>,
    pub moves: Vec<String>,
    pub line: Option<Vec<(usize, usize)>>,
    pub perft: Vec<ply_game::PerftRow>,
}

struct Look<'a> {
    position: Option<&'a str>,
    moves: &'a str,
    depth: usize,
}

impl Visitor for Look<'_> {
    type Output = Result<Seen, ply_game::TextError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let mut game = match self.position {
            Some(text) => start.parse_position(text)?,
            None => start,
        };
        play_texts(&mut game, self.moves)?;
        Ok(Seen {
            spec,
            position: game.position_text(),
            outcome: game.outcome().map(|outcome: Outcome| outcome.to_string()),
            scores: game.scores(),
            moves: game.move_list().into_iter().map(|mv| game.move_text(mv)).collect(),
            line: game.winning_line(),
            perft: if self.depth > 0 { perft(&game, self.depth) } else { Vec::new() },
        })
    }
}

/// Sets up a game by its spec, a position and moves, and looks at it (with perft rows to `depth`).
pub fn look(spec: &str, position: Option<&str>, moves: &str, depth: usize) -> Result<Seen, ply_game::TextError> {
    let spec: Spec = spec.parse().expect("a spec");
    visit(&spec, position, Look { position, moves, depth }).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn text<'a>(entry: &'a Value, key: &str) -> Option<&'a str> {
    entry[key].as_str().filter(|text| !text.is_empty())
}

fn look_at(entry: &Value, depth: usize) -> Seen {
    let spec = text(entry, "game").expect("every entry names its game");
    look(spec, text(entry, "position"), text(entry, "moves").unwrap_or(""), depth)
        .unwrap_or_else(|error| panic!("{entry}: {error}"))
}

/// `perft` entries: exact rows (`depths`), or `leaves` with finished games counted from their depth on.
pub fn perft_agrees(data: &Value) {
    for entry in entries(data, "perft") {
        let mut entry = entry.clone();
        if entry["position"].is_string() {
            entry["moves"] = Value::Null;
        }
        if let Some(rows) = entry["depths"].as_array() {
            let depth = rows.iter().filter(|row| row["nodes"].as_u64() <= Some(MOST_NODES)).count();
            let seen = look_at(&entry, depth);
            for (ours, theirs) in seen.perft.iter().zip(rows) {
                let ours = [ours.nodes, ours.first_wins, ours.second_wins, ours.draws];
                let theirs = ["nodes", "first_wins", "second_wins", "draws"].map(|key| theirs[key].as_u64().unwrap());
                assert_eq!(ours, theirs, "{entry}");
            }
        } else {
            let leaves: Vec<u64> = (1..).map_while(|depth| entry["leaves"][depth.to_string()].as_u64()).collect();
            let depth = leaves.iter().filter(|nodes| **nodes <= MOST_NODES).count();
            let mut finished = 0;
            for (row, theirs) in look_at(&entry, depth).perft.iter().zip(leaves) {
                assert_eq!(row.nodes + finished, theirs, "{entry}");
                finished += row.first_wins + row.second_wins + row.draws;
            }
        }
    }
}

/// Whole games: the outcome, and where the data has them the scores and the winning line.
pub fn games_agree(data: &Value, key: &str) {
    for entry in entries(data, key) {
        let seen = look_at(entry, 0);
        assert_eq!(seen.outcome.as_deref(), entry["outcome"].as_str(), "{entry}");
        if let (Some(theirs), true) = (entry["scores"].as_array(), seen.outcome.is_some()) {
            let theirs = [0, 1].map(|player| theirs[player].as_i64().unwrap() as i32);
            assert_eq!(seen.scores, Some(theirs), "{entry}");
        }
        if let Some(line) = text(entry, "line") {
            let ours: String =
                seen.line.unwrap_or_default().iter().map(|(row, col)| format!("({row},{col})")).collect();
            assert_eq!(ours, line, "{entry}");
        }
    }
}

/// `legal` entries: every legal move of a position.
pub fn legal_moves_agree(data: &Value) {
    for entry in entries(data, "legal") {
        let mut ours = look_at(entry, 0).moves;
        let mut theirs: Vec<String> =
            entry["legal_moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{entry}");
    }
}

struct Contract {
    seed: u64,
    games: usize,
}

impl Visitor for Contract {
    type Output = ();

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) {
        ply_game::contract::check(&start, self.seed, self.games);
    }
}

/// The contract test on `games` random games of a spec.
pub fn contract_holds(spec: &str, games: usize) {
    let spec: Spec = spec.parse().expect("a spec");
    visit(&spec, None, Contract { seed: 1, games }).unwrap_or_else(|error| panic!("{spec}: {error}"));
}

/// The error a spec gets.
pub fn spec_error(spec: &str) -> String {
    let parsed: Result<Spec, _> = spec.parse();
    match parsed.and_then(|spec| visit(&spec, None, Contract { seed: 1, games: 0 })) {
        Ok(()) => panic!("{spec} was accepted"),
        Err(error) => error.to_string(),
    }
}
