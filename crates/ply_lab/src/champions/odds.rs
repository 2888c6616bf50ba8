//! Time odds: a champion with little time against every other built-in agent with plenty.

use ply_agents::agents;
use ply_arena::plan::{Format, Plan, PlanAgent};
use ply_arena::stats::{MatchGame, MatchScore};
use ply_arena::{LineUp, Threads, TimeControl, run};
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, visit};
use ply_search::Cancel;

use super::GamesError;

/// What a champion made against one opponent.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The opponent's name.
    pub opponent: String,
    /// The champion's result.
    pub score: MatchScore,
}

/// Plays `games` against each built-in agent that keeps to the rules.
pub fn odds(
    game: &Spec,
    champion: TimeControl,
    others: TimeControl,
    games: usize,
    threads: &mut Threads,
    mut ended: impl FnMut(),
) -> Result<Vec<Odds>, GamesError> {
    let names = visit(game, None, Opponents)?;
    let mut list = vec![PlanAgent { time: Some(champion), ..PlanAgent::new("champion", "champion") }];
    list.extend(names.iter().map(|name| PlanAgent::new(*name, *name)));
    let mut plan = Plan::new("odds", &game.to_string(), list)?;
    plan.games[0].time = others;
    plan.format = Format::Gauntlet { challengers: 1 };
    plan.pairs = games.div_ceil(2).max(1);
    let line_up = LineUp::new(&plan)?;
    let mut played: Vec<Vec<MatchGame>> = vec![Vec::new(); names.len()];
    run(&plan, &line_up, None, threads, &Cancel::default(), |progress| {
        let pairing = &progress.pairing;
        let other = pairing.agents.into_iter().find(|agent| *agent != 0);
        if let (Some(other), Some(side_of_a), Some(outcome)) = (other, pairing.side(0), progress.record.outcome) {
            played[other - 1].push(MatchGame { side_of_a, outcome, pair: Some(pairing.index as u64) });
        }
        ended();
    })?;
    let scored = names.iter().zip(played);
    Ok(scored.map(|(name, games)| Odds { opponent: (*name).to_owned(), score: MatchScore::of_games(&games) }).collect())
}

/// Everybody but the champion.
struct Opponents;

impl Visitor for Opponents {
    type Output = Vec<&'static str>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Self::Output {
        let mut names: Vec<&str> = agents::<G>()
            .into_iter()
            .filter(|agent| !agent.harmful && agent.name != "champion")
            .map(|agent| agent.name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
