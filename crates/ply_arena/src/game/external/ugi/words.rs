//! The lines of UGI, written and read.

use std::time::Duration;

use ply_game::{BoardGame, Player, TextError, play_texts};
use ply_search::{Clock, Limits};

use crate::game::record::Thought;

/// No game here has a move of more characters.
const LONGEST_MOVE: usize = 24;

/// What the arena hears from a program. Everything else is [`Said::Other`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// The greeting is answered.
    UgiOk,
    /// Everything before is done.
    ReadyOk,
    /// Its move as it was written; `None`: it says it has no move.
    BestMove(Option<String>),
    /// What it thinks; scores are better for itself when larger.
    Info(Thought),
    /// It asks which moves are legal.
    LegalMoves,
    /// `id` or `option`.
    About,
    /// No part of the protocol.
    Other,
}

impl Said {
    /// Reads one line; any line can be read.
    ///
    /// ```
    /// use ply_arena::external::ugi::Said;
    /// assert_eq!(Said::read("bestmove h0,1"), Said::BestMove(Some("h0,1".to_owned())));
    /// assert_eq!(Said::read("good morning"), Said::Other);
    /// ```
    pub fn read(line: &str) -> Self {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugiok") => Self::UgiOk,
            Some("readyok") => Self::ReadyOk,
            Some("bestmove") => {
                let none = |word: &&str| !["(none)", "none", "0000", "null"].contains(word);
                Self::BestMove(words.next().filter(none).map(str::to_owned))
            }
            Some("info") => read_info(words),
            Some("legalmoves") => Self::LegalMoves,
            Some("id" | "option") => Self::About,
            _ => Self::Other,
        }
    }
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Said {
    let mut thought = Thought::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = words.next().and_then(|word| word.parse().ok()),
            "score" => {
                let word = words.next();
                let number = if word == Some("cp") { words.next() } else { word };
                thought.score = number.and_then(|word| word.parse().ok());
            }
            "nodes" => thought.nodes = words.next().and_then(|word| word.parse().ok()),
            // Moves may look like anything, and are kept as long as they look like moves.
            "pv" => {
                let is_move = |word: &&str| word.len() <= LONGEST_MOVE && word.chars().all(|c| c.is_ascii_graphic());
                thought.pv = words.by_ref().take_while(is_move).take(Thought::MOST_PV).map(str::to_owned).collect();
                break;
            }
            "string" => break,
            _ => {}
        }
    }
    Said::Info(thought)
}

/// `position ...`.
pub(crate) fn position_line(start: Option<&str>, moves: &[String]) -> String {
    let mut line = start.map_or_else(|| "position startpos".to_owned(), |start| format!("position fen {start}"));
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}

/// `legalmoves M M ...`: the answer to whoever asks for them, nothing after the word where the game is over.
pub(crate) fn legal_moves_line<G: BoardGame>(position: &G) -> String {
    let mut line = "legalmoves".to_owned();
    for mv in position.move_list() {
        line.push(' ');
        line.push_str(&position.move_text(mv));
    }
    line
}

/// `go ...` for a player with these clocks. Times are whole milliseconds, cut, but never nothing.
pub(crate) fn go_line(clocks: &[Clock; 2], player: Player, moves_made: usize, limits: &Limits) -> String {
    let ms = |time: Duration| time.as_millis().max(1);
    let mut line = "go".to_owned();
    let own = &clocks[player.index()];
    if own.bank.is_some() {
        for (name, clock) in ["p1time", "p2time"].iter().zip(clocks) {
            line.push_str(&format!(" {name} {}", ms(clock.bank.unwrap_or_default())));
        }
        for (name, clock) in ["p1inc", "p2inc"].iter().zip(clocks) {
            line.push_str(&format!(" {name} {}", clock.increment.as_millis()));
        }
    }
    let first = if moves_made == 0 { own.first_move } else { None };
    if let Some(time) = first.or(own.per_move) {
        line.push_str(&format!(" movetime {}", ms(time)));
    }
    for (name, number) in [("nodes", limits.nodes), ("depth", limits.depth.map(u64::from))] {
        line.extend(number.map(|number| format!(" {name} {number}")));
    }
    line
}

/// The time of `go infinite`, beyond every `stop`; without any limit an agent would choose a small depth by itself.
pub(super) const ENDLESS: Duration = Duration::from_secs(86_400);

/// Reads what comes after `go`: the clock of `player` and the other limits. Words that are not known, or are without
/// their number, are given to `strange`.
pub(super) fn read_go(line: &str, player: Player, mut strange: impl FnMut(&str)) -> (Clock, Limits) {
    let (mut clock, mut limits) = (Clock::default(), Limits::default());
    let own = ["1", "2"][player.index()];
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            clock.per_move = Some(ENDLESS);
            continue;
        }
        let Some(number) = words.next().and_then(|number| number.parse::<u64>().ok()) else {
            strange(word);
            continue;
        };
        let time = Duration::from_millis(number).min(ENDLESS);
        match word {
            "movetime" => clock.per_move = Some(time),
            "nodes" => limits.nodes = Some(number.max(1)),
            "depth" => limits.depth = Some(number.clamp(1, 200) as u32),
            "p1time" | "p2time" if word[1..].starts_with(own) => clock.bank = Some(time),
            "p1inc" | "p2inc" if word[1..].starts_with(own) => clock.increment = time,
            "p1time" | "p2time" | "p1inc" | "p2inc" => {}
            _ => strange(word),
        }
    }
    (clock, limits)
}

/// A position as it was told.
#[derive(Clone, Debug)]
pub(super) struct Told<G: BoardGame> {
    pub(super) position: G,
    /// Where the game began.
    pub(super) start: G,
    /// Every move since then.
    pub(super) moves: Vec<G::Move>,
    /// How many of them the player to move has made.
    pub(super) moves_made: usize,
}

impl<G: BoardGame> Told<G> {
    /// The start of a game.
    pub(super) fn start(start: &G) -> Self {
        Self { position: start.clone(), start: start.clone(), moves: Vec::new(), moves_made: 0 }
    }
}

/// Reads what comes after `position`.
pub(super) fn read_position<G: BoardGame>(start: &G, line: &str) -> Result<Told<G>, TextError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (set_up, moves) = (&words[..moves_at], words.get(moves_at + 1..).unwrap_or_default());
    let start = match set_up {
        ["startpos"] => start.clone(),
        ["fen", text @ ..] => start.parse_position(&text.join(" "))?,
        _ => return Err(TextError::expected("'startpos' or 'fen POSITION'", &set_up.join(" "))),
    };
    let mut position = start.clone();
    let moves = play_texts(&mut position, &moves.join(" "))?;
    let (mut made, mut replayed) = ([0; 2], start.clone());
    for &mv in &moves {
        made[replayed.to_move().index()] += 1;
        replayed.play(mv);
    }
    let moves_made = made[position.to_move().index()];
    Ok(Told { position, start, moves, moves_made })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_game::TreeGame;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn answers_are_read_with_what_comes_beside_them() {
        let best = |text: &str| Said::BestMove(Some(text.to_owned()));
        assert_eq!(Said::read("bestmove h0,1 ponder v0,0"), best("h0,1"));
        assert_eq!(Said::read("  bestmove\t2,5,TR-BL "), best("2,5,TR-BL"));
        for none in ["bestmove", "bestmove (none)", "bestmove 0000"] {
            assert_eq!(Said::read(none), Said::BestMove(None));
        }
        let info = |score, depth| Said::Info(Thought { score, depth, ..Thought::default() });
        let pv = ["a", "depth", "7"].map(str::to_owned).to_vec();
        let whole = Thought { score: Some(-31), depth: Some(5), nodes: Some(9), pv };
        assert_eq!(Said::read("info depth 5 score cp -31 nodes 9 pv a depth 7"), Said::Info(whole));
        let Said::Info(strange) = Said::read(&format!("info pv {} \u{1b}[2J a", "b ".repeat(99))) else { panic!() };
        assert_eq!(strange.pv, vec!["b"; Thought::MOST_PV]);
        assert_eq!(Said::read("info pv \u{1b}[2J"), info(None, None));
        assert_eq!(Said::read("info score 12 depth x"), info(Some(12), None));
        assert_eq!(Said::read("info string depth 3"), info(None, None));
        for other in ["", "bestmoveh0,1", "Hello", "\u{fffd}"] {
            assert_eq!(Said::read(other), Said::Other);
        }
    }

    #[test]
    fn a_clock_survives_the_way_through_text() {
        let bank = Clock::bank(5_000 * MS, 30 * MS);
        let mixed = Clock { per_move: Some(200 * MS), ..Clock::bank(9_000 * MS, Duration::ZERO) };
        let limits = Limits { depth: Some(4), ..Limits::nodes(1000) };
        let line = go_line(&[bank, mixed], Player::Second, 3, &limits);
        assert_eq!(line, "go p1time 5000 p2time 9000 p1inc 30 p2inc 0 movetime 200 nodes 1000 depth 4");
        assert_eq!(read_go(&line[2..], Player::Second, |_| panic!()), (mixed, limits));
        assert_eq!(read_go(&line[2..], Player::First, |_| panic!()).0.bank, bank.bank);
        let first = Clock { first_move: Some(30_000 * MS), ..Clock::per_move(2_000 * MS) };
        let go = |made| go_line(&[first; 2], Player::First, made, &Limits::default());
        assert_eq!((go(0), go(1)), ("go movetime 30000".to_owned(), "go movetime 2000".to_owned()));
        assert_eq!(go_line(&[Clock::default(); 2], Player::First, 0, &Limits::default()), "go");
    }

    #[test]
    fn nonsense_after_go_is_named_and_passed_over() {
        let mut strange = Vec::new();
        let (clock, limits) = read_go("movetime ten depth 3 what 4 nodes", Player::First, |word| {
            strange.push(word.to_owned());
        });
        assert_eq!(strange, ["movetime", "what", "nodes"]);
        assert_eq!((clock, limits), (Clock::default(), Limits::depth(3)));
    }

    #[test]
    fn a_position_is_read_with_its_moves() {
        let start: TreeGame = "1[1[2[+ -] =] =]".parse().unwrap();
        let made = |line| read_position(&start, line).map(|told| told.moves_made).map_err(|error| error.to_string());
        assert_eq!((made("startpos"), made("startpos moves 0"), made("startpos moves 0 0")), (Ok(0), Ok(1), Ok(0)));
        assert_eq!(made("startpos moves 0 7").unwrap_err(), "move 2 ('7'): not a legal move here; legal: 0 1");
        assert_eq!(made("from moves 0").unwrap_err(), "expected 'startpos' or 'fen POSITION', got 'from'");
    }
}
