//! From text to a position: a game's spec, perhaps a position of it, and moves.

use ply_game::{BoardGame, Spec, SpecError, TextError, play_texts};

use crate::{Visitor, visit};

/// A position as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The game's spec.
    pub game: &'a str,
    /// Where to start instead of the game's own start.
    pub position: Option<&'a str>,
    /// Moves from there, separated by white space.
    pub moves: &'a str,
}

/// A position that was set up, and how it came about.
#[derive(Clone, Debug)]
pub struct Scene<G: BoardGame> {
    /// The full spelling of the game.
    pub spec: Spec,
    /// Where the moves begin.
    pub start: G,
    /// The moves that were played.
    pub moves: Vec<G::Move>,
    /// The position after them.
    pub position: G,
}

impl<G: BoardGame> Scene<G> {
    /// Moves played so far: what the position says, else those that were given.
    pub fn ply(&self) -> usize {
        self.position.ply().unwrap_or(self.moves.len())
    }
}

/// What is wrong with a place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SceneError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Its position cannot be read.
    #[error("position: {0}")]
    Position(#[source] TextError),
    /// One of the moves cannot be played.
    #[error("moves: {0}")]
    Moves(#[source] TextError),
}

/// Something done with a set-up position of any game.
pub trait SceneVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output;
}

/// Sets a position up and hands it over.
///
/// ```
/// use ply_game::BoardGame;
/// use ply_games::{Place, Scene, SceneVisitor, set_up};
///
/// struct Ply;
/// impl SceneVisitor for Ply {
///     type Output = usize;
///     fn visit<G: BoardGame>(self, scene: Scene<G>) -> usize { scene.ply() }
/// }
///
/// let place = Place { game: "simplexity", position: None, moves: "o3 s3" };
/// assert_eq!(set_up(&place, Ply), Ok(2));
/// ```
pub fn set_up<V: SceneVisitor>(place: &Place<'_>, visitor: V) -> Result<V::Output, SceneError> {
    let spec: Spec = place.game.parse()?;
    visit(&spec, place.position, SetUp { place, visitor })?
}

struct SetUp<'a, V> {
    place: &'a Place<'a>,
    visitor: V,
}

impl<V: SceneVisitor> Visitor for SetUp<'_, V> {
    type Output = Result<V::Output, SceneError>;

    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        let start = match self.place.position {
            Some(text) => start.parse_position(text).map_err(SceneError::Position)?,
            None => start,
        };
        let mut position = start.clone();
        let moves = play_texts(&mut position, self.place.moves).map_err(SceneError::Moves)?;
        Ok(self.visitor.visit(Scene { spec, start, moves, position }))
    }
}
