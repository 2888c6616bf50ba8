//! Known positions from games: a champion plays itself on few nodes, and whatever can be proven on the way is kept.
//!
//! Only positions in which something is at stake are: the result is a win or a draw, and some move does not keep it.

use ply_agents::mind;
use ply_game::{BoardGame, Spec, SpecError, below, mix, rng};
use ply_games::{Visitor, visit};
use ply_search::{Budget, Limits, Silent};

use super::{KnownPosition, Prover};

/// Nodes of a move: enough for sensible games, too few for good ones.
const NODES: u64 = 3000;
/// Moves of a position that are tried for one that does not keep the result.
const TRIED: usize = 12;
/// Positions a game, so that many games are seen.
const A_GAME: usize = 4;

/// Plays the game of this seed and gives the positions that are known.
pub fn collect(game: &Spec, seed: u64) -> Result<Vec<KnownPosition>, SpecError> {
    visit(game, None, Collect { seed })?
}

struct Collect {
    seed: u64,
}

impl Visitor for Collect {
    type Output = Result<Vec<KnownPosition>, SpecError>;

    /// From the end of the game backwards, until results can no longer be proven.
    fn visit<G: BoardGame>(self, spec: Spec, start: G) -> Self::Output {
        const UNKNOWN_IN_A_ROW: usize = 3;
        let positions = game(&start, self.seed)?;
        let mut prover = Prover::new(&spec, &start)?;
        let (mut found, mut unknown) = (Vec::new(), 0);
        for position in positions.iter().rev() {
            match prover.result(position) {
                None => unknown += 1,
                Some(result) if result >= 0 && is_at_stake(position, result, self.seed, &mut prover) => {
                    found.push(KnownPosition { game: spec.clone(), position: position.position_text(), result });
                }
                Some(_) => {}
            }
            if unknown == UNKNOWN_IN_A_ROW {
                break;
            }
        }
        // Those farthest from the end are the hardest.
        found.reverse();
        found.truncate(A_GAME);
        Ok(found)
    }
}

/// The positions of a game of the champion against itself, after some random moves.
fn game<G: BoardGame>(start: &G, seed: u64) -> Result<Vec<G>, SpecError> {
    let mut generator = rng(seed);
    let (_, mut champion) = mind::<G>(&"champion".parse()?, seed, 1)?;
    let mut position = start.clone();
    let mut positions = Vec::new();
    let random = 2 + below(&mut generator, 3) as usize;
    while position.outcome().is_none() {
        let mv = if positions.len() < random {
            position.random_move(&mut generator)
        } else {
            let report = champion.think(&position, &Budget::new(Limits::nodes(NODES)), &mut Silent);
            report.expect("a champion always has a move").best
        };
        positions.push(position.clone());
        position = position.after(mv);
    }
    Ok(positions)
}

/// Whether some move does not keep the result.
fn is_at_stake<G: BoardGame>(position: &G, result: i32, seed: u64, prover: &mut Prover<G>) -> bool {
    let mut generator = rng(mix(seed ^ position.key()));
    let moves = position.move_list();
    (0..TRIED).any(|_| {
        let mv = moves[below(&mut generator, moves.len() as u32) as usize];
        prover.after(position, mv).is_some_and(|worth| worth < result)
    })
}
