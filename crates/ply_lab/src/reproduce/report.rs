//! The five reports by name.

use std::str::FromStr;

use ply_game::nearest;
use serde::Serialize;

/// A report whose tables can be played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// Simplexity.
    Simpai,
    /// Pentago-Swap.
    PentagoSwap,
    /// Colosseum.
    Colosseum,
    /// Dots-and-Boxes.
    DotsAndBoxes,
    /// Infexion.
    Infexion,
    /// What all of them wished for.
    Wishes,
}

/// A name that is no report's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown report '{name}'{hint}; known: {known}, all")]
pub struct UnknownReport {
    name: String,
    hint: String,
    known: String,
}

impl Report {
    /// Every report, without the wishes, which have a page of their own.
    pub const ALL: [Self; 5] = [Self::Simpai, Self::PentagoSwap, Self::Colosseum, Self::DotsAndBoxes, Self::Infexion];

    /// Every name there is.
    const NAMED: [Self; 6] = {
        let [a, b, c, d, e] = Self::ALL;
        [a, b, c, d, e, Self::Wishes]
    };

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simpai => "simpai",
            Self::PentagoSwap => "pentago-swap",
            Self::Colosseum => "colosseum",
            Self::DotsAndBoxes => "dots-and-boxes",
            Self::Infexion => "infexion",
            Self::Wishes => "wishes",
        }
    }

    /// Its title in words, with the game.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Simpai => "Simplexity: SimpAI",
            Self::PentagoSwap => "Pentago-Swap: the logical agent",
            Self::Colosseum => "Colosseum: presorted alpha-beta",
            Self::DotsAndBoxes => "Dots-and-Boxes: from if-else to dynamic depth",
            Self::Infexion => "Infexion: coverage",
            Self::Wishes => "What the reports wished for",
        }
    }

    /// Who wrote it, where and when.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Simpai => "Diab and Logofatu, a competitive agent for Simplexity (ColorShapeLinks), 2021",
            Self::PentagoSwap => "Courbebaisse, COMP 424 project report, 2019",
            Self::Colosseum => "Novick and Greenwald, COMP 424 project report, 2023",
            Self::DotsAndBoxes => "CS4386 assignment 2, 2020",
            Self::Infexion => "Infexion project report, part B, 2023",
            Self::Wishes => "Future work of the five reports",
        }
    }

    /// The reports of a name; all of them for `all`.
    pub fn named(name: &str) -> Result<Vec<Self>, UnknownReport> {
        if name == "all" { Ok(Self::ALL.to_vec()) } else { name.parse().map(|report| vec![report]) }
    }
}

impl FromStr for Report {
    type Err = UnknownReport;

    fn from_str(name: &str) -> Result<Self, UnknownReport> {
        Self::NAMED.into_iter().find(|report| report.name() == name).ok_or_else(|| {
            let names = || Self::NAMED.map(Self::name);
            let near = nearest(name, names().into_iter().chain(["all"]));
            let hint = near.map(|near| format!(", did you mean '{near}'?")).unwrap_or_default();
            UnknownReport { name: name.to_owned(), hint, known: names().join(", ") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_wrong_ones_get_the_nearest() {
        assert_eq!(Report::named("all").unwrap().len(), 5);
        for report in Report::NAMED {
            assert_eq!(Report::named(report.name()), Ok(vec![report]));
        }
        assert_eq!(
            Report::named("infexon").unwrap_err().to_string(),
            "unknown report 'infexon', did you mean 'infexion'?; known: simpai, pentago-swap, colosseum, \
             dots-and-boxes, infexion, wishes, all"
        );
    }
}
