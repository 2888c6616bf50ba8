//! Openings: a few random moves from a seed, drawn again until neither side has much the better of it.
//!
//! A pair of games from an opening that decides the game is one win each, whoever plays, and tells nothing.

use ply_agents::{AgentInfo, Thinker, agents, strongest, thinker, win_chance};
use ply_game::{BoardGame, Game, Rng, Spec, rng};
use ply_search::{Budget, Limits, Report, Silent};

/// How often another opening is drawn before the fairest of them is taken.
const TRIES: usize = 40;
/// How many positions the game's strongest agent looks at before it gives its opinion.
const LOOK_NODES: u64 = 10_000;
/// How far from even the chances may be in its opinion.
const MOST_LEAD: f64 = 0.25;

/// The opening number `seed` of `plies` random moves, with even chances as far as a quick search sees. Empty where the
/// game, which has this name, is too short.
pub fn opening<G: BoardGame>(game: &str, start: &G, plies: usize, seed: u64) -> Vec<G::Move> {
    if plies == 0 {
        return Vec::new();
    }
    let mut generator = rng(seed);
    let mut umpire = Umpire::new(game);
    let mut fairest: Option<(f64, Vec<G::Move>)> = None;
    for _ in 0..TRIES {
        let Some((moves, position)) = draw(start, plies, &mut generator) else { continue };
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

/// Random moves; `None` if the game ends on the way.
fn draw<G: BoardGame>(start: &G, plies: usize, generator: &mut Rng) -> Option<(Vec<G::Move>, G)> {
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
struct Umpire<'a, G: Game> {
    game: &'a str,
    agent: &'static str,
    thinker: Thinker<G>,
}

impl<'a, G: BoardGame> Umpire<'a, G> {
    fn new(game: &'a str) -> Self {
        let agent = strongest::<G>();
        let is_table = |info: &AgentInfo| info.name == agent && info.options.iter().any(|option| option.key == "table");
        let small = if agents::<G>().iter().any(is_table) { ":table=1" } else { "" };
        let spec: Spec = format!("{agent}{small}").parse().expect("a name and an option are a spec");
        let (_, thinker) = thinker::<G>(&spec, 1).expect("every game has a strongest agent");
        Self { game, agent, thinker }
    }

    /// How far from even it thinks the chances are; even if it has no opinion.
    fn lead(&mut self, position: &G) -> f64 {
        let report = self.thinker.think(position, &Budget::new(Limits::nodes(LOOK_NODES)), &mut Silent);
        let chance = |report: Report<G::Move>| win_chance(self.game, self.agent, report.score, position.to_move());
        report.map_or(0.0, |report| (chance(report) - 0.5).abs())
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
        let mut umpire = Umpire::new("simplexity");
        let mut lead = |moves: &[_]| {
            let mut position = start.clone();
            moves.iter().for_each(|mv| position.play(*mv));
            umpire.lead(&position)
        };
        let mut refused = 0;
        for seed in 0..40 {
            let (first, _) = draw(&start, 2, &mut rng(seed)).expect("the game is longer");
            let moves = opening("simplexity", &start, 2, seed);
            assert_eq!(moves, opening("simplexity", &start, 2, seed), "the same seed, the same moves");
            refused += u32::from(first != moves);
            assert!(first == moves || lead(&first) > MOST_LEAD, "a fair opening is played");
        }
        assert!(refused > 0, "no opening of forty was unfair");
    }

    #[test]
    fn where_no_opening_is_fair_the_fairest_is_played() {
        let start: DotsAndBoxes<u64> = DotsAndBoxes::new(1, 1);
        assert_eq!(opening("dots-and-boxes", &start, 2, 7).len(), 2);
        assert_eq!(opening("dots-and-boxes", &start, 9, 7), []);
    }
}
