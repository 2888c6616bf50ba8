//! From what was typed to a game and a position of it.

use anyhow::{Error, Result};
use ply_game::BoardGame;
use ply_games::{Place, SceneError, set_up};

use crate::args::From;

pub use ply_games::Scene;

/// Something done with a set-up position of any game.
pub trait SceneVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<Self::Output>;
}

/// Sets the position up and hands it over.
pub fn with_scene<V: SceneVisitor>(game: &str, from: &From, visitor: V) -> Result<V::Output> {
    let place = Place { game, position: from.position.as_deref(), moves: &from.moves };
    set_up(&place, Fallible(visitor)).map_err(|error| match error {
        SceneError::Game(error) => error.into(),
        SceneError::Position(error) => Error::from(error).context("--position"),
        SceneError::Moves(error) => Error::from(error).context("--moves"),
    })?
}

/// What is done may fail.
struct Fallible<V>(V);

impl<V: SceneVisitor> ply_games::SceneVisitor for Fallible<V> {
    type Output = Result<V::Output>;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        self.0.visit(scene)
    }
}
