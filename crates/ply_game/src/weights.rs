//! Weights: the numbers of an agent's judgement, declared once with their ranges, so that they can be listed, read from a
//! file and tuned.

/// A number of an agent's judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightInfo {
    /// Its name.
    pub key: &'static str,
    /// The smallest it may be.
    pub least: i32,
    /// The largest.
    pub most: i32,
    /// What it weighs, in a few words.
    pub about: &'static str,
}

/// All weights of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightList {
    /// Whose they are: the agent's name.
    pub agent: &'static str,
    /// The weights, in the order in which they are written.
    pub weights: &'static [WeightInfo],
    /// The sets that come with the program, each a name and the text of a weights file; the first when nobody says.
    pub sets: &'static [(&'static str, &'static str)],
}

impl WeightList {
    /// The names of the sets that come with the program.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.sets.iter().map(|(name, _)| *name)
    }

    /// Whether a text gives the weights by itself, `shape:10+colour:7`, and names no file.
    pub fn is_inline(text: &str) -> bool {
        text.contains(':')
    }

    /// The text that gives weights by itself.
    pub fn inline<'a>(weights: impl IntoIterator<Item = (&'a str, i32)>) -> String {
        let one = |(key, weight)| format!("{key}:{weight}");
        weights.into_iter().map(one).collect::<Vec<_>>().join("+")
    }
}
