//! Openings: a few random moves from a seed, drawn again until neither side has much the better of it.
//!
//! A pair of games from an opening that decides the game is one win each, whoever plays, and tells nothing.

use ply_agents::{Mind, agents, mind, strongest, win_chance};
use ply_game::{BoardGame, Game, Kind, OptionInfo, Rng, Spec, rng};
use ply_search::{Budget, Limits, Report, Silent};

/// How often another opening is drawn before the fairest of them is taken.
const TRIES: usize = 40;
/// How many positions the game's strongest agent looks at before it gives its opinion.
const LOOK_NODES: u64 = 10_000;
/// How far from even the chances may be in its opinion.
const MOST_LEAD: f64 = 0.25;

/// The opening number `seed` of `plies` random moves, with even chances as far as a quick search sees. Empty where the
/// game is too short.
pub fn opening<G: BoardGame>(start: &G, plies: usize, seed: u64) -> Vec<G::Move> {
    if plies == 0 {
        return Vec::new();
    }
    let mut generator = rng(seed);
    let mut umpire = Umpire::<G>::new();
    let mut fairest: Option<(f64, Vec<G::Move>)> = None;
    for _ in 0..TRIES {
        let Some((moves, position)) = draw_moves(start, plies, &mut generator) else { continue };
        let lead = umpire.lead(&position);
        if lead <= MOST_LEAD {
            return moves;
        }
        if fairest.as_ref().is_none_or(|(least, _)| lead < *least) {
            fairest = Some((lead, moves));
        }
    }
    fairest.map(|(_, moves)| moves).unwrap_or_default()
}

/// So many random moves from a position, and where they lead; `None` if the game ends on the way.
pub fn draw_moves<G: BoardGame>(start: &G, plies: usize, generator: &mut Rng) -> Option<(Vec<G::Move>, G)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        if position.outcome().is_some() {
            return None;
        }
        let mv = position.random_move(generator);
        moves.push(mv);
        position.play(mv);
    }
    position.outcome().is_none().then_some((moves, position))
}

/// The game's strongest agent, asked for a quick look.
pub struct Umpire<G: Game> {
    agent: &'static str,
    mind: Mind<G>,
}

impl<G: BoardGame> Umpire<G> {
    /// With as little memory as it can have.
    ///
    /// # Panics
    /// If the list of games does not have this type.
    pub fn new() -> Self {
        let agent = strongest::<G>();
        let listed = agents::<G>().into_iter().find(|info| info.name == agent).expect("the strongest is one of them");
        let least = |option: &OptionInfo| match option.kind {
            Kind::Megabytes(whole) => Some((option.key.to_owned(), whole.least.to_string())),
            _ => None,
        };
        let spec = Spec { name: agent.to_owned(), options: listed.options.iter().filter_map(least).collect() };
        let (_, mind) = mind::<G>(&spec, 0, 1).expect("the strongest has these options");
        Self { agent, mind }
    }

    /// How far from even it thinks the chances are; even if it has no opinion.
    fn lead(&mut self, position: &G) -> f64 {
        (self.chance(position, LOOK_NODES) - 0.5).abs()
    }

    /// The first player's chance as it sees it after so many nodes; one half if it has no opinion.
    pub fn chance(&mut self, position: &G, nodes: u64) -> f64 {
        let report = self.mind.think(position, &Budget::new(Limits::nodes(nodes)), &mut Silent);
        let chance = |report: Report<G::Move>| win_chance::<G>(self.agent, report.score, position.to_move());
        report.map_or(0.5, chance)
    }
}

impl<G: BoardGame> Default for Umpire<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> std::fmt::Debug for Umpire<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Umpire({})", self.agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ply_games::dots_and_boxes::DotsAndBoxes;
    use ply_games::simplexity::Simplexity;

    #[test]
    fn an_opening_that_gives_the_game_away_is_drawn_again() {
        let start = Simplexity::<u64>::default();
        // Each is the first question of its umpire, as it was when the opening was drawn.
        let lead = |moves: &[_]| {
            let mut position = start;
            moves.iter().for_each(|mv| position.play(*mv));
            Umpire::new().lead(&position)
        };
        let mut refused = 0;
        for seed in 0..40 {
            let (first, _) = draw_moves(&start, 2, &mut rng(seed)).expect("the game is longer");
            let moves = opening(&start, 2, seed);
            assert_eq!(moves, opening(&start, 2, seed), "the same seed, the same moves");
            refused += u32::from(first != moves);
            assert!(first == moves || lead(&first) > MOST_LEAD, "a fair opening is played");
        }
        assert!(refused > 0, "no opening of forty was unfair");
    }

    #[test]
    fn where_no_opening_is_fair_the_fairest_is_played() {
        let start: DotsAndBoxes<u64> = DotsAndBoxes::new(1, 1);
        assert_eq!(opening(&start, 2, 7).len(), 2);
        assert_eq!(opening(&start, 9, 7), []);
    }
}
