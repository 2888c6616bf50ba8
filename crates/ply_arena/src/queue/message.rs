//! What is sent: pairs to be played, and what came of them. Versioned, and no longer than some bytes whoever sent it.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use ply_game::{harmless_line, mix};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::record::GameRecord;
use crate::schedule::Pairing;
use crate::tournament::task::Task;

/// Of what is sent; others are not read.
pub(super) const VERSION: u32 = 1;
/// Bytes of a pair to be played.
pub(super) const MOST_WORK: usize = 512 << 10;
/// Bytes of results before they are packed, of which one message is made; a single pair may have more.
pub(super) const USUAL_RESULTS: usize = 192 << 10;
/// Bytes of results when they are unpacked.
const MOST_UNPACKED: usize = 64 << 20;
/// Bytes a worker tells of itself.
pub(super) const MOST_STATUS: usize = 64 << 10;
/// Characters of why something failed.
pub(super) const LONGEST_WHY: usize = 2000;
/// How often a pair is given out before it is given up.
pub(super) const DELIVERIES: i64 = 3;

/// An opening pair to be played, or the game that is missing of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Work {
    pub(super) version: u32,
    /// Of which tournament.
    pub(super) run: String,
    pub(super) games: Vec<Game>,
}

/// A game of a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Game {
    pub(super) task: Task,
    /// How agents are started that came with files.
    #[serde(default, skip_serializing_if = "none_is_carried")]
    pub(super) carried: [Option<Carried>; 2],
}

fn none_is_carried(carried: &[Option<Carried>; 2]) -> bool {
    carried.iter().all(Option::is_none)
}

/// An agent that came with files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Carried {
    /// A built-in agent whose file of weights stands in its spelling here.
    Spelled(String),
    /// A program in an archive.
    Program {
        /// The SHA-256 of the archive, under which the server has it.
        archive: String,
        /// The command line, as seen from the unpacked folder.
        command: String,
        /// What makes the program out of what is in the folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        build: Option<String>,
    },
}

/// What a worker has done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Results {
    pub(super) version: u32,
    /// Of which tournament.
    pub(super) run: String,
    /// The worker's name.
    pub(super) worker: String,
    pub(super) games: Vec<(Pairing, GameRecord)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) failed: Vec<Failure>,
}

/// A pair that could not be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Failure {
    pub(super) pairings: Vec<Pairing>,
    /// Which time it was given out.
    pub(super) delivery: i64,
    pub(super) why: String,
    /// It will not be given out again.
    pub(super) last: bool,
}

/// A pair's number, the same for both its games.
pub(super) fn pair_number(pairing: &Pairing) -> u64 {
    let Pairing { round, index, game, agents, opening, seed } = *pairing;
    let [low, high] = [agents[0].min(agents[1]), agents[0].max(agents[1])];
    let words = [round as u64, index as u64, game as u64, low as u64, high as u64, opening];
    words.iter().fold(mix(seed), |number, word| mix(number ^ mix(word.wrapping_add(1))))
}

impl Work {
    pub(super) fn number(&self) -> u64 {
        self.games.first().map_or(0, |game| pair_number(&game.task.pairing))
    }

    /// Reads a pair; anything else is a reason.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let work: Self = read(bytes, MOST_WORK, |work: &Self| work.version)?;
        let games = work.games.len();
        if !(1..=2).contains(&games) {
            return Err(format!("expected one or two games, got {games}"));
        }
        Ok(work)
    }
}

impl Results {
    /// Reads results; anything else is a reason.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        if !bytes.starts_with(&GZIP) {
            return read(bytes, MOST_UNPACKED, |results: &Self| results.version);
        }
        let mut text = Vec::new();
        let most = MOST_UNPACKED as u64 + 1;
        GzDecoder::new(bytes).take(most).read_to_end(&mut text).map_err(|error| error.to_string())?;
        read(&text, MOST_UNPACKED, |results: &Self| results.version)
    }

    /// As they are sent: packed where they are long.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = bytes(self);
        if text.len() <= USUAL_RESULTS + USUAL_RESULTS / 4 {
            return text;
        }
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        match packer.write_all(&text).and_then(|()| packer.finish()) {
            Ok(packed) => packed,
            Err(_) => text,
        }
    }
}

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// As it is sent.
pub(super) fn bytes(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("messages have text keys only")
}

/// Reads what has a version.
fn read<T: DeserializeOwned>(bytes: &[u8], most: usize, version: fn(&T) -> u32) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    if bytes.len() > most {
        return Err(format!("expected at most {most} bytes, got {}", bytes.len()));
    }
    let read = serde_json::from_slice::<T>(bytes);
    // What cannot be read may be so because it is of another version.
    let its_version = match &read {
        Ok(message) => version(message),
        Err(_) => serde_json::from_slice(bytes).map_or(VERSION, |Versioned { version }| version),
    };
    if its_version != VERSION {
        return Err(format!("expected messages of version {VERSION}, got {its_version}"));
    }
    read.map_err(|error| harmless_line(&error.to_string(), LONGEST_WHY))
}

#[cfg(test)]
mod tests {
    use ply_game::Outcome;

    use super::*;
    use crate::game::record::Ending;
    use crate::plan::{Plan, PlanAgent};
    use crate::tournament::line_up::LineUp;

    fn work() -> Work {
        let agents = ["random", "cmd:sh 'my agent.sh'"].map(|spec| PlanAgent::new(spec, spec)).to_vec();
        let plan = Plan::new("spring", "infexion", agents).unwrap();
        let line_up = LineUp::new(&plan).unwrap();
        let pairings = plan.scheduler().next(&crate::schedule::Results::default());
        let carried = || {
            let command = "cmd:sh agent.sh".to_owned();
            [None, Some(Carried::Program { archive: "ab".to_owned(), command, build: None })]
        };
        let games = pairings.into_iter().map(|pairing| Game { task: line_up.task(pairing), carried: carried() });
        Work { version: VERSION, run: "0".to_owned(), games: games.collect() }
    }

    #[test]
    fn a_pair_comes_back_with_everything_needed_to_play_it() {
        let work = work();
        assert_eq!(work.games.len(), 2);
        assert_eq!(Work::read(&bytes(&work)), Ok(work));
    }

    #[test]
    fn both_games_of_a_pair_have_its_number() {
        let work = work();
        let [one, other] = [0, 1].map(|game| pair_number(&work.games[game].task.pairing));
        assert_eq!(one, other);
        let next = Pairing { index: 1, ..work.games[0].task.pairing };
        assert_ne!(one, pair_number(&next));
    }

    #[test]
    fn what_is_no_pair_is_told_and_nothing_panics() {
        let good = bytes(&work());
        for (spoiled, expected) in [
            (b"".to_vec(), "EOF"),
            (b"{}".to_vec(), "missing field"),
            (br#"{"version":2,"pairs":[]}"#.to_vec(), "expected messages of version 1, got 2"),
            (br#"{"version":2,"run":"0","games":[]}"#.to_vec(), "expected messages of version 1, got 2"),
            (br#"{"version":1,"run":"0","games":[]}"#.to_vec(), "expected one or two games, got 0"),
            (vec![b' '; MOST_WORK + 1], "expected at most"),
            (good[..good.len() / 2].to_vec(), "EOF"),
        ] {
            let said = Work::read(&spoiled).unwrap_err();
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn long_results_are_packed_and_come_back() {
        let record = GameRecord::sample(["random", "greedy"], Outcome::Draw, Ending::Rule);
        let pairing = work().games[0].task.pairing;
        let results = |games: usize| Results {
            version: VERSION,
            run: "0".to_owned(),
            worker: "ada".to_owned(),
            games: vec![(pairing, record.clone()); games],
            failed: Vec::new(),
        };
        for (games, packed) in [(1, false), (2000, true)] {
            let sent = results(games).bytes();
            assert_eq!(sent.starts_with(&GZIP), packed);
            assert_eq!(Results::read(&sent), Ok(results(games)));
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        let zeros = vec![0; 1 << 20];
        for _ in 0..=MOST_UNPACKED >> 20 {
            packer.write_all(&zeros).unwrap();
        }
        let said = Results::read(&packer.finish().unwrap()).unwrap_err();
        assert!(said.contains("expected at most"), "{said}");
    }
}
