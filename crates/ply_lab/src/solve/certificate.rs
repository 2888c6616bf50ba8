//! A proof as a file: what is claimed, and for each claim a move in every position in which the claimant is to move.
//!
//! Positions are not written down. Whoever reads the file plays the strategy from the start position against all
//! replies in the order of the rules, goes no further where a position or an image of it was met before, and reads one
//! number where the claimant moves: which legal move it is, counted in the order of the rules, as a variable-length
//! integer of 7 bits a byte, the lowest first. Of a win within so many plies, positions in which a move wins at once have
//! no number: whoever reads finds that move. The file is compressed (gzip): a line of JSON, then the numbers of one claim
//! after the other.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use ply_game::Player;
use serde::{Deserialize, Serialize};

/// What the first line says it is.
const FORMAT: &str = "plyground proof 1";
/// A first line longer than this is none of ours.
const LONGEST_HEADING: usize = 1 << 16;

/// That a player gets at least so much: points of margin where the game counts them, else 1 for a win and 0 for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Claim {
    /// Who.
    #[serde(with = "player_text")]
    pub player: Player,
    /// How much at least.
    pub at_least: i32,
    /// Where the claim is a win so soon: within so many plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
}

impl Claim {
    /// That a player gets at least so much, whenever that may be.
    pub fn of_value(player: Player, at_least: i32) -> Self {
        Self { player, at_least, within: None }
    }

    /// That a player wins within so many plies.
    pub fn of_win_within(player: Player, plies: u32) -> Self {
        Self { player, at_least: 1, within: Some(plies) }
    }
}

/// What is claimed of which position.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    format: String,
    /// The game's full spec.
    pub game: String,
    /// The position's text.
    pub position: String,
    /// What is claimed of it, in the order of the strategies.
    pub claims: Vec<Claim>,
}

/// Why a file is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// It cannot be read or written.
    #[error("cannot read or write the proof: {0}")]
    Io(#[from] std::io::Error),
    /// It begins otherwise.
    #[error("this is no proof of ours: {0}")]
    Heading(String),
}

mod player_text {
    use ply_game::Player;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    pub fn serialize<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(player)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        let text = String::deserialize(deserializer)?;
        let player = Player::BOTH.into_iter().find(|player| player.to_string() == text);
        player.ok_or_else(|| serde::de::Error::custom("expected a player, first or second"))
    }
}

impl Certificate {
    /// Claims about a position.
    pub fn new(game: String, position: String, claims: Vec<Claim>) -> Self {
        Self { format: FORMAT.to_owned(), game, position, claims }
    }

    /// Writes the heading; the strategies follow.
    pub fn write<W: Write>(&self, file: W) -> Result<GzEncoder<W>, CertificateError> {
        let mut packed = GzEncoder::new(file, Compression::best());
        serde_json::to_writer(&mut packed, self).map_err(std::io::Error::from)?;
        packed.write_all(b"\n")?;
        Ok(packed)
    }

    /// Reads the heading and leaves the strategies to be read.
    pub fn read<R: Read>(file: R) -> Result<(Self, Strategy<R>), CertificateError> {
        let mut packed = GzDecoder::new(file);
        let mut heading = Vec::new();
        loop {
            let mut byte = [0];
            packed.read_exact(&mut byte).map_err(|error| CertificateError::Heading(error.to_string()))?;
            if byte == *b"\n" {
                break;
            } else if heading.len() == LONGEST_HEADING {
                return Err(CertificateError::Heading("its first line does not end".to_owned()));
            }
            heading.push(byte[0]);
        }
        let read = serde_json::from_slice::<Self>(&heading);
        let certificate = read.map_err(|error| CertificateError::Heading(error.to_string()))?;
        if certificate.format != FORMAT {
            return Err(CertificateError::Heading(format!("expected {FORMAT}, got {}", certificate.format)));
        }
        Ok((certificate, Strategy(std::io::BufReader::new(packed))))
    }
}

/// Writes which move it is.
pub fn write_move(mut number: usize, file: &mut impl Write) -> std::io::Result<()> {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        let more = if number > 0 { 0x80 } else { 0 };
        file.write_all(&[byte | more])?;
        if number == 0 {
            return Ok(());
        }
    }
}

/// The moves of a certificate, to be read one by one.
pub struct Strategy<R>(std::io::BufReader<GzDecoder<R>>);

impl<R: Read> Strategy<R> {
    /// Which move comes next; `None` at the end of the file, or where it is damaged.
    pub fn next_move(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let mut byte = [0];
            self.0.read_exact(&mut byte).ok()?;
            number |= usize::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Whether everything was read, and the file says of itself that it is whole.
    pub fn is_at_end(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0))
    }
}
