//! What a network sees of a position: declared once a game, read by the training and by the search.

use ply_game::BoardGame;

/// Whoever is shown a position: the training writes down what it sees, a network adds it up.
pub trait Eyes {
    /// A row holds.
    fn row(&mut self, row: usize);
    /// An input has this count. Those that nothing is said about are 0.
    fn input(&mut self, input: usize, count: i16);
}

/// What there is to say of a position beside its rows and inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The stage of the game.
    pub stage: usize,
    /// What the evaluator alone thinks, in points for the player to move.
    pub opinion: i32,
}

/// A position as its game's network sees it, written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingExample {
    /// The rows that hold.
    pub rows: Vec<u16>,
    /// The counts.
    pub inputs: Vec<i16>,
    /// The rest.
    pub view: View,
}

/// A game whose champion can have a network: its shape, and what it sees of a position.
pub trait Taught: BoardGame {
    /// How many rows there are.
    const ROWS: usize;
    /// How many inputs.
    const INPUTS: usize;
    /// How many stages.
    const STAGES: usize;
    /// How many numbers are in a row.
    const WIDTH: usize;
    /// What stands for 1 in a row.
    const ONE: usize;
    /// The points that an answer of 1 is worth.
    const POINTS: i32;
    /// Rows tell the players apart by their numbers, not by who is to move: then answers are for the first player.
    const IS_FOR_FIRST: bool;

    /// Shows what the network sees of a position; `None` where the search sees the result by itself, or the network is
    /// for another board.
    fn show(&self, eyes: &mut impl Eyes) -> Option<View>;

    /// The row that holds in the mirror image instead.
    fn mirrored_row(row: u16) -> u16 {
        row
    }

    /// The same, written down.
    fn training_example(&self) -> Option<TrainingExample> {
        let mut page = Page { rows: Vec::new(), inputs: vec![0; Self::INPUTS] };
        let view = self.show(&mut page)?;
        Some(TrainingExample { rows: page.rows, inputs: page.inputs, view })
    }
}

/// Writes down what it is shown.
struct Page {
    rows: Vec<u16>,
    inputs: Vec<i16>,
}

impl Eyes for Page {
    fn row(&mut self, row: usize) {
        self.rows.push(row as u16);
    }

    fn input(&mut self, input: usize, count: i16) {
        self.inputs[input] = count;
    }
}

/// What is done with each game that is taught.
pub trait TaughtVisitor {
    /// What comes of it.
    type Output;

    /// Does it; `start` is where the game begins as it is usually played.
    fn visit<G: Taught>(self, start: G) -> Self::Output;
}

/// Lists the games that are taught, by their names in specs.
macro_rules! taught {
    ($($name:literal: $game:ty),+ $(,)?) => {
        /// The names of the games that are taught.
        pub const TAUGHT: &[&str] = &[$($name),+];

        /// Does something with the game of a name; `None` if none of that name is taught.
        pub fn visit_taught<V: TaughtVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $($name => Some(visitor.visit(<$game>::default())),)+
                _ => None,
            }
        }
    };
}

taught! {
    "simplexity": ply_games::simplexity::Simplexity<u64>,
    "pentago-swap": ply_games::pentago_swap::PentagoSwap,
    "colosseum": ply_games::colosseum::Small,
    "infexion": ply_games::infexion::Infexion,
}
