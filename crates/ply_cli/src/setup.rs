//! From what was typed to a game and a position of it.

use anyhow::{Context as _, Result};
use ply_game::{BoardGame, Spec, play_texts};
use ply_games::{Visitor, visit};

use crate::args::From;

/// A position that was set up, and how it came about.
pub struct Scene<G: BoardGame> {
    /// The full spelling of the game.
    pub spec: Spec,
    /// The position after the moves.
    pub position: G,
    /// The moves that were played.
    pub moves: Vec<G::Move>,
}

impl<G: BoardGame> Scene<G> {
    /// Moves played so far: what the position says, else those that were typed.
    pub fn ply(&self) -> usize {
        self.position.ply().unwrap_or(self.moves.len())
    }
}

/// Something done with a set-up position of any game.
pub trait SceneVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<Self::Output>;
}

/// Sets the position up and hands it over.
pub fn with_scene<V: SceneVisitor>(game: &str, from: &From, visitor: V) -> Result<V::Output> {
    let spec: Spec = game.parse()?;
    visit(&spec, from.position.as_deref(), SetUp { from, visitor })?
}

struct SetUp<'a, V> {
    from: &'a From,
    visitor: V,
}

impl<V: SceneVisitor> Visitor for SetUp<'_, V> {
    type Output = Result<V::Output>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let mut position = match &self.from.position {
            Some(text) => start.parse_position(text).context("--position")?,
            None => start,
        };
        let moves = play_texts(&mut position, &self.from.moves).context("--moves")?;
        self.visitor.visit(Scene { spec, position, moves })
    }
}
