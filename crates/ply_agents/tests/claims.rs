//! No champion claims a win or a loss that plain alpha-beta refutes.

use ply_agents::mind;
use ply_game::{BoardGame, Rng, rng};
use ply_games::colosseum::Small;
use ply_games::infexion::Infexion;
use ply_games::pentago_swap::PentagoSwap;
use ply_games::simplexity::Simplexity;
use ply_search::{Budget, Limits, Score, Silent};

/// Positions of random games that see all stages, as players take some care: of a few random moves each plays the first
/// that neither ends the game nor lets the other end it, if there is one.
fn positions<G: BoardGame>(start: &G, games: usize, rng: &mut Rng) -> Vec<G> {
    const TRIES: usize = 12;
    let ends = |position: &G, mv: &G::Move| position.after(*mv).outcome().is_some();
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = start.clone();
        while position.outcome().is_none() {
            let is_quiet = |mv: &G::Move| {
                let child = position.after(*mv);
                child.outcome().is_none() && !child.move_list().iter().any(|reply| ends(&child, reply))
            };
            let quiet = (0..TRIES).map(|_| position.random_move(rng)).find(is_quiet);
            let mv = quiet.unwrap_or_else(|| position.random_move(rng));
            positions.push(position.clone());
            position.play(mv);
        }
    }
    positions
}

fn score<G: BoardGame>(agent: &str, position: &G, nodes: u64) -> Score {
    let (_, mut mind) = mind::<G>(&agent.parse().unwrap(), 0, 1).unwrap();
    mind.think(position, &Budget::new(Limits::nodes(nodes)), &mut Silent).unwrap().score
}

/// Compares the two wherever both are sure; there must be some such positions.
fn agree<G: BoardGame>(start: &G, games: usize) {
    let mut claims = 0;
    for position in positions(start, games, &mut rng(5)) {
        let champion = score("champion:table=1", &position, 2_000);
        if champion.is_decided() {
            let plain = score("alpha-beta:table=1", &position, 20_000);
            if plain.is_decided() {
                assert_eq!(champion > Score::DRAW, plain > Score::DRAW, "{}", position.position_text());
                claims += 1;
            }
        }
    }
    assert!(claims >= 20, "{claims}");
}

#[test]
fn simplexity() {
    agree(&Simplexity::<u64>::default(), 60);
}

#[test]
fn pentago_swap() {
    agree(&PentagoSwap::default(), 40);
}

#[test]
fn colosseum() {
    for size in 3..=6 {
        agree(&Small::start(size, 7), 20);
    }
}

#[test]
fn infexion() {
    agree(&Infexion::default(), 10);
}
