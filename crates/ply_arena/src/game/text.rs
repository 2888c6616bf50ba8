//! How typed values stand in a record: as the texts and numbers they had before they had types. A record may come from
//! anywhere: its texts are harmless as soon as they are read.

use std::fmt::Display;
use std::str::FromStr;

use ply_game::{Outcome, Player, harmless, harmless_line};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{AgentSpec, TimeControl};

fn read<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(text: &str) -> Result<T, D::Error> {
    text.parse().map_err(D::Error::custom)
}

/// A text on one line has no more characters; what is longer is cut. Positions of the largest boards have fewer.
pub(crate) const LONGEST: usize = 1 << 14;

/// A text on one line.
pub(crate) fn line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(harmless_line(&String::deserialize(from)?, LONGEST))
}

/// A text on one line, or none.
pub(crate) fn some_line<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|text| harmless_line(&text, LONGEST)))
}

/// Two texts, each on one line.
pub(crate) fn both_lines<'de, D: Deserializer<'de>>(from: D) -> Result<[String; 2], D::Error> {
    Ok(<[String; 2]>::deserialize(from)?.map(|text| harmless_line(&text, LONGEST)))
}

/// Texts, each on one line.
pub(crate) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.iter().map(|text| harmless_line(text, LONGEST)).collect())
}

/// A text of any number of lines.
pub(crate) fn words<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(harmless(&String::deserialize(from)?))
}

/// Whatever has one spelling.
pub(crate) mod spelling {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        read::<T, D>(&String::deserialize(from)?)
    }
}

/// Both players, the first one first.
pub(crate) mod agents {
    use super::*;

    pub fn serialize<S: Serializer>(agents: &[AgentSpec; 2], serializer: S) -> Result<S::Ok, S::Error> {
        agents.each_ref().map(AgentSpec::to_string).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[AgentSpec; 2], D::Error> {
        let [first, second] = <[String; 2]>::deserialize(from)?;
        Ok([read::<_, D>(&first)?, read::<_, D>(&second)?])
    }
}

/// A player is 0 or 1.
pub(crate) mod player {
    use super::*;

    pub fn serialize<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
        player.index().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
        let index = usize::deserialize(from)?;
        let player = Player::BOTH.get(index).copied();
        player.ok_or_else(|| D::Error::custom(format!("expected 0 or 1 for a player, got {index}")))
    }
}

/// `first`, `second` or `draw`; `unfinished` where there is none.
pub(crate) mod outcome {
    use super::*;

    const UNFINISHED: &str = "unfinished";

    pub fn serialize<S: Serializer>(outcome: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
        match outcome {
            Some(outcome) => serializer.collect_str(outcome),
            None => serializer.serialize_str(UNFINISHED),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Outcome>, D::Error> {
        let text = String::deserialize(from)?;
        let known = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
        match known.into_iter().find(|outcome| outcome.to_string() == text) {
            Some(outcome) => Ok(Some(outcome)),
            None if text == UNFINISHED => Ok(None),
            None => Err(D::Error::custom(format!("expected first, second, draw or unfinished, got '{text}'"))),
        }
    }
}

/// One time control where both players have the same, two where they have not; an empty text where none runs.
pub(crate) mod times {
    use super::*;

    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Text {
        Both(String),
        Each([String; 2]),
    }

    pub fn serialize<S: Serializer>(times: &[TimeControl; 2], serializer: S) -> Result<S::Ok, S::Error> {
        let [first, second] = times;
        if first == second {
            serializer.collect_str(first)
        } else {
            times.map(|time| time.to_string()).serialize(serializer)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[TimeControl; 2], D::Error> {
        let time = |text: &str| if text.is_empty() { Ok(TimeControl::default()) } else { read::<_, D>(text) };
        match Text::deserialize(from)? {
            Text::Both(text) => time(&text).map(|time| [time; 2]),
            Text::Each([first, second]) => Ok([time(&first)?, time(&second)?]),
        }
    }
}
