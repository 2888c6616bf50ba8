//! A game's identity: the same game of the same tournament has the same one on every machine and in every run.

use std::fmt;
use std::str::FromStr;

use crate::game::record::GameRecord;
use crate::schedule::Pairing;

/// 128 bits from the tournament, the pairing, the opening, the seed, the game and the agents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(u128);

impl GameId {
    /// The identity of a game, played or not; `game` and `agents` are the full spellings its record has.
    pub fn new(tournament: &str, pairing: &Pairing, game: &str, agents: [&str; 2]) -> Self {
        let Pairing { round, index, game: number, agents: [first, second], opening, seed } = *pairing;
        let numbers = [round as u64, index as u64, number as u64, first as u64, second as u64, opening, seed];
        let mut hash = Fnv::default();
        for text in [tournament, game, agents[0], agents[1]] {
            // Lengths keep neighbours apart: ("ab", "c") is not ("a", "bc").
            hash.add(&(text.len() as u64).to_le_bytes());
            hash.add(text.as_bytes());
        }
        numbers.iter().for_each(|number| hash.add(&number.to_le_bytes()));
        Self(hash.0)
    }

    /// The identity of a game that was played.
    pub fn of(tournament: &str, pairing: &Pairing, record: &GameRecord) -> Self {
        let agents = record.agents.each_ref().map(ToString::to_string);
        Self::new(tournament, pairing, &record.game.to_string(), agents.each_ref().map(String::as_str))
    }
}

impl GameRecord {
    /// A hash of the game, its start and every move: two of the same are the same game played twice.
    pub(crate) fn fingerprint(&self) -> u128 {
        let mut hash = Fnv::default();
        let start = [self.game.to_string(), self.start.clone().unwrap_or_default()];
        for text in start.iter().map(String::as_str).chain(self.move_texts()) {
            hash.add(text.as_bytes());
            hash.add(b" ");
        }
        hash.add(self.outcome.map(|outcome| outcome.to_string()).unwrap_or_default().as_bytes());
        hash.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for GameId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

/// A hash that is the same on every machine.
// CITE: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
pub(crate) struct Fnv(pub(crate) u128);

impl Default for Fnv {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    /// The hash of some bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut hash = Self::default();
        hash.add(bytes);
        hash
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_game_is_in_its_identity() {
        let pairing = Pairing { round: 1, index: 2, game: 0, agents: [3, 4], opening: 5, seed: 6 };
        let id = GameId::new("t", &pairing, "g", ["a", "b"]);
        let others = [
            GameId::new("u", &pairing, "g", ["a", "b"]),
            GameId::new("t", &pairing.swapped(), "g", ["a", "b"]),
            GameId::new("t", &Pairing { opening: 6, ..pairing }, "g", ["a", "b"]),
            GameId::new("t", &Pairing { seed: 7, ..pairing }, "g", ["a", "b"]),
            GameId::new("t", &pairing, "ga", ["", "b"]),
            GameId::new("t", &pairing, "g", ["a", "c"]),
        ];
        assert!(others.iter().all(|other| *other != id));
        assert_eq!(id, GameId::new("t", &pairing, "g", ["a", "b"]));
        assert_eq!(id.to_string().parse(), Ok(id));
        // Stored games are found by it: it must never change.
        assert_eq!(id.to_string(), "a80d7e75523b667491832f8e1f73be08");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(Fnv::of(b"foobar").0, 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
