//! Positions to test evaluators on.

use ply_game::{Game as _, Sampled as _, rng};
use ply_games::infexion::Infexion;

/// Every position of the first eighty turns of some random games.
pub(super) fn positions_under_way() -> impl Iterator<Item = Infexion> {
    (0..60).flat_map(|seed| {
        let mut rng = rng(seed);
        let mut position = Infexion::default();
        (0..80).map_while(move |_| {
            position.play(position.random_move(&mut rng));
            position.outcome().is_none().then_some(position)
        })
    })
}
