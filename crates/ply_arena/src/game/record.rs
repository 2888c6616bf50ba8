//! What is kept of a game: one JSON line with every move and what was thought of it, and how it ended.

use ply_game::{Outcome, Player, Spec};
use serde::{Deserialize, Serialize};

use crate::game::fault::Fault;
use crate::game::text;
use crate::{AgentSpec, TimeControl};

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Ending {
    /// By the rules of the game.
    Rule,
    /// One side broke the rules of the arena.
    Forfeit {
        /// Who.
        #[serde(with = "text::player")]
        loser: Player,
        /// After how many moves of the game.
        ply: usize,
        /// What it did.
        fault: Fault,
    },
    /// The referee ended a game that was decided.
    Adjudication {
        /// Why.
        #[serde(deserialize_with = "text::line")]
        why: String,
    },
    /// One side gave up.
    Resignation {
        /// Who.
        #[serde(with = "text::player")]
        loser: Player,
    },
    /// It has not ended: a person left it to go on later.
    Unfinished,
}

/// What an agent told about its move, as far as it told anything.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// What it thinks of its position, in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// How deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The principal variation, its own move first.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::list")]
    pub pv: Vec<String>,
}

impl Thought {
    /// More moves of a principal variation are not kept.
    pub const MOST_PV: usize = 16;
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move's text.
    #[serde(rename = "move", deserialize_with = "text::line")]
    pub text: String,
    /// Who made it.
    #[serde(with = "text::player")]
    pub by: Player,
    /// Milliseconds that were charged for it.
    pub ms: f64,
    /// Milliseconds its maker has for the next one, where a clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<f64>,
    /// What its maker told.
    #[serde(flatten)]
    pub thought: Thought,
    /// The agent's own answer was no move; the referee chose this one at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<Fault>,
}

/// The match or tournament that a game belongs to, as far as it decides what is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunOrigin {
    /// The seed it was given, from which those of its openings and agents follow.
    pub seed: u64,
    /// The number of the game's opening, counted from 0.
    pub opening: u64,
    /// What its players are called in tables, the first player's name first.
    #[serde(deserialize_with = "text::both_lines")]
    pub names: [String; 2],
}

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's full spelling.
    #[serde(with = "text::spelling")]
    pub game: Spec,
    /// The text of the position it began from, if that is not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::some_line")]
    pub start: Option<String>,
    /// The agents' full spellings, the first player's first.
    #[serde(with = "text::agents")]
    pub agents: [AgentSpec; 2],
    /// Both players' time controls.
    #[serde(rename = "time", with = "text::times")]
    pub times: [TimeControl; 2],
    /// What both were multiplied by for the speed of the machine, where that was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_factor: Option<f64>,
    /// The seed agents were built with.
    pub seed: u64,
    /// Where it comes from: what to ask for to play it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunOrigin>,
    /// Moves that were made before the agents took over.
    #[serde(deserialize_with = "text::list")]
    pub opening: Vec<String>,
    /// The agents' moves.
    pub moves: Vec<MoveRecord>,
    /// Who won; nothing if it has not ended.
    #[serde(with = "text::outcome")]
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub ending: Ending,
    /// The scores on the board at the end, in games that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i32; 2]>,
    /// The most memory each side was seen to use, in bytes, where that was looked at: of programs.
    #[serde(default, skip_serializing_if = "nobody")]
    pub memory: [Option<u64>; 2],
}

fn nobody(memory: &[Option<u64>; 2]) -> bool {
    *memory == [None; 2]
}

impl GameRecord {
    /// Who forfeited, and why.
    pub fn forfeit(&self) -> Option<(Player, &Fault)> {
        match &self.ending {
            Ending::Forfeit { loser, fault, .. } => Some((*loser, fault)),
            Ending::Rule | Ending::Adjudication { .. } | Ending::Resignation { .. } | Ending::Unfinished => None,
        }
    }

    /// Its loser forfeited before it had made a move of its own: there was no game.
    pub fn is_walkover(&self) -> bool {
        self.forfeit().is_some_and(|(loser, _)| self.moves.iter().all(|mv| mv.by != loser))
    }

    /// The time control as one text: both where they differ.
    pub fn time_text(&self) -> String {
        let [first, second] = self.times;
        if first == second { first.to_string() } else { format!("{first} against {second}") }
    }

    /// Every move as text, the opening's first.
    pub fn move_texts(&self) -> impl Iterator<Item = &str> {
        self.opening.iter().chain(self.moves.iter().map(|mv| &mv.text)).map(String::as_str)
    }

    /// What a player is called: its name in the tables of its run, else its agent's.
    pub fn name(&self, player: Player) -> String {
        let run = self.run.as_ref().map(|run| run.names[player.index()].clone());
        run.unwrap_or_else(|| self.agents[player.index()].name())
    }

    /// How it ended, in words.
    pub fn verdict(&self) -> String {
        let name = |player: Player| format!("{player} ({})", self.name(player));
        let result = match self.outcome {
            None => return "not finished".to_owned(),
            Some(Outcome::Draw) => "a draw".to_owned(),
            Some(Outcome::Win(player)) => format!("{} has won", name(player)),
        };
        match &self.ending {
            Ending::Rule | Ending::Unfinished => result,
            Ending::Forfeit { fault, .. } => format!("{result} by forfeit: {fault}"),
            Ending::Adjudication { why } => format!("{result} by adjudication: {why}"),
            Ending::Resignation { .. } => format!("{result} by resignation"),
        }
    }
}

#[cfg(test)]
impl GameRecord {
    /// A game of one move, for tests of what is done with records.
    pub(crate) fn sample(agents: [&str; 2], outcome: Outcome, ending: Ending) -> Self {
        let thought = Thought { score: Some(-7), depth: Some(3), ..Thought::default() };
        let mv = MoveRecord {
            text: "0,0".to_owned(),
            by: Player::Second,
            ms: 1.25,
            left_ms: None,
            thought,
            instead_of: None,
        };
        Self {
            game: "infexion".parse().expect("a game"),
            start: None,
            agents: agents.map(|agent| agent.parse().expect("an agent")),
            times: ["200ms".parse().expect("a time control"); 2],
            clock_factor: None,
            seed: 7,
            run: None,
            opening: vec!["3,4".to_owned()],
            moves: vec![mv],
            outcome: Some(outcome),
            ending,
            scores: None,
            memory: [None; 2],
        }
    }
}
