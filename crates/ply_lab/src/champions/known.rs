//! Positions whose result is proven, one file a game, and whether a champion's move keeps it.
//!
//! A line is `GAME`, `POSITION` and `RESULT` (`win` or `draw`, of the player to move), separated by tabs; lines with `#`
//! say where the positions come from. Lost positions are left out, since no move of theirs is wrong.

use std::time::Duration;

use ply_agents::mind;
use ply_game::{BoardGame, Spec, SpecError};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Limits, Silent};

use super::{Effort, Prover};

/// A position and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The game's spelling.
    pub game: Spec,
    /// The position's text.
    pub position: String,
    /// What it is worth to the player to move: 1 a win, 0 a draw.
    pub result: i32,
}

/// Why a line is no known position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 'GAME<tab>POSITION<tab>win or draw', got '{0}'")]
pub struct KnownError(String);

impl KnownPosition {
    /// The positions that a game has, in the order of its file; none for a game without one.
    pub fn of(game: &str) -> Result<Vec<Self>, KnownError> {
        Self::read(match game {
            "pentago-swap" => include_str!("known/pentago-swap.txt"),
            "dots-and-boxes" => include_str!("known/dots-and-boxes.txt"),
            "simplexity" => include_str!("known/simplexity.txt"),
            _ => "",
        })
    }

    /// Reads the lines of a file.
    pub fn read(text: &str) -> Result<Vec<Self>, KnownError> {
        text.lines().filter(|line| !line.starts_with('#')).map(Self::line).collect()
    }

    fn line(line: &str) -> Result<Self, KnownError> {
        let wrong = || KnownError(line.to_owned());
        let [game, position, result] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let result = match result {
            "win" => 1,
            "draw" => 0,
            _ => return Err(wrong()),
        };
        Ok(Self { game: game.parse().map_err(|_| wrong())?, position: position.to_owned(), result })
    }

    /// The line of a file.
    pub fn text(&self) -> String {
        format!("{}\t{}\t{}", self.game, self.position, if self.result > 0 { "win" } else { "draw" })
    }
}

/// What became of a known position.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Whether the result was kept; `None` if neither could be proven.
    pub kept: Option<bool>,
    /// What the move took.
    pub effort: Effort,
}

/// Lets a fresh champion choose a move within a time, and judges it.
pub fn judge(known: &KnownPosition, champion: &Spec, time: Duration) -> Result<Known, SpecError> {
    visit(&known.game, Some(&known.position), Judge { known, champion, time })?
}

struct Judge<'a> {
    known: &'a KnownPosition,
    champion: &'a Spec,
    time: Duration,
}

impl Visitor for Judge<'_> {
    type Output = Result<Known, SpecError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let text = &self.known.position;
        let position = start.parse_position(text).map_err(|error| SpecError::Together {
            owner: spec.name.clone(),
            reason: format!("the known position '{text}': {error}"),
        })?;
        let (_, mut champion) = mind::<G>(self.champion, 0, 1)?;
        let mut effort = Effort::default();
        let Some(report) = champion.think(&position, &Budget::new(Limits::time(self.time)), &mut Silent) else {
            return Ok(Known { kept: Some(false), effort });
        };
        effort.add(report.depth, report.nodes, report.time);
        let kept =
            Prover::new(&spec, &position)?.after(&position, report.best).map(|result| result >= self.known.result);
        Ok(Known { kept, effort })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_position_can_be_read_and_written() {
        for game in ["pentago-swap", "dots-and-boxes", "simplexity"] {
            let known = KnownPosition::of(game).expect("the files are ours");
            assert!(known.len() >= 200, "{game}: {}", known.len());
            for position in known {
                let again = KnownPosition::read(&position.text()).expect("it was just written");
                assert_eq!(again, [position]);
            }
        }
    }

    #[test]
    fn what_is_no_known_position_is_said() {
        let said = KnownPosition::read("pentago-swap\tx").expect_err("a field is missing").to_string();
        assert_eq!(said, "expected 'GAME<tab>POSITION<tab>win or draw', got 'pentago-swap\tx'");
        assert!(KnownPosition::read("infexion\t0 .\tloss").is_err());
    }
}
