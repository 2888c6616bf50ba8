//! How many kinds of boards there may be: the rules keep each one's tables for ever.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use ply_game::{BoardGame, Spec};
use ply_games::{Place, Scene, SceneVisitor, set_up};

use crate::problem::Problem;

/// The kinds that were set up.
pub(crate) struct Boards {
    known: Mutex<HashSet<String>>,
    most: usize,
}

impl Boards {
    pub(crate) fn new(most: usize) -> Self {
        Self { known: Mutex::default(), most }
    }

    /// Sets a position up, unless it needs one kind of board too many.
    pub(crate) fn set_up<V: SceneVisitor>(&self, place: &Place<'_>, visitor: V) -> Result<V::Output, Problem> {
        let kind = kind(&place.game.parse::<Spec>()?);
        {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= self.most && !known.contains(&kind) {
                let most = self.most;
                return Err(Problem::busy(format!(
                    "{most} kinds of boards were set up already; spell out one of those"
                )));
            }
        }
        let (full, output) = set_up(place, Kind(visitor))?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(full);
        if place.position.is_none() {
            known.insert(kind);
        }
        Ok(output)
    }
}

/// The spec without what only draws the start.
fn kind(spec: &Spec) -> String {
    let mut spec = spec.clone();
    spec.options.retain(|(key, _)| key != "seed");
    spec.to_string()
}

/// Learns the full spelling on the way.
struct Kind<V>(V);

impl<V: SceneVisitor> SceneVisitor for Kind<V> {
    type Output = (String, V::Output);

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Self::Output {
        (kind(&scene.spec), self.0.visit(scene))
    }
}
