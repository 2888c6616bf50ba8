//! Positions to test evaluators on.

use ply_game::{Game as _, Sampled as _, rng};
use ply_games::infexion::{Infexion, Rules, Size};

/// Every position of the first eighty turns of some random games: 60 on the course's board, then 15 on each smaller one.
pub(super) fn positions_under_way() -> impl Iterator<Item = Infexion> {
    let sizes = [[Size::Seven; 4], [Size::Six, Size::Five, Size::Four, Size::Three]].concat();
    (0..120).flat_map(move |seed| {
        let mut rng = rng(seed);
        let mut position = Infexion::new(sizes[seed as usize / 15], Rules::Referee);
        (0..80).map_while(move |_| {
            position.play(position.random_move(&mut rng));
            position.outcome().is_none().then_some(position)
        })
    })
}
