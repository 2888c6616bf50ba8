//! The referee: asks the seats in turn and measures their time; the game under way judges what they answer.

use ply_game::{BoardGame, Player};
use ply_search::Instant;

use crate::game::rules::Policy;
use crate::game::seat::Seat;
use crate::game::under_way::{GameUnderWay, Glimpse};

/// Plays a game to its end, and tells of it at the beginning and after every move.
pub fn referee<G: BoardGame>(
    game: &mut GameUnderWay<G>,
    seats: [&mut dyn Seat<G>; 2],
    tell: &mut dyn FnMut(Glimpse<'_>),
) {
    let [first, second] = seats;
    let unready = [first.prepare().err(), second.prepare().err()];
    // Where faults only cost moves, a game that a side cannot even begin is begun all the same.
    if game.rules().policy == Policy::Forfeit
        && let Some((loser, fault)) =
            Player::BOTH.into_iter().zip(unready).find_map(|(loser, fault)| Some((loser, fault?)))
    {
        return game.forfeit(loser, fault);
    }
    loop {
        tell(game.glimpse());
        let asked = Instant::now();
        let Some(question) = game.question(asked) else { break };
        let seat = if question.player == Player::First { &mut *first } else { &mut *second };
        let answer = seat.ask(&question);
        let used = answer.as_ref().ok().and_then(|answer| answer.used).unwrap_or_else(|| asked.elapsed());
        game.answered(answer, used);
    }
}
